import GTFSRealtime
import StageKit

/// Puts what the reader and the row writer notice into the run's findings.
final class DecodeFindings: RowFindings {
    private let diagnostics: Diagnostics
    var file = ""

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    func isMissing(field: String) {
        diagnostics.report(.warning, "missing_required", file: file, field: field) { _ in
            "a required field is missing; the other fields are kept"
        }
    }

    func isNotUTF8(field: String, value: UnsafeRawBufferPointer) {
        diagnostics.report(.warning, "not_utf8", file: file, field: field, value: value) { quoted in
            "\(quoted) is not UTF-8; read as Windows-1252, a guess"
        }
    }

    func isNotFinite(field: String, value: String) {
        diagnostics.report(.null, "not_finite", file: file, field: field) { _ in
            "JSON cannot represent the number \(value); written as null"
        }
    }

    func isStranded(header place: Int) {
        diagnostics.report(.incomplete, "late_header", file: file, field: "FeedMessage.header") { _ in
            "byte \(place): a header follows more than \(FeedReader.lookAheadLimit >> 20) MiB of entities without a header"
                + "; treated as the header of the next message, so these entities have no feed_timestamp"
        }
    }

    /// One note a field, at the end of the run.
    func reportUnknown(_ fields: [UnknownField], kept: Bool) {
        let done = kept ? "kept" : "skipped; keep them with --unknown keep"
        for row in fields {
            let (kind, code, what) = DecodeFindings.words(row)
            diagnostics.report(
                kind, code, field: row.field,
                message: "\(row.count) \(row.count == 1 ? "field" : "fields") \(what) (\(done))")
        }
        for row in fields where row.count > 1 {
            let (kind, code, _) = DecodeFindings.words(row)
            diagnostics.count(kind, code, times: row.count - 1)
        }
    }

    private static func words(_ row: UnknownField) -> (kind: Finding.Kind, code: String, what: String) {
        switch row.reason {
        case .number: (.note, "unknown_field", "not known")
        case .wireType: (.warning, "wire_type", "with wire type \(row.wireType), which is not the type of this field")
        case .notItsMessage:
            (.warning, "not_the_extension", "whose bytes are not the extension's message")
        }
    }
}

extension MessageFault {
    /// The finding of a fault; its place is the file, the line in base64 lines, and the byte.
    func finding(_ kind: Finding.Kind, file: String, hint: String?) -> Finding {
        var text = offset.map { "byte \($0): " } ?? ""
        text += reason
        if let entity { text += ", inside entity \(entity) of the message" }
        if goesOn {
            text += "; the entity was skipped; later entities were read"
        } else if entitiesBefore > 0 {
            text +=
                "; \(entitiesBefore) complete \(entitiesBefore == 1 ? "entity" : "entities") before it \(entitiesBefore == 1 ? "was" : "were") written"
        } else if offset != nil {
            text += hasMessage ? "; the message has no complete entity" : "; nothing of the message was written"
        }
        if let hint { text += "; " + hint }
        guard goesOn else { return Finding(kind, code, file: file, line: line, message: text) }
        return Finding(kind == .fault ? .damage : .bearableDamage, code, file: file, line: line, message: text)
    }

    /// Whether there is nothing in the file at all.
    var isEmptyFile: Bool { code == "empty_file" }
}

/// What a file that is not a feed may be, by its first bytes.
enum Hint {
    static func of(_ bytes: [UInt8], _ input: String, _ world: World) -> String? {
        let text = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if text.starts(with: "{\"table\"".utf8) { return "these are records, which need no decode-rt" }
        if text.first == UInt8(ascii: "{") {
            return "this looks like JSON, not like a GTFS-Realtime message in protobuf format"
        }
        switch ForeignContent(bytes) {
        case .zip:
            return "this is a zip archive"
                + world.whatToType(.content(.zip, input: input), else: "read a GTFS feed with ingest")
        case .database: return "this is a SQLite database, not a message"
        case .page, .xml: return "this looks like HTML or XML; is it an error page in place of the feed?"
        case .jsonArray: return "this looks like JSON, not like a GTFS-Realtime message in protobuf format"
        case .csv: return "this looks like CSV, not like a message"
        default: return nil
        }
    }
}
