import ReaderChecks
import TestSupport
import XCTest

@testable import GTFSRealtime

/// What is wrong inside a message, and what is read all the same.
final class DamageTests: XCTestCase {
    private let text = Array("hello".utf8)

    /// A feed of vehicles 1 to 3, of which the second's parts are added to by `body`.
    private func feed(_ body: @escaping (_ vehicle: ProtobufWriter) -> Void) -> [UInt8] {
        Sample.bytes { writer in
            Sample.header(writer)
            for id in ["1", "2", "3"] {
                writer.message(2) {
                    $0.string(1, id)
                    $0.message(4) { vehicle in
                        vehicle.string(7, "S" + id)
                        if id == "2" { body(vehicle) }
                    }
                }
            }
        }
    }

    private func flat(_ bytes: [UInt8], keep: Bool = false) throws -> Decoding {
        try Decoding(bytes, nested: false) { $0.writesUnknown = keep }
    }

    private let second = #"{"table":"vehicle_positions","feed_timestamp":1000,"entity_id":"2""#

    // MARK: Extensions

    func testTextUnderAnExtensionsNumberIsAnUnknownField() throws {
        let bytes = feed { vehicle in self.text.withUnsafeBytes { vehicle.bytes(1007, $0) } }
        let plain = try flat(bytes)
        XCTAssertEqual(plain.faults.count, 0)
        XCTAssertEqual(plain.lines.count, 4)
        XCTAssertEqual(plain.lines[2], second + #","stop_id":"S2","occupancy_status":null}"#)
        XCTAssertEqual(plain.unknown.map(\.field), ["VehiclePosition.consist"])
        XCTAssertEqual(plain.unknown.map(\.reason), [.notItsMessage])
        XCTAssertEqual(plain.unknown.map(\.count), [1])
        XCTAssertEqual(
            try flat(bytes, keep: true).lines[2],
            second + #","stop_id":"S2","occupancy_status":null,"#
                + #""unknown_fields":[{"number":1007,"wire_type":2,"bytes":"aGVsbG8="}]}"#)
    }

    func testItIsSoInTripHeaderStopTimeUpdateAndEntity() throws {
        func extended(_ writer: ProtobufWriter, _ number: Int) { text.withUnsafeBytes { writer.bytes(number, $0) } }
        let bytes = Sample.bytes { writer in
            writer.message(1) {
                $0.string(1, "2.0")
                extended($0, 1001)
                $0.unsigned(3, 1000)
            }
            writer.message(2) {
                $0.string(1, "1")
                extended($0, 1007)
                $0.message(3) { update in
                    update.message(1) {
                        $0.string(1, "T")
                        extended($0, 1001)
                    }
                    update.message(2) {
                        $0.string(4, "S")
                        extended($0, 1001)
                        extended($0, 1007)
                    }
                    update.message(3) {
                        $0.string(1, "V")
                        extended($0, 1007)
                        extended($0, 1999)
                    }
                }
            }
        }
        let plain = try flat(bytes)
        XCTAssertEqual(plain.faults.count, 0)
        XCTAssertEqual(
            plain.lines,
            [
                #"{"table":"feed_messages","source":"-","gtfs_realtime_version":"2.0","timestamp":1000}"#,
                #"{"table":"trip_updates","feed_timestamp":1000,"entity_id":"1","trip_id":"T","vehicle_id":"V","#
                    + #""stop_time_updates":[{"stop_id":"S"}]}"#,
            ])
        XCTAssertEqual(plain.unknown.count, 7)
        XCTAssertTrue(plain.unknown.allSatisfy { $0.reason == .notItsMessage && $0.count == 1 })
        let whole = try Decoding(bytes)
        XCTAssertEqual(whole.lines.joined().components(of: "aGVsbG8="), 7)
        XCTAssertEqual(try Decoding(try Decoding.encode(whole.lines)).lines, whole.lines)
    }

    /// A message that begins well and then breaks leaves nothing in the record, also where it would be joined to a
    /// part that was whole.
    func testAMessageThatBreaksLeavesNothing() throws {
        let carriage = Sample.bytes { $0.string(1, "car") }
        let broken = carriage + [0x12]
        let list = feed { vehicle in
            for bytes in [carriage, broken, carriage] { bytes.withUnsafeBytes { vehicle.bytes(1007, $0) } }
        }
        let train = try flat(list).lines[2]
        XCTAssertTrue(train.hasSuffix(#""consist":[{"name":"car"},{"name":"car"}]}"#), train)
        let model = Sample.bytes { $0.string(3, "Waratah") }
        let descriptor = feed { vehicle in
            vehicle.message(8) { descriptor in
                for bytes in [model, Sample.bytes { $0.string(3, "Tangara") } + [0x0F], [0x0B]] {
                    bytes.withUnsafeBytes { descriptor.bytes(1007, $0) }
                }
            }
        }
        let row = try flat(descriptor).lines[2]
        XCTAssertTrue(row.contains("Waratah") && !row.contains("Tangara"), row)
        XCTAssertEqual(try flat(descriptor).unknown.map(\.count), [2])
    }

    func testOtherWireTypesAndGroupsStayUnknown() throws {
        let bytes = feed { vehicle in
            vehicle.unsigned(1007, 5)
            vehicle.tag(1007, 3)
            vehicle.unsigned(1, 1)
            vehicle.tag(1007, 4)
        }
        XCTAssertEqual(try flat(bytes).unknown.map(\.reason), [.wireType, .wireType])
        XCTAssertEqual(try flat(bytes).lines[2], second + #","stop_id":"S2","occupancy_status":null}"#)
    }

    /// On a header 1001 is NYCT's; what is not NYCT's message is not tried as Mercury's.
    func testOneNumberOfTwoExtensionsIsTheFirsts() throws {
        let mercury = Sample.bytes {
            $0.string(1, "1.0")
            $0.string(2, "not a period")
        }
        let bytes = Sample.bytes { writer in
            writer.message(1) { header in
                header.string(1, "2.0")
                mercury.withUnsafeBytes { header.bytes(1001, $0) }
            }
            Sample.vehicle(writer, id: "1")
        }
        let both = try flat(bytes)
        XCTAssertEqual(both.lines.first, #"{"table":"feed_messages","source":"-","gtfs_realtime_version":"2.0"}"#)
        XCTAssertEqual(both.unknown.map(\.reason), [.notItsMessage])
        let alone = try Decoding(bytes, nested: false, extensions: ExtensionChoice(names: ["mercury"]))
        XCTAssertTrue(alone.lines[0].contains(#""mercury_version":"1.0""#), alone.lines[0])
    }

    /// Whatever a schema with extensions finds in them, the rest is what a schema without them finds.
    func testForeignExtensionsDoNotTouchTheRest() throws {
        var messages = RandomMessages(RealtimeSchema(), seed: 21)
        messages.hasUnknownFields = false
        messages.hasWrongWireTypes = false
        var foreign = 0
        for round in 0..<300 {
            let feed = messages.feed()
            let with = try Decoding(feed)
            XCTAssertEqual(with.faults.count, 0, "round \(round)")
            foreign += with.unknown.filter { $0.reason == .notItsMessage }.count
            let without = try Decoding(feed, nested: false, extensions: ExtensionChoice.none)
            let again = try Decoding(
                try Decoding.encode(with.lines), nested: false, extensions: ExtensionChoice.none)
            XCTAssertEqual(again.lines, without.lines, "round \(round)")
            XCTAssertEqual(try Decoding(try Decoding.encode(with.lines)).lines, with.lines, "round \(round)")
        }
        XCTAssertGreaterThan(foreign, 100)
    }

    // MARK: Entities

    /// Damages whole frames in every way that a decoder can see, and compares with the message without those entities,
    /// which libprotobuf-c accepts as it refuses the damaged one.
    func testADamagedEntityIsLeftOutAndTheOthersAreRead() throws {
        var messages = RandomMessages(RealtimeSchema(ExtensionChoice(), for: .readingLosslessly), seed: 22)
        messages.hasNULs = false
        messages.hasWrongWireTypes = false
        var generator = SeededGenerator(seed: 23)
        let damages: [[UInt8]] = [
            [0x0E], [0x0C], [0x00], [0x22, 0x05, 0x01], [0x22, 0x02, 0x0A, 0x7F], [0x1B], [0x80],
        ]
        var damaged = 0
        for round in 0..<400 {
            let feed = messages.feed()
            guard let whole = Optional(try Decoding(feed)), whole.faults.isEmpty else { continue }
            var bytes = feed
            var without = feed
            var count = 0
            let entities = try feed.entityFrames()
            let ids = whole.lines.filter { $0.hasPrefix(#"{"table":"feed_entities""#) }
            XCTAssertEqual(ids.count, entities.count)
            for frame in entities.reversed() where Bool.random(using: &generator) {
                let content = Array(feed[frame]) + damages.randomElement(using: &generator)!
                let start = frame.lowerBound - Sample.bytes { $0.varint(UInt64(frame.count)) }.count - 1
                let fresh = Sample.bytes { writer in content.withUnsafeBytes { writer.bytes(2, $0) } }
                bytes.replaceSubrange(start..<frame.upperBound, with: fresh)
                without.removeSubrange(start..<frame.upperBound)
                count += 1
            }
            guard count > 0, !feed.containsStrayField(after: entities) else { continue }
            damaged += count
            for piece in [5, .max] {
                let decoding = try Decoding(bytes, piece: piece)
                XCTAssertEqual(decoding.faults.count, count, "round \(round)")
                XCTAssertTrue(decoding.faults.allSatisfy { $0.goesOn && $0.entity != nil && $0.offset != nil })
                XCTAssertEqual(decoding.lines, try Decoding(without).lines, "round \(round)")
            }
            if let other = ProtobufC.library {
                XCTAssertFalse(other.accepts(bytes))
                XCTAssertTrue(other.accepts(without))
            }
        }
        XCTAssertGreaterThan(damaged, 100)
    }

    func testTheFaultTellsThePlaceAndTheEntity() throws {
        var bytes = feed { $0.string(7, "longer") }
        let frame = try bytes.entityFrames()[1]
        let place = frame.upperBound - 8
        XCTAssertEqual(bytes[place], 0x3A)
        bytes[place] = 0x3E
        let decoding = try flat(bytes)
        XCTAssertEqual(decoding.lines.map { $0.contains("\"entity_id\":\"2\"") }, [false, false, false])
        XCTAssertEqual(decoding.lines.count, 3)
        XCTAssertEqual(decoding.faults.map(\.code), ["bad_wire_type"])
        XCTAssertEqual(decoding.faults[0].offset, place)
        XCTAssertEqual(decoding.faults[0].entity, 2)
        XCTAssertEqual(decoding.faults[0].entitiesBefore, 1)
        let damagedHeader = Array(bytes.prefix(2)) + [0x0E] + bytes.dropFirst(3)
        let broken = try flat(damagedHeader)
        XCTAssertEqual(broken.lines, [])
        XCTAssertEqual(broken.faults.map(\.hasMessage), [false])
        XCTAssertEqual(broken.faults.map(\.goesOn), [false])
    }

    func testAMessageAfterADamagedLastEntityIsRead() throws {
        var first = Sample.feed(vehicles: 2)
        first[first.count - 3] = 0x3E
        let decoding = try flat(first + Sample.feed(vehicles: 1, timestamp: 7))
        XCTAssertEqual(decoding.faults.map(\.goesOn), [true])
        XCTAssertEqual(decoding.lines.count, 2 + 2)
        XCTAssertTrue(decoding.lines[3].contains(#""feed_timestamp":7"#))
    }
}

extension [UInt8] {
    /// The entities of a message, without tag and length.
    func entityFrames() throws -> [Range<Int>] {
        var frames: [Range<Int>] = []
        try withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var cursor = start
            let end = start + bytes.count
            while cursor < end {
                let at = cursor
                let tag = try Wire.tag(&cursor, end)
                let value = try Wire.skipValue(tag, at: at, &cursor, end, depth: 0)
                if tag == FeedReader.entityTag { frames.append((cursor - start - value.count)..<(cursor - start)) }
            }
        }
        return frames
    }

    /// Whether a field of the message itself follows an entity: after a damaged one it is not believed.
    fileprivate func containsStrayField(after frames: [Range<Int>]) -> Bool {
        frames.contains { $0.upperBound < count && self[$0.upperBound] != 0x12 }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
