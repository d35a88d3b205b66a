import Glibc
import TestSupport
import XCTest

@testable import GTFSRealtime

final class SchemaTests: XCTestCase {
    static let specification = Checkout.root + "/Tests/GTFSRealtimeTests/gtfs-realtime.proto"

    /// `1 required string id`
    private func line(_ field: ProtoField, _ type: String) -> String {
        "\(field.number) \(field.isRepeated ? "repeated" : field.isRequired ? "required" : "optional") \(type) \(field.name)"
    }

    /// `1 required string id` for each field of the reader's own table.
    private func lines(_ message: ProtoMessage) -> [String] {
        message.fields.map { field in
            switch field.type {
            case .scalar(let kind): line(field, "\(kind)")
            case .message(let inner): line(field, inner.name)
            case .enumeration(let enumeration): line(field, enumeration.name)
            }
        }
    }

    /// Records list the fields in the order of this file, too.
    func testTheTableIsTheSpecificationsFile() throws {
        let text = try XCTUnwrap(TemporaryFolder.bytes(of: SchemaTests.specification))
        let file = try ProtoParser.parse(text, path: "gtfs-realtime.proto")
        XCTAssertEqual(file.package, Specification.package)
        var names: Set<String> = []
        func compare(_ enumerations: [ProtoEnumeration]) throws {
            for enumeration in enumerations {
                names.insert(enumeration.name)
                let ours = try XCTUnwrap(Specification.enumeration(named: enumeration.name))
                XCTAssertEqual(ours.values.map(\.number), enumeration.values.map(\.number), enumeration.name)
                XCTAssertEqual(ours.values.map(\.name), enumeration.values.map(\.name), enumeration.name)
            }
        }
        func compare(_ messages: [ProtoMessage]) throws {
            for message in messages {
                names.insert(message.name)
                let ours = try XCTUnwrap(Specification.message(named: message.name))
                XCTAssertEqual(lines(ours), message.fields.map { line($0, $0.typeName) }, message.name)
                try compare(message.enumerations)
                try compare(message.messages)
            }
        }
        try compare(file.enumerations)
        try compare(file.messages)
        XCTAssertEqual(Set(Specification.types.keys), names)
    }

    func testTheTableIsThePublishedOne() throws {
        let rows = RealData.facts("gtfs-rt-fields.tsv")
        try XCTSkipIf(rows.isEmpty, "the published tables are missing")
        for (name, rows) in Dictionary(grouping: rows, by: { $0[0] }) {
            let ours = try XCTUnwrap(Specification.message(named: name))
            let published = rows.map { "\($0[1]) \($0[4]) \($0[3].split(separator: " ").last ?? "") \($0[2])" }
            XCTAssertEqual(
                lines(ours).sorted(), published.sorted(), name)
        }
        let values = Dictionary(grouping: RealData.facts("gtfs-rt-enums.tsv"), by: { $0[0] })
        for (name, values) in values {
            let ours = try XCTUnwrap(Specification.enumeration(named: name))
            XCTAssertEqual(ours.values.map { ["\($0.number)", $0.name] }, values.map { [$0[1], $0[2]] }, name)
        }
        XCTAssertEqual(Set(Specification.types.keys), Set(rows.map { $0[0] }).union(values.keys))
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
