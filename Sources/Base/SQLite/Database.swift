import CSQLite
import Platform

/// An open SQLite database file; closed with the object's life.
///
/// A database and its statements belong to one thread at a time. Statements keep their database alive.
public final class Database {
    public enum Mode: Sendable, Equatable {
        /// The file must be there; nothing is ever written, not beside it either.
        case readOnly
        /// The file must be there.
        case readWrite
        /// The file is made where it is not there.
        case create
    }

    /// The path as it was given, or the name it goes by in messages.
    public let path: String
    public let mode: Mode
    let handle: OpaquePointer
    /// How many millions of steps of SQLite's machine statements may still take; nil for as many as they want.
    ///
    /// A view in a stranger's file may go on for ever; the statement that has no more left throws `.unusable`.
    public var millionsOfSteps: Int? {
        didSet { if oldValue == nil || millionsOfSteps == nil { watchWork() } }
    }

    /// Opens the file. SQLite reads it only at the first statement, so that a file that is not a database is found
    /// there.
    ///
    /// - Parameters:
    ///   - busyTimeout: how long, in milliseconds, a statement waits for another process's lock before it throws
    ///     `.locked`.
    ///   - name: what messages call it instead of the path.
    /// - Throws: `StoreFault` of kind missing where the file is not there or cannot be read, cannotCreate where it
    ///   cannot be made or written.
    public init(_ path: String, mode: Mode, busyTimeout: Int = 0, name: String? = nil) throws {
        self.path = name ?? path
        self.mode = mode
        if mode != .create {
            guard let status = FileStatus(path) else { throw StoreFault(.missing, "\(path): \(systemMessage(errno))") }
            guard !status.isFolder else { throw StoreFault(.missing, "\(path) is a directory") }
            guard access(path, R_OK) == 0 else { throw StoreFault(.missing, "\(path): \(systemMessage(errno))") }
            if mode == .readWrite, access(path, W_OK) != 0 {
                throw StoreFault(.cannotCreate, "\(path): cannot write: \(systemMessage(errno))")
            }
        }
        let flags =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        Database.prepareLibrary
        var opened: OpaquePointer?
        // To SQLite a name that begins with a colon is a database in memory.
        var file = path.hasPrefix(":") ? "./" + path : path
        var form: Int32 = 0
        if mode == .readOnly, try Database.mustBeImmutable(path) {
            file = "file:" + Database.percentEncoded(file) + "?immutable=1"
            form = SQLITE_OPEN_URI
        }
        let code = sqlite3_open_v2(file, &opened, flags | form | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let fault = Database.fault(code, path: self.path, mode: mode, text: String(cString: sqlite3_errstr(code)))
            sqlite3_close_v2(opened)
            throw fault
        }
        handle = opened
        sqlite3_busy_timeout(opened, Int32(clamping: busyTimeout))
        _ = linefeed_sqlite_set_defensive(opened, mode == .readOnly ? 1 : 0)
        // What a stranger's file says in its schema calls no function that could do harm.
        _ = linefeed_sqlite_trust_schema(opened, 0)
    }

    /// Nobody asks how much memory SQLite has, and counting it takes a lock around each piece of it.
    private static let prepareLibrary: Void = { _ = linefeed_sqlite_leave_memory_uncounted() }()

    deinit {
        // Statements hold the database, so none is left; what was not committed is rolled back.
        sqlite3_close_v2(handle)
    }

