import StageKit
import TestSupport
import XCTest

@testable import RunStage

/// What a run makes of the states that fetches leave, and of fetches that leave none any more.
final class FeedAlertTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let now = 1_772_371_805

    private func state(_ feed: String, success: Int?, attempt: Int? = nil, alertAfter: Int? = 60) -> String {
        let last = success.map { "\"last_success\":\($0)," } ?? ""
        return
            "{\"version\":1,\"feed\":\"\(feed)\",\"url\":\"http://x/\",\"first_attempt\":5,\"last_attempt\":\(attempt ?? now),\(last)"
            + (alertAfter.map { "\"alert_after\":\($0)," } ?? "") + "\"failures\":2,\"last_error\":\"HTTP 500\"}"
    }

    /// The stage that has fetched hangs: it says nothing more, and the run does.
    func testARunTellsOfAFeedWhoseFetchHangs() throws {
        let clock = PausesOnly()
        var seconds = 0
        clock.wall = { self.now + seconds }
        func pipeline(_ state: String) -> String {
            """
            name: watched
            on_stale: stale
            on_recover: back
            stages:
              - {name: poll, load: 'mkdir -p "$LINEFEED_FEED_STATES"', shell: true, run: 'printf "%s\\n" "$STATE" > "$LINEFEED_FEED_STATES/a.json"'}
              - {name: stale, shell: true, run: 'echo "stale $LINEFEED_FEEDS: $LINEFEED_ALERT" >> @/alerts'}
              - {name: back, shell: true, run: 'echo "back $LINEFEED_FEEDS" >> @/alerts'}
            """
        }
        func turn(_ success: Int?, alertAfter: Int? = 60) throws -> PipelineRun {
            let state = state("a", success: success, attempt: now + seconds, alertAfter: alertAfter)
            return try PipelineRun(pipeline(state), in: folder, clock: clock) { $0.environment["STATE"] = state }
        }
        var alerts: String { TemporaryFolder.text(of: folder.path + "/alerts") ?? "" }
        XCTAssertEqual(try turn(now).code, 0)
        seconds = 75
        XCTAssertEqual(try turn(now).code, 0)
        XCTAssertEqual(alerts, "", "15 seconds are the fetch's own")
        seconds = 76
        let stale = try turn(now)
        XCTAssertTrue(stale.log.contains("a: no fetch has succeeded since 2026-03-01T13:30:05Z"), stale.log)
        XCTAssertEqual(
            alerts,
            "stale a: a: no fetch has succeeded since 2026-03-01T13:30:05Z; failures in a row: 2; the last one: HTTP 500\n"
        )
        // Neither this run nor a later one tells it again.
        seconds = 900
        XCTAssertEqual(try turn(now).code, 0)
        XCTAssertEqual(alerts.split(separator: "\n").count, 1)
        let status = try PipelineRun(pipeline(""), in: folder, clock: clock) { $0.action = .status }
        XCTAssertEqual(status.code, 1)
        XCTAssertTrue(
            status.lines[1].hasPrefix(#"{"table":"feed_status","feed":"a","url":"http://x/","state":"stale""#),
            status.output)
        XCTAssertEqual(try turn(now + 890).code, 0)
        XCTAssertEqual(alerts.split(separator: "\n").last, "back a")
        XCTAssertEqual(try PipelineRun(pipeline(""), in: folder, clock: clock) { $0.action = .status }.code, 0)
        // Without a time there is no alert, and a feed that no fetch asked for in this run is none of its.
        XCTAssertEqual(try turn(nil, alertAfter: nil).code, 0)
        XCTAssertEqual(alerts.split(separator: "\n").count, 2)
        let old = state("a", success: 7, attempt: now + seconds - 1)
        _ = try PipelineRun(pipeline(old), in: folder, clock: clock) { $0.environment["STATE"] = old }
        XCTAssertEqual(alerts.split(separator: "\n").count, 2)
    }

    func testConditions() {
        var status = FeedStatus()
        status.feed = "a"
        XCTAssertEqual(status.condition(at: now), .fresh)
        XCTAssertTrue(status.outage.fail(at: now))
        XCTAssertEqual(status.condition(at: now), .failing)
        XCTAssertFalse(status.needsAlert(at: now))
        status.isTooOld = true
        XCTAssertEqual(status.condition(at: now), .tooOld)
        status.isStale = true
        XCTAssertEqual(status.condition(at: now), .stale)
        XCTAssertTrue(status.needsAlert(at: now))
        // The clock was set back an hour: nothing is known of the time since.
        status.isStale = false
        status.isTooOld = false
        status.alertAfter = 60
        status.lastSuccess = now + 3600
        XCTAssertEqual(status.condition(at: now), .failing)
    }

    func testWhenRepeatedFailuresAreReported() {
        var failures = RepeatedFailures()
        let told = (0..<40_000).filter { failures.fail(at: now + $0) }
        XCTAssertEqual(told, [0, 60, 600] + (1...11).map { $0 * 3600 })
        XCTAssertEqual(failures.count, 40_000)
        let ended = failures.succeed(at: now + 40_000)
        XCTAssertEqual(ended?.count, 40_000)
        XCTAssertEqual(ended?.seconds, 40_000)
        XCTAssertEqual(failures, RepeatedFailures())
        // A clock that is set back delays a report and gives none twice.
        XCTAssertTrue(failures.fail(at: now))
        XCTAssertFalse(failures.fail(at: now - 3600))
        XCTAssertTrue(failures.fail(at: now + 60))
    }
}
