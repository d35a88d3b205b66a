import FeedStore
import SQLite
import Schedule
import StageKit

/// Reads the schedule that `--feed` names from a zip, a folder or a store, as `ingest` would write it.
public struct IngestedFeed: ScheduleReader {
    public init() {}

    public func read(_ request: ScheduleRequest, _ context: StageContext, _ taker: RecordTaker) throws {
        guard try FeedKind(of: request.path) != .store else {
            return try readStore(request.path, request.tables, context, taker)
        }
        var options = IngestOptions()
        options.feed = request.path
        options.tables = request.tables
        options.mayLackTables = true
        // A table that stands twice is for the listener to tell.
        if context.diagnostics.isDiverted { options.duplicateTables = .first }
        // Rows that repeat a key are for the listener to tell too: it gets them all.
        options.readsTimetable = !request.keepsRepeatedKeys && !context.diagnostics.isDiverted
        options.columns = request.columns.map(Set.init)
        // A listener makes something else of what is wrong with rows, and they do not count as rejected.
        try context.runPart(output: taker, mergesRejected: context.diagnostics.isDiverted) {
            try Ingest.run(options, $0)
        }
    }

    /// Reads the tables from a database that `ingest --sqlite` or `store` made.
    private func readStore(
        _ path: String, _ tables: [String]?, _ context: StageContext, _ taker: RecordTaker
    ) throws {
        try StageFailure.ofStore {
            try StoreReader(FeedKind.openable(path)).records(of: tables) { block in
                context.summary.bytesIn += block.count
                try taker.write(block)
            }
        }
    }
}
