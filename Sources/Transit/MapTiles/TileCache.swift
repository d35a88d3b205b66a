import Hashing
import Platform
import SQLite

/// What servers answered, kept on disk from run to run, with the answers used last in memory.
///
/// Keys are hashes of addresses, so that a key of a service that stands in one is not kept. Memory: 64 MiB of tiles at the
/// most. On disk nothing is ever removed: the file is the user's, and tiles that a server does not give any more are
/// what it is for. Several runs may have one open: what they keep is written now and then, in short transactions.
public final class TileCache {
    public struct Entry: Sendable, Equatable {
        /// 200, or the status of an answer without a tile that said how long it holds.
        public var status: Int
        public var etag: String?
        /// As the server wrote it.
        public var lastModified: String?
        /// POSIX seconds up to which the entry holds without asking.
        public var freshUntil: Int
        /// Whether it may stand in, too old, where the server does not answer.
        public var mayServeStale: Bool
        public var body: [UInt8]
    }

    private static let applicationID = 0x4C46_5443
    private static let memoryLimit = 64 << 20
    /// Answers, and bytes of them, after which they are written.
    private static let transaction = 500
    private static let transactionBytes = 8 << 20
    /// Bytes of answers that wait for another run's lock, after which the run ends.
    private static let patience = 64 << 20

    private let database: Database
    private let find: Statement
    private let insert: Statement
    private let memory = TileMemory<String, Entry>(limit: memoryLimit)
    private var pending: [String: Entry] = [:]
    private var pendingBytes = 0
    /// As many of them are written.
    private var threshold = transactionBytes

    /// Opens a cache, which is made where it is not there.
    /// - Throws: `TileFault` of kind cannotCreate for a file that is something else.
    public init(_ path: String) throws {
        guard access(path, F_OK) != 0 || access(path, W_OK) == 0 else {
            throw TileFault(.cannotCreate, "\(path): cannot write: \(systemMessage(errno))")
        }
        database = try Database(path, mode: .create, busyTimeout: 5000)
        let isThere: Bool
        do {
            // What a run left that was killed while it made the file has no tables.
            isThere = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0 > 0
            guard try !isThere || database.integer("PRAGMA application_id") == TileCache.applicationID else {
                throw StoreFault(.unusable, "")
            }
            if isThere { try database.checkArePlain(["answers"]) }
        } catch let fault as StoreFault where fault.kind == .unusable {
            throw TileFault(.cannotCreate, "\(path) exists and is not a tile cache; left unchanged")
        }
        try database.execute("PRAGMA synchronous = OFF")
        if !isThere {
            // Another run may make it at the same time.
            try database.execute(
                """
                BEGIN IMMEDIATE;
                PRAGMA application_id = \(TileCache.applicationID);
                CREATE TABLE IF NOT EXISTS answers (
                  address TEXT PRIMARY KEY, status INTEGER, etag TEXT, last_modified TEXT, fresh_until INTEGER,
                  may_serve_stale INTEGER, body BLOB);
                COMMIT
                """)
        }
        find = try database.prepare(
            "SELECT status, etag, last_modified, fresh_until, may_serve_stale, body FROM answers WHERE address = ?1")
        insert = try database.prepare(
            """
            INSERT OR REPLACE INTO answers (address, status, etag, last_modified, fresh_until, may_serve_stale, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
    }

    private static func key(_ address: String) -> String {
        Array(address.utf8).withUnsafeBytes { SHA256.digest($0) }
    }

    /// What is known of an address, fresh or not.
    public func entry(_ address: String) throws -> Entry? {
        let key = TileCache.key(address)
        if let entry = pending[key] ?? memory.value(key) { return entry }
        try find.bind(1, copying: key)
        defer { find.reset() }
        guard try find.step() else { return nil }
        let entry = Entry(
            status: find.integer(0), etag: find.optionalText(1), lastModified: find.optionalText(2),
            freshUntil: find.integer(3), mayServeStale: find.integer(4) != 0, body: Array(find.blob(5)))
        memory.keep(entry, key, size: entry.body.count + 200)
        return entry
    }

    /// Keeps an answer.
    public func keep(_ entry: Entry, _ address: String) throws {
        let key = TileCache.key(address)
        memory.keep(entry, key, size: entry.body.count + 200)
        pendingBytes += entry.body.count - (pending.updateValue(entry, forKey: key)?.body.count ?? 0)
        if pending.count % TileCache.transaction == 0 || pendingBytes >= threshold { try commit() }
    }

    /// Makes what was kept part of the file. While another run writes it, that waits for the next time.
    public func commit() throws {
        guard !pending.isEmpty else { return }
        do {
            try database.execute("BEGIN IMMEDIATE")
            for (key, entry) in pending { try write(entry, key) }
            try database.execute("COMMIT")
            pending.removeAll(keepingCapacity: true)
            pendingBytes = 0
            threshold = TileCache.transactionBytes
        } catch {
            // After some faults SQLite has done so itself.
            try? database.execute("ROLLBACK")
            guard (error as? StoreFault)?.kind == .locked, pendingBytes < TileCache.patience else { throw error }
            threshold = pendingBytes + TileCache.transactionBytes
        }
    }

    private func write(_ entry: Entry, _ key: String) throws {
        try insert.bind(1, copying: key)
        try insert.bind(2, entry.status)
        if let etag = entry.etag { try insert.bind(3, copying: etag) } else { try insert.bindNull(3) }
        if let date = entry.lastModified { try insert.bind(4, copying: date) } else { try insert.bindNull(4) }
        try insert.bind(5, entry.freshUntil)
        try insert.bind(6, entry.mayServeStale ? 1 : 0)
        try entry.body.withUnsafeBytes { bytes in
            try insert.bind(7, inPlaceBlob: bytes)
            try insert.run()
        }
    }
}
