import Contract
import Hashing
import NDJSON
import Platform
import SQLite

/// A table that records are appended to: its columns as they are in the file, and the record being taken.
public final class HistoryTable {
    struct Column {
        let name: String
        let bytes: [UInt8]
        let type: HistoryDefinition.ColumnType
        /// Whether the record contract has it, and so says what its values are.
        let isKnown: Bool
        let names: [(name: [UInt8], value: Int)]
        /// Of the name, for the hash of a whole record.
        let hash: UInt64

        init(
            _ name: String, _ type: HistoryDefinition.ColumnType, isKnown: Bool = false,
            names: [(name: [UInt8], value: Int)] = []
        ) {
            self.name = name
            self.type = type
            self.isKnown = isKnown
            self.names = names
            // No member is kept in a column of that name: it is the one that names the table.
            bytes = name == "table" ? [] : Array(name.utf8)
            hash = RecordHash.of(name, seed: 0)
        }
    }

    public enum Outcome: Sendable {
        /// A row was added, or took the place of another.
        case written
        /// The row was there already, or one that counts for more.
        case merged
        /// Nothing was done yet: the record brings columns, and is to be appended again once they are made.
        case held
    }

    public var name: String { definition.name }
    let definition: HistoryDefinition
    unowned let history: HistoryDatabase
    var columns: [Column] = []
    /// Whether the file has the table.
    var isMade = false
    /// The columns at the end of `columns` that the file does not have yet.
    var pending = 0
    private var places: [UInt64: Int] = [:]
    private var foldedNames: Set<[UInt8]> = []
    /// The columns that are the store's own.
    var timePlace: Int?
    var keyPlace: Int?
    var overflowPlace: Int?
    private var feedPlace = 0
    var plan = KeyPlan()
    /// Nil for what is not a table of a timetable.
    let versions: HistoryVersions?
    /// Numbers that are less are not times.
    let leastTime: Int
    var primary: Statement?
    var secondary: Statement?

    // The record being taken.
    var cells: UnsafeMutablePointer<JSONValue>
    private var capacity = 64
    /// The places of the record's members in the order in which they came.
    var present: [Int] = []
    private var lastPlace = -1
    let overflow = RecordWriter(capacity: 256)
    let scratch = RecordWriter(capacity: 1024)
    private let keyText = RecordWriter(capacity: 256)
    let compacted = RecordWriter(capacity: 256)
    private let feedLine: UnsafeMutableRawBufferPointer?
    private var feedValue = JSONValue.absent
    /// What was noticed about the last record; the values are valid as long as its line is.
    public private(set) var issues: [HistoryIssue] = []

    init(_ definition: HistoryDefinition, in history: HistoryDatabase, feedID: String?) throws {
        self.definition = definition
        self.history = history
        versions = TableDefinition.isSchedule(definition.name) ? HistoryVersions(definition.name, in: history) : nil
        // What a table that nobody knows calls a timestamp may be a count from somewhere else.
        leastTime = definition.key == .wholeRecord ? 100_000_000 : 0
        cells = .allocate(capacity: capacity)
        cells.initialize(repeating: .absent, count: capacity)
        if let feedID {
            let writer = RecordWriter(capacity: 64)
            writer.append("{\"id\":")
            writer.string(feedID)
            writer.endObject()
            let line = UnsafeMutableRawBufferPointer.allocate(byteCount: writer.count, alignment: 8)
            line.copyMemory(from: writer.bytes)
            feedLine = line
            JSONValue.object(UnsafeRawBufferPointer(line)).forEachMember { feedValue = $1 }
        } else {
            feedLine = nil
        }
        try load()
    }

    deinit {
        cells.deallocate()
        feedLine?.deallocate()
    }

    // MARK: Columns

    /// Reads the table's columns from the file, or lays out those it will be made with.
    func load() throws {
        columns = []
        places = [:]
        foldedNames = []
        pending = 0
        let found = try history.database.prepare(
            """
            SELECT name, iif(sql LIKE 'CREATE VIRTUAL%', 'virtual table', type) FROM sqlite_schema
            WHERE name = ?1 COLLATE NOCASE
            """)
        try found.bind(1, copying: name)
        isMade = try found.step()
        if isMade {
            let there = found.text(0)
            let kind = found.text(1)
            guard there == name, kind == "table" else {
                throw HistoryRefusal("the file already has a \(kind) named \(there)")
            }
            found.reset()
            try loadColumns()
            if name == "calendar" || name == "calendar_dates" {
                try history.database.makeServiceDays(hasFeedID: true)
            }
        } else {
            for column in columnsOfContract() { add(column) }
        }
        resolve()
        try prepareStatements()
    }

