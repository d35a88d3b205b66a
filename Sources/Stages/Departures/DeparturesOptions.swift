import StageKit
import TimeZones

public struct DeparturesOptions {
    public enum Format: String, CaseIterable, Sendable {
        case ndjson, csv, table
    }

    /// A zip, a folder, a store or a file of records.
    public var feed = ""
    public var stops: [String] = []
    public var at: WrittenTime?
    /// Seconds that the board looks ahead.
    public var horizon = 7200
    public var limit: Int?
    /// Only these routes; all where empty.
    public var routes: [String] = []
    public var includesCanceled = false
    /// The share of realtime's trips that must match.
    public var minimumMatch: Double?
    public var format = Format.ndjson
    /// Of `Format.table`: the width of its lines, and whether they have colours.
    public var columns = 80
    public var hasColor = false
    /// Files of realtime records; nil reads none.
    public var realtime: [String]?

    public init() {}
}
