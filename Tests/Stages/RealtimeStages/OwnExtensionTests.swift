import GTFSRealtime
import StageKit
import TestSupport
import XCTest

/// `--proto` of decode-rt and encode-rt, with files on disk.
final class OwnExtensionTests: XCTestCase {
    private let folder = TemporaryFolder()

    private let feed = Feeds.vehicle { vehicle in
        vehicle.string(7, "S")
        vehicle.message(1500) {
            $0.string(1, "north")
            $0.unsigned(2, 1)
        }
    }

    private func file() -> String {
        _ = folder.write("syntax = \"proto3\"; package yard; enum Side { LEFT = 0; RIGHT = 1; }", "side.proto")
        return folder.write(
            """
            syntax = "proto2";
            package agency;
            import "gtfs-realtime.proto";
            import "side.proto";
            message Depot { optional string name = 1; optional yard.Side side = 2; }
            extend transit_realtime.VehiclePosition { optional Depot depot = 1500; optional int32 trip_id = 1501; }
            """, "agency.proto")
    }

    func testFieldsAreDecodedAndEncodedBack() throws {
        let file = file()
        let flat = try Feeds.decode(feed) {
            $0.protoFiles = [file]
            $0.namesEnumerations = true
        }
        XCTAssertEqual(flat.status, .done)
        XCTAssertEqual(
            Feeds.rows(flat),
            [
                #"{"table":"vehicle_positions","stop_id":"S","occupancy_status":null,"#
                    + #""depot":{"name":"north","side":"RIGHT"}}"#
            ])
        let nested = try Feeds.decode(feed) {
            $0.protoFiles = [file]
            $0.isNested = true
        }
        let records = folder.write(nested.output, "records")
        let encoded = try EncodeRTTests.encode([records], protoFiles: [file])
        XCTAssertEqual(encoded.bytes, feed)
        let refused = try EncodeRTTests.encode([records])
        XCTAssertTrue(refused.log.contains("VehiclePosition has no field 'depot'"), refused.log)
    }

    func testTheColumnsOfCSV() throws {
        let file = file()
        let run = try Feeds.decode(feed) {
            $0.protoFiles = [file]
            $0.tables = [.vehiclePositions]
            $0.format = .table(.csv)
        }
        let columns = run.lines[0].split(separator: ",")
        XCTAssertEqual(columns.suffix(3), ["depot", "agency.trip_id", "unknown_fields"])
        XCTAssertTrue(run.lines[1].contains("north"), run.lines[1])
    }

    func testAFileThatIsWrongOrMissing() throws {
        let wrong = folder.write("message A {\n  optional int32 a = 1\n}", "wrong.proto")
        for (path, status, words) in [
            (wrong, ExitStatus.configurationWrong, ":2: expected ';' after the field 'a', not '}'"),
            (folder.path + "/none.proto", .inputMissing, "none.proto: No such file or directory"),
            (folder.path, .inputMissing, "Is a directory"),
        ] {
            let run = try Feeds.decode(feed) { $0.protoFiles = [path] }
            XCTAssertEqual(run.status, status)
            XCTAssertTrue(run.log.contains(words), run.log)
            XCTAssertEqual(run.output, "")
            let encoding = try EncodeRTTests.encode([], protoFiles: [path])
            XCTAssertEqual(encoding.status, status)
            XCTAssertTrue(encoding.log.contains(words), encoding.log)
        }
    }

    func testWhatIsToldOfAFile() throws {
        let file = folder.write("extend transit_realtime.Alert {\n optional int32 x = 6; }", "taken.proto")
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try Feeds.decode(feed, common: common) { $0.protoFiles = [file] }
        XCTAssertEqual(run.status, .done)
        XCTAssertTrue(run.log.contains("6 is already cause; skipped"), run.log)
        XCTAssertTrue(run.log.contains("the file adds no field to a GTFS-Realtime message"), run.log)
    }

    /// An entity with nothing but a field of one's own is not thrown away.
    func testAnEntityOfOnesOwn() throws {
        let file = folder.write("extend transit_realtime.FeedEntity { optional string note = 1500; }", "note.proto")
        let bytes = Feeds.feed { $0.string(1500, "hello") }
        let run = try Feeds.decode(bytes) { $0.protoFiles = [file] }
        XCTAssertEqual(run.lines.last, #"{"table":"feed_entities","id":"e","note":"hello"}"#)
        XCTAssertEqual(try Feeds.decode(bytes).lines.count, 1)
    }
}
