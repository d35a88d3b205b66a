import DecodeRTStage
import StageKit
import TestSupport
import XCTest

final class DecodeRTFaultTests: XCTestCase {
    private let good = Feeds.vehicle { $0.string(7, "A") }
    private var cut: [UInt8] { Array(good.dropLast(2)) }

    func testAFaultIsToldAndTheNextFileIsRead() throws {
        let run = try Feeds.decode(cut, good)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.lines.count, 3)
        XCTAssertTrue(run.log.contains("byte 10: a field is longer than the remaining data"), run.log)
        XCTAssertEqual(run.summary.faults, 1)
    }

    func testFaultsThatAreAccepted() throws {
        for (text, status) in [
            ("0", ExitStatus.dataUnusable), ("1", .dataUnusable), ("2", .done), ("49%", .dataUnusable), ("50%", .done),
        ] {
            let run = try Feeds.decode(cut, good, [], good) { $0.tolerance = FaultTolerance(text)! }
            XCTAssertEqual(run.status, status, text)
            XCTAssertEqual(run.lines.count, 5)
        }
        for text in ["", "x", "-1", "101%", "%", "1.5"] { XCTAssertNil(FaultTolerance(text), text) }
    }

    /// A header and entities; those that are marked are damaged inside.
    private func feed(_ isDamaged: Bool...) -> [UInt8] {
        Feeds.bytes { writer in
            Feeds.header(writer)
            for (index, isDamaged) in isDamaged.enumerated() {
                writer.message(2) {
                    $0.string(1, "\(index)")
                    $0.message(4) { vehicle in
                        vehicle.string(7, "S")
                        if isDamaged { vehicle.tag(1, 6) }
                    }
                }
            }
        }
    }

    func testMessagesWithFaultsAreToldApartFromTheirFaults() throws {
        let several = try Feeds.decode(feed(true, true, false, true), good) { $0.tolerance = .count(1) }
        XCTAssertTrue(
            several.log.contains(
                "1 of 2 messages were truncated or corrupt, with 3 faults, more than --max-faults allows"), several.log
        )
        let one = try Feeds.decode(cut, good) { $0.tolerance = .percent(1) }
        XCTAssertTrue(
            one.log.contains("1 of 2 messages were truncated or corrupt, more than --max-faults allows"), one.log)
    }

    func testADamagedEntityIsLeftOutCountedAndKeptForRejects() throws {
        let folder = TemporaryFolder()
        var common = CommonOptions()
        common.rejectsFile = folder.path + "/rejects"
        let run = try Feeds.decode(feed(false, true, false, true), common: common)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.lines.filter { $0.contains("vehicle_positions") }.count, 2)
        XCTAssertTrue(
            run.log.contains(
                "byte 30: a field has a wire type that does not exist, inside entity 2 of the message; "
                    + "the entity was skipped; later entities were read"), run.log)
        XCTAssertEqual(run.summary.faults, 2)
        XCTAssertEqual(run.summary.rejected.map(\.code), ["bad_wire_type"])
        XCTAssertEqual(run.summary.rejectedCount, 2)
        XCTAssertEqual(run.summary.table("entities").read, 2)
        let tables = run.summary.tables
        XCTAssertEqual(
            tables.reduce(0) { $0 + $1.read },
            tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount)
    }

    func testDamagedEntitiesAmongTheFaultsThatAreAccepted() throws {
        for (text, status) in [
            ("0", ExitStatus.dataUnusable), ("1", .dataUnusable), ("2", .done), ("49%", .dataUnusable), ("50%", .done),
        ] {
            let run = try Feeds.decode(feed(true, true, false), feed(false)) {
                $0.tolerance = FaultTolerance(text)!
            }
            XCTAssertEqual(run.status, status, text)
            XCTAssertEqual(run.lines.count, 4)
        }
    }

    func testBytesThatAreNotTheExtensionAreNotedOnce() throws {
        let foreign = Feeds.vehicle {
            $0.string(1007, "hello")
            $0.string(7, "A")
        }
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try Feeds.decode(foreign, foreign, common: common)
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(run.lines.count, 4)
        XCTAssertTrue(
            run.log.contains(
                "VehiclePosition.consist: 2 fields whose bytes are not the extension's message (skipped; "
                    + "keep them with --unknown keep"), run.log)
        let kept = try Feeds.decode(foreign) { $0.keepsUnknown = true }
        XCTAssertTrue(kept.output.contains(#""unknown_fields":[{"number":1007,"wire_type":2,"bytes":"aGVsbG8="}]"#))
        let nested = try Feeds.decode(foreign) { $0.isNested = true }
        XCTAssertTrue(nested.output.contains(#""number":1007"#), nested.output)
        // As protobuf's libraries write a message: by number, what is unknown last.
        let canonical = Feeds.vehicle {
            $0.string(7, "A")
            $0.string(1007, "hello")
        }
        let text = TemporaryFolder.shared.write(try Feeds.decode(canonical) { $0.isNested = true }.output)
        XCTAssertEqual(try EncodeRTTests.encode([text]).bytes, canonical)
    }

    func testAMissingFileDoesNotStopTheOthers() throws {
        let run = try Feeds.decode(good) { $0.files = ["/nonexistent/a.pb"] + $0.files }
        XCTAssertEqual(run.status, .inputMissing)
        XCTAssertEqual(run.lines.count, 2)
    }

    func testHints() throws {
        for (text, hint) in [
            ("<!DOCTYPE html>", "HTML"), ("\n{\"a\":1}", "JSON"), ("PK\u{3}\u{4}rest", "read a GTFS feed with ingest"),
            ("", "empty"),
        ] {
            let run = try Feeds.decode(Array(text.utf8))
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertEqual(run.output, "")
            XCTAssertTrue(run.log.contains(hint), run.log)
        }
    }

    func testTruncatedGzipGivesTheWholeEntitiesBeforeItsEnd() throws {
        var feed: [UInt8] = Feeds.bytes { Feeds.header($0) }
        var generator = SeededGenerator(seed: 3)
        for index in 0..<2000 {
            feed += Feeds.bytes {
                $0.message(2) {
                    $0.string(1, "\(index)-\(generator.next())")
                    $0.message(4) { _ in }
                }
            }
        }
        let folder = TemporaryFolder()
        let destination = try OutputFile(path: folder.path + "/feed.pb.gz")
        try feed.withUnsafeBytes { try destination.write($0) }
        try destination.commit()
        let compressed = try XCTUnwrap(TemporaryFolder.bytes(of: folder.path + "/feed.pb.gz"))
        XCTAssertEqual(try Feeds.decode(compressed).lines.count, 2001)
        let run = try Feeds.decode(Array(compressed.prefix(compressed.count / 2)))
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertGreaterThan(run.lines.count, 500)
        XCTAssertTrue(run.log.contains("gzip"), run.log)
        let whole = try Feeds.decode(feed).lines
        XCTAssertEqual(Feeds.rows(run), Array(whole.dropFirst().prefix(run.lines.count - 1)))
    }

    func testPathsFromAFile() throws {
        let folder = TemporaryFolder()
        let first = folder.write(bytes: good, "a b.pb")
        let second = folder.write(bytes: good, "c.pb")
        let list = folder.write("\(first)\r\n\n\(second)\n\(folder.path)/missing.pb", "list")
        let run = try Feeds.decode { $0.pathsFrom = list }
        XCTAssertEqual(run.lines.filter { $0.contains("feed_messages") }.count, 2)
        XCTAssertTrue(run.lines[0].contains("a b.pb"))
        XCTAssertEqual(run.status, .inputMissing)
        let alone = try Feeds.decode { $0.pathsFrom = "/nonexistent" }
        XCTAssertEqual(alone.status, .inputMissing)
    }

    func testAListWithoutPathsIsNoSuccess() throws {
        for text in ["", "\n\r\n"] {
            let list = TemporaryFolder.shared.write(text)
            let run = try Feeds.decode { $0.pathsFrom = list }
            XCTAssertEqual(run.status, .inputMissing)
            XCTAssertTrue(run.log.contains("the list contains no file name"), run.log)
            XCTAssertEqual(try Feeds.decode(good) { $0.pathsFrom = list }.status, .done)
        }
    }

    func testAHeaderBeyondTheLookAheadIsNamed() throws {
        let entity = Feeds.bytes {
            $0.message(2) {
                $0.string(1, "e")
                $0.message(4) { $0.string(7, String(repeating: "x", count: 1 << 20)) }
            }
        }
        let header = Feeds.bytes { Feeds.header($0) }
        for (count, isNamed) in [(3, false), (17, true)] {
            let feed = [[UInt8]](repeating: entity, count: count).flatMap { $0 } + header
            let run = try Feeds.decode(feed)
            XCTAssertEqual(run.log.contains("late_header") || run.log.contains("more than 16 MiB of entities"), isNamed)
            XCTAssertEqual(run.log.contains("byte \(feed.count - header.count):"), isNamed, run.log)
            XCTAssertEqual(run.status, .done)
            XCTAssertEqual(run.lines.count, count + (isNamed ? 2 : 1))
        }
    }

    /// Four million messages without content, two bytes each.
    func testAnEntityOfTooManyPartsIsRefusedForWhatItIs() throws {
        let parts = [UInt8]([UInt8](repeating: 0, count: 8 << 20).indices.map { $0 & 1 == 0 ? 0x12 : 0 })
        let feed = Feeds.feed { writer in
            parts.withUnsafeBytes { writer.bytes(3, $0) }
        }
        let run = try Feeds.decode(feed)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.lines.count, 1)
        XCTAssertTrue(run.log.contains("more than 128 MiB"), run.log)
    }

    /// read = written + rejected + ignored + merged, whatever the run.
    func testFiguresBalance() throws {
        var generator = SeededGenerator(seed: 8)
        for round in 0..<60 {
            var feed = Feeds.bytes { Feeds.header($0) }
            for index in 0..<Int.random(in: 0...8, using: &generator) {
                feed += Feeds.bytes {
                    $0.message(2) {
                        $0.string(1, "\(index)")
                        if Bool.random(using: &generator) { $0.unsigned(2, 1) }
                        for payload in [3, 4, 5, 6] where Bool.random(using: &generator) {
                            $0.message(payload) { _ in }
                        }
                        if Bool.random(using: &generator) { $0.unsigned(500, 1) }
                    }
                    if Bool.random(using: &generator) { $0.unsigned(600, 1) }
                }
            }
            if round % 3 == 0 { feed.removeLast(min(3, feed.count)) }
            let run = try Feeds.decode(feed) {
                $0.explodes = round % 2 == 0
                $0.keepsUnknown = round % 5 == 0
                $0.isNested = round % 4 == 1
                if round % 7 < 3 { $0.tables = [.alerts, .shapes] }
            }
            let tables = run.summary.tables
            XCTAssertEqual(
                tables.reduce(0) { $0 + $1.read },
                tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount)
            XCTAssertEqual(run.lines.count, tables.reduce(0) { $0 + $1.written })
        }
    }
}
