import FeedStore
import GTFSSchedule
import StageKit

/// What to do with rows whose primary key occurs more than once.
public enum DuplicatePolicy: String, Sendable, CaseIterable {
    /// All are written; nothing is remembered.
    case keep
    /// The first is written, the others are rejected.
    case first
    /// The last is written, the others are rejected; the file is read twice.
    case last
    /// None is written; the file is read twice.
    case reject

    /// Which row of a store stays; nil where all do.
    var kept: StoreTable.Kept? {
        switch self {
        case .keep: nil
        case .first: .first
        case .last: .last
        case .reject: StoreTable.Kept.none
        }
    }
}

/// Which of the files is read that a feed has for one table.
public enum TableChoice: String, Sendable, CaseIterable {
    case first, last
}

/// The options of `ingest` that other stages do not have.
public struct IngestOptions: StageOptions {
    public typealias Encoding = TextEncoding

    /// A zip, a folder, `outer.zip#inner.zip`, or `-` for a zip on standard input.
    public var feed = "-"
    /// The tables to write, by name; nil writes all.
    public var tables: [String]?
    /// Whether a feed without one of `tables` is read all the same.
    var mayLackTables = false
    /// The only columns to look at, whatever the table, for a stage that uses no others; nil for all.
    var columns: Set<String>?
    public var encoding = Encoding.auto
    /// Nil for the usual: `keep` for records, `first` for a store.
    public var duplicates: DuplicatePolicy?
    /// Whether a stage reads the rows as a timetable: then of rows with one key it gets the first alone.
    var readsTimetable = false
    /// Nil where a table that stands twice with different contents makes the feed unusable.
    public var duplicateTables: TableChoice?
    /// The most bytes that the feed's files may inflate to together.
    public var maxUncompressed = 64 << 30
    /// Of formats of tables, which have rows instead of records, `tables` names the one table, unless each has a file.
    public var format = RecordFormat.ndjson
    /// The folder in which each table has a file of its own.
    public var split: String?

    /// The database to load instead of writing records.
    public var sqlite: String?
    /// Whether a store is loaded that has the same content already, and one of another feed replaced.
    public var force = false
    /// Whether a store of an older format is brought to this program's; otherwise it is left alone.
    public var mayUpgrade = true

    public init() {}

    /// Whether rows become something else than records.
    var writesFiles: Bool { format != .ndjson }

    var duplicatePolicy: DuplicatePolicy { duplicates ?? (sqlite == nil ? .keep : .first) }

    /// What to do with the rows of a table whose key occurs more than once.
    func duplicatePolicy(of table: String) -> DuplicatePolicy {
        readsTimetable && FeedReading.keyedTables.contains(table) ? .first : duplicatePolicy
    }

    public var problem: String? {
        if let tables, tables.isEmpty || tables.contains("") { return "--tables takes names such as stops,trips" }
        if maxUncompressed < 1 { return "--max-uncompressed takes a positive number of bytes" }
        if sqlite == nil, force { return "--force needs --sqlite" }
        if sqlite == nil, !mayUpgrade { return "--no-upgrade needs --sqlite" }
        if let sqlite {
            if sqlite.isEmpty || sqlite == "-" { return "--sqlite takes a file name" }
            if writesFiles { return "--sqlite does not work with --format \(format.rawValue)" }
            if split != nil { return "--sqlite and --split cannot be combined" }
        }
        if split == "" { return "--split takes a folder name" }
        guard writesFiles, split == nil else { return nil }
        guard let tables, tables.count == 1 else {
            return
                "--format \(format.rawValue) writes one table; name it with --tables, or write one file per table with --split"
        }
        guard let table = format.table, !table.holdsFeatures, tables[0] == "locations" else { return nil }
        return "locations are GeoJSON features, which \(table.title) cannot hold"
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.output != nil else { return nil }
        if split != nil { return SplitFolder.conflictWithOutput }
        return sqlite != nil ? "-o does not work with --sqlite, which writes no records" : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.database(sqlite, as: "--sqlite")
        named.readFeed(feed, as: "the feed")
    }
}
