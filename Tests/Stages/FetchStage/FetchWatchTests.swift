import FetchStage
import HTTP
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// What `fetch` says of feeds that fail for long, and what it keeps of each feed.
final class FetchWatchTests: FetchTestCase {
    private let second: UInt64 = 1_000_000_000

    private func lines(_ run: InMemoryRun, _ code: String) -> [String] {
        run.log.split(separator: "\n").filter { $0.contains(code) }.map(String.init)
    }

    /// Dead for three hours, after a success: 15 seconds a turn.
    func testRepeatedFailuresAreSummedUpAndAStaleFeedIsReportedOnce() throws {
        let world = FetchWorld { asked, _ in 15..<10_815 ~= asked.at ? .status(500) : .ok("\(asked.at)") }
        let run = try fetch(
            try options { options in
                options.interval = 15 * second
                options.turns = 725
                options.retries = 0
                options.alertAfter = 900
            }, world)
        XCTAssertEqual(run.status, .done, run.log)
        let failed = lines(run, "HTTP 500").filter { !$0.contains("no fetch has succeeded") }
        XCTAssertEqual(
            failed.map { $0.firstMatch(of: /; (\d+) failures in a row since 2026-11-21T08:00:15Z/)?.1 ?? "first" },
            ["first", "5", "41", "241", "481"], "at once, after 1 minute, 10 minutes, and each hour")
        XCTAssertEqual(lines(run, "no fetch has succeeded for 15 min").count, 1, run.log)
        let again = lines(run, "fetched again after 720 failures in 3 h")
        XCTAssertEqual(again.count, 1, run.log)
        // And at the end one for those that were only counted.
        XCTAssertEqual(run.log.split(separator: "\n").filter { $0.contains("http://feeds.example") }.count, 8, run.log)
        // All of them are counted and recorded, whatever is shown.
        XCTAssertEqual(run.summary.faults, 721)
        XCTAssertEqual(try FetchedLine.all(run).filter { $0.error != nil }.count, 720)
    }

    func testAKeyThatHasExpiredIsToldWithoutIt() throws {
        let header = try FetchOptions.header("X-Key: SECRET2")
        let world = FetchWorld { _, _ in .status(401) }
        let run = try fetch(
            try options("a=http://h/a?key=SECRET1") { options in
                options.headers = [header]
                options.interval = 10 * second
                options.turns = 20
                options.alertAfter = 60
            }, world)
        XCTAssertEqual(world.asked.count, 20, "it is not tried again within a turn")
        XCTAssertEqual(lines(run, "HTTP 401").count, 4, "at once, after a minute, stale, and at the end: \(run.log)")
        XCTAssertFalse((run.log + run.output).contains("SECRET"), run.log)
    }

    /// As on a full disk: the folder of the day cannot be made for four turns.
    func testWhatCannotBeStoredIsReportedOnceAndStoredLater() throws {
        let month = folder.path + "/archive/a/2026/11"
        XCTAssertEqual(Shell("mkdir -p '\(month)'; touch '\(month)/21'").status, 0)
        let world = FetchWorld { asked, world in
            if world.asked.count == 5 { XCTAssertEqual(Shell("rm '\(month)/21'").status, 0) }
            return .ok("content \(world.asked.count)")
        }
        let run = try fetch(
            try options { options in
                options.interval = 10 * second
                options.turns = 6
            }, world)
        XCTAssertEqual(run.status, .ioFailed, run.log)
        XCTAssertEqual(lines(run, "cannot make the folder").count, 1, run.log)
        XCTAssertEqual(lines(run, "fetched again after 4 failures").count, 1, run.log)
        XCTAssertEqual(archived().map(\.text), ["content 5", "content 6"])
    }

    func testAFeedThatNeverAnswersIsStale() throws {
        let world = FetchWorld { _, _ in .refused }
        let run = try fetch(
            try options { options in
                options.interval = 10 * second
                options.turns = 20
                options.retries = 0
                options.alertAfter = 60
            }, world)
        XCTAssertEqual(lines(run, "no fetch has succeeded").count, 1, run.log)
        XCTAssertEqual(run.status, .serviceFailed)
    }

    /// Servers that take half a minute, and others that are asked every five seconds.
    func testNoFeedWaitsForAnotherOnesServer() throws {
        let slow = (0..<30).map { "s\($0)=http://slow.example/\($0)" }
        let world = FetchWorld { asked, _ in
            FetchWorld.Answer(body: Array(asked.url.utf8), seconds: asked.url.contains("slow") ? 33 : 0.1)
        }
        var all = try options(change: { $0.interval = 10 * second })
        all.feeds = try (slow + ["quick=http://quick.example/"]).map { try XCTUnwrap(NamedFeed($0)) }
        all.feeds[30].own.interval = 5 * second
        all.turns = 8
        let run = try fetch(all, world)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(
            world.asked.filter { $0.url.contains("quick") }.map(\.at), (0..<8).map { Double($0) * 5 })
        XCTAssertEqual(
            world.asked.filter { $0.url == "http://slow.example/3" }.map(\.at), (0..<8).map { Double($0) * 40 })
        XCTAssertGreaterThanOrEqual(world.mostAtOnce, 30)
    }

