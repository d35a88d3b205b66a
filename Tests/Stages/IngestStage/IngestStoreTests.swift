import FeedStore
import GTFSSchedule
import IngestStage
import SQLite
import StageKit
import TestSupport
import XCTest

/// What `ingest --sqlite` puts into a database.
final class IngestStoreTests: IngestTestCase {
    /// The database of a feed written as one text.
    private func store(
        _ feed: String, _ common: CommonOptions = CommonOptions(), _ change: (inout IngestOptions) -> Void = { _ in }
    ) throws -> (database: Database, run: InMemoryRun) {
        let path = folder.path + "/feed.db"
        unlink(path)
        now = 1_772_402_100
        let run = try ingest(feed, common) {
            $0.sqlite = path
            change(&$0)
        }
        XCTAssertEqual(run.output, "", "records go to the database")
        return (try Database(path, mode: .readWrite), run)
    }

    /// The rows of a query, values as SQL literals.
    private func rows(_ database: Database, _ sql: String) throws -> [String] {
        let statement = try database.prepare(sql)
        var rows: [String] = []
        while try statement.step() {
            let values = (0..<statement.columnCount).map { column in
                switch statement.type(column) {
                case .null: "NULL"
                case .text: "'\(statement.text(column))'"
                case .integer: "\(statement.integer(column))"
                case .real: "\(statement.double(column))"
                case .blob: "blob"
                }
            }
            rows.append(values.joined(separator: ","))
        }
        return rows
    }

    private static let timetable =
        base + """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,location_type,own
            A,"Quay, north",-33.8610,151.2100,0,x
            B,,91,151.22,,007
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
            T1,25:10:00,7:05:00,A,1,0.50
            T1,,,B,2,
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            T1,100:00:00,101:30:05,600

            """

    func testEveryTableWithItsTypes() throws {
        let (database, run) = try store(IngestStoreTests.timetable + "# zoo.txt\nanimal,count\nbear,3\n")
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(
            try rows(database, "SELECT * FROM stops"),
            ["'A','Quay, north',-33.861,151.21,0,'x'", "'B',NULL,NULL,151.22,NULL,'007'"])
        XCTAssertEqual(
            try rows(database, "SELECT * FROM stop_times"),
            ["'T1',90600,25500,'A',1,0.5", "'T1',NULL,NULL,'B',2,NULL"])
        XCTAssertEqual(
            try rows(database, "SELECT * FROM stop_times_hms"),
            ["'T1','25:10:00','07:05:00','A',1,0.5", "'T1',NULL,NULL,'B',2,NULL"])
        XCTAssertEqual(
            try rows(database, "SELECT * FROM frequencies_hms"), ["'T1','100:00:00','101:30:05',600"])
        XCTAssertEqual(try rows(database, "SELECT * FROM zoo"), ["'bear','3'"])
        XCTAssertEqual(try rows(database, "SELECT start_date FROM calendar"), ["'20240101'"])
        XCTAssertEqual(
            try rows(database, "SELECT name, type FROM pragma_table_info('stops')"),
            [
                "'stop_id','TEXT'", "'stop_name','TEXT'", "'stop_lat','REAL'", "'stop_lon','REAL'",
                "'location_type','INTEGER'", "'own','TEXT'",
            ])
        XCTAssertEqual(
            try rows(database, "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOTNULL ORDER BY name"),
            [
                "'calendar_key'", "'frequencies_key'", "'routes_key'", "'stop_times_by_stop'", "'stop_times_key'",
                "'stops_key'", "'trips_by_route'", "'trips_by_service'", "'trips_key'",
            ])
        XCTAssertEqual(try rows(database, "PRAGMA integrity_check"), ["'ok'"])
        XCTAssertEqual(try database.text("PRAGMA journal_mode"), "delete")
        XCTAssertEqual(try database.integer("PRAGMA application_id"), StoreFormat.applicationID)
        XCTAssertEqual(try database.integer("PRAGMA user_version"), StoreFormat.version)
        XCTAssertGreaterThan(try database.integer("SELECT count(*) FROM sqlite_stat1") ?? 0, 0)
    }

