import StageKit
import TimeZones

/// What `store` is asked to do.
public struct StoreOptions: StageOptions {
    /// The database file.
    public var path = ""
    /// Records; none is standard input.
    public var files: [String] = []
    /// The only tables to take; all where it is empty.
    public var tables: [String] = []
    /// Rows older than so many seconds are removed, in tables that `tableAges` does not name.
    public var pruneAge: Int?
    /// The same for rows of one table; nil for a table whose rows stay.
    public var tableAges: [String: Int?] = [:]
    /// Whether the space of removed rows is given back to the file system.
    public var vacuums = false
    /// Whether a database of an older format is brought to this program's; otherwise it is refused.
    public var mayUpgrade = true
    /// Milliseconds to wait for another writer.
    public var patience = 30_000

    public init() {}
    public init(path: String) { self.path = path }

    public var problem: String? {
        if tables.contains("") { return "--table takes table names such as vehicle_positions,alerts" }
        for case let age? in Array(tableAges.values) + [pruneAge] where age <= 0 {
            return StoreOptions.noAge("\(age)s")
        }
        if path.isEmpty || path == "-" {
            return "name the database first: linefeed store history.db records.ndjson"
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.database(path)
        named.read(files.isEmpty ? ["-"] : files)
    }

    /// Whether old rows are removed.
    public var prunes: Bool { pruneAge != nil || tableAges.contains { $0.value != nil } }

    /// The age from which rows of a table are removed; nil if they stay.
    public func age(of table: String) -> Int? {
        guard tables.isEmpty || tables.contains(table) else { return nil }
        return tableAges[table] ?? pruneAge
    }

    // MARK: As it is written

    /// Takes the ages that `--prune` names: `30d` for all tables, `alerts=52w` or `punctuality=never` for one.
    public mutating func prune(_ texts: [String]) throws(UnusableOption) {
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            guard let equals = text.lastIndex(of: "=") else {
                if pruneAge != nil { throw UnusableOption("--prune names two ages for all tables") }
                pruneAge = try StoreOptions.age(String(text))
                continue
            }
            let table = String(text[..<equals])
            let age = String(text[text.index(after: equals)...])
            if table.isEmpty { throw UnusableOption(StoreOptions.noAge(String(text))) }
            if tableAges[table] != nil { throw UnusableOption("--prune names two ages for \(table)") }
            let seconds: Int? = if age == "never" { nil } else { try StoreOptions.age(age) }
            tableAges.updateValue(seconds, forKey: table)
        }
    }

    /// The seconds that `--prune` names.
    public static func age(_ text: String) throws(UnusableOption) -> Int {
        // A bare number would be seconds, which nobody means who keeps a history.
        guard text.last?.isNumber != true, let span = TimeSpan(text), span.seconds > 0 else {
            throw UnusableOption(noAge(text))
        }
        return span.seconds
    }

    private static func noAge(_ text: String) -> String {
        "--prune: '\(text)' is not an age; write 90s, 45m, 36h, 30d or 8w, or TABLE=30d or TABLE=never for one table"
    }
}
