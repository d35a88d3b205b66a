import Feeds
import StageKit

/// Says that archives cannot be read where no reader was handed in.
struct NoScheduleReader: ScheduleReader {
    func read(
        _ path: String, tables: [String], columns: [String], _ context: StageContext,
        _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        throw StageFailure(.dataUnusable, "\(path): --feed takes a file of ingest records here")
    }
}
