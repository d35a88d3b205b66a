import Contract
import Platform
import SQLite

/// A SQLite file that records are appended to: opened, checked to be ours, written in batches.
///
/// It is in WAL mode, so readers are never kept waiting and one writer at a time writes. What is committed survives the
/// process; a loss of power may take the last batches, never the file (`synchronous=NORMAL`).
public final class HistoryDatabase {
    let database: Database
    /// Whether the file is a timetable that a history was put beside.
    public let isBesideTimetable: Bool
    /// The version of an older format that the file had until it was opened; nil if it had this program's.
    public private(set) var upgradedFrom: Int?
    /// Whether a batch is open.
    public private(set) var isInBatch = false
    /// How long to wait for another writer, in milliseconds.
    private let patience: Int
    /// How often tables that were there got columns.
    var columnChanges = 0
    private let readSchemaVersion: Statement
    private var schemaVersion = -1
    private var tables: [HistoryTable] = []

    /// Opens the file, or makes it. One of an older format is brought to this program's, in one transaction.
    ///
    /// - Parameter mayUpgrade: whether a file of an older format is upgraded; otherwise it is refused.
    /// - Throws: `StoreFault`: unusable for a file that is not a database, that others made, or that is newer than this
    ///   program; cannotCreate; locked when another writer did not let go in time.
    public init(_ path: String, patience: Int = 30_000, mayUpgrade: Bool = true) throws {
        self.patience = patience
        let status = FileStatus(path)
        if let status, status.isFolder { throw StoreFault(.cannotCreate, "\(path) is a directory") }
        database = try Database(path, mode: status != nil ? .readWrite : .create, busyTimeout: patience)
        // One view of the file: another process may be making it.
        try database.execute("BEGIN")
        let identity = try database.integer("PRAGMA application_id") ?? 0
        let count = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        let version = try database.integer("PRAGMA user_version") ?? 0
        try database.execute("COMMIT")
        switch identity {
        case 0 where count == 0 && version == 0: isBesideTimetable = false
        case HistoryFormat.applicationID: isBesideTimetable = false
        case HistoryFormat.timetableApplicationID:
            isBesideTimetable = true
            let version = try database.storeVersion()
            guard version <= StoreFormat.version else {
                throw StoreFault(.unusable, "\(path) was made by a newer linefeed (timetable version \(version))")
            }
        default:
            throw StoreFault(
                .unusable, "\(path): linefeed did not make this database; left unchanged; name another file")
        }
        readSchemaVersion = try database.prepare("PRAGMA schema_version")
        try HistoryDatabase.setUp(database, patience)
        try begin()
        do {
            try checkVersion(mayUpgrade: mayUpgrade)
            try commit()
        } catch {
            rollback()
            throw error
        }
    }

    /// Settings of the connection, and WAL, which the file keeps.
    private static func setUp(_ database: Database, _ patience: Int) throws {
        if try database.text("PRAGMA journal_mode") != "wal" {
            // Two processes that change the mode at once get an error instead of waiting.
            try patiently(database, patience) { _ = try database.text("PRAGMA journal_mode=WAL") }
        }
        // A checkpoint each 32 MB; a larger log, left by a long reader, is cut back once it is done with.
        try database.execute(
            """
            PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY;
            PRAGMA wal_autocheckpoint=8000; PRAGMA journal_size_limit=67108864
            """)
        database.wait(milliseconds: 0)
    }

    /// A trigger would run with each record that is written, and do anything.
    private func checkTriggers() throws {
        let query = try database.prepare(
            """
            SELECT t.name, t.tbl_name FROM sqlite_schema t WHERE t.type = 'trigger'
            AND (t.tbl_name LIKE 'linefeed\\_%' ESCAPE '\\' OR EXISTS(
              SELECT 1 FROM pragma_table_info(t.tbl_name) WHERE name = '\(HistoryFormat.keyColumn)'))
            ORDER BY 2, 1
            """)
        guard try query.step() else { return }
        throw StoreFault(
            .unusable,
            "\(database.path): the table \(query.text(1)) has the trigger \(query.text(0)), which would run for each "
                + "record; nothing was written; drop the trigger, or name another file")
    }

    private func checkVersion(mayUpgrade: Bool) throws {
        try checkTriggers()
        let table = HistoryFormat.versionTable
        if try database.hasTable(table) {
            let version = try database.checkHistoryVersion()
            guard version < HistoryFormat.version else { return }
            guard mayUpgrade else {
                throw StoreFault.upgradeRefused(database.path, "a history", version, HistoryFormat.version)
            }
            try upgrade(from: version)
            try database.execute("UPDATE \(table) SET version = \(HistoryFormat.version)")
            if !isBesideTimetable { try database.execute("PRAGMA user_version=\(HistoryFormat.version)") }
            upgradedFrom = version
            return
        }
        try database.execute("CREATE TABLE \(table)(version INTEGER NOT NULL)")
        try database.execute("INSERT INTO \(table) VALUES(\(HistoryFormat.version))")
        if !isBesideTimetable {
            try database.execute("PRAGMA application_id=\(HistoryFormat.applicationID)")
            try database.execute("PRAGMA user_version=\(HistoryFormat.version)")
        }
    }

