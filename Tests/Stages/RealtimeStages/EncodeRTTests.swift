import EncodeRTStage
import GTFSRealtime
import StageKit
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
        _ files: [String], _ framing: EncodeRTOptions.Framing = .message, numbers: [String: Int] = [:],
        protoFiles: [String] = []
    ) throws -> Encoded {
        let destination = MemoryDestination()
        let log = LogLines()
        let context = try StageContext.inMemory(
            stage: "encode-rt", options: CommonOptions(), output: destination, log: log)
        var options = EncodeRTOptions()
        options.framing = framing
        options.extensions.numbers = numbers
        options.protoFiles = protoFiles
        let status = StageRunner.run(context) { [options] context in
            var stage = try EncodeRT(options, context)
            try context.feed(files, to: &stage)
        }
        return Encoded(status: status, bytes: destination.bytes, log: log.text, summary: context.summary)
    }

    private func encode(_ text: String, _ framing: EncodeRTOptions.Framing = .message) throws -> Encoded {
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

    /// What JSON has no numbers for keeps every bit.
    func testNumbersThatAreNoneComeBack() throws {
        for odometer in [#""NaN""#, #""Infinity""#, #""-Infinity""#, #"{"base64":"AQAAAAAA+H8="}"#, "12.25"] {
            let entity =
                #"{"table":"feed_entities","id":"1","vehicle":{"position":{"latitude":1.5,"longitude":"-Infinity","#
                + #""odometer":\#(odometer)}}}"#
            let run = try encode(header + entity)
            XCTAssertEqual(try Feeds.decode(run.bytes) { $0.isNested = true }.lines[1], entity)
        }
    }

    func testWhatIsNoSuchRecordIsRejectedWithItsReason() throws {
        for (record, reason) in [
            (#"{"table":"vehicle_positions","stop_id":"A"}"#, "decode with --nested"),
            (#"{"table":"feed_entities","id":"1","vehicles":{}}"#, "FeedEntity has no field 'vehicles'"),
            (#"{"table":"feed_entities","id":7}"#, "id: expected a string"),
            (#"{"table":"feed_entities","vehicle":[]}"#, "vehicle: expected an object"),
            (
                #"{"table":"feed_entities","vehicle":{"stop_id":{"base64":"!"}}}"#,
                "vehicle.stop_id: the text is not base64"
            ),
            (#"{"table":"feed_entities","vehicle":{"position":{"latitude":1e39}}}"#, "the range of a 32-bit float"),
            (#"{"table":"feed_entities","vehicle":{"position":{"odometer":"far"}}}"#, "odometer: expected a number"),
            (#"{"table":"feed_entities","vehicle":{"position":{"odometer":1e999}}}"#, "the range of a 64-bit float"),
            (#"{"table":"feed_entities","vehicle":{"position":{"odometer":{"base64":"AA=="}}}}"#, "eight bytes"),
            (#"{"table":"feed_entities","vehicle":{"position":{"latitude":{"base64":"AA=="}}}}"#, "four bytes"),
            (#"{"table":"feed_entities","vehicle":{"position":{"odometer":{"hex":"00"}}}}"#, "single member 'base64'"),
            (#"{"table":"feed_entities","vehicle":{"current_stop_sequence":-1}}"#, "from 0 to 4294967295"),
            (#"{"table":"feed_entities","vehicle":{"occupancy_status":"PACKED"}}"#, "'PACKED' is not a value"),
            (#"{"table":"feed_entities","vehicle":{"stop_id":"A","stop_id":"B"}}"#, "occurs twice"),
            (
                #"{"table":"feed_entities","unknown_fields":[{"number":5,"wire_type":1,"bytes":"AA=="}]}"#,
                "not one value"
            ),
            (#"{"table":"feed_entities","unknown_fields":[{"number":0,"wire_type":0,"bytes":"AA=="}]}"#, "from 1"),
        ] {
            let run = try encode(header + record)
            XCTAssertEqual(run.status, .done, "findings are counted: \(record)")
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
        for framing in EncodeRTOptions.Framing.allCases {
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

    // MARK: Messages without a header

    /// Decodes, encodes and decodes again in three ways.
    private func assertSame(_ feed: [UInt8], _ framing: EncodeRTOptions.Framing, _ reading: Framing = .auto) throws {
        let nested = try Feeds.decode(feed) {
            $0.isNested = true
            $0.framing = reading
        }
        let run = try encode(EncodeRTTests.anonymous(nested.output), framing)
        XCTAssertEqual(run.status, .done, run.log)
        for (isNested, keeps) in [(true, false), (false, false), (false, true)] {
            let decodings = try [(feed, reading), (run.bytes, framing == .message ? .message : .delimited)].map {
                (bytes, framing) in
                let decoding = try Feeds.decode(bytes) {
                    $0.isNested = isNested
                    $0.keepsUnknown = keeps
                    $0.framing = framing
                }
                return EncodeRTTests.anonymous(decoding.output)
            }
            XCTAssertEqual(decodings[1], decodings[0], "\(feed) \(framing)")
        }
    }

    /// Records without the name of the file they came from.
    private static func anonymous(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            guard let range = line.firstRange(of: /"source":"[^"]*"/) else { return String(line) }
            return line.replacingCharacters(in: range, with: #""source":"-""#)
        }.joined(separator: "\n")
    }

    func testMessagesWithoutAHeaderStayApart() throws {
        let entity = Feeds.bytes {
            $0.message(2) {
                $0.string(1, "a"); $0.message(4) { $0.unsigned(9, 1) }
            }
        }
        let other = Feeds.bytes {
            $0.message(2) {
                $0.string(1, "b"); $0.message(4) { $0.unsigned(9, 2) }
            }
        }
        let stray = Feeds.bytes { $0.unsigned(9, 9) }
        let header = Feeds.bytes { Feeds.header($0) }
        let empty: [UInt8] = [0x0A, 0]
        for feed in [
            entity, entity + other, empty, empty + entity, entity + empty + other, empty + stray, header + empty,
        ] {
            for framing in EncodeRTOptions.Framing.allCases { try assertSame(feed, framing) }
        }
        for messages in [
            [header + entity, [], other], [[], header + entity], [entity, header + other], [entity, other], [[]],
            [header, entity, [], [], other, header],
        ] {
            let feed = Feeds.bytes { writer in
                for message in messages {
                    writer.varint(UInt64(message.count))
                    message.withUnsafeBytes { writer.raw($0) }
                }
            }
            for framing in EncodeRTOptions.Framing.allCases { try assertSame(feed, framing, .delimited) }
        }
    }

    func testAnEmptyHeaderIsWrittenOnlyWhereItIsNeeded() throws {
        let message = #"{"table":"feed_messages"}"# + "\n"
        let entity = #"{"table":"feed_entities","id":"1"}"# + "\n"
        let bytes: [UInt8] = [0x12, 3, 0x0A, 1, 0x31]
        XCTAssertEqual(try encode(message).bytes, [0x0A, 0])
        XCTAssertEqual(try encode(message, .delimited).bytes, [2, 0x0A, 0], "a lone 0 tells no framing")
        XCTAssertEqual(try encode(message + entity).bytes, bytes)
        XCTAssertEqual(try encode(message + entity + header).bytes.prefix(9), [0x0A, 0] + bytes + [0x0A, 5])
        XCTAssertEqual(try encode(header + message + entity).bytes.suffix(7), [0x0A, 0] + bytes)
    }

    // MARK: Records that are wrong

    func testAfterABrokenLineNothingJoinsTheMessageBefore() throws {
        let entity = #"{"table":"feed_entities","id":"1"}"# + "\n"
        for framing in EncodeRTOptions.Framing.allCases {
            let run = try encode(
                header + entity + #"{"table":"feed_messages","header":{"gtfs"# + "\n" + entity + entity + header
                    + entity,
                framing)
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertEqual(run.summary.rejectedCount, 3)
            let again = try Feeds.decode(run.bytes) { $0.isNested = true }
            XCTAssertEqual(again.lines.map { $0.contains("feed_messages") }, [true, false, true, false], again.output)
        }
    }

    func testAKnownFieldIsNoUnknownOne() throws {
        for record in [
            #"{"table":"unknown_fields","number":1,"wire_type":2,"bytes":""}"#,
            #"{"table":"unknown_fields","number":2,"wire_type":2,"bytes":"CgE5"}"#,
            #"{"table":"feed_entities","id":"1","unknown_fields":[{"number":2,"wire_type":0,"bytes":"AQ=="}]}"#,
            #"{"table":"feed_entities","id":"1","vehicle":{"unknown_fields":[{"number":9,"wire_type":0,"bytes":"AQ=="}]}}"#,
        ] {
            let run = try encode(header + record)
            XCTAssertEqual(run.status, .dataUnusable, record)
            XCTAssertTrue(run.log.contains("is the known field"), run.log)
            XCTAssertEqual(run.bytes.count, 7)
        }
        // Another wire type, or an extension that was not asked for.
        for record in [
            #"{"table":"unknown_fields","number":1,"wire_type":0,"bytes":"AQ=="}"#,
            #"{"table":"feed_entities","id":"1","unknown_fields":[{"number":1007,"wire_type":2,"bytes":""}]}"#,
        ] {
            let run = try encode(header + record)
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(run.summary.rejectedCount, 0)
        }
    }

    func testNothingEncodedIsNoSuccessAndNotJSONIsNone() throws {
        let flat = #"{"table":"feed_messages","gtfs_realtime_version":"2.0"}"# + "\n"
        XCTAssertEqual(try encode(flat + #"{"table":"vehicle_positions","entity_id":"1"}"#).status, .dataUnusable)
        XCTAssertEqual(try encode(#"{"table":"feed_entities","id":7}"#).status, .dataUnusable)
        XCTAssertEqual(try encode(header + "{").status, .dataUnusable)
        XCTAssertEqual(try encode(header + flat).status, .done)
    }
}
