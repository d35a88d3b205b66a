import Glibc
import TestSupport
import XCTest

@testable import GTFSRealtime

final class SchemaTests: XCTestCase {
    func testTheGeneratedTablesAreCurrent() throws {
        guard system("command -v protoc-c >/dev/null") == 0 else { throw XCTSkip("protoc-c is not installed") }
        let folder = TemporaryFolder()
        let script = Checkout.root + "/scripts/generate-realtime-schema"
        XCTAssertEqual(system("'\(script)' '\(folder.path)'"), 0)
        let module = Checkout.root + "/Sources/C/CGTFSRealtime"
        for file in ["gtfs-realtime.pb-c.c", "include/gtfs-realtime.pb-c.h"] {
            XCTAssertEqual(
                TemporaryFolder.text(of: folder.path + "/" + file), TemporaryFolder.text(of: module + "/" + file),
                "\(file) is not what scripts/generate-realtime-schema makes")
        }
    }

    func testFieldsStandInTheOrderOfTheSpecification() {
        let update = RealtimeSchema(.none).entityFields.first { $0.name == "trip_update" }
        XCTAssertEqual(
            update?.fields.map(\.name),
            ["trip", "vehicle", "stop_time_update", "timestamp", "delay", "trip_properties"])
        XCTAssertEqual(
            update?.fields[2].fields.map(\.name),
            [
                "stop_sequence", "stop_id", "arrival", "departure", "departure_occupancy_status",
                "schedule_relationship", "stop_time_properties",
            ])
    }

    func testExtensionsFollowByNumberWhateverTheOrderOfTheChoice() {
        for names in [["tfnsw", "nyct", "mercury"], ["mercury", "nyct", "tfnsw"]] {
            let schema = RealtimeSchema(ExtensionChoice(names: names))
            let update = schema.entityFields.first { $0.name == "trip_update" }?.fields[2].fields ?? []
            XCTAssertEqual(
                update.filter(\.isExtension).map(\.name),
                ["nyct_stop_time_update", "carriage_seq_predictive_occupancy"])
            XCTAssertEqual(schema.headerFields.filter(\.isExtension).map(\.name), ["nyct_feed_header"])
        }
        let mercury = RealtimeSchema(ExtensionChoice(names: ["mercury"]))
        XCTAssertEqual(mercury.headerFields.filter(\.isExtension).map(\.name), ["mercury_feed_header"])
    }

    /// A field that the flat rows forgot would be lost without a word.
    func testFlatLayoutsHoldEveryField() {
        let entity = RealtimeSchema().entityFields
        func fields(_ path: String...) -> [FieldDescription] {
            path.reduce(entity) { fields, name in fields.first { $0.name == name }?.fields ?? [] }
        }
        for (layout, message, name) in [
            (FlatLayout.vehiclePositions, fields("vehicle"), "VehiclePosition"),
            (.tripUpdates, fields("trip_update"), "TripUpdate"),
            (.stopTimeUpdate, fields("trip_update", "stop_time_update"), "StopTimeUpdate"),
        ] {
            let parents = Set(layout.groups.compactMap(\.parent))
            for field in message where !parents.contains(field.name) && !field.isExtension {
                XCTAssertEqual(
                    layout.groups.filter { $0.parent == nil }.flatMap(\.columns).filter { $0.field == field.name }
                        .count,
                    1, "\(name).\(field.name)")
            }
            for parent in parents {
                for field in message.first(where: { $0.name == parent })?.fields ?? [] {
                    let columns = layout.groups.filter { $0.parent == parent }.flatMap(\.columns)
                    if field.isExtension {
                        XCTAssertTrue(
                            layout.extended.contains { $0.parent == parent }, "\(name).\(parent).\(field.name)")
                    } else {
                        XCTAssertEqual(
                            columns.filter { $0.field == field.name }.count, 1, "\(name).\(parent).\(field.name)")
                    }
                }
            }
            let names = layout.groups.flatMap { $0.columns.map(\.column) }
            XCTAssertEqual(names.count, Set(names).count, "\(name) has a column twice")
        }
    }

    func testRequiredFieldsExist() {
        var names: Set<String> = []
        for purpose in [ExtensionChoice(), ExtensionChoice(names: ["mercury"])] {
            names.formUnion(RealtimeSchema(purpose).fieldNames)
        }
        XCTAssertEqual(RequiredFields.names.subtracting(names), [])
    }

    func testNumbersOfAnExtension() {
        func consist(at number: Int, _ choice: ExtensionChoice, nested: Bool = false) throws -> Bool {
            let feed = Sample.bytes {
                Sample.header($0)
                $0.message(2) {
                    $0.string(1, "e")
                    $0.message(4) { $0.message(number) { $0.string(1, "car") } }
                }
            }
            return try Decoding(feed, nested: nested, extensions: choice).lines[1].contains(
                "\"consist\":[{\"name\":\"car\"")
        }
        XCTAssertTrue(try consist(at: 1007, ExtensionChoice()))
        XCTAssertTrue(try consist(at: 1999, ExtensionChoice()))
        XCTAssertFalse(try consist(at: 1999, ExtensionChoice(), nested: true))
        XCTAssertFalse(try consist(at: 1007, .none))
        let moved = ExtensionChoice(numbers: ["tfnsw": 1234])
        XCTAssertTrue(try consist(at: 1234, moved))
        XCTAssertFalse(try consist(at: 1007, moved))
    }

    /// Whoever reads messages for days makes many: 500 names of fields were left behind by each, 16 MB by these.
    func testASchemaGivesItsMemoryBack() throws {
        func resident() throws -> Int {
            let pages = try XCTUnwrap(TemporaryFolder.text(of: "/proc/self/statm")).split(separator: " ")
            return try XCTUnwrap(Int(pages[1])) * Int(getpagesize())
        }
        for _ in 0..<20 { _ = RealtimeSchema() }
        let before = try resident()
        for _ in 0..<1000 { _ = RealtimeSchema() }
        XCTAssertLessThan(try resident() - before, 4_000_000)
    }
}