    // MARK: Batches

    /// Begins a batch, once no other process writes.
    /// - Throws: `StoreFault` of kind locked when that takes too long.
    public func begin() throws {
        try HistoryDatabase.patiently(database, patience) { try database.execute("BEGIN IMMEDIATE") }
        isInBatch = true
        for table in tables { table.versions?.batchBegan() }
        let known = schemaVersion
        try schemaChanged()
        // Another process may have made tables and columns.
        guard schemaVersion != known, known != -1 else { return }
        for table in tables {
            do {
                try table.load()
            } catch let refusal as HistoryRefusal {
                throw StoreFault(.unusable, "\(database.path): the table \(table.name) has changed: \(refusal.reason)")
            }
        }
    }

    public func commit() throws {
        guard isInBatch else { return }
        for table in tables { try table.versions?.save() }
        try HistoryDatabase.patiently(database, patience) { try database.execute("COMMIT") }
        isInBatch = false
    }

    /// Whether a timetable's table may have rows that a whole input lacked; `noteLackingRows` sees.
    public var mayLackRows: Bool { tables.contains { $0.versions?.mayLackRows ?? false } }

    /// Notes where a timetable's table has rows that the input lacked, which was read to its end. A batch must be open.
    public func noteLackingRows() throws { for table in tables { try table.versions?.noteLackingRows() } }

    /// Gives up the batch; what was committed stays.
    public func rollback() {
        guard isInBatch else { return }
        isInBatch = false
        // SQLite has rolled back by itself after some failures, and then this one finds nothing to do.
        _ = try? database.execute("ROLLBACK")
    }

    /// Lets another writer that waits have its turn.
    public func yieldTurn() { usleep(2 * HistoryDatabase.nap) }

    /// Microseconds between two attempts to get a lock. SQLite's own waiting sleeps up to a tenth of a second, so that
    /// a process that writes without pause would hardly ever be found between two batches.
    private static let nap: UInt32 = 2_000

    func patiently(_ body: () throws -> Void) throws { try HistoryDatabase.patiently(database, patience, body) }

    private static func patiently(_ database: Database, _ patience: Int, _ body: () throws -> Void) throws {
        var naps = 0
        while true {
            do {
                return try body()
            } catch let fault as StoreFault where fault.kind == .locked {
                guard naps * Int(nap) / 1000 < patience else {
                    let waited = patience < 1000 ? "\(patience) ms" : "\(patience / 1000) s"
                    throw StoreFault(
                        .locked,
                        "\(database.path): another process has been writing to it for \(waited); try again later")
                }
                naps += 1
                usleep(nap)
            }
        }
    }

    // MARK: Tables

    /// The table of that definition, made if need be with its first record. A batch must be open.
    /// - Throws: `HistoryRefusal` where there cannot be one of that name.
    public func table(_ definition: HistoryDefinition, feedID: String?) throws -> HistoryTable {
        if let reason = HistoryFormat.refusal(ofTable: definition.name) { throw HistoryRefusal(reason) }
        if tables.count >= HistoryFormat.tableLimit {
            throw HistoryRefusal("a run writes to at most \(HistoryFormat.tableLimit) tables")
        }
        if isBesideTimetable, TableDefinition.isSchedule(definition.name) {
            throw HistoryRefusal("the file is a timetable store, whose tables only 'ingest --sqlite' writes")
        }
        let folded = HistoryFormat.folded(definition.name.utf8)
        if let clash = tables.first(where: { HistoryFormat.folded($0.name.utf8) == folded }) {
            throw HistoryRefusal("SQLite treats its name as equal to that of the table \(clash.name)")
        }
        let table = try HistoryTable(definition, in: self, feedID: feedID)
        tables.append(table)
        return table
    }

    /// Whether columns came so often that they are better made together.
    var hasChangedOften: Bool { columnChanges >= 32 }

    /// To be called after the schema was changed in the open batch.
    func schemaChanged() throws {
        if try readSchemaVersion.step() { schemaVersion = readSchemaVersion.integer(0) }
        readSchemaVersion.reset()
    }

    /// How many rows the last statement changed.
    @inline(__always)
    var changedRows: Int { database.changes }
}

extension Database {
    /// Checks that a history is none of a newer version.
    /// - Returns: its version; 0 if there is no history.
    @discardableResult
    func checkHistoryVersion() throws -> Int {
        let table = HistoryFormat.versionTable
        try checkArePlain([table, HistoryFormat.versionsTable])
        let version = try hasTable(table) ? integer("SELECT version FROM \(table)") ?? 0 : 0
        guard version <= HistoryFormat.version else {
            throw StoreFault(.unusable, "\(path) was made by a newer linefeed (history version \(version))")
        }
        return version
    }
}

/// Why records of a table cannot be kept.
public struct HistoryRefusal: Error {
    public let reason: String
    init(_ reason: String) { self.reason = reason }
}
