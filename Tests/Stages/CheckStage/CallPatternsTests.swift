import Containers
import TestSupport
import XCTest

@testable import CheckStage

/// `CallPatterns` gives back what it took, whatever trips share.
final class CallPatternsTests: XCTestCase {
    private struct Row {
        let trip: UInt32
        let stopTime: CheckedFeed.StopTime
        let sequence: UInt32
        let distance: Double
    }

    private typealias StopTime = CheckedFeed.StopTime

    /// The same calls by sorting the rows of a trip: the second way.
    private func sorted(_ rows: [Row], _ trip: UInt32) -> [Row] {
        rows.enumerated().filter { $0.element.trip == trip }
            .sorted { ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset) }.map(\.element)
    }

    private func check(_ rows: [Row], line: UInt = #line) throws {
        let calls = CallPatterns()
        for row in rows {
            try calls.append(row.stopTime, sequence: row.sequence, distance: row.distance, to: IDSpace.ID(row.trip))
        }
        var found: [CallPatterns.Call] = []
        for trip in 0...(rows.map(\.trip).max() ?? 0) {
            calls.read(IDSpace.ID(trip), into: &found)
            let expected = sorted(rows, trip)
            XCTAssertEqual(found.count, expected.count, "trip \(trip)", line: line)
            for (call, row) in zip(found, expected) {
                XCTAssertEqual(call.stopTime.stop, row.stopTime.stop, line: line)
                XCTAssertEqual(call.stopTime.arrival, row.stopTime.arrival, line: line)
                XCTAssertEqual(call.stopTime.departure, row.stopTime.departure, line: line)
                XCTAssertEqual(call.stopTime.line, row.stopTime.line, line: line)
                XCTAssertEqual(call.stopTime.hasWindow, row.stopTime.hasWindow, line: line)
                XCTAssertEqual(call.sequence, row.sequence, line: line)
                XCTAssertEqual(call.distance.bitPattern, row.distance.bitPattern, line: line)
            }
        }
    }

    /// A trip of three stops, which leaves at `start`.
    private func trip(_ trip: UInt32, start: Int32, line: Int, stops: [UInt32] = [7, 8, 9]) -> [Row] {
        stops.enumerated().map { place, stop in
            Row(
                trip: trip,
                stopTime: StopTime(
                    stop: IDSpace.ID(stop), arrival: start + Int32(place) * 90,
                    departure: start + Int32(place) * 90 + 20,
                    line: line + place, hasWindow: false),
                sequence: UInt32(place), distance: .nan)
        }
    }

    func testTripsOfTheSameStopsAndSecondsShareAPattern() throws {
        let rows =
            trip(0, start: 3600, line: 2) + trip(1, start: 7230, line: 5)
            + trip(2, start: 0, line: 8, stops: [7, 9, 8])
        let calls = CallPatterns()
        for row in rows {
            try calls.append(row.stopTime, sequence: row.sequence, distance: row.distance, to: IDSpace.ID(row.trip))
        }
        let patterns = (0..<3).map { calls.onlyPattern(of: IDSpace.ID($0)) }
        XCTAssertEqual(patterns.map { $0?.number }, [0, 0, 1])
        XCTAssertEqual(patterns.map { $0?.base }, [3600, 7230, 0])
        XCTAssertNil(calls.onlyPattern(of: IDSpace.ID(3)))
        try check(rows)
    }

    func testTripsWhoseSequencesGoOnShareAPattern() throws {
        let rows = (trip(0, start: 0, line: 2) + trip(1, start: 60, line: 5)).enumerated().map { place, row in
            Row(
                trip: row.trip, stopTime: row.stopTime, sequence: UInt32.max - 5 + UInt32(place), distance: row.distance
            )
        }
        let calls = CallPatterns()
        for row in rows {
            try calls.append(row.stopTime, sequence: row.sequence, distance: row.distance, to: IDSpace.ID(row.trip))
        }
        XCTAssertEqual(calls.onlyPattern(of: IDSpace.ID(1))?.number, 0)
        try check(rows)
    }

    func testATripWhoseRowsAreApartHasNoPatternOfItsOwn() throws {
        let (first, second) = (trip(0, start: 60, line: 2), trip(1, start: 120, line: 9))
        let rows = [first[2], second[0], first[0], first[1], second[1], second[2]]
        let calls = CallPatterns()
        for row in rows {
            try calls.append(row.stopTime, sequence: row.sequence, distance: row.distance, to: IDSpace.ID(row.trip))
        }
        XCTAssertNil(calls.onlyPattern(of: IDSpace.ID(0)))
        var found: [CallPatterns.Call] = []
        calls.read(IDSpace.ID(0), into: &found)
        XCTAssertEqual(found.map(\.stopTime.line), [2, 3, 4])
        XCTAssertEqual(found[1].order, found[0].order + 1, "the rows of lines 2 and 3 follow each other")
        XCTAssertNotEqual(found[2].order, found[1].order + 1)
        try check(rows)
    }

    func testTimesAtTheEndsOfTheirRangeAreKept() throws {
        let times: [Int32] = [.max, 1, StopTime.broken + 1, StopTime.unknown, StopTime.broken, -5]
        for first in times {
            for second in times {
                let rows = [first, second].enumerated().map { place, time in
                    Row(
                        trip: 0,
                        stopTime: StopTime(
                            stop: IDSpace.ID(1), arrival: time, departure: second, line: 0, hasWindow: place == 1),
                        sequence: UInt32(place), distance: .nan)
                }
                try check(rows)
            }
        }
    }

    func testRowsInAnyOrderAreGivenBack() throws {
        var random = SeededGenerator(seed: 1)
        for round in 0..<60 {
            // Few kinds of rows, so that many patterns are met again; in later rounds distances begin in the middle.
            var rows: [Row] = []
            for place in 0..<300 {
                let isWhole = Bool.random(using: &random)
                let number = UInt32.random(in: 0..<40, using: &random)
                if isWhole {
                    rows += trip(number, start: .random(in: 0..<3, using: &random) * 600, line: place * 4)
                } else {
                    let arrival: Int32 = [StopTime.unknown, StopTime.broken, 600, 1200].randomElement(using: &random)!
                    let hasDistance = round % 3 == 2 && place > 100 && Bool.random(using: &random)
                    rows.append(
                        Row(
                            trip: number,
                            stopTime: StopTime(
                                stop: Bool.random(using: &random) ? .none : IDSpace.ID(3), arrival: arrival,
                                departure: .random(in: 0..<2, using: &random) * 600,
                                line: Int.random(in: 0..<3, using: &random),
                                hasWindow: Bool.random(using: &random)),
                            sequence: .random(in: 0..<4, using: &random), distance: hasDistance ? 12.5 : .nan))
                }
            }
            try check(rows)
        }
    }
}
