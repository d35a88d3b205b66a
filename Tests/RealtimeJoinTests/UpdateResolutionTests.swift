import GTFSSchedule
import XCTest

@testable import RealtimeJoin
@testable import Schedule

/// Which call a stop time update means, whatever its stop_sequence and its stop_id say.
final class UpdateResolutionTests: XCTestCase {
    /// Stops A, B, … each of a station of its own, but those written with a digit: A1 and A2 are platforms of A.
    private struct Trip {
        var timetable = Timetable()
        var stopTimes: [Timetable.StopTime] = []

        /// - Parameter calls: `10 A`: the stop_sequence and the stop.
        init(_ calls: [String], others: [String] = []) {
            for text in calls {
                let parts = text.split(separator: " ").map(String.init)
                var stopTime = Timetable.StopTime()
                stopTime.sequence = Int(parts[0])!
                stopTime.stop = stop(parts[1])
                stopTimes.append(stopTime)
            }
            for id in others { _ = stop(id) }
        }

        private mutating func stop(_ id: String) -> StopIndex {
            var stop = Timetable.Stop(id: id)
            if id.count > 1 { stop.parentStation = String(id.prefix(1)) }
            if id.count == 1 { stop.locationType = 0 }
            timetable.add(stop)
            return timetable.stopNumbers[id]!
        }

        /// - Parameter updates: `10 A`; `-` for what an update does not have.
        /// - Returns: for each the place of its call, `!` behind it for a contradiction, `>` for a change of
        ///   platform; `-`
        ///   for none.
        func resolve(_ updates: [String]) -> [String] {
            let updates = updates.map { text in
                let parts = text.split(separator: " ").map(String.init)
                var update = StopUpdate()
                update.sequence = Int(parts[0])
                update.stopID = parts[1] == "-" ? nil : parts[1]
                return update
            }
            return ResolvedUpdate(updates, stopTimes: stopTimes, Stations(timetable)).outcomes.map {
                ($0.stopTime.map { "\($0)" } ?? "-") + ($0.contradicts ? "!" : "") + ($0.moves ? ">" : "")
            }
        }
    }

    func testSequenceAndStopAgree() {
        let trip = Trip(["10 A", "20 B", "30 A"])
        XCTAssertEqual(trip.resolve(["30 A", "10 A", "20 -", "- B"]), ["2", "0", "1", "1"])
    }

    func testAStopAloneIsTheNextCallThere() {
        let trip = Trip(["10 A", "20 B", "30 A", "40 C"])
        XCTAssertEqual(trip.resolve(["- A", "- B", "- A", "- A"]), ["0", "1", "2", "-"])
        XCTAssertEqual(trip.resolve(["- B", "- A"]), ["1", "2"])
        // One that is called at once is that call, in whatever order updates come.
        XCTAssertEqual(trip.resolve(["- C", "- B"]), ["3", "1"])
    }

    func testTheStopsOwnCallIsMeantWhereTheSequenceIsOfAnother() {
        let trip = Trip(["1 A", "2 B", "3 C"], others: ["X"])
        XCTAssertEqual(trip.resolve(["1 B", "2 C", "3 X", "2 nowhere"]), ["1!", "2!", "-!", "-!"])
    }

    func testAnotherPlatformOfTheStation() {
        let trip = Trip(["1 A1", "2 B1", "3 C1"], others: ["A2", "B"])
        XCTAssertEqual(trip.resolve(["1 A2"]), ["0>"])
        // The station itself says less than the timetable does, and moves nothing.
        var station = trip
        var stop = Timetable.Stop(id: "Z")
        stop.locationType = 1
        station.timetable.add(stop)
        XCTAssertEqual(station.resolve(["2 Z"]), ["-!"])
        // The parent of B1 is B: a stop without a station's type is a stop that a vehicle may call at.
        XCTAssertEqual(trip.resolve(["2 B"]), ["1>"])
        XCTAssertEqual(trip.resolve(["9 A2", "- A2"]), ["-", "-"])
    }

    func testPositionsFromZeroAndOne() {
        let trip = Trip(["5 A", "10 B", "15 A", "20 C", "25 A", "30 D"])
        XCTAssertEqual(
            trip.resolve(["0 A", "1 B", "2 A", "3 C", "4 A", "5 D"]), ["0!", "1!", "2!", "3!", "4!", "5!"])
        XCTAssertEqual(
            trip.resolve(["1 A", "2 B", "3 A", "4 C", "5 A", "6 D"]), ["0!", "1!", "2!", "3!", "4", "5!"])
        // Only the loop's stop is asked for, beside one that shows how the feed counts.
        XCTAssertEqual(trip.resolve(["4 A", "3 C"]), ["4!", "3!"])
    }

