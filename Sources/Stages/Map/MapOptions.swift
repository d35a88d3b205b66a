import MapTiles
import StageKit

/// What `map` draws, and how.
public struct MapOptions: StageOptions {
    public enum Format: String, OutputFormat {
        case html, svg, png

        public var gloss: String? { self == .html ? "a page" : "a still image without a basemap" }
    }

    public var format = Format.html
    /// The size of a still; nil for the usual.
    public var size: StillOptions.Size?
    /// The page's title; nil takes one that says what is shown.
    public var title: String?
    public var basemap: Basemap?
    /// Tiles over the lines, in frames or still.
    public var overlay: PageOverlay?
    /// What `{frame}` of the overlay stands for, one after another.
    public var frames: [TileFrame] = []
    /// Whether the page carries the tiles of the overlay's template.
    public var inlinesTiles = false
    /// A folder with maplibre-gl.js and maplibre-gl.css; nil looks in the places where they are installed.
    public var assets: String?
    /// The clock of the page or picture, an IANA zone name; nil for that of the records.
    public var timezone: String?
    /// Records; none is standard input.
    public var files: [String] = []

    /// What lies under the lines of a page.
    public enum Basemap: Sendable, Equatable {
        /// Pictures that the page asks a server for.
        case server(MapBasemap)
        /// The path of an MBTiles or PMTiles file, of which the page carries tiles.
        case archive(String)
    }

    /// The server that the page may ask; nil for none.
    var server: MapBasemap? { if case .server(let server) = basemap { server } else { nil } }

    public init() {}

    /// What a still is asked to be; nil for a page.
    var still: StillOptions? {
        StillOptions.Format(rawValue: format.rawValue).map {
            StillOptions(format: $0, size: size ?? .usual, title: title, timezone: timezone)
        }
    }

    public var problem: String? {
        if size != nil, still == nil { return "--size needs --format svg or png; a page fits its window" }
        if basemap != nil, still != nil { return "--basemap needs --format html; a picture has no basemap" }
        guard let overlay else {
            if !frames.isEmpty { return "--frames needs --overlay" }
            return inlinesTiles ? "--inline-tiles needs --overlay" : nil
        }
        if still != nil { return "--overlay needs --format html; a picture has no overlay" }
        return overlay.problem(frames: frames, inlines: inlinesTiles)
    }

    public func problem(with common: CommonOptions) -> String? {
        common.passThrough ? "map does not support --pass-through: its output is a page or a picture" : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
        if case .archive(let path) = basemap { named.read([path], as: "--basemap") }
        if case .archive(let path)? = overlay { named.read([path], as: "--overlay") }
    }

    // MARK: As it is written

    /// What `--basemap` says for none.
    public static let noBasemap = "none"

    /// The server or the archive that `--basemap` names; nil for none.
    public static func basemap(_ text: String) throws(UnusableOption) -> Basemap? {
        if text == noBasemap { return nil }
        if !MapBasemap.isAddress(text), GroundArchive.isNamed(text) { return .archive(text) }
        do {
            return .server(try MapBasemap(template: text))
        } catch {
            throw UnusableOption("--basemap: \(error.message)")
        }
    }

    /// The pixels that `--size` names.
    public static func size(_ text: String) throws(UnusableOption) -> StillOptions.Size {
        if let size = StillOptions.Size(text) { return size }
        throw UnusableOption("--size takes \(StillOptions.Size.rule)")
    }
}

/// A server of map pictures, by a template of their addresses.
public struct MapBasemap: Sendable, Equatable {
    /// Addresses with {z}, {x} and {y}, one for each server that {s} stands for.
    public let templates: [String]
    /// Whether rows count from the south, as {-y} asks.
    public let isTMS: Bool
    /// `https://tile.example.org`, for each of them: what the page may connect to, and nothing else.
    public let origins: [String]

    private static let schemes = ["https://", "http://"]

    /// Whether a text is an address rather than a path.
    static func isAddress(_ text: String) -> Bool { schemes.contains { text.hasPrefix($0) } }

    /// What is wrong with a template.
    public struct Fault: Error {
        public let message: String
    }

    /// - Parameter template: `https://tile.example.org/{z}/{x}/{y}.png`; {s} stands for a, b and c.
    /// - Throws: `Fault` where the address is none that a page can ask, or names no tile.
    public init(template: String) throws(Fault) {
        let bytes = Array(template.utf8)
        // Nothing that would end the address, or a directive of the page's policy, may stand in it.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"'<>\\^`|;,".utf8.contains($0) }) else {
            throw Fault(message: "'\(template)' contains a character that is not allowed in an address")
        }
        guard let scheme = MapBasemap.schemes.first(where: { template.hasPrefix($0) }) else {
            throw Fault(
                message: "'\(template)' is neither a template that begins with https:// or http://, nor a .pmtiles or "
                    + ".mbtiles file, nor the word none")
        }
        let isTMS = template.contains("{-y}")
        let hasQuadkey = template.contains("{quadkey}")
        guard
            hasQuadkey || (template.contains("{z}") && template.contains("{x}") && (template.contains("{y}") || isTMS))
        else { throw Fault(message: "'\(template)' has no {z}, {x} and {y}") }
        let plain = template.replacing("{-y}", by: "{y}")
        let servers = plain.contains("{s}") ? ["a", "b", "c"].map { plain.replacing("{s}", by: $0) } : [plain]
        var origins: [String] = []
        for server in servers {
            let host = server.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard !host.isEmpty, !host.contains("{"), !host.contains("@"), !host.contains("*") else {
                throw Fault(message: "'\(template)' has no host name")
            }
            origins.append(scheme + host)
        }
        templates = servers
        self.isTMS = isTMS
        self.origins = origins
    }

    /// The first server's name.
    var host: String { origins[0].split(separator: "/").last.map(String.init) ?? "" }

    /// What is shown at the map's edge, as the owners of the pictures ask.
    var attribution: String {
        return host.hasSuffix("openstreetmap.org") ? "© OpenStreetMap contributors" : "Basemap: \(host)"
    }
}

extension String {
    /// The text with every `part` replaced.
    fileprivate func replacing(_ part: String, by other: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            result += rest[..<range.lowerBound] + other
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
