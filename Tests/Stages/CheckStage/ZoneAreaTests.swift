import CheckStage
import IngestStage
import StageKit
import TestSupport
import XCTest

/// Zones of locations.geojson: what makes a polygon unsound, and which zones overlap.
final class ZoneAreaTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// Codes and counts of the notices of two zones that one trip calls at in one window.
    private func codes(_ first: String, _ second: String, type: String = "Polygon") throws -> [String: Int] {
        let features = [("A", first), ("B", second)].map {
            #"{"type":"Feature","id":"\#($0.0)","properties":{},"geometry":{"type":"\#(type)","coordinates":\#($0.1)}}"#
        }
        let feed = """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            A,Hill Lines,https://example.com,UTC
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,A,1,3
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            W,1,1,1,1,1,1,1,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id
            R,W,T
            # stop_times.txt
            trip_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type
            T,A,1,08:00:00,10:00:00,2,1
            T,B,2,09:00:00,11:00:00,2,1
            # locations.geojson
            {"type":"FeatureCollection","features":[\(features.joined(separator: ","))]}

            """
        var options = CheckOptions()
        options.feed = folder.write(bytes: ZipBuilder(feed: feed).bytes, "feed.zip")
        options.at = try CheckOptions.at("2026-03-02")
        options.rules = [
            "invalid_geometry", "overlapping_zone_and_pickup_drop_off_window", "unsupported_geometry_type",
        ]
        var world = World()
        world.schedule = IngestedFeed()
        let run = try InMemoryRun("check", in: world) { try Check.run(options, $0) }
        XCTAssertEqual(run.status, .done, run.log)
        var counts: [String: Int] = [:]
        for rule in options.rules {
            let found = run.lines.filter { $0.contains("\"code\":\"\(rule)\"") }
            for line in found where line.contains("\"count\":1,") { counts[rule, default: 0] += 1 }
            for line in found where line.contains("\"count\":2,") { counts[rule, default: 0] += 2 }
        }
        return counts
    }

    private func square(_ west: Double, _ south: Double, _ side: Double) -> String {
        let (east, north) = (west + side, south + side)
        return "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
    }

    func testZonesOverlapWhereEachHasSomeOfItsOwn() throws {
        let overlap = ["overlapping_zone_and_pickup_drop_off_window": 1]
        for (second, expected): (String, [String: Int]) in [
            // Across a corner, along an edge, and with borders on one line.
            (square(5.5, 50.5, 1), overlap), (square(5.5, 50, 1), overlap), (square(5.25, 50.75, 0.5), overlap),
            // Beside it, at a corner, and far away.
            (square(6, 50, 1), [:]), (square(6, 51, 1), [:]), (square(8, 50, 1), [:]),
            // The same, and one in the other: neither has, or one has not, some of its own.
            (square(5, 50, 1), [:]), (square(5.25, 50.25, 0.5), [:]), (square(5, 50, 0.5), [:]),
            (square(5.25, 50.5, 0.5), [:]),
            (square(4, 49, 3), [:]),
        ] {
            XCTAssertEqual(try codes("[\(square(5, 50, 1))]", "[\(second)]"), expected, second)
        }
    }

    func testAZoneInTheHoleOfAnother() throws {
        let ring = "[\(square(5, 50, 3)),\(square(6, 51, 1))]"
        XCTAssertEqual(try codes(ring, "[\(square(6.25, 51.25, 0.5))]"), [:])
        XCTAssertEqual(
            try codes(ring, "[\(square(6.5, 51.5, 1))]"), ["overlapping_zone_and_pickup_drop_off_window": 1])
    }

    func testPolygonsThatAreUnsound() throws {
        let far = "[\(square(20, 50, 1))]"
        for (polygon, isSound) in [
            ("[\(square(5, 50, 3)),\(square(6, 51, 1))]", true),
            // A hole that touches its ring at one corner.
            ("[\(square(5, 50, 3)),[[5,50],[6,50.5],[6,51],[5,50]]]", true),
            // A hole outside, a hole across, a hole in a hole.
            ("[\(square(5, 50, 1)),\(square(7, 50, 0.5))]", false),
            ("[\(square(5, 50, 1)),\(square(5.5, 50.5, 1))]", false),
            ("[\(square(5, 50, 4)),\(square(6, 51, 2)),\(square(6.5, 51.5, 0.5))]", false),
            // A ring that crosses itself, goes back, and touches itself.
            ("[[[5,50],[6,51],[6,50],[5,51],[5,50]]]", false),
            ("[[[5,50],[6,50],[6,51],[6,50.5],[5,50.5],[5,50]]]", false),
            ("[[[5,50],[7,50],[7,52],[6,50],[5,52],[5,50]]]", false),
            // A corner that is written twice.
            ("[[[5,50],[6,50],[6,50],[6,51],[5,50]]]", true),
        ] {
            XCTAssertEqual(try codes(polygon, far), isSound ? [:] : ["invalid_geometry": 1], polygon)
        }
    }

    func testSeveralPolygons() throws {
        let far = "[[\(square(20, 50, 1))]]"
        for (polygons, isSound) in [
            ("[[\(square(5, 50, 1))],[\(square(7, 50, 1))]]", true),
            ("[[\(square(5, 50, 3)),\(square(6, 51, 1))],[\(square(6.25, 51.25, 0.5))]]", true),
            ("[[\(square(5, 50, 3))],[\(square(6, 51, 1))]]", false),
            ("[[\(square(5, 50, 1))],[\(square(5.5, 50.5, 1))]]", false),
        ] {
            XCTAssertEqual(
                try codes(polygons, far, type: "MultiPolygon"), isSound ? [:] : ["invalid_geometry": 1], polygons)
        }
    }
}
