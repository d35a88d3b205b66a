import Containers
import NDJSON
import SQLite

/// Writes which rows of `stop_times` belong to which trip, while they are inserted.
///
/// Most feeds list the stop times of a trip one after the other, so a trip is a range of row numbers. Each row of the table
/// describes 256 such ranges. If a feed lists its stop times in another order, the table is dropped, because it would be as
/// large as an index and of no use. Memory: one trip id, one bit for each trip, and the ids of the services.
final class StoreTripRows {
    /// Trips begin more often than every so many rows in a feed that is not in the order of trips.
    private static let fewestRows = 4
    /// So many ranges are written before it is given up.
    private static let patience = 10_000
    /// The table is dropped if more than one range in this many continues a trip that began earlier.
    private static let fewestWhole = 64
    /// Ranges of one row of the table.
    private static let tripsOfBlock = 256

    /// A range whose end has not come.
    private struct OpenRange {
        let first: Int
        var trip: StoredTripRows.Code
        /// The last row's stop_sequence and departure.
        var sequence = -1
        var departure = Int.min
    }

    private let database: Database
    private let block: Statement
    private let split: Statement
    /// Finds the row of a trip and its service, as `departures` does: where an id repeats, the first row counts. nil
    /// without the columns for it.
    private let trip: Statement?
    private let services: StoreServices
    /// One bit for each row of trips: set once a stop time of that trip has been added.
    private var begun: [UInt64] = []
    /// Trips whose row numbers are beyond this have no bit: only other programs give rows such numbers.
    private static let mostTripRow = 1 << 28
    private var lastNumber = 0
    private var last: [UInt8] = []
    /// The last range; nil before the first row.
    private var range: OpenRange?
    /// Ranges of the block, as they are stored.
    private let ranges = RecordWriter(capacity: 2048)
    private var blockFirst = 0
    private var blockCount = 0
    private var count = 0
    private var splitCount = 0
    private var isGivenUp = false

    init(in database: Database) throws {
        self.database = database
        try database.execute(
            """
            CREATE TABLE \(StoreFormat.tripRows)(first INTEGER PRIMARY KEY, trips BLOB);
            CREATE TABLE \(StoreFormat.splitTrips)(trip_id TEXT PRIMARY KEY);
            """)
        services = try StoreServices(in: database)
        block = try database.prepare("INSERT INTO \(StoreFormat.tripRows) VALUES(?1, ?2)")
        split = try database.prepare("INSERT OR IGNORE INTO \(StoreFormat.splitTrips) VALUES(?1)")
        let columns = try database.columns(of: "trips")
        trip =
            columns.contains("trip_id")
            ? try database.prepare(
                "SELECT _rowid_, \(columns.contains("service_id") ? "service_id" : "NULL") FROM trips "
                    + "WHERE trip_id = ?1 ORDER BY _rowid_ LIMIT 1") : nil
    }

    /// Notes the trip of the row that is inserted as the `number`th.
    ///
    /// - Parameters:
    ///   - sequence: stop_sequence; nil without a usable one.
    ///   - arrival: seconds; nil without a usable one. So is `departure`.
    @inline(__always)
    func add(_ trip: UnsafeRawBufferPointer, number: Int, sequence: Int?, arrival: Int?, departure: Int?) throws {
        // Rows that repeated a key of another trip are gone: the range has row numbers without rows.
        if number != lastNumber + 1 { range?.trip.isPlain = false }
        lastNumber = number
        if range == nil || last.count != trip.count || !trip.elementsEqual(last) { try begin(trip, number) }
        guard let sequence, let arrival, let departure, let last = range, sequence > last.sequence,
            arrival >= last.departure, departure >= arrival
        else {
            range?.trip.isPlain = false
            return
        }
        range?.sequence = sequence
        range?.departure = departure
    }

    private func begin(_ trip: UnsafeRawBufferPointer, _ number: Int) throws {
        guard !isGivenUp else { return }
        guard number > 0, number <= StoredTripRows.mostNumber else { return isGivenUp = true }
        try endRange(at: number)
        last.removeAll(keepingCapacity: true)
        last.append(contentsOf: trip)
        range = OpenRange(first: number, trip: try known(of: trip))
        count += 1
        if count > StoreTripRows.patience,
            count * StoreTripRows.fewestRows > number || splitCount * StoreTripRows.fewestWhole > count
        {
            isGivenUp = true
        }
    }

    /// What is known of a trip when its range begins.
    private func known(of id: UnsafeRawBufferPointer) throws -> StoredTripRows.Code {
        guard let trip else { return StoredTripRows.Code(service: 0, mayBeSplit: true) }
        try trip.bind(1, inPlace: id)
        defer { trip.reset() }
        guard try trip.step(), (0...StoreTripRows.mostTripRow).contains(trip.integer(0)) else {
            return StoredTripRows.Code(service: 0, mayBeSplit: true)
        }
        let isNew = begin(tripRow: trip.integer(0))
        if !isNew {
            splitCount += 1
            try split.bind(1, inPlace: id)
            try split.run()
        }
        let service = trip.isNull(1) ? 0 : try services.number(of: trip.bytes(1))
        return StoredTripRows.Code(service: service, mayBeSplit: !isNew)
    }

