import GTFSSchedule
import SQLite

/// Writes which rows of `stop_times` belong to which trip, while they are inserted.
///
/// Feeds list the stop times of a trip one after the other, so that one row here stands for about thirty. It is given up
/// where a feed does otherwise: the table would be as large as an index and of no use. Memory: an id.
final class StoreTripRows {
    /// Trips begin more often than every so many rows in a feed that is not in the order of trips.
    private static let fewestRows = 4
    /// So many rows are written before it is given up.
    private static let patience = 10_000

    private let database: Database
    /// The place of `trip_id` among the columns.
    private let column: Int
    private let statement: Statement
    private var last: [UInt8] = []
    private var hasLast = false
    private var count = 0
    private var isGivenUp = false

    /// - Returns: nil for tables other than `stop_times`, and for one without trips.
    init?(_ columns: StoreColumns, in database: Database) throws {
        guard columns.table == "stop_times", let column = columns.list.firstIndex(where: { $0.name == "trip_id" })
        else {
            return nil
        }
        self.database = database
        self.column = column
        let hasService = try Set(["trip_id", "service_id"]).isSubset(of: database.columns(of: "trips"))
        let service = StoreTripRows.service(hasService, of: "?2")
        try database.execute(
            "CREATE TABLE \(StoreFormat.tripRows)(first INTEGER PRIMARY KEY, trip_id TEXT, service_id TEXT)")
        statement = try database.prepare("INSERT INTO \(StoreFormat.tripRows) VALUES(?1, ?2, \(service))")
    }

    /// Notes the trip of the row that is inserted as the `number`th.
    func add(_ row: UnsafePointer<CellValue>, number: Int) throws {
        guard !isGivenUp else { return }
        var trip = UnsafeRawBufferPointer(start: nil, count: 0)
        if case .text(let bytes) = row[column] { trip = bytes }
        if hasLast, last.count == trip.count, trip.elementsEqual(last) { return }
        hasLast = true
        last.removeAll(keepingCapacity: true)
        last.append(contentsOf: trip)
        try statement.bind(1, number)
        try statement.bind(2, inPlace: trip)
        try statement.run()
        count += 1
        if count > StoreTripRows.patience, count * StoreTripRows.fewestRows > number { isGivenUp = true }
    }

    /// Ends the table, or removes it if it was given up.
    func finish() throws {
        try database.execute(isGivenUp ? "DROP TABLE \(StoreFormat.tripRows)" : StoreTripRows.end)
    }

    /// Makes the table for rows that are there already, in a store of a version that had none.
    static func make(in database: Database) throws {
        let name = StoreFormat.tripRows
        guard try !database.hasTable(name), try database.columns(of: "stop_times").contains("trip_id") else { return }
        let hasService = try Set(["trip_id", "service_id"]).isSubset(of: database.columns(of: "trips"))
        let begins = """
            FROM (SELECT _rowid_ AS number, trip_id, lag(_rowid_) OVER w AS prior, lag(trip_id) OVER w AS prior_trip
              FROM stop_times WINDOW w AS (ORDER BY _rowid_)) AS run
            WHERE prior IS NULL OR trip_id IS NOT prior_trip
            """
        let count = try database.integer("SELECT count(*) \(begins)") ?? 0
        let rows = try database.integer("SELECT count(*) FROM stop_times") ?? 0
        guard count <= patience || count * fewestRows <= rows else { return }
        try database.execute(
            """
            CREATE TABLE \(name)(first INTEGER PRIMARY KEY, trip_id TEXT, service_id TEXT);
            INSERT INTO \(name) SELECT number, trip_id, \(service(hasService, of: "run.trip_id")) \(begins);
            \(end)
            """)
        try guardChanges(in: database)
    }

    /// The service of a trip, as `departures` finds it: where an id repeats, the first row counts.
    private static func service(_ hasService: Bool, of trip: String) -> String {
        hasService
            ? "(SELECT service_id FROM trips WHERE trips.trip_id = \(trip) ORDER BY _rowid_ LIMIT 1)" : "NULL"
    }

    /// The number after the last row of `stop_times`, by which a reader sees that rows were numbered anew.
    private static let end = """
        INSERT OR IGNORE INTO \(StoreFormat.tripRows)(first)
          SELECT ifnull(max(_rowid_), 0) + 1 FROM stop_times
        """

    /// Empties the table whenever a program changes stop times or trips, because it would be wrong from then on.
    static func guardChanges(in database: Database) throws {
        guard try database.hasTable(StoreFormat.tripRows) else { return }
        for table in ["stop_times", "trips"] where try database.hasTable(table) {
            for event in ["insert", "update", "delete"] {
                try database.execute(
                    """
                    CREATE TRIGGER \(StoreFormat.tripRows)_\(table)_\(event) AFTER \(event) ON \(table)
                      BEGIN DELETE FROM \(StoreFormat.tripRows); END
                    """)
            }
        }
    }
}
