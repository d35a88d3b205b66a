import Drawing
import Geometry
import Glibc
import StageKit
import TestSupport
import XCTest

@testable import MapStage

/// Stills of maps: what they show, where, and what they refuse.
final class MapStillTests: XCTestCase {
    private func run(
        _ text: String, _ format: StillOptions.Format = .svg, size: StillOptions.Size = .usual, title: String? = nil,
        common: CommonOptions = CommonOptions()
    ) throws -> InMemoryRun {
        let path = TemporaryFolder.shared.write(text)
        return try InMemoryRun("map", common) { context in
            var records = MapRecords(context)
            try context.feed([path], to: &records)
            try Still.write(records.model, StillOptions(format: format, size: size, title: title), context)
        }
    }

    private func model(_ text: String) throws -> MapModel {
        var model = MapModel()
        let path = TemporaryFolder.shared.write(text)
        _ = try InMemoryRun("map") { context in
            var records = MapRecords(context)
            try context.feed([path], to: &records)
            model = records.model
        }
        return model
    }

    private func line(_ id: String, _ coordinates: [(Double, Double)], color: String? = "0055AA") -> String {
        let positions = coordinates.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        return
            "{\"type\":\"Feature\",\"table\":\"polylines\",\"properties\":{\"polyline_id\":\"\(id)\",\"route_id\":\"\(id)\","
            + "\"route_short_name\":\"\(id)\"" + (color.map { ",\"route_color\":\"\($0)\"" } ?? "")
            + "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(positions)]}}\n"
    }

    private func pin(_ name: String, _ longitude: Double, _ latitude: Double) -> String {
        "{\"type\":\"Feature\",\"table\":\"stop_pins\",\"properties\":{\"stop_id\":\"s\",\"stop_name\":\"\(name)\"},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]}}\n"
    }

    private func vehicle(_ id: String, _ longitude: Double, _ latitude: Double, _ status: Int?, bearing: Int? = nil)
        -> String
    {
        "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"\(id)\",\"longitude\":\(longitude),\"latitude\":\(latitude),"
            + "\"timestamp\":1772402640" + (status.map { ",\"occupancy_status\":\($0)" } ?? "")
            + (bearing.map { ",\"bearing\":\($0)" } ?? "") + "}\n"
    }

    private var city: String {
        line("10", [(151.20, -33.88), (151.22, -33.87), (151.25, -33.90)])
            + line("2", [(151.20, -33.90), (151.25, -33.86)], color: nil) + pin("Central", 151.20, -33.88)
            + pin("Circular Quay", 151.25, -33.86)
            + vehicle("a", 151.22, -33.87, 1, bearing: 90) + vehicle("b", 151.21, -33.89, 2)
            + vehicle("c", 151.23, -33.88, 3) + vehicle("d", 151.24, -33.89, 5) + vehicle("e", 151.215, -33.875, nil)
    }

    func testEverythingHasItsTitle() throws {
        let run = try run(city, title: "Sydney <east> & \"west\"")
        let checker = XMLChecker(run.output)
        XCTAssertNil(checker.fault)
        for text in [
            "Sydney <east> & \"west\"", "Route 10", "Stop Central", "Central", "Circular Quay",
            "Vehicle a, Low occupancy", "Vehicle b, Moderate occupancy", "Vehicle c, High occupancy",
            "Vehicle d, Very crowded", "Vehicle e, occupancy unknown", "Very crowded: 1", "Occupancy unknown: 1",
            "2 lines, 2 routes, 2 stops, 5 vehicles; vehicles at 2026-03-01 22:04 UTC.",
        ] { XCTAssertTrue(checker.texts.contains(text), text) }
        XCTAssertTrue(checker.texts.contains { $0.hasPrefix("A map of 2 lines") && $0.contains("Routes: 2, 10.") })
        XCTAssertTrue(run.output.contains("stroke=\"#0055aa\""))
    }

    func testTimesAreOnTheClockOfTheZone() throws {
        for (asked, zone, expected) in [
            ("Australia/Sydney", nil, "2026-03-02 09:04 Australia/Sydney"), (nil, nil, "2026-03-01 22:04 UTC"),
            (nil, "Europe/Oslo", "2026-03-01 23:04 Europe/Oslo"), (nil, "Nowhere/City", "2026-03-01 22:04 UTC"),
            ("Australia/Sydney", "Europe/Oslo", "2026-03-02 09:04 Australia/Sydney"),
        ] {
            var model = try model(city)
            for index in model.lines.indices { model.lines[index].agencyTimezone = zone }
            let still = try Still(model, StillOptions(format: .svg, timezone: asked))
            XCTAssertTrue(still.words.subtitle.hasSuffix("; vehicles at \(expected)."), still.words.subtitle)
        }
    }

