import Contract
import SQLite

/// Where the members stand that a table's keys and times are made of; -1 for one without a column.
struct KeyPlan {
    /// A group of a ladder: the member that must be there, and all that count, the feed's id first.
    struct Rung {
        let first: Int
        let places: [Int]
    }

    var ladder: [Rung] = []
    /// Places that do not count for the hash of the whole record.
    var excepted: Set<Int> = []
    var time: [Int] = []
    /// The columns of a natural key that must be there.
    var required: [Int] = []

    init() {}

    init(_ definition: HistoryDefinition, _ columns: [String]) {
        func place(_ name: String) -> Int { columns.firstIndex(of: name) ?? -1 }
        time = definition.key.time.map(place).filter { $0 >= 0 }
        switch definition.key.identity {
        case .ladder(let groups, let others):
            ladder = groups.map { group in
                let members = [HistoryFormat.feedColumn] + group + others
                return Rung(first: place(group[0]), places: members.map(place))
            }
        case .content(let except): excepted = Set(except.map(place))
        case .columns(let parts): required = parts.filter(\.isRequired).map { place($0.name) }
        }
    }
}

extension HistoryTable {
    private var quotedName: String { Database.quoted(name) }

    /// Makes the table, or the columns that records brought.
    public func makeColumns() throws {
        guard !isMade || pending > 0 else { return }
        if isMade {
            history.columnChanges += 1
            let fresh = Array(columns.suffix(pending))
            if try fresh.count < HistoryTable.fewColumns
                || !extendSchema(fresh, after: columns[columns.count - pending - 1])
            {
                for column in fresh {
                    try history.database.execute(
                        "ALTER TABLE \(quotedName) ADD COLUMN \(HistoryTable.declared(column))")
                }
            }
        } else {
            if hasTime { add(Column(HistoryFormat.timeColumn, .integer)) }
            add(Column(HistoryFormat.keyColumn, .integer))
            let list = columns.map(HistoryTable.declared).joined(separator: ", ")
            try history.database.execute("CREATE TABLE \(quotedName)(\(list))")
            isMade = true
        }
        pending = 0
        resolve()
        try prepareStatements()
        if name == "calendar" || name == "calendar_dates" { try history.database.makeServiceDays(hasFeedID: true) }
        try history.schemaChanged()
    }

    /// So many columns are added one by one.
    private static let fewColumns = 8

    /// Adds columns by one change of the schema, where `ALTER TABLE` would read the schema of the whole file anew for
    /// each: it does nothing else to the file than this, which its documentation describes ("Making Other Kinds Of Table
    /// Schema Changes").
    /// - Returns: false where the table was not laid out by us, and nothing was done.
    private func extendSchema(_ fresh: [Column], after last: Column) throws -> Bool {
        let database = history.database
        let query = try database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1")
        try query.bind(1, copying: name)
        let sql = try query.step() ? query.text(0) : ""
        query.reset()
        guard sql.hasPrefix("CREATE TABLE \(quotedName)("), sql.hasSuffix(HistoryTable.declared(last) + ")") else {
            return false
        }
        let list = fresh.map { ", " + HistoryTable.declared($0) }.joined()
        let version = try database.integer("PRAGMA schema_version") ?? 0
        try database.execute("PRAGMA writable_schema = ON")
        do {
            let update = try database.prepare(
                "UPDATE sqlite_schema SET sql = ?1 WHERE type = 'table' AND name = ?2")
            try update.bind(1, copying: sql.dropLast() + list + ")")
            try update.bind(2, copying: name)
            try update.run()
            try database.execute("PRAGMA schema_version = \(version + 1); PRAGMA writable_schema = RESET")
        } catch {
            _ = try? database.execute("PRAGMA writable_schema = RESET")
            throw error
        }
        guard try database.columns(of: name) == columns.map(\.name) else {
            throw StoreFault(.unusable, "\(database.path): cannot add \(fresh.count) columns to the table \(name)")
        }
        return true
    }

    private static func declared(_ column: Column) -> String {
        Database.quoted(column.name) + (column.type == .any ? "" : " " + column.type.rawValue)
    }

