import GTFSSchedule
import SQLite

/// Fills a new store: one transaction, rows first, indexes when a table is whole.
///
/// The file is nobody else's until it is finished, so nothing of it is synced on the way; who made the file syncs it.
/// Memory: 16 MB of pages, and as much again while an index is sorted; what is more goes to temporary files.
public final class StoreWriter {
    /// Kibibytes of pages kept in memory, and of keys sorted at a time.
    private static let cache = 8000
    private static let pageSize = 8192

    private let database: Database

    /// - Parameters:
    ///   - path: an empty file.
    ///   - name: what messages call it.
    public init(_ path: String, name: String) throws {
        // A file that a signal removed meanwhile must not come back.
        database = try Database(path, mode: .readWrite, name: name)
        // Sorting by two threads, the second of which takes what the first has gathered.
        try database.execute(
            """
            PRAGMA page_size = \(StoreWriter.pageSize); PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -\(StoreWriter.cache); PRAGMA temp_store = FILE;
            PRAGMA threads = 1; PRAGMA encoding = 'UTF-8'; PRAGMA application_id = \(StoreFormat.applicationID);
            PRAGMA user_version = \(StoreFormat.version); BEGIN;
            """)
    }

    /// Makes a table for the rows of a file.
    /// - Returns: nil where SQLite cannot take so many columns.
    public func table(_ plan: RecordPlan, name: String, feedID: String?) throws -> StoreTable? {
        try StoreTable(plan, name: name, feedID: feedID, in: database)
    }

    /// Makes the table for the features of `locations.geojson`.
    public func locations(name: String, feedID: String?, isUnique: Bool) throws -> StoreLocations {
        try StoreLocations(name: name, feedID: feedID, isUnique: isUnique, in: database)
    }

    /// The most columns a table may have.
    public var columnLimit: Int { database.columnLimit }

    /// Says what was loaded, gathers the figures that queries are planned by, and closes the store.
    public func finish(_ meta: StoreMeta, _ tables: [StoredTable], rejected: [(code: String, count: Int)]) throws {
        try database.execute(
            """
            CREATE TABLE \(StoreFormat.metaTable)(schema_version INTEGER, source TEXT, feed_id TEXT, sha256 TEXT,
              loaded_at TEXT, tables TEXT, duplicates TEXT, encoding TEXT, max_line_bytes INTEGER, status INTEGER,
              clean INTEGER);
            CREATE TABLE \(StoreFormat.tablesTable)(position INTEGER PRIMARY KEY, name TEXT, file TEXT, bytes INTEGER,
              read INTEGER, written INTEGER);
            CREATE TABLE \(StoreFormat.rejectedTable)(code TEXT PRIMARY KEY, count INTEGER);
            """)
        try write(meta)
        try StoreTripRows.guardChanges(in: database)
        try database.makeServiceDays(hasFeedID: false)
        let table = try database.prepare("INSERT INTO \(StoreFormat.tablesTable) VALUES(NULL, ?1, ?2, ?3, ?4, ?5)")
        for stored in tables {
            if let name = stored.name { try table.bind(1, copying: name) } else { try table.bindNull(1) }
            try table.bind(2, copying: stored.file)
            try table.bind(3, stored.bytes)
            try table.bind(4, stored.read)
            try table.bind(5, stored.written)
            try table.run()
        }
        let code = try database.prepare("INSERT INTO \(StoreFormat.rejectedTable) VALUES(?1, ?2)")
        for row in rejected {
            try code.bind(1, copying: row.code)
            try code.bind(2, row.count)
            try code.run()
        }
        // A sample tells the planner enough.
        try database.execute("PRAGMA analysis_limit = 2000; ANALYZE; COMMIT")
    }

    private func write(_ meta: StoreMeta) throws {
        let row = try database.prepare(
            "INSERT INTO \(StoreFormat.metaTable) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
        try row.bind(1, StoreFormat.version)
        for (parameter, text) in [
            (2, meta.source), (3, meta.feedID), (4, meta.sha256), (5, meta.loadedAt), (6, meta.selection),
            (7, meta.duplicates), (8, meta.encoding),
        ] {
            if let text { try row.bind(parameter, copying: text) } else { try row.bindNull(parameter) }
        }
        try row.bind(9, meta.maxLineBytes)
        try row.bind(10, meta.status)
        try row.bind(11, meta.isClean ? 1 : 0)
        try row.run()
    }
}

/// The table `locations` of a store that is being filled: an id and a feature as JSON text.
public final class StoreLocations {
    private let statement: Statement
    private let first: Int

    init(name: String, feedID: String?, isUnique: Bool, in database: Database) throws {
        let table = Database.quoted(name)
        try database.execute(
            """
            CREATE TABLE \(table)(\(feedID == nil ? "" : "\"feed_id\" TEXT, ")"id" TEXT, "feature" TEXT);
            CREATE \(isUnique ? "UNIQUE " : "")INDEX \(Database.quoted(name + StoreFormat.keySuffix)) ON \(table)("id");
            """)
        first = feedID == nil ? 1 : 2
        statement = try database.prepare("INSERT INTO \(table) VALUES(?1, ?2\(feedID == nil ? "" : ", ?3"))")
        if let feedID { try statement.bind(1, copying: feedID) }
    }

    /// Adds a feature.
    /// - Parameter feature: its JSON text, UTF-8.
    public func insert(id: UnsafeRawBufferPointer, feature: UnsafeRawBufferPointer) throws {
        try statement.bind(first, inPlace: id)
        try statement.bind(first + 1, inPlace: feature)
        try statement.run()
    }
}
