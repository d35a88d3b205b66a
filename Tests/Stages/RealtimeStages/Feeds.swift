import DecodeRTStage
import GTFSRealtime
import StageKit
import TestSupport

/// Feeds made by hand and runs of decode-rt over them.
enum Feeds {
    static func bytes(_ body: (ProtobufWriter) -> Void) -> [UInt8] {
        let writer = ProtobufWriter()
        body(writer)
        return Array(writer.bytes)
    }

    static func header(_ writer: ProtobufWriter, timestamp: UInt64 = 1000) {
        writer.message(1) {
            $0.string(1, "2.0")
            $0.unsigned(3, timestamp)
        }
    }

    /// A header and one entity `e`.
    static func feed(entity body: (ProtobufWriter) -> Void) -> [UInt8] {
        bytes {
            header($0)
            $0.message(2) {
                $0.string(1, "e")
                body($0)
            }
        }
    }

    static func vehicle(_ body: (ProtobufWriter) -> Void) -> [UInt8] { feed { $0.message(4, body) } }
    static func tripUpdate(_ body: (ProtobufWriter) -> Void) -> [UInt8] { feed { $0.message(3, body) } }

    static func decode(
        _ feeds: [UInt8]..., common: CommonOptions = CommonOptions(),
        _ configure: (inout DecodeRTOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = DecodeRTOptions()
        options.files = feeds.map { TemporaryFolder.shared.write(bytes: $0) }
        configure(&options)
        return try InMemoryRun("decode-rt", common) { [options] in try DecodeRT(options, $0).run() }
    }

    /// The rows after `feed_messages`, without the head that every entity `e` has.
    static func rows(_ run: InMemoryRun) -> [String] {
        run.lines.filter { !$0.contains("\"feed_messages\"") }.map { line in
            var line = line
            if let range = line.firstRange(of: "\"feed_timestamp\":1000,\"entity_id\":\"e\",") {
                line.removeSubrange(range)
            }
            return line
        }
    }
}
