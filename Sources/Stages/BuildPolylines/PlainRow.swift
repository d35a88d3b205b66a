import Containers
import Contract
import Geometry
import NDJSON
import Schedule
import StageKit

/// All that is kept of a plain stop time or shape point. Other threads make it of the row, and it reaches the stage as the
/// row's mark.
struct PlainRow {
    /// Where its trip_id or shape_id is.
    private let owner: TextRange
    let sequence: UInt32
    private let values: (UInt64, UInt64)

    /// Bit 0 of the first word; bits 32 to 63 are the sequence.
    private static let isPlain: UInt64 = 1

    /// - Returns: nil if the values of the row must be read.
    @inline(__always)
    init?(_ mark: RowMark?) {
        guard let mark, mark.standsForValues, mark.first & PlainRow.isPlain != 0 else { return nil }
        owner = TextRange(word: mark.second)
        sequence = UInt32(mark.first >> 32)
        values = (mark.third, mark.fourth)
    }

    private init(owner: TextRange, sequence: UInt32, values: (UInt64, UInt64)) {
        self.owner = owner
        self.sequence = sequence
        self.values = values
    }

    // These are functions because an initializer would count a reference to the record.

    /// A stop time with a trip, a stop and a sequence number; nil for others, for rows with a feed_id, and if `TextRange` cannot
    /// hold an id.
    static func stopTime(_ record: Record) -> PlainRow? {
        let columns = Tables.StopTimes.columns
        guard let owner = owner(record[columns.tripID], record), let start = record.bytes.baseAddress,
            let stop = TextRange(record[columns.stopID], from: start), !stop.isEmpty,
            let sequence = StopTimeRow(record).place
        else { return nil }
        return PlainRow(owner: owner, sequence: sequence, values: (stop.word, 0))
    }

    /// A valid shape point; nil for others, for rows with a feed_id, and if `TextRange` cannot hold the id.
    static func shapePoint(_ record: Record) -> PlainRow? {
        let row = ShapePointRow(record)
        guard let owner = owner(record[Tables.Shapes.columns.shapeID], record), let point = row.position,
            let sequence = row.sequence
        else { return nil }
        return PlainRow(
            owner: owner, sequence: sequence, values: (point.latitude.bitPattern, point.longitude.bitPattern))
    }

    /// Where the id of a trip or shape is; nil for a row with a feed_id, because the mark does not say of which feed the row is.
    private static func owner(_ id: JSONValue, _ record: Record) -> TextRange? {
        guard record[Tables.AnyRecord.columns.feedID].kind == .absent, let start = record.bytes.baseAddress,
            let owner = TextRange(id, from: start), !owner.isEmpty
        else { return nil }
        return owner
    }

    var asMark: RowMark {
        RowMark(
            PlainRow.isPlain | UInt64(sequence) << 32, owner.word, values.0, values.1, standsForValues: true)
    }

    /// The trip_id or shape_id.
    @inline(__always)
    func owner(_ record: Record) -> UnsafeRawBufferPointer { owner.text(of: record) }

    /// The stop_id of a stop time.
    @inline(__always)
    func stop(_ record: Record) -> UnsafeRawBufferPointer { TextRange(word: values.0).text(of: record) }

    /// The coordinates of a shape point.
    @inline(__always)
    var point: Coordinate {
        Coordinate(latitude: Double(bitPattern: values.0), longitude: Double(bitPattern: values.1))
    }
}

/// Makes the marks of plain stop times and shape points.
final class PlainRowMarker: RowMarker {
    private let make: (Record) -> PlainRow?

    let maySpareValues = true
    let onlySparesValues = true

    /// - Returns: nil for other tables.
    init?(_ table: PolylineTable) {
        switch table {
        case .stopTimes: make = PlainRow.stopTime
        case .shapes: make = PlainRow.shapePoint
        default: return nil
        }
    }

    func mark(_ record: Record) -> RowMark { make(record)?.asMark ?? RowMark(0, 0) }
}

extension BuildPolylines: MarksRows {
    public static var keyOfMark: KeyOfMark? {
        { record in PlainRow(record.mark).map { ($0.owner(record), Int($0.sequence)) } }
    }

    public func marker(ofTable name: String) -> (any RowMarker)? {
        // Detours also need the times of stop times, which marks do not contain.
        guard detouredTrips.isEmpty else { return nil }
        return consumed.first { $0.name == name }.flatMap { PlainRowMarker($0) }
    }

    @inline(__always)
    func take(_ row: PlainRow, _ record: Record) throws {
        if consumed[record.table] == .shapes {
            let shape = schedule.shapeIDs.intern(row.owner(record), feed: 0)
            return try schedule.shapePoints.append(row.point, sequence: row.sequence, to: shape)
        }
        let trip = schedule.trip(row.owner(record), 0)
        try schedule.stopTimes.append(schedule.stop(row.stop(record), 0), sequence: row.sequence, to: trip)
    }
}
