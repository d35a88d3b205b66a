import GTFSRealtime
import GTFSSchedule
import Glibc
import NDJSON
import StageKit

/// What a whole answer turns out to be.
struct AnswerContent {
    /// The extension of the file it becomes.
    var fileExtension: String
    /// POSIX seconds of a realtime message's header.
    var feedTimestamp: Int?
    /// Why it is not what was expected, as a part of a sentence; nil when it is, or nothing was.
    var complaint: String?

    /// Looks at the content of `spool`.
    /// - Parameter fromAddress: the extension that the feed's address has.
    init(_ spool: Spool, expected: ExpectedFeed?, fromAddress: String?, _ messages: MessageProbe) {
        let head = AnswerContent.head(of: spool)
        let isGzip = head.starts(with: [0x1F, 0x8B])
        let isZip = head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
        let own = fromAddress.flatMap { $0 == "gz" || $0 == "php" || $0 == "ashx" || $0 == "aspx" ? nil : $0 }
        switch expected {
        case .gtfs:
            fileExtension = "zip"
            complaint = AnswerContent.noFeed(spool, isZip: isZip)
        case .gtfsRealtime:
            fileExtension = isGzip ? "pb.gz" : "pb"
            let message = AnswerContent.message(in: spool, messages)
            feedTimestamp = message.timestamp
            complaint = message.complaint
        case nil:
            let message = isZip ? (nil, "a zip") : AnswerContent.message(in: spool, messages)
            feedTimestamp = message.0
            fileExtension =
                isZip ? "zip" : message.1 == nil ? (isGzip ? "pb.gz" : "pb") : (own ?? "bin") + (isGzip ? ".gz" : "")
        }
        if complaint != nil {
            fileExtension = AnswerContent.looksLikePage(head) ? "html" : isZip ? "zip" : isGzip ? "gz" : own ?? "bin"
        }
    }

    private static func head(of spool: Spool) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 64)
        let count = pread(spool.descriptor, &head, head.count, 0)
        return Array(head.prefix(max(count, 0)))
    }

    private static func looksLikePage(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.hasPrefix("<head")
    }

    private static func noFeed(_ spool: Spool, isZip: Bool) -> String? {
        guard isZip else { return "it is not a zip" + (looksLikePage(head(of: spool)) ? " but a web page" : "") }
        do {
            _ = try FeedArchive(path: spool.openPath, tally: ReadTally(limit: 4 << 30))
            return nil
        } catch let fault as GTFSSchedule.FeedFault {
            return unnamed(fault.description, spool)
        } catch {
            return "it cannot be read"
        }
    }

    /// A message about the temporary file made one about the answer.
    private static func unnamed(_ text: String, _ spool: Spool) -> String {
        guard text.hasPrefix(spool.openPath) else { return text }
        let rest = text.dropFirst(spool.openPath.utf8.count)
        return rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : "it" + rest
    }

    private static func message(in spool: Spool, _ messages: MessageProbe) -> (timestamp: Int?, complaint: String?) {
        let (isMessage, timestamp) = messages.look(at: spool)
        if isMessage { return (timestamp, nil) }
        return (nil, "it is not a GTFS-Realtime message" + (looksLikePage(head(of: spool)) ? " but a web page" : ""))
    }
}

/// Tells GTFS-Realtime messages from anything else; one for a run, since a reader's schema lives as long as the process.
final class MessageProbe {
    private lazy var reader = FeedReader(RealtimeSchema(ExtensionChoice(), for: .reading), keepsUnknown: false)

    /// Reads a message's header and its first entity.
    func look(at spool: Spool) -> (isMessage: Bool, timestamp: Int?) {
        // The reader keeps its source until it gets another, and a file that is open takes room though it has no name.
        defer { reader.open(NoBytes(), framing: .message) }
        do {
            reader.open(try InputFile(spool.openPath), framing: .auto)
            guard case .message = try reader.next() else { return (false, nil) }
            let timestamp = reader.headerAtHand.timestamp.flatMap { 1..<(1 << 40) ~= $0 ? Int($0) : nil }
            switch try reader.next() {
            case .entity: return (true, timestamp)
            // A message may be empty, but not without a header as well: an unlucky text could pass for that.
            case .end, .message: return (timestamp != nil, timestamp)
            case .fault, .strayField: return (false, nil)
            }
        } catch {
            return (false, nil)
        }
    }
}

private final class NoBytes: ByteSource {
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
}
