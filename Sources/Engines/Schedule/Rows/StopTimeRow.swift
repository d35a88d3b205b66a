import Contract
import NDJSON
import StageKit
import TimeZones

/// A row of stop_times.txt.
///
/// It holds nothing but its record: a reference more would cost each of millions of rows a count up and down. What has
/// something to report is told the reader that reports.
public struct StopTimeRow {
    public let record: Record
    @usableFromInline static let columns = Tables.StopTimes.columns

    @inlinable @inline(__always)
    init(_ record: Record) { self.record = record }

    @inlinable @inline(__always)
    public var tripID: UnsafeRawBufferPointer? { record.id(StopTimeRow.columns.tripID) }

    @inlinable @inline(__always)
    public var stopID: UnsafeRawBufferPointer? { record.id(StopTimeRow.columns.stopID) }

    /// stop_sequence, any whole number from 0; a row without one is no part of any trip.
    @inlinable @inline(__always)
    public var sequence: Int? { record[StopTimeRow.columns.stopSequence].integer.flatMap { $0 < 0 ? nil : $0 } }

    /// The same for those who keep 32 bits of it; nil past 4,294,967,295.
    @inlinable @inline(__always)
    public var place: UInt32? { record.place(StopTimeRow.columns.stopSequence) }

    /// Seconds of the service day.
    @inlinable @inline(__always)
    public var arrival: Int? { StopTimeRow.seconds(record[StopTimeRow.columns.arrivalTime]) }

    /// Seconds of the service day.
    @inlinable @inline(__always)
    public var departure: Int? { StopTimeRow.seconds(record[StopTimeRow.columns.departureTime]) }

    /// shape_dist_traveled, in the unit of the feed.
    @inlinable @inline(__always)
    public var shapeDistance: Double? { record[StopTimeRow.columns.shapeDistTraveled].double }

    /// Whether it names an area or a group of stops.
    @inlinable @inline(__always)
    public var isArea: Bool {
        record[StopTimeRow.columns.locationID].isPresent || record[StopTimeRow.columns.locationGroupID].isPresent
    }

    @inlinable @inline(__always)
    public func headsign(_ rows: ScheduleRows) -> String? {
        guard record[StopTimeRow.columns.stopHeadsign].isPresent else { return nil }
        return named(StopTimeRow.columns.stopHeadsign, rows)
    }

    /// 0 regular, as where nothing is given, 1 none, 2 by phone, 3 with the driver.
    @inlinable @inline(__always)
    public func pickupType(_ rows: ScheduleRows) -> UInt8 { boarding(StopTimeRow.columns.pickupType, rows) }

    @inlinable @inline(__always)
    public func dropOffType(_ rows: ScheduleRows) -> UInt8 { boarding(StopTimeRow.columns.dropOffType, rows) }

    /// 0 approximate, 1 exact; -1 where nothing is given.
    @inlinable @inline(__always)
    public func timepoint(_ rows: ScheduleRows) -> Int8 {
        guard record[StopTimeRow.columns.timepoint].isPresent else { return -1 }
        return named(StopTimeRow.columns.timepoint, rows).flatMap { Int8(exactly: $0) } ?? -1
    }

    /// Seconds of the service day; nil for what is no time.
    @inlinable @inline(__always)
    static func seconds(_ value: JSONValue) -> Int? {
        value.kind == .string ? ScheduleTime.seconds(value.inside) : nil
    }

    @inlinable @inline(__always)
    func boarding(_ column: Column<Tables.StopTimes, Enumerated, IfKnown>, _ rows: ScheduleRows) -> UInt8 {
        let value = record[column]
        guard value.isPresent else { return 0 }
        if value.kind == .number, let number = value.integer { return UInt8(clamping: number) }
        return UInt8(clamping: named(column, rows) ?? 0)
    }

    /// A value of which there may be something to report.
    @usableFromInline
    func named<V: ColumnValue>(_ column: Column<Tables.StopTimes, V, IfKnown>, _ rows: ScheduleRows) -> V.Value? {
        rows.values.begin(record, table: TableNames.stopTimes)
        return rows.values[column]
    }

    /// Reports that the row cannot be used.
    func reject(_ what: String, _ rows: ScheduleRows) {
        rows.values.begin(record, table: TableNames.stopTimes)
        rows.values.report(.warning, "unusable_stop_time", "the row has \(what); ignored in all trips")
    }
}
