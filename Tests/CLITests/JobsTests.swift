import TestSupport
import XCTest

/// `--jobs` changes neither what a stage writes nor what it reports, on real feeds that are large enough for several
/// threads. Without LINEFEED_DEEP, two of the smallest are read, by two threads or by five in turn.
final class JobsTests: XCTestCase {
    private let folder = TemporaryFolder()

    private static let stages = [
        "ingest feed.zip", "ingest feed.zip --split rows --format parquet", "check feed.zip --at 2026-03-02",
        "check feed.zip --at 2026-03-02 --format table", "select --feed feed.zip --route \"$route\"",
        "select --feed feed.zip --stop \"$stop\" --clip", "select --feed feed.zip --where route_type=1,3",
        "diff feed.zip part.zip", "diff part.zip feed.zip --match-trips pattern-times",
        "diff feed.zip part.zip --by route_id", "service-levels --feed feed.zip --by stop_id,hour",
        "build-polylines feed.zip", "build-polylines --by way feed.zip", "summarize feed.zip",
        "departures -n --feed feed.zip --stop \"$stop\" --at 2017-11-16T08:00 --horizon 24h", "write-gtfs rows.ndjson",
        "ingest feed.zip -o rows.gz",
    ]

    func testTheNumberOfThreadsChangesNothing() throws {
        let feeds = RealData.files(in: "static", suffix: ".zip").filter { RealData.size(of: $0) > 200_000 }
        if feeds.isEmpty { throw XCTSkip("the real feeds are not here") }
        for (number, feed) in RealData.chosen(feeds, below: 230_000).enumerated() {
            let made = Shell(
                """
                set -e
                rm -rf *; cp '\(feed)' feed.zip
                linefeed ingest -q feed.zip > rows.ndjson || true
                route=$(jq -r 'select(.table == "routes").route_id' rows.ndjson | head -n 1)
                stop=$(jq -r 'select(.table == "stop_times").stop_id' rows.ndjson | head -n 1)
                printf 'route=%q\nstop=%q\n' "$route" "$stop" > names
                # A version in which rows are missing and changed.
                awk 'NR % 500 != 0' rows.ndjson | sed '300~700s/:00"/:30"/' | linefeed write-gtfs -q -o part.zip
                """, in: folder.path)
            XCTAssertEqual(made.status, 0, "\(feed): \(made.errors)")
            for (place, stage) in JobsTests.stages.enumerated() {
                func run(_ jobs: Int) -> Shell {
                    Shell(
                        """
                        . ./names; rm -rf rows rows.gz
                        linefeed \(stage) --jobs \(jobs) --diagnostics found --rejects rejects --summary summary > out; s=$?
                        sha256sum < out; cat found rejects
                        sed 's/"elapsed_ms":[0-9]*//; s/"peak_rss_bytes":[0-9]*//' summary
                        if [ -e rows ]; then sha256sum rows/*; fi
                        if [ -e rows.gz ]; then sha256sum rows.gz; fi
                        exit $s
                        """, in: folder.path)
                }
                let one = run(1)
                XCTAssertTrue([0, 1, 65].contains(one.status), "\(feed): \(stage): \(one.errors)")
                for jobs in Depth.isDeep ? [2, 5] : [(number + place) % 2 == 0 ? 2 : 5] {
                    let other = run(jobs)
                    XCTAssertEqual(other.status, one.status, "\(feed): \(stage) --jobs \(jobs)")
                    XCTAssertEqual(other.output, one.output, "\(feed): \(stage) --jobs \(jobs)")
                    XCTAssertEqual(other.errors, one.errors, "\(feed): \(stage) --jobs \(jobs)")
                }
            }
        }
    }
}
