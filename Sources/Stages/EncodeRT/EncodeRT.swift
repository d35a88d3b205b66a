import Contract
import GTFSRealtime
import NDJSON
import RealtimeExtensions
import StageKit

/// Turns the records of `decode-rt --nested`, and flat records of trip updates, back into GTFS-Realtime messages.
///
/// Memory: one entity, or with length-delimited framing one message, whose length comes before it; 16 MiB of a first
/// message without a header.
public struct EncodeRT: MindsGaps, Stage {
    public static let name = "encode-rt"

    /// Encodes the records of the files named, or of standard input where none is.
    public static func run(_ options: EncodeRTOptions, _ context: StageContext) throws {
        try context.check(options)
        var stage = try EncodeRT(options, context)
        try context.feed(options.files, to: &stage)
    }

    /// What the records of the message at hand become.
    private enum State {
        case none
        case open
        /// Without a header, and held back: one that follows would become its own. Of plain messages only the first.
        case held(hasEntity: Bool)
        case rejected
    }

    /// Those that are encoded come first.
    private static let encoded: [RealtimeTable] = [.feedMessages, .feedEntities, .unknownFields, .tripUpdates]
    private static let kinds = encoded + RealtimeTable.allCases.filter { !encoded.contains($0) }

    /// Records of tables that are not encoded are taken in order to say so of each.
    public let tables = EncodeRT.kinds.map(\.name)
    /// Nothing is joined.
    public let feedReading = FeedReading.none

    private let options: EncodeRTOptions
    private let context: StageContext
    private let out = ProtobufWriter()
    private let prefix = ProtobufWriter()
    private let encoder: MessageEncoder
    private let figures: [TableFigures]
    private var state = State.none
    private var messages = 0
    private let flat = FlatRows()
    /// Where the flat header of the message at hand stood, until the message has an entity: of a message whose entities
    /// cannot be encoded nothing is.
    private var flatHeader: (file: String, line: Int, raw: [UInt8])?

    /// - Throws: `StageFailure` when a .proto file is missing or wrong.
    public init(_ options: EncodeRTOptions, _ context: StageContext) throws {
        var options = options
        options.extensions.own = try OwnExtensions.read(
            options.protoFiles, searchFolders: options.protoFolders, context)
        self.options = options
        self.context = context
        encoder = MessageEncoder(options.extensions, into: out)
        figures = tables.map { context.summary.table($0) }
    }

    public mutating func process(_ record: Record) throws {
        let kind = EncodeRT.kinds[record.table]
        if kind == .feedMessages { try endMessage(isLast: false) }
        let start = out.count
        do throws(EncodeFault) {
            try append(record, kind)
        } catch {
            out.truncate(to: start)
            if kind == .feedMessages { state = .rejected }
            reject(record, error)
            return dropFlatHeader()
        }
        figures[record.table].written += 1
        guard options.framing == .message, flatHeader == nil else { return }
        if case .held = state {
            // No reader searches further for a header.
            if out.count > FeedReader.lookAheadLimit { try release(withHeader: true) }
            return
        }
        try flush()
    }

    /// Leaves out what follows up to the next message: it may not belong to the one at hand.
    public mutating func lineRejected() throws {
        try endMessage(isLast: false)
        state = .rejected
    }

    /// With a message what follows up to the next one is left out too: it belongs to none that is written.
    public mutating func recordPassedOver(_ record: Record) throws {
        if tables[record.table] == Tables.FeedMessages.name { try lineRejected() }
    }