    /// Greyscale and every kind of sight: levels differ in shape.
    func testLevelsDifferInShape() throws {
        let picture = try Still(model(city), StillOptions(format: .svg)).picture()
        var corners: [String: Int] = [:]
        var title = ""
        for mark in picture.marks {
            switch mark {
            case .begin(let text, _): title = text
            case .area(let points, _, _) where title.hasPrefix("Vehicle") && points.count != 3:
                corners[title] = points.count
            case .disc where title.hasPrefix("Vehicle"): corners[title] = 0
            case .end: title = ""
            default: break
            }
        }
        XCTAssertEqual(corners["Vehicle a, Low occupancy"], 0)
        XCTAssertEqual(corners["Vehicle b, Moderate occupancy"], 4)
        XCTAssertEqual(corners["Vehicle c, High occupancy"], 4)
        XCTAssertEqual(corners["Vehicle d, Very crowded"], 10)
        XCTAssertEqual(corners.count, 5)
    }

    func testTheHeadingPointsWhereTheBearingSays() throws {
        // Eastwards: the tip lies to the right of the vehicle, at its height.
        let still = try Still(
            model(vehicle("a", 10, 50, 1, bearing: 90) + pin("x", 9.9, 49.9) + pin("y", 10.1, 50.1)),
            StillOptions(format: .svg))
        let place = still.view.point(Coordinate(latitude: 50, longitude: 10))
        let tips = still.picture().marks.compactMap { mark -> Point? in
            if case .area(let points, _, _) = mark, points.count == 3 { points[0] } else { nil }
        }
        XCTAssertEqual(tips.count, 1)
        XCTAssertEqual(tips[0].y, place.y, accuracy: 1e-6)
        XCTAssertGreaterThan(tips[0].x, place.x + 5)
    }

    func testALineAcrossTheAntimeridianStaysInThePicture() throws {
        let text = line("F", [(177.4, -17.8), (180, -17), (-178, -18.2)]) + pin("East", -178, -18.2)
        let still = try Still(model(text), StillOptions(format: .svg))
        var ends: [Point] = []
        for mark in still.picture().marks {
            if case .lines(let lines, let outline, _) = mark, outline.color == Color(0, 0x55, 0xAA), ends.isEmpty {
                ends = lines[0]
            }
        }
        XCTAssertEqual(ends.count, 3)
        XCTAssertTrue(ends.allSatisfy { still.view.contains($0) })
        XCTAssertTrue(ends[0].x < ends[1].x && ends[1].x < ends[2].x)
        XCTAssertEqual(still.view.point(Coordinate(latitude: -18.2, longitude: -178)).x, ends[2].x, accuracy: 1e-6)
        // The same line as GeoJSON cuts it.
        let cut = text.replacing(
            "\"LineString\",\"coordinates\":[[177.4,-17.8],[180.0,-17.0],[-178.0,-18.2]]",
            with: "\"MultiLineString\",\"coordinates\":[[[177.4,-17.8],[180,-17]],[[-180,-17],[-178,-18.2]]]")
        XCTAssertNotEqual(cut, text)
        let other = try Still(model(cut), StillOptions(format: .svg))
        XCTAssertEqual(other.view, still.view)
    }

    func testNamesDoNotCoverEachOther() throws {
        var generator = SeededGenerator(seed: 77)
        for _ in 0..<20 {
            var text = line("10", [(10, 50), (10.2, 50.1)])
            for stop in 0..<120 {
                let name = String(repeating: "name ", count: .random(in: 1...6, using: &generator)) + "\(stop)"
                text += pin(name, .random(in: 10...10.2, using: &generator), .random(in: 50...50.1, using: &generator))
            }
            let still = try Still(model(text), StillOptions(format: .svg))
            var frames: [Frame] = []
            for mark in still.picture().marks {
                guard case .text(let words, let point, let size, let isBold, let anchor, _, let halo, _) = mark,
                    halo != nil,
                    words.hasPrefix("name")
                else { continue }
                let width = TextWidth.of(words, size: size, isBold: isBold)
                let x = anchor == .start ? point.x : anchor == .end ? point.x - width : point.x - width / 2
                frames.append(Frame(x + 0.01, point.y - size * 0.9, width - 0.02, size))
            }
            XCTAssertGreaterThan(frames.count, 10)
            for (index, frame) in frames.enumerated() {
                XCTAssertTrue(still.area.contains(frame))
                for other in frames[..<index] { XCTAssertFalse(frame.overlaps(other)) }
            }
        }
    }

