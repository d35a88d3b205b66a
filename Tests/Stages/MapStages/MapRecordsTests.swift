import Geometry
import TestSupport
import XCTest

final class MapRecordsTests: MapRuns {
    private let line = """
        {"type":"Feature","table":"polylines","properties":{"polyline_id":"L","route_id":"R","route_short_name":"7",\
        "route_long_name":"Seven","route_color":"#ff8000","trip_count":3,"runs":9,"length_m":12.5,"stop_ids":["A","B"],"missing_stop_ids":["C"]},\
        "geometry":{"type":"LineString","coordinates":[[150,-25],[150,-25],[151,-26]]}}\n
        """

    func testALineWithItsProperties() throws {
        let (model, run) = try model(line)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(model.lines.count, 1)
        let first = try XCTUnwrap(model.lines.first)
        XCTAssertEqual(first.routeColor, "FF8000")
        XCTAssertEqual(first.tripCount, 3)
        XCTAssertEqual(first.runs, 9)
        XCTAssertEqual(first.routeLongName, "Seven")
        XCTAssertEqual(first.stopIDs, ["A", "B"])
        XCTAssertEqual(first.missingStopCount, 1)
        // A position that is given twice in a row is one.
        XCTAssertEqual(first.parts.map(\.coordinates.count), [2])
        XCTAssertEqual(model.bounds, Bounds(west: 150, south: -26, east: 151, north: -25))
        assertBalanced(run)
    }

    func testLinesAcrossTheAntimeridianKeepTogether() throws {
        let (model, _) = try model(
            """
            {"type":"Feature","table":"polylines","properties":{"route_id":"F"},"geometry":{"type":"MultiLineString",\
            "coordinates":[[[179,-17],[180,-17.5]],[[-180,-17.5],[-179,-18]]]}}\n
            """)
        XCTAssertEqual(model.lines[0].parts.count, 2)
        XCTAssertEqual(model.bounds, Bounds(west: 179, south: -18, east: -179, north: -17))
    }

