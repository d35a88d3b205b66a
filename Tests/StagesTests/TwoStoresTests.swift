import FeedStore
import Glibc
import SQLite
import StageKit
import TestSupport
import TimeZones
import XCTest

@testable import IngestStage
@testable import Schedule
@testable import SchemaStage
@testable import StoreStage

/// One word, one thing: `--feed` reads the database of `ingest --sqlite` and that of `store`, and both have
/// `service_days`.
final class TwoStoresTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func shell(_ script: String) -> Shell {
        Shell("S='\(Checkout.root)/samples'\n" + script, in: folder.path)
    }

    func testEveryStageReadsBoth() {
        let made = shell(
            """
            set -e
            linefeed ingest $S/feed.zip --sqlite feed.db
            linefeed ingest $S/feed.zip | linefeed store history.db
            linefeed ingest $S/feed.zip --feed-id north | linefeed store north.db
            linefeed decode-rt $S/*.pb -o rt.nd
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        for stage in [
            "departures rt.nd --stop S00 --at 2026-03-02T08:00", "departures -n --stop S00 --at 2026-03-02T23:30",
            "trip-details rt.nd --trip R-T1-wd-1-26 --date 20260302", "build-polylines --geometry auto --by pattern",
            "occupancy-report rt.nd --by route_id,hour",
        ] {
            let wanted = shell("linefeed \(stage) --feed $S/feed.zip")
            XCTAssertEqual(wanted.status, 0, wanted.errors)
            XCTAssertGreaterThan(wanted.lines.count, 0)
            for feed in ["feed.db", "history.db", "north.db"] {
                let read = shell("linefeed \(stage) --feed \(feed)")
                XCTAssertEqual(read.status, 0, read.errors)
                // Lines say which feed they are of, where the records do.
                let plain = read.lines.map { $0.replacing("\"feed_id\":\"north\",", with: "") }
                XCTAssertTrue(plain == wanted.lines, "\(stage) of \(feed)")
            }
        }
    }

    /// A board is made from the numbers of rows that the index by stop has, and from the rows themselves where a store
    /// does not say which trips they belong to, or somebody has changed it since: always the same board.
    func testABoardIsTheSameWithAndWithoutTheTripsOfRows() {
        let made = shell(
            """
            set -e
            without() { cp "$1" "$1.old"; sqlite3 "$1.old" 'DROP TABLE linefeed_trip_rows'; }
            linefeed ingest $S/feed.zip --sqlite new.db
            cp new.db changed.db
            sqlite3 changed.db "UPDATE trips SET service_id = 'none' WHERE _rowid_ % 3 = 0"
            sqlite3 changed.db 'SELECT count(*) FROM linefeed_trip_rows'
            # As if a program had copied the rows and given them other numbers.
            cp new.db numbered.db
            sqlite3 numbered.db "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'" > drop
            sqlite3 numbered.db < drop
            sqlite3 numbered.db 'DELETE FROM stop_times WHERE _rowid_ < 1000 AND _rowid_ > 500'
            sqlite3 numbered.db 'UPDATE stop_times SET _rowid_ = _rowid_ - 499 WHERE _rowid_ >= 1000'
            sqlite3 numbered.db 'SELECT count(*) > 2 FROM linefeed_trip_rows'
            # Trips with stop times in several places or in another order, with missing times, and times that run backwards.
            mkdir odd; (cd odd; unzip -q $S/feed.zip; mv stop_times.txt given
            awk -F, -v OFS=, 'NR == 1 { print; for (i = 1; i <= NF; i++) place[$i] = i; next }
                $1 != trip { trip = $1; n++; row = 0 }
                { row++ }
                n % 5 == 1 && row > 1 && row % 3 { $(place["arrival_time"]) = ""; $(place["departure_time"]) = "" }
                n % 7 == 2 && row == 4 { $(place["arrival_time"]) = $(place["departure_time"]) = "00:00:10" }
                n % 11 == 3 { $(place["stop_sequence"]) = 100 - $(place["stop_sequence"]) }
                n % 40 == 4 && row > 5 { late[++count] = $0; next }
                n % 13 == 5 && row == 2 { print }
                { print }
                END { for (i = 1; i <= count; i++) print late[i] }' given > stop_times.txt; rm given)
            linefeed ingest odd --sqlite odd.db -q || [ $? -eq 65 ]
            sqlite3 odd.db 'SELECT count(*) > 3 FROM linefeed_split_trips' | grep -q 1
            # What a version without the table made of rows of which some repeated keys: the last rows of trips are gone.
            mkdir twice; (cd twice; unzip -q $S/feed.zip; mv stop_times.txt given
            awk -F, 'NR > 1 && $1 != trip && n++ % 3 == 0 && last != "" { print last } { trip = $1; last = $0; print }' \
                given > stop_times.txt; rm given)
            plain() { sqlite3 "$1" "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'" > drop
                sqlite3 "$1" < drop
                sqlite3 "$1" 'DROP TABLE linefeed_trip_rows; DROP TABLE linefeed_services; DROP TABLE linefeed_split_trips;
                    PRAGMA user_version = 1; UPDATE linefeed_meta SET schema_version = 1'; }
            linefeed ingest twice --sqlite twice.db -q || [ $? -eq 65 ]
            sqlite3 twice.db 'SELECT max(rowid) > count(*) FROM stop_times' | grep -q 1
            plain twice.db; linefeed ingest twice --sqlite twice.db 2>&1 | grep -q 'upgraded from format 1'
            sqlite3 twice.db 'PRAGMA user_version; SELECT count(*) > 2 FROM linefeed_trip_rows' | tr -d '\n' | grep -q 31
            # The table says wrong things, or a part of it is gone.
            for each in blocks services split; do cp new.db $each.db; done
            sqlite3 blocks.db "UPDATE linefeed_trip_rows SET trips = x'0102' WHERE trips NOTNULL AND first > 1"
            sqlite3 services.db 'DROP TABLE linefeed_services'; sqlite3 split.db 'DELETE FROM linefeed_services'
            for each in new changed numbered odd twice blocks services split; do without $each.db; done
            sqlite3 new.db 'SELECT count(*) = (SELECT count(*) + 255 FROM trips) / 256 + 1 FROM linefeed_trip_rows'
            sqlite3 new.db 'SELECT count(*) FROM linefeed_split_trips'
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        XCTAssertEqual(made.lines, ["0", "1", "1", "0"], "the rows of a trip follow each other")
        var boards: Set<String> = []
        let updates = "$S/trip-updates-1772402400.pb $S/vehicles-1772402400.pb"
        for feed in ["new", "changed", "numbered", "odd", "twice", "blocks", "services", "split"].map({ $0 + ".db" }) {
            for board in [
                "-n --stop S00 --at 2026-03-02T08:00", "-n --stop S00-2 --at 2026-03-07T23:30 --horizon 3h",
                "-n --stop S01,S02 --at 2026-03-03T00:10", "-n --stop S00,S01,S02 --horizon 30h --at 2026-03-02T05:00",
                "\(updates) --stop S00,S01,S02 --at 2026-03-02T08:00",
                "\(updates) --match loose --stop S00 --at 2026-03-02T08:00",
            ] {
                func answer(_ feed: String) -> Shell {
                    shell("linefeed departures --feed \(feed) \(board) --allow-empty --diagnostics -")
                }
                let (with, without) = (answer(feed), answer(feed + ".old"))
                XCTAssertEqual(with.status, 0, with.errors)
                XCTAssertEqual(with.output, without.output.replacing(feed + ".old", with: feed), "\(feed) \(board)")
                XCTAssertEqual(with.errors.replacing(feed, with: ""), without.errors.replacing(feed + ".old", with: ""))
                boards.insert(with.output)
                guard feed != "changed.db", feed != "numbered.db" else { continue }
                let folder = feed.replacing(".db", with: "")
                let original = answer(folder == "odd" || folder == "twice" ? folder : "$S/feed.zip")
                XCTAssertEqual(with.lines.filter(isDeparture), original.lines.filter(isDeparture), "\(feed) \(board)")
            }
        }
        XCTAssertGreaterThan(boards.count, 12, "changes show in boards")
        XCTAssertTrue(boards.contains { $0.contains("\"realtime\":true") })
    }

    private func isDeparture(_ line: String) -> Bool { line.hasPrefix("{\"table\":\"departures\"") }

    /// Rows of tables are marked while they are parsed, features of locations.geojson are not: none has another row's mark.
    func testAFeatureIsComparedByItself() {
        let run = shell(
            """
            set -e
            mkdir old && cd old && unzip -q $S/feed.zip && cd ..
            zone() {
              printf '{"type":"FeatureCollection","features":[{"type":"Feature","id":"%s","properties":{},"geometry":' "$1"
              printf '{"type":"Polygon","coordinates":[[[13,52],[13.1,52],[13.1,%s],[13,52]]]}}]}' "$2"
            }
            zone north 52.1 > old/locations.geojson
            cp -r old new
            zone north 52.2 > new/locations.geojson
            linefeed ingest new > new.ndjson
            for jobs in 1 2; do linefeed diff old new --jobs $jobs | cut -c1-80; done
            linefeed diff old new.ndjson | cut -c1-80
            linefeed diff new new.ndjson
            """)
        XCTAssertEqual(run.status, 0, run.errors)
        let change = #"{"table":"changes","file":"locations.geojson","change":"modified","key":{"id":"n"#
        XCTAssertEqual(run.lines, [change, change, change])
    }

    func testABoardReadsNeitherRowsNorTripsToFindWhatRuns() throws {
        XCTAssertEqual(shell("linefeed ingest $S/feed.zip --sqlite feed.db").status, 0)
        let database = try Database(folder.path + "/feed.db", mode: .readOnly)
        for (question, plan) in [
            (StoreQuestion.rowsAtStop, "SEARCH stop_times USING COVERING INDEX stop_times_by_stop"),
            (StoreQuestion.stopTimesOfRows, "SEARCH stop_times USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
        ] {
            let sql = question.sql(Set(try database.columns(of: question.table)))
            let steps = try database.prepare("EXPLAIN QUERY PLAN " + sql)
            XCTAssertTrue(try steps.step())
            XCTAssertTrue(steps.text(3).hasPrefix(plan), steps.text(3))
            XCTAssertFalse(try steps.step())
        }
    }

    func testWhatIsNoFeedSaysWhichOfTheTwoItIsAndHowToMakeTheOther() {
        let made = shell(
            """
            linefeed store rt.db $S/positions.ndjson
            for id in a b; do linefeed ingest $S/feed.zip --feed-id $id | linefeed store two.db; done
            sqlite3 mine.db 'create table stops(stop_id)'
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        for (feed, messages) in [
            ("rt.db", ["a history made by 'linefeed store' and holds no timetable", "--sqlite DB"]),
            ("two.db", ["several feeds (feed_id 'a', 'b')", "--sqlite DB"]),
            ("mine.db", ["was not made by 'linefeed ingest --sqlite' or 'linefeed store'"]),
        ] {
            for stage in ["departures -n --stop S00", "build-polylines", "occupancy-report $S/positions.ndjson"] {
                let refused = shell("linefeed \(stage) --feed \(feed)")
                XCTAssertEqual(refused.status, 65, refused.errors)
                for message in messages { XCTAssertTrue(refused.errors.contains(message), refused.errors) }
            }
        }
        let load = shell("linefeed ingest $S/feed.zip --sqlite rt.db")
        XCTAssertEqual(load.status, 73)
        XCTAssertTrue(load.errors.contains("is a history made by 'linefeed store'"), load.errors)
    }

    func testAFilesTableMakesRoomForTheView() {
        let run = shell(
            """
            mkdir feed; cd feed; unzip -q $S/feed.zip; printf 'a\n7\n' > service_days.txt; cd ..
            linefeed ingest feed --sqlite feed.db
            sqlite3 feed.db 'SELECT a FROM service_days_; SELECT count(*) FROM service_days'
            linefeed ingest $S/feed.zip --sqlite feed.db; echo $?
            """)
        // Eight weeks of 5, 1 and 1 days, one day of the five on the Sunday's service, and an extra one.
        XCTAssertEqual(run.lines, ["7", "57", "0"], run.errors)
    }

    func testServiceDaysOfRealFeedsAreTheProductsOwn() throws {
        let feeds = RealData.files(in: "static", suffix: ".zip")
        try XCTSkipIf(feeds.isEmpty, "the real feeds are not here")
        var compared = 0
        for feed in RealData.chosen(feeds) {
            let path = folder.path + "/real.db"
            let history = folder.path + "/real-history.db"
            for file in [path, history] { for ending in ["", "-wal", "-shm"] { unlink(file + ending) } }
            var options = IngestOptions()
            options.feed = feed
            options.sqlite = path
            let load = try InMemoryRun("ingest") { try Ingest.run(options, $0) }
            guard load.status == .done else { continue }
            options.sqlite = nil
            options.tables = ["calendar", "calendar_dates"]
            options.mayLackTables = true
            let records = try InMemoryRun("ingest") { try Ingest.run(options, $0) }
            let file = folder.write(records.output)
            var world = World()
            world.tables = { SchemaStage.tables }
            _ = try InMemoryRun("store", in: world) { context in
                let options = StoreOptions(path: history)
                try Store.run(options.with { $0.files = [file] }, context)
            }
            let context = try StageContext.inMemory(stage: "test", output: MemoryDestination())
            let store = ScheduleStore(path, try StoreReader(path), context.diagnostics)
            try store.readAllCalendars()
            var expected: [String] = []
            if let span = store.timetable.calendar.span {
                for service in store.readServices {
                    let number = store.timetable.service(service).index
                    for day in span where store.timetable.calendar.runs(number, on: day) {
                        expected.append(service + " " + CivilDate(daysSinceEpoch: day).compactText)
                    }
                }
            }
            expected.sort()
            XCTAssertEqual(try days(path), expected, feed)
            if !records.output.isEmpty { XCTAssertEqual(try days(history), expected, feed) }
            compared += expected.count
        }
        XCTAssertGreaterThan(compared, 10_000)
    }

    private func days(_ path: String) throws -> [String] {
        let query = try Database(path, mode: .readOnly).prepare("SELECT service_id || ' ' || date FROM service_days")
        var days: [String] = []
        while try query.step() { days.append(query.text(0)) }
        return days.sorted()
    }
}
