import GTFSRealtime
import NDJSON
import StageKit
import Stages
import TestSupport
import XCTest

final class EncodeRTTests: XCTestCase {
    struct Encoded {
        let status: ExitStatus
        let bytes: [UInt8]
        let log: String
        let summary: RunSummary
    }

    static func encode(
        _ files: [String], _ framing: EncodeRT.Framing = .message, numbers: [String: Int] = [:]
    ) throws -> Encoded {
        let destination = MemoryDestination()
        let log = LogLines()
        let context = try StageContext.inMemory(
            stage: "encode-rt", options: CommonOptions(), output: destination, log: log)
        var options = EncodeRT.Options()
        options.framing = framing
        options.extensions.numbers = numbers
        let status = StageRunner.run(context) { [options] context in
            var stage = EncodeRT(options, context)
            try context.feed(files, to: &stage)
        }
        return Encoded(status: status, bytes: destination.bytes, log: log.text, summary: context.summary)
    }

    private func encode(_ text: String, _ framing: EncodeRT.Framing = .message) throws -> Encoded {
        try EncodeRTTests.encode([TemporaryFolder.shared.write(text)], framing)
    }

    private let header = #"{"table":"feed_messages","header":{"gtfs_realtime_version":"2.0"}}"# + "\n"

    func testTheBytesOfASmallMessage() throws {
        let run = try encode(header + #"{"table":"feed_entities","id":"1","vehicle":{"stop_id":"A"}}"#)
        XCTAssertEqual(
            run.bytes,
            [0x0A, 5, 0x0A, 3, 0x32, 0x2E, 0x30, 0x12, 8, 0x0A, 1, 0x31, 0x22, 3, 0x3A, 1, 0x41])
        XCTAssertEqual(run.status, .done)
        for table in run.summary.tables { XCTAssertEqual(table.read, table.written, table.table) }
    }

    func testNamesTextsAndNullsOfTheJSONMappingAreTaken() throws {
        let run = try encode(
            header + #"{"table":"feed_entities","id":"1","vehicle":{"occupancy_status":"FULL","timestamp":"17","#
                + #""congestion_level":null,"position":{"latitude":"NaN","longitude":1.5}}}"#)
        let nested = try Feeds.decode(run.bytes) { $0.isNested = true }
        XCTAssertEqual(
            nested.lines[1],
            #"{"table":"feed_entities","id":"1","vehicle":{"position":{"latitude":"NaN","longitude":1.5},"#
                + #""timestamp":17,"occupancy_status":5}}"#)
    }

    func testWhatIsNoSuchRecordIsRejectedWithItsReason() throws {
        for (record, reason) in [
            (#"{"table":"vehicle_positions","stop_id":"A"}"#, "decode with --nested"),
            (#"{"table":"feed_messages","gtfs_realtime_version":"2.0"}"#, "--nested left out"),
            (#"{"table":"feed_entities","id":"1","vehicles":{}}"#, "FeedEntity has no field 'vehicles'"),
            (#"{"table":"feed_entities","id":7}"#, "id: a text is expected"),
            (#"{"table":"feed_entities","vehicle":[]}"#, "vehicle: an object is expected"),
            (
                #"{"table":"feed_entities","vehicle":{"stop_id":{"base64":"!"}}}"#,
                "vehicle.stop_id: the text is not base64"
            ),
            (#"{"table":"feed_entities","vehicle":{"position":{"latitude":1e39}}}"#, "beyond 32-bit"),
            (#"{"table":"feed_entities","vehicle":{"current_stop_sequence":-1}}"#, "from 0 to 4294967295"),
            (#"{"table":"feed_entities","vehicle":{"occupancy_status":"PACKED"}}"#, "'PACKED' is no value"),
            (#"{"table":"feed_entities","vehicle":{"stop_id":"A","stop_id":"B"}}"#, "comes twice"),
            (
                #"{"table":"feed_entities","unknown_fields":[{"number":5,"wire_type":1,"bytes":"AA=="}]}"#,
                "not one value"
            ),
            (#"{"table":"feed_entities","unknown_fields":[{"number":0,"wire_type":0,"bytes":"AA=="}]}"#, "from 1"),
        ] {
            let run = try encode(header + record)
            XCTAssertEqual(run.status, .dataUnusable, record)
            XCTAssertTrue(run.log.contains(reason), run.log)
            XCTAssertEqual(run.summary.rejectedCount, 1, record)
            XCTAssertEqual(run.bytes.count, 7, "only the header is written: \(record)")
            let tables = run.summary.tables
            XCTAssertEqual(tables.reduce(0) { $0 + $1.read }, tables.reduce(0) { $0 + $1.written } + 1)
        }
    }

    func testNothingToEncodeIsNoSuccess() throws {
        XCTAssertEqual(try encode("").status, .dataUnusable)
        XCTAssertEqual(try encode(#"{"table":"stops","stop_id":"A"}"#).status, .dataUnusable)
    }

    func testEntitiesOfARejectedMessageDoNotJoinTheOneBefore() throws {
        let run = try encode(
            header + #"{"table":"feed_messages","header":{"timestamp":"x"}}"# + "\n"
                + #"{"table":"feed_entities","id":"1"}"#)
        XCTAssertEqual(run.summary.rejectedCount, 2)
        XCTAssertEqual(run.bytes.count, 7)
    }

    func testSeveralMessagesStaySeveral() throws {
        let text = header + #"{"table":"feed_entities","id":"1"}"# + "\n" + header + header
        for framing in EncodeRT.Framing.allCases {
            let run = try encode(text, framing)
            let again = try Feeds.decode(run.bytes) { $0.isNested = true }
            XCTAssertEqual(again.lines.count, 4)
            XCTAssertEqual(again.lines.filter { $0.contains("feed_messages") }.count, 3)
        }
    }

    func testOtherNumbersComeBackUnderThem() throws {
        let feed = Feeds.vehicle { $0.message(1999) { $0.string(1, "car") } }
        let plain = try Feeds.decode(feed) { $0.isNested = true }
        XCTAssertTrue(plain.output.contains("\"number\":1999"))
        XCTAssertEqual(try encode(plain.output).bytes, feed)
        let named = try Feeds.decode(feed) {
            $0.isNested = true
            $0.extensions.numbers = ["tfnsw": 1999]
        }
        XCTAssertTrue(named.output.contains("\"consist\""))
        let file = TemporaryFolder.shared.write(named.output)
        XCTAssertEqual(try EncodeRTTests.encode([file], numbers: ["tfnsw": 1999]).bytes, feed)
    }
}
