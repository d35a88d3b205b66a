import StageKit
import TableFormats
import TimeZones

/// What `build-polylines` is asked to draw.
public struct BuildPolylinesOptions: StageOptions {
    /// What one line stands for.
    public enum Grouping: String, Sendable, CaseIterable {
        /// A distinct stop sequence of a route and direction.
        case pattern
        case trip
        /// A route in one direction.
        case route
        /// A piece of way with all routes that run along it.
        case way
    }

    /// What lines are drawn from.
    public enum Geometry: String, Sendable, CaseIterable {
        /// Straight segments between stops.
        case stops
        /// shapes.txt; a line whose trips have no shape is not drawn.
        case shapes
        /// shapes.txt where the trip has a shape, else the stops.
        case auto
    }

    public enum OwnFormat: String, OutputFormat {
        case geojsonl, geojson, encoded, wkt
    }

    public typealias Format = StageFormat<OwnFormat>

    public var grouping = Grouping.pattern
    public var geometry = Geometry.stops
    public var format = Format.own(.geojsonl)
    /// Decimals of a degree in encoded polylines: 5 or 6.
    public var precision = 5
    /// Decimals of a degree in coordinates, 0 to 9.
    public var digits = 6
    /// How far, in metres, a position may lie from the line it is left out of; nil keeps all.
    public var simplification: Double?
    /// How near, in metres, two ways of a route, or of all, are the same way; 0 for pieces with the same ends only, nil
    /// for the usual.
    public var sameWay: Double?
    /// The service day whose trips alone are drawn and counted; nil for all trips.
    public var date: CivilDate?
    public var pins = false
    /// The folder in which lines and pins have a file each.
    public var split: String?
    /// The only routes to draw; empty for all.
    public var routes: [String] = []
    /// The only trips to draw; empty for all.
    public var trips: [String] = []
    /// A feed that the schedule's tables come from, beside the records.
    public var feed: String?
    /// Messages, or their records, whose detours the lines follow.
    public var realtime: [String] = []
    /// Records; none is standard input, or nothing where there is a feed.
    public var files: [String] = []

    public init() {}

    static let usualSameWay = 20.0
    /// Beyond this, whole quarters would be one way, and each piece would be compared with all of them.
    private static let mostSameWay = 1000.0

    public var problem: String? {
        if precision != 5, precision != 6 { return "--precision takes 5 or 6" }
        if !(0...9).contains(digits) { return "--digits takes 0 to 9" }
        if let simplification, !(simplification >= 0 && simplification.isFinite) {
            return "--simplify takes a number of metres, 0 or more"
        }
        if let sameWay {
            guard sameWay >= 0, sameWay <= BuildPolylinesOptions.mostSameWay else {
                return "--same-way takes 0 to \(Int(BuildPolylinesOptions.mostSameWay)) metres"
            }
            if grouping != .route, grouping != .way {
                return "--same-way needs --by route or --by way"
            }
            if grouping == .way, sameWay == 0 { return "--same-way must be more than 0 metres with --by way" }
        }
        if split == "" { return "--split takes a folder name" }
        if split != nil, fileFormat == nil {
            return "--split needs --format geojsonl, \(TableFormat.words), not \(format.rawValue)"
        }
        if pins, split == nil, format.table != nil {
            return
                "a file of \(format.rawValue) holds one table; remove --pins, write one file per table with --split, or choose "
                + "another --format"
        }
        return nil
    }

    /// What the files of a folder are.
    var fileFormat: RecordFormat? {
        switch format {
        case .own(.geojsonl): .ndjson
        case .table(let format): .table(format)
        case .own: nil
        }
    }

    public func problem(with common: CommonOptions) -> String? {
        if split != nil { return common.output == nil ? nil : SplitFolder.conflictWithOutput }
        guard common.passThrough, format == .own(.geojson) || format.table != nil else { return nil }
        return "--pass-through needs --format geojsonl, encoded or wkt"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(realtime, as: "--realtime")
        named.read(files.isEmpty && feed == nil ? ["-"] : files)
    }

    // MARK: As it is written

    /// The day that `--date` names.
    public static func date(_ text: String) throws(UnusableOption) -> CivilDate {
        if let date = CivilDate(written: text) { return date }
        throw UnusableOption("--date: '\(text)' is not a date in the form YYYYMMDD")
    }
}
