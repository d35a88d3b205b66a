import NDJSON

/// What layers vector tiles have, and with which fields: the `vector_layers` that the metadata of archives must have
/// (MBTiles 1.3, "Vector tileset metadata").
public struct VectorLayers: Sendable, Equatable {
    private enum Kind: String {
        case number = "Number"
        case boolean = "Boolean"
        /// Also of values of several kinds.
        case string = "String"
    }

    private struct Layer: Equatable {
        let name: String
        var fields: [(name: String, kind: Kind)] = []
        var places: [String: Int] = [:]
        var zooms: ClosedRange<Int>

        mutating func note(_ field: String, _ kind: Kind) {
            guard let place = places[field] else {
                places[field] = fields.count
                return fields.append((field, kind))
            }
            if fields[place].kind != kind { fields[place].kind = .string }
        }

        static func == (left: Layer, right: Layer) -> Bool {
            left.name == right.name && left.zooms == right.zooms
                && left.fields.elementsEqual(right.fields) { $0 == $1 }
        }
    }

    /// In the order in which they were met.
    private var layers: [Layer] = []
    private var places: [String: Int] = [:]
    /// More fields than this are a mistake of whoever made the tiles.
    private static let fieldLimit = 10_000

    public init() {}

    /// Those that metadata name; what is no such list is none.
    public init(json: String) {
        let scanner = RecordScanner(fields: ["id", "fields", "minzoom", "maxzoom"])
        let wrapped = Array("{\"vector_layers\":\(json)}".utf8)
        wrapped.withUnsafeBytes { bytes in
            let outer = RecordScanner(fields: ["vector_layers"])
            guard (try? outer.scan(bytes)) != nil else { return }
            outer[0].forEachElement { layer in
                guard layer.kind == .object, (try? scanner.scan(layer.raw)) != nil, let id = scanner[0].string else {
                    return
                }
                let low = scanner[2].integer ?? 0
                let high = max(low, scanner[3].integer ?? low)
                let place = place(of: id, zoom: low)
                layers[place].zooms = low...high
                scanner[1].forEachMember { key, value in
                    guard let kind = Kind(rawValue: value.string ?? "") else { return }
                    layers[place].note(String(decoding: key.inside, as: UTF8.self), kind)
                }
            }
        }
    }

    public var isEmpty: Bool { layers.isEmpty }

    /// The layers' names, in the order in which they were met.
    public var names: [String] { layers.map(\.name) }

    /// Whether features of a layer are known to have a field.
    public func hasField(_ field: String, in layer: String) -> Bool {
        places[layer].map { layers[$0].places[field] != nil } ?? false
    }

    private mutating func place(of name: String, zoom: Int) -> Int {
        if let place = places[name] { return place }
        places[name] = layers.count
        layers.append(Layer(name: name, zooms: zoom...zoom))
        return layers.count - 1
    }

    /// Takes the layers of a tile in.
    public mutating func take(_ tile: VectorTile, zoom: Int) {
        for layer in tile.layers {
            let place = place(of: layer.name, zoom: zoom)
            layers[place].zooms =
                min(layers[place].zooms.lowerBound, zoom)...max(layers[place].zooms.upperBound, zoom)
            for feature in layer.features where layers[place].fields.count < VectorLayers.fieldLimit {
                for property in feature.properties {
                    let kind: Kind =
                        switch property.value {
                        case .string: .string
                        case .bool: .boolean
                        case .float, .double, .int64, .uint64, .sint64: .number
                        }
                    layers[place].note(property.name, kind)
                }
            }
        }
    }

    /// The list as JSON.
    public var json: String {
        let writer = RecordWriter(capacity: 512)
        writer.beginArray()
        for layer in layers {
            writer.separator()
            writer.beginObject()
            writer.append("\"id\":")
            writer.string(layer.name)
            writer.append(",\"fields\":{")
            for (place, field) in layer.fields.enumerated() {
                if place > 0 { writer.append(UInt8(ascii: ",")) }
                writer.string(field.name)
                writer.append(UInt8(ascii: ":"))
                writer.string(field.kind.rawValue)
            }
            writer.append("},\"minzoom\":")
            writer.integer(layer.zooms.lowerBound)
            writer.append(",\"maxzoom\":")
            writer.integer(layer.zooms.upperBound)
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The array inside the `json` of MBTiles' metadata; nil where there is none.
    static func inside(_ json: String) -> String? {
        let scanner = RecordScanner(fields: ["vector_layers"])
        return Array(json.utf8).withUnsafeBytes { bytes in
            guard (try? scanner.scan(bytes)) != nil, scanner[0].kind == .array else { return nil }
            return String(decoding: scanner[0].raw, as: UTF8.self)
        }
    }
}
