import Contract
import GTFSSchedule
import Schedule
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
    /// Files that have the same bytes as the table that is read.
    let copies: [FeedFile]
    /// Other contents of a table, which were not chosen.
    let unread: [FeedTable]
    /// Files that are not tables.
    let others: [String]
    let isWhole: Bool

    /// Finds the tables of a feed, those of the reference first.
    ///
    /// A table that stands more than once, also in another spelling or in a folder inside, is read once where all are
    /// the same bytes.
    /// - Throws: `StageFailure` with status 65 where a wanted table is not there, unless the options let it lack, or
    ///   stands there with different contents and the options do not choose; what comparing throws.
    init(_ archive: FeedArchive, _ options: IngestOptions, _ tally: ReadTally) throws {
        let (groups, others) = FeedTables.groups(archive)
        var chosen = groups
        let names = Set(groups.map { $0[0].name })
        let sought = options.tables.map { tables in
            tables.map { FeedTables.table($0, among: names, isName: options.mayLackTables) }
        }
        let wanted = sought.map { Set($0) }
        if let sought, let wanted {
            let missing = sought.filter { !names.contains($0) }
            guard missing.isEmpty || options.mayLackTables else {
                let there = FeedTables.ordered(groups.map { $0[0] }).map(\.name)
                let known = Array(there.prefix(40))
                let near = missing.compactMap { name in
                    NearestNames.near(name, among: known).map {
                        "did you mean '\($0)'" + (missing.count > 1 ? " by \(Finding.quoted(name))? " : "? ")
                    }
                }
                throw StageFailure(
                    .dataUnusable,
                    "\(archive.name) has no table \(missing.map(Finding.quoted).joined(separator: ", ")); "
                        + near.joined() + "it has " + known.joined(separator: ", ") + (there.count > 40 ? ", …" : ""))
            }
            chosen.removeAll { !wanted.contains($0[0].name) }
        }
        var list: [FeedTable] = []
        var copies: [FeedFile] = []
        var unread: [FeedTable] = []
        for group in chosen {
            guard group.count > 1 else {
                list.append(group[0])
                continue
            }
            // Of those with the same bytes the first stands for all.
            var distinct: [FeedTable] = []
            for table in group {
                if try distinct.contains(where: { try $0.file.hasContent(of: table.file, tally) }) {
                    copies.append(table.file)
                } else {
                    distinct.append(table)
                }
            }
            if distinct.count > 1, options.duplicateTables == nil {
                throw FeedTables.ambiguity(distinct, in: archive.name)
            }
            let choice = options.duplicateTables == .last ? distinct.count - 1 : 0
            list.append(distinct.remove(at: choice))
            unread += distinct
        }
        self.list = FeedTables.ordered(list)
        self.copies = copies
        self.unread = unread
        self.others = others
        isWhole = wanted == nil
    }

    /// The files of each table: those of the feed's own folder in the archive's order, then those of folders inside.
    private static func groups(_ archive: FeedArchive) -> (groups: [[FeedTable]], others: [String]) {
        var groups: [[FeedTable]] = []
        // Where a name stands: an archive may have a hundred thousand files. Looked up only, never gone through.
        var places: [String: Int] = [:]
        var others: [String] = []
        for file in archive.files {
            guard let table = FeedTables.table(of: file) else {
                others.append(file.path)
                continue
            }
            if let known = places[table.name] {
                groups[known].append(table)
            } else {
                places[table.name] = groups.count
                groups.append([table])
            }
        }
        for file in archive.elsewhere {
            guard let table = FeedTables.table(of: file), table.definition != nil, let known = places[table.name]
            else {
                others.append(file.path)
                continue
            }
            groups[known].append(table)
        }
        return (groups, others)
    }

    private static func ambiguity(_ tables: [FeedTable], in archive: String) -> StageFailure {
        let files = tables.prefix(5).map { "\($0.file.path) (\($0.file.bytes) bytes)" }.joined(separator: ", ")
        return StageFailure(
            .dataUnusable,
            "\(archive) has the table \(tables[0].name) \(tables.count) times with different contents: \(files)"
                + (tables.count > 5 ? ", …" : "")
                + "; choose one with 'linefeed ingest --duplicate-tables first' (or last)")
    }

    /// Tables of the reference by its order, the rest by name.
    private static func ordered(_ tables: [FeedTable]) -> [FeedTable] {
        var places: [String: Int] = [:]
        for (place, definition) in TableDefinition.all.enumerated() { places[definition.name] = place }
        let known = tables.filter { $0.definition != nil }
        let unknown = tables.filter { $0.definition == nil }
        return known.sorted { places[$0.name, default: 0] < places[$1.name, default: 0] }
            + unknown.sorted { precedes($0.name, $1.name) }
    }

    /// By bytes, so that the order does not depend on the machine.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// By name.
    private static let definitions = Dictionary(
        TableDefinition.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    private static func table(of file: FeedFile) -> FeedTable? {
        Tables.name(ofFile: file.name).map { FeedTable(name: $0, file: file, definition: definitions[$0]) }
    }

    /// The table that somebody asks for by its name or its file's: `stops.txt` means `stops`, and `notices` means
    /// `notices.txt`.
    /// - Parameter isName: a stage asks for exactly this table, not a person.
    private static func table(_ given: String, among names: Set<String>, isName: Bool) -> String {
        guard !isName, !names.contains(given) else { return given }
        if let name = Tables.name(ofFile: given) { return name }
        let file = Tables.file(of: given)
        return names.contains(file) ? file : given
    }
}

/// What is noticed about a feed before its tables are read.
enum FeedNotices {
    static func report(
        _ archive: FeedArchive, _ tables: FeedTables, isSelection: Bool, to diagnostics: Diagnostics
    ) {
        for file in tables.copies {
            diagnostics.report(
                .note, "identical_file", file: file.path,
                message: "the archive has the same file under another path; read once")
        }
        for table in tables.unread {
            diagnostics.report(
                .warning, "repeated_file", file: table.file.path,
                message: "the archive has another file for this table; its rows are ignored")
        }
        guard !isSelection else { return }
        for name in archive.foldersNamedAsTables {
            diagnostics.report(.warning, "not_a_file", file: name, message: "is a folder, not a file; not read")
        }
        if let folder = archive.folderWithTables {
            diagnostics.report(
                .note, "files_in_folder", file: folder + "/",
                message: "tables lie in this folder; other programs read only the top level of a feed")
        }
        MissingFiles.report(among: Set(tables.list.map(\.name)), to: diagnostics)
        for table in tables.list where table.definition == nil {
            diagnostics.report(
                .note, "unknown_table", file: table.file.path,
                message: "this file is not in the GTFS reference; all its columns are written as text"
                    + (Tables.isNamedAsFile(table.name)
                        ? ", in the table \(Finding.quoted(table.name)), because linefeed has a table named like the file without .txt"
                        : ""))
        }
        for path in tables.others {
            diagnostics.report(.note, "extra_file", file: path, message: "is not a table of the feed; not read")
        }
    }
}
