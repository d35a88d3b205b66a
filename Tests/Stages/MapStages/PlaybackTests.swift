import Drawing
import StageKit
import TestSupport
import XCTest

@testable import MapStage

/// What a page plays, as records say it and as the page has it.
final class PlaybackTests: MapRuns {
    private func played(_ text: String) throws -> (model: MapModel, run: InMemoryRun) {
        try model(text, keepsPlayback: true)
    }

    private let events = """
        {"table":"vehicle_events","vehicle_id":"A","event":"enter","generation":1,"at":100,"latitude":1.5,"longitude":-2.25,"heading":359.99,"trip_id":"t","route_id":"r","occupancy_status":5}
        {"table":"vehicle_events","vehicle_id":"B","event":"update","generation":7,"at":100,"latitude":0.0000014,"longitude":179.999999,"occupancy_status":8,"stale":true}
        {"table":"vehicle_events","vehicle_id":"A","event":"update","generation":2,"at":160,"latitude":1.5,"longitude":-2.25,"from":{"latitude":1,"longitude":2},"heading":90.04,"trip_id":"t","route_id":"r","occupancy_status":5}
        {"table":"vehicle_events","vehicle_id":"A","event":"exit","generation":5,"at":400}

        """

    func testFixesArePackedAsTheTableSays() throws {
        let (model, run) = try played(events)
        let playback = try XCTUnwrap(model.playback)
        XCTAssertEqual(playback.span, 100...400)
        XCTAssertEqual(playback.vehicles.map(\.vehicleID), ["A", "B"])
        XCTAssertEqual(playback.trips.list, ["t"])
        XCTAssertEqual(playback.routes.list, [Playback.Route(routeID: "r")])
        XCTAssertTrue(model.vehicles.isEmpty, "who is played does not stand beside it")
        XCTAssertEqual(run.summary.rejectedCount, 0)
        var numbers = PackedNumbers(playback.packed())
        // A: three fixes.
        XCTAssertEqual(numbers.whole(), 3)
        XCTAssertEqual(numbers.whole(), 0)
        XCTAssertEqual(numbers.byte(), 0 | 32 | 64 | 128)
        XCTAssertEqual([numbers.signed(), numbers.signed()], [-2_250_000, 1_500_000])
        XCTAssertEqual(numbers.whole(), 0, "359.99 is north")
        XCTAssertEqual([numbers.whole(), numbers.whole(), numbers.whole()], [1, 1, 6])
        XCTAssertEqual(numbers.signed(), 1)
        XCTAssertEqual(numbers.whole(), 1, "it is there when its report comes")
        XCTAssertEqual(numbers.whole(), 60)
        XCTAssertEqual(numbers.byte(), 1 | 8 | 64)
        XCTAssertEqual(numbers.whole(), 900)
        XCTAssertEqual(numbers.signed(), 0)
        XCTAssertEqual([numbers.whole(), numbers.whole()], [1, 0], "it stood, so its leg takes no time")
        XCTAssertEqual(numbers.whole(), 240)
        // It left where it was; what it was on is not said.
        XCTAssertEqual(numbers.byte(), 4 | 64 | 128)
        XCTAssertEqual(numbers.whole(), 3600)
        XCTAssertEqual([numbers.whole(), numbers.whole(), numbers.whole()], [0, 0, 0])
        XCTAssertEqual(numbers.signed(), 2)
        XCTAssertEqual(numbers.whole(), 0, "an exit has no leg")
        // B.
        XCTAssertEqual([numbers.whole(), numbers.whole()], [1, 0])
        XCTAssertEqual(numbers.byte(), 1 | 16 | 32)
        XCTAssertEqual([numbers.signed(), numbers.signed()], [179_999_999, 1])
        XCTAssertEqual(numbers.signed(), 7)
        XCTAssertEqual(numbers.whole(), 1)
        XCTAssertTrue(numbers.rest.isEmpty)
    }

    func testALabelIsThatOfTheLatestEventThatSaysOne() throws {
        func event(_ at: Int, _ label: String?) -> String {
            """
            {"table":"vehicle_events","vehicle_id":"A","event":"update","generation":2,"at":\(at),"latitude":1,"longitude":2\
            \(label.map { ",\"vehicle_label\":\"\($0)\"" } ?? "")}

            """
        }
        let rows = [event(100, "Car 7"), event(200, "Car 8"), event(300, nil)]
        for order in [rows, rows.reversed()] {
            let playback = try XCTUnwrap(try played(order.joined()).model.playback)
            XCTAssertEqual(playback.vehicles, [Playback.Vehicle(vehicleID: "A", label: "Car 8")])
        }
        XCTAssertNil(try XCTUnwrap(try played(events).model.playback).vehicles[0].label)
    }

