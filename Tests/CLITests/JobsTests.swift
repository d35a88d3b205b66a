import TestSupport
import XCTest

/// `--jobs` changes neither what a stage writes nor what it reports, on real feeds that are large enough for several
/// threads, and on the messages of a made-up city. Without LINEFEED_DEEP, two of the smallest feeds are read, and each
/// stage works with two threads or with five in turn.
final class JobsTests: XCTestCase {
    private let folder = TemporaryFolder()

    private static let stages = [
        "ingest feed.zip", "ingest feed.zip --split rows --format parquet", "check feed.zip --at 2026-03-02",
        "check feed.zip --at 2026-03-02 --format table", "select --feed feed.zip --route \"$route\"",
        "select --feed feed.zip --stop \"$stop\" --clip", "select --feed feed.zip --where route_type=1,3",
        "diff feed.zip part.zip", "diff part.zip feed.zip --match-trips pattern-times",
        "diff feed.zip part.zip --by route_id", "service-levels --feed feed.zip --by stop_id,hour",
        "build-polylines feed.zip", "build-polylines --by way feed.zip", "summarize feed.zip",
        "departures -n --feed feed.zip --stop \"$stop\" --at 2017-11-16T08:00 --horizon 24h",
        "write-gtfs records.ndjson", "ingest feed.zip -o rows.gz",
    ]

    func testTheNumberOfThreadsChangesNothing() throws {
        let feeds = RealData.files(in: "static", suffix: ".zip").filter { RealData.size(of: $0) > 200_000 }
        if feeds.isEmpty { throw XCTSkip("the real feeds are not here") }
        for (number, feed) in RealData.chosen(feeds, below: 230_000).enumerated() {
            let made = Shell(
                """
                set -e
                rm -rf *; cp '\(feed)' feed.zip
                linefeed ingest -q feed.zip > records.ndjson || true
                route=$(jq -r 'select(.table == "routes").route_id' records.ndjson | head -n 1)
                stop=$(jq -r 'select(.table == "stop_times").stop_id' records.ndjson | head -n 1)
                printf 'route=%q\nstop=%q\n' "$route" "$stop" > names
                # A version in which rows are missing and changed.
                awk 'NR % 500 != 0' records.ndjson | sed '300~700s/:00"/:30"/' | linefeed write-gtfs -q -o part.zip
                """, in: folder.path)
            XCTAssertEqual(made.status, 0, "\(feed): \(made.errors)")
            compare(JobsTests.stages, feed, number)
        }
    }

    private static let stagesOfMessages = [
        "decode-rt city/*.pb", "decode-rt --changed city/*.pb", "track city/vehicles*.pb",
        "occupancy-report city/vehicles*.pb --feed city/feed.zip", "stop-visits city/*.pb --feed city/feed.zip",
        "predict city/vehicles*.pb --feed city/feed.zip",
        "render-tiles lines.ndjson --vector --zoom 8-13 --into rows.pmtiles",
        "render-tiles lines.ndjson --zoom 10-12 --into rows.pmtiles",
    ]

    func testTheNumberOfThreadsChangesNothingOfMessages() {
        let made = Shell(
            """
            set -e
            touch names
            linefeed simulate --out city --vehicles 40 --minutes 10 --seed 3 -q
            linefeed build-polylines -q city/feed.zip > lines.ndjson
            """, in: folder.path)
        XCTAssertEqual(made.status, 0, made.errors)
        compare(JobsTests.stagesOfMessages, "the city", 0)
    }

    private func compare(_ stages: [String], _ input: String, _ number: Int) {
        for (place, stage) in stages.enumerated() {
            func run(_ jobs: Int) -> Shell {
                Shell(
                    """
                    . ./names; rm -rf rows rows.*
                    linefeed \(stage) --jobs \(jobs) --diagnostics found --rejects rejects --summary summary > out; s=$?
                    sha256sum < out; cat found rejects
                    sed 's/"elapsed_ms":[0-9]*//; s/"peak_rss_bytes":[0-9]*//' summary
                    for f in rows/* rows.*; do if [ -e $f ]; then sha256sum $f; fi; done
                    exit $s
                    """, in: folder.path)
            }
            let one = run(1)
            XCTAssertTrue([0, 1, 65].contains(one.status), "\(input): \(stage): \(one.errors)")
            for jobs in Depth.isDeep ? [2, 5] : [(number + place) % 2 == 0 ? 2 : 5] {
                let other = run(jobs)
                XCTAssertEqual(other.status, one.status, "\(input): \(stage) --jobs \(jobs)")
                XCTAssertEqual(other.output, one.output, "\(input): \(stage) --jobs \(jobs)")
                XCTAssertEqual(other.errors, one.errors, "\(input): \(stage) --jobs \(jobs)")
            }
        }
    }
}
