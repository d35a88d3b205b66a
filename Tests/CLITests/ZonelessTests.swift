import TestSupport
import XCTest

/// A system without zone files: nothing is shown in a zone that nobody asked for.
final class ZonelessTests: XCTestCase {
    func testWithoutZoneFilesNothingIsWritten() {
        let feed = "--feed samples/feed.zip"
        for stage in [
            "departures -n \(feed) --stop S00 --at 2026-03-02T08:00", "trip-details -n \(feed) --trip R-T1-wd-1-26",
            "occupancy-report samples/positions.ndjson \(feed)",
            "occupancy-report samples/positions.ndjson --timezone Australia/Brisbane",
        ] {
            for folder in ["/nonexistent", "$(mktemp -d)"] {
                let run = Shell("TZDIR=\(folder) linefeed \(stage)")
                XCTAssertEqual(run.status, 69, stage + run.errors)
                XCTAssertEqual(run.output, "", stage)
                XCTAssertTrue(run.errors.contains("install tzdata"), run.errors)
            }
        }
    }

    /// A zone file that is there and cannot be opened: times in UTC would look as if they were the feed's.
    func testWithAZoneFileThatCannotBeOpenedNothingIsWritten() {
        let feed = "--feed samples/feed.zip"
        for stage in [
            "departures -n \(feed) --stop S00 --at 2026-03-02T08:00", "trip-details -n \(feed) --trip R-T1-wd-1-26",
            "check samples/feed.zip", "occupancy-report samples/positions.ndjson --timezone Australia/Brisbane",
        ] {
            let run = Shell(
                "d=$(mktemp -d); mkdir $d/Australia; ln -s Brisbane $d/Australia/Brisbane; TZDIR=$d linefeed \(stage); "
                    + "s=$?; rm -r $d; exit $s")
            XCTAssertEqual(run.status, 74, stage + run.errors)
            XCTAssertEqual(run.output, "", stage)
            XCTAssertTrue(run.errors.contains("cannot be read"), run.errors)
        }
    }
}
