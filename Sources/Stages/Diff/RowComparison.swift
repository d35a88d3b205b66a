import Contract
import NDJSON
import Schedule
import StageKit

/// Compares the rows of two feeds. It keeps the hashes of OLD's rows, looks up NEW's rows among them, and reads OLD again for the
/// removed and modified rows. With `--format table`, the second reading of a table ends as soon as the changes to be shown are
/// known.
///
/// Memory: that of `RowTable` for each row of OLD, and 24 bytes more for each modified row. A temporary file contains the rows
/// of NEW that replace modified rows.
final class RowComparison {
    private let old: RereadableFeed
    private let new: RereadableFeed
    private let context: StageContext
    private let output: ChangeOutput
    private let rows = RowTable()
    private let known = ComparedTables()
    private let printer = RowPrinter()

    init(_ old: RereadableFeed, _ new: RereadableFeed, _ output: ChangeOutput, _ context: StageContext) {
        self.old = old
        self.new = new
        self.output = output
        self.context = context
    }

    /// - Parameter pairs: gives the trips that are the same under another id, once OLD was found sound.
    /// - Throws: `StageFailure` where a feed cannot be read whole.
    func run(pairs: () throws -> TripPairs?) throws {
        let names = UnknownNames(context)
        let rows = rows
        try read(old) { [known] _, table, row in
            guard case .content(let print) = row else { return }
            rows.add(print)
            known.unmet[table] += 1
        }
        names.note()
        rows.arrange(jobs: context.options.jobs)
        let newPrinter = RowPrinter()
        if let pairs = try pairs() { newPrinter.trips = pairs.substitutes }
        let spool = try SpooledRows()
        let search = RowSearch(rows, isSecondReading: false)
        try read(new, newPrinter, search) { [self] record, table, row in
            guard case .found(let found) = row else { return }
            let meeting: RowTable.Meeting =
                switch found {
                case .same(let entry): rows.meet(entry)
                case .otherwise(let entry): rows.meet(otherwise: entry)
                case .none: .added
                }
            switch meeting {
            case .same: known.unmet[table] -= 1
            case .added: try write(record.bytes, .added, table, newPrinter)
            case .modified(let entry):
                try spool.add(record.bytes, entry: entry, table: table)
                known.modified[table] += 1
            }
        }
        names.note()
        try names.check()
        try spool.settle(rows.isSettled) { row, line in
            try write(line, .added, Int(row.table), newPrinter)
            known.modified[Int(row.table)] -= 1
        }
        try readUnmet(spool, newPrinter)
        settle()
    }

    /// Reads OLD again, and writes or counts its removed and modified rows.
    private func readUnmet(_ spool: SpooledRows, _ newPrinter: RowPrinter) throws {
        // Files of which every row was met have nothing more to tell.
        let tables = known.all.indices.filter { known.unmet[$0] > 0 }
        guard !tables.isEmpty else { return }
        rows.listUnmet()
        let search = RowSearch(rows, isSecondReading: true)
        var left = zip(known.unmet, known.modified).map { (removed: $0 - $1, modified: $1) }
        func shows(_ number: Int, _ kind: Change.Kind, _ table: Int) -> Bool {
            number > 0 && !output.onlyCounts(kind, of: known.all[table].file)
        }
        var reader = RowReader(
            known, printer, tables: tables.map { known.all[$0].name }, search: search,
            needs: { shows(left[$0].removed, .removed, $0) || shows(left[$0].modified, .modified, $0) }
        ) { [self] record, table, row in
            // A row that was not read the first time: what goes with a second row of a trip's id, where trips are not
            // among the files that are read again.
            guard case .found(.same(let entry)) = row else { return }
            switch rows.fate(of: entry) {
            case .met: break
            case .removed:
                try write(record.bytes, .removed, table, printer)
                left[table].removed -= 1
            case .modified(let entry):
                try output.write(.modified, of: known.all[table].file) {
                    modified(record.bytes, try spool.row(of: entry), table, newPrinter)
                }
                left[table].modified -= 1
            }
        }
        let counts = known.rowCounts
        try old.read(try RereadableFeed.quietContext(like: context), into: &reader)
        known.rowCounts = counts
        for table in tables {
            output.count(left[table].removed, .removed, of: known.all[table].file)
            output.count(left[table].modified, .modified, of: known.all[table].file)
        }
    }

