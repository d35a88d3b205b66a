import TestSupport
import XCTest

/// `--jobs` does not change what `predict` writes or keeps, for more vehicles than one part of a message has.
final class PredictJobsTests: XCTestCase {
    private let folder = TemporaryFolder()

    func testTheNumberOfThreadsChangesNothing() {
        let made = Shell(
            """
            set -e
            linefeed simulate -q --out city --vehicles 300 --routes 30 --stops 600 --minutes 4 --interval 15 \
                --tables vehicle_positions --twins 0.1 --drop 0.1 --off 40
            linefeed decode-rt -q city/vehicles-*.pb -o positions.ndjson
            linefeed ingest -q city/feed.zip -o feed.ndjson
            """, in: folder.path)
        XCTAssertEqual(made.status, 0, made.errors)
        func run(_ jobs: Int) -> Shell {
            Shell(
                """
                rm -f state
                linefeed predict --feed feed.ndjson positions.ndjson --state state --diagnostics found --jobs \(jobs) > out
                s=$?
                grep -c trip_updates out
                cat out state found | sha256sum
                exit $s
                """, in: folder.path)
        }
        let one = run(1)
        XCTAssertEqual(one.status, 0, one.errors)
        XCTAssertGreaterThan(Int(one.output.split(separator: "\n").first ?? "") ?? 0, 4000)
        for jobs in [2, 5] {
            let other = run(jobs)
            XCTAssertEqual(other.status, one.status)
            XCTAssertEqual(other.output, one.output, "--jobs \(jobs)")
            XCTAssertEqual(other.errors, one.errors, "--jobs \(jobs)")
        }
    }
}
