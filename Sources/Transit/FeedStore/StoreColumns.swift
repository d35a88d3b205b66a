import Contract
import GTFSSchedule
import SQLite

/// The columns of one table of a store, made from a file's header, and the SQL that comes of them.
struct StoreColumns {
    struct Column {
        let name: String
        let type: FieldType
        let isKey: Bool
        /// Whether a row has it unless it broke its type.
        let isRequired: Bool

        var declaration: String {
            switch type {
            case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color, .date: "TEXT"
            case .time, .localTime, .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
                "INTEGER"
            case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount: "REAL"
            }
        }

        var quoted: String { Database.quoted(name) }
        var isTime: Bool { type == .time || type == .localTime }
    }

    let table: String
    let list: [Column]
    /// Columns that could not keep their name.
    let renamed: [(from: String, to: String)]
    /// Whether rows begin with the feed's id.
    let hasFeedID: Bool

    init(_ plan: RecordPlan, table: String, hasFeedID: Bool) {
        self.table = table
        self.hasFeedID = hasFeedID
        // Columns of the reference come first, so that they keep their names.
        // A column may hide SQLite's rowid, so one of its names is kept free.
        var taken: Set<String> = ["_rowid_"]
        if hasFeedID { taken.insert(Tables.AnyRecord.columns.feedID.name) }
        var renamed: [(from: String, to: String)] = []
        list = plan.members.map { member in
            var name = StoreFormat.storable(member.name)
            while name.isEmpty || !taken.insert(StoreFormat.folded(name)).inserted { name += "_" }
            if name != member.name { renamed.append((member.name, name)) }
            return Column(name: name, type: member.type, isKey: member.isKey, isRequired: member.isRequiredKey)
        }
        self.renamed = renamed
    }

    var count: Int { list.count + (hasFeedID ? 1 : 0) }
    private var quotedTable: String { Database.quoted(table) }

    var createTable: String {
        let feedID = hasFeedID ? ["\"feed_id\" TEXT"] : []
        let columns = list.map { "\($0.quoted) \($0.declaration)" }
        return "CREATE TABLE \(quotedTable)(\((feedID + columns).joined(separator: ", ")))"
    }

    /// A statement that inserts several rows; the feed's id is the same parameter of all of them.
    func insert(rows: Int) -> String {
        let feedID = hasFeedID ? ["?1"] : []
        let tuples = (0..<rows).map { row in
            let first = feedID.count + row * list.count + 1
            return "(" + (feedID + (first..<(first + list.count)).map { "?\($0)" }).joined(separator: ",") + ")"
        }
        return "INSERT INTO \(quotedTable) VALUES\(tuples.joined(separator: ","))"
    }

    /// A view of the table with its times as `HH:MM:SS`; nil where it has none.
    var createView: String? {
        guard list.contains(where: \.isTime) else { return nil }
        let feedID = hasFeedID ? ["\"feed_id\""] : []
        let columns = list.map { column in
            guard column.isTime else { return column.quoted }
            let name = column.quoted
            return "CASE WHEN \(name) NOTNULL THEN printf('%02d:%02d:%02d', \(name) / 3600, \(name) / 60 % 60, "
                + "\(name) % 60) END AS \(name)"
        }
        return "CREATE VIEW \(Database.quoted(table + StoreFormat.viewSuffix)) AS SELECT "
            + (feedID + columns).joined(separator: ", ") + " FROM \(quotedTable)"
    }

    // MARK: The key

    private var key: [Column] { list.filter(\.isKey) }

    /// The terms by which rows are told apart; empty columns are alike where a key may have some, broken values of
    /// columns that cannot be empty are not.
    private var keyTerms: [String] {
        let key = key
        return key.map { $0.isRequired || key.count == 1 ? $0.quoted : "ifnull(\($0.quoted), '')" }
    }

    /// Which rows have a key: those with any of its columns.
    private var keyCondition: String? {
        let key = key
        guard key.count > 1, !key.contains(where: \.isRequired) else { return nil }
        return key.map { "\($0.quoted) NOTNULL" }.joined(separator: " OR ")
    }

    /// The index over the primary key; nil where the table has none.
    func createKey(isUnique: Bool) -> String? {
        guard !key.isEmpty else { return nil }
        return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(Database.quoted(table + StoreFormat.keySuffix)) ON "
            + "\(quotedTable)(\(keyTerms.joined(separator: ", ")))" + (keyCondition.map { " WHERE \($0)" } ?? "")
    }

    /// Fills `temp.removed` with the rows that repeat a key and are not the one that is kept.
    func findRepeated(keeping choice: StoreTable.Kept) -> String {
        let key = key
        // NULL is never equal to NULL in an index, but is in a partition.
        let comparable = key.filter { $0.isRequired || key.count == 1 }.map { "\($0.quoted) NOTNULL" }
        let conditions = comparable + (keyCondition.map { ["(\($0))"] } ?? [])
        let window = "PARTITION BY \(keyTerms.joined(separator: ", "))"
        let number =
            switch choice {
            case .first: "row_number() OVER (\(window) ORDER BY _rowid_)"
            case .last: "row_number() OVER (\(window) ORDER BY _rowid_ DESC)"
            case .none: "count(*) OVER (\(window))"
            }
        return """
            CREATE TEMP TABLE IF NOT EXISTS removed(row INTEGER PRIMARY KEY);
            DELETE FROM temp.removed;
            INSERT INTO temp.removed SELECT row FROM (SELECT _rowid_ AS row, \(number) AS number FROM \(quotedTable)
              \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))) WHERE number > 1;
            DELETE FROM \(quotedTable) WHERE _rowid_ IN (SELECT row FROM temp.removed);
            """
    }

    /// The indexes that this table is read by.
    var createIndexes: [String] {
        StoreFormat.indexes.filter { $0.table == table }.compactMap { index in
            let present = index.columns.prefix { column in list.contains { $0.name == column } }
            guard !present.isEmpty else { return nil }
            return "CREATE INDEX \(Database.quoted(index.name)) ON \(quotedTable)("
                + present.map(Database.quoted).joined(separator: ", ") + ")"
        }
    }
}
