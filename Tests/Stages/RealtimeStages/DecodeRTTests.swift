import DecodeRTStage
import GTFSRealtime
import StageKit
import TestSupport
import XCTest

final class DecodeRTTests: XCTestCase {
    // MARK: Presence

    func testAbsentOccupancyIsNullAndEmptyIsZero() throws {
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(Feeds.vehicle { $0.string(7, "A") })),
            [#"{"table":"vehicle_positions","stop_id":"A","occupancy_status":null}"#])
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(Feeds.vehicle { $0.unsigned(9, 0) })),
            [#"{"table":"vehicle_positions","occupancy_status":0}"#])
    }

    func testCarriagesKeepTheirAbsences() throws {
        let feed = Feeds.vehicle {
            $0.message(11) { $0.string(1, "c1") }
            $0.message(11) {
                $0.unsigned(3, 7)
                $0.signed(4, -1)
            }
            $0.message(11) { _ in }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed)),
            [
                #"{"table":"vehicle_positions","occupancy_status":null,"multi_carriage_details":[{"id":"c1"},"#
                    + #"{"occupancy_status":7,"occupancy_percentage":-1},{}]}"#
            ])
    }

    func testFloatsAreTheShortestThatReadBack() throws {
        let feed = Feeds.vehicle {
            $0.message(2) {
                $0.float(1, -33.8688)
                $0.float(2, 151.2093)
                $0.float(3, 0)
                $0.double(4, 123456.789)
                $0.float(5, 0.1)
            }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed)),
            [
                #"{"table":"vehicle_positions","latitude":-33.8688,"longitude":151.2093,"bearing":0,"#
                    + #""odometer":123456.789,"speed":0.1,"occupancy_status":null}"#
            ])
    }

    func testWideIntegersAndNegativeOnes() throws {
        let feed = Feeds.tripUpdate {
            $0.message(1) { _ in }
            $0.unsigned(4, .max)
            $0.signed(5, -90)
            $0.message(2) {
                $0.message(2) {
                    $0.signed(1, -5)
                    $0.signed(2, Int64.min)
                }
            }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed)),
            [
                #"{"table":"trip_updates","timestamp":18446744073709551615,"delay":-90,"stop_time_updates":"#
                    + #"[{"arrival_delay":-5,"arrival_time":-9223372036854775808}]}"#
            ])
    }

    // MARK: The wire's freedoms

    func testAMessageInPartsIsMergedAndTheLastScalarCounts() throws {
        let feed = Feeds.vehicle {
            $0.string(7, "first")
            $0.message(1) { $0.string(1, "T") }
            $0.string(7, "last")
            $0.message(1) { $0.string(5, "R") }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed)),
            [#"{"table":"vehicle_positions","trip_id":"T","route_id":"R","stop_id":"last","occupancy_status":null}"#])
    }

    func testTheOldOccupancyOfTransportForNSW() throws {
        let old = Feeds.tripUpdate { $0.message(2) { $0.unsigned(6, 3) } }
        XCTAssertTrue(try Feeds.decode(old).output.contains(#"[{"departure_occupancy_status":3}]"#))
        let both = Feeds.tripUpdate {
            $0.message(2) {
                $0.unsigned(6, 3)
                $0.unsigned(7, 5)
            }
        }
        XCTAssertTrue(try Feeds.decode(both).output.contains(#"[{"departure_occupancy_status":5}]"#))
        for order in [[6, 7], [7, 6], [6, 6, 1, 7]] {
            let feed = Feeds.tripUpdate {
                $0.message(2) { stop in for field in order { stop.unsigned(field, UInt64(field) - 1) } }
            }
            let run = try Feeds.decode(feed) { $0.keepsUnknown = true }
            XCTAssertTrue(run.output.contains(#""departure_occupancy_status":6,"#), run.output)
            XCTAssertEqual(
                run.output.ranges(of: #"{"number":6,"wire_type":0,"bytes":"BQ=="}"#).count,
                order.filter { $0 == 6 }.count, run.output)
        }
        let new = Feeds.tripUpdate { $0.message(2) { $0.message(6) { $0.string(1, "P") } } }
        XCTAssertTrue(
            try Feeds.decode(new).output.contains(#"[{"stop_time_properties":{"assigned_stop_id":"P"}}]"#))
    }

    func testAKnownFieldOfAnotherWireTypeIsReported() throws {
        var common = CommonOptions()
        common.verbosity = .verbose
        let feed = Feeds.vehicle { $0.string(9, "FULL") }
        let run = try Feeds.decode(feed, common: common)
        XCTAssertEqual(Feeds.rows(run), [#"{"table":"vehicle_positions","occupancy_status":null}"#])
        XCTAssertTrue(run.log.contains("VehiclePosition.occupancy_status: 1 field with wire type 2"), run.log)
        XCTAssertEqual(run.status, .done)
    }

    func testUnknownFieldsAreCountedOrKept() throws {
        let feed = Feeds.feed {
            $0.unsigned(99, 7)
            $0.message(4) {
                $0.message(1) { $0.string(2000, "x") }
                $0.double(77, 1)
                $0.message(2000) { $0.float(3, 1) }
            }
        }
        var common = CommonOptions()
        common.verbosity = .verbose
        let counted = try Feeds.decode(feed, common: common)
        XCTAssertEqual(Feeds.rows(counted), [#"{"table":"vehicle_positions","occupancy_status":null}"#])
        for field in ["FeedEntity.99", "TripDescriptor.2000", "VehiclePosition.77", "VehiclePosition.2000"] {
            XCTAssertTrue(counted.log.contains("\(field): 1 field not known"), counted.log)
        }
        let kept = try Feeds.decode(feed) { $0.keepsUnknown = true }
        XCTAssertEqual(
            Feeds.rows(kept),
            [
                #"{"table":"vehicle_positions","occupancy_status":null,"unknown_fields":["#
                    + #"{"number":77,"wire_type":1,"bytes":"AAAAAAAA8D8="},"#
                    + #"{"number":2000,"wire_type":2,"bytes":"HQAAgD8="},"#
                    + #"{"number":2000,"wire_type":2,"bytes":"eA==","path":"trip"},"#
                    + #"{"number":99,"wire_type":0,"bytes":"Bw==","path":"entity"}]}"#
            ])
    }

    func testUnknownFieldsOfAnEntityGoWithNestedRowsToo() throws {
        let feed = Feeds.feed {
            $0.unsigned(99, 7)
            $0.message(5) { $0.unsigned(98, 1) }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed) { $0.keepsUnknown = true }),
            [
                #"{"table":"alerts","unknown_fields":[{"number":98,"wire_type":0,"bytes":"AQ=="},"#
                    + #"{"number":99,"wire_type":0,"bytes":"Bw==","path":"entity"}]}"#
            ])
    }

    func testAnUnknownPayloadAloneIsKept() throws {
        for feed in [
            Feeds.feed { $0.string(1003, "hello") },
            Feeds.feed { $0.message(1007) { $0.string(1, "hel") } },
        ] {
            let kept = try Feeds.decode(feed) {
                $0.keepsUnknown = true
                $0.extensions = .none
            }
            XCTAssertEqual(kept.lines.count, 2, kept.output)
            XCTAssertTrue(
                kept.lines[1].hasPrefix(
                    #"{"table":"unknown_fields","feed_timestamp":1000,"entity_id":"e","number":100"#), kept.output)
            XCTAssertEqual(kept.summary.rejectedCount, 0)
            for table in kept.summary.tables { XCTAssertEqual(table.read, table.written, table.table) }
            let counted = try Feeds.decode(feed) { $0.extensions = .none }
            XCTAssertEqual(counted.summary.rejected.map(\.code), ["empty_entity"])
        }
    }

    // MARK: Entities

    func testAnEntityWithSeveralPayloadsGivesARowOfEach() throws {
        let feed = Feeds.feed {
            $0.message(4) { _ in }
            $0.message(3) { $0.message(1) { $0.string(1, "T") } }
            $0.message(5) { $0.unsigned(6, 3) }
            $0.message(1007) {
                $0.string(1, "bundle")
                $0.signed(2, 4)
                $0.string(4, "x")
                $0.string(4, "y")
            }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed)),
            [
                #"{"table":"trip_updates","trip_id":"T"}"#,
                #"{"table":"vehicle_positions","occupancy_status":null}"#,
                #"{"table":"alerts","cause":3}"#,
                #"{"table":"update_bundles","GTFSStaticBundle":"bundle","update_sequence":4,"cancelled_trip":["x","y"]}"#,
            ])
    }

    func testDeletedAndEmptyEntities() throws {
        let deleted = try Feeds.decode(Feeds.feed { $0.unsigned(2, 1) })
        XCTAssertEqual(deleted.lines[1], #"{"table":"deleted_entities","feed_timestamp":1000,"entity_id":"e"}"#)
        let withPayload = try Feeds.decode(
            Feeds.feed {
                $0.unsigned(2, 1)
                $0.message(4) { _ in }
            })
        XCTAssertEqual(
            Feeds.rows(withPayload), [#"{"table":"vehicle_positions","is_deleted":true,"occupancy_status":null}"#])
        let empty = try Feeds.decode(Feeds.feed { _ in })
        XCTAssertEqual(empty.lines.count, 1)
        XCTAssertEqual(empty.summary.rejected.map(\.code), ["empty_entity"])
        XCTAssertEqual(empty.status, .done)
        XCTAssertEqual(try Feeds.decode(Feeds.feed { $0.unsigned(2, 0) }).summary.rejectedCount, 1)
    }

    func testARejectedEntityIsKeptAsItsBytes() throws {
        let folder = TemporaryFolder()
        var common = CommonOptions()
        common.rejectsFile = folder.path + "/rejects"
        _ = try Feeds.decode(Feeds.feed { $0.unsigned(2, 0) }, common: common)
        let text = TemporaryFolder.text(of: folder.path + "/rejects") ?? ""
        XCTAssertTrue(text.contains(#""raw":"CgFlEAA=""#), text)
    }

    // MARK: Options

    func testExplodedStopTimeUpdates() throws {
        let feed = Feeds.tripUpdate {
            $0.message(1) {
                $0.string(1, "T")
                $0.unsigned(4, 3)
            }
            $0.message(3) {
                $0.string(1, "V")
                $0.string(2, "label")
            }
            for stop in ["A", "B"] {
                $0.message(2) {
                    $0.string(4, stop)
                    $0.message(3) { $0.signed(1, 60) }
                    $0.unsigned(5, 1)
                    $0.message(1001) { $0.string(1, "4") }
                    $0.message(1007) { $0.string(1, "c") }
                }
            }
        }
        let run = try Feeds.decode(feed) { $0.explodes = true }
        let rest =
            #""departure_delay":60,"schedule_relationship":1,"nyct_stop_time_update":{"scheduled_track":"4"},"#
            + #""carriage_seq_predictive_occupancy":[{"name":"c"}]}"#
        XCTAssertEqual(
            Feeds.rows(run),
            [
                #"{"table":"trip_updates","trip_id":"T","schedule_relationship":3,"vehicle_id":"V","vehicle_label":"label"}"#,
                #"{"table":"stop_time_updates","trip_id":"T","trip_schedule_relationship":3,"vehicle_id":"V","stop_id":"A","#
                    + rest,
                #"{"table":"stop_time_updates","trip_id":"T","trip_schedule_relationship":3,"vehicle_id":"V","stop_id":"B","#
                    + rest,
            ])
        for table in run.summary.tables { XCTAssertEqual(table.read, table.written, table.table) }
    }

    func testNamesOfEnumerations() throws {
        let feed = Feeds.vehicle {
            $0.unsigned(4, 1)
            $0.unsigned(6, 42)
            $0.unsigned(9, 5)
            $0.message(1007) { $0.unsigned(3, 2) }
        }
        XCTAssertEqual(
            Feeds.rows(try Feeds.decode(feed) { $0.namesEnumerations = true }),
            [
                #"{"table":"vehicle_positions","current_status":"STOPPED_AT","congestion_level":42,"#
                    + #""occupancy_status":"FULL","consist":[{"occupancy_status":"FEW_SEATS_AVAILABLE"}]}"#
            ])
    }

    func testEntitiesChoosesTablesAndTheRestIsCounted() throws {
        let feed = Feeds.feed {
            $0.message(4) { _ in }
            $0.message(5) { _ in }
        }
        let run = try Feeds.decode(feed) { $0.tables = [.alerts] }
        XCTAssertEqual(run.lines.count, 2)
        XCTAssertTrue(run.lines[0].contains("feed_messages"))
        XCTAssertEqual(run.summary.table("vehicle_positions").ignored, 1)
        XCTAssertEqual(run.summary.table("vehicle_positions").read, 1)
        XCTAssertEqual(run.summary.table("alerts").written, 1)
    }

    func testCSVOfOneTable() throws {
        let feed = Feeds.vehicle {
            $0.message(1) { $0.string(1, "a,\"b\"") }
            $0.unsigned(9, 2)
            $0.message(1007) { $0.string(1, "c") }
        }
        let run = try Feeds.decode(feed) {
            $0.tables = [.vehiclePositions]
            $0.format = .table(.csv)
        }
        XCTAssertEqual(run.lines.count, 2)
        XCTAssertTrue(run.lines[0].hasPrefix("feed_timestamp,entity_id,is_deleted,trip_id,route_id,direction_id,"))
        XCTAssertTrue(run.lines[1].hasPrefix("1000,e,,\"a,\"\"b\"\"\",,"))
        XCTAssertTrue(run.lines[1].contains("\"[{\"\"name\"\":\"\"c\"\"}]\""))
        let summary = run.summary
        XCTAssertEqual(
            summary.tables.reduce(0) { $0 + $1.read }, summary.tables.reduce(0) { $0 + $1.written + $1.ignored })
    }

    func testCSVHasTheFeedIDFirst() throws {
        var common = CommonOptions()
        common.feedID = "F"
        for table in [RealtimeTable.vehiclePositions, .feedMessages] {
            let run = try Feeds.decode(Feeds.vehicle { $0.string(7, "A") }, common: common) {
                $0.tables = [table]
                $0.format = .table(.csv)
            }
            XCTAssertTrue(run.lines[0].hasPrefix("feed_id,"), run.output)
            XCTAssertTrue(run.lines[1].hasPrefix("F,"), run.output)
        }
    }

    func testCSVOfMessagesHasBothHeaderExtensionsAndNoWholeHeader() throws {
        let feed = Feeds.bytes {
            $0.message(1) {
                $0.string(1, "1.0")
                $0.message(1001) { $0.string(1, "9") }
            }
        }
        for (name, column) in [("nyct", "nyct_feed_header"), ("mercury", "mercury_feed_header")] {
            let run = try Feeds.decode(feed) {
                $0.extensions.names = [name]
                $0.tables = [.feedMessages]
                $0.format = .table(.csv)
            }
            let columns = run.lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            XCTAssertTrue(columns.contains(column), run.output)
            XCTAssertFalse(columns.contains("header"), run.output)
            XCTAssertTrue(run.lines[1].contains("version"), run.output)
        }
    }

    func testHeaderExtensionsMeetOnOneNumber() throws {
        let feed = Feeds.bytes {
            $0.message(1) {
                $0.string(1, "1.0")
                $0.message(1001) { $0.string(1, "9") }
            }
        }
        XCTAssertTrue(try Feeds.decode(feed).output.contains(#""nyct_feed_header":{"nyct_subway_version":"9"}"#))
        XCTAssertTrue(
            try Feeds.decode(feed) { $0.extensions.names = ["mercury"] }.output
                .contains(#""mercury_feed_header":{"mercury_version":"9"}"#))
        XCTAssertFalse(try Feeds.decode(feed) { $0.extensions = .none }.output.contains("\"9\""))
    }

    // MARK: Texts and numbers that JSON cannot hold

    func testTextsThatAreNotUTF8() throws {
        var common = CommonOptions()
        common.verbosity = .verbose
        let feed = Feeds.vehicle { writer in
            [UInt8](arrayLiteral: 0x41, 0x80, 0xE9, 0x00).withUnsafeBytes { writer.bytes(7, $0) }
        }
        let run = try Feeds.decode(feed, common: common)
        XCTAssertEqual(
            Feeds.rows(run), [#"{"table":"vehicle_positions","stop_id":"A€é\u0000","occupancy_status":null}"#])
        XCTAssertTrue(run.log.contains("VehiclePosition.stop_id"), run.log)
        XCTAssertEqual(run.status, .done)
    }

    func testNumbersThatAreNotFinite() throws {
        let feed = Feeds.vehicle {
            $0.message(2) {
                $0.float(1, .nan)
                $0.float(2, -.infinity)
                $0.double(4, .infinity)
            }
        }
        let run = try Feeds.decode(feed)
        XCTAssertEqual(
            Feeds.rows(run),
            [
                #"{"table":"vehicle_positions","latitude":null,"longitude":null,"odometer":null,"occupancy_status":null}"#
            ])
        XCTAssertEqual(run.summary.nulled, 3)
    }

    // MARK: Schemas

    /// Every member of a row with everything in it is a column of the table's schema, in its order.
    func testSchemasNameEveryMemberInOrder() throws {
        for schema in DecodeRT.descriptions {
            let names = schema.columns.map(\.name)
            XCTAssertEqual(names.count, Set(names).count, schema.name)
        }
        let positions = try XCTUnwrap(DecodeRT.descriptions.first { $0.name == "vehicle_positions" })
        XCTAssertEqual(
            positions.columns.map(\.name),
            [
                "feed_timestamp", "entity_id", "is_deleted", "trip_id", "route_id", "direction_id", "start_time",
                "start_date", "schedule_relationship", "vehicle_id", "vehicle_label", "license_plate",
                "wheelchair_accessible", "latitude", "longitude", "bearing", "odometer", "speed",
                "current_stop_sequence", "stop_id", "current_status", "timestamp", "congestion_level",
                "occupancy_status", "occupancy_percentage", "multi_carriage_details", "modified_trip", "consist",
                "track_direction", "tfnsw_vehicle_descriptor", "nyct_trip_descriptor", "unknown_fields",
            ])
    }
}
