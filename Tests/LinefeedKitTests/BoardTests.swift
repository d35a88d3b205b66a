import DeparturesStage
import IngestStage
import LinefeedKit
import NDJSON
import Schedule
import StageKit
import TestSupport
import TimeZones
import XCTest

/// What the library answers is what the stage writes.
final class BoardTests: XCTestCase {
    private let path = Checkout.root + "/samples/feed.zip"
    private let time = "2026-03-02T08:00"

    private func records() throws -> [String] {
        var options = DeparturesOptions()
        options.feed = path
        options.stops = ["S00"]
        options.at = WrittenTime(time)
        var world = World()
        world.schedule = IngestedFeed()
        let run = try InMemoryRun("departures", in: world) { try Departures.run(options, $0) }
        return run.lines
    }

    func testABoardIsTheStagesRecords() throws {
        let board = try Feed(path).departures(at: ["S00"], from: .local(time))
        let scanner = RecordScanner(fields: ["table", "trip_id", "departure_time", "departure_time_local", "stop_id"])
        var found: [[String]] = []
        for line in try records() {
            try Array(line.utf8).withUnsafeBytes { bytes in
                try scanner.scan(bytes)
                guard scanner[0].string == "departures" else { return }
                found.append(
                    [scanner[1].string, scanner[2].integer.map(String.init), scanner[3].string, scanner[4].string].map {
                        $0 ?? ""
                    })
            }
        }
        XCTAssertFalse(found.isEmpty)
        XCTAssertEqual(
            board.map { [$0.tripID, String($0.departureTime), board.localTime($0.departureTime), $0.stopID] }, found)
        XCTAssertEqual(board.stops.map(\.departures), [found.count])
        XCTAssertEqual(board.window.count, 7200)
    }

    func testPredictionsAreOnTheBoard() throws {
        let messages = try RealtimeMessages(
            files: ["trip-updates-1772402100.pb", "vehicles-1772402100.pb"].map { Checkout.root + "/samples/" + $0 })
        let board = try Feed(path).departures(at: ["S00"], from: .local(time), realtime: messages)
        XCTAssertTrue(board.contains { $0.isRealtime && $0.delay != nil })
        XCTAssertTrue(board.contains { $0.occupancyStatus != nil })
    }

    func testAnUnknownStopIsAnError() throws {
        let feed = try Feed(path)
        XCTAssertThrowsError(try feed.departures(at: ["S0X"])) { error in
            let error = error as? FeedError
            XCTAssertEqual(error?.kind, .unusable)
            XCTAssertEqual(error?.file, path)
            XCTAssertTrue(error?.message.contains("'S0X'") ?? false, error?.message ?? "")
        }
        XCTAssertThrowsError(try feed.departures(at: ["S00"], from: .local("soon"))) {
            XCTAssertEqual(($0 as? FeedError)?.kind, .wrongRequest)
        }
        XCTAssertThrowsError(try feed.departures(at: ["S00"], horizon: .zero)) {
            XCTAssertEqual(($0 as? FeedError)?.kind, .wrongRequest)
        }
        XCTAssertThrowsError(try Feed("/nowhere/feed.zip")) { XCTAssertEqual(($0 as? FeedError)?.kind, .missing) }
    }

    func testADayWithoutServiceIsAFinding() throws {
        let board = try Feed(path).departures(at: ["S00"], from: .local("2031-01-01T08:00"))
        XCTAssertTrue(board.isEmpty)
        XCTAssertEqual(board.findings.map(\.code), ["no_service"])
    }
}
