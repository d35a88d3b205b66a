import Contract
import NDJSON
import SQLite

/// Gives back the records of a store, as `ingest` wrote them but for what a column of numbers does not keep: zeros at
/// the end of a fraction, and that an invalid value was null.
public final class StoreReader {
    public let database: Database
    /// Whether `store` made the file: its times are text, it has no indexes by stop, and its rows may come from records
    /// of any time.
    public let isHistory: Bool
    /// The tables with what their records are called: in the database a name may differ.
    private let tables: [(name: String, records: String)]

    /// How long, in milliseconds, a writer of the store is waited for.
    private static let patience = 2000

    /// Opens a store to read.
    /// - Throws: `StoreFault`: missing, unusable where it is not a store that we know, locked.
    public init(_ path: String) throws {
        database = try Database(path, mode: .readOnly, busyTimeout: StoreReader.patience)
        // A board is of a few thousand pages from all over the file: without copies it takes half the time.
        try database.execute("PRAGMA mmap_size = \(1 << 40)")
        // All that is read is of one moment, and is locked once.
        try database.execute("BEGIN")
        isHistory = try database.integer("PRAGMA application_id") == HistoryFormat.applicationID
        if !isHistory { try database.checkStore() }
        guard isHistory else {
            tables = try database.storedTables().compactMap { table in
                table.name.map { ($0, Tables.name(ofFile: table.file) ?? $0) }
            }
            try database.checkArePlain(tables.map(\.name) + TableDefinition.all.map(\.name))
            return
        }
        try database.checkHistoryVersion()
        let known = TableDefinition.all.map(\.name).filter { $0 != TableDefinition.locationsName }
        try database.checkArePlain(known)
        let present = try known.filter(database.hasTable)
        tables = present.map { ($0, $0) }
        try StoreReader.checkTimetable(of: database, present)
    }

    /// A history may have anything; as a feed it can be read where it has the timetable of one.
    private static func checkTimetable(of database: Database, _ tables: [String]) throws {
        guard
            tables.contains(where: {
                [Tables.Stops.name, Tables.Routes.name, Tables.Trips.name, Tables.StopTimes.name].contains($0)
            })
        else {
            throw StoreFault(
                .unusable,
                "\(database.path) is a history made by 'linefeed store' and holds no timetable; run 'linefeed ingest FEED "
                    + "--sqlite DB' to make a database from a feed, or 'linefeed ingest FEED | linefeed store DB' to add one to a "
                    + "history")
        }
        var feeds: [String] = []
        for table in [Tables.Agency.name, Tables.Stops.name, Tables.Routes.name, Tables.Trips.name]
        where tables.contains(table) {
            let query = try database.prepare(
                "SELECT DISTINCT ifnull(\(HistoryFormat.feedColumn), '') FROM \(Database.quoted(table)) LIMIT 4")
            while try query.step() {
                let feed = query.text(0)
                if !feeds.contains(feed) { feeds.append(feed) }
            }
        }
        guard feeds.count < 2 else {
            let names = feeds.prefix(3).map { $0.isEmpty ? "none" : "'\($0)'" }.joined(separator: ", ")
            throw StoreFault(
                .unusable,
                "\(database.path) holds the timetables of several feeds (feed_id \(names)), whose ids may collide; run "
                    + "'linefeed ingest FEED --sqlite DB' to make a database of one feed")
        }
        try database.checkAreOfOneVersion(tables)
    }

    /// Calls `take` with the records of the tables that are named, all where none is, in blocks of whole lines, in the order in which the
    /// tables were loaded; those that the store lacks are passed over.
    public func records(of wanted: [String]?, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        let writer = RecordWriter(capacity: 1 << 18)
        for table in tables where wanted?.contains(table.records) ?? true { try records(of: table, writer, take) }
        if writer.count > 0 { try take(writer.bytes) }
    }

    private static let block = 1 << 17

    private func records(
        of table: (name: String, records: String), _ writer: RecordWriter,
        _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let rows = try database.prepare(
            "SELECT \(try columns(of: table.name)) FROM \(Database.quoted(table.name)) ORDER BY _rowid_")
        let shape = RowShape(rows, table: table.records, keepsBytes: isHistory)
        while try rows.step() {
            shape.write(rows, to: writer)
            guard writer.count >= StoreReader.block else { continue }
            try take(writer.bytes)
            writer.removeAll()
        }
    }
    /// All columns of a table but those that a history has for itself.
    private func columns(of table: String) throws -> String {
        guard isHistory else { return "*" }
        let own = [HistoryFormat.timeColumn, HistoryFormat.keyColumn, HistoryFormat.overflowColumn]
        return try database.columns(of: table).filter { !own.contains($0) }.map(Database.quoted).joined(separator: ", ")
    }
}

