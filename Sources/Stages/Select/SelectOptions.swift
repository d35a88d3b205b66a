import Geometry
import StageKit

/// What `select` is asked to cut out. What is asked for by several options must hold together; of an option's values one
/// is enough.
public struct SelectOptions: StageOptions {
    /// Trips of these routes; all where empty.
    public var routes: [String] = []
    public var agencies: [String] = []
    public var trips: [String] = []
    /// Trips that call at one of these; a station stands for its platforms.
    public var stops: [String] = []
    /// Trips that run on a day of these, in days after 1970-01-01.
    public var dates: ClosedRange<Int>?
    /// Trips that call inside.
    public var box: Bounds?
    /// A file of GeoJSON with polygons: trips that call inside of one.
    public var area: String?
    /// Whether trips are cut to the stops that `stops`, `box` and `area` name.
    public var clips = false
    /// The folder in which each table has a file of its own.
    public var split: String?
    public var format = RecordFormat.ndjson
    /// A zip, a folder, a store or a file of records; nil for `files`.
    public var feed: String?
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    var choosesPlaces: Bool { !stops.isEmpty || box != nil || area != nil }
    var choosesNothing: Bool {
        routes.isEmpty && agencies.isEmpty && trips.isEmpty && dates == nil && !choosesPlaces
    }

    public var problem: String? {
        if feed != nil, !files.isEmpty { return "--feed and FILE cannot be combined; give one of them" }
        if clips, !choosesPlaces { return "--clip needs --stop, --bbox or --area" }
        if area == "-" { return "--area takes a file name" }
        if split == "" { return "--split takes a folder name" }
        if split == nil, format != .ndjson {
            return "--format \(format.rawValue) writes one file per table; name their folder with --split"
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        if choosesNothing, common.conditions.isEmpty {
            return "a selection is required: --route, --agency, --trip, --stop, --date, --bbox, --area or --where"
        }
        return split != nil && common.output != nil ? SplitFolder.conflictWithOutput : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        if let area { named.read([area], as: "--area") }
        if feed == nil { named.read(files.isEmpty ? ["-"] : files) }
    }
}
