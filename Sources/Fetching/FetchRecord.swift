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

    static let schema = TableSchema(
        "fetches", stages: ["fetch"], "One attempt to fetch a feed, the failed ones too.",
        columns: [
            Column("url", .string, required: true, "Without user, password and the values of keys."),
            Column("at", .integer, required: true, "POSIX seconds of the attempt's beginning."),
            Column("attempt", .integer, required: true, "Counted from 1 in each turn."),
            Column("status", .integer, "Of the answer, of redirects the last; absent where none came."),
            Column("bytes", .integer, required: true, "Of the body, decompressed; 0 where none was asked for or kept."),
            Column(
                "sha256", .string, "Of the content, whether it came now or was there; absent where it is not whole."),
            Column("elapsed_ms", .integer, required: true, "Milliseconds."),
            Column("stored_as", .string, "The file that has the content; a rejected answer's where it was kept aside."),
            Column("unchanged", .boolean, required: true, "Whether the content was there already."),
            Column("error", .string, "Why the attempt failed; absent where it did not."),
        ])

    /// Writes the members, after the head.
    func write(into writer: RecordWriter) {
        writer.key(Keys.url)
        writer.string(url)
        writer.key(Keys.at)
        writer.integer(at)
        writer.key(Keys.attempt)
        writer.integer(attempt)
        if let status { writer.key(Keys.status); writer.integer(status) }
        writer.key(Keys.bytes)
        writer.integer(bytes)
        if let sha256 { writer.key(Keys.sha256); writer.string(sha256) }
        writer.key(Keys.elapsed)
        writer.integer(elapsedMilliseconds)
        if let storedAs { writer.key(Keys.storedAs); writer.string(storedAs) }
        writer.key(Keys.unchanged)
        writer.bool(isUnchanged)
        if let error { writer.key(Keys.error); writer.string(error) }
    }

    /// The whole line.
    var line: [UInt8] {
        let writer = RecordWriter(capacity: 512)
        writer.append("{\"table\":\"fetches\"")
        write(into: writer)
        writer.append("}\n")
        return Array(writer.bytes)
    }

    private enum Keys {
        static let url = JSONKey("url")
        static let at = JSONKey("at")
        static let attempt = JSONKey("attempt")
        static let status = JSONKey("status")
        static let bytes = JSONKey("bytes")
        static let sha256 = JSONKey("sha256")
        static let elapsed = JSONKey("elapsed_ms")
        static let storedAs = JSONKey("stored_as")
        static let unchanged = JSONKey("unchanged")
        static let error = JSONKey("error")
    }
}

/// The table that `fetch` writes.
public enum FetchSchemas {
    public static let fetches = FetchRecord.schema
}
