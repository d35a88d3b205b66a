import Geometry

/// An address of tiles with places for their numbers: `https://tiles.example.com/{z}/{x}/{y}.png`.
public struct TileTemplate: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case text(String)
        case zoom, column, row, rowFromSouth, quadkey, server, frame
    }

    /// What `{s}` stands for, one after another: the names that servers of OpenStreetMap's kind have.
    public static let servers = ["a", "b", "c"]

    public let text: String
    private let parts: [Part]

    public var hasFrame: Bool { parts.contains(.frame) }

    /// - Throws: `TileProblem` that says what is wrong with the template.
    public init(_ text: String) throws(TileProblem) {
        self.text = text
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw TileProblem("it has a '{' without a '}'")
            }
            let name = rest[rest.index(after: open)..<close]
            switch name {
            case "z": parts.append(.zoom)
            case "x": parts.append(.column)
            case "y": parts.append(.row)
            case "-y": parts.append(.rowFromSouth)
            case "quadkey", "q": parts.append(.quadkey)
            case "s": parts.append(.server)
            case "frame": parts.append(.frame)
            default:
                throw TileProblem(
                    "it has '{\(name.prefix(20))}'; only z, x, y, -y, quadkey, s and frame are allowed in braces")
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        let isGrid =
            parts.contains(.zoom) && parts.contains(.column)
            && (parts.contains(.row) || parts.contains(.rowFromSouth))
        guard isGrid || parts.contains(.quadkey) else {
            throw TileProblem("it has neither {z}, {x} and {y} nor {quadkey}, so all tiles would have the same address")
        }
        self.parts = parts
    }

    /// The address of a tile.
    public func address(of tile: Tile, frame: String? = nil) -> String {
        var address = ""
        for part in parts {
            switch part {
            case .text(let text): address += text
            case .zoom: address += String(tile.z)
            case .column: address += String(tile.x)
            case .row: address += String(tile.y)
            case .rowFromSouth: address += String(tile.tmsRow)
            case .quadkey: address += tile.quadkey
            // Always the same for a tile, so that caches on the way know it again.
            case .server: address += TileTemplate.servers[(tile.x + tile.y) % TileTemplate.servers.count]
            case .frame: address += frame ?? ""
            }
        }
        return address
    }
}
