import NDJSON

/// The JSON that an archive has about its tiles (PMTiles 3 §5), to and from what is known of tiles.
enum PMTilesMetadata {
    /// The most bytes of metadata, inflated, that are read.
    static let byteLimit = 1 << 26

    /// Members that have a place of their own.
    private enum Member: String {
        case name, description, attribution
        case vectorLayers = "vector_layers"
    }

    /// Adds what the JSON says. Members without a place of their own become `others`: the text of a string, the JSON of
    /// anything else; null says nothing.
    ///
    /// - Parameter path: for messages.
    /// - Throws: `TileFault` of kind unusable where it is not a JSON object.
    static func read(_ bytes: UnsafeRawBufferPointer, into metadata: inout TileMetadata, path: String) throws {
        do {
            // Grammar and UTF-8 once, so that the walk below cannot fail.
            try RecordScanner(fields: []).scan(bytes)
        } catch {
            throw TileFault(
                .unusable, "\(path): the metadata is not JSON: \(error.reason), at byte \(error.offset); not read")
        }
        JSONValue.object(bytes).forEachMember { key, value in
            let name = key.string ?? ""
            let text = value.string
            switch (Member(rawValue: name), value.kind) {
            case (_, .null): break
            case (.name, .string): metadata.name = text
            case (.description, .string): metadata.description = text
            case (.attribution, .string): metadata.attribution = text
            case (.vectorLayers, .array): metadata.vectorLayers = String(decoding: value.raw, as: UTF8.self)
            default: metadata.others.append(.init(name, text ?? String(decoding: value.raw, as: UTF8.self)))
            }
        }
    }

    /// The JSON of what is known: a string each, but JSON for vector layers and for `others` whose value is an object
    /// or an array. Members of a `json` that is an object are written themselves. Of members of
    /// the same name the first counts. Vector tiles always have `vector_layers` (§5).
    ///
    /// - Returns: nil where the vector layers are not a JSON array.
    static func json(_ metadata: TileMetadata, format: TileFormat) -> [UInt8]? {
        let writer = RecordWriter(capacity: 1024)
        var written: Set<String> = []
        func member(_ name: String, _ value: () -> Void) {
            guard written.insert(name).inserted else { return }
            writer.separator()
            writer.string(name)
            writer.append(UInt8(ascii: ":"))
            value()
        }
        writer.beginObject()
        let texts: [(Member, String?)] = [
            (.name, metadata.name), (.description, metadata.description), (.attribution, metadata.attribution),
        ]
        for (name, text) in texts {
            if let text { member(name.rawValue) { writer.string(text) } }
        }
        if let layers = metadata.vectorLayers ?? (format == .mvt ? "[]" : nil) {
            guard isJSON(layers, .array) else { return nil }
            member(Member.vectorLayers.rawValue) { writer.append(layers) }
        }
        for other in metadata.others {
            // MBTiles keep as a text under one name what is more than a text.
            if other.name == "json", isJSON(other.value, .object) {
                Array(other.value.utf8).withUnsafeBytes { bytes in
                    JSONValue.object(bytes).forEachMember { key, value in
                        member(key.string ?? "") { writer.append(value.raw) }
                    }
                }
                continue
            }
            member(other.name) {
                let isWritten = isJSON(other.value, .object) || isJSON(other.value, .array)
                if isWritten { writer.append(other.value) } else { writer.string(other.value) }
            }
        }
        writer.endObject()
        return Array(writer.bytes)
    }

    /// Whether a text is one JSON value of that kind.
    private static func isJSON(_ text: String, _ kind: JSONValue.Kind) -> Bool {
        let first = text.utf8.first { $0 > 0x20 }
        guard first == (kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{")) else { return false }
        var line = "{\"\":\(text)}"
        return line.withUTF8 { bytes in
            let scanner = RecordScanner(fields: [])
            guard (try? scanner.scan(UnsafeRawBufferPointer(bytes))) != nil else { return false }
            // More than one member: the text had an end of its own in it.
            var kinds: [JSONValue.Kind] = []
            JSONValue.object(UnsafeRawBufferPointer(bytes)).forEachMember { kinds.append($1.kind) }
            return kinds == [kind]
        }
    }
}