    func testAChangeOfPlatformCountedByPosition() {
        let trip = Trip(["1 A", "2 B1", "3 C", "4 D"], others: ["B2"])
        XCTAssertEqual(trip.resolve(["0 A", "1 B2", "2 C", "3 D"]), ["0!", "1!>", "2!", "3!"])
    }

    func testAnotherVersionsNumbering() {
        // A stop that has gone stood between B and C.
        let trip = Trip(["1 A", "2 B", "3 C", "4 A", "5 D"])
        XCTAssertEqual(trip.resolve(["1 A", "2 B", "4 C", "5 A", "6 D"]), ["0", "1", "2!", "3!", "4!"])
        // Between its neighbours there is but one call that can be meant.
        XCTAssertEqual(trip.resolve(["5 A", "4 C", "6 D"]), ["3!", "2!", "4!"])
        let tens = Trip(["1 A", "2 B", "3 A", "4 C"])
        XCTAssertEqual(tens.resolve(["20 B", "30 A", "40 C"]), ["1!", "2!", "3!"])
    }

    func testALoopWithoutAHintIsTheNextCall() {
        let trip = Trip(["1 A", "2 B", "3 A", "4 B", "5 A"])
        XCTAssertEqual(trip.resolve(["2 A", "3 B", "5 B"]), ["0!", "1!", "3!"])
        XCTAssertEqual(trip.resolve(["5 B", "5 B"]), ["1!", "3!"])
    }

    func testWhatAgreesIsNotOutdoneByWhatContradicts() {
        let trip = Trip(["1 A", "2 B", "3 C"])
        var updates = [StopUpdate(), StopUpdate(), StopUpdate()]
        for (place, (sequence, stop)) in [(2, "B"), (3, "B"), (3, "C")].enumerated() {
            updates[place].sequence = sequence
            updates[place].stopID = stop
        }
        let resolved = ResolvedUpdate(updates, stopTimes: trip.stopTimes, Stations(trip.timetable))
        XCTAssertEqual(resolved.updateOfStopTime, [nil, 0, 2])
        XCTAssertEqual(resolved.repeated, 1)
        let later = ResolvedUpdate([updates[0], updates[0]], stopTimes: trip.stopTimes, Stations(trip.timetable))
        XCTAssertEqual(later.updateOfStopTime, [nil, 1, nil])
    }

    /// A trip that calls at two stops all the time, and as many updates: none looks through all the calls of its stop.
    func testCallsWithoutEndAtTwoStops() {
        let count = 150_000
        let stops = (0..<count).map { $0 == count - 1 ? "C" : $0 % 2 == 0 ? "A" : "B" }
        let trip = Trip(stops.enumerated().map { "\($0.offset * 10 + 5) \($0.element)" })
        let found = trip.resolve(stops.enumerated().map { "\($0.offset) \($0.element)" })
        XCTAssertEqual(found.last, "\(count - 1)!")
        XCTAssertEqual(found[count - 2], "\(count - 2)!")
    }

    /// Parents that lead nowhere, into a ring or through a hundred thousand stops are answered in a linear number of
    /// steps.
    func testStationsOfEndlessChains() {
        var timetable = Timetable()
        let count = 100_000
        for index in 0..<count {
            var stop = Timetable.Stop(id: "S\(index)")
            stop.parentStation = "S\(index + 1)"
            timetable.add(stop)
        }
        let open = Stations(timetable)
        XCTAssertTrue(open.isSame(StopIndex(0), StopIndex(count - 1)))
        XCTAssertEqual(timetable.platforms(of: StopIndex(count - 1)).count, count)
        var ring = Timetable.Stop(id: "S\(count)")
        ring.parentStation = "S0"
        timetable.add(ring)
        XCTAssertTrue(Stations(timetable).isSame(StopIndex(7), StopIndex(count)))
        XCTAssertEqual(timetable.platforms(of: StopIndex(3)).count, count + 1)
        XCTAssertEqual(timetable.platforms(of: []), [])
    }

    func testPlatformsOfAStationThatStopsDoNotHave() {
        var timetable = Timetable()
        for (id, parent) in [("1", "X"), ("2", "X"), ("3", "Y"), ("4", nil)] as [(String, String?)] {
            var stop = Timetable.Stop(id: id)
            stop.parentStation = parent
            timetable.add(stop)
        }
        let stations = Stations(timetable)
        XCTAssertTrue(stations.isSame(StopIndex(0), StopIndex(1)))
        XCTAssertFalse(stations.isSame(StopIndex(0), StopIndex(2)))
        XCTAssertFalse(stations.isSame(StopIndex(2), StopIndex(3)))
    }
}
