import StageKit

/// Reads the schedule that `--feed` names from a zip or a folder, as `ingest` would write it.
public struct IngestedFeed: ScheduleReader {
    public init() {}

    public func read(
        _ path: String, tables: [String], _ context: StageContext, _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard try FeedKind(of: path) != .store else {
            throw StageFailure(.dataUnusable, "\(path): a SQLite store cannot be read here; name the zip or the folder")
        }
        var options = IngestOptions()
        options.feed = path
        options.tables = tables
        options.mayLackTables = true
        try withoutActuallyEscaping(take) { take in
            let part = context.part(output: LineBlocks(take))
            // The records were counted where they arrived; rows that did not arrive are counted here.
            defer {
                context.summary.bytesIn += part.summary.bytesIn
                for table in part.summary.tables {
                    let figures = context.summary.table(table.table)
                    figures.read += table.read - table.written
                    figures.ignored += table.ignored
                }
                if part.status != .done { context.degrade(to: part.status) }
            }
            try Ingest(options, in: part).run()
            try part.sink.flush()
        }
    }
}

/// Passes blocks of whole lines on inside the process.
private final class LineBlocks: ByteDestination {
    private let take: (UnsafeRawBufferPointer) throws -> Void
    init(_ take: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.take = take }
    func write(_ bytes: UnsafeRawBufferPointer) throws { try take(bytes) }
    func commit() {}
    func discard() {}
}
