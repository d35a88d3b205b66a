import FetchStage
import HTTP
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// When `fetch` asks, and when it asks again.
final class FetchScheduleTests: FetchTestCase {
    private let second: UInt64 = 1_000_000_000

    func testADayOfTurnsKeepsItsSchedule() throws {
        let world = FetchWorld { asked, _ in .ok("content \(Int(asked.at) / 240)") }
        let run = try fetch(
            try options { options in
                options.interval = 60 * second
                options.turns = 1440
            }, world)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(world.asked.map(\.at), (0..<1440).map { Double($0 * 60) })
        XCTAssertEqual(Set(archived().map(\.text)).count, 360)
        XCTAssertEqual(archived().count, 360, "each distinct content once")
        XCTAssertEqual(run.summary.table("fetches").written, 1440)
        XCTAssertEqual(archived().first?.path, "2026/11/21/a-20261121T080000Z.pb")
        XCTAssertEqual(archived().last?.path, "2026/11/22/a-20261122T075600Z.pb")
    }

    func testALateAnswerPassesOverTurns() throws {
        let world = FetchWorld { asked, world in
            FetchWorld.Answer(body: Array("\(asked.at)".utf8), seconds: world.asked.count == 2 ? 40 : 1)
        }
        let run = try fetch(
            try options { options in
                options.interval = 15 * second
                options.turns = 4
            }, world)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(world.asked.map(\.at), [0, 15, 60, 75])
    }

    func testTheClockStepsBackAnHour() throws {
        let world = FetchWorld { asked, world in
            if world.asked.count == 3 { world.wall -= 3600 }
            return .ok("content \(world.asked.count)")
        }
        let run = try fetch(
            try options { options in
                options.interval = 1800 * second
                options.turns = 6
            }, world)
        XCTAssertEqual(world.asked.map(\.at), (0..<6).map { Double($0) * 1800 }, run.log)
        XCTAssertEqual(
            archived().map(\.path),
            [
                "20261121T080000Z", "20261121T083000Z", "20261121T083000Z-2", "20261121T090000Z", "20261121T090000Z-2",
                "20261121T093000Z",
            ].map { "2026/11/21/a-\($0).pb" }.sorted())
        XCTAssertEqual(Set(archived().map(\.text)), Set((1...6).map { "content \($0)" }), "nothing is overwritten")
    }

    func testBackoffIsRandomAndBounded() throws {
        var gaps: [[Double]] = []
        for seed in UInt64(1)...20 {
            let world = FetchWorld { _, _ in .refused }
            let run = try fetch(try options { $0.retries = 9 }, world, seed: seed)
            XCTAssertEqual(run.status, .serviceFailed)
            XCTAssertEqual(world.asked.count, 10)
            gaps.append(zip(world.asked, world.asked.dropFirst()).map { $1.at - $0.at - 0.05 })
        }
        let ceilings = [0.5, 1, 2, 4, 8, 16, 32, 60, 60]
        for (index, ceiling) in ceilings.enumerated() {
            let column = gaps.map { $0[index] }
            XCTAssertLessThanOrEqual(column.max() ?? 0, ceiling + 0.001)
            XCTAssertGreaterThan(column.max() ?? 0, ceiling / 2, "full jitter reaches up")
            XCTAssertLessThan(column.min() ?? 0, ceiling / 2, "and down")
        }
        let lines = try FetchedLine.all(
            try fetch(try options { $0.retries = 1 }, FetchWorld { _, _ in .refused }))
        XCTAssertEqual(lines.map(\.attempt), [1, 2])
        XCTAssertEqual(lines.map(\.error), ["refused", "refused"])
    }

    func testRetryAfterIsHonouredAndCapped() throws {
        for (text, expected) in [
            ("7", 7.0...7.6), ("Sat, 21 Nov 2026 08:00:09 GMT", 9.0...9.6), ("86400", 300...300.1), ("soon", 0...0.6),
            ("Sat, 21 Nov 2026 07:00:00 GMT", 0...0.6),
        ] {
            let world = FetchWorld { _, world in
                world.asked.count == 1 ? .status(429, retryAfter: text) : .ok("x\(text)")
            }
            let run = try fetch(try options(), world)
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(world.asked.count, 2)
            XCTAssertTrue(expected.contains(world.asked[1].at - 0.05), "\(text): \(world.asked[1].at)")
        }
    }

    func testFiveFailuresThenTheFeed() throws {
        let world = FetchWorld { _, world in world.asked.count <= 5 ? .status(500) : .ok("there") }
        let run = try fetch(try options(), world)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(try FetchedLine.all(run).map(\.status), [500, 500, 500, 500, 500, 200])
        XCTAssertEqual(archived().map(\.text), ["there"])
    }

    func testWhatWillNotChangeIsNotTriedAgain() throws {
        for answer in [
            FetchWorld.Answer.status(404), .status(401), .status(501), .status(304), .status(204),
            FetchWorld.Answer(fault: DownloadFault(.lasting, "it redirects in a circle")),
        ] {
            let world = FetchWorld { _, _ in answer }
            let run = try fetch(try options(), world)
            XCTAssertEqual(run.status, .serviceFailed, run.output)
            XCTAssertEqual(world.asked.count, 1)
        }
        let empty = FetchWorld { _, _ in .ok("") }
        XCTAssertEqual(try fetch(try options(), empty).status, .serviceFailed)
        XCTAssertEqual(empty.asked.count, 6, "an empty answer may be whole next time")
    }