    /// Reads a feed for the first time.
    private func read(
        _ feed: RereadableFeed, _ printer: RowPrinter? = nil, _ search: RowSearch? = nil,
        _ take: @escaping (Record, Int, KnownRow) throws -> Void
    ) throws {
        var reader = RowReader(known, printer ?? self.printer, search: search, take: take)
        try feed.readWhole(context) { try feed.read(context, into: &reader) }
    }

    /// Counts what went into the changes: every row that none was written for.
    private func settle() {
        var written = context.summary.table(Tables.Changes.name).written
        for (place, table) in known.all.enumerated() {
            let share = min(written, known.rowCounts[place])
            context.summary.table(table.name).merged += known.rowCounts[place] - share
            written -= share
        }
    }

    // MARK: Changes

    /// Writes a row that the other feed does not have.
    private func write(
        _ line: UnsafeRawBufferPointer, _ kind: Change.Kind, _ place: Int, _ printer: RowPrinter
    ) throws {
        let table = known.all[place]
        try output.write(kind, of: table.file) { whole(line, kind, place, printer) }
        if kind == .added, output.onlyCounts(.added, of: table.file) {
            table.countsAdded.store(true, ordering: .relaxed)
        }
    }

    private func whole(
        _ line: UnsafeRawBufferPointer, _ kind: Change.Kind, _ place: Int, _ printer: RowPrinter
    ) -> Change {
        let table = known.all[place]
        var fields: [Change.Value] = []
        printer.forEachMember(of: line, in: table) { name, key, value, _ in
            guard !table.isKey(name) else { return }
            let raw = Array(value.raw)
            fields.append(
                Change.Value(
                    name: RowComparison.text(key), old: kind == .removed ? raw : nil,
                    new: kind == .removed ? nil : raw))
        }
        return Change(kind: kind, file: table.file, key: key(line, table, printer), fields: fields)
    }

    /// A row that the other feed has otherwise.
    private func modified(
        _ oldLine: UnsafeRawBufferPointer, _ newLine: UnsafeRawBufferPointer, _ place: Int, _ newPrinter: RowPrinter
    ) -> Change {
        let table = known.all[place]
        var new: [UInt64: (name: String, value: [UInt8], hash: UInt64)] = [:]
        var order: [UInt64] = []
        newPrinter.forEachMember(of: newLine, in: table) { name, key, value, hash in
            guard !table.keyHashes.contains(name) else { return }
            if new[name] == nil { order.append(name) }
            new[name] = (RowComparison.text(key), Array(value.raw), hash)
        }
        var fields: [Change.Value] = []
        printer.forEachMember(of: oldLine, in: table) { name, key, value, hash in
            guard !table.keyHashes.contains(name) else { return }
            let other = new.removeValue(forKey: name)
            guard other?.hash != hash else { return }
            fields.append(Change.Value(name: RowComparison.text(key), old: Array(value.raw), new: other?.value))
        }
        for name in order {
            guard let added = new[name] else { continue }
            fields.append(Change.Value(name: added.name, old: nil, new: added.value))
        }
        return Change(kind: .modified, file: table.file, key: key(oldLine, table, printer), fields: fields)
    }

    /// What a row is known by: the columns of its key in the reference's order, or all of them.
    private func key(
        _ line: UnsafeRawBufferPointer, _ table: ComparedTable, _ printer: RowPrinter
    ) -> [(name: String, value: [UInt8])] {
        var members: [(hash: UInt64, name: String, value: [UInt8])] = []
        printer.forEachMember(of: line, in: table) { name, key, value, _ in
            guard table.isKey(name) else { return }
            members.append((name, RowComparison.text(key), Array(value.raw)))
        }
        guard table.key != nil else { return members.map { ($0.name, $0.value) } }
        return table.keyHashes.compactMap { hash in
            members.first { $0.hash == hash }.map { ($0.name, $0.value) }
        }
    }

    private static func text(_ name: JSONValue) -> String { name.string ?? "" }
}
