import Platform
import SQLite

/// The store that a load is going to replace: what it is, and that nobody writes to it meanwhile.
public final class ReplacedStore {
    private let database: Database
    /// Nil where the store is damaged and is replaced all the same.
    public private(set) var meta: StoreMeta?
    public private(set) var tables: [StoredTable] = []
    /// The version of its format.
    public private(set) var version = StoreFormat.version

    /// How long a writer of the old store is waited for, in milliseconds.
    private static let patience = 2000

    /// Opens what lies at `path`; nil where nothing does, or an empty file.
    ///
    /// - Parameter force: takes a damaged store, and one of another feed.
    /// - Throws: `StoreFault` of kind cannotCreate where something lies there that a load must not replace, locked
    ///   where another process writes to it.
    public init?(_ path: String, feedID: String?, force: Bool) throws {
        guard let status = FileStatus(path), status.size > 0 || !status.isRegular else { return nil }
        guard status.isRegular else {
            throw StoreFault(.cannotCreate, "\(path) is not a regular file, so it cannot be a store")
        }
        guard let version = try ReplacedStore.markedVersion(of: path, StoreFormat.applicationID) else {
            if try ReplacedStore.markedVersion(of: path, HistoryFormat.applicationID) != nil {
                throw StoreFault(
                    .cannotCreate,
                    "\(path) is a history made by 'linefeed store'; not replaced; name another file, or remove it")
            }
            throw StoreFault(
                .cannotCreate,
                "\(path) is not a store made by 'linefeed ingest --sqlite'; not replaced; name another file, or remove it"
            )
        }
        try ReplacedStore.checkAge(path, version: version)
        database = try Database(path, mode: .readWrite, busyTimeout: ReplacedStore.patience)
        do {
            // Also rolls back what a writer that was killed left half done.
            try database.execute("BEGIN IMMEDIATE")
            self.version = try database.storeVersion()
            try ReplacedStore.checkAge(path, version: self.version)
            try database.checkStore()
            meta = try database.storeMeta()
            tables = try database.storedTables()
            try ReplacedStore.checkContents(database, tables)
            try database.execute("ROLLBACK")
        } catch let fault as StoreFault where fault.kind == .locked {
            throw StoreFault(.locked, "\(path): another process writes to it (\(fault.message))")
        } catch let fault as StoreFault where fault.kind == .unusable {
            guard force else {
                throw StoreFault(
                    .cannotCreate, "\(fault.message); not replaced; add --force to replace a damaged store")
            }
            // The transaction ends with the connection.
        }
        if !force, let meta, meta.feedID != feedID {
            func named(_ id: String?) -> String { id.map { "feed_id '\($0)'" } ?? "no feed_id" }
            throw StoreFault(
                .cannotCreate,
                "\(path) holds a feed with \(named(meta.feedID)), but the new feed has \(named(feedID)); not replaced; name "
                    + "another file, or add --force")
        }
    }

    /// Whether it was made by an older linefeed.
    public var isOlder: Bool { version < StoreFormat.version }

    /// Adds what stores of older formats lack, in one transaction; the feed's rows stay as they are.
    /// - Throws: `StoreFault` of kind locked where another process uses it.
    public func upgrade() throws {
        do {
            try database.execute("BEGIN IMMEDIATE")
            try ReplacedStore.checkContents(database, tables)
            try StoreTripRows.make(in: database)
            try database.makeServiceDays(hasFeedID: false)
            try database.execute(
                """
                UPDATE \(StoreFormat.metaTable) SET schema_version = \(StoreFormat.version);
                PRAGMA user_version = \(StoreFormat.version); COMMIT
                """)
        } catch let fault as StoreFault {
            _ = try? database.execute("ROLLBACK")
            throw fault.kind == .locked
                ? StoreFault(.locked, "\(database.path): another process uses it (\(fault.message))") : fault
        }
    }

    /// Keeps writers away until the object's life ends; readers go on.
    ///
    /// A journal or log that belongs to the old file must not be left beside the new one, which it would be taken for.
    /// - Throws: `StoreFault` of kind locked where another process writes, or reads in WAL mode.
    public func lock() throws {
        guard meta != nil else { return ReplacedStore.removeLeftovers(of: database.path) }
        do {
            if try database.text("PRAGMA journal_mode") == "wal" {
                // Only the last one to use it can end that mode.
                try database.execute("PRAGMA journal_mode = DELETE")
            }
            try database.execute("BEGIN IMMEDIATE")
            // Somebody may have put something into it meanwhile.
            try ReplacedStore.checkContents(database, tables)
        } catch let fault as StoreFault where fault.kind == .locked {
            throw StoreFault(.locked, "\(database.path): another process uses it (\(fault.message))")
        }
    }

    /// Removes the journal and the log of a database that is not there any more.
    public static func removeLeftovers(of path: String) {
        for ending in ["-journal", "-wal", "-shm"] { unlink(path + ending) }
    }

    /// What is newer may hold what we know nothing of, so it stays, whatever --force says.
    private static func checkAge(_ path: String, version: Int) throws {
        guard version <= StoreFormat.version else {
            throw StoreFault(
                .cannotCreate,
                "\(path) was made by a newer linefeed (format \(version); this one reads format \(StoreFormat.version)); not "
                    + "replaced)")
        }
    }

    /// A store goes with all that is in it, so it must hold nothing that a load did not put there.
    private static func checkContents(_ database: Database, _ tables: [StoredTable]) throws {
        let loaded = tables.compactMap(\.name)
        let own = Set(loaded + loaded.map { $0 + StoreFormat.viewSuffix } + StoreFormat.ownTables + [StoredDays.name])
        let names = try database.prepare(
            "SELECT name FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        while try names.step() {
            let name = names.text(0)
            guard own.contains(name) else {
                names.reset()
                throw StoreFault(
                    .cannotCreate,
                    "\(database.path) has the table or view \(name), which ingest did not create and would delete; not "
                        + "replaced; name another file for the feed")
            }
        }
    }

    /// The format's version from the file's header (file format §1.3), which damage behind it does not hide; nil where
    /// SQLite's magic or that mark is not there.
    private static func markedVersion(of path: String, _ applicationID: Int) throws -> Int? {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw StoreFault(.cannotCreate, "\(path): \(systemMessage(errno))")
        }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 72)
        let count = header.withUnsafeMutableBytes { readFully(descriptor, at: 0, into: $0) }
        guard count >= 0 else { throw StoreFault(.cannotCreate, "\(path): \(systemMessage(errno))") }
        guard count == 72, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
        func word(_ offset: Int) -> Int { header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        return word(68) == applicationID ? word(60) : nil
    }
}
