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
                    # The writer may not have started yet, and it never ends by itself.
                    until kill -9 $(pgrep -P $! linefeed) 2>/dev/null; do sleep 0.01; done; wait $! 2>/dev/null
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

    /// A page of a database that cannot be read is a signal where the file is read through memory.
    func testAPageThatCannotBeReadEndsTheRunWithAMessage() {
        let run = shell(
            """
            mkfifo pipe; linefeed store h.db < pipe 2> said & child=$!
            exec 3> pipe
            printf '{"table":"a","x":1}\\n' >&3
            for wait in $(seq 100); do sleep 0.05; [ -s h.db ] && break; done
            kill -BUS $child; exec 3>&-; wait $child; echo $?; cat said
            """)
        XCTAssertEqual(
            run.lines,
            ["74", "linefeed: error: a database became unreadable or shorter while it was read; gave up"],
            run.errors)
    }

    func testTablesAreNamedWithCommasOrOneByOne() {
        let run = shell(
            """
            for table in a b c d; do printf '{"table":"%s","x":1}\\n' $table; done > four
            linefeed store h.db four --table a,b --table d
            sqlite3 h.db "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE type = 'table' AND length(name) = 1 ORDER BY 1)"
            linefeed store h.db four --table a,,b; echo $?
            """)
        XCTAssertEqual(run.lines, ["a,b,d", "64"], run.errors)
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
        XCTAssertTrue(run.errors.contains("vehicle_positions: removed 1 row older than"), run.errors)
        XCTAssertTrue(run.errors.contains("'30' is not an age"), run.errors)
    }

    func testAFileThatCannotBeWritten() {
        let asNobody = Shell("id -u").output == "0\n" ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
        let run = shell(
            """
            chmod 755 .; cp "$(command -v linefeed)" .; nobody="\(asNobody) ./linefeed"
            echo '{"table":"t","a":1}' | linefeed store h.db; chmod 444 h.db
            echo '{"table":"t","a":2}' | $nobody store h.db; echo $?
            chmod 666 h.db; chmod 555 .
            echo '{"table":"t","a":2}' | $nobody store h.db; echo $?
            echo '{"table":"t","a":2}' | $nobody store new.db; echo $?
            chmod 755 .; sqlite3 h.db 'SELECT a FROM t'
            """)
        XCTAssertEqual(run.lines, ["73", "73", "73", "1"], run.errors)
    }

    func testWhatReadersOfRecordsShare() {
        let run = shell(
            """
            { cat "$samples"/positions.ndjson; echo '{"table":"others", "x":1}'; } > in
            linefeed store h.db --table vehicle_positions --pass-through in | grep -v feed_messages
            linefeed store h.db --max-line-bytes 40 in -q -o /dev/null 2>&1 | grep -c 'in:1: the line has '
            linefeed store h.db missing in -q --summary - | grep -c '"merged"'; echo ${PIPESTATUS[0]}
            linefeed store h.db . ; echo $?
            head -c 104857600 /dev/zero | tr '\\0' a | linefeed store h.db --summary peak; echo $?
            printf '{"table":"stops","stop_id":"\\xe9"}\\n' | linefeed store h.db -q; echo $?
            """)
        XCTAssertEqual(
            run.lines, [#"{"table":"others", "x":1}"#, "1", "1", "66", "65", "65", "65"], run.errors)
        XCTAssertTrue(run.errors.contains("standard input:1: the line has 104857600 bytes"), run.errors)
        let text = TemporaryFolder.text(of: folder.path + "/peak") ?? ""
        let peak = text.firstMatch(of: /"peak_rss_bytes":([0-9]+)/).flatMap { Int($0.1) } ?? .max
        XCTAssertLessThan(peak, 100 << 20)
    }

    func testEveryRealSnapshotTwice() throws {
        try XCTSkipIf(RealData.folder == nil, "no real feeds: set LINEFEED_REAL_DATA")
        let messages = RealData.path("rt") ?? ""
        let run = shell(
            """
            for explode in "" --explode; do
                linefeed decode-rt -q $explode '\(messages)'/*.pb '\(messages)'/*/*.pb > all.ndjson
                linefeed store h.db all.ndjson; \(counts) > first
                find '\(messages)' -name '*.pb' | sort -r | while read -r file; do
                    linefeed decode-rt -q $explode "$file" | linefeed store h.db --summary - | grep -v '"written":{}'
                done
                \(counts) > second; diff first second && sort second | head -n 1
            done
            """)
        XCTAssertEqual(run.lines, ["alerts 69", "alerts 69"], run.errors)
    }
}
