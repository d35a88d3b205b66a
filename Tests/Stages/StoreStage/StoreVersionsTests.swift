import TestSupport
import XCTest

/// A history that is read as a feed has one version of it: no board is made of two.
final class StoreVersionsTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let trip = "R-T1-wd-1-26"
    private let stages = [
        "departures -n --stop S00 --at 2026-03-02T08:00", "trip-details --trip R-T1-wd-1-26 --date 20260302",
        "build-polylines --geometry auto --by pattern", "occupancy-report $S/positions.ndjson --by route_id,hour",
    ]

    override func setUp() {
        // In the next version a trip has another id, and so have its stop_times.
        let made = shell(
            """
            set -e
            linefeed ingest $S/feed.zip -o v1.nd; sed 's/"\(trip)"/"T9"/' v1.nd > v2.nd
            linefeed decode-rt $S/*.pb -o rt.nd
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    private func shell(_ script: String) -> Shell {
        Shell("S='\(Checkout.root)/samples'\n" + script, in: folder.path)
    }

    /// Stores by a script, and sees whether the first version is what can be read.
    private func assertReads(_ script: String, file: StaticString = #filePath, line: UInt = #line) {
        let stored = shell("rm -f h.db*; " + script)
        XCTAssertEqual(stored.status, 0, stored.errors, file: file, line: line)
        for stage in stages {
            let read = shell("linefeed \(stage) --feed h.db")
            XCTAssertEqual(read.status, 0, read.errors, file: file, line: line)
            let wanted = shell("linefeed \(stage) --feed $S/feed.zip").lines
            XCTAssertTrue(!wanted.isEmpty && read.lines == wanted, stage, file: file, line: line)
        }
    }

    private func assertRefuses(
        _ script: String, _ words: [String], file: StaticString = #filePath, line: UInt = #line
    ) {
        let stored = shell("rm -f h.db*; " + script)
        XCTAssertEqual(stored.status, 0, stored.errors, file: file, line: line)
        for stage in stages {
            let read = shell("linefeed \(stage) --feed h.db")
            XCTAssertEqual(read.status, 65, stage + read.errors, file: file, line: line)
            XCTAssertEqual(read.lines, [], stage, file: file, line: line)
            for word in words + ["h.db", "linefeed ingest FEED --sqlite DB", "linefeed store NEW.db"] {
                XCTAssertTrue(read.errors.contains(word), stage + read.errors, file: file, line: line)
            }
        }
    }

    private let mixture = ["several versions", "still has rows of the earlier version that the later one lacks"]

    func testTwoVersionsAreNoFeed() {
        assertRefuses("linefeed store h.db v1.nd; linefeed store h.db v2.nd", mixture + ["trips, stop_times"])
        // Neither the first version again nor anything else takes the second one's rows out.
        assertRefuses("for v in 1 2 1 1; do linefeed store h.db v$v.nd; done", mixture)
        assertRefuses(
            "for v in 1 2; do linefeed store --table stop_times h.db v$v.nd; done; "
                + "linefeed store h.db v1.nd", mixture + ["to stop_times,"])
        // A row that is changed in place is no less of another version.
        assertRefuses(
            "linefeed store h.db v1.nd; sed 's/\"stop_name\":\"/&New /' v1.nd | linefeed store h.db",
            mixture + ["to stops,"])
    }

    func testAVersionThatOnlyLacksRowsIsASecondOne() {
        assertRefuses(
            "linefeed store h.db v1.nd; grep -v '\"\(trip)\"' v1.nd | linefeed store h.db",
            mixture + ["trips, stop_times"])
    }

    func testTheSameVersionAgainIsNoSecondOne() {
        assertReads("for i in 1 2 3; do linefeed store h.db v1.nd; done")
        assertReads("linefeed store h.db v1.nd; linefeed store h.db rt.nd; linefeed store h.db rt.nd")
        // Tables that come later, and several inputs of one run.
        assertReads(
            "linefeed store --table stops,routes h.db v1.nd; linefeed store --table trips h.db v1.nd; "
                + "linefeed store h.db v1.nd")
        assertReads("split -n l/7 v1.nd part; linefeed store h.db part*; linefeed store h.db v1.nd")
    }

    func testRowsThatRepeatAKeyAreNoSecondVersion() {
        // Each run changes the row to and fro.
        assertReads(
            """
            grep '"table":"calendar"' v1.nd | head -n 1 | sed 's/"monday":[01]/"monday":7/' > twice.nd
            cat twice.nd v1.nd > doubled.nd; for i in 1 2 3; do linefeed store h.db doubled.nd; done
            """)
    }

    func testARunThatCompletesABrokenOneIsNoSecondVersion() {
        let half = "head -n $(($(wc -l < v1.nd) / 2)) v1.nd | linefeed store h.db"
        assertReads("\(half); linefeed store h.db v1.nd")
        assertReads("head -n 9 v1.nd | linefeed store h.db; \(half); linefeed store h.db v1.nd")
        // Half a timetable after the whole is one that lacks rows, until the whole comes again.
        assertRefuses("linefeed store h.db v1.nd; \(half)", mixture)
        assertReads("linefeed store h.db v1.nd; \(half); linefeed store h.db v1.nd")
        // What another version completes is a mixture, where the versions differ in the first half.
        assertRefuses(
            "head -n $(grep -n '\(trip)' v1.nd | head -n 1 | cut -d: -f1) v1.nd | linefeed store h.db; "
                + "linefeed store h.db v2.nd",
            mixture)
    }

    func testWhatDoesNotTellItsVersionsIsRefused() {
        let old = "linefeed store h.db v1.nd; sqlite3 h.db 'DROP TABLE linefeed_versions'"
        assertRefuses(old, ["did not record whether all rows are of one version"])
        assertRefuses(old + "; linefeed store h.db v1.nd", ["did not record whether all rows are of one version"])
    }

    func testTheNoteIsWrittenWithTheRows() {
        // Killed in the middle of the second version, between batches of a second: the rows tell of themselves.
        assertRefuses(
            """
            linefeed store h.db v1.nd
            mkfifo pipe; linefeed store h.db < pipe & P=$!
            exec 3> pipe; grep '"T9"' v2.nd >&3
            N=0
            until [ $((N += 1)) -gt 400 ] || sqlite3 h.db "SELECT 1 FROM trips WHERE trip_id = 'T9'" | grep -q 1
            do sleep 0.05; done
            kill -9 $P; wait $P 2> /dev/null; exec 3>&-
            """, mixture)
    }
}
