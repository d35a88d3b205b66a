import TestSupport
import XCTest

/// Each option changes what it says it changes, through the built binary: without it the check fails.
final class OptionTests: XCTestCase {
    private struct Case {
        let command: String
        let option: String
        /// Stands in the output or on standard error with the option, and not without.
        let mark: String
        var status: Int32 = 0

        init(_ command: String, _ option: String, _ mark: String, status: Int32 = 0) {
            self.command = command
            self.option = option
            self.mark = mark
            self.status = status
        }
    }

    private let folder = TemporaryFolder()

    private func assertEach(_ cases: [Case]) {
        for test in cases {
            let with = Shell("\(test.command.replacing("@", with: test.option))", in: folder.path)
            let without = Shell(test.command.replacing("@", with: ""), in: folder.path)
            XCTAssertEqual(with.status, test.status, "\(test.option): \(with.errors)")
            XCTAssertTrue(
                (with.output + with.errors).contains(test.mark),
                "\(test.option): \(with.output.prefix(400)) \(with.errors)")
            XCTAssertFalse(
                (without.output + without.errors).contains(test.mark), "without \(test.option): \(test.mark)")
        }
    }

    override func setUp() {
        let made = Shell(
            """
            set -e
            cd '\(folder.path)' && ln -s '\(Checkout.root)/samples' samples
            mkdir twice latin && printf 'stop_id,stop_name\\nA,One\\nA,Two\\nB,Three\\n' > twice/stops.txt
            printf 'stop_id,stop_name\\nA,Caf\\xc3\\xa9\\n' > latin/stops.txt
            ls samples/vehicles-*.pb > list
            base64 -w 0 samples/vehicles-1772402100.pb > lines; echo >> lines
            linefeed decode-rt --nested samples/vehicles-*.pb | linefeed encode-rt --framing delimited -o framed
            head -c 300 samples/vehicles-1772402100.pb > cut.pb
            # A header, and a vehicle whose field 2001 holds TfNSW's consist.
            printf '\\x0a\\x05\\x0a\\x032.0\\x12\\x10\\x0a\\x01v\\x22\\x0b\\x8a\\x7d\\x08\\x0a\\x02C1\\x10\\x01\\x18\\x02' > moved.pb
            echo 'message Car { optional string label = 1; }
              extend transit_realtime.VehiclePosition { repeated Car cars = 2001; }' > own.proto
            linefeed ingest samples/feed.zip > feed.ndjson
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    func testIngest() {
        assertEach([
            Case("linefeed ingest samples/feed.zip @ | cut -d , -f 1 | sort -u | wc -l", "--tables stops", "1\n"),
            Case("linefeed ingest latin @ -q", "--encoding windows-1252", "CafÃ©"),
            Case("linefeed ingest twice @ -q --summary - -o /dev/null", "--duplicates first", "\"duplicate_key\":1"),
            Case("linefeed ingest twice @ -q --summary - -o /dev/null", "--duplicates reject", "\"duplicate_key\":2"),
            Case(
                "linefeed ingest twice @ -q", "--duplicates last --tables stops --format csv",
                "stop_id,stop_name\nA,Two\nB,Three\n"),
            Case(
                "linefeed ingest samples/feed.zip @ -o /dev/null", "--max-uncompressed 1000", "--max-uncompressed",
                status: 65),
            Case(
                "rm -f feed.db; linefeed ingest samples/feed.zip @ | head -c 0; ls feed.db 2>&1 || true",
                "--sqlite feed.db", "feed.db\n"),
            Case("linefeed ingest samples/feed.zip --sqlite again.db @ --summary -", "--force", "\"stops\":43"),
            Case("linefeed ingest samples/feed.zip @ --tables agency", "--format csv", "agency_id,agency_name"),
            Case("linefeed ingest samples/feed.zip @ --tables agency | tail -c 4", "--format parquet", "PAR1"),
            Case(
                "rm -rf one; linefeed ingest samples/feed.zip @ >/dev/null; ls one", "--split one",
                "agency.ndjson\ncalendar.ndjson\n"),
            Case(
                "rm -rf two; linefeed ingest samples/feed.zip --split two @; head -1 two/agency.csv", "--format csv",
                "agency_id,"),
            Case(
                "linefeed ingest samples/feed.zip @ --tables agency", "--feed-id f",
                "\"table\":\"agency\",\"feed_id\":\"f\""),
        ])
    }

    func testSelect() {
        assertEach([
            // West of Greenwich a box begins with a minus.
            Case("linefeed select --feed samples/feed.zip @", "--bbox -74.1,-36,150.22,-25", "\"stop_id\":\"S00\""),
            Case(
                "linefeed select --feed samples/feed.zip --route B-10 @", "--bbox -74.1,40.5,-73.7,40.9", "no trip",
                status: 65),
        ])
    }

    func testMapStills() {
        let map = "linefeed build-polylines feed.ndjson | linefeed map @"
        assertEach([
            Case(map + " | head -c 400", "--format svg", "width=\"1024\" height=\"768\""),
            Case(map + " | head -c 4 | tail -c 3", "--format png", "PNG"),
            Case(map + " --format svg | head -c 400", "--size 800x600", "width=\"800\" height=\"600\""),
            Case(
                map + " --format svg", "--title 'Night <buses>'", "<title id=\"lf-title\">Night &lt;buses&gt;</title>"),
        ])
        for wrong in ["--size 800x600", "--format svg --size 8x6", "--format png --basemap 'https://a.b/{z}/{x}/{y}'"] {
            XCTAssertEqual(Shell("linefeed map \(wrong) feed.ndjson", in: folder.path).status, 64, wrong)
        }
        XCTAssertEqual(Shell("linefeed map --format svg samples/feed.zip -o x.svg", in: folder.path).status, 65)
    }

    func testDecodeRT() {
        let vehicles = "samples/vehicles-1772402100.pb"
        assertEach([
            Case("linefeed decode-rt \(vehicles) @ 2>&1 >/dev/null; true", "--framing delimited", "error: "),
            Case("linefeed decode-rt \(vehicles) @ 2>&1 >/dev/null; true", "--framing base64-lines", "base64"),
            Case("linefeed decode-rt @ \(vehicles) | grep -c feed_messages", "--paths-from list", "11\n"),
            Case("linefeed decode-rt \(vehicles) @ | grep -c vehicle_positions || true", "--entities alerts", "0\n"),
            Case(
                "linefeed decode-rt samples/trip-updates-1772402100.pb @", "--explode",
                "\"table\":\"stop_time_updates\""),
            Case("linefeed decode-rt \(vehicles) @", "--enums names", "\"current_status\":\"IN_TRANSIT_TO\""),
            Case("linefeed decode-rt moved.pb @", "--extension-number tfnsw=2001", "\"consist\":[{\"name\":\"C1\""),
            Case("linefeed decode-rt moved.pb @", "--proto own.proto", "\"cars\":[{\"label\":\"C1\""),
            Case(
                "linefeed decode-rt --nested --proto own.proto moved.pb | linefeed encode-rt @ -q | linefeed decode-rt @",
                "--proto own.proto", "\"cars\":[{\"label\":\"C1\""),
            Case("linefeed decode-rt moved.pb @", "--unknown keep", "\"unknown_fields\":[{\"number\":2001"),
            Case("linefeed decode-rt cut.pb @ -q >/dev/null; echo status $?", "--max-faults 1", "status 0"),
            Case(
                "linefeed decode-rt cut.pb \(vehicles) @ -q >/dev/null; echo status $?", "--max-faults 50%", "status 0"),
            Case("linefeed decode-rt \(vehicles) @", "--nested", "\"table\":\"feed_entities\""),
            Case(
                "linefeed decode-rt \(vehicles) @", "--entities vehicle_positions --format csv",
                "feed_timestamp,entity_id"),
            Case(
                "linefeed decode-rt \(vehicles) @ | tail -c 4", "--entities vehicle_positions --format parquet", "PAR1"),
            Case(
                "rm -rf rt; linefeed decode-rt \(vehicles) @ >/dev/null; wc -l rt/*", "--split rt",
                "rt/vehicle_positions.ndjson"),
        ])
        let all = Shell("linefeed decode-rt lines framed | grep -c feed_messages", in: folder.path)
        XCTAssertEqual(all.output, "11\n", "framings are told apart: \(all.errors)")
        guard let tfnsw = RealData.files(in: "rt/tfnsw", suffix: ".pb").first,
            let nyct = RealData.path("rt/nyct-2_delay.pb")
        else { return }
        for (file, name, mark) in [(tfnsw, "tfnsw", "\"consist\":["), (nyct, "nyct", "\"nyct_trip_descriptor\":{")] {
            XCTAssertTrue(Shell("linefeed decode-rt '\(file)' --extensions \(name)").output.contains(mark))
            XCTAssertFalse(Shell("linefeed decode-rt '\(file)' --extensions none").output.contains(mark))
        }
    }

    func testEncodeRT() {
        let message = Shell(
            "linefeed decode-rt --nested samples/vehicles-1772402100.pb | linefeed encode-rt | wc -c", in: folder.path)
        let delimited = Shell(
            "linefeed decode-rt --nested samples/vehicles-1772402100.pb | linefeed encode-rt --framing delimited | wc -c",
            in: folder.path)
        XCTAssertEqual(
            Int(delimited.output.filter(\.isNumber))! - Int(message.output.filter(\.isNumber))!, 2,
            "the length before it")
    }

    func testBuildPolylines() {
        let draw = "linefeed build-polylines feed.ndjson @"
        assertEach([
            Case(draw, "--by trip", "\"trip_id\":"),
            Case(draw, "--by route", "\"polyline_id\":\"B-10:0\""),
            Case(draw, "--geometry shapes", "\"geometry_source\":\"shapes\""),
            Case(draw, "--geometry auto", "\"geometry_source\":\"shapes\""),
            Case(draw, "--format geojson", "{\"type\":\"FeatureCollection\""),
            Case(draw, "--format encoded", "\"encoded\":\""),
            Case(draw, "--format wkt", "\"wkt\":\"LINESTRING"),
            Case(draw, "--format csv", "polyline_id,"),
            Case(draw + " | tail -c 4", "--format parquet", "PAR1"),
            Case("rm -rf drawn; \(draw) --pins >/dev/null; wc -l drawn/*", "--split drawn", "drawn/stop_pins.ndjson"),
            Case(draw + " --format encoded", "--precision 6", "\"precision\":6"),
            Case(draw, "--digits 2", "[150.24,-25.3]"),
            Case(draw, "--pins", "\"table\":\"stop_pins\""),
            Case("linefeed build-polylines @ < /dev/null", "--feed samples/feed.zip", "\"table\":\"polylines\""),
        ])
        let count = { (options: String) in
            Int(
                Shell("linefeed build-polylines feed.ndjson \(options) | wc -l", in: self.folder.path).output.filter(
                    \.isNumber)) ?? 0
        }
        XCTAssertEqual(count("--route B-10"), 2)
        XCTAssertEqual(count("--route B-10 --route B-20"), 4)
        XCTAssertGreaterThan(count(""), 4)
        XCTAssertEqual(
            count("--trip \(Shell("grep -m 1 '\"trips\"' feed.ndjson | jq -r .trip_id", in: folder.path).lines[0])"), 1)
        let points = { (options: String) in
            Shell("linefeed build-polylines feed.ndjson --geometry shapes \(options)", in: self.folder.path).output
                .count
        }
        XCTAssertLessThan(points("--simplify 200"), points("") / 2)
    }

    /// Stages whose records become a file of columns when asked.
    func testColumns() {
        let feed = "--feed samples/feed.zip"
        let positions = "linefeed decode-rt samples/vehicles-*.pb"
        assertEach(
            [
                "linefeed departures \(feed) --stop S00 --at 2026-03-02T08:00 -n",
                "linefeed trip-details \(feed) --trip R-T1-wd-1-26 --date 20260302",
                positions + " | linefeed occupancy-report", positions + " | linefeed track",
                positions + " | linefeed track | linefeed animate",
                positions + " | linefeed stop-visits \(feed) | linefeed performance-report --of punctuality",
                positions + " | linefeed stop-visits \(feed) | linefeed performance-report --of segments \(feed)",
                "linefeed cover-tiles --bbox 150,-26,151,-25 --zoom 8",
            ].flatMap { command in
                [
                    Case(command + " @ | head -c 4", "--format parquet", "PAR1"),
                    Case(command + " @ | tail -c 4", "--format parquet", "PAR1"),
                ]
            })
        let refused = Shell("linefeed track --format parquet --pass-through < /dev/null")
        XCTAssertEqual(refused.status, 64)
        XCTAssertTrue(refused.errors.contains("--pass-through"), refused.errors)
        for command in [
            "ingest samples/feed.zip --split x -o y", "decode-rt --split x -o y", "ingest x --format parquet",
        ] {
            XCTAssertEqual(Shell("linefeed \(command) < /dev/null", in: folder.path).status, 64, command)
        }
        let visits = Shell(
            positions + " | linefeed stop-visits \(feed) --split visits --format csv && head -1 visits/stop_visits.csv",
            in: folder.path)
        XCTAssertTrue(visits.output.hasPrefix("service_date,trip_id_performed,"), visits.output + visits.errors)
    }

    func testOccupancyReport() {
        let report = "linefeed occupancy-report samples/positions.ndjson @"
        assertEach([
            Case(report, "--by weekday", "\"weekday\":"),
            Case(report, "--timezone Australia/Brisbane", "\"timezone\":\"Australia/Brisbane\""),
            Case(report, "--feed samples/feed.zip", "\"table\":\"match_reports\""),
            Case(report, "--format csv", "route_id,hour,observations"),
            Case(report, "--format markdown", "| route_id | hour |"),
            Case(report, "--format table", "route_id  hour  seen"),
            Case(report, "--format svg", "<title id=\"lf-title\">Occupancy by route and hour</title>"),
            Case(report, "--format html", "<!DOCTYPE html>"),
            Case(
                report + " | head -n 1", "--sort observations",
                "\"observations\":1,"
            ),
            Case(report, "--partial", "\"table\":\"occupancy_partials\""),
            Case(report, "--carriages --by carriage", "\"carriage\":"),
            Case(
                "cat samples/positions.ndjson samples/positions.ndjson | linefeed occupancy-report --by date @",
                "--deduplicate off", "\"observations\":236"),
            Case(
                "cat samples/positions.ndjson samples/positions.ndjson | linefeed occupancy-report --by date --summary /dev/stdout -o /dev/null @",
                "--min-observations 500", "\"written\":{}"),
            Case(report, "--by day_type", "\"day_type\":"),
        ])
        XCTAssertEqual(
            Shell(
                "linefeed occupancy-report samples/positions.ndjson --partial | linefeed occupancy-report --merge",
                in: folder.path
            ).output,
            Shell("linefeed occupancy-report samples/positions.ndjson", in: folder.path).output)
        XCTAssertEqual(
            Shell("linefeed occupancy-report samples/positions.ndjson --deduplicate consecutive", in: folder.path)
                .output,
            Shell("linefeed occupancy-report samples/positions.ndjson", in: folder.path).output, "nothing repeats here")
    }

    func testDepartures() {
        let at = "--at 2026-03-02T08:00"
        let board = "linefeed departures --feed samples/feed.zip --stop S00 -n \(at) @"
        assertEach([
            Case("linefeed departures --feed samples/feed.zip --stop S00-1 -n \(at) @", "--stop S00-A", "\"S00-A\""),
            Case("linefeed departures --feed samples/feed.zip --stop S00 -n @", at, "2026-03-02T08:0"),
            Case(board + " | tail -n 1", "--horizon 20m", "2026-03-02T08:1"),
            Case(board + " | grep -c '^{\"table\":\"departures\"'", "--limit 3", "3\n"),
            Case(board + " | jq -r '.route_id // \"R-T1\"' | grep -v R-T1 | wc -l", "--route R-T1", "0\n"),
            Case(board, "--format csv", "stop_id,stop_name,platform_code,trip_id"),
            Case(board, "--format table", "timetable"),
            Case(board, "--feed-id f", "\"feed_id\":\"f\""),
            Case(
                "linefeed decode-rt samples/trip-updates-*.pb | sed 's/\"schedule_relationship\":0/\"schedule_relationship\":3/' |"
                    + " linefeed departures --feed samples/feed.zip --stop S00 \(at) @",
                "--include-cancelled", "\"schedule_relationship\":3"),
            Case(
                "linefeed decode-rt samples/trip-updates-*.pb | sed 's/\"trip_id\":\"/&x:/' |"
                    + " linefeed departures --feed samples/feed.zip --stop S00 \(at) @ 2>&1",
                "--min-match 0.5", "--min-match 0.5: 0 of the", status: 65),
            Case(
                "linefeed decode-rt samples/trip-updates-*.pb |"
                    + " linefeed departures --feed samples/feed.zip --stop S00 \(at) @ | grep -q '\"realtime\":true' || echo none",
                "-n", "none\n"),
        ])
    }

    func testTripDetails() {
        let trip = "linefeed trip-details --feed samples/feed.zip"
        assertEach([
            Case(trip + " @ </dev/null", "--trip R-T1-wd-1-26 --date 20260302", "\"trip_id\":\"R-T1-wd-1-26\""),
            Case(trip + " --trip R-T1-wd-1-26 -n @", "--date 20260303", "\"start_date\":\"20260303\""),
            Case(
                "linefeed decode-rt samples/trip-updates-*.pb |"
                    + " \(trip) --trip R-T1-wd-1-26 --date 20260302 @ | grep -q '\"delay\"' || echo none", "-n",
                "none\n"),
            Case(trip + " --trip R-T1-wd-1-26 -n @", "--feed-id f", "\"feed_id\":\"f\""),
        ])
    }

    /// A departure leads to its trip by value, and the trip to its line, whatever was done to the departure.
    func testADepartureLeadsToItsTripAndItsLine() {
        let board = "linefeed departures --feed samples/feed.zip --stop S00 -n --at 2026-03-02T08:00 --limit 1"
        let rest = "linefeed trip-details --feed samples/feed.zip 2>log | linefeed build-polylines"
        let line = Shell("\(board) | \(rest)", in: folder.path)
        XCTAssertEqual(line.status, 0, line.errors)
        XCTAssertTrue(line.output.contains("\"polyline_id\":\"B-C-wd\""), line.output)
        let bare = Shell(
            "\(board) | jq -c '{table, trip_id, start_date, start_time}' | \(rest)", in: folder.path)
        XCTAssertEqual(bare.output, line.output)
        let unknown = Shell("\(board) | sed 's/B-C-wd/gone/' | \(rest); cat log", in: folder.path)
        XCTAssertTrue(
            unknown.output.hasPrefix("linefeed trip-details: error: nothing to work on: samples/feed.zip has none"),
            unknown.output)
        XCTAssertEqual(unknown.status, 0, "that of cat")
    }

    func testStore() {
        let old = "echo '{\"table\":\"vehicle_positions\",\"vehicle_id\":\"a\",\"timestamp\":1}' |"
        assertEach([
            Case("\(old) linefeed store prune.db @ -v", "--prune 8w", "vehicle_positions: removed 1 row older than"),
            Case(
                "linefeed store table.db samples/positions.ndjson @ --summary -", "--table feed_messages",
                "\"ignored\":{\"vehicle_positions\":"),
            Case(
                "rm -f id.db; \(old) linefeed store id.db @; sqlite3 id.db 'SELECT feed_id FROM vehicle_positions'",
                "--feed-id larkmere", "larkmere\n"),
        ])
    }

    func testFetch() {
        let server = LoopbackServer { request in
            switch request.path {
            case "/feed.zip": .ok(request.header("x-name") ?? "plain", ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
            case "/flaky": request.earlier % 2 == 0 ? .status(500) : .ok("x")
            case "/slow": LoopbackAnswer([.pause(milliseconds: 1500)] + LoopbackAnswer.ok("slow").steps)
            default: .ok("<html></html>")
            }
        }
        defer { server.stop() }
        let named = "linefeed fetch n=\(server.url)/feed.zip"
        let fetch = named + " -o /dev/null"
        let old = "mkdir -p x/n/2001/02/03; touch x/n/2001/02/03/n-20010203T040506Z.pb"
        assertEach([
            Case("\(named) --archive a @; rm -r a; ls -A; rm -f *saved.zip*", "--save saved.zip", "\nsaved.zip\n"),
            Case("\(fetch) @; ls; rm -rf history", "--archive history", "\nhistory\n"),
            Case(
                "linefeed fetch \(server.url)/page -o page @", "--expect gtfs", "not a zip but a web page", status: 69),
            Case(
                "linefeed fetch \(server.url)/page -o page @", "--expect gtfs-rt", "not a GTFS-Realtime message",
                status: 69),
            Case("\(named) --save n @ >/dev/null; cat n", "--header 'X-Name: given'", "given"),
            Case("export V=fromhere; \(named) --save n @ >/dev/null; cat n", "--header-env X-Name=V", "fromhere"),
            Case("\(fetch) --count 2 @; echo $?", "--every 100ms", "\n0\n"),
            Case("timeout -s TERM 1 \(fetch) --every 100ms @; echo $?", "--count 2", "\n0\n"),
            Case("\(fetch) @", "--max-age 1d", "--max-age", status: 69),
            Case("\(old); \(fetch) --archive x @; ls x/n/2001 2>&1; true", "--keep 30d", "No such file"),
            Case(
                "linefeed fetch \(server.url)/slow -o /dev/null --retries 0 @", "--timeout 300ms",
                "no data arrived for 0.3 s",
                status: 69),
            Case("linefeed fetch \(server.url)/flaky -o /dev/null @ -q; echo $?", "--retries 0", "\n69\n"),
            Case("\(fetch) @", "--max-bytes 3", "the answer has 5 bytes, more than 3 of --max-bytes", status: 69),
            Case(
                "linefeed fetch a=\(server.url)/slow b=\(server.url)/b --archive ab @ | head -n 1", "--jobs 1", "/slow"),
            Case("\(fetch) @", "--format csv", "url,at,attempt,status"),
        ])
    }

    func testRun() {
        folder.write(
            "name: p\nenv: {A: a}\nlock: l\nstages: [{name: one, run: 'echo \"<$A>\"', hold: 1ms}, "
                + "{name: two, shell: true, run: 'echo $LINEFEED_TURN; [ $LINEFEED_TURN = 1 ]', next: one}]", "p.yaml")
        assertEach([
            Case("linefeed run p.yaml @ 2>/dev/null; true", "--set A=b", "<b>"),
            Case("linefeed run p.yaml @ 2>/dev/null | wc -l", "--stage two", "1\n"),
            Case("linefeed run p.yaml @ 2>/dev/null; true", "--dry-run", "# one: then hold 1ms, then two"),
            Case("linefeed run p.yaml @ 2>/dev/null; true", "--print-shell", "#!/usr/bin/env bash"),
            Case("linefeed run p.yaml @ 2>/dev/null >/dev/null; echo status $?", "--once", "status 0"),
            Case("linefeed run p.yaml @ 2>/dev/null; true", "--log -", "{\"table\":\"stage_runs\",\"pipeline\":\"p\""),
            Case("flock l linefeed run p.yaml @ 2>/dev/null; echo status $?", "--if-locked quiet", "status 0"),
            Case("linefeed run p.yaml @ 2>/dev/null; true", "--status", "\"table\":\"pipeline_status\""),
        ])
    }

    func testMap() {
        assertEach([
            Case(
                "linefeed ingest samples/feed.zip | linefeed build-polylines | linefeed map @", "--title Larkmere",
                "<title>Larkmere<"),
            Case(
                "linefeed ingest samples/feed.zip | linefeed build-polylines | linefeed map @",
                "--basemap 'https://tile.example.org/{z}/{x}/{y}.png'", "connect-src https://tile.example.org;"),
            Case(
                "linefeed ingest samples/feed.zip | linefeed build-polylines | linefeed map @", "--assets /nowhere",
                "no maplibre-gl.js in /nowhere", status: 66),
            Case("linefeed map samples/positions.ndjson @", "--format gif", "'gif' is invalid", status: 64),
            Case(
                "linefeed map samples/positions.ndjson @", "--pass-through", "it would have no effect in this stage",
                status: 64),
            Case("linefeed map samples/positions.ndjson @", "--basemap tiles.mbtiles", "tiles.mbtiles: ", status: 66),
        ])
        XCTAssertEqual(
            Shell("linefeed map samples/positions.ndjson --format html --basemap none").output,
            Shell("linefeed map samples/positions.ndjson").output)
    }

    func testSimulate() {
        let words = ["--out city", "--routes 2", "--stops 12", "--vehicles 3", "--minutes 2", "--interval 60"]
        let base = "linefeed simulate " + words.joined(separator: " ")
        let look = "; ls city | tr '\\n' ' '; linefeed ingest city/feed.zip -o /dev/null --summary -; rm -r city"
        let usual = Shell(base + look, in: folder.path).output
        for option in [
            "--routes 3", "--stops 20", "--vehicles 6", "--minutes 3", "--interval 30", "--seed 7",
            "--start 2026-03-03T08:00",
            "--stop-times 50000", "--out other; mv other city",
        ] {
            let name = option.prefix { $0 != " " }
            let others = words.filter { !$0.hasPrefix(name + " ") }
            let changed = Shell(
                "linefeed simulate " + (others + [option]).joined(separator: " ") + look, in: folder.path)
            XCTAssertEqual(changed.status, 0, "\(option): \(changed.errors)")
            let same = strip(changed.output) == strip(usual)
            // Seeds differ in the values, not in the counts; another folder in its name alone.
            XCTAssertEqual(same, option.hasPrefix("--out"), "\(option): \(changed.output)")
        }
        let count = Shell(
            base + " --stop-times 50000; linefeed ingest city/feed.zip --tables stop_times | wc -l", in: folder.path)
        XCTAssertGreaterThanOrEqual(Int(count.output.filter(\.isNumber)) ?? 0, 50_000)
    }

    func testSimulatesDoses() {
        let base = "linefeed simulate --out city --routes 4 --stops 40 --vehicles 12 --minutes 12 --interval 60 "
        let look = " && cat city/*.pb | sha256sum; ls city; rm -r city"
        let usual = Shell(base + look, in: folder.path).output
        XCTAssertFalse(usual.contains("truth.ndjson"))
        for option in [
            "--drop 0.5", "--freeze 1", "--late 50", "--sequences position", "--twins 1", "--off 40", "--truth",
            "--entities vehicle_positions",
        ] {
            let changed = Shell(base + option + look, in: folder.path)
            XCTAssertEqual(changed.status, 0, "\(option): \(changed.errors)")
            XCTAssertNotEqual(changed.output, usual, option)
        }
        for (wrong, mark) in [
            ("--drop 2", "--drop takes a share"), ("--late x", "--lag"), ("--sequences none", "--sequences"),
            ("--entities alerts", "unknown table 'alerts'"),
        ] {
            let run = Shell(base + wrong, in: folder.path)
            XCTAssertEqual(run.status, 64, wrong)
            XCTAssertTrue(run.errors.contains(mark), run.errors)
        }
        XCTAssertEqual(
            Shell(base + "--truth --feed-id larkmere && grep -vc larkmere city/truth.ndjson", in: folder.path).output,
            "0\n")
    }

    /// A summary without what differs from run to run.
    private func strip(_ text: String) -> String { text.replacing(/"(elapsed_ms|peak_rss_bytes)":[0-9]+/, with: "") }

    /// With a default value or without one, the message says what to write instead of a value that cannot be read.
    func testAValueThatCannotBeReadIsToldWhatToWrite() {
        for (command, option, advice) in [
            ("departures --feed f --stop s", "--clock x", "write agency or stop"),
            ("fetch", "--expect x", "write gtfs or gtfs-rt"),
            ("simulate --out o", "--routes x", "write a whole number"),
            ("simulate --out o", "--seed=-1", "write a whole number from 0 to 18446744073709551615"),
            ("departures --feed f --stop s", "--limit x", "write a whole number"),
            ("simulate --out o", "--drop x", "write a number"),
            ("departures --feed f --stop s", "--min-match x", "write a number"),
        ] {
            let run = Shell("linefeed \(command) \(option)", in: folder.path)
            XCTAssertEqual(run.status, 64, option)
            let name = option.prefix { $0 != " " && $0 != "=" }
            let first = run.errors.prefix { $0 != "\n" }
            XCTAssertTrue(first.contains("is invalid for '\(name) <") && first.hasSuffix(": " + advice), "\(first)")
        }
    }
}