    func testTheNewestStateOfAVehicleStaysInWhateverOrderItCame() throws {
        func position(_ id: String, _ time: Int, _ latitude: Double, feed: Int = 100) -> String {
            "{\"table\":\"vehicle_positions\",\"feed_timestamp\":\(feed),\"vehicle_id\":\"\(id)\","
                + "\"timestamp\":\(time),\"latitude\":\(latitude),\"longitude\":150}\n"
        }
        let rows = [position("A", 50, 1), position("A", 70, 2), position("A", 60, 3), position("B", 10, 4)]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]] {
            let (model, run) = try model(order.map { rows[$0] }.joined())
            let latitudes = model.vehicles.map { ($0.vehicleID, $0.coordinate.latitude) }.sorted { $0.0 < $1.0 }
            XCTAssertEqual(latitudes.map(\.0), ["A", "B"])
            XCTAssertEqual(latitudes.map(\.1), [2, 4])
            assertBalanced(run)
        }
    }

    func testVehiclesAreKnownByTheLadderAndByTheirFeed() throws {
        let rest = "\"latitude\":1,\"longitude\":2}\n"
        let (model, _) = try model(
            "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"1\",\(rest)"
                + "{\"table\":\"vehicle_positions\",\"feed_id\":\"x\",\"vehicle_id\":\"1\",\(rest)"
                + "{\"table\":\"vehicle_positions\",\"vehicle_label\":\"1\",\(rest)"
                + "{\"table\":\"vehicle_positions\",\"trip_id\":\"T\",\"start_date\":\"20260101\",\(rest)"
                + "{\"table\":\"vehicle_positions\",\"trip_id\":\"T\",\"start_date\":\"20260102\",\(rest)"
                + "{\"table\":\"vehicle_positions\",\"entity_id\":\"E\",\(rest)"
                + "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"1\",\(rest)")
        XCTAssertEqual(model.vehicles.map(\.vehicleID), ["1", "1", "1", "T", "T", "E"])
    }

    func testAVehicleThatLeavesIsGoneAndTheLastFrameStands() throws {
        let (model, run) = try model(
            """
            {"table":"vehicle_events","vehicle_id":"A","event":"enter","at":1,"latitude":1,"longitude":2}
            {"table":"vehicle_events","vehicle_id":"A","event":"exit","at":9}
            {"table":"vehicle_events","vehicle_id":"B","event":"update","at":2,"latitude":1,"longitude":2,"heading":90}
            {"table":"frames","frame":1,"time":2.5,"vehicles":[{"vehicle_id":"C","latitude":5,"longitude":6}]}
            {"table":"frames","frame":0,"time":1.5,"vehicles":[{"vehicle_id":"D","latitude":7,"longitude":8}]}\n
            """)
        XCTAssertEqual(model.vehicles.map(\.vehicleID), ["B", "C"])
        XCTAssertEqual(model.vehicles[0].bearing, 90)
        assertBalanced(run)
    }

    func testAPositionThatIsNoneIsNotDrawn() throws {
        let (model, run) = try model(
            """
            {"table":"vehicle_positions","vehicle_id":"A","latitude":0,"longitude":0}
            {"table":"vehicle_positions","vehicle_id":"B","latitude":91,"longitude":0}
            {"table":"vehicle_positions","vehicle_id":"C","occupancy_status":1}
            {"table":"vehicle_positions","latitude":1,"longitude":1}\n
            """)
        XCTAssertTrue(model.vehicles.isEmpty)
        XCTAssertEqual(run.summary.rejectedCount, 1)
        assertBalanced(run)
    }

    func testADepartureKeepsAbsenceAndRefusesNonsense() throws {
        let (model, run) = try model(
            """
            {"table":"departures","trip_id":7,"departure_time":1772402400,"departure_time_local":"soon","delay":null,\
            "occupancy_status":7,"occupancy_percentage":-1,"route_color":"red"}
            {"table":"departures","trip_id":"T","departure_time":"now"}\n
            """)
        XCTAssertEqual(model.departures.count, 1)
        let first = try XCTUnwrap(model.departures.first)
        XCTAssertEqual(first.tripID, "7")
        XCTAssertNil(first.departureTimeLocal)
        XCTAssertNil(first.delay)
        XCTAssertNil(first.occupancyStatus)
        XCTAssertNil(first.occupancyPercentage)
        XCTAssertNil(first.routeColor)
        XCTAssertEqual(run.summary.rejected.map(\.code), ["no_departure_time"])
        assertBalanced(run)
    }

    func testStopsOfATripStandInTheirSequence() throws {
        let (model, _) = try model(
            """
            {"table":"trip_details","trip_id":"T","stops":[{"stop_id":"B","stop_sequence":9,"lat":1,"lon":2},\
            {"stop_id":"A","stop_sequence":2,"lat":null,"lon":null},3],"vehicle":{"vehicle_id":"V","latitude":1,\
            "longitude":2,"occupancy_status":"FULL"}}\n
            """)
        XCTAssertEqual(model.trips[0].stops.map(\.stopID), ["A", "B"])
        XCTAssertNil(model.trips[0].stops[0].coordinate)
        XCTAssertEqual(model.trips[0].vehicle?.occupancyStatus?.code, 5)
    }

    func testGarbageIsRejectedAndCounted() throws {
        var generator = SeededGenerator(seed: 6)
        let pieces = [
            "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}", "\"geometry\":null", "\"geometry\":{}",
            "\"properties\":{\"stop_id\":\"S\",\"route_ids\":[1,null,{}]}", "\"properties\":[]", "\"stops\":{}",
            "\"stops\":[[],\"x\",{\"lat\":\"a\"}]", "\"vehicle\":3", "\"trip_id\":\"T\"", "\"departure_time\":1e300",
            "\"departure_time\":5", "\"vehicles\":[{\"vehicle_id\":1,\"latitude\":1e9}]", "\"time\":1e308",
            "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1],[2,3,4],[\"x\",1],[200,3]]}",
            "\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[1,[],[[1,2],[3,4]]]}", "\"latitude\":\"x\"",
            "\"empty\":-5", "\"full\":9007199254740993", "\"timestamp\":1.5e18", "\"vehicle_id\":[]",
        ]
        let tables = [
            "polylines", "stop_pins", "trip_details", "departures", "vehicle_positions", "vehicle_events", "frames",
            "occupancy", "others",
        ]
        for _ in 0..<300 {
            var text = ""
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let table = tables.randomElement(using: &generator) ?? ""
                let members = (0..<Int.random(in: 0...5, using: &generator)).compactMap { _ in
                    pieces.randomElement(using: &generator)
                }
                text += "{\"table\":\"\(table)\"" + members.map { "," + $0 }.joined() + "}\n"
            }
            let run = try model(text).run
            XCTAssertTrue([.done, .dataUnusable].contains(run.status), "\(run.status) \(text)")
            assertBalanced(run)
        }
    }
}