    func testATripShowsItsStopsAndVehicle() throws {
        let run = try run(
            """
            {"table":"trip_details","trip_id":"t","route_id":"r","route_short_name":"T1","route_color":"F99D1C",\
            "headsign":"Berowra","stops":[{"stop_id":"a","stop_name":"Central","stop_sequence":1,"lat":-33.88,"lon":151.2,\
            "departure_time_secs":28800,"delay":125},{"stop_id":"b","stop_name":"Wynyard","stop_sequence":2,"lat":null,\
            "lon":null},{"stop_id":"c","stop_name":"Hornsby","stop_sequence":3,"lat":-33.7,"lon":151.1,\
            "arrival_time_secs":90061}],"vehicle":{"vehicle_id":"v","label":"A12","latitude":-33.8,"longitude":151.15,\
            "bearing":300,"occupancy_status":3},"bbox":null,"fit":null}

            """)
        let texts = XMLChecker(run.output).texts
        for text in [
            "T1 Berowra", "Trip t of route T1 to Berowra", "Central, 08:00, 2 min late", "Hornsby, 25:01", "Central",
            "Hornsby",
        ] { XCTAssertTrue(texts.contains(text), "\(text): \(texts)") }
        XCTAssertFalse(texts.contains("Wynyard"), "it has no place")
        XCTAssertEqual(run.summary.table("trip_details").merged, 1)
    }

    func testWithoutCoordinatesThereIsNoPicture() throws {
        for text in [
            "", "{\"table\":\"stops\",\"stop_id\":\"A\"}\n",
            "{\"table\":\"departures\",\"stop_id\":\"A\",\"departure_time\":1772402640}\n",
            "{\"table\":\"trip_details\",\"trip_id\":\"t\",\"stops\":[{\"stop_id\":\"a\",\"lat\":null,\"lon\":null}]}\n",
        ] {
            for format in StillOptions.Format.allCases {
                let run = try run(text, format)
                XCTAssertEqual(run.status, .dataUnusable, text)
                XCTAssertTrue(run.output.isEmpty)
                let reason =
                    text.contains("trip_details") || text.contains("departures")
                    ? "no record in the input has coordinates" : "the input has no records"
                XCTAssertTrue(run.log.contains(reason), run.log)
            }
        }
    }

    func testWhatIsNotDrawnIsSaid() throws {
        var common = CommonOptions()
        common.verbosity = .verbose
        let departure = "{\"table\":\"departures\",\"stop_id\":\"A\",\"departure_time\":1772402640}\n"
        let run = try run(city + vehicle("far", -70, 40, 1) + departure, common: common)
        XCTAssertEqual(run.status, .done)
        XCTAssertTrue(run.log.contains("1 vehicles lie outside the picture"), run.log)
        XCTAssertTrue(run.log.contains("1 departures have no coordinates"), run.log)
        XCTAssertTrue(XMLChecker(run.output).texts.contains { $0.contains("1 vehicle outside the picture") })
    }

    func testPinsThatWouldCoverTheLinesAreNotDrawn() throws {
        var common = CommonOptions()
        common.verbosity = .verbose
        var text = line("10", [(10, 50), (10.2, 50.1)])
        for stop in 0..<9000 {
            text += pin("Stop \(stop)", 10 + Double(stop % 100) / 500, 50 + Double(stop / 100) / 900)
        }
        let run = try run(text, common: common)
        let checker = XMLChecker(run.output)
        XCTAssertNil(checker.elements["circle"])
        XCTAssertTrue(checker.texts.contains("1 line, 1 route, 9000 stops; stops are too dense to draw."))
        XCTAssertTrue(run.log.contains("9000 pins would cover the lines"), run.log)
        let few = XMLChecker(try self.run(text, size: .init(width: 4096, height: 4096)).output)
        XCTAssertEqual(few.elements["circle"], 9001, "with the legend's")
    }

    func testPNGHasTheSizeAskedForAndTheSameBytes() throws {
        let folder = TemporaryFolder()
        for (index, size) in [(1024, 768), (160, 120), (360, 740), (2048, 1536)].enumerated() {
            let options = StillOptions(format: .png, size: .init(width: size.0, height: size.1))
            let still = try Still(model(city), options)
            func png() throws -> [UInt8] {
                let picture = still.picture()
                let canvas = try Canvas(
                    width: picture.width, height: picture.height, unit: picture.unit, background: picture.background)
                try canvas.draw(picture)
                return try PNGEncoder.encode(canvas)
            }
            let bytes = try png()
            XCTAssertEqual(
                bytes[16..<24].map(Int.init), [0, 0, size.0 >> 8, size.0 & 255, 0, 0, size.1 >> 8, size.1 & 255])
            XCTAssertEqual(bytes, try png())
            folder.write(bytes: bytes, "\(index).png")
        }
    }

    func testSizes() {
        XCTAssertEqual(StillOptions.Size("1600x900"), .init(width: 1600, height: 900))
        for text in [
            "", "x", "100x", "10x10", "1024", "1024x768x2", "-1024x768", "+1024x768", "99999x99999", "1e3x1e3",
            "１２３４x768",
        ] {
            XCTAssertNil(StillOptions.Size(text), text)
        }
    }

