import Addresses
import Geometry
import MapTiles
import StageKit
import TimeZones

/// What `fetch-tiles` is asked to do.
public struct FetchTilesOptions: StageOptions {
    /// Where tiles are.
    public var template: TileTemplate?
    /// What `{frame}` stands for, one after another; none where there are no frames.
    public var frames: [TileFrame] = []
    /// The deepest zoom that there is; what is deeper is scaled.
    public var maxZoom: Int?
    public var output: TileOutput?
    /// The file that keeps answers from run to run.
    public var cache: String?
    /// Whom the tiles are owed to.
    public var attribution: String?
    /// Requests at once.
    public var jobs = 8
    /// Requests to one host at once, unless it is this machine.
    public var jobsPerHost = 2
    /// Tries after the first that failed.
    public var retries = 3
    /// Nanoseconds without progress.
    public var timeout = TimeSpan(seconds: 20).nanoseconds
    /// More tiles than this are asked for by mistake.
    public var maxTiles = 100_000
    /// Records of `tiles`; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? {
        guard let template else {
            return "name the tiles with --template, as in 'https://tiles.example/{z}/{x}/{y}.png'"
        }
        if let problem = FetchTilesOptions.problem(of: template, frames) { return problem }
        if template.hasFrame, frames.isEmpty { return "--template has {frame}: name the frames with --frames" }
        if !template.hasFrame, !frames.isEmpty { return "--frames goes with {frame} in --template" }
        if !frames.isEmpty, output?.isPMTiles == true {
            return "--into: PMTiles have no frames; name a folder or a file that ends in .mbtiles"
        }
        for (name, value, range) in [
            ("--jobs", jobs, 1...64), ("--jobs-per-host", jobsPerHost, 1...64), ("--retries", retries, 0...1000),
            ("--max-tiles", maxTiles, 1...1 << 40), ("--max-zoom", maxZoom ?? 0, 0...Tile.deepest),
        ] where !range.contains(value) {
            return "\(name) takes a number from \(range.lowerBound) to \(range.upperBound)"
        }
        for (name, path) in [("--into", output?.path), ("--cache", cache)] where path == "" || path == "-" {
            return "\(name) takes the name of a file\(name == "--into" ? " or folder" : "")"
        }
        return nil
    }

    /// What is wrong with where the tiles are.
    private static func problem(of template: TileTemplate, _ frames: [TileFrame]) -> String? {
        let shown = PrintableAddress(template.text).description
        if TileAddress.isFile(template.text) {
            return TileAddress.namesHost(template.text)
                ? "--template '\(shown)' names another machine: a file's address is file:folder/… or file:///folder/…"
                : nil
        }
        // A frame's name may be a part of the host's.
        for frame in frames.isEmpty ? ["0"] : frames.map(\.name) {
            guard let address = WebAddress(template.address(of: Tile(z: 0, x: 0, y: 0), frame: frame)) else {
                return "--template takes an http:, https: or file: address, not '\(shown)'"
            }
            guard !TileAddress.forbidsArchives(address.host) else {
                return
                    "--template: \(address.host) does not allow archives and bulk downloads of its tiles "
                    + "(https://operations.osmfoundation.org/policies/tiles/); use a server that does, or one of your own"
            }
        }
        return nil
    }

    public func namedFiles(in world: World) -> NamedFiles {
        var named = NamedFiles()
        named.read(files.isEmpty ? ["-"] : files)
        named.write(output?.path, as: "--into")
        named.write(cache, as: "--cache")
        return named
    }

    /// Reads `--template`.
    /// - Throws: `UnusableOption`.
    public static func template(_ text: String) throws(UnusableOption) -> TileTemplate {
        do throws(TileProblem) {
            return try TileTemplate(text)
        } catch {
            throw UnusableOption("--template '\(PrintableAddress(text).description)': \(error.reason)")
        }
    }

    /// The most frames that a range may have.
    private static let frameLimit = 100_000

    /// Reads `--frames`: a range of numbers, or names with commas between them.
    /// - Throws: `UnusableOption`.
    public static func frames(_ text: String) throws(UnusableOption) -> [TileFrame] {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.compactMap { end in
            !end.isEmpty && end.utf8.count < 10 && end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
        }
        if ends.count == 2, numbers.count == 2 {
            guard numbers[0] <= numbers[1], numbers[1] - numbers[0] < frameLimit else {
                throw UnusableOption("--frames: '\(text)' is no range of frames")
            }
            return (numbers[0]...numbers[1]).map { TileFrame(String($0)) }
        }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var seen: Set<String> = []
        for name in names {
            // A name becomes a folder's: it must not lead out of the one it lies in.
            let isName =
                !name.isEmpty && name.utf8.count <= 100 && name.utf8.first != UInt8(ascii: ".")
                && name.utf8.allSatisfy { WebAddress.isAlphanumeric($0) || "._-".utf8.contains($0) }
            guard isName, name != "metadata.json" else {
                throw UnusableOption(
                    "--frames takes numbers as in 0-11, or names of letters, digits, '.', '-' and '_' with commas between "
                        + "them; not '\(name)'")
            }
            guard seen.insert(name).inserted else { throw UnusableOption("--frames names '\(name)' twice") }
        }
        return names.map { TileFrame($0) }
    }

    /// Reads `--timeout`.
    /// - Throws: `UnusableOption`.
    public static func span(_ text: String, _ option: String) throws(UnusableOption) -> UInt64 {
        guard let span = TimeSpan(text), span > .zero else {
            throw UnusableOption("\(option) takes a time such as 250ms, 15s or 5m; not '\(text)'")
        }
        return span.nanoseconds
    }
}
