import TestSupport
import XCTest

/// `store` through the built binary: snapshots stored twice, several writers, sudden ends, odd files.
final class StoreCommandTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func shell(_ script: String) -> Shell {
        Shell("samples='\(Checkout.root)/samples'; " + script, in: folder.path)
    }

    /// The number of rows of each table.
    private let counts = """
        for table in $(sqlite3 h.db "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"); do
            echo $table $(sqlite3 h.db "SELECT count(*) FROM $table")
        done
        """

    func testTheSameSnapshotsTwiceAddNothing() {
        let run = shell(
            """
            set -e
            feed() { linefeed decode-rt "$samples"/*.pb; linefeed decode-rt --explode "$samples"/trip-updates-*.pb
                linefeed ingest "$samples"/feed.zip; linefeed ingest "$samples"/feed.zip | linefeed build-polylines --pins
                linefeed occupancy-report "$samples"/positions.ndjson --by route_id,date; }
            feed > all.ndjson
            linefeed store h.db all.ndjson; \(counts) > first
            cp "$samples"/vehicles-1772402100.pb renamed.pb
            feed | linefeed store h.db
            linefeed decode-rt renamed.pb | linefeed store h.db --summary - | grep -o '"written":{}'
            \(counts) > second
            diff first second && wc -l < first
            sqlite3 h.db 'PRAGMA integrity_check'
            """)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.lines.first, "\"written\":{}")
        XCTAssertEqual(run.lines.last, "ok")
        XCTAssertGreaterThan(Int(run.lines[1]) ?? 0, 15)
    }

    /// Twenty thousand records of twelve members in a file that is read in several batches.
    private let many = """
        seq 1 20000 | sed 's/.*/{"table":"vehicle_positions","feed_timestamp":17000&,"vehicle_id":"v&","trip_id":"t",\
        "route_id":"r","latitude":-33.5,"longitude":151.25,"bearing":90,"timestamp":17000&,"occupancy_status":1}/' > many

        """

    func testSeveralWritersAtOnce() {
        let run = shell(
            many + """
                for start in 1 2 3; do
                    (tail -n +$((start * 2000)) many | linefeed store h.db; echo $? > status$start) &
                done
                head -n 8000 many | linefeed store h.db; echo $?
                wait; cat status*
                sqlite3 h.db 'SELECT count(*) FROM vehicle_positions; PRAGMA integrity_check'
                """)
        XCTAssertEqual(run.lines, ["0", "0", "0", "0", "20000", "ok"], run.errors)
    }

    func testAKilledWriterLeavesTheFileWhole() {
        let run = shell(
            many + """
                for round in 1 2 3 4 5 6 7 8; do
                    (while cat many; do :; done | linefeed store h.db) & sleep 0.0$((RANDOM % 9))$((RANDOM % 9 + 1))
                    kill -9 $(pgrep -P $! linefeed) 2>/dev/null; wait $! 2>/dev/null
                    sqlite3 h.db 'PRAGMA integrity_check' || exit 1
                done
                linefeed store h.db many
                sqlite3 h.db 'SELECT count(*) FROM vehicle_positions'
                """)
        XCTAssertEqual(run.lines, Array(repeating: "ok", count: 8) + ["20000"], run.errors)
    }

    func testATerminatedWriterFinishesItsBatch() {
        let run = shell(
            many + """
                mkfifo pipe
                linefeed store h.db < pipe & writer=$!
                exec 3> pipe
                head -n 1000 many >&3
                # The batch is committed as soon as the input pauses.
                for wait in $(seq 100); do
                    sleep 0.05
                    [ "$(sqlite3 h.db 'SELECT count(*) FROM vehicle_positions' 2>/dev/null)" = 1000 ] && break
                done
                sqlite3 h.db 'SELECT count(*) FROM vehicle_positions'
                tail -n 1000 many >&3; kill -TERM $writer; exec 3>&-; wait $writer; echo $?
                sqlite3 h.db 'PRAGMA integrity_check'
                """)
        XCTAssertEqual(run.lines, ["1000", "143", "ok"], run.errors)
    }

    func testAFullDiskKeepsWhatIsThere() throws {
        let run = shell(
            many + """
                head -n 2000 many | linefeed store h.db
                (ulimit -f 600; linefeed store h.db many); echo $?
                sqlite3 h.db 'SELECT count(*) >= 2000 FROM vehicle_positions; PRAGMA integrity_check'
                linefeed store h.db many && sqlite3 h.db 'SELECT count(*) FROM vehicle_positions'
                """)
        XCTAssertEqual(run.lines, ["74", "1", "ok", "20000"], run.errors)
    }

    func testPruneWithoutInput() {
        let run = shell(
            """
            echo '{"table":"vehicle_positions","vehicle_id":"a","timestamp":1700000000}' | linefeed store h.db
            linefeed store h.db --prune 30d -v < /dev/null
            sqlite3 h.db 'SELECT count(*) FROM vehicle_positions'
            linefeed store h.db --prune 30 < /dev/null; echo $?
            linefeed store - < /dev/null; echo $?
            """)
        XCTAssertEqual(run.lines, ["0", "64", "64"])
        XCTAssertTrue(run.errors.contains("vehicle_positions: 1 row older than"), run.errors)
        XCTAssertTrue(run.errors.contains("'30' is no age"), run.errors)
    }

    func testAFileThatCannotBeWritten() throws {
        try XCTSkipIf(Shell("id -u").output == "0\n", "root may write everywhere")
        let run = shell(
            """
            echo '{"table":"t","a":1}' | linefeed store h.db; chmod 400 h.db
            echo '{"table":"t","a":2}' | linefeed store h.db; echo $?
            """)
        XCTAssertEqual(run.lines, ["73"], run.errors)
    }
}