    /// Rows are inserted many at once, but for the last ones, and fewer where their texts are long.
    func testRowsOfAnyNumberAndLengthKeepTheirOrder() throws {
        for count in [1, 31, 32, 33, 100] {
            let texts = (0..<count).map {
                $0 == 40 ? String(repeating: "x", count: 3 << 20) : $0 % 7 == 0 ? "" : "é\($0)"
            }
            let zoo = "# zoo.txt\nanimal,number\n" + texts.enumerated().map { "\($1),\($0)\n" }.joined()
            for feedID in [nil, "north"] {
                var common = CommonOptions()
                common.feedID = feedID
                let (database, _) = try store(IngestStoreTests.timetable + zoo, common)
                let query = try database.prepare("SELECT _rowid_, animal, number FROM zoo ORDER BY _rowid_")
                for (number, text) in texts.enumerated() {
                    XCTAssertTrue(try query.step())
                    XCTAssertEqual(query.integer(0), number + 1)
                    XCTAssertEqual(query.isNull(1), text.isEmpty)
                    XCTAssertTrue(query.text(1) == text, "row \(number) of \(count)")
                    XCTAssertEqual(query.text(2), "\(number)")
                }
                XCTAssertFalse(try query.step())
                if let feedID {
                    XCTAssertEqual(try rows(database, "SELECT DISTINCT feed_id FROM zoo"), ["'\(feedID)'"])
                }
            }
        }
    }

    private static let stopTimesHead =
        "# stop_times.txt\ntrip_id,arrival_time,departure_time,stop_id,stop_sequence\n"

