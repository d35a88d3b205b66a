import Reports
import StageKit

/// What `stringline` is asked to do.
public struct StringlineOptions: StageOptions {
    public enum Format: String, OutputFormat {
        case svg, png, html

        public var gloss: String? {
            switch self {
            case .svg, .png: "a picture"
            case .html: "a page"
            }
        }
    }

    /// The route_id that is drawn.
    public var route = ""
    /// 0 or 1; nil for a picture of each.
    public var direction: Int?
    /// A schedule whose runs are drawn too, seen or not.
    public var feed: String?
    /// Its days are not looked at: a picture has one.
    public var window = ReportWindow()
    public var format: Format = .svg
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? {
        if route.isEmpty { return "--route is required: it names the route to draw" }
        if let direction, direction != 0, direction != 1 { return "--direction takes 0 or 1" }
        if feed == "-", files.isEmpty || files.contains("-") {
            return "--feed - reads the schedule from standard input, so records must come from files"
        }
        return window.problem
    }

    public func problem(with common: CommonOptions) -> String? {
        common.passThrough ? "stringline does not support --pass-through: its output is a picture" : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
    }
}
