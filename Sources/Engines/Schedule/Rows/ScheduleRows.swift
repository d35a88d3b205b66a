import Contract
import NDJSON
import StageKit

/// Turns records of a schedule, whatever their source, into typed rows.
///
/// A row is a view of the record at hand: it reads a column when it is asked for it, so that a stage pays for the columns
/// that it uses. Each question about a value has its one answer here: what an id is, what a place in a trip is, what a
/// position is, which numbers of an enumeration count. Values that break their type are reported once and count as
/// absent.
///
/// Which row of a repeated key counts is settled before rows come here: see `FeedWatch` for records and `DuplicateRows`
/// for archives.
public struct ScheduleRows {
    @usableFromInline package let values: ColumnReader

    package init(_ diagnostics: Diagnostics) { values = ColumnReader(diagnostics) }

    package func agency(_ record: Record) -> AgencyRow { AgencyRow(record, values, TableNames.agency) }
    package func stop(_ record: Record) -> StopRow { StopRow(record, values, TableNames.stops) }
    package func route(_ record: Record) -> RouteRow { RouteRow(record, values, TableNames.routes) }
    package func trip(_ record: Record) -> TripRow { TripRow(record, values, TableNames.trips) }
    package func frequency(_ record: Record) -> FrequencyRow { FrequencyRow(record, values, TableNames.frequencies) }
    package func week(_ record: Record) -> WeekRow { WeekRow(record, values, TableNames.calendar) }
    package func exception(_ record: Record) -> ExceptionRow { ExceptionRow(record, values, TableNames.calendarDates) }

    @inlinable @inline(__always)
    public func stopTime(_ record: Record) -> StopTimeRow { StopTimeRow(record) }

    @inlinable @inline(__always)
    public func shapePoint(_ record: Record) -> ShapePointRow { ShapePointRow(record) }
}

/// A row of a table with few rows: its record, and the reader of its values.
package struct ScheduleRow<File: ScheduleTable> {
    package let record: Record
    let values: ColumnReader

    init(_ record: Record, _ values: ColumnReader, _ table: String) {
        self.record = record
        self.values = values
        values.begin(record, table: table)
    }
}

extension Record {
    /// An id: a text that is not empty, or a number as it is written; nil for anything else.
    ///
    /// The bytes are valid until the next id with escapes is asked for.
    @inlinable @inline(__always)
    public func id<M, P: RecordPresence>(_ column: Column<M, Text, P>) -> UnsafeRawBufferPointer? {
        let value = self[column]
        switch value.kind {
        case .string:
            guard let text = text(column), text.count > 0 else { return nil }
            return text
        case .number: return value.inside
        case .absent, .null, .bool, .array, .object: return nil
        }
    }

    /// The place of a row among those of its trip or shape, as stop_sequence and shape_pt_sequence give it; nil for what
    /// is no whole number from 0 to 4,294,967,295.
    @inlinable @inline(__always)
    public func place<M, P: RecordPresence>(_ column: Column<M, Whole, P>) -> UInt32? {
        self[column].integer.flatMap { UInt32(exactly: $0) }
    }
}
