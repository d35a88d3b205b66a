import Glibc
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

    private static let names = [
        "url", "etag", "last_modified", "sha256", "stored_as", "changed_at", "feed_timestamp", "modified_at",
        "saved_bytes", "saved_at",
    ]

    /// Made once: a key lives as long as the process.
    private static let keys = names.map(JSONKey.init)

    init() {}

    /// Reads what `write` wrote; a file that is not there or is not whole is no memory.
    init?(path: String) {
        guard let input = FeedMemory.open(path) else { return nil }
        let reader = LineReader(input, limit: 1 << 16)
        let scanner = RecordScanner(fields: FeedMemory.names)
        // Whatever cannot be read or scanned costs a download, nothing more.
        guard let line = try? reader.next(), case .line(let bytes) = line, (try? scanner.scan(bytes)) != nil,
            let url = scanner[0].string
        else { return nil }
        self.url = url
        validators = Validators(etag: scanner[1].string, lastModified: scanner[2].string)
        sha256 = scanner[3].string
        storedAs = scanner[4].string
        changedAt = scanner[5].integer
        feedTimestamp = scanner[6].integer
        modifiedAt = scanner[7].integer
        savedBytes = scanner[8].integer
        savedAt = scanner[9].integer
        // A header's value goes back as it came; anything else in its place would be somebody else's header.
        let texts = [validators.etag, validators.lastModified].compactMap { $0 }
        if !texts.allSatisfy({ $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } }) { validators = Validators() }
    }

    /// Writes it as one line, whole or not at all.
    func write(to path: String) throws {
        let writer = RecordWriter(capacity: 512)
        writer.beginObject()
        for (key, text) in zip(
            FeedMemory.keys[0...4], [url, validators.etag, validators.lastModified, sha256, storedAs])
        {
            guard let text else { continue }
            writer.member(key)
            writer.string(text)
        }
        for (key, number) in zip(
            FeedMemory.keys[5...], [changedAt, feedTimestamp, modifiedAt, savedBytes, savedAt])
        {
            guard let number else { continue }
            writer.member(key)
            writer.integer(number)
        }
        writer.append("}\n")
        // Its name can be known beforehand, and whoever may write to the folder can put a link there: the link is
        // replaced, not what it leads to.
        let file = try TemporaryFile(beside: path, named: path)
        let mask = umask(0)
        umask(mask)
        fchmod(file.descriptor, 0o666 & ~mask)
        guard Glibc.write(file.descriptor, writer.bytes.baseAddress, writer.count) == writer.count else {
            let reason = systemMessage(errno)
            file.discard()
            throw StageFailure(.ioFailed, "\(path): cannot write: \(reason)")
        }
        try file.put(at: path, named: path)
    }

    /// Opens a memory that this user wrote: anyone else's would have validators and paths of their choice sent and read.
    private static func open(_ path: String) -> InputFile? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            close(descriptor)
            return nil
        }
        return InputFile(descriptor: descriptor, name: path)
    }
}