    func testAnythingAtAllIsDrawnOrRefused() throws {
        var generator = SeededGenerator(seed: 31)
        func number() -> String {
            ["0", "90", "-90", "180", "-180", "85.1", "1e308", "-0.0001", "151.2", "null", "\"x\""].randomElement(
                using: &generator)!
        }
        let names = [
            "<img onerror=x>", "]]>", "\\u202e", "\\u0000", String(repeating: "y", count: 10_000), "שלום", "東京", "",
        ]
        for _ in 0..<200 {
            var text = ""
            for index in 0..<Int.random(in: 1...8, using: &generator) {
                let name = names.randomElement(using: &generator)!
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    text +=
                        "{\"type\":\"Feature\",\"table\":\"polylines\",\"properties\":{\"route_short_name\":\"\(name)\","
                    text +=
                        "\"route_color\":\"\(number())\",\"length_m\":\(number())},\"geometry\":{\"type\":\"LineString\","
                    text +=
                        "\"coordinates\":[[\(number()),\(number())],[\(number()),\(number())],[\(number()),\(number())]]}}\n"
                case 1:
                    text +=
                        "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"\(index)\",\"vehicle_label\":\"\(name)\","
                    text += "\"latitude\":\(number()),\"longitude\":\(number()),\"bearing\":\(number()),"
                    text +=
                        "\"timestamp\":\(["9223372036854775807", "-9223372036854775808", "0"].randomElement(using: &generator)!)}\n"
                case 2:
                    text +=
                        "{\"type\":\"Feature\",\"table\":\"stop_pins\",\"properties\":{\"stop_id\":\"s\",\"stop_name\":\"\(name)\"},"
                    text += "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(number()),\(number())]}}\n"
                default:
                    text +=
                        "{\"table\":\"trip_details\",\"trip_id\":\"\(name)\",\"route_long_name\":\"\(name)\",\"stops\":["
                    text +=
                        "{\"stop_name\":\"\(name)\",\"lat\":\(number()),\"lon\":\(number()),\"delay\":-9223372036854775808,"
                    text += "\"departure_time_secs\":9223372036854775807},{\"lat\":\(number()),\"lon\":\(number())}]}\n"
                }
            }
            let size = StillOptions.Size(width: [160, 500, 1024].randomElement(using: &generator)!, height: 300)
            let svg = try run(text, .svg, size: size)
            XCTAssertTrue(svg.status == .done || svg.status == .dataUnusable, svg.log)
            if svg.status == .done { XCTAssertNil(XMLChecker(svg.output).fault, text) }
            XCTAssertEqual(try run(text, .png, size: size).status, svg.status, text)
        }
    }

    func testRoutesSideBySide() throws {
        var model = MapModel()
        model.lines = WaySamples.fork
        for (place, color) in [(0, "FF0000"), (1, "00FF00"), (2, "0000FF")] {
            model.lines[0].routes[place].routeColor = color
        }
        model.pins = [WaySamples.pin("a", (24.01, 60.0002), ["N", "E", "S"])]
        // A length that no way has.
        model.lines[0].length = 1e308
        let still = try Still(model, StillOptions(format: .svg))
        XCTAssertEqual(still.words.subtitle, "4 pieces of way, 3 routes, 1 stop.")
        let picture = still.picture()
        /// The first place of each route's strand on the piece from the west.
        var starts: [String: Point] = [:]
        var capsule: [Point]?
        var title = ""
        for mark in picture.marks {
            switch mark {
            case .begin(let text, _): title = text
            case .lines(let lines, let outline, _) where title.hasPrefix("Route"):
                starts[outline.color.hex] = lines.flatMap { $0 }.min { $0.x < $1.x }
            case .lines(let lines, let outline, _) where title.hasPrefix("Stop Stop a") && outline.color == .white:
                capsule = lines[0]
            case .end: title = ""
            default: break
            }
        }
        let heights = try ["#ff0000", "#00ff00", "#0000ff"].map { try XCTUnwrap(starts[$0], $0).y }
        XCTAssertEqual(heights[1] - heights[0], still.ways.pitch, accuracy: 1e-6)
        XCTAssertEqual(heights[2] - heights[1], still.ways.pitch, accuracy: 1e-6)
        XCTAssertLessThan(still.ways.width, still.ways.pitch)
        // The stop lies across all three.
        let bar = try XCTUnwrap(capsule).map(\.y).sorted()
        XCTAssertEqual(bar[0], heights[0], accuracy: 1e-6)
        XCTAssertEqual(bar[1], heights[2], accuracy: 1e-6)
    }
}
