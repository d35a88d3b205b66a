import NDJSON
import TestSupport
import XCTest

/// The options of every stage, on every stage, from one table.
final class CommonOptionsTests: XCTestCase {
    /// A stage with input that is clean, and with input that loses something.
    private struct Case {
        let stage: String
        let clean: String
        /// nil for a stage that reads nothing.
        let dirty: String?
        /// Whether the stage reads records and so can pass tables through.
        var readsRecords = false
        /// What of `clean` is not a file.
        var flags = ""
    }

    private let folder = TemporaryFolder()
    private let web = LoopbackServer(["/feed.zip": [.ok("content")]])

    override func tearDown() { web.stop() }
    private lazy var cases: [Case] = {
        let path = folder.path
        let made = Shell(
            """
            set -e
            cd '\(path)'
            mkdir dirty && cd dirty && unzip -q '\(Checkout.root)/samples/feed.zip'
            printf 'X,not a stop,91.5,abc,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra\\n' >> stops.txt
            zip -q ../dirty.zip *
            cd ..
            first=$(ls '\(Checkout.root)'/samples/vehicles-*.pb | head -n 1)
            head -c 500 "$first" > cut.pb
            echo 'stages: [{name: a, run: "false", on_failure: continue}]' > failing.yaml
            linefeed ingest '\(Checkout.root)/samples/feed.zip' > feed.ndjson
            linefeed decode-rt '\(Checkout.root)'/samples/*.pb > rt.ndjson
            linefeed decode-rt --nested '\(Checkout.root)'/samples/*.pb > nested.ndjson
            linefeed track rt.ndjson -q > events.ndjson
            linefeed build-polylines feed.ndjson --pins -q > lines.ndjson
            linefeed cover-tiles lines.ndjson --zoom 11 -q > tiles.ndjson
            linefeed render-tiles lines.ndjson --zoom 11 -q --into tiles
            linefeed stop-visits '\(Checkout.root)/samples/positions.ndjson' --feed '\(Checkout.root)/samples/feed.zip' -q > visits.ndjson
            for file in feed rt nested events lines tiles visits; do
              { cat $file.ndjson; printf '{"table":\\n{"table":"others","x":1}\\n'; } > $file-dirty.ndjson
            done
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        let board = "--feed samples/feed.zip --stop S00 --at 2026-03-02T08:00"
        let ground = "--template 'file:\(path)/tiles/{z}/{x}/{y}.png'"
        let drawn = "--zoom 11 --into '\(path)/drawn.mbtiles'"
        let trip = "--feed samples/feed.zip --trip R-T1-wd-1-26 --date 20260302"
        let figures = "--of punctuality"
        let feed = "--feed samples/feed.zip"
        let route = "--route B-10"
        let cases = [
            Case(stage: "ingest", clean: "samples/feed.zip", dirty: "\(path)/dirty.zip"),
            Case(stage: "decode-rt", clean: "$(ls samples/*.pb)", dirty: "\(path)/cut.pb"),
            Case(
                stage: "encode-rt", clean: "\(path)/nested.ndjson", dirty: "\(path)/nested-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "select", clean: "\(route) \(path)/feed.ndjson", dirty: "\(route) \(path)/feed-dirty.ndjson",
                readsRecords: true, flags: route),
            Case(
                stage: "write-gtfs", clean: "\(path)/feed.ndjson", dirty: "\(path)/feed-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "check", clean: "\(path)/feed.ndjson", dirty: "\(path)/feed-dirty.ndjson", readsRecords: true),
            Case(
                stage: "diff", clean: "\(path)/feed.ndjson \(path)/feed.ndjson",
                dirty: "\(path)/feed.ndjson \(path)/feed-dirty.ndjson"),
            Case(
                stage: "service-levels", clean: "\(path)/feed.ndjson", dirty: "\(path)/feed-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "build-polylines", clean: "\(path)/feed.ndjson", dirty: "\(path)/feed-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "occupancy-report", clean: "\(path)/rt.ndjson", dirty: "\(path)/rt-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "departures", clean: "\(board) \(path)/rt.ndjson", dirty: "\(board) \(path)/rt-dirty.ndjson",
                readsRecords: true, flags: board),
            Case(
                stage: "trip-details", clean: "\(trip) \(path)/rt.ndjson", dirty: "\(trip) \(path)/rt-dirty.ndjson",
                readsRecords: true, flags: trip),
            Case(
                stage: "stop-visits", clean: "\(feed) \(path)/rt.ndjson", dirty: "\(feed) \(path)/rt-dirty.ndjson",
                readsRecords: true, flags: feed),
            Case(
                stage: "performance-report", clean: "\(figures) \(path)/visits.ndjson",
                dirty: "\(figures) \(path)/visits-dirty.ndjson", readsRecords: true, flags: figures),
            // It consumes every table and names its database first: StoreCommandTests has what readers of records
            // share.
            Case(
                stage: "store", clean: "\(path)/clean.db \(path)/rt.ndjson",
                dirty: "\(path)/dirty.db \(path)/rt-dirty.ndjson"),
            Case(
                stage: "simulate", clean: "--out '\(path)/city' --minutes 1 --vehicles 4 --routes 2 --stops 20",
                dirty: nil),
            Case(
                stage: "run", clean: "samples/crowding.yaml --set OUT='\(path)'", dirty: "\(path)/failing.yaml"),
            Case(
                stage: "stringline", clean: "--route B-20 \(path)/visits.ndjson",
                dirty: "--route B-20 \(path)/visits-dirty.ndjson", flags: "--route B-20"),
            Case(
                stage: "animate", clean: "\(path)/events.ndjson", dirty: "\(path)/events-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "cover-tiles", clean: "\(path)/lines.ndjson", dirty: "\(path)/lines-dirty.ndjson",
                readsRecords: true),
            Case(
                stage: "fetch-tiles", clean: "\(ground) \(path)/tiles.ndjson",
                dirty: "\(ground) \(path)/tiles-dirty.ndjson", readsRecords: true, flags: ground),
            Case(
                stage: "render-tiles", clean: "\(drawn) \(path)/lines.ndjson",
                dirty: "\(drawn) \(path)/lines-dirty.ndjson", readsRecords: true, flags: drawn),
            Case(stage: "map", clean: "\(path)/rt.ndjson", dirty: "\(path)/rt-dirty.ndjson"),
            Case(stage: "schema", clean: "stops", dirty: nil),
            Case(
                stage: "fetch", clean: "\(web.url)/feed.zip", dirty: "\(web.url)/feed.zip lost=\(web.url)/lost"),
        ]
        // A stage that is not listed reads realtime records and needs no flags.
        return cases
            + HelpTests.stages.filter { name in !cases.contains { $0.stage == name } }.map {
                Case(stage: $0, clean: "\(path)/rt.ndjson", dirty: "\(path)/rt-dirty.ndjson", readsRecords: true)
            }
    }()

    func testTheTableHasEveryStage() {
        XCTAssertEqual(Set(cases.map(\.stage)), Set(HelpTests.stages))
    }

    func testSummaryBalancesAndGoesWhereItIsTold() throws {
        for test in cases {
            for input in [test.clean, test.dirty].compactMap({ $0 }) {
                let run = Shell("linefeed \(test.stage) \(input) -o /dev/null -q --summary -")
                XCTAssertEqual(run.lines.count, 1, "\(test.stage): \(run.output.prefix(300))")
                let figures = try Conservation(run.lines.first ?? "")
                XCTAssertEqual(figures.stage, test.stage)
                XCTAssertEqual(figures.read, figures.accounted, run.output)
                let path = folder.path + "/summary"
                _ = Shell("linefeed \(test.stage) \(input) -o /dev/null -q --summary '\(path)'")
                XCTAssertEqual(TemporaryFolder.text(of: path)?.hasPrefix("{\"table\":\"summaries\""), true)
            }
        }
    }

    func testDiagnosticsAndJSONLogTellTheSame() {
        for test in cases {
            guard let dirty = test.dirty else { continue }
            let path = folder.path + "/diagnostics"
            let run = Shell("linefeed \(test.stage) \(dirty) -o /dev/null --log-format json --diagnostics '\(path)'")
            let file = TemporaryFolder.text(of: path)?.split(separator: "\n").map(String.init) ?? []
            XCTAssertFalse(file.isEmpty, test.stage)
            XCTAssertFalse(run.errors.isEmpty, test.stage)
            for line in run.errors.split(separator: "\n") + file.map({ $0[...] }) {
                XCTAssertTrue(
                    line.hasPrefix("{\"table\":\"diagnostics\",\"stage\":\"\(test.stage)\",\"level\":\""), "\(line)")
            }
            let losses = file.filter { $0.contains("\"level\":\"error\"") || $0.contains("\"level\":\"warning\"") }
            XCTAssertFalse(losses.isEmpty, "\(test.stage): \(file)")
            // A log tells the time as well; a file does not, so that it is the same each time.
            let time = /"time":"[-0-9T:]+Z",/
            XCTAssertTrue(run.errors.split(separator: "\n").allSatisfy { $0.contains(time) }, run.errors)
            XCTAssertFalse(file.contains { $0.contains(time) }, test.stage)
            let told = run.errors.replacing(time, with: "")
            XCTAssertTrue(losses.contains { told.contains($0) }, "\(test.stage): \(losses.first ?? "")\n\(run.errors)")
        }
    }

    /// The word "error" and exit status 0 never go together, wherever it may stand.
    func testNoErrorIsToldByARunThatEndsWellAndOneByEachThatDoesNot() {
        for test in cases {
            for input in [test.clean, test.dirty].compactMap({ $0 }) {
                for options in ["", "-vv", "-q", "--log-format json", "--strict"] {
                    let path = folder.path + "/never-\(test.stage)"
                    let run = Shell(
                        "linefeed \(test.stage) \(input) -o /dev/null \(options) --diagnostics '\(path)'")
                    let told = run.errors + (TemporaryFolder.text(of: path) ?? "")
                    let hasError = told.contains(" error: ") || told.contains("\"level\":\"error\"")
                    XCTAssertEqual(hasError, run.status != 0, "\(test.stage) \(options): \(run.status) \(told)")
                }
            }
        }
    }

    func testStrictEndsWith65AndKeepsTheOldFile() {
        for test in cases {
            let path = folder.write("old", "strict")
            let clean = Shell("linefeed \(test.stage) \(test.clean) --strict -o '\(path)'")
            XCTAssertEqual(clean.status, 0, test.stage + clean.errors)
            guard let dirty = test.dirty else { continue }
            folder.write("old", "strict")
            XCTAssertEqual(Shell("linefeed \(test.stage) \(dirty) --strict -q -o '\(path)'").status, 65, test.stage)
            XCTAssertEqual(TemporaryFolder.text(of: path), "old", test.stage)
        }
    }

    func testQuietVerboseAndTimings() {
        for test in cases {
            XCTAssertEqual(Shell("linefeed \(test.stage) \(test.clean) -o /dev/null -q").errors, "", test.stage)
            let timings = Shell("linefeed \(test.stage) \(test.clean) -o /dev/null -vv").errors
            XCTAssertTrue(timings.contains("peak memory"), "\(test.stage): \(timings)")
        }
    }

    func testPassThroughForwardsAndWithoutItCounts() throws {
        XCTAssertEqual(
            Shell("linefeed encode-rt --pass-through </dev/null").status, 64, "messages and records do not mix")
        for test in cases where test.readsRecords && !["encode-rt", "write-gtfs"].contains(test.stage) {
            let files = test.clean.dropFirst(test.flags.count)
            let script =
                "{ cat \(files); echo '{\"table\":\"others\", \"x\":1}'; } | linefeed \(test.stage) \(test.flags)"
            let through = Shell("\(script) --pass-through | LC_ALL=C grep -a -c '^{\"table\":\"others\", \"x\":1}$'")
            XCTAssertEqual(through.output, "1\n", test.stage)
            let without = Shell("\(script) -o /dev/null --summary -")
            XCTAssertTrue(without.output.contains("\"others\":1"), "\(test.stage): \(without.output)")
        }
    }

    func testMaxLineBytes() {
        for test in cases where test.readsRecords {
            let run = Shell("linefeed \(test.stage) \(test.clean) --max-line-bytes 40 -o /dev/null")
            XCTAssertEqual(run.status, 65, test.stage)
            // What reads its schedule first says it of that.
            let isTold = run.errors.contains(":1: the line has ") || run.errors.contains(".txt:1: the header has ")
            XCTAssertTrue(isTold, run.errors)
        }
    }

    func testRejectsKeepWhatWasLeftOut() {
        for test in cases {
            guard let dirty = test.dirty else { continue }
            let path = folder.path + "/rejects-\(test.stage)"
            _ = Shell("linefeed \(test.stage) \(dirty) -o /dev/null -q --rejects '\(path)'")
            let text = TemporaryFolder.text(of: path) ?? "no file"
            // A message that is cut off, and a feed that does not come, have no row that could be kept; a run has no
            // rows.
            if !["decode-rt", "fetch", "run"].contains(test.stage) {
                XCTAssertTrue(text.hasPrefix("{\"table\":\"rejects\""), "\(test.stage): \(text)")
            }
        }
    }

    func testProgressAndColour() {
        for test in cases where test.stage != "schema" && test.stage != "simulate" {
            let shown = Shell("linefeed \(test.stage) \(test.clean) -o /dev/null --progress always --color always")
            XCTAssertFalse(shown.output.contains("\u{1B}"))
            // The bar waits for 64 KiB, so only the larger inputs draw it.
            if test.stage == "build-polylines" {
                XCTAssertTrue(shown.errors.unicodeScalars.contains("\r"), "no bar: \(shown.errors)")
                XCTAssertTrue(shown.errors.contains("MB/s"), shown.errors)
                let hidden = Shell("linefeed \(test.stage) \(test.clean) -o /dev/null")
                XCTAssertFalse(hidden.errors.unicodeScalars.contains("\r"), "a bar without a terminal")
            }
            let never = Shell("linefeed \(test.stage) \(test.dirty ?? "") -o /dev/null --progress never --color never")
            XCTAssertFalse(never.errors.contains("\u{1B}"), test.stage)
            let colour = Shell("linefeed \(test.stage) \(test.dirty ?? "") -o /dev/null --color always --strict")
            XCTAssertTrue(colour.errors.contains("\u{1B}[1;31merror:"), "\(test.stage): \(colour.errors)")
            for variables in [["NO_COLOR": "1"], ["TERM": "dumb"], [:]] {
                let auto = Shell("linefeed \(test.stage) \(test.dirty ?? "") -o /dev/null", environment: variables)
                XCTAssertFalse(auto.errors.contains("\u{1B}"), test.stage)
            }
        }
    }

    func testCSVOnEveryFlatTable() {
        let tables = ["agency", "stops", "routes", "trips", "stop_times", "calendar", "shapes"]
        for table in tables {
            let rows = Shell("linefeed ingest samples/feed.zip --tables \(table) --format csv").lines
            let records = Shell("linefeed ingest samples/feed.zip --tables \(table)").lines
            XCTAssertEqual(rows.count, records.count + 1, table)
        }
        for table in ["vehicle_positions", "trip_updates", "feed_messages"] {
            let run = Shell("linefeed decode-rt samples/*.pb --entities \(table) --format csv")
            XCTAssertTrue(run.status == 0 && run.lines.count > 1, "\(table): \(run.errors)")
        }
        XCTAssertGreaterThan(
            Shell("linefeed decode-rt samples/*.pb --explode --entities stop_time_updates --format csv").lines.count, 1)
        XCTAssertGreaterThan(
            Shell("linefeed ingest samples/feed.zip | linefeed build-polylines --format csv").lines.count, 1)
        XCTAssertGreaterThan(
            Shell("linefeed decode-rt samples/*.pb | linefeed occupancy-report --format csv").lines.count, 1)
    }

    func testFeedIDStandsBehindTheTable() {
        for test in cases
        where ["ingest", "decode-rt", "build-polylines", "occupancy-report", "fetch"].contains(test.stage) {
            let run = Shell("linefeed \(test.stage) \(test.clean) --feed-id 'a\"b'")
            XCTAssertFalse(run.lines.isEmpty)
            for line in run.lines {
                XCTAssertTrue(line.contains(#","feed_id":"a\"b""#) || line.contains(#""feed_id":"a\"b","#), line)
            }
        }
    }
}

/// The figures of a `summaries` line.
struct Conservation {
    let stage: String
    /// Records read, with those made.
    let read: Int
    /// What became of them; -1 if a count is below zero.
    let accounted: Int

    init(_ line: String) throws {
        let scanner = RecordScanner(fields: [
            "stage", "read", "written", "rejected", "ignored", "merged", "filtered", "made",
        ])
        var stage = ""
        var sums = [Int](repeating: 0, count: 7)
        var isBelowZero = false
        let bytes = Array(line.utf8)
        try bytes.withUnsafeBytes { bytes in
            try scanner.scan(bytes)
            stage = scanner[0].string ?? ""
            for index in 1...6 {
                scanner[index].forEachMember { _, count in
                    sums[index] += count.integer ?? 0
                    if count.integer ?? -1 < 0 { isBelowZero = true }
                }
            }
            sums[1] += scanner[7].integer ?? 0
        }
        self.stage = stage
        read = sums[1]
        accounted = isBelowZero ? -1 : sums[2...6].reduce(0, +)
    }
}
