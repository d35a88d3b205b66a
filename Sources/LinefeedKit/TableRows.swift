@_exported import Contract
import Schedule
import StageKit

/// The rows of a table, in the order of the feed.
public struct TableRows<T: Table>: RandomAccessCollection, Sendable {
    private let rows: [TableRow<T>]
    /// Findings about the table, for example skipped rows and values of the wrong type.
    public let findings: [FeedFinding]

    init(_ rows: [TableRow<T>], _ findings: [FeedFinding]) {
        self.rows = rows
        self.findings = findings
    }

    public var startIndex: Int { rows.startIndex }
    public var endIndex: Int { rows.endIndex }
    public subscript(position: Int) -> TableRow<T> { rows[position] }
}

extension Feed {
    /// Returns all rows of a GTFS file, for example `Tables.Stops.self`; no rows if the feed lacks the file.
    ///
    /// Memory: about 20 bytes for each column, plus the text of the rows. For large files such as stop_times and
    /// shapes, use `forEachRow(of:_:)`, which keeps no rows.
    /// - Throws: `FeedError`, like `forEachRow(of:_:)`.
    public func rows<T: ScheduleTable>(of table: T.Type) throws(FeedError) -> TableRows<T> {
        var rows: [TableRow<T>] = []
        let findings = try forEachRow(of: table) { rows.append($0) }
        return TableRows(rows, findings)
    }

    /// Calls a closure with each row of a GTFS file and returns the findings.
    ///
    /// - Throws: `FeedError`: `missing` if the feed no longer exists, `unusable` if it is not a feed, `wrongRequest`
    ///   for locations.geojson, which has no rows, and `failed` if `take` throws an error that is not a `FeedError`.
    @discardableResult
    public func forEachRow<T: ScheduleTable>(
        of table: T.Type, _ take: (TableRow<T>) throws -> Void
    ) throws(FeedError) -> [FeedFinding] {
        guard !T.description.isFeature else {
            throw FeedError(.wrongRequest, "\(T.file.fileName) holds GeoJSON features, not rows", file: path)
        }
        let reading = try Reading(path, stage: "rows")
        try reading.answer { context in
            try withoutActuallyEscaping(take) { take in
                var taking = RowTaking<T>(take)
                try context.readFeed(path, to: &taking)
            }
        }
        return reading.findings
    }
}
