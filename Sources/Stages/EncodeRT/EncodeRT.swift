import GTFSRealtime
import NDJSON
import StageKit

/// Turns the records of `decode-rt --nested` back into GTFS-Realtime messages.
///
/// Memory: one entity, or with length-delimited framing one message, whose length comes before it.
public struct EncodeRT: RecordStage {
    public enum Framing: String, Sendable, CaseIterable { case message, delimited }

    public struct Options: Sendable {
        public var framing: Framing = .message
        /// The numbers that the records were decoded with.
        public var extensions = ExtensionChoice()

        public init() {}
    }

    /// What the records of the message at hand become.
    private enum State { case none, open, rejected }

    public let tables: [String] =
        [
            RealtimeTable.feedMessages.name, RealtimeTable.feedEntities.name, RealtimeTable.unknownFields.name,
        ]
        + RealtimeTable.allCases.map(\.name).filter {
            !["feed_messages", "feed_entities", "unknown_fields"].contains($0)
        }
    public let fields: [String] = []

    private let options: Options
    private let context: StageContext
    private let out = ProtobufWriter()
    private let length = ProtobufWriter()
    private let encoder: MessageEncoder
    private let figures: [TableFigures]
    private var state = State.none
    private var messages = 0

    public init(_ options: Options, _ context: StageContext) {
        self.options = options
        self.context = context
        encoder = MessageEncoder(options.extensions, into: out)
        figures = tables.map { context.summary.table($0) }
    }

    public mutating func process(_ record: Record) throws {
        if record.table == 0 { try endMessage() }
        let start = out.count
        do throws(EncodeFault) {
            try append(record)
        } catch {
            out.truncate(to: start)
            if record.table == 0 { state = .rejected }
            return reject(record, error)
        }
        figures[record.table].written += 1
        if options.framing == .message { try flush() }
    }

    private mutating func append(_ record: Record) throws(EncodeFault) {
        let object = JSONValue.object(record.bytes)
        switch record.table {
        case 0:
            if try !encoder.header(object), messages > 0, options.framing == .message {
                warn(
                    record, "no_header",
                    "the message has no header, so it joins the one before (use --framing delimited)")
            }
            messages += 1
            state = .open
        case 1, 2:
            guard state != .rejected else {
                throw EncodeFault(path: "", reason: "its message was left out")
            }
            if state == .none {
                warn(record, "no_message", "there is no feed_messages record before this one, so no header is written")
                messages += 1
                state = .open
            }
            if record.table == 1 { try encoder.entity(object) } else { try encoder.strayField(object) }
        default:
            throw EncodeFault(
                path: "", reason: "a \(tables[record.table]) record is not a whole entity: decode with --nested")
        }
    }

    public mutating func finish() throws {
        try endMessage()
        if messages == 0 {
            context.fault(
                Finding(.fault, "no_message", message: "there was no message among the records (nothing written)"))
        }
    }

    private func endMessage() throws {
        guard options.framing == .delimited, state == .open else { return }
        length.removeAll()
        length.varint(UInt64(out.count))
        try context.sink.text(length.bytes)
        try flush()
    }

    private func flush() throws {
        try context.sink.text(out.bytes)
        out.removeAll()
    }

    private func warn(_ record: Record, _ code: String, _ message: String) {
        context.diagnostics.report(
            Finding(.warning, code, file: EncodeRT.name(of: record), line: record.line, message: message))
    }

    private static func name(of record: Record) -> String { record.file == "-" ? "standard input" : record.file }

    private func reject(_ record: Record, _ fault: EncodeFault) {
        let file = EncodeRT.name(of: record)
        context.fault(
            Finding(
                .reject, "not_encodable", file: file, line: record.line, field: fault.path.isEmpty ? nil : fault.path,
                message: fault.reason + " (left out)"))
        context.diagnostics.keepReject(
            file: file, line: record.line, code: "not_encodable", message: fault.reason, raw: record.bytes)
    }
}
