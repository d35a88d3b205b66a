extension Tables {
    /// The name under which summaries count lines that are not records.
    public static let unreadableLines = "lines"

    /// Whether a stage writes this table, so that its rows do not belong to a feed's file.
    public static func isDerived(_ name: String) -> Bool { derived[name] != nil }

    /// The stages that write a table outside feeds; empty for other tables.
    public static func stages(ofDerived name: String) -> [String] { derived[name]?.description.stages ?? [] }

    /// Returns the table name of a feed's file; nil if the file is not a table.
    ///
    /// `stops.txt` has the table `stops`, in any case, and `foo.txt`, which is not in the reference, the table `foo`.
    /// If stages write a table of that name, the whole file name is the table: `notices.txt`. No two files share a
    /// table, and `file(of:)` returns the file of each.
    public static func name(ofFile file: String) -> String? {
        let lower = file.lowercased()
        if let known = filesOfReference[lower] { return known }
        guard lower.hasSuffix(ending), file.utf8.count > ending.utf8.count else { return nil }
        let stem = lower.dropLast(ending.count)
        let isTaken = stem.hasSuffix(ending) || reserved.contains(String(stem))
        return isTaken ? file : String(file.dropLast(ending.count))
    }

    /// Returns the file name of a table: the inverse of `name(ofFile:)`.
    public static func file(of table: String) -> String {
        if table == Locations.file.name { return "locations.geojson" }
        return table.lowercased().hasSuffix(ending) ? table : table + ending
    }

    /// Whether a table is named like a file because stages write a table of the short name, such as `notices.txt`.
    public static func isNamedAsFile(_ table: String) -> Bool {
        table.lowercased().hasSuffix(ending) && name(ofFile: table) == table
    }

    /// The table of a file outside the reference: all its columns are text.
    public static func describe(foreignFile table: String) -> TableDescription {
        TableDescription(
            table, stages: ["ingest"], "A row of \(file(of: table)), a file that is not in the GTFS reference.",
            columns: [],
            key: .wholeRow, isOpen: true)
    }

    private static let ending = ".txt"

    /// The tables by lowercase name.
    private static let filesOfReference = Dictionary(
        schedule.map { ($0.file.fileName, $0.file.name) }, uniquingKeysWith: { first, _ in first })

    private static let derived = Dictionary(
        all.filter { !($0 is any ScheduleTable.Type) }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// Names that a feed's own file cannot have as a table: the tables that stages write, `locations`, whose file is
    /// not text, and names that linefeed uses elsewhere.
    private static let reserved = Set(derived.keys).union([Locations.file.name, unreadableLines])
}
