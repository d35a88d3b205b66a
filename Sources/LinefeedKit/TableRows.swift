@_exported import Contract
import Schedule
import StageKit

/// The rows of a table in the order in which the feed has them.
public struct TableRows<T: Table>: RandomAccessCollection, Sendable {
    private let rows: [TableRow<T>]
    /// What was noticed: rows that were left out, values that broke their type.
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
    /// All rows of a file of the reference, `Tables.Stops.self` for instance; none if the feed lacks it.
    ///
    /// Memory: some 20 bytes a column and the row's text. Of the large files, stop_times and shapes, `forEachRow` keeps
    /// none.
    /// - Throws: `FeedError`, as `forEachRow` does.
    public func rows<T: ScheduleTable>(of table: T.Type) throws(FeedError) -> TableRows<T> {
        var rows: [TableRow<T>] = []
        let findings = try forEachRow(of: table) { rows.append($0) }
        return TableRows(rows, findings)
    }

    /// Hands over the rows of a file one by one, and returns what was noticed.
    ///
    /// - Throws: `FeedError`: `missing` for a feed that is gone, `unusable` for one that is not a feed, `wrongRequest` for
    ///   locations.geojson, which has no rows; and of kind `failed` what `take` throws, unless that is a `FeedError`.
    @discardableResult
    public func forEachRow<T: ScheduleTable>(
        of table: T.Type, _ take: (TableRow<T>) throws -> Void
    ) throws(FeedError) -> [FeedFinding] {
        guard !T.description.isFeature else {
            throw FeedError(.wrongRequest, "\(T.file.fileName) has features, not rows", file: path)
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
