import Contract
import FeedStore
import NDJSON
import SQLite
import Schedule
import StageKit
import TimeZones

/// Appends the records of any table to a database, in batches.
public struct Store: TakesOtherTables, PausesWithInput, Stage {
    public static let name = "store"
    /// A batch is committed after so many rows,
    private static let batchRows = 50_000
    /// or so many bytes of records,
    private static let batchBytes = 64 << 20
    /// or so many nanoseconds,
    private static let batchNanoseconds: UInt64 = 1_000_000_000
    /// or when the input pauses for so many milliseconds.
    public static let pause = 100
    /// So many records, or bytes of them, wait for the columns that they bring to be made together.
    private static let heldRecords = 2000
    private static let heldBytes = 1 << 20
    /// How often an endless run prunes.
    private static let pruneNanoseconds: UInt64 = 3_600_000_000_000

    /// A table that the input has, and what the open batch did to it.
    private final class Target {
        let name: String
        let figures: TableFigures
        /// nil where there cannot be one, for the reason that `refusal` says.
        var table: HistoryTable?
        var refusal: String?
        var isOpened = false
        var written = 0
        var merged = 0
        /// Records that wait for columns to be made, as they stood.
        var held: [UInt8] = []
        var heldPlaces: [(file: String, line: Int, end: Int)] = []

        init(_ name: String, _ figures: TableFigures) {
            self.name = name
            self.figures = figures
        }
    }

    private let options: StoreOptions
    private let context: StageContext
    private let history: HistoryDatabase
    private var targets: [Target] = []
    private var rows = 0
    private var bytes = 0
    private var batchBegan: UInt64 = 0
    private var pruned: UInt64

    public var tables: [String] { options.tables }
    public var feedReading: FeedReading { .history }

    private init(_ options: StoreOptions, _ context: StageContext) throws {
        self.options = options
        self.context = context
        history = try HistoryDatabase(options.path, patience: options.patience, mayUpgrade: options.mayUpgrade)
        pruned = context.clock.monotonic
        if let version = history.upgradedFrom {
            context.diagnostics.report(
                .news, "database_upgraded", file: options.path,
                message: "upgraded from format \(version) to \(HistoryFormat.version)")
        }
    }

    /// Refuses a table that `--prune` misspells, before rows of it are removed as those of all other tables.
    private func checkPrunedTables() throws {
        let known = Set(try history.timedTables() + Tables.all.map { "\($0.name)" })
        for name in Set(options.tableAges.keys).subtracting(known).sorted() {
            guard let near = NearestNames.near(name, among: known.sorted()) else { continue }
            throw StageFailure(
                .usage,
                "--prune: there is no table \(Finding.quoted(name)); did you mean '\(near)'? Nothing was read or removed"
            )
        }
    }

    /// Appends the records of the files named, then prunes.
    /// - Throws: `StageFailure`. What was committed before stays.
    public static func run(_ options: StoreOptions, _ context: StageContext) throws {
        try context.check(options)
        // Of a terminal or /dev/null nobody expects records, but --prune and --vacuum have something to do.
        let tidiesOnly =
            options.files.isEmpty && (options.prunes || options.vacuums) && !context.world.inputMayHoldRecords
        let files = tidiesOnly ? [] : try context.namedOrStandardInput(options.files)
        if files.isEmpty { try context.refuseConditions() } else { try context.checkConditions(on: options.tables) }
        do {
            var stage = try Store(options, context)
            try stage.checkPrunedTables()
            do {
                if !files.isEmpty {
                    try context.read(files, to: &stage)
                    try stage.finish()
                    try stage.judgeInput()
                } else {
                    try stage.finish()
                }
            } catch let fault as StoreFault {
                stage.giveUp()
                throw fault
            } catch {
                // The input or the output failed, not the store: what was read is kept.
                try stage.commit()
                throw error
            }
        } catch let fault as StoreFault {
            if fault.kind == .unusable, fault.message.hasSuffix("file is not a database") {
                throw StageFailure(
                    .dataUnusable, fault.message + "; name the database first: linefeed store history.db records.ndjson"
                )
            }
            // Of a file that is written to, one that is not there is one that cannot be made.
            throw StageFailure(fault.kind == .missing ? StoreFault(.cannotCreate, fault.message) : fault)
        }
    }

