import TestSupport
import XCTest

@testable import GTFSRealtime

/// Fields of .proto files in records, and back.
final class ProtoDecodingTests: XCTestCase {
    /// Every type, alone and in lists.
    static let everything: String = {
        let types = [
            "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
            "float",
            "double", "bool", "string", "bytes", "Colour", "All", "transit_realtime.TimeRange",
        ]
        var fields = ""
        for (index, type) in types.enumerated() {
            let name = type.split(separator: ".").last!.lowercased()
            fields += "  optional \(type) one_\(name) = \(index + 1);\n"
            fields += "  repeated \(type) many_\(name) = \(index + 101);\n"
            guard index < 13 || index == 15 else { continue }
            fields += "  repeated \(type) packed_\(name) = \(index + 201) [packed = true];\n"
        }
        return """
            enum Colour { option allow_alias = true; RED = 0; BLUE = 1; AZURE = 1; MINUS = -3; }
            message All {
            \(fields)  map<string, All> by_name = 300;
              oneof choice { string word = 301; int32 figure = 302; }
            }
            extend transit_realtime.VehiclePosition { repeated All every = 9001; }
            extend transit_realtime.Alert { optional All every_alert = 9001; }
            """
    }()

    func testEveryTypeIsReadAndWrittenBack() throws {
        let choice = try ProtoTexts.choice(ProtoDecodingTests.everything)
        let schema = RealtimeSchema(choice, for: .readingLosslessly)
        var messages = RandomMessages(schema, seed: 41)
        let out = ProtobufWriter()
        let encoder = MessageEncoder(choice, into: out)
        var met = ""
        for round in 0..<150 {
            let first = try Decoding(messages.feed(), extensions: choice)
            XCTAssertEqual(first.faults.count, 0)
            let second = try Decoding(try Decoding.encode(first.lines, encoder, into: out), extensions: choice)
            XCTAssertEqual(second.lines, first.lines, "round \(round)")
            met += first.lines.joined()
        }
        for name in ["one_sint64", "many_sfixed32", "packed_colour", "one_bytes", "by_name", "figure"] {
            XCTAssertTrue(met.contains("\"\(name)\":"), name)
        }
    }

