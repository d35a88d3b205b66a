import SQLite

extension HistoryDatabase {
    /// Brings what the file has to this program's format. A batch must be open: with its end the file is of the new
    /// format, and until then, whatever happens to the process, of the old one.
    ///
    /// - Format 2: `stage_runs` has `instance`, which is a part of its key.
    func upgrade(from version: Int) throws {
        if version < 2 { try addKeyColumn("instance", to: "stage_runs") }
    }

    /// Rows whose keys are computed anew before the next ones are read.
    private static let rekeyStep = 1000

    /// Adds a text column to a table's key; rows have null in it.
    private func addKeyColumn(_ column: String, to table: String) throws {
        var columns = try database.columns(of: table)
        // What somebody else has under that name stays.
        let isPlain = try database.integer(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(table)' AND sql NOT LIKE 'CREATE VIRTUAL%'")
        guard isPlain != nil, columns.contains(HistoryFormat.keyColumn) else { return }
        let name = Database.quoted(table)
        if !columns.contains(column) {
            try database.execute("ALTER TABLE \(name) ADD COLUMN \(Database.quoted(column)) TEXT")
            columns.append(column)
        }
        // Keys must not clash while only some of them are new.
        for kind in ["key", "whole"] {
            let index = Database.quoted("\(HistoryFormat.ownPrefix)\(kind)_\(table)")
            try database.execute("DROP INDEX IF EXISTS \(index)")
        }
        let definition = HistoryDefinition(table, nil)
        try rekey(name, KeyPlan(definition, columns), columns)
        // It makes the indexes.
        _ = try HistoryTable(definition, in: self, feedID: nil)
    }

    private func rekey(_ name: String, _ plan: KeyPlan, _ columns: [String]) throws {
        guard let row = HistoryDatabase.rowName(columns) else {
            throw StoreFault(
                .unusable,
                "\(database.path): the table \(name) has columns named rowid, _rowid_ and oid, so it cannot be upgraded"
            )
        }
        let places = Array(Set(plan.ladder.flatMap(\.places).filter { $0 >= 0 })).sorted()
        let columnOfPlace = Dictionary(uniqueKeysWithValues: zip(places, 1...))
        let list = places.map { ", " + Database.quoted(columns[$0]) }.joined()
        let read = try database.prepare(
            "SELECT \(row)\(list) FROM \(name) WHERE \(row) > ?1 ORDER BY \(row) LIMIT \(HistoryDatabase.rekeyStep)")
        let write = try database.prepare("UPDATE \(name) SET \(HistoryFormat.keyColumn) = ?2 WHERE \(row) = ?1")
        var last = Int.min
        while true {
            var keys: [(row: Int, key: UInt64)] = []
            var count = 0
            try read.bind(1, last)
            while try read.step() {
                count += 1
                last = read.integer(0)
                func value(_ place: Int) -> StoredValue {
                    let column = columnOfPlace[place] ?? 0
                    return switch read.type(column) {
                    case .null: .null
                    case .integer: .integer(read.integer(column))
                    case .real: .real(read.double(column))
                    case .text: .text(read.bytes(column))
                    case .blob: .bytes(read.blob(column))
                    }
                }
                func isNamed(_ place: Int) -> Bool {
                    switch value(place) {
                    case .null: false
                    case .text(let text): !text.isEmpty
                    case .integer, .real, .bytes: true
                    }
                }
                // Rows without the key's first member are known by all their members, of which none has changed.
                guard let key = HistoryTable.ladderHash(plan.ladder, isNamed: isNamed, value: value) else { continue }
                keys.append((last, key))
            }
            read.reset()
            for (row, key) in keys {
                try write.bind(1, row)
                try write.bind(2, Int(truncatingIfNeeded: key))
                try write.run()
            }
            guard count == HistoryDatabase.rekeyStep else { return }
        }
    }

    /// A name by which a table's columns leave SQLite's number of a row to be had; nil if they hide all.
    static func rowName(_ columns: [String]) -> String? {
        let taken = Set(columns.map(StoreFormat.folded))
        return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    }

    // MARK: Space

    /// Gives the space of removed rows back to the file system. No batch may be open. Other programs may read meanwhile.
    ///
    /// It takes, beside the file, as much as its rows take once in the folder of temporary files and once in its log.
    /// - Returns: the file's bytes before and after.
    /// - Throws: `StoreFault` of kind locked when another writer did not let go in time.
    public func vacuum() throws -> (before: Int, after: Int) {
        func size() throws -> Int {
            try database.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") ?? 0
        }
        let before = try size()
        // The copy is not to be made in memory.
        try database.execute("PRAGMA temp_store=FILE")
        defer { _ = try? database.execute("PRAGMA temp_store=MEMORY") }
        try patiently { try database.execute("VACUUM") }
        // The file itself shrinks with this, unless somebody still reads what it was; then with a later one.
        _ = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        return (before, try size())
    }
}