    func testOneSnapshotStandsStillAndPositionsStandBesideWhatIsPlayed() throws {
        let position = """
            {"table":"vehicle_positions","vehicle_id":"A","latitude":1,"longitude":1,"timestamp":100}
            {"table":"vehicle_positions","vehicle_id":"C","latitude":1,"longitude":1,"timestamp":100}\n
            """
        let one = try played(String(events.split(separator: "\n")[0]) + "\n" + position).model
        XCTAssertNil(one.playback)
        XCTAssertEqual(one.vehicles.map(\.vehicleID), ["A", "C"])
        let both = try played(events + position).model
        XCTAssertNotNil(both.playback)
        XCTAssertEqual(both.vehicles.map(\.vehicleID), ["C"])
    }

    func testFramesArePackedInTheOrderOfTime() throws {
        let text = """
            {"table":"frames","frame":1,"time":130,"playback":0.5,"vehicles":[{"vehicle_id":"A","latitude":1,"longitude":2.0000004,"bearing":12.5,"scale":0.9,"opacity":0.5,"phase":"updating","generation":3,"occupancy_status":5}]}
            {"table":"frames","frame":0,"time":100,"playback":0,"vehicles":[{"vehicle_id":"B","latitude":-1,"longitude":2,"scale":1,"opacity":1,"phase":"idle","generation":1,"occupancy_status":null},{"vehicle_id":"A","latitude":1,"longitude":2,"scale":0.3,"opacity":1,"phase":"entering","generation":3,"occupancy_status":5}]}\n
            """
        let model = try played(text).model
        let frames = try XCTUnwrap(model.frames)
        XCTAssertEqual(frames.span, 100...130)
        XCTAssertEqual(frames.speed, 60)
        XCTAssertEqual(frames.vehicles.list.map(\.vehicleID), ["A", "B"])
        var numbers = PackedNumbers(frames.packed())
        XCTAssertEqual([numbers.whole(), numbers.whole()], [2, 0])
        XCTAssertEqual(numbers.byte(), 32 | 1 | 2)
        XCTAssertEqual([numbers.signed(), numbers.signed()], [2_000_000, 1_000_000])
        XCTAssertEqual([numbers.whole(), numbers.whole()], [3000, 10_000])
        XCTAssertEqual([numbers.whole(), numbers.whole(), numbers.whole()], [1, 6, 3])
        XCTAssertEqual(numbers.whole(), 1)
        XCTAssertEqual(numbers.byte(), 64 | 1 | 2)
        XCTAssertEqual(numbers.whole(), 125)
        XCTAssertEqual([numbers.whole(), numbers.whole()], [9000, 5000])
        XCTAssertEqual([numbers.whole(), numbers.whole(), numbers.whole()], [2, 6, 3])
        XCTAssertEqual([numbers.whole(), numbers.whole()], [1, 0])
        // Vehicles of two feeds are two.
        let two = try played(text.replacing("{\"vehicle_id\":\"B\"", with: "{\"feed_id\":\"x\",\"vehicle_id\":\"A\""))
            .model
        XCTAssertEqual(two.frames?.vehicles.list.map(\.feedID), [nil, "x"])
        // With events beside them, these are played.
        let both = try played(events + text)
        XCTAssertNil(both.model.frames)
    }

    func testRotationIsPackedWhereItChanges() throws {
        func frame(_ number: Int, _ rotation: String) -> String {
            """
            {"table":"frames","frame":\(number),"time":\(100 + number),"playback":\(number),"vehicles":[{"vehicle_id":"A","latitude":1,"longitude":2,"scale":1,"opacity":1,\(rotation)"phase":"idle","generation":1,"occupancy_status":null}]}\n
            """
        }
        let text = frame(0, "\"rotation\":-90,") + frame(1, "\"rotation\":-90,") + frame(2, "")
        let frames = try XCTUnwrap(played(text).model.frames)
        var numbers = PackedNumbers(frames.packed())
        XCTAssertEqual([numbers.whole(), numbers.whole()], [3, 0])
        XCTAssertEqual(numbers.byte(), 32 | 4 | 1 | 2)
        XCTAssertEqual([numbers.signed(), numbers.signed()], [2_000_000, 1_000_000])
        XCTAssertEqual([numbers.whole(), numbers.whole(), numbers.whole()], [10_000, 10_000, 2700])
        XCTAssertEqual([numbers.whole(), numbers.whole(), numbers.whole()], [0, 0, 1])
        XCTAssertEqual([numbers.whole(), Int(numbers.byte())], [1, 0])
        XCTAssertEqual([numbers.whole(), Int(numbers.byte()), numbers.whole()], [1, 4, 0])
    }

