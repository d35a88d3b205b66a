import TestSupport
import XCTest

/// What is told of a feed beside the pipe: what matters to the stage, each code once.
final class FeedFindingsTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func sh(_ command: String) -> Shell { Shell("timeout 60 \(command)", in: folder.path) }

    override func setUp() {
        // No stage reads agency_phone, stop_url, shapes or fares here; three columns that are read have bad values.
        let made = Shell(
            """
            set -e
            cd '\(folder.path)' && mkdir unused used && cd unused && unzip -q '\(Checkout.root)/samples/feed.zip'
            sed -i '1s/$/,agency_phone,agency_lang/; 2,$s/$/,12\\x01,zz zz/' agency.txt
            sed -i '1s/$/,zone_id2,level_id/; 2,$s/$/,a,x/' stops.txt
            sed -i '1s/$/,continuous_pickup,network_id/; 2,$s/$/,nine,/' routes.txt
            sed -i '1s/$/,continuous_drop_off/; 2,$s/$/,often/' stop_times.txt
            printf 'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\\ns,95,x,1\\n' > shapes.txt
            printf 'fare_id,price\\nf,dear\\n' > fare_attributes.txt
            cp * ../used && cd ../used
            for table in stops routes trips; do
              case $table in
                stops) name=wheelchair_boarding;; routes) name=route_sort_order;; trips) name=wheelchair_accessible;;
              esac
              grep -q "$name" $table.txt || sed -i "1s/\\$/,$name/; 2,\\$s/\\$/,maybe/" $table.txt
              place=$(head -n 1 $table.txt | tr ',' '\\n' | grep -n "^$name" | cut -d : -f 1)
              awk -F , -v OFS=, -v p=$place 'NR > 1 { $p = "maybe" } 1' $table.txt > t && mv t $table.txt
            done
            cd .. && (cd unused && zip -qr ../unused.zip .) && (cd used && zip -qr ../used.zip .)
            linefeed decode-rt '\(Checkout.root)'/samples/vehicles-1772402100.pb > rt.ndjson
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    private let stages = [
        "departures -n --stop S00 --at 2026-03-02T08:00 --feed", "trip-details -n --trip R-T1-wd-1-26 --feed",
        "build-polylines --feed", "occupancy-report rt.ndjson --feed",
    ]

    func testAFindingInAColumnThatTheStageDoesNotUseIsNoneOfTheStage() {
        // The feed is bad for those who read all of it.
        XCTAssertEqual(sh("linefeed ingest unused.zip --strict -o x").status, 65)
        for stage in stages {
            for feed in ["unused.zip", "unused"] {
                let run = sh("linefeed \(stage) \(feed) --strict -o out --diagnostics found")
                XCTAssertEqual(run.status, 0, "\(stage) \(feed): \(run.errors)")
                let found = TemporaryFolder.text(of: folder.path + "/found") ?? ""
                for column in [
                    "agency_phone", "agency_lang", "continuous_pickup", "continuous_drop_off",
                    "shape_pt",
                    "price", "currency",
                ] { XCTAssertFalse((run.errors + found).contains(column), "\(stage): \(found)") }
            }
        }
        // What is used is told.
        XCTAssertEqual(sh("linefeed build-polylines --geometry shapes --feed unused.zip --strict -o out").status, 65)
    }

    func testACodeIsToldOnceWithItsCountWhateverTheTable() {
        let run = sh(
            "linefeed departures -n --stop S00 --at 2026-03-02T08:00 --feed used.zip -o out --diagnostics found")
        XCTAssertEqual(run.status, 0, run.errors)
        let lines = run.errors.split(separator: "\n")
        XCTAssertEqual(lines.count, 1, run.errors)
        let found = TemporaryFolder.text(of: folder.path + "/found")?.split(separator: "\n") ?? []
        XCTAssertGreaterThan(found.count, 50, "the file has them all")
        XCTAssertTrue(
            run.errors.contains("; \(found.count) like this (not_an_integer), also ")
                || lines[0].contains(" like this ("), run.errors)
        XCTAssertTrue(run.errors.contains("stops.txt:2: wheelchair_boarding: 'maybe'"), run.errors)
        XCTAssertFalse(run.errors.contains("route_sort_order"), run.errors)
        let strict = sh("linefeed departures -n --stop S00 --at 2026-03-02T08:00 --feed used.zip --strict")
        XCTAssertEqual(strict.status, 65)
        XCTAssertEqual(strict.errors.split(separator: "\n").filter { $0.contains(" error: ") }.count, 1, strict.errors)
        // A run for the feed itself says each code five times and counts the rest.
        let ingest = sh("linefeed ingest used.zip -o x")
        XCTAssertTrue(ingest.errors.contains(" more of this kind, "), ingest.errors)
    }

    /// From a zip, a folder, records and a store alike.
    func testADayWithoutServiceSaysSo() {
        let made = sh(
            """
            bash -c "set -e; mkdir off; cd off; unzip -q '\(Checkout.root)/samples/feed.zip'; rm -f calendar_dates.txt
            awk -F , -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/\\\\r/, \\"\\", \\$i); c[\\$i] = i } }
              NR > 1 { \\$c[\\"start_date\\"] = 20260302; \\$c[\\"end_date\\"] = 20260327; \\$c[\\"saturday\\"] = 0; \\$c[\\"sunday\\"] = 0;
                \\$c[\\"monday\\"] = \\$c[\\"friday\\"] = 1 } 1' calendar.txt > c; mv c calendar.txt
            zip -q ../off.zip *; cd ..; linefeed ingest off.zip > off.ndjson; linefeed ingest off.zip --sqlite off.db"
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        for (at, sentence) in [
            (
                "2026-03-08T10:00",
                "no service runs on 20260308 (Sunday); the calendar covers 20260302 (Monday) to 20260327 (Friday), "
                    + "and the nearest day with service is 20260309 (Monday)"
            ),
            ("2031-01-01T10:00", "the nearest day with service is 20260327 (Friday)"),
            ("1999-01-01T10:00", "the nearest day with service is 20260302 (Monday)"),
        ] {
            for feed in ["off.zip", "off", "off.ndjson", "off.db"] {
                let run = sh("linefeed departures -n --stop S00 --at \(at) --feed \(feed)")
                XCTAssertEqual(run.status, 0, "\(feed) \(run.errors)")
                XCTAssertTrue(
                    run.errors.contains("warning: ") && run.errors.contains(sentence), "\(feed): \(run.errors)")
                XCTAssertTrue(run.output.hasSuffix("\"horizon_seconds\":7200,\"departures\":0}\n"), run.output)
                XCTAssertEqual(run.lines.count, 1)
            }
        }
        // A quiet hour of a day with service is none, and neither is a weekend that a long board passes over.
        for at in ["2026-03-09T02:30 --horizon 1m", "2026-03-07T10:00 --horizon 3d"] {
            let run = sh("linefeed departures -n --stop S00 --at \(at) --feed off.zip")
            XCTAssertFalse(run.errors.contains("no service"), run.errors)
        }
    }
}