    /// Where the stop times of trips do not follow each other, ranges of rows would be of no use.
    func testTheTripsOfRowsAreNotedOnlyInTheOrderOfTrips() throws {
        let count = 12_000
        let byTrip = (0..<count).map { "X\($0 / 6),8:00:00,8:00:00,A,\($0 % 6)\n" }.joined()
        let byStop = (0..<count).map { "X\($0 % 2000),8:00:00,8:00:00,A,\($0 / 2000)\n" }.joined()
        let sorted = try store(IngestTestCase.base + IngestStoreTests.stopTimesHead + byTrip).database
        XCTAssertEqual(
            try rows(sorted, "SELECT * FROM linefeed_trip_rows WHERE first < 2000 OR first > 11000"),
            ["1,blob", "1537,blob", "12001,NULL"])
        let mixed = try store(IngestTestCase.base + IngestStoreTests.stopTimesHead + byStop).database
        for table in ["linefeed_trip_rows", "linefeed_split_trips", "linefeed_services"] {
            XCTAssertFalse(try mixed.hasTable(table))
        }
        XCTAssertNil(try StoredTripRows(in: mixed))
        XCTAssertEqual(try rows(mixed, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"), [])
    }

    /// The trips of rows, worked out by SQL from the rows themselves: of trips in one piece and in several, of trips that
    /// trips.txt lacks or that have no service, and where rows repeat a key and are gone.
    func testTheTripsOfRowsAreThoseOfTheRows() throws {
        let trips =
            "# trips.txt\nroute_id,service_id,trip_id\n"
            + (0..<900).map { "R1,\($0 % 7 == 0 ? "" : "S\($0 % 40)"),T\($0)\n" }.joined()
        let agency = IngestTestCase.base.components(separatedBy: "# trips.txt")[0]
        var stopTimes = ""
        for trip in 0..<920 {
            for stop in 0...(trip % 5) {
                // Some times are missing, and others are earlier than the times before them.
                let arrival = trip % 13 == 4 && stop == 1 ? "" : "8:0\(stop):00"
                let departure = trip % 17 == 5 && stop == 2 ? "8:01:00" : "8:0\(stop):30"
                stopTimes += "T\(trip),\(arrival),\(departure),A,\(trip % 19 == 6 ? 9 - stop : stop)\n"
            }
            // Some trips go on where another has begun, and one repeats rows of its own at once.
            if trip % 100 == 99 { stopTimes += "T\(trip - 3),8:00:00,8:00:00,A,90\n" }
            if trip == 500 { stopTimes += "T500,8:00:00,8:00:00,A,0\n" }
        }
        // The last rows repeat keys of trips that were there before: nothing of them stays.
        stopTimes += "T10,8:00:00,8:00:00,A,0\nT11,8:00:00,8:00:00,A,0\n"
        for duplicates in [DuplicatePolicy.first, .last, .keep] {
            let feed = agency + trips + IngestStoreTests.stopTimesHead + stopTimes
            let database = try store(feed) { $0.duplicates = duplicates }.database
            let stored = try XCTUnwrap(try StoredTripRows(in: database))
            let statement = try database.prepare(
                "SELECT s._rowid_, s.trip_id, ifnull(t.service_id, ''), count(*) OVER (PARTITION BY s.trip_id), "
                    + "stop_sequence, arrival_time, departure_time "
                    + "FROM stop_times AS s LEFT JOIN trips AS t USING (trip_id) ORDER BY 1")
            struct Row {
                let number: Int
                let trip: String
                let service: String
                let count: Int
                let sequence: Int
                let times: [Int?]
            }
            var wanted: [Row] = []
            while try statement.step() {
                wanted.append(
                    Row(
                        number: statement.integer(0), trip: statement.text(1), service: statement.text(2),
                        count: statement.integer(3), sequence: statement.integer(4),
                        times: [statement.optionalInteger(5), statement.optionalInteger(6)]))
            }
            var plain: Set<String> = []
            var whole: Set<String> = []
            for step in [1, 3, 64, 700] {
                let numbers = stride(from: 0, to: wanted.count, by: step).map { wanted[$0].number }
                var found: [Int: StoredTripRows.Trip] = [:]
                let isComplete = try stored.forEachTrip(of: numbers) { trip, calls in
                    XCTAssertEqual(Array(calls), numbers.filter(trip.rows.contains))
                    for number in calls { found[number] = trip }
                    return true
                }
                XCTAssertTrue(isComplete)
                XCTAssertEqual(found.count, numbers.count)
                for row in wanted {
                    guard let trip = found[row.number] else { continue }
                    XCTAssertEqual(try stored.service(trip.service), row.service, row.trip)
                    let inRange = wanted.filter { trip.rows.contains($0.number) }
                    XCTAssertEqual(Set(inRange.map(\.trip)), [row.trip])
                    guard try stored.isWhole(trip, id: row.trip) else { continue }
                    XCTAssertEqual(inRange.count, row.count, row.trip)
                    whole.insert(row.trip)
                    let times = inRange.flatMap(\.times).compactMap { $0 }
                    let isPlain =
                        times.count == 2 * inRange.count && times == times.sorted() && inRange.count == trip.rows.count
                        && zip(inRange, inRange.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
                    XCTAssertEqual(trip.isPlain, isPlain, row.trip)
                    if isPlain { plain.insert(row.trip) }
                }
            }
            XCTAssertTrue((870...900).contains(whole.count), "\(whole.count)")
            XCTAssertFalse(whole.contains("T96"), "its last row is elsewhere")
            XCTAssertTrue((600...860).contains(plain.count), "\(plain.count)")
            XCTAssertFalse(try stored.forEachTrip(of: [wanted[wanted.count - 1].number + 1]) { _, _ in true })
            XCTAssertNil(try stored.service(1000))
            try database.execute("UPDATE trips SET service_id = 'other' WHERE trip_id = 'T3'")
            XCTAssertNil(try StoredTripRows(in: database), "somebody has changed trips")
        }
    }

    func testTheStoreSaysWhereItComesFrom() throws {
        var common = CommonOptions()
        common.feedID = "harbour"
        let (database, run) = try store(IngestStoreTests.timetable + "T1,x,08:00:00,60,extra\n,1,2,3\n", common) {
            $0.duplicates = .last
        }
        XCTAssertEqual(run.status, .done, run.log)
        let meta = try database.storeMeta()
        XCTAssertEqual(meta.source, "file-1", "no folder")
        XCTAssertEqual(meta.feedID, "harbour")
        XCTAssertEqual(meta.loadedAt, "2026-03-01T21:55:00Z")
        XCTAssertEqual(meta.sha256.count, 64)
        XCTAssertEqual(meta.duplicates, "last")
        XCTAssertNil(meta.selection)
        XCTAssertFalse(meta.isClean)
        XCTAssertEqual(
            try rows(
                database, "SELECT name, file, bytes, read, written FROM linefeed_tables WHERE name = 'frequencies'"),
            ["'frequencies','frequencies.txt',98,3,1"])
        XCTAssertEqual(
            try rows(database, "SELECT * FROM linefeed_rejected ORDER BY code"), ["'extra_cells',1", "'missing_key',1"])
        XCTAssertEqual(
            try rows(database, "SELECT feed_id, stop_id FROM stops"), ["'harbour','A'", "'harbour','B'"])
    }

    func testTheSourceNamesNoSecrets() throws {
        let zip = folder.write(bytes: ZipBuilder(feed: IngestTestCase.base).bytes, "inner.zip")
        let outer = folder.write(
            bytes: ZipBuilder([ZipBuilder.Entry("x/a.zip", bytes: TemporaryFolder.bytes(of: zip) ?? [])]).bytes, "o.zip"
        )
        let path = folder.path + "/s.db"
        _ = try ingest(path: outer + "#x/a.zip") { $0.sqlite = path }
        XCTAssertEqual(try Database(path, mode: .readOnly).storeMeta().source, "o.zip#x/a.zip")
    }

    func testOnlyTheTablesAskedFor() throws {
        let (database, run) = try store(IngestStoreTests.timetable) { $0.tables = ["stops.txt", "trips"] }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(
            try rows(database, "SELECT name FROM linefeed_tables ORDER BY position"), ["'stops'", "'trips'"])
        XCTAssertEqual(try database.storeMeta().selection, "stops,trips")
        XCTAssertFalse(try database.hasTable("routes"))
    }

    func testLocationsAreFeatures() throws {
        let feature =
            "{\"type\":\"Feature\",\"id\":\"L1\",\"properties\":{\"stop_name\":\"Zone\"},"
            + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[1,2],[3,4],[5,6],[1,2]]]}}"
        let feed =
            IngestTestCase.base
            + "# locations.geojson\n{\"type\":\"FeatureCollection\",\"features\":[\(feature),\(feature)]}\n"
        let (database, run) = try store(feed)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(rejected(run), ["duplicate_key": 1])
        XCTAssertEqual(try rows(database, "SELECT * FROM locations"), ["'L1','\(feature)'"])
        XCTAssertEqual(
            try rows(database, "SELECT json_extract(feature, '$.properties.stop_name') FROM locations"), ["'Zone'"])
        XCTAssertThrowsError(try database.execute("INSERT INTO locations VALUES('L1', '')"))
    }

    // MARK: Names

    func testNamesThatSQLiteDoesNotTellApart() throws {
        let feed =
            IngestTestCase.base + """
                # Notes.txt
                Note,note,NOTE,rowid,_rowid_,a"b,order
                1,2,3,4,5,6,7
                # notes.txt
                note
                8
                # stops_key.txt
                a
                9
                # sqlite_stat1.txt
                a
                10
                # linefeed_meta.txt
                a
                11
                # stop_times_hms.txt
                a
                12

                """
        let (database, run) = try store(feed)
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(try rows(database, "SELECT * FROM \"Notes\""), ["'1','2','3','4','5','6','7'"])
        XCTAssertEqual(
            try database.columns(of: "Notes"), ["Note", "note_", "NOTE__", "rowid", "_rowid__", "a\"b", "order"])
        XCTAssertEqual(
            try rows(database, "SELECT name FROM linefeed_tables WHERE position > 5 ORDER BY position").sorted(),
            ["'Notes'", "'_linefeed_meta'", "'_sqlite_stat1'", "'notes_'", "'stop_times_hms_'", "'stops_key_'"].filter {
                $0 != "'Notes'"
            }.sorted())
        for (table, value) in [
            ("notes_", "8"), ("stops_key_", "9"), ("_sqlite_stat1", "10"), ("_linefeed_meta", "11"),
            ("stop_times_hms_", "12"),
        ] {
            XCTAssertEqual(try rows(database, "SELECT * FROM \(table)"), ["'\(value)'"], table)
        }
        XCTAssertTrue(run.log.contains("stored as notes_"), run.log)
        XCTAssertTrue(run.log.contains("stored as note_"), run.log)
    }

    func testFilesThatMakeNoTable() throws {
        let wide = (0...2000).map { "c\($0)" }.joined(separator: ",")
        let (database, run) = try store(
            IngestTestCase.base + "# levels.txt\n# wide.txt\n\(wide)\n1\n# only_names.txt\n,,\n1,2,3\n")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("more than the 2000"), run.log)
        XCTAssertEqual(
            try rows(database, "SELECT file, name, read, written FROM linefeed_tables WHERE name IS NULL"),
            ["'levels.txt',NULL,0,0", "'only_names.txt',NULL,0,0", "'wide.txt',NULL,0,0"])
        XCTAssertEqual(try rows(database, "SELECT route_id FROM routes"), ["'R1'"], "the others are loaded")
        XCTAssertEqual(try database.storeMeta().status, 65)
    }

    func testAViewOnlyWhereThereAreTimes() throws {
        let (database, _) = try store(
            IngestTestCase.base + "# stop_times.txt\ntrip_id,stop_sequence\nT1,1\n"
                + "# timeframes.txt\ntimeframe_group_id,start_time,end_time,service_id\nG,7:00:00,24:00:00,WK\n"
                + "# booking_rules.txt\nbooking_rule_id,booking_type,prior_notice_last_time\nK,2,17:00:00\n")
        XCTAssertFalse(try database.hasTable("stop_times_hms"))
        XCTAssertEqual(try rows(database, "SELECT * FROM timeframes_hms"), ["'G','07:00:00','24:00:00','WK'"])
        XCTAssertEqual(try rows(database, "SELECT * FROM booking_rules_hms"), ["'K',2,'17:00:00'"])
        XCTAssertFalse(
            try rows(database, "SELECT name FROM sqlite_schema").contains("'stop_times_by_stop'"), "no stop_id")
    }

    func testFlatNumbersKeepTheirValue() throws {
        let (database, _) = try store(
            IngestTestCase.base
                + "# pathways.txt\npathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,stair_count\n"
                + "P,A,B,1,1,1e2,-9223372036854775808\nQ,A,B,1,1,.5,+0012\n")
        XCTAssertEqual(
            try rows(database, "SELECT length, stair_count FROM pathways"), ["100.0,-9223372036854775808", "0.5,12"])
    }
}
