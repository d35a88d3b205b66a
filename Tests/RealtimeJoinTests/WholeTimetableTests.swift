import GTFSSchedule
import Geometry
import Schedule
import StageTestSupport
import TestSupport
import TimeZones
import XCTest

@testable import RealtimeJoin
@testable import Schedule

/// A schedule that is read whole says of each trip what one says that is asked for it.
final class WholeTimetableTests: XCTestCase {
    /// Reads a feed in both ways.
    private func both(_ path: String, _ body: (WholeTimetable, Timetable) throws -> Void) throws {
        var failure: Error?
        let run = try InMemoryRun("stop-visits", in: .withFeeds) { context in
            let whole = try WholeTimetable.read(path, context)
            var request = TimetableRequest()
            request.trips = whole.listedTrips.map { whole.id($0) }
            let asked = try ScheduleSource.open(path, context).timetable(for: request)
            do { try body(whole, asked) } catch { failure = error }
        }
        if let failure { throw failure }
        XCTAssertEqual(run.status, .done, run.log)
    }

    private func compare(_ path: String, trips atLeast: Int, shared: Bool) throws {
        try both(path) { whole, asked in
            var count = 0
            for number in whole.listedTrips {
                let id = whole.id(number)
                let trip = try XCTUnwrap(asked.tripNumbers[id], id)
                count += 1
                let service = whole.service(of: number)
                let other = TripService(asked[trip])
                XCTAssertEqual(service.first, other.first, id)
                XCTAssertEqual(service.last, other.last, id)
                XCTAssertEqual(service.frequencies.count, other.frequencies.count, id)
                XCTAssertEqual(service.service == nil, other.service == nil, id)
                let times = asked[trip].stopTimes
                guard let (profile, _) = whole.runningTimes(of: number) else {
                    XCTAssertTrue(times.isEmpty, id)
                    continue
                }
                let origin = whole.origin(of: number, startTime: nil)
                XCTAssertEqual(profile.stopTimes.count, times.count, id)
                for (one, two) in zip(profile.stopTimes, times) {
                    XCTAssertEqual(one.sequence, two.sequence, id)
                    XCTAssertEqual(one.stop.map { whole.frame[$0].id }, two.stop.map { asked[$0].id }, id)
                    XCTAssertEqual(one.arrival.map { origin + $0 }, two.arrival, "\(id) \(one.sequence)")
                    XCTAssertEqual(one.departure.map { origin + $0 }, two.departure, "\(id) \(one.sequence)")
                    XCTAssertEqual(one.shapeDistance, two.shapeDistance, id)
                }
            }
            XCTAssertGreaterThanOrEqual(count, atLeast)
            // Else nothing shared was tried.
            if shared { XCTAssertLessThan(whole.profiles.count * 2, count) }
        }
    }

    func testTheMadeUpCity() throws { try compare(Checkout.root + "/samples/feed.zip", trips: 100, shared: true) }

    func testRealFeeds() throws {
        guard RealData.folder != nil else { throw XCTSkip("the real feeds are not here") }
        for (name, trips, shared) in [
            ("node-gtfs-caltrain_20160406", 100, false), ("gtfskit-cairns_gtfs", 500, true),
            ("obagtfs-bart", 500, true), ("gtfs2gps-fortaleza", 100, false),
        ] {
            let path = try XCTUnwrap(RealData.path("static/\(name).zip"))
            try compare(path, trips: trips, shared: shared)
        }
    }

    /// Rows of trips that do not stand together, and times that have to be worked out.
    func testRowsThatStandApart() throws {
        let folder = TemporaryFolder.shared.folder()
        for (name, text) in [
            ("agency.txt", "agency_id,agency_name,agency_url,agency_timezone\nX,X,https://example.org/,UTC\n"),
            ("stops.txt", "stop_id,stop_name,stop_lat,stop_lon\nA,A,0,10\nB,B,0.005,10\nC,C,0.01,10\n"),
            ("routes.txt", "route_id,agency_id,route_short_name,route_type\nR,X,1,3\n"),
            (
                "calendar.txt",
                "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                    + "D,1,1,1,1,1,1,1,20260101,20261231\n"
            ),
            ("trips.txt", "route_id,service_id,trip_id\nR,D,T\nR,D,U\nR,D,W\nR,D,none\n"),
            (
                "stop_times.txt",
                "trip_id,stop_sequence,stop_id,arrival_time,departure_time\nT,3,C,08:10:00,08:10:00\n"
                    + "U,1,A,09:00:00,09:00:00\nT,1,A,08:00:00,08:00:00\nU,2,B,,\nW,1,A,25:00:00,25:00:00\n"
                    + "T,2,B,,\nW,3,C,25:10:00,25:10:00\nU,3,C,09:10:00,09:10:00\nW,2,B,,\n"
            ),
        ] { TemporaryFolder.put(Array(text.utf8), at: folder + "/" + name) }
        try compare(folder, trips: 4, shared: false)
        try both(folder) { whole, _ in
            for (id, first) in [("T", 28_800), ("U", 32_400), ("W", 90_000)] {
                let trip = try XCTUnwrap(whole.trip(id))
                let times = try XCTUnwrap(whole.runningTimes(of: trip)).times.stopTimes
                let origin = whole.origin(of: trip, startTime: nil)
                XCTAssertEqual(times.map { ($0.arrival ?? 0) + origin }, [first, first + 300, first + 600])
            }
            XCTAssertNil(whole.trip("absent"))
        }
    }

