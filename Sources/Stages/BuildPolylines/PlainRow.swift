import Containers
import Contract
import Geometry
import NDJSON
import Schedule
import StageKit

/// What the stage needs of a plain stop time, shape point or trip. Other threads extract it from the row, and the row's mark
/// carries it to the stage.
struct PlainRow {
    /// Where its trip_id or shape_id is.
    private let owner: TextRange
    /// 0 for a trip.
    let sequence: UInt32
    /// The hash of a trip's id; nil for a stop time or shape point.
    let hash: IdentifierHash?
    private let values: (UInt64, UInt64)

    /// Bit 0 of the first word; bits 32 to 63 are the sequence. Bits 0 to 31 of the second word are the owner's `TextRange`; in
    /// the mark of a trip, bits 32 to 63 are the hash of its id.
    private static let isPlain: UInt64 = 1
    /// Bit 1 of the first word.
    private static let isTrip: UInt64 = 2

    /// - Returns: nil if the values of the row must be read.
    @inline(__always)
    init?(_ mark: RowMark?) {
        guard let mark, mark.standsForValues, mark.first & PlainRow.isPlain != 0 else { return nil }
        owner = TextRange(word: mark.second)
        sequence = UInt32(mark.first >> 32)
        hash = PlainRow.hash(mark)
        values = (mark.third, mark.fourth)
    }

    /// The hash of the id in the mark of a trip; nil for any other mark.
    @inline(__always)
    static func hash(_ mark: RowMark) -> IdentifierHash? {
        mark.first & isTrip == 0 ? nil : IdentifierHash(UInt32(mark.second >> 32))
    }

    private init(owner: TextRange, sequence: UInt32, hash: IdentifierHash? = nil, values: (UInt64, UInt64)) {
        self.owner = owner
        self.sequence = sequence
        self.hash = hash
        self.values = values
    }

    // These are functions because an initializer would count a reference to the record.

    /// A stop time with a trip, a stop and a sequence number; nil for others, for rows with a feed_id, and if `TextRange` cannot
    /// hold an id.
    @inline(__always)
    static func stopTime(_ record: Record) -> PlainRow? {
        let columns = Tables.StopTimes.columns
        guard let owner = owner(record[columns.tripID], record), let start = record.bytes.baseAddress,
            let stop = TextRange(record[columns.stopID], from: start), !stop.isEmpty,
            let sequence = StopTimeRow(record).place
        else { return nil }
        return PlainRow(owner: owner, sequence: sequence, values: (stop.word, 0))
    }

    /// A valid shape point; nil for others, for rows with a feed_id, and if `TextRange` cannot hold the id.
    @inline(__always)
    static func shapePoint(_ record: Record) -> PlainRow? {
        let row = ShapePointRow(record)
        guard let owner = owner(record[Tables.Shapes.columns.shapeID], record), let point = row.position,
            let sequence = row.sequence
        else { return nil }
        return PlainRow(
            owner: owner, sequence: sequence, values: (point.latitude.bitPattern, point.longitude.bitPattern))
    }

    /// A trip that has a trip_id, whose other ids are strings or absent, and whose direction_id is 0, 1 or absent. Nil for any
    /// other row, for a row with a feed_id, and if `TextRange` cannot hold an id.
    static func trip(_ record: Record) -> PlainRow? {
        let columns = Tables.Trips.columns
        guard let owner = owner(record[columns.tripID], record), let route = id(record[columns.routeID], record),
            let shape = id(record[columns.shapeID], record), let service = id(record[columns.serviceID], record),
            let direction = direction(record[columns.directionID])
        else { return nil }
        return PlainRow(
            owner: owner, sequence: 0, hash: IdentifierHash(owner.text(of: record), feed: 0),
            values: (route.word | shape.word << 32, service.word | direction << 32))
    }

    /// The direction: 0 or 1, or 2 if it is absent; nil for any other value.
    private static func direction(_ value: JSONValue) -> UInt64? {
        if value.kind == .absent { return 2 }
        guard value.kind == .number, let number = value.integer, (0...1).contains(number) else { return nil }
        return UInt64(number)
    }

    /// Where an id is; `TextRange.none` if it is absent, and nil for another value than a string.
    private static func id(_ value: JSONValue, _ record: Record) -> TextRange? {
        if value.kind == .absent { return TextRange.none }
        return record.bytes.baseAddress.flatMap { TextRange(value, from: $0) }
    }

    /// Where the id of a trip or shape is; nil for a row with a feed_id, because the mark does not say of which feed the row is.
    private static func owner(_ id: JSONValue, _ record: Record) -> TextRange? {
        guard record[Tables.AnyRecord.columns.feedID].kind == .absent, let start = record.bytes.baseAddress,
            let owner = TextRange(id, from: start), !owner.isEmpty
        else { return nil }
        return owner
    }

