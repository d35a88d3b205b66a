import Glibc
import TestSupport
import XCTest

/// Databases that somebody else had a hand in: refused, and never read without end.
final class StrangeDatabaseTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func run(_ script: String) -> Shell {
        Shell("S='\(Checkout.root)/samples'\n" + script, in: folder.path)
    }

    private func change(_ sql: String, then stage: String) -> Shell {
        run(
            """
            linefeed ingest $S/feed.zip --sqlite feed.db --force -q || rm -f feed.db; [ -e feed.db ] || linefeed ingest $S/feed.zip --sqlite feed.db
            sqlite3 feed.db "\(sql)"
            timeout 20 linefeed \(stage)
            """)
    }

    func testAViewInATablesPlaceIsRefusedByEveryReader() {
        let endless = "with recursive r(n) as (select 1 union all select n + 1 from r) select n"
        for (sql, what) in [
            (
                "drop table trips; create view trips as \(endless) as trip_id, n as route_id, n as service_id from r",
                "trips is a view"
            ),
            (
                "drop table linefeed_meta; create view linefeed_meta as \(endless) as schema_version from r",
                "linefeed_meta is a view"
            ),
            ("drop table stops; create virtual table stops using fts5(stop_id)", "stops is a virtual table"),
            ("alter table stops add column x as (length(stop_id))", "stops is a table with computed columns"),
            ("alter table stops add column x aS/* ) */(length(stop_id))", "stops is a table with computed columns"),
            (
                "drop table stops; create table STOPS (stop_id text, x int as(1) stored)",
                "stops is a table with computed columns"
            ),
            ("drop table frequencies; create view Frequencies as select 1 as trip_id", "frequencies is a view"),
        ] {
            for stage in [
                "trip-details -n --trip X --feed feed.db", "departures -n --stop S00 --feed feed.db",
                "build-polylines --feed feed.db", "occupancy-report $S/positions.ndjson --feed feed.db",
            ] {
                let refused = change(sql, then: stage)
                XCTAssertEqual(refused.status, 65, sql + stage + refused.errors)
                XCTAssertTrue(refused.errors.contains(what), refused.errors)
                XCTAssertEqual(refused.output, "")
            }
        }
        let load = change(
            "drop table linefeed_meta; create view linefeed_meta as \(endless) as schema_version from r",
            then: "ingest $S/feed.zip --sqlite feed.db")
        XCTAssertEqual(load.status, 73, load.errors)
    }

    func testAHistoryWithATriggerIsNotWrittenTo() {
        let refused = run(
            """
            linefeed store h.db $S/positions.ndjson
            sqlite3 h.db "create trigger t after insert on vehicle_positions begin delete from vehicle_positions; end"
            timeout 20 linefeed store h.db $S/positions.ndjson
            """)
        XCTAssertEqual(refused.status, 65, refused.errors)
        XCTAssertTrue(refused.errors.contains("has the trigger t"), refused.errors)
        let view = run(
            """
            linefeed store v.db $S/positions.ndjson
            sqlite3 v.db "drop table linefeed_history; create view linefeed_history as with recursive r(n) as (select 1 union all select n from r) select n as version from r"
            timeout 20 linefeed store v.db $S/positions.ndjson
            """)
        XCTAssertEqual(view.status, 65, view.errors)
    }

    func testAStoreInWALModeIsReadWhereNothingMayBeWritten() throws {
        let dropping = "setpriv --bounding-set=-dac_override,-dac_read_search"
        let prefix = geteuid() != 0 ? "" : run("\(dropping) true").status == 0 ? dropping : nil
        guard let prefix else { throw XCTSkip("no setpriv, and root writes everywhere") }
        let read = run(
            """
            mkdir -p 'a?b#c%d'; cd 'a?b#c%d'
            linefeed ingest $S/feed.zip --sqlite feed.db
            sqlite3 feed.db 'PRAGMA journal_mode = WAL' > /dev/null; rm -f feed.db-wal feed.db-shm
            chmod 555 .
            \(prefix) linefeed departures -n --feed feed.db --stop S00 --at 2026-03-02T08:00 --limit 3
            echo "rc=$?"; ls -A; chmod 755 .
            """)
        XCTAssertTrue(read.output.hasSuffix("rc=0\nfeed.db\n"), read.output + read.errors)
        XCTAssertEqual(read.lines.filter { $0.contains("\"table\":\"departures\"") }.count, 3)
        let logged = run(
            """
            mkdir -p d; cd d; cp '../a?b#c%d/feed.db' .; : > feed.db-wal; echo rows > feed.db-wal; chmod 555 .
            \(prefix) linefeed departures -n --feed feed.db --stop S00 --at 2026-03-02T08:00; echo "rc=$?"; chmod 755 .
            """)
        XCTAssertTrue(logged.output.contains("rc=65"), logged.output + logged.errors)
        XCTAssertTrue(logged.errors.contains("wal_checkpoint"), logged.errors)
    }

    func testAThousandUnknownFilesAreEnough() {
        let load = run(
            """
            mkdir many; cd many; unzip -q $S/feed.zip; for i in $(seq 1100); do echo "a" > f$i.txt; done; cd ..
            linefeed ingest many --sqlite many.db; echo "rc=$?"
            sqlite3 many.db "select count(*) from sqlite_schema where type = 'table' and name like 'f%' and name not in ('frequencies', 'feed_info')"
            linefeed ingest many | wc -l; linefeed departures -n --feed many.db --stop S00 --at 2026-03-02T08:00 --limit 1 | wc -l
            """)
        XCTAssertEqual(load.lines.first, "rc=65", load.errors)
        XCTAssertEqual(load.lines[1], "1000")
        XCTAssertTrue(load.errors.contains("95 more of this kind, 100 in total (too_many_tables)"), load.errors)
        XCTAssertGreaterThan(Int(load.lines[3]) ?? 0, 0, "the feed's own tables are there")
    }
}