    /// Returns whether it is the first time that stop times of this row of trips begin.
    private func begin(tripRow: Int) -> Bool {
        let (word, bit) = (tripRow >> 6, UInt64(1) << UInt64(tripRow & 63))
        if word >= begun.count { begun.append(contentsOf: repeatElement(0, count: word + 1 - begun.count)) }
        defer { begun[word] |= bit }
        return begun[word] & bit == 0
    }

    private func endRange(at end: Int) throws {
        guard let range else { return }
        if blockCount == 0 { blockFirst = range.first }
        ranges.varint(UInt64(end - range.first))
        ranges.varint(UInt64(range.trip.number))
        blockCount += 1
        if blockCount == StoreTripRows.tripsOfBlock { try writeBlock() }
    }

    private func writeBlock() throws {
        guard blockCount > 0 else { return }
        try block.bind(1, blockFirst)
        try block.bind(2, inPlaceBlob: ranges.bytes)
        try block.run()
        ranges.removeAll()
        blockCount = 0
    }

    /// Ends the table, or removes it if it was given up.
    ///
    /// The number after the last row of `stop_times` is the last entry, by which a reader sees that rows were numbered
    /// anew.
    func finish() throws {
        guard !isGivenUp else { return try StoreTripRows.drop(in: database) }
        let end = (try database.integer("SELECT max(_rowid_) FROM stop_times") ?? 0) + 1
        // Rows at the end that repeated others are gone.
        if let range { try endRange(at: max(end, range.first)) }
        try writeBlock()
        try database.execute(
            """
            DELETE FROM \(StoreFormat.tripRows) WHERE first >= \(end);
            INSERT INTO \(StoreFormat.tripRows)(first) VALUES(\(end))
            """)
    }

    private static func drop(in database: Database) throws {
        for name in [StoreFormat.tripRows, StoreFormat.splitTrips, StoreFormat.services] {
            try database.execute("DROP TABLE IF EXISTS \(name)")
        }
        for (name, _, _) in triggers { try database.execute("DROP TRIGGER IF EXISTS \(name)") }
    }

    private static let triggers = ["stop_times", "trips"].flatMap { table in
        ["insert", "update", "delete"].map { ("\(StoreFormat.tripRows)_\(table)_\($0)", table, $0) }
    }

    /// Makes the table for rows that are there already, in a store of a version that had none or another.
    static func make(in database: Database) throws {
        try drop(in: database)
        let present = try database.columns(of: "stop_times")
        guard present.contains("trip_id") else { return }
        let rows = try StoreTripRows(in: database)
        let columns = ["stop_sequence", "arrival_time", "departure_time"].map { present.contains($0) ? $0 : "NULL" }
        let statement = try database.prepare(
            "SELECT _rowid_, trip_id, \(columns.joined(separator: ", ")) FROM stop_times ORDER BY _rowid_")
        while !rows.isGivenUp, try statement.step() {
            try rows.add(
                statement.bytes(1), number: statement.integer(0), sequence: statement.optionalInteger(2),
                arrival: statement.optionalInteger(3), departure: statement.optionalInteger(4))
        }
        statement.reset()
        try rows.finish()
        try guardChanges(in: database)
    }

    /// Empties the table whenever a program changes stop times or trips, because it would be wrong from then on.
    static func guardChanges(in database: Database) throws {
        guard try database.hasTable(StoreFormat.tripRows) else { return }
        for (name, table, event) in triggers where try database.hasTable(table) {
            try database.execute(
                """
                CREATE TRIGGER \(name) AFTER \(event) ON \(table)
                  BEGIN DELETE FROM \(StoreFormat.tripRows); END
                """)
        }
    }
}

/// Gives services numbers from 1 on, in a table of the store.
private final class StoreServices {
    private enum Service {}
    private let insert: Statement
    private var ids = IdentifierTable<Service>()

    init(in database: Database) throws {
        try database.execute("CREATE TABLE \(StoreFormat.services)(number INTEGER PRIMARY KEY, service_id TEXT)")
        insert = try database.prepare("INSERT INTO \(StoreFormat.services) VALUES(?1, ?2)")
    }

    func number(of id: UnsafeRawBufferPointer) throws -> Int {
        let count = ids.count
        let number = ids.intern(id, feed: 0).index + 1
        if number > count {
            try insert.bind(1, number)
            try insert.bind(2, inPlace: id)
            try insert.run()
        }
        return number
    }
}