    func testRetriesDoNotRunIntoTheNextTurn() throws {
        let world = FetchWorld { asked, _ in asked.at < 15 ? .refused : .ok("x") }
        let run = try fetch(
            try options { options in
                options.interval = 15 * second
                options.turns = 3
                options.retries = 1000
            }, world)
        XCTAssertEqual(run.status, .done, "with --every failures are records")
        let turns = world.asked.map(\.at)
        XCTAssertTrue(turns.contains(15) && turns.contains(30), "\(turns)")
        XCTAssertEqual(turns.filter { $0 >= 15 }.count, 2)
        XCTAssertEqual(try FetchedLine.all(run).filter { $0.attempt == 1 }.count, 3)
    }

    func testAServerThatAsksForPatienceIsLeftAloneForTurns() throws {
        let world = FetchWorld { _, world in world.asked.count == 1 ? .status(503, retryAfter: "100") : .ok("x") }
        _ = try fetch(
            try options { options in
                options.interval = 15 * second
                options.turns = 2
            }, world)
        XCTAssertEqual(world.asked.map(\.at), [0, 105])
    }

    func testOneFeedsFailureLeavesTheOthersAlone() throws {
        let world = FetchWorld { asked, _ in
            asked.url.contains("bad") ? .refused : .ok("content of \(asked.url)")
        }
        let run = try fetch(
            try options("a=http://h/a", "bad=http://h/bad", "c=http://h/c") { options in
                options.interval = 10 * second
                options.turns = 3
            }, world)
        XCTAssertEqual(run.status, .serviceFailed, "a feed that never came is not success")
        XCTAssertEqual(archived("a").count, 1)
        XCTAssertEqual(archived("c").count, 1)
        XCTAssertEqual(world.asked.filter { $0.url == "http://h/c" }.map(\.at), [0, 10, 20])
        let once = try fetch(
            try options("a=http://h/a", "bad=http://h/bad"),
            FetchWorld { asked, _ in
                asked.url.contains("bad") ? .status(404) : .ok("new")
            })
        XCTAssertEqual(once.status, .serviceFailed)
        XCTAssertEqual(archived("a").count, 2)
    }

    func testNoMoreThanTheJobsAtOnce() throws {
        for jobs in [1, 3, 8] {
            let world = FetchWorld { asked, _ in FetchWorld.Answer(body: Array(asked.url.utf8), seconds: 2) }
            var all = try options()
            all.feeds = try (0..<20).map { try XCTUnwrap(NamedFeed("f\($0)=http://h/\($0)")) }
            all.jobs = jobs
            XCTAssertEqual(try fetch(all, world).status, .done)
            XCTAssertEqual(world.mostAtOnce, jobs)
            XCTAssertEqual(world.asked.count, 20)
        }
    }

    func testAWishToStopLetsWhatIsUnderWayEnd() throws {
        let world = FetchWorld { _, world in
            world.asked.count < 3 ? FetchWorld.Answer(body: [65], seconds: 8) : .refused
        }
        world.stopsAt = 13
        let run = try fetch(try options { $0.interval = 10 * second }, world)
        XCTAssertEqual(world.asked.map(\.at), [0, 10])
        XCTAssertEqual(try FetchedLine.all(run).count, 2, "the one under way is whole and told")
        let failing = FetchWorld { _, _ in .refused }
        failing.stopsAt = 0.01
        XCTAssertEqual(try FetchedLine.all(try fetch(try options(), failing)).count, 1, "no further try")
    }

    func testMaxAge() throws {
        func status(_ seconds: Int, _ answer: FetchWorld.Answer, _ turns: Int = 1) throws -> (ExitStatus, String) {
            let world = FetchWorld { _, _ in answer }
            let run = try fetch(
                try options { options in
                    options.archive = nil
                    options.maxAge = seconds
                    options.interval = turns > 1 ? 100 * second : nil
                    options.turns = turns > 1 ? turns : nil
                }, world)
            return (run.status, run.log)
        }
        // A header of version 2.0 and timestamp 1795247900, and an entity.
        let message: [UInt8] =
            [0x0A, 0x0B, 0x0A, 0x03, 0x32, 0x2E, 0x30, 0x18] + AnswerTimes.varint(1_795_247_900)
            + [0x12, 0x03, 0x0A, 0x01, 0x61]
        XCTAssertEqual(message[1], UInt8(message.firstIndex(of: 0x12)! - 2))
        XCTAssertEqual(try status(99, FetchWorld.Answer(body: message)).0, .serviceFailed)
        XCTAssertEqual(try status(101, FetchWorld.Answer(body: message)).0, .done)
        var dated = FetchWorld.Answer.ok("text")
        dated.lastModified = "Sat, 21 Nov 2026 07:50:00 GMT"
        XCTAssertEqual(try status(599, dated).0, .serviceFailed)
        XCTAssertEqual(try status(601, dated).0, .done)
        // Without either, the time since it last changed counts.
        XCTAssertEqual(try status(150, .ok("text"), 2).0, .done)
        let (dead, log) = try status(150, .ok("text"), 5)
        XCTAssertEqual(dead, .serviceFailed)
        XCTAssertEqual(log.ranges(of: "200 s old, more than the 150 s of --max-age").count, 1, "told once: \(log)")
    }
}

enum AnswerTimes {
    static func varint(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