/// How the rows of one table become records.
private final class RowShape {
    private struct Field {
        let key: JSONKey
        let isTime: Bool
    }

    private let head: [UInt8]
    private let fields: UnsafeMutablePointer<Field>
    private let count: Int
    private let isFeature: Bool
    /// Whether bytes are text that a column of numbers would have changed.
    private let keepsBytes: Bool
    /// The column of the feature, and of the feed's id.
    private var feature = 0
    private var feedID: Int?

    init(_ rows: Statement, table: String, keepsBytes: Bool) {
        self.keepsBytes = keepsBytes
        let definition = TableDefinition.named(table)
        let names = (0..<rows.columnCount).map(rows.columnName)
        count = names.count
        fields = .allocate(capacity: max(count, 1))
        for (index, name) in names.enumerated() {
            let type = definition?.fields.first { $0.name == name }?.type
            (fields + index).initialize(
                to: Field(key: JSONKey(name), isTime: type == .time || type == .localTime))
        }
        isFeature = table == TableDefinition.locationsName
        for (index, name) in names.enumerated() {
            if name == "feature" { feature = index }
            if name == Tables.AnyRecord.columns.feedID.name { feedID = index }
        }
        let writer = RecordWriter(capacity: 64)
        writer.append(isFeature ? "{\"type\":\"Feature\",\"table\":" : "{\"table\":")
        writer.string(table)
        head = Array(writer.bytes)
    }

    deinit {
        for index in 0..<count { fields[index].key.deallocate() }
        fields.deinitialize(count: count)
        fields.deallocate()
    }

    func write(_ row: Statement, to writer: RecordWriter) {
        let start = writer.count
        head.withUnsafeBytes { writer.append($0) }
        guard !isFeature else {
            if !writeFeature(row, to: writer) { writer.truncate(to: start) }
            return
        }
        for index in 0..<count {
            let field = fields[index]
            switch row.type(index) {
            case .null: continue
            case .blob where !keepsBytes: continue
            case .text, .blob:
                writer.key(field.key)
                writer.string(row.bytes(index))
            case .integer:
                writer.key(field.key)
                if field.isTime { writer.time(row.integer(index)) } else { writer.integer(row.integer(index)) }
            case .real:
                writer.key(field.key)
                writer.decimal(row.double(index))
            }
        }
        writer.append("}\n")
    }

    private static let featureStart = Array("{\"type\":\"Feature\"".utf8)

    /// The feature's text with the table's name put behind its type; false for what is not a feature of ours.
    private func writeFeature(_ row: Statement, to writer: RecordWriter) -> Bool {
        if let feedID, !row.isNull(feedID) {
            writer.append(",\"feed_id\":")
            writer.string(row.bytes(feedID))
        }
        let text = row.bytes(feature)
        guard text.starts(with: RowShape.featureStart) else { return false }
        writer.append(UnsafeRawBufferPointer(rebasing: text[RowShape.featureStart.count...]))
        writer.newline()
        return true
    }
}

extension TableDefinition {
    /// The one table whose rows are features.
    static let locationsName = "locations"
}

extension RecordWriter {
    /// Writes seconds as a string `HH:MM:SS`; a negative number, which no load writes, as it is.
    fileprivate func time(_ seconds: Int) {
        guard seconds >= 0 else { return integer(seconds) }
        append(UInt8(ascii: "\""))
        scheduleTime(seconds)
        append(UInt8(ascii: "\""))
    }

    /// Writes the shortest decimal that reads back to the same double, without an exponent where a feed has none: with
    /// up to nine places.
    fileprivate func decimal(_ value: Double) {
        var scale = 1.0
        for places in 0...9 {
            let scaled = (value.magnitude * scale).rounded()
            guard scaled < 9e15 else { break }
            if scaled / scale == value.magnitude { return rounded(value, decimals: places) }
            scale *= 10
        }
        double(value)
    }
}
