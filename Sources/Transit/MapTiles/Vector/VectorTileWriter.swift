import NDJSON
import Platform

/// Writes Mapbox Vector Tiles of version 2, without compression.
///
/// Keys and values stand once in each layer, in the order in which features need them, so the same tile gives the same
/// bytes. Left out are repeated positions of lines and rings, lines that stand still, rings of fewer than three
/// positions or without area, features of which nothing remains, and layers without features. The first ring that
/// remains of a polygon is written as an exterior one, and so are those that turn as it does; the others become
/// interior ones. Names that come twice are written twice: `VectorTile.problem` tells of them.
///
/// A writer keeps its buffers for the next tile. Cost: one pass; a hash for each property.
public final class VectorTileWriter {
    private let output = RecordWriter(capacity: 1 << 14)
    private let features = RecordWriter(capacity: 1 << 14)
    private let tags = RecordWriter(capacity: 256)
    private let scratch = RecordWriter(capacity: 256)
    private var geometry = TileCommandWriter()
    private let keys = ByteTable()
    private let values = ByteTable()
    /// The keys of the feature before with their numbers: the next one often has the same in the same order.
    private var lastKeys: [(name: String, number: Int)] = []

    public init() {}

    /// The tile's bytes; none for a tile without features.
    public func bytes(of tile: VectorTile) -> [UInt8] {
        output.removeAll()
        for layer in tile.layers { append(layer) }
        return [UInt8](output.bytes)
    }

    private func append(_ layer: VectorTile.Layer) {
        features.removeAll()
        keys.removeAll()
        values.removeAll()
        lastKeys.removeAll(keepingCapacity: true)
        for feature in layer.features { append(feature) }
        guard features.count > 0 else { return }
        scratch.removeAll()
        // The version comes first, as §4.1 wishes.
        scratch.append(15 << 3)
        scratch.append(2)
        scratch.field(1, layer.name)
        let head = scratch.count
        scratch.append(5 << 3)
        scratch.varint(UInt64(layer.extent))
        output.append(3 << 3 | 2)
        output.varint(UInt64(scratch.count + features.count + keys.content.count + values.content.count))
        output.append(UnsafeRawBufferPointer(rebasing: scratch.bytes[..<head]))
        output.append(features.bytes)
        output.append(keys.content.bytes)
        output.append(values.content.bytes)
        output.append(UnsafeRawBufferPointer(rebasing: scratch.bytes[head...]))
    }

    private func append(_ feature: VectorTile.Feature) {
        geometry.write(feature)
        guard geometry.output.count > 0 else { return }
        tags.removeAll()
        for (place, property) in feature.properties.enumerated() {
            tags.varint(UInt64(key(property.name, place)))
            tags.varint(UInt64(value(property.value)))
        }
        scratch.removeAll()
        if let id = feature.id {
            scratch.append(1 << 3)
            scratch.varint(id)
        }
        if tags.count > 0 { scratch.field(2, tags.bytes) }
        scratch.append(3 << 3)
        scratch.append(feature.type.rawValue)
        features.append(2 << 3 | 2)
        let shapes = geometry.output.count
        features.varint(UInt64(scratch.count + 1 + RecordWriter.varintLength(shapes) + shapes))
        features.append(scratch.bytes)
        features.field(4, geometry.output.bytes)
    }

    /// The number of a key in the layer's table.
    private func key(_ name: String, _ place: Int) -> Int {
        if place < lastKeys.count, VectorTileWriter.isSame(lastKeys[place].name, name) {
            return lastKeys[place].number
        }
        let start = keys.content.count
        keys.content.field(3, name)
        let number = keys.settle(from: start)
        if place < lastKeys.count { lastKeys[place] = (name, number) } else { lastKeys.append((name, number)) }
        return number
    }

    /// Whether two texts are short and the same or have the same storage, by the words that a String is: texts that are
    /// equal to Swift may have different bytes, and are then two keys.
    @inline(__always)
    private static func isSame(_ one: String, _ other: String) -> Bool {
        withUnsafeBytes(of: one) { one in
            withUnsafeBytes(of: other) { other in memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0 }
        }
    }

    /// The number of a value in the layer's table.
    private func value(_ value: VectorTile.Value) -> Int {
        let content = values.content
        let start = content.count
        content.append(4 << 3 | 2)
        switch value {
        case .string(let text):
            var copy = text
            copy.withUTF8 { text in
                content.varint(UInt64(1 + RecordWriter.varintLength(text.count) + text.count))
                content.field(1, UnsafeRawBufferPointer(text))
            }
        case .float(let number): VectorTileWriter.fixed(2 << 3 | 5, number.bitPattern.littleEndian, content)
        case .double(let number): VectorTileWriter.fixed(3 << 3 | 1, number.bitPattern.littleEndian, content)
        case .int64(let number): VectorTileWriter.varint(4, UInt64(bitPattern: number), content)
        case .uint64(let number): VectorTileWriter.varint(5, number, content)
        case .sint64(let number):
            VectorTileWriter.varint(6, UInt64(bitPattern: number << 1 ^ number >> 63), content)
        case .bool(let isTrue): VectorTileWriter.varint(7, isTrue ? 1 : 0, content)
        }
        return values.settle(from: start)
    }

    /// Appends the length of a value and the value.
    private static func fixed(_ tag: UInt8, _ bits: some FixedWidthInteger, _ content: RecordWriter) {
        content.append(UInt8(1 + bits.bitWidth / 8))
        content.append(tag)
        withUnsafeBytes(of: bits) { content.append($0) }
    }

    /// The same of a value of seven bits a byte.
    private static func varint(_ number: UInt8, _ value: UInt64, _ content: RecordWriter) {
        // Ten bytes at the most, so the length is one byte.
        content.append(UInt8(1 + RecordWriter.varintLength(Int(truncatingIfNeeded: value))))
        content.append(number << 3)
        content.varint(value)
    }
}
