import Contract
import NDJSON
import StageKit

/// One attempt, as the `fetches` table has it.
struct FetchRecord {
    /// Without secrets.
    var url: String
    /// POSIX seconds of its beginning.
    var at: Int
    /// Counted from 1 in each turn.
    var attempt = 1
    var status: Int?
    var bytes = 0
    var sha256: String?
    var elapsedMilliseconds = 0
    var storedAs: String?
    var isUnchanged = false
    var error: String?

    func write(_ row: Row<Tables.Fetches>, _ columns: Tables.Fetches) {
        row[columns.url] = url
        row[columns.at] = at
        row[columns.attempt] = attempt
        row[columns.status] = status
        row[columns.bytes] = bytes
        row[columns.sha256] = sha256
        row[columns.elapsedMilliseconds] = elapsedMilliseconds
        row[columns.storedAs] = storedAs
        row[columns.unchanged] = isUnchanged
        row[columns.error] = error
    }

    /// The whole line.
    var line: [UInt8] {
        let writer = RecordWriter(capacity: 512)
        Tables.Fetches.write(to: writer, write)
        writer.newline()
        return Array(writer.bytes)
    }
}