    private func loadColumns() throws {
        var known: [String: HistoryDefinition.Column] = [:]
        for column in definition.columns { known[column.name] = column }
        let query = try history.database.prepare("SELECT name, type FROM pragma_table_info(?1)")
        try query.bind(1, copying: name)
        while try query.step() {
            let title = query.text(0)
            add(
                Column(
                    title, HistoryDefinition.ColumnType(declared: query.text(1)), isKnown: known[title] != nil,
                    names: known[title]?.names ?? []))
        }
        guard columns.contains(where: { $0.name == HistoryFormat.keyColumn }) else {
            throw HistoryRefusal("the file already has a table of that name that the store did not create")
        }
    }

    /// The columns that a table has from the start, without those of the store's own.
    private func columnsOfContract() -> [Column] {
        var result = [Column(HistoryFormat.feedColumn, .text, isKnown: true)]
        func add(_ column: Column) { if !result.contains(where: { $0.name == column.name }) { result.append(column) } }
        let listed = Set(definition.columns.map(\.name))
        if case .columns(let parts) = definition.key.identity {
            for part in parts where !listed.contains(part.name) { add(Column(part.name, .text, isKnown: true)) }
        }
        for column in definition.columns { add(Column(column.name, column.type, isKnown: true, names: column.names)) }
        if definition.isFeature {
            for title in ["bbox", "geometry"] { add(Column(title, .text, isKnown: true)) }
        }
        return result
    }

    /// Adds a column to those that records are taken into.
    func add(_ column: Column) {
        let place = columns.count
        columns.append(column)
        places[RecordHash.of(column.name, seed: 1)] = place
        foldedNames.insert(HistoryFormat.folded(column.bytes))
        if columns.count > capacity { grow() }
    }

    private func grow() {
        let fresh = UnsafeMutablePointer<JSONValue>.allocate(capacity: capacity * 2)
        fresh.initialize(repeating: .absent, count: capacity * 2)
        fresh.update(from: cells, count: capacity)
        cells.deallocate()
        cells = fresh
        capacity *= 2
    }

    /// Finds the columns that keys and times are made of among those there are.
    func resolve() {
        func place(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }
        timePlace = place(HistoryFormat.timeColumn)
        keyPlace = place(HistoryFormat.keyColumn)
        overflowPlace = place(HistoryFormat.overflowColumn)
        feedPlace = place(HistoryFormat.feedColumn) ?? 0
        plan = KeyPlan(definition, columns.map(\.name))
    }

    // MARK: Taking a record

    /// Appends a record. A batch must be open, and the line must have been scanned.
    ///
    /// - Parameter mayHold: leaves it to the caller to keep a record that brings columns, so that those of many records
    ///   are made at once: each change of a schema costs as much as the whole schema is long.
    public func append(_ line: UnsafeRawBufferPointer, mayHold: Bool = false) throws -> Outcome {
        defer { clear() }
        collect(line)
        if !isMade || pending > 0 {
            if mayHold, isMade, history.hasChangedOften { return .held }
            try makeColumns()
        }
        guard let versions else { return try write() }
        let feed = try versions.will(cells[feedPlace])
        let outcome = try write()
        versions.took(line, outcome, feed)
        return outcome
    }

    private func clear() {
        for place in present { cells[place] = .absent }
        present.removeAll(keepingCapacity: true)
    }

    private func collect(_ line: UnsafeRawBufferPointer) {
        if !issues.isEmpty { issues.removeAll() }
        overflow.removeAll()
        scratch.removeAll()
        // Values point into it, so it must not move: each text is unescaped twice at most, and only gets shorter.
        scratch.reserve(line.count * 2)
        lastPlace = -1
        let record = JSONValue.object(line)
        if definition.isFeature || !definition.isKnown, let properties = HistoryTable.properties(of: record) {
            record.forEachMember { key, value in
                if !HistoryTable.isOne(of: ["type", "properties"], key) { take(key, value, isProperty: false) }
            }
            properties.forEachMember { take($0, $1, isProperty: true) }
        } else {
            record.forEachMember { take($0, $1, isProperty: false) }
        }
        if feedValue.isPresent, !cells[feedPlace].isPresent { set(feedPlace, feedValue) }
        if overflow.count > 0 {
            overflow.endObject()
            // Records that are held until all their columns are made bring it once.
            if overflowPlace == nil {
                addPending(Column(HistoryFormat.overflowColumn, .text))
                overflowPlace = columns.count - 1
            }
        }
    }