    /// Sees that there was something to keep, and tells of tables that --table names and the input does not have.
    private func judgeInput() throws {
        try context.require(.anyRecord)
        let absent = options.tables.filter { context.summary.read(of: $0) == 0 }
        guard !absent.isEmpty else { return }
        let met = context.summary.tables.filter { $0.read > 0 && $0.table != Tables.unreadableLines }.map(\.table)
        guard !met.isEmpty else { return }
        // A message without entities is a message: its tables have no rows, and their names are right.
        let realtime = Set(context.world.tables().filter { $0.stages.contains("decode-rt") }.map(\.name))
        let quiet = met.contains(Tables.FeedMessages.name) ? realtime : []
        let unknown = absent.filter { !quiet.contains($0) }
        for name in unknown {
            let words = NearestNames.words(name, among: met)
            let sentence = "--table: the input has no records of \(Finding.quoted(name)); \(words)"
            if unknown.count == options.tables.count { throw StageFailure(.dataUnusable, sentence) }
            context.diagnostics.report(.unmatched, "table_not_found", field: "table", value: name, message: sentence)
        }
    }

    public mutating func place(ofTable name: String) -> Int? {
        guard options.tables.isEmpty || options.tables.contains(name) else { return nil }
        targets.append(Target(name, context.summary.table(name)))
        return targets.count - 1
    }

    public mutating func process(_ record: Record) throws {
        if !history.isInBatch { try begin() }
        let target = targets[record.table]
        if !target.isOpened { try open(target) }
        guard let table = target.table else { return reject(record, target) }
        let outcome = try table.append(record.bytes, mayHold: true)
        // A table's records keep their order: of two with one key the later may count.
        if outcome == .held || !target.heldPlaces.isEmpty {
            try hold(record, target)
        } else {
            note(outcome, table, target, file: record.file, line: record.line)
        }
        rows += 1
        bytes += record.bytes.count
        if rows % 256 == 0 || bytes >= Store.batchBytes { try commitWhenDue() }
    }

    private func hold(_ record: Record, _ target: Target) throws {
        target.held += record.bytes
        target.heldPlaces.append((record.file, record.line, target.held.count))
        guard target.heldPlaces.count >= Store.heldRecords || target.held.count >= Store.heldBytes else { return }
        try writeHeld(target)
    }

    /// Makes the columns that records wait for, and appends the records.
    private func writeHeld(_ target: Target) throws {
        guard let table = target.table, !target.heldPlaces.isEmpty else { return }
        try table.makeColumns()
        try target.held.withUnsafeBytes { bytes in
            var start = 0
            for (file, line, end) in target.heldPlaces {
                let outcome = try table.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                note(outcome, table, target, file: file, line: line)
                start = end
            }
        }
        target.held.removeAll(keepingCapacity: target.held.count <= Store.heldBytes)
        target.heldPlaces.removeAll(keepingCapacity: true)
    }

    private func note(_ outcome: HistoryTable.Outcome, _ table: HistoryTable, _ target: Target, file: String, line: Int)
    {
        switch outcome {
        case .written: target.written += 1
        case .merged: target.merged += 1
        case .held: break
        }
        if !table.issues.isEmpty { report(table.issues, file: file, line: line) }
    }

    public mutating func inputPaused() throws { try commit() }

    public mutating func finish() throws {
        try commit()
        if history.mayLackRows {
            try begin()
            try history.noteLackingRows()
            try commit()
        }
        try prune()
        tellUnknownAges(try history.timedTables())
        if options.vacuums { try vacuum() }
    }

    // MARK: Batches

    private mutating func begin() throws {
        try history.begin()
        // Whoever reads what is passed through may be slow, and must not keep a signal waiting.
        if !context.options.passThrough { context.world.holdSignals() }
        rows = 0
        bytes = 0
        batchBegan = context.clock.monotonic
    }

    private mutating func commitWhenDue() throws {
        let now = context.clock.monotonic
        guard rows >= Store.batchRows || bytes >= Store.batchBytes || now &- batchBegan >= Store.batchNanoseconds else {
            return
        }
        try commit()
        if now &- pruned >= Store.pruneNanoseconds { try prune() }
        history.yieldTurn()
    }