    @inline(__always)
    func write(to mark: inout RowMark) {
        mark.first = PlainRow.isPlain | (hash == nil ? 0 : PlainRow.isTrip) | UInt64(sequence) << 32
        mark.second = owner.word | UInt64(hash?.value ?? 0) << 32
        (mark.third, mark.fourth) = values
        mark.standsForValues = true
    }

    /// The trip_id or shape_id.
    @inline(__always)
    func owner(_ record: Record) -> UnsafeRawBufferPointer { owner.text(of: record) }

    /// The stop_id of a stop time.
    @inline(__always)
    func stop(_ record: Record) -> UnsafeRawBufferPointer { TextRange(word: values.0).text(of: record) }

    /// The route_id of a trip; nil if it has none.
    func route(_ record: Record) -> UnsafeRawBufferPointer? { PlainRow.text(values.0, record) }

    /// The shape_id of a trip; nil if it has none.
    func shape(_ record: Record) -> UnsafeRawBufferPointer? { PlainRow.text(values.0 >> 32, record) }

    /// The service_id of a trip; nil if it has none.
    func service(_ record: Record) -> UnsafeRawBufferPointer? { PlainRow.text(values.1, record) }

    /// The direction_id of a trip; 2 if it has none.
    var direction: UInt8 { UInt8(truncatingIfNeeded: values.1 >> 32) }

    private static func text(_ word: UInt64, _ record: Record) -> UnsafeRawBufferPointer? {
        let range = TextRange(word: word)
        return range.isEmpty ? nil : range.text(of: record)
    }

    /// The coordinates of a shape point.
    @inline(__always)
    var point: Coordinate {
        Coordinate(latitude: Double(bitPattern: values.0), longitude: Double(bitPattern: values.1))
    }
}

/// Makes the marks of plain stop times, shape points and trips.
final class PlainRowMarker: RowMarker {
    let runs: RowRuns?
    /// `runs`, with its own type and unretained: `runs` keeps the object alive. Counting references took 5 % of the time.
    private let stopTimes: Unmanaged<StopTimeRuns>?
    private let points: Unmanaged<ShapePointRuns>?

    /// Trips need a record: only records have the hashes of keys, and `FeedWatch` compares the bytes of two records with the
    /// same key.
    let maySpareRecords: Bool
    let onlySparesValues = true

    /// - Returns: nil for other tables.
    init?(_ table: PolylineTable) {
        guard [.stopTimes, .shapes, .trips].contains(table) else { return nil }
        maySpareRecords = table != .trips
        let stopTimes = table == .stopTimes ? StopTimeRuns() : nil
        let points = table == .shapes ? ShapePointRuns() : nil
        runs = stopTimes ?? points
        self.stopTimes = stopTimes.map { .passUnretained($0) }
        self.points = points.map { .passUnretained($0) }
    }

    func mark(_ record: Record, _ mark: inout RowMark) {
        if let stopTimes {
            guard let row = PlainRow.stopTime(record) else { return }
            stopTimes._withUnsafeGuaranteedRef { $0.append(row, record) }
            row.write(to: &mark)
        } else if let points {
            guard let row = PlainRow.shapePoint(record) else { return }
            points._withUnsafeGuaranteedRef { $0.append(row, record) }
            row.write(to: &mark)
        } else {
            PlainRow.trip(record)?.write(to: &mark)
        }
    }
}

extension BuildPolylines: TakesRuns, PreparesForRows {
    public static var keyOfMark: KeyOfMark? {
        { record in PlainRow(record.mark).map { ($0.owner(record), Int($0.sequence)) } }
    }

    public func marker(ofTable name: String) -> (any RowMarker)? {
        // Detours also need the times of stop times, which marks do not contain.
        guard detouredTrips.isEmpty else { return nil }
        return consumed.first { $0.name == name }.flatMap { PlainRowMarker($0) }
    }

    public func prepare(for marks: UnsafeBufferPointer<RowMark>) {
        schedule.tripIDs.prepare(for: marks.lazy.compactMap(PlainRow.hash))
    }

    @inline(__always)
    func take(_ row: PlainRow, _ record: Record) throws {
        switch consumed[record.table] {
        case .shapes:
            let shape = schedule.shapeIDs.intern(row.owner(record), feed: 0)
            try schedule.shapePoints.append(row.point, sequence: row.sequence, to: shape)
        case .trips:
            list(
                schedule.trip(row.owner(record), 0, hash: row.hash), 0, route: row.route(record),
                direction: row.direction,
                shape: row.shape(record), service: row.service(record))
        default:
            let trip = schedule.trip(row.owner(record), 0)
            try schedule.stopTimes.append(schedule.stop(row.stop(record), 0), sequence: row.sequence, to: trip)
        }
    }
}
