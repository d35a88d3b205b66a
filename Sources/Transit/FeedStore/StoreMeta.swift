import SQLite

/// What a store says about the load that made it.
public struct StoreMeta: Sendable, Equatable {
    /// The feed's name without the folder it lay in.
    public var source: String
    /// The value of every row's `feed_id`; nil where rows have none.
    public var feedID: String?
    /// See `ContentDigest`.
    public var sha256: String
    /// The moment of the load, RFC 3339 in UTC.
    public var loadedAt: String
    /// The tables that were asked for, commas between them; nil for all.
    public var selection: String?
    public var duplicates: String
    public var encoding: String
    /// The longest row that was accepted, in bytes.
    public var maxLineBytes: Int
    /// The status the load ended with: 0, or 65 where parts of the feed could not be used.
    public var status: Int
    /// Whether nothing was rejected, invalid or missing.
    public var isClean: Bool

    public init(
        source: String, feedID: String?, sha256: String, loadedAt: String, selection: String?, duplicates: String,
        encoding: String, maxLineBytes: Int, status: Int, isClean: Bool
    ) {
        self.source = source
        self.feedID = feedID
        self.sha256 = sha256
        self.loadedAt = loadedAt
        self.selection = selection
        self.duplicates = duplicates
        self.encoding = encoding
        self.maxLineBytes = maxLineBytes
        self.status = status
        self.isClean = isClean
    }
}

/// What became of one table of the feed.
public struct StoredTable: Sendable, Equatable {
    /// The table in the store; nil where the file gave none.
    public var name: String?
    /// The file it comes from.
    public var file: String
    /// The file's bytes.
    public var bytes: Int
    public var read: Int
    public var written: Int

    public init(name: String?, file: String, bytes: Int, read: Int, written: Int) {
        self.name = name
        self.file = file
        self.bytes = bytes
        self.read = read
        self.written = written
    }
}

extension Database {
    /// Checks that this is a store that we can read.
    /// - Throws: `StoreFault` of kind unusable where it is not, locked where another process holds it.
    public func checkStore() throws {
        guard try integer("PRAGMA application_id") == StoreFormat.applicationID else {
            throw StoreFault(
                .unusable,
                "\(path) is a SQLite database, but was not made by 'linefeed ingest --sqlite' or 'linefeed store'")
        }
        let version = try storeVersion()
        guard (1...StoreFormat.version).contains(version), try hasTable(StoreFormat.metaTable) else {
            throw StoreFault(
                .unusable,
                version > StoreFormat.version
                    ? "\(path) was made by a newer linefeed (format \(version); this one reads format \(StoreFormat.version))"
                    : "\(path) is an incomplete store (format \(version)); make it again with 'linefeed ingest --sqlite'"
            )
        }
    }

    /// The version of the store's format: the newer one, where its header and `linefeed_meta` do not say the same.
    func storeVersion() throws -> Int {
        let marked = try integer("PRAGMA user_version") ?? 0
        try checkArePlain(StoreFormat.ownTables)
        guard try columns(of: StoreFormat.metaTable).contains("schema_version") else { return marked }
        return max(marked, try integer("SELECT max(schema_version) FROM \(StoreFormat.metaTable)") ?? 0)
    }

    /// What the store says about the load that made it.
    public func storeMeta() throws -> StoreMeta {
        let row = try prepare(
            """
            SELECT source, feed_id, sha256, loaded_at, tables, duplicates, encoding, max_line_bytes, status, clean
            FROM \(StoreFormat.metaTable)
            """)
        guard try row.step() else { throw StoreFault(.unusable, "\(path): \(StoreFormat.metaTable) is empty") }
        return StoreMeta(
            source: row.text(0), feedID: row.optionalText(1), sha256: row.text(2), loadedAt: row.text(3),
            selection: row.optionalText(4), duplicates: row.text(5), encoding: row.text(6),
            maxLineBytes: row.integer(7), status: row.integer(8), isClean: row.integer(9) != 0)
    }

    /// The feed's tables in the order in which they were loaded.
    public func storedTables() throws -> [StoredTable] {
        let row = try prepare(
            "SELECT name, file, bytes, read, written FROM \(StoreFormat.tablesTable) ORDER BY position")
        var tables: [StoredTable] = []
        while try row.step() {
            tables.append(
                StoredTable(
                    name: row.optionalText(0), file: row.text(1), bytes: row.integer(2), read: row.integer(3),
                    written: row.integer(4)))
        }
        return tables
    }
}
