import Platform
import StageKit

/// The kinds of input that `--feed PATH` accepts.
public enum FeedKind: Equatable, Sendable {
    /// A file of ingest records, plain or compressed.
    case records
    case archive
    case folder
    /// A database made by `ingest --sqlite` or `store`.
    case store

    /// Determines the kind of a path: a folder, or a file by its first bytes, decompressed if it is compressed.
    ///
    /// Named pipes and devices count as records without inspection, because the inspected bytes would be lost; so does
    /// standard input that is a socket or device.
    /// - Parameter name: the name for messages, if the path is that of a copy.
    /// - Parameter refusing: whether other known content is an error of `--feed`; otherwise it counts as records, whose
    ///   reader reports it.
    /// - Throws: `StageFailure` with status 66 if nothing can be read, 65 for other known content.
    public init(of path: String, named name: String? = nil, refusing: Bool = true) throws {
        if path == "-" {
            self = FeedKind(head: StageContext.headOfInput())
            return
        }
        guard let status = FileStatus(path) else {
            // `feed.zip#folder` and `outer.zip#inner.zip` name a place inside an archive; a URL is fetched.
            if path.contains("#") || path.contains("://") {
                self = .archive
                return
            }
            throw MissingInput.failure(path)
        }
        switch status.kind {
        case .folder: self = .folder
        case .regular:
            let head = try FeedKind.head(of: path)
            self = FeedKind(head: head)
            if self == .records, refusing { try FeedKind.refuse(head, name ?? path) }
        default: self = .records
        }
    }

    /// Recognises a zip (APPNOTE 4.3.7 and, empty, 4.3.16) and SQLite (file format §1.3) by their magic bytes.
    init(head: [UInt8]) {
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            self = .archive
        } else if head.starts(with: "SQLite format 3\0".utf8) {
            self = .store
        } else {
            self = .records
        }
    }

    /// - Throws: `StageFailure` with status 65 if the first bytes belong to content that is not a timetable.
    package static func refuse(_ head: [UInt8], _ path: String) throws {
        guard let content = ForeignContent(head) else { return }
        let advice =
            switch content {
            case .realtimeMessage, .base64Messages:
                "; realtime messages go through decode-rt, and their records into this stage"
            case .page, .xml: "; is it an error page in place of the feed?"
            default: ""
            }
        throw StageFailure(
            .dataUnusable,
            "--feed: \(path) is \(content.words); --feed takes a timetable: a zip, a folder, a store, or a file of "
                + "records of 'linefeed ingest'\(advice)")
    }

    /// The path under which a database can be opened, including one on standard input.
    package static func openable(_ path: String) -> String { path == "-" ? "/dev/stdin" : path }

    private static func head(of path: String) throws -> [UInt8] {
        let input = try InputFile(path)
        var head = [UInt8](repeating: 0, count: ForeignContent.headLength)
        var filled = 0
        while filled < head.count {
            do {
                let count = try head.withUnsafeMutableBytes {
                    try input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
                }
                if count == 0 { break }
                filled += count
            } catch is InputFault {
                // Corrupt compressed data: whoever reads the file will say so.
                break
            }
        }
        return Array(head[0..<filled])
    }
}

extension StageContext {
    /// Passes the tables of the feed at `path` to a stage, without finishing it; other tables are counted as ignored.
    ///
    /// - Parameter name: the name for messages, if the path is that of a copy.
    /// - Throws: `StageFailure` with status 66 if the feed is missing, 65 if it needs the reader of the `World` and
    ///   there is none.
    package func readFeed<Stage: RecordStage>(
        _ path: String, named name: String? = nil, to stage: inout Stage
    ) throws {
        try diagnostics.gathering { try readFeedAtOnce(path, name, to: &stage) }
    }

    private func readFeedAtOnce<Stage: RecordStage>(
        _ path: String, _ name: String?, to stage: inout Stage
    ) throws {
        if case .records = try FeedKind(of: path, named: name) {
            return try read([path], to: &stage, forwarding: stage.asFeedInput != nil, named: name)
        }
        guard let reader = world.schedule else {
            throw StageFailure(
                .dataUnusable,
                "\(path): --feed takes a file of records here; run 'linefeed ingest' on the feed first")
        }
        // Standard input that is a file is read from where it stood, so that it can be read again.
        let start = path == "-" ? lseek(0, 0, SEEK_CUR) : -1
        defer { if start >= 0 { lseek(0, start, SEEK_SET) } }
        let input = stage.asFeedInput
        let tables = input == nil ? stage.tables : input?.feedTables
        let columns = input == nil ? stage.columns.map { $0.name } : nil
        let listener = input?.rowFindings
        try read(rowsFrom: path, to: &stage) { taker in
            try diagnostics.diverting(to: listener) {
                try reader.read(ScheduleRequest(path, tables: tables, columns: columns), self, taker)
            }
        }
    }
}