    func testStatesOutliveTheProcess() throws {
        let states = FeedStates(folder.path + "/states")
        let variables = [FeedStates.variable: states.folder, LogTime.variable: "1"]
        var wall = 1_795_248_000
        func once(_ answer: FetchWorld.Answer) throws -> InMemoryRun {
            let world = FetchWorld { _, _ in answer }
            world.wall = wall
            wall += 30
            return try fetch(
                try options {
                    $0.retries = 0
                    $0.alertAfter = 100
                }, world, variables: variables)
        }
        XCTAssertEqual(try once(.ok("one")).status, .done)
        var told: [Int] = []
        for turn in 1...5 {
            let run = try once(.status(503))
            XCTAssertEqual(run.status, .serviceFailed)
            if run.log.contains("HTTP 503") { told.append(turn) }
            XCTAssertEqual(lines(run, "no fetch has succeeded").count, turn == 4 ? 1 : 0, "\(turn): \(run.log)")
        }
        XCTAssertEqual(told, [1, 3, 4], "the first, after a minute, and when the feed is stale")
        var status = try XCTUnwrap(states.read("a"))
        XCTAssertEqual(status.outage.count, 5)
        XCTAssertEqual(status.lastError, "HTTP 503")
        XCTAssertEqual(status.lastSuccess, 1_795_248_000)
        XCTAssertEqual(status.lastAttempt, 1_795_248_150)
        XCTAssertEqual(status.condition(at: wall), .stale)
        let back = try once(.ok("two"))
        XCTAssertEqual(lines(back, "fetched again after 5 failures").count, 1, back.log)
        status = try XCTUnwrap(states.read("a"))
        XCTAssertEqual(status.condition(at: wall), .fresh)
        XCTAssertEqual([status.attempts, status.failedAttempts, status.newContents, status.bytes], [7, 5, 2, 6])
        XCTAssertEqual(states.all.map(\.feed), ["a"])
        // The state of another address is none of this feed's.
        let other = try fetch(
            try options("a=http://other.example/a.pb"), FetchWorld { _, _ in .ok("x") }, variables: variables)
        XCTAssertEqual(other.status, .done)
        XCTAssertEqual(states.read("a")?.attempts, 1)
    }

    func testMetrics() throws {
        let path = folder.path + "/feeds.prom"
        let world = FetchWorld { asked, _ in
            asked.url.contains("bad") ? .status(500) : .ok("content", etag: "\"1\"")
        }
        let run = try fetch(
            try options("a=http://h/a", "bad=http://h/bad") { options in
                options.interval = 60 * second
                options.turns = 3
                options.retries = 0
                options.alertAfter = 90
                options.metrics = path
            }, world)
        XCTAssertEqual(run.status, .serviceFailed, run.log)
        let text = try XCTUnwrap(TemporaryFolder.text(of: path))
        for line in [
            "# TYPE linefeed_feed_attempts_total counter", "linefeed_feed_attempts_total{feed=\"a\"} 3",
            "linefeed_feed_failed_attempts_total{feed=\"bad\"} 3", "linefeed_feed_new_contents_total{feed=\"a\"} 1",
            "linefeed_feed_received_bytes_total{feed=\"a\"} 7", "linefeed_feed_failures{feed=\"bad\"} 3",
            "linefeed_feed_stale{feed=\"a\"} 0", "linefeed_feed_stale{feed=\"bad\"} 1",
            "linefeed_feed_last_success_timestamp_seconds{feed=\"a\"} 1795248120",
            "linefeed_feed_last_change_timestamp_seconds{feed=\"a\"} 1795248000",
            "linefeed_feed_success_age_seconds{feed=\"a\"} 0", "linefeed_feed_content_age_seconds{feed=\"a\"} 120",
        ] {
            XCTAssertTrue(text.contains(line + "\n"), "\(line) in \(text)")
        }
        XCTAssertFalse(text.contains("last_success_timestamp_seconds{feed=\"bad\"}"))
        XCTAssertTrue(text.hasSuffix("\n"))
    }

    func testPollsAreFilesOfDaysAndOldOnesGo() throws {
        let polls = folder.path + "/polls"
        let world = FetchWorld { asked, _ in asked.at == 0 ? .status(500) : .ok("\(asked.at)") }
        let run = try fetch(
            try options { options in
                options.interval = 6 * 3600 * second
                options.turns = 20
                options.retries = 0
                options.polls = polls
                options.keep = 2 * 86_400
            }, world)
        XCTAssertEqual(run.status, .done, run.log)
        // 2026-11-21T08:00 to 2026-11-26T02:00.
        XCTAssertEqual(
            Checkout.names(in: polls), ["2026-11-24.ndjson", "2026-11-25.ndjson", "2026-11-26.ndjson"])
        let day = try XCTUnwrap(TemporaryFolder.text(of: polls + "/2026-11-25.ndjson"))
        // A crash in the middle of a record costs this one alone.
        XCTAssertEqual(Shell("printf '{\"table\":' > '\(polls)/2026-11-21.ndjson'").status, 0)
        _ = try fetch(
            try options {
                $0.polls = polls
                $0.retries = 0
            }, FetchWorld { _, _ in .ok("x") })
        let first = TemporaryFolder.text(of: polls + "/2026-11-21.ndjson") ?? ""
        XCTAssertEqual(first.split(separator: "\n").map { $0.prefix(19) }, ["{\"table\":", "{\"table\":\"fetches\","])
        XCTAssertEqual(day.split(separator: "\n").count, 4)
        XCTAssertTrue(day.hasPrefix("{\"table\":\"fetches\",\"url\":\"http://feeds.example/a.pb\""), day)
    }
}
