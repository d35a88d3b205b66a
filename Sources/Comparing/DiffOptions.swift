import StageKit

/// What `diff` compares, and how.
public struct DiffOptions: StageOptions {
    public enum Format: String, OutputFormat {
        case ndjson, csv, parquet, table

        public var gloss: String? { self == .table ? "text" : nil }
    }

    /// What `--match-trips` takes: how trips whose ids differ are known for the same.
    public enum TripMatch: String, CaseIterable, Sendable {
        /// By route, direction, service days, stops and times.
        case patternTimes = "pattern-times"
    }

    /// What `--by` takes: of what figures are compared in place of rows.
    public enum Sums: String, CaseIterable, Sendable {
        case routeID = "route_id"
    }

    /// Zips, folders, stores, URLs or files of records; one may be `-` for standard input.
    public var old = ""
    public var new = "-"
    public var tripMatch: TripMatch?
    public var sums: Sums?
    public var format = Format.ndjson

    public init() {}

    public var problem: String? {
        if old == "-", new == "-" { return "OLD and NEW cannot both be standard input" }
        if sums != nil, tripMatch != nil {
            return "--match-trips has no place beside --by: figures of routes do not depend on the ids of trips"
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough else { return nil }
        return "--pass-through has no place here: what is no part of the feeds would be told of as if it were"
    }

    public func namedFiles(in world: World) -> NamedFiles {
        var named = NamedFiles()
        named.readFeed(old, as: "OLD")
        named.readFeed(new, as: "NEW")
        return named
    }
}
