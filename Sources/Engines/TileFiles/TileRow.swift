import Contract
import Geometry
import NDJSON

extension Row {
    /// Writes a tile's quadkey, digit by digit.
    public func quadkey<P: RecordPresence>(_ column: Column<M, Text, P>, _ tile: Tile) {
        json(column) { writer in
            writer.append(atMost: Tile.deepest + 2) { start in
                start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
                for place in 0..<tile.z {
                    start.storeBytes(of: tile.quadkeyDigit(place), toByteOffset: 1 + place, as: UInt8.self)
                }
                start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 1 + tile.z, as: UInt8.self)
                return tile.z + 2
            }
        }
    }

    /// Writes a tile's bounds: west, south, east, north to 1 cm.
    public func box<P: RecordPresence>(_ column: Column<M, List<Real>, P>, _ tile: Tile) {
        let bounds = tile.bounds
        numbers(column, [bounds.west, bounds.south, bounds.east, bounds.north], decimals: 7)
    }
}