    func testAClockThatIsWrongDoesNotStretchTime() throws {
        let later = """
            {"table":"vehicle_events","vehicle_id":"A","event":"update","generation":9,"at":99000000,"latitude":1.5,"longitude":-2.25}\n
            """
        for text in [events + later, later + events] {
            let (model, run) = try played(text)
            XCTAssertEqual(model.playback?.span, 100...400)
            XCTAssertTrue(run.log.contains("1 event is more than a year away from all others"), run.log)
        }
    }

    func testThePagesClockIsThatOfMostLines() throws {
        func line(_ zone: String?) -> String {
            let member = zone.map { ",\"agency_timezone\":\"\($0)\"" } ?? ""
            return """
                {"type":"Feature","table":"polylines","properties":{"polyline_id":"p"\(member)},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}\n
                """
        }
        let model = try played(line("Europe/Oslo") + line(nil) + line("Asia/Tokyo") + line("Asia/Tokyo")).model
        func page(_ options: MapOptions) -> String {
            String(
                decoding: MapPageData.bytes(of: model, title: "", place: nil, licence: nil, options), as: UTF8.self)
        }
        XCTAssertTrue(page(MapOptions()).contains(#""timezone":"Asia/Tokyo""#), page(MapOptions()))
        var options = MapOptions()
        options.timezone = "Europe/Oslo"
        XCTAssertTrue(page(options).contains(#""timezone":"Europe/Oslo""#))
    }

    // MARK: Where it opens

    func testOpensWhenNearlyAllAreThere() {
        var playback = Playback()
        func fix(_ vehicle: Int32, _ at: Int, isLast: Bool = false) -> Playback.Fix {
            Playback.Fix(
                vehicle: vehicle, at: at, latitude: 1, longitude: 2, heading: -1, kind: isLast ? .exit : .enter,
                hasFrom: false,
                isStale: false, occupancy: -1, trip: -1, route: -1, generation: 1)
        }
        XCTAssertEqual(playback.opening, 0)
        playback.vehicles = (0..<20).map { Playback.Vehicle(feedID: nil, vehicleID: "V\($0)") }
        // Nineteen of twenty come within ten minutes, the last after an hour; all leave after two.
        for vehicle in 0..<20 as Range<Int32> {
            playback.fixes.append(fix(vehicle, vehicle == 19 ? 3600 : Int(vehicle) * 30))
            playback.fixes.append(fix(vehicle, 7200, isLast: true))
        }
        XCTAssertEqual(playback.opening, 540)
        XCTAssertEqual(playback.fixes(at: 540).count, 19)
        XCTAssertEqual(playback.fixes(at: 7200).count, 0)
        // Those of a shorter span than a minute open in the middle.
        playback.fixes = [fix(0, 100), fix(0, 140)]
        XCTAssertEqual(playback.opening, 120)
        // A gap of years costs nothing.
        playback.fixes = [fix(0, 0), fix(0, 10, isLast: true), fix(1, 1 << 39), fix(1, 1 << 39 + 90)]
        XCTAssertEqual(playback.opening, (1 << 39 + 59) / 60 * 60)
    }

    func testPreviewIsSmallAndTheSameEachTime() throws {
        let text = """
            {"table":"vehicle_events","vehicle_id":"A","event":"enter","phase":"entering","generation":1,"at":100,"latitude":1,"longitude":2,"occupancy_status":null}
            {"table":"vehicle_events","vehicle_id":"B","event":"enter","phase":"entering","generation":1,"at":100,"latitude":1.1,"longitude":2.2,"occupancy_status":null}
            {"table":"vehicle_events","vehicle_id":"A","event":"update","phase":"updating","generation":2,"at":400,"latitude":1.01,"longitude":2.01,"occupancy_status":null}
            """
        let model = try model(text, keepsPlayback: true).model
        let file = try XCTUnwrap(PagePreview.png(of: model))
        XCTAssertEqual(Array(file.prefix(8)), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        XCTAssertLessThan(file.count, PagePreview.mostBytes)
        XCTAssertEqual(file, PagePreview.png(of: model))
        let raster = try file.withUnsafeBytes { try ImageCodec.png.decode($0) }
        XCTAssertEqual([raster.width, raster.height], [600, 315])
        XCTAssertGreaterThan(Set(raster.pixels).count, 3)
        XCTAssertNil(PagePreview.png(of: MapModel()))
    }
}
