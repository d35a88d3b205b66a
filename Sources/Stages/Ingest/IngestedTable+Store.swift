import FeedStore
import GTFSSchedule
import StageKit

/// Rows that go into a store.
extension IngestedTable {
    /// Loads the rows into a table of the store, and rejects those whose keys it found repeated.
    func store(
        _ reader: CSVReader, _ plan: RecordPlan?, _ load: StoreLoad, _ duplicates: inout DuplicateRows
    ) throws {
        guard load.hasRoom(for: table) else {
            context.fault(
                Finding(
                    .fault, "too_many_tables", file: file,
                    message:
                        "a database holds at most \(StoreLoad.unknownLimit) files that are not in the GTFS reference, "
                        + "and has that many; not stored"))
            return load.note(table, as: nil, figures)
        }
        let name = load.name(for: table)
        guard let plan, let stored = try load.writer.table(plan, name: name, feedID: context.options.feedID) else {
            if let plan { reportWidth(plan, load, line: reader.line) }
            return load.note(table, as: nil, figures)
        }
        for column in stored.renamed {
            context.diagnostics.report(
                .warning, "renamed_column", file: file, line: reader.line, field: column.from,
                message: "SQLite treats this name as equal to that of another column; stored as \(column.to)")
        }
        try write(reader, StoredRows(plan, stored), &duplicates)
        if let removed = try stored.finish(keeping: options.duplicatePolicy.kept) { try reject(removed) }
        load.note(table, as: name, figures)
    }

    private func reportWidth(_ plan: RecordPlan, _ load: StoreLoad, line: Int) {
        guard !plan.members.isEmpty else { return }
        context.fault(
            Finding(
                .fault, "too_many_columns", file: file, line: line,
                message: "the header has \(plan.members.count) columns, more than the \(load.writer.columnLimit) "
                    + "of a SQLite table; the table was not stored"))
    }

    /// Rejects rows that the store has taken out again: the file is read once more to say which they were.
    private func reject(_ removed: RemovedRows) throws {
        let again = tally.another()
        defer { tally.addReading(of: again) }
        let (_, reader) = try open(again)
        guard let plan = try header(reader, isSurvey: true) else { return }
        var row = 0
        var next = try removed.next()
        while let sought = next {
            let outcome = try reader.next()
            if outcome == .end { break }
            guard outcome == .row, !reader.extraHasContent, plan.missingKey(reader) == nil else { continue }
            row += 1
            guard row == sought else { continue }
            figures.written -= 1
            rejectRepeated(reader, plan)
            next = try removed.next()
        }
        // A file that says something else the second time would leave rows that nobody counted.
        guard next == nil else { throw StageFailure(.ioFailed, "\(file) changed while it was read") }
    }
}