    private mutating func commit() throws {
        guard history.isInBatch else { return }
        for target in targets { try writeHeld(target) }
        try history.commit()
        // Rows count once they are in the file.
        for target in targets {
            target.figures.written += target.written
            target.figures.merged += target.merged
            target.written = 0
            target.merged = 0
        }
        context.world.releaseSignals()
    }

    private func giveUp() {
        history.rollback()
        context.world.releaseSignals()
    }

    private mutating func prune() throws {
        pruned = context.clock.monotonic
        guard options.prunes else { return }
        let now = context.clock.posix
        try history.prune {
            options.age(of: $0).map { now - $0 }
        } batch: { work in
            try history.begin()
            context.world.holdSignals()
            try work()
            try history.commit()
            context.world.releaseSignals()
        } removed: { table, rows, cutoff in
            context.diagnostics.report(
                .note, "pruned", field: table,
                message: "removed \(rows) row\(rows == 1 ? "" : "s") older than \(Store.date(cutoff))")
        }
    }

    /// Tables that --prune names and whose rows cannot be old.
    private func tellUnknownAges(_ timed: [String]) {
        for name in Set(options.tableAges.keys).subtracting(timed).sorted() {
            context.diagnostics.report(
                .unmatched, "table_not_found", field: "table", value: name,
                message: "--prune: the database has no table \(Finding.quoted(name)) whose rows have a time; "
                    + NearestNames.words(name, among: timed))
        }
    }

    private func vacuum() throws {
        let (before, after) = try history.vacuum()
        context.diagnostics.report(
            .note, "vacuumed", file: options.path,
            message: "the file has \(after) bytes; it had \(before)")
    }

    /// `2026-03-02 07:05:00 UTC`
    private static func date(_ instant: Int) -> String {
        let (days, second) = CivilDate.split(instant)
        return CivilDate(daysSinceEpoch: days).text + " " + ClockTime.text(second) + " UTC"
    }

    // MARK: Findings

    private func open(_ target: Target) throws {
        target.isOpened = true
        do {
            target.table = try history.table(
                HistoryDefinition(target.name, context.world.tables().first { $0.name == target.name }),
                feedID: context.options.feedID)
        } catch let refusal as HistoryRefusal {
            target.refusal = refusal.reason
        }
    }

    private func reject(_ record: Record, _ target: Target) {
        let code = "table_refused"
        let message = "records of this table are not stored: \(target.refusal ?? ""); skipped"
        let file = InputFile.displayName(record.file)
        context.diagnostics.report(
            .reject, code, file: file, line: record.line, field: "table", value: nil
        ) { _ in "\(Finding.quoted(target.name)): \(message)" }
        context.diagnostics.keepReject(
            file: file, line: record.line, code: code, message: message, raw: record.bytes)
    }

    private func report(_ issues: [HistoryIssue], file: String, line: Int) {
        for issue in issues {
            let (kind, text) = Store.words(issue.kind)
            let value = issue.value.inside
            context.diagnostics.report(
                kind, issue.kind.rawValue, file: InputFile.displayName(file), line: line, field: issue.member,
                value: value
            ) { quoted in "\(quoted) \(text)" }
        }
    }

    private static func words(_ kind: HistoryIssue.Kind) -> (Finding.Kind, String) {
        switch kind {
        case .nameClash: (.warning, "has the name of another column in different case; kept in other_members")
        case .unusableName: (.warning, "has a name that cannot be a column name; kept in other_members")
        case .tooManyColumns: (.warning, "exceeds the maximum number of columns; kept in other_members")
        case .reserved: (.warning, "has a name that is reserved for the store; skipped")
        case .numberTooLarge: (.warning, "exceeds the number range of the column; its digits are kept as bytes")
        case .numericText: (.warning, "would become a number in this column; kept as bytes")
        case .timeNotInSeconds:
            (.surprise, "is not in whole seconds; kept unchanged; its record counts for that second")
        case .textAsNumber: (.repair, "is text in a column of numbers; stored as a number")
        }
    }
}
