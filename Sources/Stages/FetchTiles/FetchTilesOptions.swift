import Addresses
import Geometry
import MapTiles
import StageKit
import TileFiles
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
    public var jobs = ServerTiles.jobs
    /// Requests to one host at once, unless it is this machine.
    public var jobsPerHost = ServerTiles.jobsPerHost
    /// Tries after the first that failed.
    public var retries = ServerTiles.retries
    /// Nanoseconds without progress.
    public var timeout = ServerTiles.patience
    /// More tiles than this are asked for by mistake.
    public var maxTiles = 100_000
    /// Records of `tiles`; none is standard input.
    public var files: [String] = []
    public var format = RecordFormat.ndjson

    public init() {}

    public var problem: String? {
        guard let template else {
            return "--template is required, as in 'https://tiles.example.com/{z}/{x}/{y}.png'"
        }
        if let problem = TileAddress.problem(of: template, frames: frames, option: "--template") { return problem }
        if template.hasFrame, frames.isEmpty { return "--template has {frame}: name the frames with --frames" }
        if !template.hasFrame, !frames.isEmpty { return "--frames needs {frame} in --template" }
        if !frames.isEmpty, output?.isPMTiles == true {
            return "--into: PMTiles archives cannot hold frames; name a folder or an .mbtiles file"
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

    public func problem(with common: CommonOptions) -> String? { format.problem(with: common) }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
        named.write(output?.path, as: "--into")
        named.write(cache, as: "--cache")
    }

    /// Reads `--template`.
    /// - Throws: `UnusableOption`.
    public static func template(_ text: String) throws(UnusableOption) -> TileTemplate {
        do throws(TileProblem) {
            return try TileTemplate(text)
        } catch {
            throw UnusableOption("--template '\(AddressWithoutSecrets(text).description)': \(error.reason)")
        }
    }

    /// Reads `--frames`: a range of numbers, or names with commas between them.
    /// - Throws: `UnusableOption`.
    public static func frames(_ text: String) throws(UnusableOption) -> [TileFrame] {
        do throws(TileProblem) {
            return try TileFrame.list(text)
        } catch {
            throw UnusableOption("--frames \(error.reason)")
        }
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