    /// A detour may change with every message: the timetable has no more trips for it.
    func testAModifiedTripTakesThePlaceOfOneThatWasRemoved() throws {
        let feed = try WrittenFeed(Checkout.root + "/Tests/Golden/stop-visits/detour-that-changes-its-line/feed.txt")
        try both(feed.folder) { whole, _ in
            let trip = try XCTUnwrap(whole.trip("T"))
            let times = try XCTUnwrap(whole.runningTimes(of: trip)).times.stopTimes
            let line = try XCTUnwrap(whole.way(of: trip)).stopPositions
            let (trips, profiles) = (whole.trips.count, whole.profiles.count)
            var found: Set<Int> = []
            for round in 1...100 {
                // S1, S3 on a line with a corner that is farther out each time.
                let corner = Coordinate(latitude: -33.82, longitude: 151.2 + 0.001 * Double(round))
                let modified = whole.addModified(
                    trip, stopTimes: [times[0], times[2]],
                    shape: ("own", whole.shapeLine("L").prefix(1) + [corner] + whole.shapeLine("L").suffix(1)))
                found.insert(modified.index)
                XCTAssertEqual(whole.id(modified), "T")
                XCTAssertEqual(whole.shapeID(of: modified), "own")
                XCTAssertEqual(whole.runningTimes(of: modified)?.times.stopTimes.count, 2)
                let positions = try XCTUnwrap(whole.way(of: modified)).stopPositions
                let sides = whole.shapeLine("L").filter { $0.latitude != corner.latitude }
                    .reduce(0) { $0 + Ellipsoid.distance($1, corner) }
                XCTAssertEqual(positions[1] - positions[0], sides, accuracy: 1)
                whole.removeModified(modified)
            }
            XCTAssertEqual(found.count, 1)
            XCTAssertEqual(whole.trips.count, trips + 1)
            XCTAssertEqual(whole.profiles.count, profiles + 1)
            XCTAssertEqual(whole.way(of: trip)?.stopPositions, line)
        }
    }

    // MARK: Which run is meant

    /// `stop-visits` and `departures` find the same run for whatever a message says.
    func testRunsAreThoseOfBoards() throws {
        let cases = try [
            "frequencies-with-realtime", "start-time-of-the-day-before", "no-start-date", "after-midnight",
        ]
        .map { try WrittenFeed(Checkout.root + "/Tests/Golden/departures/\($0)/feed.txt").folder }
        var (compared, shifted) = (0, 0)
        for feed in cases {
            try both(feed) { whole, asked in
                let zone = try Zone(named: XCTUnwrap(asked.agencies.first?.timezone))
                let finder = RunFinder(whole.frame.calendar, zone)
                let noon = zone.startOfServiceDay(CivilDate(compact: "20260715")!) + 43_200
                let day = CivilDate(compact: "20260715")!.daysSinceEpoch
                for number in whole.listedTrips {
                    for date in [nil, day - 1, day, day + 1] {
                        for start in [nil, 0, 900, 1800, 28_800, 29_400, 86_400, 87_300, 88_200] {
                            for instant in stride(from: noon - 100_000, through: noon + 100_000, by: 7_001) {
                                var update = TripUpdate(
                                    trip: TripReference(tripID: whole.id(number), startDate: date, startTime: start))
                                update.timestamp = instant
                                var realtime = RealtimeContext()
                                realtime.take(update)
                                let runs = TripRuns(asked, realtime, zone: zone, now: noon)
                                let found = finder.start(of: update.trip, whole.service(of: number), at: instant)
                                XCTAssertEqual(runs.start(ofUpdate: 0), found)
                                compared += 1
                                if let date, let other = found.day, other != date { shifted += 1 }
                            }
                        }
                    }
                }
            }
        }
        XCTAssertGreaterThan(compared, 1000)
        XCTAssertGreaterThan(shifted, 10)
    }
}