    func testValuesAreThoseOfTheWire() throws {
        let choice = try ProtoTexts.choice(ProtoDecodingTests.everything)
        let feed = Sample.bytes { writer in
            Sample.header(writer)
            writer.message(2) { entity in
                entity.string(1, "1")
                entity.message(5) { alert in
                    alert.message(9001) { all in
                        all.unsigned(5, 5)  // sint32 -3
                        all.unsigned(6, UInt64.max)  // sint64, its smallest
                        all.fixed32(7, 4_000_000_000)
                        all.fixed64(10, UInt64(bitPattern: -2))
                        [UInt8](arrayLiteral: 0xFF, 0).withUnsafeBytes { all.bytes(15, $0) }
                        all.unsigned(16, 1)
                        // A run of a list that is declared single, and singles of one that is declared a run.
                        [UInt8](arrayLiteral: 1, 0xAC, 2).withUnsafeBytes { all.bytes(101, $0) }
                        all.unsigned(101, 7)
                        all.unsigned(201, 8)
                        all.message(300) { entry in
                            entry.string(1, "k")
                            entry.message(2) { $0.unsigned(302, 4) }
                        }
                    }
                }
            }
        }
        let rows = try ProtoTexts.rows(feed, choice)
        XCTAssertEqual(
            rows.whole[1],
            #"{"table":"feed_entities","id":"1","alert":{"every_alert":{"many_int32":[1,300,7],"packed_int32":[8],"#
                + #""one_sint32":-3,"one_sint64":-9223372036854775808,"one_fixed32":4000000000,"one_sfixed64":-2,"#
                + #""one_bytes":"/wA=","one_colour":1,"by_name":[{"key":"k","value":{"figure":4}}]}}}"#)
        let named = try Decoding(feed, extensions: choice) { $0.namesEnumerations = true }
        XCTAssertTrue(named.lines[1].contains(#""one_colour":"BLUE""#), named.lines[1])
        // Runs that are none stay unknown.
        for wrong in [[0x80], [UInt8]()] {
            let broken = Sample.bytes { writer in
                Sample.header(writer)
                writer.message(2) { entity in
                    entity.string(1, "1")
                    entity.message(5) { $0.message(9001) { all in wrong.withUnsafeBytes { all.bytes(101, $0) } } }
                }
            }
            let kept = try ProtoTexts.rows(broken, choice).whole[1]
            XCTAssertTrue(kept.contains(#""every_alert":{"unknown_fields":[{"number":101,"wire_type":2"#), kept)
        }
    }

    func testMessagesInThemselvesEndSomewhere() throws {
        let choice = try ProtoTexts.choice(
            "message Tree { optional Tree inner = 1; } extend transit_realtime.Alert { optional Tree tree = 1000; }")
        func feed(_ depth: Int) -> [UInt8] {
            let tree = ProtobufWriter()
            func nest(_ left: Int) { tree.message(1) { _ in if left > 1 { nest(left - 1) } } }
            nest(depth)
            return Sample.bytes { writer in
                Sample.header(writer)
                writer.message(2) { entity in
                    entity.string(1, "1")
                    entity.message(5) { $0.bytes(1000, tree.bytes) }
                }
            }
        }
        XCTAssertTrue(try ProtoTexts.rows(feed(90), choice).whole[1].contains("\"tree\":{\"inner\""))
        // Deeper, it is taken for something else.
        for depth in [100, 5000] {
            let decoding = try Decoding(feed(depth), nested: false, extensions: choice)
            XCTAssertEqual(decoding.unknown.map(\.reason), [.notItsMessage])
        }
        let deep = String(repeating: "{\"inner\":", count: 200) + "{}" + String(repeating: "}", count: 200)
        let out = ProtobufWriter()
        XCTAssertThrowsError(
            try Decoding.encode(
                ["{\"table\":\"feed_entities\",\"alert\":{\"tree\":\(deep)}}"], MessageEncoder(choice, into: out),
                into: out))
        // A description of such a message is made as far as one asks.
        let alert = RealtimeSchema(choice).entityFields.first { $0.name == "alert" }
        XCTAssertEqual(alert?.fields.first { $0.name == "tree" }?.fields.first?.fields.first?.name, "inner")
    }

    func testFlatRowsHaveTheFieldsOfAllParts() throws {
        let choice = try ProtoTexts.choice(
            """
            package x;
            import "gtfs-realtime.proto";
            extend transit_realtime.TripUpdate.StopTimeEvent { optional int32 reason = 1500; }
            extend transit_realtime.FeedEntity { optional string depot = 1500; optional transit_realtime.Stop place = 1501; }
            extend transit_realtime.FeedHeader { optional string source = 1500; }
            extend transit_realtime.VehicleDescriptor { optional int32 doors = 1500; optional int32 trip_id = 1501; }
            """)
        let feed = Sample.bytes { writer in
            writer.message(1) {
                $0.string(1, "2.0")
                $0.string(1500, "gps")
            }
            writer.message(2) { entity in
                entity.string(1, "1")
                entity.message(3) { update in
                    update.message(2) { stop in
                        stop.message(2) { $0.unsigned(1500, 3) }
                        stop.message(3) { $0.unsigned(1500, 4) }
                    }
                    update.message(3) { vehicle in
                        vehicle.unsigned(1500, 2)
                        vehicle.unsigned(1501, 6)
                    }
                }
                entity.string(1500, "north")
            }
        }
        let rows = try ProtoTexts.rows(feed, choice)
        XCTAssertEqual(
            rows.flat,
            [
                #"{"table":"feed_messages","source":"-","gtfs_realtime_version":"2.0","x.source":"gps"}"#,
                #"{"table":"trip_updates","entity_id":"1","stop_time_updates":"#
                    + #"[{"arrival_reason":3,"departure_reason":4}],"doors":2,"x.trip_id":6,"depot":"north"}"#,
            ])
        XCTAssertTrue(rows.whole[1].contains(#""vehicle":{"doors":2,"x.trip_id":6}"#), rows.whole[1])
    }
}