    /// Whether rows may have a time of their own.
    private var hasTime: Bool { !definition.key.time.isEmpty }

    private var isTimed: Bool { definition.key.isTimed }

    private var naturalColumns: [NaturalKey.KeyColumn] {
        if case .columns(let parts) = definition.key.identity { parts } else { [] }
    }

    /// The terms of the index over a natural key. A null is unlike any other to an index, so it counts as empty text.
    private var naturalTerms: String {
        let feed = HistoryFormat.feedColumn
        let terms = naturalColumns.map { part in
            part.isRequired ? Database.quoted(part.name) : "ifnull(\(Database.quoted(part.name)), '')"
        }
        return (terms + ["ifnull(\(feed), '')"]).joined(separator: ", ")
    }

    /// Makes the indexes where they are missing, and the statements that insert.
    func prepareStatements() throws {
        guard isMade else { return }
        let time = HistoryFormat.timeColumn
        let key = HistoryFormat.keyColumn
        if !naturalColumns.isEmpty {
            try makeIndex("key", isUnique: true, naturalTerms)
            try makeIndex("whole", isUnique: true, key, "\(key) IS NOT NULL")
            if hasTime { try makeIndex("time", isUnique: false, time, "\(time) IS NOT NULL") }
            primary = try insert(target: "(\(naturalTerms))", definition.key.conflict)
            secondary = try insert(target: "(\(key)) WHERE \(key) IS NOT NULL", .first)
        } else if isTimed {
            try makeIndex("key", isUnique: true, "\(time), \(key)")
            try makeIndex("whole", isUnique: true, key, "\(time) IS NULL")
            primary = try insert(target: "(\(time), \(key))", definition.key.conflict)
            secondary = try insert(target: "(\(key)) WHERE \(time) IS NULL", definition.key.conflict)
        } else {
            try makeIndex("key", isUnique: true, key)
            if hasTime { try makeIndex("time", isUnique: false, time, "\(time) IS NOT NULL") }
            primary = try insert(target: "(\(key))", definition.key.conflict)
            secondary = nil
        }
    }

    private func makeIndex(_ kind: String, isUnique: Bool, _ terms: String, _ condition: String? = nil) throws {
        let index = Database.quoted("\(HistoryFormat.ownPrefix)\(kind)_\(name)")
        try history.database.execute(
            "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(index) ON \(quotedName)(\(terms))"
                + (condition.map { " WHERE \($0)" } ?? ""))
    }

    private func insert(target: String, _ conflict: NaturalKey.Conflict) throws -> Statement {
        let names = columns.map { Database.quoted($0.name) }
        let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ",")
        return try history.database.prepare(
            "INSERT INTO \(quotedName)(\(names.joined(separator: ","))) VALUES(\(values)) ON CONFLICT\(target) DO "
                + action(conflict, names))
    }

    /// What is done where the key is there already. Nothing is written where nothing would change.
    private func action(_ conflict: NaturalKey.Conflict, _ names: [String]) -> String {
        func list(_ chosen: [String], _ form: (String) -> String) -> String {
            "(" + chosen.map(form).joined(separator: ",") + ")"
        }
        let present = Set(columns.map(\.name))
        let condition: String
        switch conflict {
        case .first: return "NOTHING"
        case .last:
            condition = "\(list(names) { "\(quotedName).\($0)" }) IS NOT \(list(names) { "excluded.\($0)" })"
        case .largest(let ranks):
            let ranks = ranks.filter(present.contains).map(Database.quoted)
            guard !ranks.isEmpty else { return "NOTHING" }
            // Times and statuses are not negative, so -1 is less than any.
            condition =
                list(ranks) { "ifnull(excluded.\($0),-1)" } + " > "
                + list(ranks) { "ifnull(\(quotedName).\($0),-1)" }
        case .smallest(let rank):
            guard present.contains(rank) else { return "NOTHING" }
            condition = "excluded.\(Database.quoted(rank)) < \(quotedName).\(Database.quoted(rank))"
        }
        return "UPDATE SET \(names.map { "\($0)=excluded.\($0)" }.joined(separator: ",")) WHERE \(condition)"
    }
}
