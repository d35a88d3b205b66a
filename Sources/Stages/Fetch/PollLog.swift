import Platform
import StageKit
import TimeZones

/// The records of all attempts, successful or not, in a file for each UTC day: `DIR/2026-11-21.ndjson`.
final class PollLog {
    private static let ending = ".ndjson"
    private let folder: String

    /// - Throws: `StageFailure` with status 73 when the folder cannot be made.
    init(_ folder: String) throws {
        self.folder = folder.isEmpty ? "." : folder
        try FolderNames.make(self.folder, below: self.folder)
    }

    private static func date(_ posix: Int) -> CivilDate { CivilDate(daysSinceEpoch: CivilDate.split(posix).days) }

    /// Adds a record.
    /// - Throws: `StageFailure` with status 73 or 74.
    func add(_ record: FetchRecord) throws {
        let path = folder + "/" + PollLog.date(record.at).text + PollLog.ending
        _ = try RecordLines.add(record.line, to: path, isDurable: false)
    }

    /// Removes the files of days that ended `keep` seconds ago or earlier.
    /// - Returns: how many.
    func retire(now: Int, keep: Int) -> Int {
        FolderNames.list(folder).count { name in
            guard name.hasSuffix(PollLog.ending),
                let date = CivilDate(written: String(name.dropLast(PollLog.ending.utf8.count))),
                name == date.text + PollLog.ending, (date.daysSinceEpoch + 1) * 86_400 <= now - keep
            else { return false }
            return unlink(folder + "/" + name) == 0
        }
    }
}
