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
    /// Rows older than so many seconds are removed.
    public var pruneAge: Int?
    /// Milliseconds to wait for another writer.
    public var patience = 30_000

    public init() {}
    public init(path: String) { self.path = path }

    public var problem: String? {
        if tables.contains("") { return "--table takes table names such as vehicle_positions,alerts" }
        if let pruneAge, pruneAge <= 0 { return StoreOptions.noAge("\(pruneAge)s") }
        if path.isEmpty || path == "-" {
            return "name the database first: linefeed store history.db records.ndjson"
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.database(path)
        named.read(files.isEmpty ? ["-"] : files)
    }

    // MARK: As it is written

    /// The seconds that `--prune` names.
    public static func age(_ text: String) throws(UnusableOption) -> Int {
        // A bare number would be seconds, which nobody means who keeps a history.
        guard text.last?.isNumber != true, let span = TimeSpan(text), span.seconds > 0 else {
            throw UnusableOption(noAge(text))
        }
        return span.seconds
    }

    private static func noAge(_ text: String) -> String {
        "--prune: '\(text)' is not an age; write 90s, 45m, 36h, 30d or 8w"
    }
}
