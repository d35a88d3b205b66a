import HTTP
import NDJSON
import StageKit

/// What is known of the newest content of a feed: for the next request, and for its age.
struct FeedMemory: Equatable {
    /// Without secrets; validators of another address are none.
    var url = ""
    var validators = Validators()
    var sha256: String?
    var storedAs: String?
    /// POSIX seconds when the content was first seen here.
    var changedAt: Int?
    /// POSIX seconds of a realtime message's own header.
    var feedTimestamp: Int?
    /// POSIX seconds of `Last-Modified`, whether it may serve as a validator or not.
    var modifiedAt: Int?
    /// Of a saved file, so that one that was changed since is known.
    var savedBytes: Int?
    var savedAt: Int?

    /// POSIX seconds of the newest content, as well as can be told.
    var newest: Int? { feedTimestamp ?? modifiedAt ?? changedAt }

    private static let members = StateMembers<FeedMemory>(
        [
            .required("url", \.url), .text("etag", \.validators.etag),
            .text("last_modified", \.validators.lastModified),
            .text("sha256", \.sha256), .text("stored_as", \.storedAs), .number("changed_at", \.changedAt),
            .number("feed_timestamp", \.feedTimestamp), .number("modified_at", \.modifiedAt),
            .number("saved_bytes", \.savedBytes), .number("saved_at", \.savedAt),
        ], version: 1)

    init() {}

    /// Reads what `write` wrote. Whatever cannot be read costs a download, nothing more; a memory that another user
    /// wrote would have validators and paths of their choice sent and read.
    init?(path: String) {
        guard let line = StateFile.line(of: path, isOwn: true), FeedMemory.members.read(line, into: &self) else {
            return nil
        }
        // A header's value goes back as it came; anything else in its place would be somebody else's header.
        let texts = [validators.etag, validators.lastModified].compactMap { $0 }
        if !texts.allSatisfy({ $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } }) { validators = Validators() }
    }

    /// Writes it as one line, whole or not at all.
    func write(to path: String) throws {
        let writer = RecordWriter(capacity: 512)
        writer.append("{")
        FeedMemory.members.write(self, into: writer)
        writer.append("}\n")
        try StateFile.replace(path, with: writer.bytes)
    }
}
