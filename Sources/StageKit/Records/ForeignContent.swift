import Platform

/// What an input holds that is not records, a line each: known by its first bytes.
public enum ForeignContent: Equatable, Sendable {
    case zip, database, realtimeMessage, base64Messages
    case jsonArray, featureCollection, prettyJSON
    case page, xml, csv, utf16, binary

    /// How many bytes are looked at.
    public static let headLength = 512

    /// - Parameter head: the first bytes, inflated where they were compressed.
    public init?(_ head: UnsafeRawBufferPointer) {
        if let known = ForeignContent.signature(of: head) {
            self = known
            return
        }
        let text = head.withoutMark.drop(while: ForeignContent.isBlank)
        guard let first = text.first, first != UInt8(ascii: "{") else { return nil }
        if head.contains(where: { $0 < 0x09 || (0x0E..<0x20).contains($0) && $0 != 0x1B }) {
            self = ForeignContent.isRealtime(head) ? .realtimeMessage : .binary
            return
        }
        switch first {
        case UInt8(ascii: "["): self = .jsonArray
        case UInt8(ascii: "<"):
            let start = String(decoding: text.prefix(15), as: UTF8.self).lowercased()
            self = start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? .page : .xml
        default:
            let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
            if ForeignContent.isBase64(line) {
                self = .base64Messages
            } else if ForeignContent.isHeader(line) {
                // A line of words and a comma before records is a line.
                let next = text[line.endIndex...].first { !ForeignContent.isBlank($0) }
                guard ForeignContent.mayBeRow(nextBegins: next) else { return nil }
                self = .csv
            } else {
                return nil
            }
        }
    }

    public init?(_ head: [UInt8]) {
        guard let content = head.withUnsafeBytes({ ForeignContent($0) }) else { return nil }
        self = content
    }

    /// What a regular file holds, compressed or not; nil where it holds records, or is no such file.
    public init?(ofFile path: String) {
        guard ForeignContent.isFile(path), let input = try? InputFile(path) else { return nil }
        var head = [UInt8](repeating: 0, count: ForeignContent.headLength)
        var count = 0
        while count < head.count,
            let more = try? head.withUnsafeMutableBytes({
                try input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }), more > 0
        { count += more }
        self.init(Array(head[..<count]))
    }

    public static func isFile(_ path: String) -> Bool { FileStatus(path)?.isRegular ?? false }

    // MARK: JSON over several lines

    /// Whether the bytes so far begin as a record does, so that more of them would tell nothing. Of a message whose header
    /// has 123 bytes the second byte is a brace too, and the first a line feed.
    static func beginsAsRecord(_ head: UnsafeRawBufferPointer) -> Bool {
        head.count >= signatureLength && head.withoutMark.first { !isBlank($0) } == UInt8(ascii: "{")
    }

    /// The most bytes by which a message is known: its length and its header's, each of two bytes, and the version.
    private static let signatureLength = 12

    /// Whether a first line, which is not a whole value, may be the beginning of one that spreads over lines.
    static func mayGoOn(firstLine: UnsafeRawBufferPointer) -> Bool {
        guard let last = firstLine.last(where: { !isBlank($0) }) else { return false }
        return last == UInt8(ascii: "{") || last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
            || last == UInt8(ascii: ":")
    }

    /// What a first line and the next that is not blank begin.
    init?(firstLine: [UInt8], nextBegins next: UInt8) {
        if String(decoding: firstLine.prefix(200), as: UTF8.self).contains("\"FeatureCollection\"") {
            self = .featureCollection
        } else if next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") || next == UInt8(ascii: "]") {
            self = .prettyJSON
        } else {
            return nil
        }
    }

    // MARK: CSV

    /// Whether a table goes on after what reads like its header.
    /// - Parameter next: how the next line that is not blank begins; nil for none, as in a table without rows.
    static func mayBeRow(nextBegins next: UInt8?) -> Bool { next != UInt8(ascii: "{") }

    // MARK: Words

    /// What it is, with its article.
    public var words: String {
        switch self {
        case .zip: "a zip archive"
        case .database: "a SQLite database"
        case .realtimeMessage: "a GTFS-Realtime message"
        case .base64Messages: "GTFS-Realtime messages in base64"
        case .jsonArray: "a JSON array"
        case .featureCollection: "a GeoJSON FeatureCollection"
        case .prettyJSON: "JSON that spreads over several lines"
        case .page: "an HTML page"
        case .xml: "XML"
        case .csv: "CSV"
        case .utf16: "text in UTF-16"
        case .binary: "binary data"
        }
    }

    /// What to do with it where records are due, where no command line is known that would do.
    func advice(takesFeed: Bool, onMessages: String) -> String {
        switch self {
        case .zip, .database:
            takesFeed
                ? "if it is the timetable, name it with --feed" : "this stage does not read a timetable here"
        case .realtimeMessage, .base64Messages: onMessages
        case .jsonArray: "write one element per line, as jq -c '.[]' does"
        case .featureCollection: "write one feature per line, as --format geojsonl does"
        case .prettyJSON: "write each value on one line, as jq -c . does"
        case .page, .xml: "is it an error page in place of the data?"
        case .csv: "if it is a table of a feed, give the feed's folder or zip to ingest"
        case .utf16: "records are UTF-8"
        case .binary: "decode-rt reads GTFS-Realtime messages, ingest reads zips"
        }
    }

    // MARK: Signs

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func signature(of head: UnsafeRawBufferPointer) -> ForeignContent? {
        // APPNOTE 4.3.7, and 4.3.16 for an empty archive.
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return .zip }
        // SQLite's file format §1.3.
        if head.starts(with: "SQLite format 3\0".utf8) { return .database }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return .utf16 }
        return isRealtime(head) ? .realtimeMessage : nil
    }

    /// Whether a FeedMessage begins here, with or without its length before it: a header, field 1, that begins with the
    /// version, a field 1 again.
    private static func isRealtime(_ head: UnsafeRawBufferPointer) -> Bool {
        if isHeader(head, at: 0) { return true }
        let length = head.prefix(5).firstIndex { $0 < 0x80 } ?? 5
        return isHeader(head, at: length + 1)
    }

    private static func isHeader(_ head: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start + 4 < head.count, head[start] == 0x0A else { return false }
        // The header's length, of one byte or two.
        let version = start + (head[start + 1] < 0x80 ? 2 : 3)
        guard version + 2 < head.count, head[version] == 0x0A else { return false }
        let length = Int(head[version + 1])
        guard (1...8).contains(length), version + 2 + length <= head.count else { return false }
        return head[(version + 2)..<(version + 2 + length)].allSatisfy {
            (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".")
        }
    }

    /// Whether a line is base64 of a message, which begins with the byte 0x0A.
    private static func isBase64(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        line.count > 15 && line.starts(with: "Cg".utf8)
            && line.allSatisfy { byte in
                isLetterOrDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
                    || byte == UInt8(ascii: "=")
            }
    }

    /// Whether a line is the header of CSV: two names or more.
    private static func isHeader(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        line.contains(UInt8(ascii: ","))
            && line.allSatisfy { byte in
                isLetterOrDigit(byte) || ", _-\"".utf8.contains(byte)
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes without a byte order mark of UTF-8 before them.
    fileprivate var withoutMark: Slice<UnsafeRawBufferPointer> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? self[3...] : self[...]
    }
}
