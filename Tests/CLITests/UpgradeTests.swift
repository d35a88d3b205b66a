import FeedStore
import TestSupport
import XCTest

/// Databases of all formats that there were: read as they are, upgraded in place, refused, and killed on the way.
final class UpgradeTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func shell(_ script: String) -> Shell {
        Shell("formats='\(Checkout.root)/Tests/CLITests/Formats'; " + script, in: folder.path)
    }

    private static func fixtures(_ kind: String) -> [String] {
        Checkout.names(in: Checkout.root + "/Tests/CLITests/Formats").filter {
            $0.hasPrefix(kind) && $0.hasSuffix(".db.gz")
        }
    }

    /// `history-1-first.db.gz` has format 1.
    private static func format(_ name: String) -> Int {
        Int(name.split(separator: "-")[1].prefix { $0.isNumber }) ?? 0
    }

    func testThereIsAFixtureOfEachFormat() {
        XCTAssertEqual(
            Set(UpgradeTests.fixtures("history").map(UpgradeTests.format)), Set(1...HistoryFormat.version))
        XCTAssertEqual(
            Set(UpgradeTests.fixtures("timetable").map(UpgradeTests.format)), Set(1...StoreFormat.version))
    }

    /// All rows without what the store adds, one a line.
    private let dump = """
        dump() { for table in $(sqlite3 "$1" "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'linefeed%' \
        AND name NOT LIKE 'sqlite%' ORDER BY 1"); do sqlite3 -json "$1" "SELECT '$table' AS of, * FROM \\"$table\\"" |
            jq -c '.[] | del(.instance, .record_key)'; done | sort; }

        """

    func testHistoriesAreUpgraded() {
        for name in UpgradeTests.fixtures("history") {
            let format = UpgradeTests.format(name)
            let newest = HistoryFormat.version
            let run = shell(
                dump + """
                    rm -f h.db* ; gzip -dc $formats/\(name) > h.db; dump h.db > before; cksum < h.db > sum
                    # Reading changes nothing.
                    linefeed departures -n --feed h.db --stop M --at 2026-03-02T08:00 --limit 1 >read 2>&1
                    cksum < h.db | diff sum - && echo untouched
                    linefeed store h.db $formats/records.ndjson --no-upgrade 2>refused; echo $?
                    cksum < h.db | diff sum - && echo untouched
                    linefeed store h.db $formats/records.ndjson -q --summary - --diagnostics found | jq -c .written
                    jq -c 'select(.code == "database_upgraded") | [.level, .count]' found
                    dump h.db | diff before - && echo same
                    sqlite3 h.db "PRAGMA integrity_check; PRAGMA user_version; SELECT version FROM linefeed_history"
                    linefeed store h.db $formats/records.ndjson --no-upgrade --summary - | jq -c .written
                    sed 's/"stage":/"instance":"other",&/' $formats/records.ndjson | linefeed store h.db --summary - |
                        jq -c .written
                    sqlite3 h.db "SELECT count(*), count(DISTINCT record_key), count(instance) FROM stage_runs"
                    """)
            guard format < newest else { continue }
            XCTAssertEqual(
                run.lines,
                [
                    "untouched", "73", "untouched", "{}", #"["note",1]"#, "same", "ok", "\(newest)", "\(newest)", "{}",
                    #"{"stage_runs":5}"#, "11|11|5",
                ], "\(name): \(run.errors)")
            let refused = TemporaryFolder.text(of: folder.path + "/refused") ?? ""
            XCTAssertTrue(
                refused.contains(
                    "h.db is a history of format \(format), and this linefeed writes format \(newest); left unchanged; "
                        + "leave out --no-upgrade"), refused)
        }
    }

    func testTimetablesAreUpgraded() {
        for name in UpgradeTests.fixtures("timetable") {
            let format = UpgradeTests.format(name)
            let newest = StoreFormat.version
            let run = shell(
                dump + """
                    board() { linefeed departures -n --feed "$1" --stop "$2" --at 2026-03-06T00:10 --horizon 12h; }
                    rm -f t.db* fresh.db*; gzip -dc $formats/\(name) > t.db; dump t.db > before; cksum < t.db > sum
                    for stop in H M Z; do board t.db $stop; done > read; cksum < t.db | diff sum - && echo untouched
                    linefeed ingest $formats/feed --sqlite t.db --no-upgrade 2>refused; echo $?
                    cksum < t.db | diff sum - && echo untouched
                    linefeed ingest $formats/feed --sqlite t.db --diagnostics found 2>said; cat said
                    jq -c 'select(.code == "database_upgraded") | [.level, .count]' found
                    linefeed ingest $formats/feed --sqlite fresh.db
                    dump t.db | diff before - && echo same; dump fresh.db | diff before - && echo same
                    for stop in H M Z; do board t.db $stop; done | diff read - && echo boards; wc -l < read
                    for table in linefeed_trip_rows linefeed_services linefeed_split_trips service_days; do
                        for db in t fresh; do sqlite3 -quote $db.db "SELECT * FROM $table" | sort > $db.$table; done
                        diff t.$table fresh.$table && echo $table
                    done
                    sqlite3 t.db "PRAGMA integrity_check; PRAGMA user_version; SELECT schema_version FROM linefeed_meta"
                    linefeed ingest $formats/feed --sqlite t.db --no-upgrade && echo again
                    """)
            guard format < newest else { continue }
            XCTAssertEqual(
                run.lines,
                [
                    "untouched", "73", "untouched",
                    "linefeed ingest: note: t.db: upgraded from format \(format) to \(newest)", #"["note",1]"#, "same",
                    "same", "boards", "5", "linefeed_trip_rows", "linefeed_services", "linefeed_split_trips",
                    "service_days", "ok", "\(newest)", "\(newest)", "again",
                ], "\(name): \(run.errors)")
            let refused = TemporaryFolder.text(of: folder.path + "/refused") ?? ""
            XCTAssertTrue(
                refused.contains("t.db is a database of format \(format), and this linefeed writes format \(newest)"),
                refused)
        }
    }

    /// A feed that is not in the order of trips has no table of trips, and no trigger that would empty it.
    func testAnUpgradeLeavesNoTriggersWithoutTheirTable() {
        let run = shell(
            """
            gzip -dc $formats/timetable-2.db.gz > t.db
            sqlite3 t.db "INSERT INTO stop_times(trip_id, stop_sequence) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
                SELECT i + 1 FROM n WHERE i < 12000) SELECT 'X' || (i % 2000), i FROM n"
            linefeed ingest $formats/feed --sqlite t.db -q; echo $?
            sqlite3 t.db "PRAGMA user_version; SELECT count(*) FROM sqlite_schema WHERE name LIKE 'linefeed_trip_rows%'"
            sqlite3 t.db "DELETE FROM stop_times WHERE trip_id LIKE 'X%'; UPDATE trips SET trip_id = trip_id" && echo changed
            """)
        XCTAssertEqual(run.lines, ["0", "3", "0", "changed"], run.errors)
    }

    func testAnOlderTimetableOfOtherContentIsReplaced() {
        let run = shell(
            """
            gzip -dc $formats/timetable-1.db.gz > t.db; cp -r $formats/feed .; echo 'owl,white' >> feed/zoo.txt
            linefeed ingest feed --sqlite t.db --no-upgrade -q; echo $?
            linefeed ingest feed --sqlite t.db 2>&1; sqlite3 t.db 'PRAGMA user_version; SELECT count(*) FROM zoo'
            """)
        XCTAssertEqual(
            run.lines,
            [
                "73", "linefeed ingest: note: t.db: upgraded from format 1 to \(StoreFormat.version)",
                "\(StoreFormat.version)", "2",
            ], run.errors)
    }

    /// A history with so many rows that upgrading takes a while is killed at twenty moments, and is each time of one
    /// format or the other, with all its rows.
    func testAKilledUpgradeLeavesTheOldOrTheNew() {
        let run = shell(
            """
            gzip -dc $formats/history-1.db.gz > old.db
            sqlite3 old.db "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 60000)
              INSERT INTO stage_runs(pipeline, stage, turn, started, record_time, record_key)
              SELECT 'archive', 'poll', n, 1600000000 + n, 1600000000 + n, n FROM n; PRAGMA wal_checkpoint(TRUNCATE)" > /dev/null
            rm -f old.db-*
            look() { sqlite3 "$1" "PRAGMA integrity_check; SELECT version, (SELECT user_version FROM pragma_user_version),
              (SELECT count(*) FROM pragma_table_info('stage_runs') WHERE name = 'instance'),
              (SELECT count(*) || '/' || (max(record_key) > 60000) || '/' || count(DISTINCT record_key) FROM stage_runs
              WHERE started < 1700000000), (SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name =
              'stage_runs') FROM linefeed_history"; }
            cp old.db h.db; begin=$(date +%s%N)
            linefeed store h.db -q --prune stage_runs=never,fetches=5000w < /dev/null
            took=$(( $(date +%s%N) - begin ))
            look h.db > whole
            for part in 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40; do
                rm -f h.db*; cp old.db h.db
                timeout -s KILL $(awk "BEGIN { print $took / 1e9 * $part / 40 }") linefeed store h.db -q --prune \
            stage_runs=never,fetches=5000w < /dev/null 2> /dev/null
                look h.db
            done | sort | uniq -c | awk '{ $1 = ($1 > 1 ? "often" : "once"); print }'
            cat whole
            """)
        XCTAssertTrue(run.lines.contains("ok"), run.errors)
        let states = Set(
            run.lines.filter { !$0.hasSuffix("ok") }.map { $0.split(separator: " ").last.map(String.init) ?? "" })
        XCTAssertTrue(states.isSubset(of: ["1|1|0|60000/0/60000|2", "2|2|1|60000/1/60000|2"]), "\(run.lines)")
        XCTAssertTrue(run.lines.contains("often 1|1|0|60000/0/60000|2"), "no upgrade was interrupted: \(run.lines)")
        XCTAssertEqual(run.lines.last, "2|2|1|60000/1/60000|2")
    }

    // MARK: Space and ages

    func testSpaceIsGivenBack() {
        let run = shell(
            """
            seq 1 20000 | sed 's/.*/{"table":"vehicle_positions","vehicle_id":"v&","timestamp":17000&,"label":"aaaaaaaaaaaaaaaaaa"}/' |
                linefeed store h.db
            sqlite3 h.db 'PRAGMA wal_checkpoint(TRUNCATE)' > /dev/null; stat -c %s h.db > before
            linefeed store h.db --prune 30d < /dev/null; stat -c %s h.db | diff - before > /dev/null && echo as large
            linefeed store h.db --vacuum -v < /dev/null 2> said; echo $?
            [ $(( $(stat -c %s h.db) * 20 )) -lt $(cat before) ] && echo small; cat said
            sqlite3 h.db 'PRAGMA integrity_check; SELECT count(*) FROM vehicle_positions'
            """)
        XCTAssertEqual(run.lines.count, 6, run.errors)
        XCTAssertEqual(run.lines.prefix(3), ["as large", "0", "small"], run.errors)
        XCTAssertTrue(
            run.lines.dropFirst(3).first?.contains("note: h.db: the file has ") ?? false, "\(run.lines)")
        XCTAssertEqual(run.lines.suffix(2), ["ok", "0"])
    }

    func testAgesByTable() {
        let run = shell(
            """
            for table in alerts fetches vehicle_positions; do
                echo '{"table":"'$table'","feed_timestamp":1700000000,"timestamp":1700000000,"at":"2023-11-14T22:13:20Z","x":1}'
            done > records; echo '{"table":"stops","stop_id":"s"}' >> records
            left() { for table in alerts fetches vehicle_positions stops; do
                echo $table $(sqlite3 h.db "SELECT count(*) FROM $table"); done | tr '\\n' ' '; echo; }
            linefeed store h.db records -q; left
            linefeed store h.db --prune 30d,alerts=never --prune vehicle_positions=5000w -q < /dev/null; left
            linefeed store h.db --prune alerts=1d --table fetches -q < /dev/null; left
            linefeed store h.db --prune alerts=1d,stopps=2d < /dev/null 2> misspelt; echo $?; left
            linefeed store h.db --prune alerts=1d,trip_updates=2d -q < /dev/null; left; cat misspelt
            for wrong in 3 x= =3d x=3 1d,2d x=1d,x=2d x=0d; do linefeed store h.db --prune $wrong -q < /dev/null 2>&1; echo $?; done
            """)
        XCTAssertEqual(
            run.lines.filter { $0 == "64" || $0.hasPrefix("alerts ") },
            [
                "alerts 1 fetches 1 vehicle_positions 1 stops 1 ", "alerts 1 fetches 0 vehicle_positions 1 stops 1 ",
                "alerts 1 fetches 0 vehicle_positions 1 stops 1 ", "64",
                "alerts 1 fetches 0 vehicle_positions 1 stops 1 ", "alerts 0 fetches 0 vehicle_positions 1 stops 1 ",
                "64", "64", "64", "64", "64", "64", "64",
            ], run.errors)
        XCTAssertTrue(run.output.contains("no table 'stopps'; did you mean 'stops'?"), run.output)
        XCTAssertTrue(run.output.contains("--prune names two ages for x"), run.output)
        XCTAssertTrue(run.output.contains("--prune names two ages for all tables"), run.output)
    }

    /// Two pipelines of one name in two folders write stage_runs at the same time into one history.
    func testRunsOfTwoInstancesNeverMerge() {
        let run = shell(
            """
            printf 'name: archive\\nlock: DIR.lock\\nstages: [{name: a, run: "true"}]\\n' > p.yaml
            for city in one two; do sed "s/DIR/$city/" p.yaml > $city.yaml; done
            linefeed run one.yaml --log one.log & linefeed run two.yaml --log two.log; wait
            # Both at the same second.
            sed -i -E 's/"(started|ended)":[0-9]+/"\\1":1772371805/g' one.log two.log
            cat one.log two.log one.log | linefeed store h.db --summary - | jq -c '[.written, .merged]'
            sqlite3 h.db 'SELECT instance FROM stage_runs ORDER BY 1' | sed "s|^[^:]*:$PWD/|here:|"
            printf 'instance: "${CITY:-north}"\\nlock: none\\nstages: [{name: a, run: "true"}]\\n' > named.yaml
            linefeed run named.yaml --log - | jq -r .instance; CITY=south linefeed run named.yaml --log - | jq -r .instance
            printf 'lock: none\\nstages: [{name: a, run: "true"}]\\n' > free.yaml
            linefeed run free.yaml --log - | jq -r .instance | sed -E "s|^[^:]*:$PWD/|here:|; s/#[0-9]+$/#pid/"
            printf 'instance: ""\\nstages: [{name: a, run: "true"}]\\n' > empty.yaml; linefeed run empty.yaml 2>&1; echo $?
            """)
        XCTAssertEqual(
            run.lines,
            [
                #"[{"stage_runs":2},{"stage_runs":1}]"#, "here:one.lock", "here:two.lock", "north", "south",
                "here:free.yaml#pid", "linefeed run: error: empty.yaml:1: instance takes text, not ''", "78",
            ], run.errors)
    }
}
