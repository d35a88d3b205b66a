import XCTest

@testable import GTFSRealtime

/// What .proto files add, how names are found, and how fields are called.
final class ProtoDefinitionsTests: XCTestCase {
    private func keys(
        _ choice: ExtensionChoice, _ path: String..., for purpose: RealtimeSchema.Purpose = .readingLosslessly
    )
        -> [String]
    {
        let fields = path.reduce(RealtimeSchema(choice, for: purpose).entityFields) { fields, name in
            fields.first { $0.name == name }?.fields ?? []
        }
        return fields.filter(\.isExtension).map(\.name)
    }

    /// The feeds of the tests hold these fields; they are what the C tables of earlier versions held.
    func testShippedExtensionsAreWhatTheyWere() {
        XCTAssertEqual(Extension.names, ["tfnsw", "nyct", "mercury"])
        XCTAssertEqual(Extension.all.map(\.number), [1007, 1001, 1001])
        for row in Extension.all { XCTAssertEqual(row.definitions.notes.count, 0, row.name) }
        let choice = ExtensionChoice()
        XCTAssertEqual(keys(choice), ["update"])
        XCTAssertEqual(keys(choice, "vehicle"), ["consist"])
        XCTAssertEqual(keys(choice, "vehicle", "position"), ["track_direction"])
        XCTAssertEqual(keys(choice, "alert"), ["mercury_alert"])
        // Each has a name of its own in every row: nothing but a user's file makes names long.
        let all = Extension.all.flatMap { row in
            row.definitions.fields.map { AddedField(addition: $0, numbers: [1], isOwn: true, key: "") }
        }
        for field in all { XCTAssertEqual(FieldKeys.key(of: field, among: all), field.addition.field.name) }
    }

    func testImportsAreFoundAsProtocWouldFindThem() throws {
        let texts = [
            "feeds/rt/a.proto": """
            syntax = "proto2";
            import "google/transit/gtfs-realtime.proto";
            import "google/protobuf/descriptor.proto";
            import public "common/b.proto";
            extend google.protobuf.FieldOptions { optional string note = 50000; }
            extend transit_realtime.Alert { optional common.B b = 1000; optional d.D d = 1002; }
            """,
            "feeds/common/b.proto": """
            syntax = "proto3";
            package common;
            import "d.proto";
            message B { int32 n = 1; optional E e = 2; repeated int32 list = 3; d.D d = 4; }
            enum E { NONE = 0; }
            """,
            "feeds/common/d.proto": "package d; import 'a.proto'; message D {}",
        ]
        let linked = try ProtoTexts.linked(texts, given: ["feeds/rt/a.proto"], searchFolders: ["feeds"])
        XCTAssertEqual(linked.files.map(\.path), ["feeds/rt/a.proto", "feeds/common/b.proto", "feeds/common/d.proto"])
        XCTAssertEqual(linked.definitions.fields.map(\.fullName), ["b", "d"])
        XCTAssertEqual(linked.files[1].messages[0].fields.map(\.isPacked), [true, true, true, true])
        XCTAssertEqual(linked.definitions.notes.count, 0)
    }

    func testTheInnermostScopeDecides() throws {
        let files = try ProtoTexts.linked(
            [
                "a.proto": """
                package p.q;
                import "c.proto";
                message A { message B { optional C c = 1; optional .C root = 2; optional p.q.A.C far = 3; } message C {} }
                message C { optional A.C inner = 1; optional q.C half = 2; }
                message Position { optional transit_realtime.Position ours = 1; optional Position own = 2; }
                """, "b.proto": "import 'a.proto'; message C { optional C c = 1; optional p.q.C d = 2; }",
                "c.proto": "message C {}",
            ], given: ["b.proto"]
        ).files
        func types(_ message: ProtoMessage) -> [String] {
            message.fields.map { field in
                switch field.type {
                case .message(let type):
                    type.isOfSpecification ? type.name : type.file.path + ":" + type.fullName
                case .scalar(let kind): "\(kind)"
                case .enumeration: "enumeration"
                }
            }
        }
        XCTAssertEqual(types(files[0].messages[0]), ["b.proto:C", "a.proto:p.q.C"])
        let (first, second, third) = (files[1].messages[0], files[1].messages[1], files[1].messages[2])
        XCTAssertEqual(types(first.messages[0]), ["a.proto:p.q.A.C", "c.proto:C", "a.proto:p.q.A.C"])
        XCTAssertEqual(types(second), ["a.proto:p.q.A.C", "a.proto:p.q.C"])
        XCTAssertEqual(types(third), ["Position", "a.proto:p.q.Position"])
        XCTAssertEqual(
            ProtoTexts.fault("package p.q; message A { optional .C root = 1; } message C {}"),
            "a.proto:1: '.C' is declared neither in this file nor in its imports")
    }