    /// The properties of a GeoJSON Feature; nil for another record.
    private static func properties(of record: JSONValue) -> JSONValue? {
        var isFeature = false
        var properties: JSONValue?
        record.forEachMember { key, value in
            if isOne(of: ["type"], key) {
                isFeature = value.kind == .string && value.inside.elementsEqual("Feature".utf8)
            }
            if isOne(of: ["properties"], key) {
                properties = value.kind == .object || value.kind == .null ? value : nil
            }
        }
        return isFeature ? properties : nil
    }

    private static func isOne(of names: [StaticString], _ key: JSONValue) -> Bool {
        names.contains { name in
            name.utf8CodeUnitCount == key.inside.count
                && key.inside.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
    }

    @inline(__always)
    private func take(_ key: JSONValue, _ value: JSONValue, isProperty: Bool) {
        // Members mostly come in the order of the columns, some left out.
        let name = key.inside
        var guess = lastPlace &+ 1
        let end = min(guess &+ 6, columns.count)
        while guess < end {
            if isColumn(guess, name), guess != timePlace, guess != keyPlace, guess != overflowPlace {
                return put(guess, value, key, isProperty)
            }
            guess &+= 1
        }
        find(key, value, isProperty)
    }

    @inline(__always)
    private func isColumn(_ place: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        columns[place].bytes.withUnsafeBytes { bytes in
            bytes.count == name.count && bytes.count > 0
                && memcmp(bytes.baseAddress!, name.baseAddress!, name.count) == 0
        }
    }

    @inline(__always)
    private func put(_ place: Int, _ value: JSONValue, _ key: JSONValue, _ isProperty: Bool) {
        lastPlace = place
        // A feature's property of the name of one of its own members.
        if isProperty, cells[place].kind != .absent { return keep(key, value, .nameClash) }
        if value.kind != .null || cells[place].kind != .absent { set(place, value) }
    }

    @inline(__always)
    private func set(_ place: Int, _ value: JSONValue) {
        if cells[place].kind == .absent { present.append(place) }
        cells[place] = value
    }

    /// Takes a member that does not stand where one would expect it, or has no column yet.
    @inline(never)
    private func find(_ key: JSONValue, _ value: JSONValue, _ isProperty: Bool) {
        var name = key.inside
        if key.hasEscapes {
            keyText.removeAll()
            JSONText.unescape(name, into: keyText)
            name = keyText.bytes
        }
        if name.elementsEqual("table".utf8) { return isProperty ? keep(key, value, .nameClash) : () }
        if let place = places[RecordHash.of(name, seed: 1)], isColumn(place, name) {
            if place == timePlace || place == keyPlace { return note(.reserved, key, value) }
            if place != overflowPlace { return put(place, value, key, isProperty) }
        }
        guard value.kind != .null else { return }
        let title = String(decoding: name, as: UTF8.self)
        if title == HistoryFormat.timeColumn || title == HistoryFormat.keyColumn {
            return note(.reserved, key, value)
        }
        if title == HistoryFormat.overflowColumn { return keep(key, value, .nameClash) }
        if name.isEmpty || name.count > HistoryFormat.nameLimit || name.contains(0) {
            return keep(key, value, .unusableName)
        }
        if foldedNames.contains(HistoryFormat.folded(name)) { return keep(key, value, .nameClash) }
        if columns.count >= HistoryFormat.columnLimit { return keep(key, value, .tooManyColumns) }
        if let known = definition.columns.first(where: { $0.name == title }) {
            addPending(Column(title, known.type, isKnown: true, names: known.names))
        } else {
            addPending(Column(title, HistoryTable.type(of: value)))
        }
        lastPlace = columns.count - 1
        set(lastPlace, value)
    }

    private func addPending(_ column: Column) {
        add(column)
        pending += 1
    }

    /// Keeps a member that cannot be a column.
    private func keep(_ key: JSONValue, _ value: JSONValue, _ kind: HistoryIssue.Kind) {
        guard value.kind != .null else { return }
        overflow.append(overflow.count == 0 ? "{" : ",")
        overflow.append(key.raw)
        overflow.append(":")
        overflow.append(value.raw)
        note(kind, key, value)
    }

    private func note(_ kind: HistoryIssue.Kind, _ key: JSONValue, _ value: JSONValue) {
        issues.append(HistoryIssue(kind: kind, member: key.string ?? "", value: value))
    }

    func note(_ kind: HistoryIssue.Kind, place: Int, _ value: JSONValue) {
        issues.append(HistoryIssue(kind: kind, member: columns[place].name, value: value))
    }
}
