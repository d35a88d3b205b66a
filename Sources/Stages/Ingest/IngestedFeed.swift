import FeedStore
import SQLite
import Schedule
import StageKit

/// Reads the schedule that `--feed` names from a zip, a folder or a store, as `ingest` would write it.
public struct IngestedFeed: ScheduleReader {
    public init() {}

    public func read(
        _ path: String, tables: [String]?, columns: [String]?, _ context: StageContext,
        _ taker: RecordTaker
    ) throws {
        guard try FeedKind(of: path) != .store else { return try readStore(path, tables, context, taker) }
        var options = IngestOptions()
        options.feed = path
        options.tables = tables
        options.mayLackTables = true
        // A table that stands twice is for the listener to tell.
        if context.diagnostics.isDiverted { options.duplicateTables = .first }
        // Rows that repeat a key are for the listener to tell too: it gets them all.
        options.readsTimetable = !context.diagnostics.isDiverted
        options.columns = columns.map(Set.init)
        let part = context.part(output: taker)
        // The records were counted where they arrived; rows that did not arrive are counted here.
        defer {
            context.summary.bytesIn += part.summary.bytesIn
            for table in part.summary.tables {
                let figures = context.summary.table(table.table)
                let rejected = table.read - table.written - table.ignored
                figures.read += table.read - table.written
                figures.ignored += table.ignored
                figures.leftOut += rejected
                // A listener makes something else of what is wrong with them, and they do not count as rejected.
                if context.diagnostics.isDiverted { figures.merged += rejected }
            }
            if part.status != .done { context.degrade(to: part.status) }
        }
        try Ingest.run(options, part)
        try part.sink.flush()
    }

    /// Reads the tables from a database that `ingest --sqlite` or `store` made.
    private func readStore(
        _ path: String, _ tables: [String]?, _ context: StageContext, _ taker: RecordTaker
    ) throws {
        do {
            try StoreReader(FeedKind.openable(path)).records(of: tables) { block in
                context.summary.bytesIn += block.count
                try taker.write(block)
            }
        } catch let fault as StoreFault {
            throw StageFailure(fault)
        }
    }
}
