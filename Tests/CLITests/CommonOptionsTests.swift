import NDJSON
import TestSupport
import XCTest

/// The options of every stage, on every stage, from one table.
final class CommonOptionsTests: XCTestCase {
    /// A stage with input that is clean, and with input that loses something.
    private struct Case {
        let stage: String
        let trial: Trial
        let clean: String
        /// nil for a stage that reads nothing.
        let dirty: String?
        /// Whether the stage reads records and so can pass tables through.
        let readsRecords: Bool
        /// What of `clean` is not a file.
        let flags: String

        init(_ stage: String, _ names: [String: String]) {
            self.stage = stage
            trial = Trial(stage, names)
            flags = trial["needs"].map { $0 + " " } ?? ""
            let isListed = trial["clean"] != nil
            clean = flags + (trial["clean"] ?? "\(names["made"]!)/rt.ndjson")
            let dirty = isListed ? trial["dirty"] : "\(names["made"]!)/rt-dirty.ndjson"
            self.dirty = dirty.map { [flags] in flags + $0 }
            readsRecords = !isListed || trial.is("reading-records")
        }

        /// The option that names the file of what would be on standard output; nil for a stage that has no output there.
        var output: String? { stage == "fetch" ? "--records" : stage == "simulate" ? nil : "-o" }
        /// Whether the stage can lose anything that `--strict` would end it for.
        var isStrict: Bool { stage != "simulate" && stage != "schema" }

