import GTFSSchedule
import TestSupport
import TimeZones
import XCTest

@testable import RealtimeJoin
@testable import Schedule

/// Alerts about runs and stops; what the golden cases of `departures` do not show.
final class AlertTests: XCTestCase {
    private func alert(
        _ id: String, _ entities: [AlertSelector] = [], severity: Int? = nil, at time: Int? = nil,
        periods: [ServiceAlert.Period]? = nil
    ) -> ServiceAlert {
        var alert = ServiceAlert(id: id)
        alert.entities = entities
        alert.severity = severity
        alert.feedTimestamp = time
        alert.periods = periods
        return alert
    }

    private func route(_ id: String, stop: String? = nil) -> AlertSelector {
        var selector = AlertSelector()
        selector.routeID = id
        selector.stopID = stop
        return selector
    }

    private func join(_ alerts: [ServiceAlert], now: Int = 0) -> AlertJoin {
        var timetable = Timetable()
        timetable.add(Timetable.Route(id: "R"))
        timetable.add(Timetable.Stop(id: "S"))
        let runs = TripRuns(timetable, RealtimeContext(), zone: .utc, now: now)
        return AlertJoin(alerts.sorted(by: ServiceAlert.precedes), runs, now: now, languages: [])
    }

    private func subject(_ join: AlertJoin, route: String? = "R", stop: String? = "S") -> AlertIndex.Subject {
        join.subject(tripID: "T", startDate: 0, startTime: nil, routeID: route, directionID: 0, stopID: stop)
    }

    // MARK: Cost

    /// An author who controls alerts, entities and departures: 10,000 alerts of 20 entities about other stops of the
    /// route, and as many about this one that are over.
    func testManyAlertsAreFoundByTheirSelectors() {
        var alerts = (0..<10_000).map { number in
            alert("other-\(number)", (0..<20).map { route("R", stop: "X\(number * 20 + $0)") })
        }
        alerts += (0..<10_000).map { number in
            alert("over-\(number)", [route("R", stop: "S")], periods: [.init(start: number, end: number + 1)])
        }
        alerts += (0..<30).map { alert("now-\($0)", [route("R")]) }
        let join = join(alerts, now: 20_000)
        let subject = subject(join)
        let start = ContinuousClock.now
        for time in 20_000..<20_200 {
            let found = join.places(about: subject, during: time..<(time + 1), limit: 20)
            XCTAssertEqual(found.places.count, 20)
            XCTAssertTrue(found.isCut)
        }
        // 20,000 alerts × 20 entities × 200 departures would be 80 million comparisons.
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
        let other = self.subject(join, stop: "X7")
        let found = join.places(about: other, during: 20_000..<20_001, limit: 100)
        XCTAssertEqual(found.places.count, 31)
        XCTAssertFalse(found.isCut)
        XCTAssertEqual(found.places.filter { join.alerts[$0].id == "other-0" }.count, 1)
    }

    // MARK: Selectors

    func testNothingIsKnownOfASubject() {
        let join = join([alert("route", [route("R")]), alert("both", [route("R", stop: "S")])])
        XCTAssertEqual(join.places(about: AlertIndex.Subject(), during: 0..<1, limit: 9).places, [])
        XCTAssertEqual(join.places(about: subject(join, route: nil), during: 0..<1, limit: 9).places, [])
        XCTAssertEqual(join.places(about: subject(join, stop: nil), during: 0..<1, limit: 9).places.count, 1)
    }

    func testPartsOfAQuestion() {
        var stop = AlertSelector()
        stop.stopID = "S"
        let join = join([alert("a", [stop]), alert("b", [route("R", stop: "S")]), alert("c", [route("R")])])
        func ids(_ part: AlertIndex.Part) -> [String] {
            join.places(about: subject(join), during: 0..<1, part, limit: 9).places.map { join.alerts[$0].id }
        }
        XCTAssertEqual(ids(.all), ["a", "b", "c"])
        XCTAssertEqual(ids(.stopAlone), ["a"])
        XCTAssertEqual(ids(.atStop), ["a", "b"])
        XCTAssertEqual(ids(.otherThanStops), ["c"])
    }

