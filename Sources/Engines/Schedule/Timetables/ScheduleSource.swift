import FeedStore
import SQLite
import StageKit

/// Opens the feed of `--feed`.
package enum ScheduleSource {
    /// - Throws: `StageFailure` with status 66 if it does not exist, 65 if a database is not one of linefeed's.
    package static func open(_ path: String, _ context: StageContext) throws -> any TimetableSource {
        guard try FeedKind(of: path) == .store else {
            return try ScheduleFile(path, context)
        }
        do {
            let store = try StoreReader(FeedKind.openable(path))
            // What `store` keeps has no indexes by stop and time: it is gone through as a zip is.
            guard !store.isHistory else { return try ScheduleFile(path, context) }
            return ScheduleStore(path, store, context.diagnostics)
        } catch let fault as StoreFault {
            throw StageFailure(fault)
        }
    }
}
