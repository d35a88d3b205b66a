import Contract

/// What is known about a table before its first record: columns with types, and the natural key.
public struct HistoryDefinition: Sendable {
    /// The affinities of SQLite that columns are declared with.
    public enum ColumnType: String, Sendable {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
        /// Declared by somebody else without a type; every value stays what it is.
        case any = ""

        /// The affinity of a declared type, by the rules of SQLite's documentation ("Datatypes", §3.1).
        init(declared: String) {
            let upper = declared.uppercased()
            func has(_ part: String) -> Bool { upper.firstRange(of: part) != nil }
            if has("INT") {
                self = .integer
            } else if has("CHAR") || has("CLOB") || has("TEXT") {
                self = .text
            } else if has("BLOB") || upper.isEmpty {
                self = .any
            } else {
                // NUMERIC converts as INTEGER does.
                self = has("REAL") || has("FLOA") || has("DOUB") ? .real : .integer
            }
        }
    }

    public struct Column: Sendable {
        public let name: String
        public let type: ColumnType
        /// The names of an enumeration's numbers.
        public let names: [(name: [UInt8], value: Int)]

        init(_ column: ColumnDescription) {
            name = column.name
            var names: [(name: [UInt8], value: Int)] = []
            switch column.type {
            case .integer, .boolean: type = .integer
            case .enumeration(let cases):
                type = .integer
                names = cases.map { (Array($0.name.utf8), $0.value) }
            case .number: type = .real
            // Arrays and objects are kept as JSON text.
            case .string, .date, .time, .dateTime, .textOrBytes, .array, .object, .any: type = .text
            }
            self.names = names
        }
    }

    public let name: String
    /// In the order in which they are made; without feed_id, which every table has.
    public let columns: [Column]
    /// Whether the columns come from the record contract.
    public let isKnown: Bool
    /// Records are GeoJSON Features, whose properties the columns are.
    public let isFeature: Bool
    public let key: NaturalKey

    /// - Parameter table: nil for one that the contract does not have.
    public init(_ name: String, _ table: TableDescription?) {
        self.name = name
        columns = table?.columns.map(Column.init) ?? []
        isKnown = table != nil
        isFeature = table?.isFeature ?? false
        key = table?.key ?? Tables.key(of: name)
    }
}
