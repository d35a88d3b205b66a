import Contract
import NDJSON
import StageKit
import TimeZones

/// A row of stop_times.txt.
///
/// It is a view of the record at hand, which outlives it, and counts no reference to it: each of millions of rows would
/// be counted up and down. What has something to report is told the reader that reports.
public struct StopTimeRow {
    @usableFromInline let kept: Unmanaged<Record>
    @usableFromInline static let columns = Tables.StopTimes.columns

    @inlinable @inline(__always)
    package init(_ record: Record) { kept = .passUnretained(record) }

    /// Lends the record.
    @inlinable @inline(__always)
    func lend<Result>(_ body: (Record) -> Result) -> Result { kept._withUnsafeGuaranteedRef(body) }

    @inlinable @inline(__always)
    public var tripID: UnsafeRawBufferPointer? { lend { $0.id(StopTimeRow.columns.tripID) } }

    @inlinable @inline(__always)
    public var stopID: UnsafeRawBufferPointer? { lend { $0.id(StopTimeRow.columns.stopID) } }

    /// The stop_sequence, a whole number from 0; a row without one belongs to no trip.
    @inlinable @inline(__always)
    public var sequence: Int? {
        lend { $0[StopTimeRow.columns.stopSequence].integer.flatMap { $0 < 0 ? nil : $0 } }
    }

    /// The stop_sequence in 32 bits; nil above 4,294,967,295.
    @inlinable @inline(__always)
    public var place: UInt32? { lend { $0.place(StopTimeRow.columns.stopSequence) } }

    /// Seconds of the service day.
    @inlinable @inline(__always)
    public var arrival: Int? { lend { StopTimeRow.seconds($0[StopTimeRow.columns.arrivalTime]) } }

    /// Seconds of the service day.
    @inlinable @inline(__always)
    public var departure: Int? { lend { StopTimeRow.seconds($0[StopTimeRow.columns.departureTime]) } }

    /// shape_dist_traveled, in the unit of the feed.
    @inlinable @inline(__always)
    public var shapeDistance: Double? { lend { $0[StopTimeRow.columns.shapeDistTraveled].double } }

    /// Whether the row refers to a location or location group.
    @inlinable @inline(__always)
    public var isArea: Bool {
        lend { $0[StopTimeRow.columns.locationID].isPresent || $0[StopTimeRow.columns.locationGroupID].isPresent }
    }

    @inlinable @inline(__always)
    public func headsign(_ rows: ScheduleRows) -> String? {
        guard lend({ $0[StopTimeRow.columns.stopHeadsign].isPresent }) else { return nil }
        return named(StopTimeRow.columns.stopHeadsign, rows)
    }

    /// 0 regular (also if empty), 1 none, 2 by phone, 3 with the driver.
    @inlinable @inline(__always)
    public func pickupType(_ rows: ScheduleRows) -> UInt8 { boarding(StopTimeRow.columns.pickupType, rows) }

    @inlinable @inline(__always)
    public func dropOffType(_ rows: ScheduleRows) -> UInt8 { boarding(StopTimeRow.columns.dropOffType, rows) }

    /// 0 approximate, 1 exact; -1 if empty.
    @inlinable @inline(__always)
    public func timepoint(_ rows: ScheduleRows) -> Int8 {
        guard lend({ $0[StopTimeRow.columns.timepoint].isPresent }) else { return -1 }
        return named(StopTimeRow.columns.timepoint, rows).flatMap { Int8(exactly: $0) } ?? -1
    }

    /// A time in seconds of the service day; nil if invalid.
    @inlinable @inline(__always)
    static func seconds(_ value: JSONValue) -> Int? {
        value.kind == .string ? ScheduleTime.seconds(value.inside) : nil
    }

    @inlinable @inline(__always)
    func boarding(_ column: Column<Tables.StopTimes, Enumerated, IfKnown>, _ rows: ScheduleRows) -> UInt8 {
        let value = lend { $0[column] }
        guard value.isPresent else { return 0 }
        if value.kind == .number, let number = value.integer { return UInt8(clamping: number) }
        return UInt8(clamping: named(column, rows) ?? 0)
    }

    /// A value that may produce a finding.
    @usableFromInline
    func named<V: ColumnValue>(_ column: Column<Tables.StopTimes, V, IfKnown>, _ rows: ScheduleRows) -> V.Value? {
        lend { rows.values.begin($0, table: TableNames.stopTimes) }
        return rows.values[column]
    }

    /// Reports that the row cannot be used.
    func reject(_ what: String, _ rows: ScheduleRows) {
        lend { rows.values.begin($0, table: TableNames.stopTimes) }
        rows.values.report(.warning, "unusable_stop_time", "the row has \(what); ignored in all trips")
    }
}
