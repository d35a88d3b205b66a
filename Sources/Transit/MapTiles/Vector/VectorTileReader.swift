/// Reads the bytes of a Mapbox Vector Tile, versions 1 and 2; they must be inflated already.
///
/// Refused is what breaks the wire format, a layer without a name, a reference to a key or value that is not in the
/// table, and, in layers of version 2, a geometry whose commands do not come in the sequences of §4.3.4. A layer that
/// does not say its version is read as one of version 1, the default of `vector_tile.proto`. Fields that the
/// specification does not know are passed over; types of geometry that it does not know count as unknown, and their
/// integers are kept. For what else it demands see `VectorTile.problem`.
/// Cost: one pass, and as much memory as what is read.
public struct VectorTileReader {
    private var layerPlace: Int?
    private var layerName: String?
    private var featurePlace: Int?
    /// The integers of the feature at hand.
    private var tags: [UInt32] = []
    private var geometry: [UInt32] = []

    private init() {}

    /// - Throws: `TileFault` of kind `unusable` that says in which layer and feature, at which byte, and what.
    public static func read(_ bytes: [UInt8]) throws(TileFault) -> VectorTile {
        let result = bytes.withUnsafeBytes { bytes -> Result<VectorTile, TileFault> in
            do throws(TileFault) { return .success(try read(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// - Throws: as the other does.
    public static func read(_ bytes: UnsafeRawBufferPointer) throws(TileFault) -> VectorTile {
        if bytes.count > 1, bytes[0] == 0x1F, bytes[1] == 0x8B {
            throw TileFault(.unusable, "the vector tile is compressed with gzip")
        }
        var reader = VectorTileReader()
        do throws(ProtobufFault) {
            return try reader.tile(ProtobufCursor(bytes))
        } catch {
            throw TileFault(.unusable, "vector tile\(reader.place), byte \(error.offset): \(error.reason)")
        }
    }

    /// Where the reader is, for people.
    private var place: String {
        var place = ""
        if let layerPlace { place += ", layer \(layerPlace)" }
        if let layerName { place += " (\(VectorTile.quoted(layerName)))" }
        if let featurePlace { place += ", feature \(featurePlace)" }
        return place
    }

    private mutating func tile(_ message: ProtobufCursor) throws(ProtobufFault) -> VectorTile {
        var cursor = message
        var tile = VectorTile()
        while let field = try cursor.field() {
            guard field.number == 3 else {
                try cursor.skip(field)
                continue
            }
            layerPlace = tile.layers.count
            try ProtobufCursor.expect(.bytes, field, "layers")
            tile.layers.append(try layer(try cursor.message()))
            (layerPlace, layerName) = (nil, nil)
        }
        return tile
    }

    // MARK: Layers

    private mutating func layer(_ message: ProtobufCursor) throws(ProtobufFault) -> VectorTile.Layer {
        let version = try self.version(message)
        guard version <= 2 else { return skippedLayer(message, version) }
        var cursor = message
        var name: String?
        var layer = VectorTile.Layer(name: "", version: version)
        var features: [ProtobufCursor] = []
        var keys: [String] = []
        var values: [VectorTile.Value?] = []
        while let field = try cursor.field() {
            switch field.number {
            case 1:
                try ProtobufCursor.expect(.bytes, field, "name")
                name = try cursor.string()
                layerName = name
            case 2:
                try ProtobufCursor.expect(.bytes, field, "features")
                features.append(try cursor.message())
            case 3:
                try ProtobufCursor.expect(.bytes, field, "keys")
                keys.append(try cursor.string())
            case 4:
                try ProtobufCursor.expect(.bytes, field, "values")
                values.append(try VectorTileReader.value(try cursor.message()))
            case 5:
                try ProtobufCursor.expect(.varint, field, "extent")
                layer.extent = try cursor.varint32()
            default: try cursor.skip(field)
            }
        }
        guard let name else { throw ProtobufFault(offset: message.position, reason: "the layer has no name") }
        layer.name = name
        for value in values where value == nil { layer.unreadableValues += 1 }
        // Keys and values may come after the features that refer to them.
        layer.features.reserveCapacity(features.count)
        for (place, feature) in features.enumerated() {
            featurePlace = place
            layer.features.append(try self.feature(feature, keys, values, version))
        }
        featurePlace = nil
        return layer
    }

    /// The version decides how all else is read, wherever in the layer it stands; 0 where there is none.
    private func version(_ message: ProtobufCursor) throws(ProtobufFault) -> UInt32 {
        var cursor = message
        var version: UInt32 = 0
        while let field = try cursor.field() {
            if field.number == 15 {
                try ProtobufCursor.expect(.varint, field, "version")
                version = try cursor.varint32()
            } else {
                try cursor.skip(field)
            }
        }
        return version
    }

    /// A layer of a version that nobody knows: what of it looks as it always did.
    private func skippedLayer(_ message: ProtobufCursor, _ version: UInt32) -> VectorTile.Layer {
        var cursor = message
        var layer = VectorTile.Layer(name: "", version: version)
        // `version` has been through all fields, so the only fault left is a text that is none.
        while let field = try? cursor.field() {
            switch (field.number, field.type) {
            case (1, .bytes): layer.name = (try? cursor.string()) ?? ""
            case (5, .varint): layer.extent = (try? cursor.varint()).flatMap { UInt32(exactly: $0) } ?? 4096
            default: try? cursor.skip(field)
            }
        }
        return layer
    }

    /// Nil for a value without exactly one of the seven types (§4.1).
    private static func value(_ message: ProtobufCursor) throws(ProtobufFault) -> VectorTile.Value? {
        var cursor = message
        var value: VectorTile.Value?
        var count = 0
        while let field = try cursor.field() {
            count += 1
            switch field.number {
            case 1:
                try ProtobufCursor.expect(.bytes, field, "string_value")
                value = .string(try cursor.string())
            case 2:
                try ProtobufCursor.expect(.fixed32, field, "float_value")
                value = .float(Float(bitPattern: try cursor.fixed32()))
            case 3:
                try ProtobufCursor.expect(.fixed64, field, "double_value")
                value = .double(Double(bitPattern: try cursor.fixed64()))
            case 4:
                try ProtobufCursor.expect(.varint, field, "int_value")
                value = .int64(Int64(bitPattern: try cursor.varint()))
            case 5:
                try ProtobufCursor.expect(.varint, field, "uint_value")
                value = .uint64(try cursor.varint())
            case 6:
                try ProtobufCursor.expect(.varint, field, "sint_value")
                let zigzag = try cursor.varint()
                value = .sint64(Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1))
            case 7:
                try ProtobufCursor.expect(.varint, field, "bool_value")
                value = .bool(try cursor.varint() != 0)
            default:
                try cursor.skip(field)
                count -= 1
            }
        }
        return count == 1 ? value : nil
    }

    // MARK: Features

    private mutating func feature(
        _ message: ProtobufCursor, _ keys: [String], _ values: [VectorTile.Value?], _ version: UInt32
    ) throws(ProtobufFault) -> VectorTile.Feature {
        var cursor = message
        var feature = VectorTile.Feature(type: .unknown, parts: [])
        tags.removeAll(keepingCapacity: true)
        geometry.removeAll(keepingCapacity: true)
        while let field = try cursor.field() {
            switch field.number {
            case 1:
                try ProtobufCursor.expect(.varint, field, "id")
                feature.id = try cursor.varint()
            case 2: try VectorTileReader.integers(field, "tags", &cursor, into: &tags)
            case 3:
                try ProtobufCursor.expect(.varint, field, "type")
                feature.type = UInt8(exactly: try cursor.varint()).flatMap { .init(rawValue: $0) } ?? .unknown
            case 4: try VectorTileReader.integers(field, "geometry", &cursor, into: &geometry)
            default: try cursor.skip(field)
            }
        }
        feature.properties = try properties(keys, values, message.position)
        if feature.type == .unknown {
            feature.uninterpreted = geometry
        } else {
            do throws(TileCommands.Fault) {
                feature.parts =
                    try version == 2
                    ? TileCommands.parts(of: feature.type, geometry)
                    : TileCommands.looseParts(of: feature.type, geometry)
            } catch {
                throw ProtobufFault(offset: message.position, reason: error.reason)
            }
        }
        return feature
    }

    /// Adds the integers of a repeated field, which may be packed or not, and in several pieces.
    private static func integers(
        _ field: ProtobufCursor.Field, _ name: StaticString, _ cursor: inout ProtobufCursor, into list: inout [UInt32]
    ) throws(ProtobufFault) {
        if field.type == .varint {
            list.append(try cursor.varint32())
        } else {
            try ProtobufCursor.expect(.bytes, field, name)
            var packed = try cursor.message()
            // A byte each at least. Not for each of many pieces, which would be a copy of the list for each.
            if list.isEmpty { list.reserveCapacity(packed.rest.count) }
            while !packed.isAtEnd { list.append(try packed.varint32()) }
        }
    }

    /// - Parameter offset: of the feature.
    private func properties(
        _ keys: [String], _ values: [VectorTile.Value?], _ offset: Int
    ) throws(ProtobufFault) -> [VectorTile.Property] {
        guard tags.count.isMultiple(of: 2) else {
            throw ProtobufFault(offset: offset, reason: "the feature has an odd number of tags, \(tags.count)")
        }
        var properties: [VectorTile.Property] = []
        properties.reserveCapacity(tags.count / 2)
        for place in stride(from: 0, to: tags.count, by: 2) {
            let (key, value) = (Int(tags[place]), Int(tags[place + 1]))
            guard key < keys.count else {
                throw ProtobufFault(
                    offset: offset, reason: "key \(key) does not exist; the layer has \(keys.count) keys")
            }
            guard value < values.count else {
                throw ProtobufFault(
                    offset: offset, reason: "value \(value) does not exist; the layer has \(values.count) values")
            }
            if let value = values[value] { properties.append(VectorTile.Property(keys[key], value)) }
        }
        return properties
    }
}

extension VectorTile {
    /// A name from a tile as messages have it: in quotes, without control characters, and not too long.
    static func quoted(_ name: String) -> String {
        var text = "'"
        for scalar in name.unicodeScalars.prefix(40) {
            text.unicodeScalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return text + (name.unicodeScalars.count > 40 ? "…'" : "'")
    }
}
