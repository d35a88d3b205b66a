import Addresses
import FeedStore
import GTFSSchedule
import SQLite
import StageKit
import TimeZones

/// A load of one feed into a store: whether there is anything to do, the file beside the old one, and its end.
final class StoreLoad {
    private let path: String
    private let options: IngestOptions
    private let context: StageContext
    private let tables: FeedTables
    private let file: ReplacementFile
    private let replaced: ReplacedStore?
    private let digest: ContentDigest
    private var names = StoreNames()
    private var stored: [StoredTable] = []
    private var opened: StoreWriter?
    /// Tables begun that the reference does not know.
    private var unknownCount = 0
    /// SQLite goes through the whole schema for each table that it makes, so that the time of thousands grows with their
    /// square.
    static let unknownLimit = 1000

    /// Looks at what lies at `path` and makes the file beside it.
    ///
    /// - Throws: `StageFailure` and `StoreFault`: what lies there must not be replaced, or another run writes it.
    init(_ path: String, _ tables: FeedTables, _ options: IngestOptions, _ context: StageContext) throws {
        self.path = path
        self.tables = tables
        self.options = options
        self.context = context
        file = try ReplacementFile(path: path)
        replaced = try ReplacedStore(path, feedID: context.options.feedID, force: options.force)
        if !options.mayUpgrade, let replaced, replaced.isOlder {
            throw StoreFault.upgradeRefused(path, "a database", replaced.version, StoreFormat.version)
        }
        digest = ContentDigest(
            tables.list.map { ContentDigest.Part(name: $0.fileName, file: $0.file) }, limit: options.maxUncompressed)
    }

    // MARK: The same again

    /// Whether the store has this content already, loaded in the same way, so that nothing need be done.
    func isUnchanged() throws -> Bool {
        guard !options.force, let replaced, let meta = replaced.meta else { return false }
        var sought = try self.meta(sha256: meta.sha256)
        sought.source = meta.source
        sought.loadedAt = meta.loadedAt
        sought.status = 0
        sought.isClean = meta.isClean
        // Findings that somebody asked for cannot be had from a store.
        let common = context.options
        let asksFindings = common.strict || common.rejectsFile != nil || common.diagnosticsFile != nil
        guard sought == meta, meta.isClean || !asksFindings else { return false }
        // Sizes differ in nearly all feeds that do, and cost nothing.
        let sizes = { (list: [(String, Int)]) in list.sorted { $0 < $1 }.map { "\($0.0) \($0.1)" } }
        guard
            sizes(replaced.tables.map { ($0.file, $0.bytes) })
                == sizes(tables.list.map { ($0.fileName, $0.file.bytes) })
        else { return false }
        let sha256 = try digest.value()
        context.summary.bytesIn += digest.bytesRead
        guard sha256 == meta.sha256 else { return false }
        if replaced.isOlder {
            try replaced.upgrade()
            tellUpgrade(of: replaced)
        }
        context.diagnostics.report(
            .note, "unchanged",
            message:
                "\(path) has held this content since \(meta.loadedAt); nothing was loaded; add --force to load it again"
        )
        return true
    }

    private func tellUpgrade(of replaced: ReplacedStore) {
        context.diagnostics.report(
            .news, "database_upgraded", file: path,
            message: "upgraded from format \(replaced.version) to \(StoreFormat.version)")
    }

    // MARK: Loading

    var writer: StoreWriter {
        guard let opened else { preconditionFailure("a load is begun before anything is written") }
        return opened
    }

    /// Begins to write.
    func begin() throws {
        digest.start()
        opened = try StoreWriter(file.temporary, name: path)
    }

    /// Whether the store takes one more table; those of the reference always are.
    func hasRoom(for table: FeedTable) -> Bool {
        guard table.definition == nil else { return true }
        unknownCount += 1
        return unknownCount <= StoreLoad.unknownLimit
    }

    /// What a table is called in the store.
    func name(for table: FeedTable) -> String {
        let name = names.name(for: table.name, isOfReference: table.definition != nil)
        if name != table.name {
            context.diagnostics.report(
                .warning, "renamed_table", file: table.file.name,
                message: "a database cannot have a table \(Finding.quoted(table.name)) beside the others (stored "
                    + "as \(name))")
        }
        return name
    }

    func note(_ table: FeedTable, as name: String?, _ figures: TableFigures) {
        stored.append(
            StoredTable(
                name: name, file: table.fileName, bytes: table.file.bytes, read: figures.read,
                written: figures.written))
    }

    /// Closes the store and puts it in the place of the old one.
    func finish() throws {
        var meta = try meta(sha256: digest.value())
        meta.status = Int(context.status.rawValue)
        meta.isClean = !context.diagnostics.trippedStrict
        try writer.finish(meta, stored, rejected: context.summary.rejected)
        opened = nil
        if let replaced { try replaced.lock() } else { ReplacedStore.removeLeftovers(of: file.target) }
        context.summary.bytesOut += file.count
        try file.commit()
        if let replaced, replaced.isOlder { tellUpgrade(of: replaced) }
    }

    private func meta(sha256: String) throws -> StoreMeta {
        StoreMeta(
            source: StoreLoad.source(of: options.feed), feedID: context.options.feedID, sha256: sha256,
            loadedAt: RFC3339.text(context.clock.posix),
            selection: tables.isWhole ? nil : tables.list.map(\.name).joined(separator: ","),
            duplicates: options.duplicatePolicy.rawValue, encoding: options.encoding.rawValue,
            maxLineBytes: context.options.maxLineBytes, status: 0, isClean: true)
    }

    /// The feed's name as people know it: without folders, and without what a URL may hold back.
    static func source(of feed: String) -> String {
        if feed == "-" { return InputFile.displayName(feed) }
        let (file, parts) = FeedArchive.split(feed)
        let path = file.contains("://") ? String(AddressWithoutSecrets(file).description.prefix { $0 != "?" }) : file
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return ([name] + parts).joined(separator: "#")
    }
}

extension FeedTable {
    /// The file's name as the reference has it, whatever case the feed writes it in.
    var fileName: String { definition?.file ?? file.name }
}
