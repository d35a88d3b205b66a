import Glibc
import Hashing
import SQLite

/// What servers answered, kept on disk from run to run, with the answers used last in memory.
///
/// Keys are hashes of addresses, so that a key of a service that stands in one is not kept. Memory: 64 MiB of tiles at the
/// most. On disk nothing is ever removed: the file is the user's, and tiles that a server does not give any more are
/// what it is for.
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

        public init(
            status: Int, etag: String?, lastModified: String?, freshUntil: Int, mayServeStale: Bool, body: [UInt8]
        ) {
            self.status = status
            self.etag = etag
            self.lastModified = lastModified
            self.freshUntil = freshUntil
            self.mayServeStale = mayServeStale
            self.body = body
        }
    }

    private static let applicationID = 0x4C46_5443
    private static let memoryLimit = 64 << 20
    private static let transaction = 500

    private let database: Database
    private let find: Statement
    private let insert: Statement
    private let memory = TileMemory<String, Entry>(limit: memoryLimit)
    private var pending = 0

    /// Opens a cache, which is made where it is not there.
    /// - Throws: `TileFault` of kind cannotCreate for a file that is something else; `StoreFault`.
    public init(_ path: String) throws {
        var status = stat()
        let isThere = stat(path, &status) == 0 && status.st_size > 0
        database = try Database(path, mode: .create, busyTimeout: 5000)
        if isThere {
            let id: Int?
            do {
                id = try database.integer("PRAGMA application_id")
            } catch let fault as StoreFault where fault.kind == .unusable {
                throw TileFault(.cannotCreate, "\(path) is there already, and is no cache of tiles (not touched)")
            }
            guard id == TileCache.applicationID else {
                throw TileFault(.cannotCreate, "\(path) is there already, and is no cache of tiles (not touched)")
            }
        } else {
            try database.execute(
                """
                PRAGMA application_id = \(TileCache.applicationID);
                CREATE TABLE answers (
                  address TEXT PRIMARY KEY, status INTEGER, etag TEXT, last_modified TEXT, fresh_until INTEGER,
                  may_serve_stale INTEGER, body BLOB);
                """)
        }
        try database.execute("PRAGMA synchronous = OFF; BEGIN")
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
        if let entry = memory.value(key) { return entry }
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
        pending += 1
        if pending >= TileCache.transaction { try commit() }
    }

    /// Makes what was kept part of the file.
    public func commit() throws {
        pending = 0
        try database.execute("COMMIT; BEGIN")
    }
}
