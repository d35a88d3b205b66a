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
            Case("linefeed ingest samples/feed.zip @ --tables agency", "--format csv", "agency_id,agency_name"),
            Case(
                "linefeed ingest samples/feed.zip @ --tables agency", "--feed-id f",
                "\"table\":\"agency\",\"feed_id\":\"f\""),
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
            Case("linefeed decode-rt moved.pb @", "--unknown keep", "\"unknown_fields\":[{\"number\":2001"),
            Case("linefeed decode-rt cut.pb @ -q >/dev/null; echo status $?", "--max-faults 1", "status 0"),
            Case(
                "linefeed decode-rt cut.pb \(vehicles) @ -q >/dev/null; echo status $?", "--max-faults 50%", "status 0"),
            Case("linefeed decode-rt \(vehicles) @", "--nested", "\"table\":\"feed_entities\""),
            Case(
                "linefeed decode-rt \(vehicles) @", "--entities vehicle_positions --format csv",
                "feed_timestamp,entity_id"),
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

    func testSimulate() {
        let base = "linefeed simulate --out city --routes 2 --stops 12 --vehicles 3 --minutes 2 --interval 60"
        let look = "; ls city | tr '\\n' ' '; linefeed ingest city/feed.zip -o /dev/null --summary -; rm -r city"
        let usual = Shell(base + look, in: folder.path).output
        for option in [
            "--routes 3", "--stops 20", "--vehicles 6", "--minutes 3", "--interval 30", "--seed 7",
            "--start 2026-03-03T08:00",
            "--stop-times 50000", "--out other; mv other city",
        ] {
            let changed = Shell(base + " " + option + look, in: folder.path)
            XCTAssertEqual(changed.status, 0, "\(option): \(changed.errors)")
            let same = strip(changed.output) == strip(usual)
            // Seeds differ in the values, not in the counts; another folder in its name alone.
            XCTAssertEqual(same, option.hasPrefix("--out"), "\(option): \(changed.output)")
        }
        let count = Shell(
            base + " --stop-times 50000; linefeed ingest city/feed.zip --tables stop_times | wc -l", in: folder.path)
        XCTAssertGreaterThanOrEqual(Int(count.output.filter(\.isNumber)) ?? 0, 50_000)
    }

    /// A summary without what differs from run to run.
    private func strip(_ text: String) -> String { text.replacing(/"(elapsed_ms|peak_rss_bytes)":[0-9]+/, with: "") }
}