    private mutating func append(_ record: Record, _ kind: RealtimeTable) throws(EncodeFault) {
        let object = JSONValue.object(record.bytes)
        switch kind {
        case .feedMessages:
            guard FlatRows.isFlatMessage(object) else { return try begin(hasHeader: encoder.header(object)) }
            try begin(hasHeader: encoder.header(flat.message(object)))
            flatHeader = (record.displayName, record.line, Array(record.bytes))
        case .feedEntities, .unknownFields, .tripUpdates:
            if case .rejected = state {
                throw EncodeFault(path: "", reason: "its message or an earlier line of it was skipped")
            }
            let start = state
            if case .none = state {
                warn(record, "no_message", "no feed_messages record precedes this one, so no header was written")
                begin(hasHeader: false)
            }
            do throws(EncodeFault) {
                switch kind {
                case .feedEntities: try encoder.entity(object)
                case .tripUpdates: try encoder.entity(flat.tripUpdate(object))
                default: try encoder.strayField(object)
                }
                flatHeader = nil
            } catch {
                if case .none = start {
                    state = start
                    messages -= 1
                }
                throw error
            }
            if kind != .unknownFields, case .held = state { state = .held(hasEntity: true) }
        default:
            throw EncodeFault(
                path: "", reason: "a \(kind.name) record is not a complete entity; decode with --nested")
        }
    }

    private mutating func begin(hasHeader: Bool) {
        state = .open
        if !hasHeader {
            if options.framing == .delimited || messages == 0 {
                state = .held(hasEntity: false)
            } else {
                emptyHeader(into: out)
            }
        }
        messages += 1
    }

    public mutating func finish() throws {
        try endMessage(isLast: true)
        if messages == 0 {
            try context.nothingToDo("no_message", "the records contain no message")
        }
    }

    /// Leaves out the header of a message whose first entity is left out.
    private mutating func dropFlatHeader() {
        guard let header = flatHeader, case .open = state else { return }
        flatHeader = nil
        out.removeAll()
        state = .rejected
        messages -= 1
        figures[0].written -= 1
        let reason = "the entities of this message cannot be encoded; decode with --nested"
        context.diagnostics.report(
            .reject, "not_encodable", file: header.file, line: header.line, message: reason + "; skipped")
        header.raw.withUnsafeBytes {
            context.diagnostics.keepReject(
                file: header.file, line: header.line, code: "not_encodable", message: reason, raw: $0)
        }
    }

    private mutating func endMessage(isLast: Bool) throws {
        if flatHeader != nil {
            flatHeader = nil
            if options.framing == .message { try flush() }
        }
        switch state {
        // A frame of its own needs no header, but nothing else tells one without entities from rubbish.
        case .held(let hasEntity) where options.framing == .delimited:
            try release(withHeader: !hasEntity)
        case .held(let hasEntity): try release(withHeader: !isLast || !hasEntity)
        case .open where options.framing == .delimited: try release(withHeader: false)
        default: return
        }
        state = .none
    }

    /// Writes the message that was kept so far, or its beginning.
    private mutating func release(withHeader: Bool) throws {
        prefix.removeAll()
        if options.framing == .delimited { prefix.varint(UInt64(out.count + (withHeader ? 2 : 0))) }
        if withHeader { emptyHeader(into: prefix) }
        try context.sink.text(prefix.bytes)
        try flush()
        state = .open
    }

    private func emptyHeader(into writer: ProtobufWriter) { writer.message(1) { _ in } }

    private func flush() throws {
        try context.sink.text(out.bytes)
        out.removeAll()
    }

    private func warn(_ record: Record, _ code: String, _ message: String) {
        context.diagnostics.report(.warning, code, file: record.displayName, line: record.line, message: message)
    }

    private func reject(_ record: Record, _ fault: EncodeFault) {
        let file = record.displayName
        context.diagnostics.report(
            fault.isForged ? .refusal : .reject, "not_encodable", file: file, line: record.line,
            field: fault.path.isEmpty ? nil : fault.path,
            message: fault.reason + "; skipped")
        if fault.isForged { context.degrade(to: .dataUnusable) }
        context.diagnostics.keepReject(
            file: file, line: record.line, code: "not_encodable", message: fault.reason, raw: record.bytes)
    }
}
