import CSQLite

/// A prepared SQL command: bind parameters, step through rows, reset, and again.
///
/// Parameters are counted from 1, columns from 0, as in SQLite.
public final class Statement {
    public let database: Database
    let handle: OpaquePointer

    init(_ sql: String, in database: Database) throws {
        self.database = database
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK else { throw database.fault(code) }
        guard let made else { throw StoreFault(.unusable, "\(database.path): an empty statement") }
        handle = made
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Parameters

    @inline(__always)
    public func bind(_ parameter: Int, _ value: Int) throws {
        try check(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: parameter), Int64(value)))
    }

    /// NaN becomes null.
    @inline(__always)
    public func bind(_ parameter: Int, _ value: Double) throws {
        try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: parameter), value))
    }

    @inline(__always)
    public func bindNull(_ parameter: Int) throws {
        try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: parameter)))
    }

    /// Binds UTF-8 text where it lies: the bytes must stay as they are until the statement is reset or bound anew.
    @inline(__always)
    public func bind(_ parameter: Int, inPlace text: UnsafeRawBufferPointer) throws {
        // Without an address SQLite would bind null instead of an empty text.
        let start = text.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
        try check(
            sqlite3_bind_text64(
                handle, Int32(truncatingIfNeeded: parameter), start.assumingMemoryBound(to: CChar.self),
                UInt64(text.count), linefeed_sqlite_static(), UInt8(SQLITE_UTF8)))
    }

    /// Binds a copy of UTF-8 text.
    public func bind(_ parameter: Int, copying text: UnsafeRawBufferPointer) throws {
        let start = text.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
        try check(
            sqlite3_bind_text64(
                handle, Int32(parameter), start.assumingMemoryBound(to: CChar.self), UInt64(text.count),
                linefeed_sqlite_transient(), UInt8(SQLITE_UTF8)))
    }

    public func bind(_ parameter: Int, copying text: String) throws {
        var copy = text
        try copy.withUTF8 { try bind(parameter, copying: UnsafeRawBufferPointer($0)) }
    }

    /// Binds a copy of bytes that are not text.
    public func bind(_ parameter: Int, copyingBlob bytes: UnsafeRawBufferPointer) throws {
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
        try check(
            sqlite3_bind_blob64(handle, Int32(parameter), start, UInt64(bytes.count), linefeed_sqlite_transient()))
    }

    /// Binds bytes that are not text where they lie: they must stay until the statement is reset or bound anew.
    public func bind(_ parameter: Int, inPlaceBlob bytes: UnsafeRawBufferPointer) throws {
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
        try check(
            sqlite3_bind_blob64(handle, Int32(parameter), start, UInt64(bytes.count), linefeed_sqlite_static()))
    }

    // MARK: Rows

    /// Moves to the next row.
    /// - Returns: false when there is none; the statement is then reset, its parameters stay bound.
    /// - Throws: `StoreFault`; the statement is reset.
    @inline(__always)
    public func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        let fault = code == SQLITE_DONE ? nil : database.fault(code)
        sqlite3_reset(handle)
        if let fault { throw fault }
        return false
    }

    /// Runs a command that gives no rows, ready to be bound and run again.
    @inline(__always)
    public func run() throws {
        while try step() {}
    }

    /// Goes back to before the first row; parameters stay bound.
    public func reset() { sqlite3_reset(handle) }

    /// Sets all parameters to null.
    public func clearBindings() { sqlite3_clear_bindings(handle) }

    // MARK: Columns

    public var columnCount: Int { Int(sqlite3_column_count(handle)) }

    public func columnName(_ column: Int) -> String { String(cString: sqlite3_column_name(handle, Int32(column))) }

    /// What a value is stored as.
    public enum ValueType: Sendable { case null, integer, real, text, blob }

    /// What the value is stored as; ask before any of the conversions below.
    @inline(__always)
    public func type(_ column: Int) -> ValueType {
        switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    @inline(__always)
    public func isNull(_ column: Int) -> Bool { type(column) == .null }

    /// 0 for null.
    @inline(__always)
    public func integer(_ column: Int) -> Int {
        Int(sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column)))
    }

    /// 0 for null.
    @inline(__always)
    public func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(truncatingIfNeeded: column)) }

    /// The value's text as UTF-8, NULs included; empty for null. Valid until the next step or reset.
    @inline(__always)
    public func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        // The text first: asking for it may convert the value, and then the count changes.
        guard let start = sqlite3_column_text(handle, Int32(truncatingIfNeeded: column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, Int32(truncatingIfNeeded: column))))
    }

    /// The value's bytes as they are stored; empty for null. Valid until the next step or reset.
    public func blob(_ column: Int) -> UnsafeRawBufferPointer {
        guard let start = sqlite3_column_blob(handle, Int32(column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// The value's text; empty for null.
    public func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// The value, nil for what is stored as anything but an integer.
    @inline(__always)
    public func optionalInteger(_ column: Int) -> Int? { type(column) == .integer ? integer(column) : nil }

    /// The value, nil for null.
    public func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    @inline(__always)
    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw database.fault(code) }
    }
}