    func testNumbersOfAnySize() {
        var selector = AlertSelector()
        selector.routeType = -1
        selector.directionID = Int.max
        XCTAssertFalse(join([alert("odd", [selector])]).isEmpty)
    }

    // MARK: Order and periods

    func testOrder() {
        let sorted = [
            alert("b"), alert("a"), alert("later", severity: 4, periods: [.init(start: 9, end: nil)]),
            alert("open", severity: 4, periods: [.init(start: nil, end: 5)]), alert("info", severity: 2),
        ].sorted(by: ServiceAlert.precedes)
        XCTAssertEqual(sorted.map(\.id), ["open", "later", "info", "a", "b"])
    }

    func testAnAlertWithoutUsablePeriodsIsNeverInForce() {
        XCTAssertNil(alert("none", periods: []).period(during: 0..<100))
        XCTAssertNotNil(alert("always").period(during: 0..<100))
        XCTAssertNil(alert("none", periods: []).period(nearest: 5))
    }

    func testNearestPeriod() {
        let periods = [(50, 60), (20, 30), (5, 8)].map { ServiceAlert.Period(start: $0.0, end: $0.1) }
        let alert = alert("a", periods: periods)
        XCTAssertEqual(alert.period(nearest: 25)?.isNow, true)
        XCTAssertEqual(alert.period(nearest: 30)?.period.start, 50)
        XCTAssertEqual(alert.period(nearest: 8)?.period.start, 20)
        XCTAssertEqual(alert.period(nearest: 99)?.period.start, 50)
    }

    // MARK: Messages

    func testMessagesOfOneFeedShareAnAlert() {
        var alerts = ServiceAlerts()
        for (id, time) in [("a", 1), ("b", 1), ("b", 2), ("c", 2), ("c", 3), ("x", 2), ("y", 7)] {
            alerts.take(alert(id, at: time))
        }
        // "a", "b" and "x" are not in the message of 3, which is of their feed; "y" is of another.
        XCTAssertEqual(alerts.current.map(\.id), ["c", "y"])
        alerts.isDifferential = true
        XCTAssertEqual(alerts.current.map(\.id), ["a", "b", "c", "x", "y"])
    }

    func testOrderOfMessagesMakesNoDifference() {
        var alerts = ServiceAlerts()
        for (id, time) in [("c", 3), ("c", 2), ("b", 2), ("b", 1), ("a", 1)] { alerts.take(alert(id, at: time)) }
        XCTAssertEqual(alerts.current.map(\.id), ["c"])
    }

    func testManyMessages() {
        var alerts = ServiceAlerts()
        for time in 0..<20_000 {
            alerts.take(alert("always", at: time))
            alerts.take(alert("once-\(time)", at: time))
        }
        XCTAssertEqual(alerts.current.map(\.id), ["always", "once-19999"])
    }

    // MARK: Words

    func testLongTextsAreCut() {
        var long = alert("a")
        long.header = [.init(String(repeating: "é", count: 301), nil)]
        long.description = [.init(String(repeating: "e", count: 4000), nil)]
        let wording = AlertWording(long, preferred: [], feed: nil)
        XCTAssertEqual(wording.header?.unicodeScalars.count, 300)
        XCTAssertEqual(wording.header?.last, "…")
        XCTAssertEqual(wording.description?.count, 4000)
        XCTAssertNotEqual(wording.description?.last, "…")
    }

    func testSamplesOfUnmatchedAlertsAreTheFirstById() {
        var match = AlertMatch()
        for id in ["f", "e", "d", "c", "b", "a", "m"] { match.add(alert(id), isMatched: id == "m") }
        XCTAssertEqual(match.matched, 1)
        XCTAssertEqual(match.unmatched, 6)
        XCTAssertEqual(match.samples, ["a", "b", "c", "d", "e"])
    }
}
