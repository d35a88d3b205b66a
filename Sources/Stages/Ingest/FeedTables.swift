import GTFSSchedule
import StageKit

/// One table of a feed and the file it comes from.
struct FeedTable {
    let name: String
    let file: FeedFile
    /// Nil for a file that the reference does not know.
    let definition: TableDefinition?

    var isGeoJSON: Bool { definition?.name == "locations" }
}

/// The tables of a feed in the order in which they are written.
struct FeedTables {
    let list: [FeedTable]
    /// Files that were passed over because another one has their name.
    let repeated: [String]
    /// Files that are no tables.
    let others: [String]
    let isWhole: Bool

    /// - Parameter wanted: the names to take, or nil for all.
    /// - Throws: `StageFailure` with status 65 when a wanted table is not there.
    ///   With `mayLack`, what is not there is passed over.
    init(_ archive: FeedArchive, wanted: [String]?, mayLack: Bool = false) throws {
        var found: [FeedTable] = []
        // Where a name stands: an archive may have a hundred thousand files. Looked up only, never gone through.
        var places: [String: Int] = [:]
        var repeated: [String] = []
        var others: [String] = []
        for file in archive.files {
            guard let table = FeedTables.table(of: file) else {
                others.append(file.path)
                continue
            }
            guard let known = places[table.name] else {
                places[table.name] = found.count
                found.append(table)
                continue
            }
            // Of one name in two spellings the reference's counts, of one spelling twice the later.
            let keepsKnown = found[known].file.name != file.name && found[known].file.name == table.definition?.file
            repeated.append(keepsKnown ? file.path : found[known].file.path)
            if !keepsKnown { found[known] = table }
        }
        let order = TableDefinition.all.map(\.name)
        // Those of the reference by its order, the rest by name.
        let known = order.compactMap { places[$0] }
        let unknown = Set(found.indices).subtracting(known).map { found[$0] }
        found = known.map { found[$0] } + unknown.sorted { FeedTables.precedes($0.name, $1.name) }
        if let wanted {
            let names = wanted.map(FeedTables.tableName)
            let missing = names.filter { places[$0] == nil }
            guard missing.isEmpty || mayLack else {
                let known = found.prefix(40).map(\.name)
                let near = missing.compactMap { name in
                    NearestNames.near(name, among: known).map { "did you mean '\($0)' by \(Finding.quoted(name))? " }
                }
                throw StageFailure(
                    .dataUnusable,
                    "\(archive.name) has no table \(missing.map(Finding.quoted).joined(separator: ", ")); "
                        + near.joined() + "it has " + known.joined(separator: ", ")
                        + (found.count > 40 ? ", …" : ""))
            }
            found.removeAll { !names.contains($0.name) }
        }
        list = found
        self.repeated = repeated
        self.others = others
        isWhole = wanted == nil
    }

    func has(_ name: String) -> Bool { list.contains { $0.name == name } }

    /// By bytes, so that the order does not depend on the machine.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func table(of file: FeedFile) -> FeedTable? {
        let lower = file.name.lowercased()
        if let definition = TableDefinition.all.first(where: { $0.file == lower }) {
            return FeedTable(name: definition.name, file: file, definition: definition)
        }
        guard lower.hasSuffix(".txt"), file.name.utf8.count > 4 else { return nil }
        return FeedTable(name: String(file.name.dropLast(4)), file: file, definition: nil)
    }

    /// `stops.txt` is taken for `stops`.
    private static func tableName(_ given: String) -> String {
        for ending in [".txt", ".geojson"] where given.hasSuffix(ending) { return String(given.dropLast(ending.count)) }
        return given
    }
}

/// What is noticed about a feed before its tables are read.
enum FeedNotices {
    static func report(
        _ archive: FeedArchive, _ tables: FeedTables, isSelection: Bool, to diagnostics: Diagnostics
    ) {
        for path in tables.repeated {
            diagnostics.report(
                Finding(
                    .warning, "repeated_file", file: path,
                    message: "the archive has another file for this table (not read)"))
        }
        guard !isSelection else { return }
        for name in archive.foldersNamedAsTables {
            diagnostics.report(
                Finding(.warning, "not_a_file", file: name, message: "is a folder, not a file (not read)"))
        }
        for name in ["agency", "stops", "routes", "trips", "stop_times"] where !tables.has(name) {
            diagnostics.report(
                Finding(
                    .incomplete, "missing_file", file: "\(name).txt",
                    message: "the feed does not have this required file")
            )
        }
        if !tables.has("calendar"), !tables.has("calendar_dates") {
            diagnostics.report(
                Finding(
                    .incomplete, "missing_file", file: "calendar.txt",
                    message: "the feed has neither calendar.txt nor calendar_dates.txt"))
        }
        for table in tables.list where table.definition == nil {
            diagnostics.report(
                Finding(
                    .note, "unknown_table", file: table.file.path,
                    message: "the reference does not know this file (all its columns are written as text)"))
        }
        for path in tables.others + archive.elsewhere {
            diagnostics.report(Finding(.note, "extra_file", file: path, message: "is no table of the feed (not read)"))
        }
    }
}
