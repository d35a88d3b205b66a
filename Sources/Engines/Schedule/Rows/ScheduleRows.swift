import Contract
import NDJSON
import StageKit

/// Converts records of a schedule from any source to typed rows.
///
/// A row is a view of the current record: it reads a column on demand, so that a stage pays only for the columns that
/// it uses. The rules for values are defined once here: ids, sequence numbers, positions, enumerations. Invalid values
/// are reported once and count as missing.
///
/// The choice among rows with the same key is made before this point: see `FeedWatch` for records and `DuplicateRows`
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
    /// An id: a non-empty text, or a number as written; nil for other values.
    ///
    /// The bytes are valid until the next id with escapes is read.
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

    /// The sequence number of a row in its trip or shape (stop_sequence, shape_pt_sequence); nil unless it is a whole
    /// number from 0 to 4,294,967,295.
    @inlinable @inline(__always)
    public func place<M, P: RecordPresence>(_ column: Column<M, Whole, P>) -> UInt32? {
        self[column].integer.flatMap { UInt32(exactly: $0) }
    }
}
