import Geometry
import XCTest

@testable import Networks

/// Pins as stations.
final class NetworkStopsTests: XCTestCase {
    private func pin(
        _ id: String, _ name: String? = nil, of parent: String? = nil, station: String? = nil, code: String? = nil,
        feed: String? = nil, access: Int? = nil, routes: [String] = [], at place: (Double, Double) = (0, 0)
    ) -> NetworkPin {
        NetworkPin(
            feedID: feed, stopID: id, stopName: name, parentStation: parent, stationName: station, platformCode: code,
            wheelchairBoarding: access, routeIDs: routes,
            coordinate: Coordinate(latitude: place.1, longitude: place.0))
    }

    func testPlatformsAreOneStopInThePlaceOfTheFirst() throws {
        let stops = NetworkStops([
            pin("0", "Before"),
            pin("C1", "Central Platform 1", of: "C", station: "Central", code: "1", routes: ["b", "a"], at: (10, 50)),
            pin("1", "Between"),
            pin("C2", "Central Platform 2", of: "C", station: "Central", routes: ["a", "c"], at: (10.002, 50.004)),
        ]).all
        XCTAssertEqual(stops.map(\.stopID), ["0", "C", "1"])
        XCTAssertEqual(stops.map(\.stopName), ["Before", "Central", "Between"])
        XCTAssertEqual(stops.map(\.isStation), [false, true, false])
        XCTAssertEqual(stops[1].routeIDs, ["b", "a", "c"])
        XCTAssertEqual(stops[1].coordinate.longitude, 10.001, accuracy: 1e-9)
        XCTAssertEqual(stops[1].coordinate.latitude, 50.002, accuracy: 1e-9)
        XCTAssertEqual(stops[1].platforms.map(\.stopID), ["C1", "C2"])
        XCTAssertEqual(stops[1].platforms.map(stops[1].label), ["1", "Central Platform 2"])
    }

    func testAPinWithoutAParentStaysAsItIs() {
        let pins = [
            pin("a", "A", feed: "f", access: 1, routes: ["r", "r"], at: (180, -17)), pin("a"), pin("b", code: "4"),
        ]
        XCTAssertEqual(NetworkStops(pins).all, pins.map(NetworkStop.init))
    }

    func testOnePlatformIsAStationToo() throws {
        let stop = try XCTUnwrap(
            NetworkStops([pin("C1", "Platform 1", of: "C", station: "Central", access: 2)]).all.first)
        XCTAssertEqual(stop.stopID, "C")
        XCTAssertEqual(stop.stopName, "Central")
        XCTAssertEqual(stop.wheelchairBoarding, 2)
        XCTAssertEqual(stop.platforms.map(stop.label), ["Platform 1"])
    }

    func testNamesOfStationsThatHaveNone() {
        func name(_ names: String?...) -> String? {
            NetworkStops(names.enumerated().map { pin("\($0)", $1, of: "S") }).all[0].stopName
        }
        XCTAssertEqual(name("Quay", "Quay"), "Quay")
        XCTAssertEqual(name("Quay, Stand A", "Quay, Stand B"), "Quay")
        XCTAssertEqual(name("North", "South"), "North")
        XCTAssertEqual(name(nil, "South"), "South")
        XCTAssertNil(name(nil, nil))
    }

    func testFeedsAreNotMixed() {
        let pins = ["one", "two", nil].flatMap { feed in
            [pin("1", of: "S", feed: feed), pin("2", of: "S", feed: feed), pin("S", feed: feed)]
        }
        let stops = NetworkStops(pins).all
        XCTAssertEqual(stops.map(\.feedID), ["one", "two", nil])
        XCTAssertEqual(stops.map { $0.platforms.count }, [3, 3, 3], "the station is called at too")
        let other = NetworkStops([pin("S", feed: "one"), pin("1", of: "S", feed: "two")]).all
        XCTAssertEqual(other.map(\.isStation), [false, true], "another feed's station")
    }

    func testAPlatformThatComesTwiceIsOne() {
        let stops = NetworkStops([
            pin("1", of: "S", routes: ["a"], at: (1, 1)), pin("2", of: "S", at: (2, 2)),
            pin("1", of: "S", routes: ["b", "a"], at: (1, 1)), pin("1", of: "T", routes: ["c"]),
        ]).all
        XCTAssertEqual(stops.map { $0.platforms.map(\.stopID) }, [["1", "2"], ["1"]])
        XCTAssertEqual(stops.map(\.routeIDs), [["a", "b"], ["c"]])
        XCTAssertEqual(stops[0].coordinate, Coordinate(latitude: 1.5, longitude: 1.5))
    }

    func testTheMiddleLiesBetweenPlatformsAcrossTheAntimeridian() {
        for (first, second, middle) in [(179.99, -179.97, -179.99), (-179.99, 179.97, 179.99), (180, -180, 180)] {
            let stop = NetworkStops([pin("1", of: "S", at: (first, -17)), pin("2", of: "S", at: (second, -17))]).all[0]
            XCTAssertEqual(stop.coordinate.longitude, middle, accuracy: 1e-9)
            XCTAssertTrue(stop.coordinate.isValid)
        }
    }

    func testAccessIsThePlatformsOwnWhereItDiffers() {
        func stop(_ access: Int?...) -> NetworkStop {
            NetworkStops(access.enumerated().map { pin("\($0)", of: "S", access: $1) }).all[0]
        }
        XCTAssertEqual(stop(1, 1).wheelchairBoarding, 1)
        XCTAssertNil(stop(1, 2).wheelchairBoarding)
        XCTAssertNil(stop(1, nil).wheelchairBoarding)
        XCTAssertTrue(stop(1, 0).accessDiffers)
        XCTAssertFalse(stop(nil, 0).accessDiffers, "neither is known")
        XCTAssertFalse(NetworkStop(pin("a", access: 1)).accessDiffers)
    }

    func testALineHasAStationOnce() {
        func line(_ stops: [String], feed: String? = nil) -> NetworkLine {
            NetworkLine(feedID: feed, stopIDs: stops, missingStopCount: 0, parts: [])
        }
        let stops = NetworkStops([pin("1", of: "S"), pin("2", of: "S"), pin("a")])
        XCTAssertEqual(stops.count(on: line(["1", "a", "2", "unknown", "a"])), 4)
        XCTAssertEqual(stops.count(on: line(["1", "a", "2"], feed: "other")), 3)
        XCTAssertEqual(NetworkStops([]).count(on: line(["1", "1"])), 2)
    }
}