    func testACopyOfTheSpecificationAddsWhatItHasBeside() throws {
        let text = """
            syntax = "proto2";
            package transit_realtime;
            message FeedMessage { required FeedHeader header = 1; repeated FeedEntity entity = 2; }
            message FeedHeader { required string gtfs_realtime_version = 1; extensions 1000 to 1999; }
            message FeedEntity { required string id = 1; optional VehiclePosition vehicle = 4; optional Yard yard = 20; }
            message Yard { optional string name = 1; }
            message VehiclePosition {
              optional TripDescriptor trip = 1;
              enum OccupancyStatus { EMPTY = 0; MANY_SEATS = 1; CRAMMED = 20; }
              optional OccupancyStatus occupancy_status = 9;
              optional Yard yard = 12;
              optional uint64 stop_id = 7;
              optional string timestamp = 40;
            }
            message TripDescriptor { optional string trip_id = 1; optional string run = 30; }
            """
        let definitions = try ProtoTexts.definitions(text)
        XCTAssertEqual(
            definitions.notes.map { "\($0.line ?? 0) \($0.field ?? "") \($0.message)" },
            [
                "12 VehiclePosition.stop_id 7 is string stop_id in the specification; the specification's meaning is kept",
                "9 VehiclePosition.OccupancyStatus.MANY_SEATS 1 is MANY_SEATS_AVAILABLE in the specification; the specification's meaning is kept",
            ])
        let choice = ExtensionChoice(own: definitions)
        XCTAssertEqual(
            keys(choice, "vehicle"),
            ["transit_realtime.VehiclePosition.yard", "transit_realtime.VehiclePosition.timestamp", "consist"])
        let feed = Sample.bytes { writer in
            Sample.header(writer)
            writer.message(2) { entity in
                entity.string(1, "1")
                entity.message(4) { vehicle in
                    vehicle.message(1) { $0.string(30, "r") }
                    vehicle.unsigned(9, 20)
                    vehicle.message(12) { $0.string(1, "north") }
                }
            }
        }
        XCTAssertEqual(
            try ProtoTexts.rows(feed, choice).flat[1],
            #"{"table":"vehicle_positions","feed_timestamp":1000,"entity_id":"1","occupancy_status":20,"#
                + #""transit_realtime.VehiclePosition.yard":{"name":"north"},"run":"r"}"#)
        let named = try Decoding(feed, nested: false, extensions: choice) { $0.namesEnumerations = true }
        XCTAssertTrue(named.lines[1].contains("\"CRAMMED\""), named.lines[1])
        // The package may be another one.
        let renamed = try ProtoTexts.choice(text.replacing("package transit_realtime;", with: "package agency;"))
        XCTAssertTrue(try ProtoTexts.rows(feed, renamed).flat[1].contains("\"run\":\"r\""))
    }

    func testFullNamesWhereShortOnesCollide() throws {
        let linked = try ProtoTexts.linked(
            [
                "a.proto": """
                package a;
                message M { extend transit_realtime.Position { optional int32 gauge = 1500; } }
                extend transit_realtime.VehiclePosition { optional int32 consist = 1501; optional int32 own = 1502; }
                """,
                "b.proto": """
                package b;
                extend transit_realtime.TripDescriptor { optional int32 gauge = 1503; optional int32 trip_id = 1504; }
                """,
                "c.proto":
                    "extend transit_realtime.Alert { optional int32 cause = 1505; optional int32 table = 1506; }",
            ], given: ["a.proto", "b.proto", "c.proto"])
        let choice = ExtensionChoice(own: linked.definitions)
        // Shipped extensions keep their names whether they are chosen or not.
        for choice in [choice, ExtensionChoice(names: [], own: linked.definitions)] {
            XCTAssertEqual(keys(choice, "vehicle").filter { $0 != "consist" }, ["a.consist", "own"])
            XCTAssertEqual(keys(choice, "vehicle", "position").last, "a.M.gauge")
            XCTAssertEqual(keys(choice, "vehicle", "trip").suffix(2), ["b.gauge", "b.trip_id"])
            XCTAssertEqual(keys(choice, "alert").suffix(2), ["[cause]", "[table]"])
            XCTAssertEqual(keys(choice, "alert", for: .encoding).suffix(2), ["[cause]", "[table]"])
        }
    }

    func testAUsersFileGoesBeforeAShippedExtension() throws {
        let choice = try ProtoTexts.choice(
            """
            package own;
            message Car { optional string label = 1; }
            extend transit_realtime.VehiclePosition { repeated Car consist = 1007; }
            extend transit_realtime.TripDescriptor { optional Car car = 1001; }
            extend transit_realtime.FeedEntity { repeated Car update = 1007; }
            """)
        XCTAssertEqual(keys(choice, "vehicle"), ["consist"])
        XCTAssertEqual(keys(choice, "vehicle", "trip"), ["car"])
        XCTAssertEqual(keys(choice, "vehicle", for: .encoding), ["consist"])
        XCTAssertEqual(keys(choice, "vehicle", "trip", for: .encoding).sorted(), ["car", "nyct_trip_descriptor"])
        let feed = Sample.bytes { writer in
            Sample.header(writer)
            writer.message(2) { entity in
                entity.string(1, "1")
                entity.message(4) { vehicle in
                    vehicle.message(1) { $0.message(1001) { $0.string(1, "t") } }
                    vehicle.message(1007) { $0.string(1, "c") }
                }
                // A list is not a row of update_bundles.
                entity.message(1007) { $0.string(1, "u") }
            }
        }
        XCTAssertEqual(
            try ProtoTexts.rows(feed, choice).flat.dropFirst(),
            [
                #"{"table":"vehicle_positions","feed_timestamp":1000,"entity_id":"1","occupancy_status":null,"#
                    + #""consist":[{"label":"c"}],"car":{"label":"t"},"update":[{"label":"u"}]}"#
            ])
    }

    func testNumbersOfTheSpecificationAndOfEarlierFilesStay() throws {
        let linked = try ProtoTexts.linked(
            [
                "a.proto": "extend transit_realtime.Alert { optional int32 a = 1500; optional int32 b = 6; }",
                "b.proto": "extend transit_realtime.Alert { optional int32 a = 1500; optional int32 c = 1500; }",
                "c.proto": "extend transit_realtime.FeedMessage { optional int32 x = 1000; }",
            ], given: ["a.proto", "b.proto", "c.proto"])
        XCTAssertEqual(linked.definitions.fields.map(\.fullName), ["a"])
        XCTAssertEqual(
            linked.definitions.notes.map { "\($0.file):\($0.line ?? 0) \($0.field ?? "-"): \($0.message)" },
            [
                "a.proto:1 Alert.b: 6 is already cause; skipped",
                "b.proto:1 Alert.c: 1500 is already a in a.proto:1; skipped",
                "c.proto:1 FeedMessage.x: only header and entity of a FeedMessage are read; skipped",
                "b.proto:0 -: the file adds no field to a GTFS-Realtime message",
                "c.proto:0 -: the file adds no field to a GTFS-Realtime message",
            ])
    }

    /// Statements that say nothing about fields are passed over in every form; a file is found under what its name spells.
    func testTextsNumbersAndOptionsInEveryForm() throws {
        let linked = try ProtoTexts.linked(
            [
                "a.proto": #"""
                syntax = "pro\164o\x32";
                import "\u0062.pro" 'to';
                option (size) = 1.5e-3; option (other) = { a: [1, 2] b { c: 0x7F } };
                message Own {
                  ; option deprecated = false;
                  reserved 5, 9 to max; reserved "old";
                  optional B b = 1 [(list) = [1, {a: 2}], default = -2.5E+4, (text) = "\n\U0001F600\?"];
                  extensions 100 to 199;
                }
                enum Colour { ; reserved 3; option (note) = "x"; RED = 0; }
                extend Own { optional int32 b = 100; optional int32 fine = 101; }
                service Nothing { rpc Call (Own) returns (Own) { option (way) = "x"; } }
                extend transit_realtime.Alert { optional Own own = 1500; }
                """#,
                "b.proto": "message B { optional Colour2 c = 1; }\nenum Colour2 { ONE = 01; TEN = 0x0A; }",
            ], given: ["a.proto"])
        XCTAssertEqual(
            keys(ExtensionChoice(own: linked.definitions), "alert"), ["mercury_alert", "own"])
        let own = RealtimeSchema(ExtensionChoice(own: linked.definitions), for: .readingLosslessly).entityFields
            .first { $0.name == "alert" }?.fields.first { $0.name == "own" }
        XCTAssertEqual(own?.fields.map(\.name), ["b", "fine"])
        XCTAssertEqual(
            linked.definitions.notes.map { "\($0.line ?? 0) \($0.message)" },
            ["11 the message already has a field with this number or name; skipped"])
        XCTAssertEqual(
            ProtoTexts.fault("import 'x.proto';"),
            "a.proto:1: the imported file 'x.proto' is not below this file's folder; name the folder it is in with --proto-path"
        )
    }
}
