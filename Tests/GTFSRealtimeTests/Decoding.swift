import NDJSON
import XCTest

@testable import GTFSRealtime

/// Bytes in memory, handed out in pieces.
final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private let piece: Int
    private var position = 0

    init(_ bytes: [UInt8], piece: Int = .max) {
        self.bytes = bytes
        self.piece = piece
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(piece, buffer.count, bytes.count - position)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
        }
        position += count
        return count
    }
}

/// What a reader found in some bytes: lines of JSON, and faults.
final class Decoding: RowFindings {
    private static let reading = RealtimeSchema()
    private static let lossless = RealtimeSchema(ExtensionChoice(), for: .readingLosslessly)
    nonisolated(unsafe) private static let out = ProtobufWriter()
    nonisolated(unsafe) private static let encoder = MessageEncoder(ExtensionChoice(), into: out)

    private(set) var lines: [String] = []
    private(set) var faults: [MessageFault] = []
    private(set) var missing: [String] = []
    private(set) var notUTF8: [String] = []
    private(set) var notFinite: [String] = []
    private(set) var unknown: [UnknownField] = []

    /// Whole entities without loss, or flat rows.
    init(
        _ bytes: [UInt8], framing: Framing = .message, nested: Bool = true, piece: Int = .max,
        extensions: ExtensionChoice? = nil, configure: (inout RowWriter.Options) -> Void = { _ in }
    ) throws {
        let schema =
            extensions.map { RealtimeSchema($0, for: nested ? .readingLosslessly : .reading) }
            ?? (nested ? Decoding.lossless : Decoding.reading)
        var options = RowWriter.Options()
        options.isLossless = nested
        options.writesUnknown = nested
        configure(&options)
        let reader = FeedReader(schema, keepsUnknown: options.writesUnknown)
        let out = RecordWriter()
        let rows = RowWriter(reader, into: out, options, findings: self)
        reader.open(MemorySource(bytes, piece: piece), framing: framing)
        func line(_ table: RealtimeTable, _ members: () -> Void) {
            out.removeAll()
            out.append("{\"table\":\"\(table.name)\"")
            members()
            out.append("}")
            lines.append(String(decoding: out.bytes, as: UTF8.self))
        }
        loop: while true {
            switch try reader.next() {
            case .message:
                rows.beginMessage()
                line(.feedMessages) { rows.feedMessage(source: "-") }
            case .entity:
                if nested {
                    line(.feedEntities) { rows.wholeEntity() }
                } else {
                    for table in RealtimeTable.rowsOfEntities where rows.has(table) {
                        line(table) { rows.payload(table) }
                    }
                }
            case .strayField(let tag, let value): line(.unknownFields) { rows.strayField(tag: tag, value) }
            case .fault(let fault): faults.append(fault)
            case .end: break loop
            }
        }
        unknown = reader.unknownFields
    }

    func isMissing(field: String) { missing.append(field) }
    func isNotUTF8(field: String, value: UnsafeRawBufferPointer) { notUTF8.append(field) }
    func isNotFinite(field: String, value: String) { notFinite.append(field) }

    /// The lines as bytes of messages again.
    static func encode(_ lines: [String]) throws -> [UInt8] { try encode(lines, encoder, into: out) }

    static func encode(
        _ lines: [String], _ encoder: MessageEncoder, into out: ProtobufWriter
    ) throws -> [UInt8] {
        out.removeAll()
        for line in lines {
            let scanner = RecordScanner(fields: ["table"])
            try Array(line.utf8).withUnsafeBytes { bytes in
                try scanner.scan(bytes)
                switch scanner[0].string {
                case "feed_messages": if try !encoder.header(.object(bytes)) { out.message(1) { _ in } }
                case "feed_entities": try encoder.entity(.object(bytes))
                default: try encoder.strayField(.object(bytes))
                }
            }
        }
        return Array(out.bytes)
    }
}

/// Messages by hand.
enum Sample {
    static func bytes(_ body: (ProtobufWriter) -> Void) -> [UInt8] {
        let writer = ProtobufWriter()
        body(writer)
        return Array(writer.bytes)
    }

    static func header(_ writer: ProtobufWriter, version: String = "2.0", timestamp: UInt64? = 1000) {
        writer.message(1) {
            $0.string(1, version)
            if let timestamp { $0.unsigned(3, timestamp) }
        }
    }

    static func vehicle(_ writer: ProtobufWriter, id: String, stop: String = "S") {
        writer.message(2) {
            $0.string(1, id)
            $0.message(4) { $0.string(7, stop) }
        }
    }

    /// A header and vehicles `1` to `count`.
    static func feed(vehicles count: Int, timestamp: UInt64 = 1000) -> [UInt8] {
        bytes {
            header($0, timestamp: timestamp)
            for index in 0..<count { vehicle($0, id: "\(index + 1)") }
        }
    }
}
