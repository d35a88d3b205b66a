import FetchStage
import Foundation
import MapTiles
import SQLite
import StageKit
import StageTestSupport
import TestSupport
import XCTest

@testable import Geometry
@testable import MapStage

/// Tiles over a page's lines: what may be asked for, and what the page has of them.
final class OverlayTests: MapRuns {
    private let folder = TemporaryFolder()
    private let pins = [(150, -25), (150.02, -25.01)].map { longitude, latitude in
        #"{"type":"Feature","table":"stop_pins","properties":{"stop_id":"S\#(longitude)"},"#
            + #""geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"# + "\n"
    }.joined()

    private func options(_ overlay: String, frames: String? = nil, inlines: Bool = false) throws -> MapOptions {
        var options = MapOptions()
        options.overlay = try PageOverlay(overlay)
        options.frames = try frames.map { try PageOverlay.frames($0) } ?? []
        options.inlinesTiles = inlines
        return options
    }

    /// The page's `overlay`.
    private func overlay(_ page: String) throws -> [String: Any] {
        let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(data(page).utf8)) as? [String: Any])
        return try XCTUnwrap(json["overlay"] as? [String: Any])
    }

    /// The tiles that a page carries, as `frame/z/x/y`, and how many distinct images they are.
    private func carried(_ page: String) throws -> (tiles: [String], images: Int) {
        var numbers = PackedNumbers(try attachment("overlay-tiles", in: page))
        let lengths = (0..<numbers.whole()).map { _ in numbers.whole() }
        let tiles = (0..<numbers.whole()).map { _ in
            let name = (0..<4).map { _ in String(numbers.whole()) }.joined(separator: "/")
            XCTAssertLessThan(numbers.whole(), lengths.count)
            return name
        }
        XCTAssertEqual(lengths.reduce(0, +), numbers.rest.count)
        return (tiles, lengths.count)
    }

    /// An archive with two frames of a tile that differs and one that does not.
    private func archive(_ name: String = "frames.mbtiles", times: Bool = true) throws -> String {
        let path = folder.path + "/" + name
        let writer = try MBTilesWriter(path, frames: true, origin: nil)
        for number in 0..<2 {
            let frame = TileFrame(
                String(number), time: times ? 100 + Double(number) : nil, duration: times ? 0.5 : nil)
            for (x, shade) in [(3754, UInt8(number)), (3755, 9)] {
                try SampleTiles.png(shade).withUnsafeBytes {
                    try writer.put(Tile(z: 12, x: x, y: 2342), frame: frame, $0)
                }
            }
        }
        var metadata = TileMetadata()
        metadata.attribution = "© <b>Us</b>"
        try writer.finish(metadata)
        return path
    }

    // MARK: Options

    func testWhatGoesTogether() throws {
        for (overlay, frames, inlines, words) in [
            ("x.mbtiles", nil, false, nil), ("x.mbtiles", "0-3", false, "an archive lists its own frames"),
            ("x.mbtiles", nil, true, "always embedded"),
            ("https://h/{frame}/{z}/{x}/{y}.png", "0-3", false, nil),
            ("https://h/{frame}/{z}/{x}/{y}.png", "a,b", true, nil),
            ("https://h/{frame}/{z}/{x}/{y}.png", nil, false, "name the frames with --frames"),
            ("https://h/{z}/{x}/{y}.png", "0-3", false, "--frames needs {frame}"),
            ("https://h/{z}/{x}/{y}.png", nil, true, nil), ("https://h/{z}/{x}/{y}.png", nil, false, nil),
            ("file:t/{z}/{x}/{y}.png", nil, true, nil),
            ("file:t/{z}/{x}/{y}.png", nil, false, "cannot read tiles from files; embed them with --inline-tiles"),
            ("ftp://h/{z}/{x}/{y}.png", nil, false, "https://"),
            ("ftp://h/{z}/{x}/{y}.png", nil, true, "http:, https: or file:"),
            ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", nil, true, "forbids bulk downloads"),
            ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", nil, false, nil),
            ("https://h/{z}/{x}/{y}.png;script-src", nil, false, "character"),
        ] as [(String, String?, Bool, String?)] {
            let problem = try options(overlay, frames: frames, inlines: inlines).problem
            if let words {
                XCTAssertTrue(problem?.contains(words) ?? false, "\(overlay): \(problem ?? "fine")")
            } else {
                XCTAssertNil(problem, overlay)
            }
        }
        for text in ["", "-", "https://h/{z}/{x}.png", "https://h/{z}/{x}/{y}/{what}", "file:x.png"] {
            XCTAssertThrowsError(try PageOverlay(text), text)
        }
        XCTAssertThrowsError(try PageOverlay.frames("3-1"))
        var alone = MapOptions()
        alone.frames = [TileFrame("1")]
        XCTAssertNotNil(alone.problem)
        alone.frames = []
        alone.inlinesTiles = true
        XCTAssertNotNil(alone.problem)
        var still = try options("x.mbtiles")
        still.format = .svg
        XCTAssertTrue(still.problem?.contains("--format html") ?? false)
    }

    // MARK: Archives

    func testAnArchiveIsInThePage() throws {
        let run = try run(pins, options(archive()))
        XCTAssertEqual(run.status, .done, run.log)
        let found = try overlay(run.output)
        let frames = try XCTUnwrap(found["frames"] as? [[String: Any]])
        XCTAssertEqual(frames.map { $0["name"] as? String }, ["0", "1"])
        XCTAssertEqual(frames.map { $0["time"] as? Double }, [100, 101])
        XCTAssertEqual(frames.map { $0["duration"] as? Double }, [0.5, 0.5])
        XCTAssertEqual(found["minzoom"] as? Int, 12)
        XCTAssertEqual(found["maxzoom"] as? Int, 12)
        XCTAssertEqual(found["attribution"] as? String, "© <b>Us</b>")
        XCTAssertNil(found["tiles"])
        let carried = try carried(run.output)
        XCTAssertEqual(
            carried.tiles.sorted(), ["0/12/3754/2342", "0/12/3755/2342", "1/12/3754/2342", "1/12/3755/2342"])
        XCTAssertEqual(carried.images, 3)
        XCTAssertTrue(run.output.contains("connect-src 'none'"))
    }

    func testFramesAreInTheOrderOfTheirTimesOrNumbers() throws {
        for (rows, names) in [
            ("('b', 5, 1), ('a', 4, 1)", ["a", "b"]), ("(10, NULL, NULL), (9, NULL, NULL)", ["9", "10"]),
            ("('b', NULL, NULL), ('a', NULL, NULL)", ["b", "a"]),
        ] {
            let path = try archive("\(names[0]).mbtiles")
            let database = try Database(path, mode: .readWrite)
            try database.execute("DELETE FROM tile_frames; DELETE FROM frames; INSERT INTO frames VALUES \(rows)")
            XCTAssertEqual(try MBTilesReader(path).frames().map(\.name), names)
        }
    }

    func testAnArchiveWithoutFramesIsOneStill() throws {
        let path = folder.path + "/still.mbtiles"
        // The file is the writer's until it goes.
        func write() throws {
            let writer = try MBTilesWriter(path, frames: false, origin: nil)
            try SampleTiles.png(1).withUnsafeBytes { try writer.put(Tile(z: 3, x: 7, y: 4), frame: nil, $0) }
            try writer.finish(TileMetadata())
        }
        try write()
        let run = try run(pins, options(path))
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual((try overlay(run.output)["frames"] as? [[String: Any]])?.count, 1)
        XCTAssertEqual(try carried(run.output).tiles, ["0/3/7/4"])
    }

    func testMissingAndDamagedArchivesAreSaid() throws {
        let missing = try run(pins, options(folder.path + "/none.mbtiles"))
        XCTAssertEqual(missing.status, .inputMissing)
        XCTAssertTrue(missing.log.contains("none.mbtiles"), missing.log)
        let text = try run(
            pins, options(folder.write("no database at all, but long enough to be looked at", "t.mbtiles")))
        XCTAssertEqual(text.status, .dataUnusable)
        XCTAssertTrue(text.log.contains("t.mbtiles"), text.log)
        XCTAssertEqual(text.output, "")
        for (number, change) in [
            "UPDATE tile_frames SET frame = 7 WHERE frame = 1",
            "UPDATE tile_frames SET tile_row = 99999",
            "INSERT INTO metadata VALUES ('x', 1); DROP TABLE images",
            "UPDATE images SET tile_data = x'1A050A01617802'",
        ].enumerated() {
            let path = try archive("damaged\(number).mbtiles")
            try Database(path, mode: .readWrite).execute(change)
            let run = try run(pins, options(path))
            XCTAssertEqual(run.status, .dataUnusable, change)
            XCTAssertTrue(run.log.contains("damaged\(number).mbtiles"), run.log)
        }
    }

    func testATileThatIsNoPictureIsLeftOut() throws {
        let path = try archive("one.mbtiles")
        try Database(path, mode: .readWrite).execute(
            """
            UPDATE images SET tile_data = 'not a picture' WHERE tile_id = (
              SELECT tile_id FROM tile_frames WHERE frame = 1 AND tile_column = 3754)
            """)
        let run = try run(pins, options(path))
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("tile 12/3754/2342 of frame 1"), run.log)
        XCTAssertEqual(try carried(run.output).tiles.count, 3)
        XCTAssertEqual(try overlay(run.output)["failed"] as? [String], ["1/12/3754/2342"])
    }

    func testMoreThanAPageCarriesIsRefusedWithItsSize() throws {
        let path = try archive("large.mbtiles")
        try Database(path, mode: .readWrite).execute("INSERT INTO images VALUES ('x', zeroblob(50000001))")
        let run = try run(pins, options(path))
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("large.mbtiles: its tiles have 50,000,"), run.log)
        XCTAssertTrue(run.log.contains("more than the 50,000,000 that a page can hold"), run.log)
    }

    func testWithoutAMapThereIsNoOverlay() throws {
        let run = try run(
            "{\"table\":\"departures\",\"trip_id\":\"T\",\"departure_time\":1772402400}\n",
            options(archive("m.mbtiles")))
        XCTAssertEqual(run.status, .done)
        XCTAssertTrue(run.log.contains("no map for --overlay"), run.log)
        XCTAssertFalse(run.output.contains("overlay-tiles\">"))
    }

    // MARK: Servers

    func testAPageMayAskTheServersOfItsOverlay() throws {
        var options = try options("https://{s}.tiles.example.com/{frame}/{z}/{x}/{-y}.png", frames: "day,night")
        options.basemap = .server(try MapBasemap(template: "https://base.example/{z}/{x}/{y}.png"))
        let page = try run(pins, options).output
        let origins =
            "https://base.example " + ["a", "b", "c"].map { "https://\($0).tiles.example.com" }.joined(separator: " ")
        XCTAssertTrue(page.contains("connect-src \(origins);"))
        XCTAssertTrue(page.contains("img-src data: blob: \(origins);"))
        let found = try overlay(page)
        XCTAssertEqual(found["scheme"] as? String, "tms")
        XCTAssertEqual(
            found["tiles"] as? [String],
            ["a", "b", "c"].map { "https://\($0).tiles.example.com/{frame}/{z}/{x}/{y}.png" })
        XCTAssertEqual((found["frames"] as? [[String: Any]])?.map { $0["name"] as? String }, ["day", "night"])
        XCTAssertNil(found["attachment"])
    }

    func testTheAreaIsThatOfTheData() {
        let area = PageArea(Bounds(west: 150, south: -25.1, east: 150.5, north: -25))
        XCTAssertEqual(area.overlayZooms, 9...14)
        XCTAssertEqual(area.wide.west, 149.95, accuracy: 1e-9)
        XCTAssertEqual(area.wide.east, 150.55, accuracy: 1e-9)
        XCTAssertEqual(area.wide.north, -24.99, accuracy: 1e-9)
        // A stop has 0.02° around it, which are 466 points high at zoom 14 and more than the window at zoom 15.
        let point = PageArea(Bounds(west: 180, south: 0, east: 180, north: 0))
        XCTAssertEqual(point.overlayZooms, 13...18)
        XCTAssertTrue(point.wide.crossesAntimeridian)
        XCTAssertEqual(PageArea(Bounds(west: -180, south: -80, east: 180, north: 80)).overlayZooms.lowerBound, 0)
    }

    // MARK: Put in

    private func world(_ answer: @escaping (FetchWorld.Asked, FetchWorld) -> FetchWorld.Answer) -> World {
        let made = FetchWorld(answer)
        var world = World()
        world.clock = made
        world.remote = RemoteFeeds(random: SeededGenerator(seed: 1)) { _ in made }
        world.ownsProcess = false
        return world
    }

    private func inline(_ options: MapOptions, _ world: World) throws -> InMemoryRun {
        var chosen = options
        chosen.assets = MapRuns.assets
        chosen.files = [TemporaryFolder.shared.write(pins)]
        return try InMemoryRun("map", in: world) { try MapStage.run(chosen, $0) }
    }

    func testATileThatFailsStopsNothing() throws {
        let all = PageArea(Bounds(west: 150, south: -25.01, east: 150.02, north: -25)).overlayTiles
        let bad = all[all.count / 2]
        let world = world { asked, _ in
            if asked.url.hasSuffix("/b/\(bad.z)/\(bad.x)/\(bad.y)") { return .status(500) }
            // Empty ones are no failures.
            if asked.url.hasSuffix("/a/\(all[0].z)/\(all[0].x)/\(all[0].y)") { return .status(404) }
            return FetchWorld.Answer(body: SampleTiles.png(asked.url.contains("/a/") ? 1 : 2))
        }
        let options = try options("https://h.example/{frame}/{z}/{x}/{y}", frames: "a,b", inlines: true)
        let run = try inline(options, world)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertTrue(run.log.contains("/b/\(bad.z)/\(bad.x)/\(bad.y)"), run.log)
        XCTAssertTrue(run.log.contains("frame b: HTTP 500; gave up after 4 attempts"), run.log)
        let carried = try carried(run.output)
        XCTAssertEqual(carried.tiles.count, 2 * all.count - 2)
        XCTAssertEqual(carried.images, 2)
        XCTAssertEqual(try overlay(run.output)["failed"] as? [String], ["1/\(bad.z)/\(bad.x)/\(bad.y)"])
        XCTAssertTrue(run.output.contains("connect-src 'none'"))
        // In the same order, however they came.
        XCTAssertEqual(carried.tiles.first, "0/\(all[1].z)/\(all[1].x)/\(all[1].y)")
    }

    func testWhereAllFailTheRunDoes() throws {
        let options = try options("https://h.example/{z}/{x}/{y}", inlines: true)
        for (answer, words) in [
            (FetchWorld.Answer.status(400), "could be fetched: HTTP 400"), (.status(404), "is the template right?"),
            (.status(403), "refused 20 tiles"), (.refused, "could be fetched: refused"),
            (FetchWorld.Answer(body: SampleTiles.vector), "vector tile"),
        ] {
            let run = try inline(options, world { _, _ in answer })
            XCTAssertEqual(run.status, .serviceFailed, words)
            XCTAssertTrue(run.log.contains(words), run.log)
            XCTAssertEqual(run.output, "")
        }
    }

    func testFilesAreRead() throws {
        let all = PageArea(Bounds(west: 150, south: -25.01, east: 150.02, north: -25)).overlayTiles
        for (number, tile) in all.prefix(3).enumerated() {
            let name = "f/7/\(tile.z)/\(tile.x)"
            _ = Shell("mkdir -p '\(folder.path)/\(name)'")
            folder.write(bytes: number == 2 ? [1, 2, 3] : SampleTiles.png(7), "\(name)/\(tile.y).png")
        }
        let run = try run(
            pins, options("file:\(folder.path)/f/{frame}/{z}/{x}/{y}.png", frames: "7-7", inlines: true))
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(try carried(run.output).tiles, all.prefix(2).map { "0/\($0.z)/\($0.x)/\($0.y)" })
        XCTAssertTrue(run.log.contains("neither PNG, JPEG, WebP"), run.log)
    }

    func testMoreTilesThanAreAskedForByMistake() throws {
        let options = try options("https://h.example/{frame}/{z}/{x}/{y}", frames: "0-9999", inlines: true)
        let run = try inline(options, world { _, _ in .status(404) })
        XCTAssertEqual(run.status, .usage)
        XCTAssertTrue(run.log.contains("10,000 frames of"), run.log)
    }

    func testOverTheNetwork() throws {
        let server = LoopbackServer { request in
            request.path.hasSuffix("/bad") ? .status(404) : LoopbackAnswer.ok(SampleTiles.png(3))
        }
        defer { server.stop() }
        let records = folder.write(pins, "pins.ndjson")
        let run = Shell(
            "linefeed map '\(records)' --assets '\(MapRuns.assets)' --overlay '\(server.url)/{z}/{x}/{y}.png' --inline-tiles"
        )
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(try carried(run.output).images, 1)
        XCTAssertEqual(Set(server.requests.map(\.path)).count, server.requests.count)
    }
}
