import FetchStage
import FetchTilesStage
import HTTP
import MapTiles
import StageKit
import StageTestSupport
import TestSupport
import TileFiles
import XCTest

/// When `fetch-tiles` asks, how often, and when it asks no more; in a made-up world in which waiting takes no time.
final class FetchTilesScheduleTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let tile = FetchWorld.Answer(body: SampleTiles.png())
    private let template = "https://tiles.example.com/{z}/{x}/{y}"

    /// Runs the stage for the first `count` tiles of zoom 10.
    private func fetch(
        _ count: Int, _ world: FetchWorld, seed: UInt64 = 1, template: String? = nil,
        change: (inout FetchTilesOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = FetchTilesOptions()
        options.template = try FetchTilesOptions.template(template ?? self.template)
        let lines = (0..<count).map { #"{"table":"tiles","z":10,"x":\#($0 % 1024),"y":\#($0 / 1024)}"# + "\n" }
        options.files = [folder.write(lines.joined())]
        change(&options)
        XCTAssertNil(options.problem)
        var common = CommonOptions()
        common.verbosity = .verbose
        var surroundings = World()
        surroundings.clock = world
        surroundings.remote = RemoteFeeds(random: SeededGenerator(seed: seed)) { _ in world }
        surroundings.ownsProcess = false
        return try InMemoryRun("fetch-tiles", common, in: surroundings) { try FetchTiles.run(options, $0) }
    }

    func testNoMoreAtOnceThanOneHostIsAskedFor() throws {
        for (template, jobs, perHost, most) in [
            (template, 8, 2, 2), (template, 8, 5, 5), (template, 3, 5, 3),
            ("https://{s}.tiles.example.com/{z}/{x}/{y}", 8, 2, 6),
            ("https://{s}.tiles.example.com/{z}/{x}/{y}", 4, 2, 4), ("http://127.0.0.1/{z}/{x}/{y}", 8, 2, 8),
            ("http://localhost:8080/{z}/{x}/{y}", 64, 1, 64), ("http://[::1]/{z}/{x}/{y}", 8, 2, 8),
            ("http://127.0.0.1.example/{z}/{x}/{y}", 8, 2, 2), ("http://127.example/{z}/{x}/{y}", 8, 2, 2),
        ] {
            let world = FetchWorld { [tile] _, _ in tile }
            let run = try fetch(300, world, template: template) { options in
                options.jobs = jobs
                options.jobsPerHost = perHost
            }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(world.mostAtOnce, most, template)
            XCTAssertEqual(Set(world.asked.map(\.url)).count, 300)
            XCTAssertEqual(world.asked.count, 300)
            XCTAssertEqual(run.lines.count, 300)
            // As fast as the server: nobody waits for nothing.
            XCTAssertLessThan(world.seconds, 0.05 * Double((300 + most - 1) / most + 3), template)
        }
    }

    func testBackoffIsRandomAndBounded() throws {
        var gaps: [[Double]] = []
        for seed in UInt64(1)...20 {
            let world = FetchWorld { _, _ in .refused }
            let run = try fetch(1, world, seed: seed) { $0.retries = 8 }
            XCTAssertEqual(run.status, .serviceFailed)
            XCTAssertEqual(world.asked.count, 9)
            XCTAssertTrue(run.output.contains("gave up after 9 attempts"), run.output)
            gaps.append(zip(world.asked, world.asked.dropFirst()).map { $1.at - $0.at - 0.05 })
        }
        for (index, ceiling) in [0.5, 1, 2, 4, 8, 16, 32, 60].enumerated() {
            let column = gaps.map { $0[index] }
            XCTAssertLessThanOrEqual(column.max() ?? 0, ceiling + 0.001)
            XCTAssertGreaterThan(column.max() ?? 0, ceiling / 2)
            XCTAssertLessThan(column.min() ?? 0, ceiling / 2)
        }
    }

    func testAServerThatAsksForPatienceIsAskedForNoOtherTileEither() throws {
        for (text, until) in [("7", 7.0), ("Sat, 21 Nov 2026 08:00:09 GMT", 9.0), ("86400", 300)] {
            let world = FetchWorld { [tile] _, world in
                world.asked.count == 1 ? .status(429, retryAfter: text) : tile
            }
            let run = try fetch(20, world) { $0.jobsPerHost = 1 }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(world.asked.count, 21)
            XCTAssertGreaterThanOrEqual(world.asked[1].at, until)
            XCTAssertLessThan(world.asked[1].at, until + 0.2, text)
        }
        // Another host is not held up.
        let world = FetchWorld { [tile] asked, world in
            asked.url.contains("//a.") && asked.at < 1 ? .status(503, retryAfter: "100") : tile
        }
        let run = try fetch(30, world, template: "https://{s}.tiles.example.com/{z}/{x}/{y}")
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertLessThan(world.asked.filter { !$0.url.contains("//a.") }.map(\.at).max() ?? 99, 1)
        XCTAssertTrue(world.asked.filter { $0.url.contains("//a.") }.allSatisfy { $0.at == 0 || $0.at >= 100 })
    }

    func testAHostThatIsDownIsAskedNoMore() throws {
        let world = FetchWorld { _, _ in .refused }
        let run = try fetch(5000, world) { $0.retries = 2 }
        XCTAssertEqual(run.status, .serviceFailed)
        XCTAssertEqual(run.lines.count, 5000, "each is told of")
        XCTAssertLessThan(world.asked.count, 3 * 10)
        // But for those that were under way.
        XCTAssertGreaterThan(
            run.lines.filter { $0.contains("not requested, because tiles.example.com failed 5 times in a row") }.count,
            4980
        )
        // One that answers now and then is.
        let limping = FetchWorld { [tile] _, world in world.asked.count % 5 == 0 ? tile : .refused }
        XCTAssertEqual(
            try fetch(50, limping) { options in
                options.retries = 0
                options.jobsPerHost = 1
            }.status, .serviceFailed)
        XCTAssertEqual(limping.asked.count, 50)
        // Of three hosts one is down.
        let one = FetchWorld { [tile] asked, _ in asked.url.contains("//b.") ? .refused : tile }
        let mixed = try fetch(300, one, template: "https://{s}.tiles.example.com/{z}/{x}/{y}") { $0.retries = 0 }
        XCTAssertEqual(mixed.lines.filter { $0.contains("\"error\"") }.count, 100)
        XCTAssertEqual(one.asked.filter { !$0.url.contains("//b.") }.count, 200)
    }

    func testWhatWillNotChangeIsNotTriedAgain() throws {
        for answer in [
            FetchWorld.Answer.status(401), .status(403), .status(400), .status(501), .status(304), .ok("<html>"),
            FetchWorld.Answer(fault: DownloadFault(.lasting, "it redirects in a circle")),
        ] {
            let world = FetchWorld { _, _ in answer }
            let run = try fetch(3, world)
            XCTAssertEqual(run.status, .serviceFailed, run.output)
            XCTAssertEqual(world.asked.count, 3)
            XCTAssertEqual(run.lines.filter { $0.contains("\"error\"") }.count, 3)
        }
        for status in [404, 410, 204] {
            let world = FetchWorld { _, _ in .status(status) }
            let run = try fetch(3, world)
            XCTAssertEqual(run.status, .serviceFailed, "none at all")
            XCTAssertEqual(world.asked.count, 3)
            XCTAssertFalse(run.output.contains("\"error\""), run.output)
        }
    }

    func testWhatMayBeWholeNextTimeIs() throws {
        let cut = FetchWorld.Answer(body: Array(SampleTiles.png().dropLast(5)))
        for answer in [cut, .status(500), .status(408), .status(429), .refused] {
            let world = FetchWorld { [tile] _, world in world.asked.count <= 3 ? answer : tile }
            let run = try fetch(1, world)
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(world.asked.count, 4)
            XCTAssertEqual(run.log.ranges(of: "next attempt in").count, 3, run.log)
        }
        // Many broken tiles are no reason to think that the server is down.
        let broken = FetchWorld { _, _ in cut }
        _ = try fetch(30, broken) { $0.retries = 0 }
        XCTAssertEqual(broken.asked.count, 30)
    }

    func testRefusalsEndTheRun() throws {
        let world = FetchWorld { [tile] _, world in
            // Twenty refusals with a tile in between are none in a row.
            world.asked.count == 15 ? tile : .status(403)
        }
        let run = try fetch(100, world) { $0.jobsPerHost = 1 }
        XCTAssertEqual(run.status, .serviceFailed)
        XCTAssertEqual(world.asked.count, 15 + 20)
        XCTAssertTrue(run.log.contains("tiles.example.com refused 20 tiles in a row"), run.log)
    }

    func testAWishToStopEndsTheWaiting() throws {
        let world = FetchWorld { [tile] _, world in
            world.asked.count <= 4 ? tile : .status(503, retryAfter: "200")
        }
        world.stopsAt = 20
        let into = folder.path + "/stopped"
        let run = try fetch(50, world) { options in
            options.output = TileOutput(into)
            options.attribution = "x"
        }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(world.seconds, 20)
        XCTAssertTrue(run.log.contains("stopped with 4 of 50 tiles"), run.log)
        XCTAssertEqual(run.lines.count, 4)
        var kept = 0
        try TileFolder(into, makes: false).forEachTile(zooms: 0...29) { _, _ in kept += 1 }
        XCTAssertEqual(kept, 4)
    }

    func testFreshnessIsTheWorldsClock() throws {
        let cache = folder.path + "/cache"
        func ask(at moment: Int, _ answer: FetchWorld.Answer) throws -> (asked: [FetchWorld.Asked], sources: [String]) {
            let world = FetchWorld { _, _ in answer }
            world.wall += moment
            let run = try fetch(1, world) { options in
                options.cache = cache
                options.retries = 0
            }
            return (
                world.asked,
                run.lines.map { $0.split(separator: "\"source\":\"").last?.prefix { $0 != "\"" } ?? "" }.map(
                    String.init)
            )
        }
        var answer = tile
        answer.etag = "\"1\""
        answer.cacheControl = "max-age=100"
        XCTAssertEqual(try ask(at: 0, answer).sources, ["server"])
        XCTAssertEqual(try ask(at: 99, .refused).sources, ["cache"])
        XCTAssertEqual(try ask(at: 101, .refused).sources, ["stale"])
        let checked = try ask(at: 102, answer)
        XCTAssertEqual(checked.sources, ["cache"])
        XCTAssertEqual(checked.asked.map(\.validators.etag), ["\"1\""])
        XCTAssertEqual(try ask(at: 190, .refused).asked.count, 1, "the 304 said nothing of an age, as made up here")
        XCTAssertEqual(try ask(at: 300, .status(404)).sources.count, 1)
    }

    func testAnArchiveThatIsThereIsNotAskedFor() throws {
        let into = folder.path + "/t.mbtiles"
        let world = FetchWorld { [tile] _, _ in tile }
        for expected in [5000, 0] {
            let before = world.asked.count
            let run = try fetch(5000, world) { $0.output = TileOutput(into) }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(world.asked.count - before, expected)
            XCTAssertEqual(run.summary.table("tiles").written, 5000)
        }
    }
}
