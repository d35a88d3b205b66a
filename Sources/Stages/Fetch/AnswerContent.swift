import Contract
import GTFSRealtime
import GTFSSchedule
import Platform
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
    /// - Parameters:
    ///   - fromAddress: the extension that the feed's address has.
    ///   - limit: the most bytes that the content may have, inflated.
    /// - Throws: `StageFailure` with status 74 where our own copy cannot be read: that says nothing of the feed.
    init(_ spool: Spool, expected: ExpectedFeed?, fromAddress: String?, limit: Int, _ messages: MessageProbe) throws {
        let head = try AnswerContent.head(of: spool)
        let compressed = InputCompression(head).map { "." + $0.fileExtension } ?? ""
        let isZip = head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
        let own = fromAddress.flatMap { $0 == "gz" || $0 == "php" || $0 == "ashx" || $0 == "aspx" ? nil : $0 }
        switch expected {
        case .gtfs:
            fileExtension = "zip"
            complaint = try AnswerContent.noFeed(spool, isZip: isZip)
        case .gtfsRealtime:
            let message = try messages.look(at: spool, limit: limit, isWhole: true)
            complaint = message.complaint
            if complaint == nil { feedTimestamp = message.timestamp }
            fileExtension = "pb" + compressed
            // What breaks off is a message all the same.
            if message.isMessage { return }
            if AnswerContent.looksLikePage(head) { complaint? += " but a web page" }
        case nil:
            let message =
                try isZip ? MessageProbe.Finding() : messages.look(at: spool, limit: limit, isWhole: false)
            feedTimestamp = message.isMessage ? message.timestamp : nil
            fileExtension =
                isZip ? "zip" : message.isMessage ? "pb" + compressed : (own ?? "bin") + compressed
        }
        if complaint != nil {
            fileExtension =
                AnswerContent.looksLikePage(head)
                ? "html" : isZip ? "zip" : compressed.isEmpty ? own ?? "bin" : String(compressed.dropFirst())
        }
    }

    private static func head(of spool: Spool) throws -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 64)
        let count = head.withUnsafeMutableBytes { readFully(spool.descriptor, at: 0, into: $0) }
        guard count >= 0 else { throw StageFailure(.ioFailed, "cannot read the copy: \(systemMessage(errno))") }
        return Array(head.prefix(count))
    }

    private static func looksLikePage(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.hasPrefix("<head")
    }

    private static func noFeed(_ spool: Spool, isZip: Bool) throws -> String? {
        guard isZip else { return "it is not a zip" + (try looksLikePage(head(of: spool)) ? " but a web page" : "") }
        do {
            _ = try FeedArchive(path: spool.openPath, tally: ReadTally(limit: 4 << 30))
            return nil
        } catch let fault as FeedFault where fault.kind == .ioFailed {
            throw StageFailure(.ioFailed, unnamed(fault.description, spool))
        } catch let fault as FeedFault {
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
}

/// Tells GTFS-Realtime messages from anything else, and whole ones from those that break off; one for a run, since a
/// schema lives as long as the process.
final class MessageProbe {
    struct Finding {
        /// Whether it is one at its beginning at least.
        var isMessage = false
        /// POSIX seconds of the first header.
        var timestamp: Int?
        /// Why it is none, or not a whole one, as a part of a sentence.
        var complaint: String?
    }

    private lazy var checker = WholeFileChecker(RealtimeSchema(ExtensionChoice(), for: .reading))

    /// Looks at the wire of a content from its beginning to its end; of a part that is enough to know it by where it
    /// need not be whole.
    /// - Throws: `StageFailure` with status 74 where the content cannot be read.
    func look(at spool: Spool, limit: Int, isWhole: Bool) throws -> Finding {
        var finding = Finding()
        do {
            let check = try checker.check(try InputFile(spool.openPath), limit: limit, isWhole: isWhole)
            finding.timestamp = check.timestamp.flatMap { Int(exactly: $0) }.flatMap { Instant.seconds($0) }
            // A message may be empty, but not without a header as well: an unlucky text could pass for that.
            finding.isMessage = check.entities > 0 || finding.timestamp != nil
            if !finding.isMessage {
                finding.complaint = "it is not a GTFS-Realtime message"
            } else if check.isTooLong {
                finding.complaint = "it decompresses to more than the \(limit) bytes of --max-bytes"
            } else if let fault = check.fault {
                finding.complaint = "the message is truncated or corrupt: \(fault)"
            }
        } catch let fault as InputFault {
            finding.complaint = "it cannot be decompressed: \(fault.message)"
        } catch let failure as StageFailure where failure.status == .ioFailed {
            throw failure
        } catch {
            finding.complaint = "it cannot be read: \(error)"
        }
        return finding
    }
}