    /// From now on a text or blob that is longer is a fault: a stranger's view may make one of any length.
    public func limit(valueBytes: Int) { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: valueBytes)) }

    private func watchWork() {
        guard millionsOfSteps != nil else { return sqlite3_progress_handler(handle, 0, nil, nil) }
        sqlite3_progress_handler(
            handle, 1_000_000,
            { context in
                guard let context else { return 0 }
                let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
                let left = (database.millionsOfSteps ?? 1) - 1
                database.millionsOfSteps = max(left, 0)
                return left <= 0 ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// From now on a statement waits so long for another process's lock.
    public func wait(milliseconds: Int) { sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) }

    /// Runs statements that give no rows, separated by semicolons.
    /// - Throws: `StoreFault`.
    public func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw fault(code) }
    }

    /// Runs a statement that may break a constraint.
    /// - Returns: whether it did not; if it did, it changed nothing.
    public func executeUnlessConstrained(_ sql: String) throws -> Bool {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code & 0xFF == SQLITE_CONSTRAINT { return false }
        guard code == SQLITE_OK else { throw fault(code) }
        return true
    }

    /// Makes a statement of one SQL command with parameters `?1`, `?2`, ….
    /// - Throws: `StoreFault` of kind unusable where the file is not a database, or lacks a table or column.
    public func prepare(_ sql: String) throws -> Statement { try Statement(sql, in: self) }

    /// The first column of the first row of a query as an integer; nil if there is no row or it is null.
    public func integer(_ sql: String) throws -> Int? {
        let statement = try prepare(sql)
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// The first column of the first row of a query as text; nil if there is no row or it is null.
    public func text(_ sql: String) throws -> String? {
        let statement = try prepare(sql)
        return try statement.step() && !statement.isNull(0) ? statement.text(0) : nil
    }

    /// Checks that what the file has under these names are tables, whose reading ends where their rows do: a view could
    /// go on for ever, a virtual table and a computed column could do anything.
    /// - Throws: `StoreFault` of kind unusable.
    public func checkArePlain(_ names: [String]) throws {
        // One pass over the schema, which has no index by name. The definition of a computed column contains AS and a parenthesis,
        // so few tables need a closer look.
        let schema = try prepare(
            """
            SELECT name, type, sql LIKE 'CREATE VIRTUAL%', sql LIKE '%AS%(%' FROM sqlite_schema
            WHERE type IN ('table', 'view')
            """)
        let computed = try prepare("SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 1")
        let sought = Set(names.map(Database.folded))
        var odd: [String: String] = [:]
        while try schema.step() {
            let name = schema.text(0)
            let folded = Database.folded(name)
            guard sought.contains(folded) else { continue }
            if schema.text(1) == "view" {
                odd[folded] = "a view"
            } else if schema.integer(2) != 0 {
                odd[folded] = "a virtual table"
            } else if schema.integer(3) != 0 {
                try computed.bind(1, copying: name)
                if try computed.step() { odd[folded] = "a table with computed columns" }
                computed.reset()
            }
        }
        for name in names {
            if let what = odd[Database.folded(name)] {
                throw StoreFault(.unusable, "\(path): \(name) is \(what) that linefeed did not create; not read")
            }
        }
    }

    /// A name with small letters, as SQLite compares names (NOCASE): only ASCII letters are folded.
    private static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether there is a table or view of that name.
    public func hasTable(_ name: String) throws -> Bool {
        let statement = try prepare("SELECT 1 FROM sqlite_schema WHERE type IN ('table','view') AND name = ?1")
        try statement.bind(1, copying: name)
        return try statement.step()
    }

    /// The names of a table's columns; empty where there is no such table.
    public func columns(of table: String) throws -> [String] {
        let statement = try prepare("SELECT name FROM pragma_table_info(?1)")
        try statement.bind(1, copying: table)
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }

    /// The most columns that a table or an index may have.
    public var columnLimit: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1)) }

    /// The most parameters that a statement may have.
    public var parameterLimit: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1)) }

    /// How many rows the last INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    /// A name as an SQL identifier: in double quotes, those inside doubled.
    public static func quoted(_ name: String) -> String {
        var quoted = "\""
        for character in name.unicodeScalars {
            if character == "\"" { quoted.unicodeScalars.append(character) }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }

    // MARK: Opening

    /// Whether a database can be read only as one that nobody writes: in WAL mode a reader makes files beside it, and
    /// here it may not.
    /// - Throws: `StoreFault` of kind unusable where a log beside it may hold what would be passed over.
    private static func mustBeImmutable(_ path: String) throws -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // "File format", §1.3: the versions for writing and reading are 2 in WAL mode.
        var header = [UInt8](repeating: 0, count: 20)
        guard pread(descriptor, &header, 20, 0) == 20, header.starts(with: "SQLite format 3\0".utf8), header[19] == 2
        else { return false }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK) != 0, access(path + "-shm", R_OK) != 0 else { return false }
        guard FileStatus(path + "-wal").map({ $0.size == 0 }) ?? true else {
            throw StoreFault(
                .unusable,
                "\(path): its latest rows are in the log file \(path)-wal, which cannot be read because the folder is not "
                    + "writable; run 'sqlite3 \(path) \"PRAGMA wal_checkpoint(TRUNCATE)\"' as a user who may write there"
            )
        }
        return true
    }

    /// A path as a URI has it: SQLite takes `?`, `#` and `%` for its marks.
    private static func percentEncoded(_ path: String) -> String {
        var result: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "?"): result += "%3f".utf8
            case UInt8(ascii: "#"): result += "%23".utf8
            case UInt8(ascii: "%"): result += "%25".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: Faults

    /// The fault of a result code, with the path and SQLite's message.
    public func fault(_ code: Int32) -> StoreFault {
        if code & 0xFF == SQLITE_INTERRUPT {
            return StoreFault(.unusable, "\(path): a query does not end; gave up")
        }
        return Database.fault(code, path: path, mode: mode, text: String(cString: sqlite3_errmsg(handle)))
    }

    private static func fault(_ code: Int32, path: String, mode: Mode, text: String) -> StoreFault {
        StoreFault(kind(of: code, mode), "\(path): \(text)")
    }

    /// Primary codes as SQLite's documentation of result codes has them; extended ones carry theirs in the low byte.
    private static func kind(of code: Int32, _ mode: Mode) -> StoreFault.Kind {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .locked
        case SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_NOLFS: .ioFailed
        // Of a file that is only read, this is an input that cannot be had.
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: mode == .readOnly ? .missing : .cannotCreate
        case SQLITE_READONLY: mode == .readOnly ? .unusable : .cannotCreate
        default: .unusable
        }
    }

}
