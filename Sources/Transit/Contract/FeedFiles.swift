extension Tables {
    /// The name under which summaries count lines that are not records.
    public static let unreadableLines = "lines"

    /// Whether a stage makes the rows of this table, so that they are not rows of a feed's file.
    public static func isDerived(_ name: String) -> Bool { derived[name] != nil }

    /// The stages that write a table which is not one of a feed; empty for any other table.
    public static func stages(ofDerived name: String) -> [String] { derived[name]?.description.stages ?? [] }

    /// The table of a feed's file; nil if the file is not a table.
    ///
    /// `stops.txt` has the table `stops`, in whatever case the feed writes it, and `foo.txt`, which the reference does
    /// not know, the table `foo`. If that table were one that stages write, the whole file name is the table:
    /// `notices.txt`. Two files never have one table, and `file(of:)` gives the file of each.
    public static func name(ofFile file: String) -> String? {
        let lower = file.lowercased()
        if let known = filesOfReference[lower] { return known }
        guard lower.hasSuffix(ending), file.utf8.count > ending.utf8.count else { return nil }
        let stem = lower.dropLast(ending.count)
        let isTaken = stem.hasSuffix(ending) || reserved.contains(String(stem))
        return isTaken ? file : String(file.dropLast(ending.count))
    }

    /// The file of a feed that a table's rows belong in: the inverse of `name(ofFile:)`.
    public static func file(of table: String) -> String {
        if table == Locations.file.name { return "locations.geojson" }
        return table.lowercased().hasSuffix(ending) ? table : table + ending
    }

    /// Whether a table is of a file that has the name of one of ours, as `notices.txt`.
    public static func isNamedAsFile(_ table: String) -> Bool {
        table.lowercased().hasSuffix(ending) && name(ofFile: table) == table
    }

    /// The table of a file that the reference does not know: all its columns are text.
    public static func describe(foreignFile table: String) -> TableDescription {
        TableDescription(
            table, stages: ["ingest"], "A row of \(file(of: table)), which the reference does not know.", columns: [],
            key: .wholeRow, isOpen: true)
    }

    private static let ending = ".txt"

    /// By name in lower case.
    private static let filesOfReference = Dictionary(
        schedule.map { ($0.file.fileName, $0.file.name) }, uniquingKeysWith: { first, _ in first })

    private static let derived = Dictionary(
        all.filter { !($0 is any ScheduleTable.Type) }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// What a feed's own file must not be called as a table: the tables that stages write, `locations`, whose file is
    /// no text, and what is a name of ours in other places.
    private static let reserved = Set(derived.keys).union([Locations.file.name, unreadableLines])
}
