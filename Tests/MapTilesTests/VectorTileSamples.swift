import MapTiles
import TestSupport

/// Tiles and messages made for tests.
enum VectorTileSamples {
    static func positions(_ pairs: [(Int32, Int32)]) -> [TilePosition] { pairs.map { TilePosition(x: $0.0, y: $0.1) } }

    static func tile(_ features: VectorTile.Feature...) -> VectorTile {
        VectorTile(layers: [VectorTile.Layer(name: "lines", features: features)])
    }

    /// A tile as a writer would have it: no repeated positions, rings with area, the first of them exterior.
    static func random(_ random: inout SeededGenerator) -> VectorTile {
        var tile = VectorTile()
        for number in 0..<Int.random(in: 0...3, using: &random) {
            var layer = VectorTile.Layer(name: "layer \(number)")
            layer.extent = [512, 4096, 8192].randomElement(using: &random) ?? 4096
            for _ in 0..<Int.random(in: 1...8, using: &random) { layer.features.append(feature(&random)) }
            tile.layers.append(layer)
        }
        return tile
    }

    static func feature(_ random: inout SeededGenerator) -> VectorTile.Feature {
        var feature = VectorTile.Feature(type: .point, parts: [])
        if Bool.random(using: &random) { feature.id = UInt64.random(in: 0...(.max), using: &random) }
        feature.type = VectorTile.GeometryType.allCases.randomElement(using: &random) ?? .point
        let reach: Int32 = Bool.random(using: &random) ? 5000 : .max / 4
        switch feature.type {
        case .unknown:
            feature.uninterpreted = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                UInt32.random(in: 0...(.max), using: &random)
            }
        case .point: feature.parts = [path(Int.random(in: 1...5, using: &random), reach, &random)]
        case .line:
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                feature.parts.append(path(Int.random(in: 2...9, using: &random), reach, &random))
            }
        case .polygon:
            for _ in 0..<Int.random(in: 1...4, using: &random) { feature.parts += square(reach, &random) }
        }
        for number in 0..<Int.random(in: 0...6, using: &random) {
            feature.properties.append(VectorTile.Property("property \(number % 4)-\(number)", value(&random)))
        }
        return feature
    }

    /// Positions of which none is where the one before is.
    private static func path(_ count: Int, _ reach: Int32, _ random: inout SeededGenerator) -> [TilePosition] {
        var path: [TilePosition] = []
        while path.count < count {
            let next = TilePosition(
                x: Int32.random(in: -reach...reach, using: &random),
                y: Int32.random(in: -reach...reach, using: &random))
            if path.last != next { path.append(next) }
        }
        return path
    }

    /// A square, clockwise on the map, and sometimes a hole in it.
    private static func square(_ reach: Int32, _ random: inout SeededGenerator) -> [[TilePosition]] {
        let west = Int32.random(in: -reach...reach, using: &random)
        let north = Int32.random(in: -reach...reach, using: &random)
        let side = Int32.random(in: 3...4000, using: &random)
        let outer = positions([
            (west, north), (west + side, north), (west + side, north + side), (west, north + side),
        ])
        let hole = positions([(west + 1, north + 1), (west + 1, north + 2), (west + 2, north + 2)])
        return Bool.random(using: &random) ? [outer, hole] : [outer]
    }

    static func value(_ random: inout SeededGenerator) -> VectorTile.Value {
        switch Int.random(in: 0...6, using: &random) {
        case 0:
            .string(["", "S1", "Zürich", "a longer text than fits a small one"].randomElement(using: &random) ?? "")
        // Whatever the bits say, NaN with them.
        case 1: .float(Float(bitPattern: UInt32.random(in: 0...(.max), using: &random)))
        case 2: .double(Double(bitPattern: UInt64.random(in: 0...(.max), using: &random)))
        case 3: .int64(Int64.random(in: .min ... .max, using: &random))
        case 4: .uint64(UInt64.random(in: 0...(.max), using: &random))
        case 5: .sint64(Int64.random(in: -99...99, using: &random))
        default: .bool(Bool.random(using: &random))
        }
    }
}

/// Writes protobuf messages byte by byte, right ones and wrong ones.
struct WireMessage {
    var bytes: [UInt8] = []

    init() {}

    private static func varint(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    func number(_ field: UInt64, _ value: UInt64) -> WireMessage {
        raw(WireMessage.varint(field << 3) + WireMessage.varint(value))
    }

    func bytes(_ field: UInt64, _ inside: [UInt8]) -> WireMessage {
        raw(WireMessage.varint(field << 3 | 2) + WireMessage.varint(UInt64(inside.count)) + inside)
    }

    func text(_ field: UInt64, _ text: String) -> WireMessage { bytes(field, Array(text.utf8)) }

    func message(_ field: UInt64, _ inside: WireMessage) -> WireMessage { bytes(field, inside.bytes) }

    func packed(_ field: UInt64, _ integers: [UInt64]) -> WireMessage {
        bytes(field, integers.flatMap(WireMessage.varint))
    }

    func raw(_ more: [UInt8]) -> WireMessage {
        var message = self
        message.bytes += more
        return message
    }

    /// A tile of one layer of version 2.
    static func tile(_ version: UInt64 = 2, _ features: WireMessage...) -> [UInt8] {
        var layer = WireMessage().number(15, version).text(1, "lines")
        for feature in features { layer = layer.message(2, feature) }
        return WireMessage().message(3, layer).bytes
    }

    static func feature(_ type: UInt64, _ geometry: [UInt64]) -> WireMessage {
        WireMessage().number(3, type).packed(4, geometry)
    }
}