        /// The words that write to a file, or throw away, what would be on standard output.
        func writing(to path: String = "/dev/null") -> String { output.map { "\($0) '\(path)'" } ?? "" }
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
            mkdir dirty && cd dirty && unzip -q '\(SmallSamples.folder)/feed.zip'
            printf 'X,not a stop,91.5,abc,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra,extra\\n' >> stops.txt
            zip -q ../dirty.zip *
            cd ..
            first=$(ls '\(SmallSamples.folder)'/vehicles-*.pb | head -n 1)
            head -c 500 "$first" > cut.pb
            echo 'stages: [{name: a, run: "false", on_failure: continue}]' > failing.yaml
            linefeed ingest '\(SmallSamples.folder)/feed.zip' > feed.ndjson
            linefeed decode-rt '\(SmallSamples.folder)'/*.pb > rt.ndjson
            linefeed decode-rt --nested '\(SmallSamples.folder)'/*.pb > nested.ndjson
            linefeed track rt.ndjson -q > events.ndjson
            linefeed build-polylines feed.ndjson --pins -q > lines.ndjson
            linefeed cover-tiles lines.ndjson --zoom 11 -q > tiles.ndjson
            linefeed render-tiles lines.ndjson --zoom 11 -q --into tiles
            linefeed stop-visits '\(SmallSamples.folder)/positions.ndjson' --feed '\(SmallSamples.folder)/feed.zip' -q > visits.ndjson
            for file in feed rt nested events lines tiles visits; do
              { cat $file.ndjson; printf '{"table":\\n{"table":"others","x":1}\\n'; } > $file-dirty.ndjson
            done
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        let names = ["made": path, "samples": SmallSamples.folder, "web": web.url]
        return HelpTests.stages.map { Case($0, names) }
    }()

    func testSummaryBalancesAndGoesWhereItIsTold() throws {
        for test in cases {
            for input in [test.clean, test.dirty].compactMap({ $0 }) {
                let run = Shell("linefeed \(test.stage) \(input) \(test.writing()) -q --summary -")
                XCTAssertEqual(run.lines.count, 1, "\(test.stage): \(run.output.prefix(300))")
                let figures = try Conservation(run.lines.first ?? "")
                XCTAssertEqual(figures.stage, test.stage)
                XCTAssertEqual(figures.read, figures.accounted, run.output)
                let path = folder.path + "/summary"
                _ = Shell("linefeed \(test.stage) \(input) \(test.writing()) -q --summary '\(path)'")
                XCTAssertEqual(TemporaryFolder.text(of: path)?.hasPrefix("{\"table\":\"summaries\""), true)
            }
        }
    }

    func testDiagnosticsAndJSONLogTellTheSame() {
        for test in cases {
            guard let dirty = test.dirty else { continue }
            let path = folder.path + "/diagnostics"
            let run = Shell(
                "linefeed \(test.stage) \(dirty) \(test.writing()) --log-format json --diagnostics '\(path)'")
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

    /// The word "error" and exit status 0 never go together, wherever it may stand. Without LINEFEED_DEEP, a stage gets one
    /// of the options, each stage the next one.
    func testNoErrorIsToldByARunThatEndsWellAndOneByEachThatDoesNot() {
        for (place, test) in cases.enumerated() {
            for input in [test.clean, test.dirty].compactMap({ $0 }) {
                let all = ["", "-vv", "-q", "--log-format json"] + (test.isStrict ? ["--strict"] : [])
                for options in Depth.isDeep ? all : [all[place % all.count]] {
                    let path = folder.path + "/never-\(test.stage)"
                    let run = Shell(
                        "linefeed \(test.stage) \(input) \(test.writing()) \(options) --diagnostics '\(path)'")
                    let told = run.errors + (TemporaryFolder.text(of: path) ?? "")
                    let hasError = told.contains(" error: ") || told.contains("\"level\":\"error\"")
                    XCTAssertEqual(hasError, run.status != 0, "\(test.stage) \(options): \(run.status) \(told)")
                }
            }
        }
    }

    func testStrictEndsWith65AndKeepsTheOldFile() {
        for test in cases where test.isStrict {
            let path = folder.write("old", "strict")
            let clean = Shell("linefeed \(test.stage) \(test.clean) --strict \(test.writing(to: path))")
            XCTAssertEqual(clean.status, 0, test.stage + clean.errors)
            guard let dirty = test.dirty else { continue }
            folder.write("old", "strict")
            XCTAssertEqual(
                Shell("linefeed \(test.stage) \(dirty) --strict -q \(test.writing(to: path))").status, 65, test.stage)
            XCTAssertEqual(TemporaryFolder.text(of: path), "old", test.stage)
        }
    }

    func testQuietVerboseAndTimings() {
        for test in cases {
            XCTAssertEqual(Shell("linefeed \(test.stage) \(test.clean) \(test.writing()) -q").errors, "", test.stage)
            let timings = Shell("linefeed \(test.stage) \(test.clean) \(test.writing()) -vv").errors
            XCTAssertTrue(timings.contains("peak memory"), "\(test.stage): \(timings)")
        }
    }

    func testPassThroughForwardsAndWithoutItCounts() throws {
        XCTAssertEqual(
            Shell("linefeed encode-rt --pass-through </dev/null").status, 64, "messages and records do not mix")
        for test in cases where test.readsRecords && !test.trial.is("without-pass-through") {
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
            guard let dirty = test.dirty, !["fetch", "run"].contains(test.stage) else { continue }
            let path = folder.path + "/rejects-\(test.stage)"
            _ = Shell("linefeed \(test.stage) \(dirty) \(test.writing()) -q --rejects '\(path)'")
            let text = TemporaryFolder.text(of: path) ?? "no file"
            // A message that is cut off, and a feed that does not come, have no row that could be kept; a run has no
            // rows.
            if !test.trial.is("without-rejects") {
                XCTAssertTrue(text.hasPrefix("{\"table\":\"rejects\""), "\(test.stage): \(text)")
            }
        }
    }

    func testProgressAndColour() {
        for test in cases where !test.trial.is("without-progress") {
            let shown = Shell("linefeed \(test.stage) \(test.clean) \(test.writing()) --progress always --color always")
            XCTAssertFalse(shown.output.contains("\u{1B}"))
            // The bar waits for 64 KiB, so only the larger inputs draw it.
            if test.stage == "build-polylines" {
                XCTAssertTrue(shown.errors.unicodeScalars.contains("\r"), "no bar: \(shown.errors)")
                XCTAssertTrue(shown.errors.contains("MB/s"), shown.errors)
                let hidden = Shell("linefeed \(test.stage) \(test.clean) \(test.writing())")
                XCTAssertFalse(hidden.errors.unicodeScalars.contains("\r"), "a bar without a terminal")
            }
            let never = Shell(
                "linefeed \(test.stage) \(test.dirty ?? "") \(test.writing()) --progress never --color never")
            XCTAssertFalse(never.errors.contains("\u{1B}"), test.stage)
            let colour = Shell("linefeed \(test.stage) \(test.dirty ?? "") \(test.writing()) --color always --strict")
            XCTAssertTrue(colour.errors.contains("\u{1B}[1;31merror:"), "\(test.stage): \(colour.errors)")
            for variables in [["NO_COLOR": "1"], ["TERM": "dumb"], [:]] {
                let auto = Shell("linefeed \(test.stage) \(test.dirty ?? "") \(test.writing())", environment: variables)
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
