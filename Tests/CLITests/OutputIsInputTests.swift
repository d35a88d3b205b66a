import TestSupport
import XCTest

/// An output that is also an input, a database or another output ends every stage with 64, and all files stay.
final class OutputIsInputTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let outputs = ["-o", "--diagnostics", "--rejects", "--summary"]

    /// Stages, each with the files that it reads or keeps and a command line that has nothing wrong with it.
    private let cases: [(stage: String, arguments: String, files: [String])] = [
        ("ingest", "feed.zip", ["feed.zip"]),
        ("ingest", "gtfs --sqlite new.db", ["gtfs/stops.txt"]),
        ("ingest", "feed.zip --sqlite feed.db --force", ["feed.zip", "feed.db"]),
        ("ingest", "- < feed.zip", ["feed.zip"]),
        ("decode-rt", "a.pb b.pb", ["a.pb", "b.pb"]),
        ("decode-rt", "--paths-from list", ["list", "a.pb"]),
        ("select", "records.nd --route B-10", ["records.nd"]),
        ("select", "--feed feed.zip --route B-10", ["feed.zip"]),
        ("retime", "visits.nd --feed feed.zip", ["visits.nd", "feed.zip"]),
        ("predict", "rt.nd --feed feed.zip --state p.state", ["rt.nd", "feed.zip"]),
        ("write-gtfs", "records.nd", ["records.nd"]),
        ("write-gtfs", "< records.nd", ["records.nd"]),
        ("check", "feed.zip", ["feed.zip"]),
        ("check", "< records.nd", ["records.nd"]),
        ("diff", "feed.zip records.nd", ["feed.zip", "records.nd"]),
        ("diff", "feed.zip - < records.nd", ["records.nd"]),
        ("service-levels", "records.nd", ["records.nd"]),
        ("service-levels", "--feed feed.zip", ["feed.zip"]),
        ("encode-rt", "nested.nd", ["nested.nd"]),
        ("encode-rt", "< nested.nd", ["nested.nd"]),
        ("build-polylines", "records.nd", ["records.nd"]),
        ("build-polylines", "--feed feed.db", ["feed.db"]),
        ("build-polylines", "--feed feed.zip#", ["feed.zip"]),
        ("occupancy-report", "rt.nd --feed feed.zip", ["rt.nd", "feed.zip"]),
        ("departures", "rt.nd --feed feed.db --stop S00", ["rt.nd", "feed.db"]),
        ("departures", "--feed gtfs --stop S00 < rt.nd", ["rt.nd", "gtfs/stops.txt"]),
        ("trip-details", "rt.nd --feed records.nd --trip R-T1-wd-1-26", ["rt.nd", "records.nd"]),
        ("store", "h.db rt.nd", ["h.db", "rt.nd"]),
        ("store", "h.db < rt.nd", ["h.db", "rt.nd"]),
        ("map", "rt.nd", ["rt.nd"]),
        ("simulate", "--out city --minutes 1 --vehicles 4 --routes 2 --stops 20", ["city/feed.zip"]),
        ("simulate", "--out city --minutes 1 --vehicles 4 --routes 2 --stops 20 --truth", ["city/truth.ndjson"]),
        ("fetch", "http://127.0.0.1:1/x --retries 0 --save saved.pb", ["saved.pb"]),
    ]

    override func setUp() {
        let made = Shell(
            """
            set -e
            samples=$PWD/samples
            cd '\(folder.path)'
            cp $samples/feed.zip .
            mkdir gtfs city; (cd gtfs; unzip -q ../feed.zip); cp feed.zip city/feed.zip; cp feed.zip city/truth.ndjson; cp feed.zip saved.pb
            cp $(ls $samples/vehicles-*.pb | head -n 1) a.pb; cp a.pb b.pb; echo a.pb > list
            linefeed ingest feed.zip -o records.nd; linefeed ingest feed.zip --sqlite feed.db
            linefeed decode-rt a.pb -o rt.nd; linefeed decode-rt --nested a.pb -o nested.nd
            linefeed store h.db rt.nd
            linefeed stop-visits --feed feed.zip $samples/vehicles-*.pb -o visits.nd
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    private func sums() -> String { Shell("sha256sum *.* list gtfs/* city/*", in: folder.path).output }

    /// Whether the stage has no such output.
    private func isMissing(_ output: String, _ stage: String, _ arguments: String) -> Bool {
        switch stage {
        case "simulate": ["-o", "--rejects"].contains(output)
        // Two names of one file are two values of -o there.
        case "fetch": ["-o", "--rejects"].contains(output)
        default: output == "-o" && arguments.contains("--sqlite")
        }
    }

    func testNoStageWritesOverWhatItReads() {
        let before = sums()
        for (stage, arguments, files) in cases {
            for file in files {
                for output in outputs where !isMissing(output, stage, arguments) {
                    let run = Shell("linefeed \(stage) \(arguments) \(output) ./\(file)", in: folder.path)
                    let name = "\(stage) \(arguments) \(output) \(file)"
                    XCTAssertEqual(run.status, 64, name + run.errors)
                    XCTAssertTrue(run.errors.contains("name the same file"), name + run.errors)
                    XCTAssertTrue(run.errors.contains(output), name + run.errors)
                    if !arguments.contains("--paths-from") { XCTAssertEqual(run.output, "", name) }
                }
            }
        }
        XCTAssertEqual(sums(), before)
    }

    func testFilesAreKnownThroughLinksAndOtherSpellings() {
        let before = sums()
        let setUp = "mkdir -p d; ln -sf ../rt.nd d/soft; ln -f rt.nd d/hard; ln -sfn . here; ln -sf new d/dangling;"
        for path in ["d/soft", "d/hard", "here/rt.nd", "d/../rt.nd", "$PWD/rt.nd"] {
            let run = Shell(setUp + "linefeed map rt.nd -o \(path)", in: folder.path)
            XCTAssertEqual(run.status, 64, path + run.errors)
        }
        for (one, other) in [("d/new", "d/dangling"), ("x.nd", "./x.nd"), ("d/soft", "d/hard")] {
            let run = Shell(setUp + "linefeed map rt.nd --diagnostics \(one) --summary \(other)", in: folder.path)
            XCTAssertEqual(run.status, 64, one + run.errors)
        }
        XCTAssertEqual(Shell("rm -r d here; ls -A", in: folder.path).status, 0)
        XCTAssertEqual(sums(), before)
    }

    func testADatabasesLogIsNoOutput() {
        for file in ["h.db-wal", "h.db-journal"] {
            XCTAssertEqual(Shell("linefeed store h.db rt.nd --summary \(file)", in: folder.path).status, 64)
        }
        XCTAssertEqual(Shell("linefeed store h.db h.db", in: folder.path).status, 64)
        XCTAssertEqual(Shell("linefeed store h.db < h.db", in: folder.path).status, 64)
    }

    func testStandardOutputIsAnOutputWhereItIsAFile() {
        XCTAssertEqual(Shell("linefeed encode-rt nested.nd >> nested.nd", in: folder.path).status, 64)
        XCTAssertEqual(Shell("linefeed ingest feed.zip --summary s > s", in: folder.path).status, 64)
        XCTAssertEqual(Shell("linefeed store h.db rt.nd --pass-through 1<> h.db", in: folder.path).status, 64)
        XCTAssertEqual(
            Shell("linefeed ingest feed.zip --summary - > all && linefeed build-polylines all > m", in: folder.path)
                .status, 0)
    }

    func testDevicesAndPipesTakeSeveralOutputs() {
        for script in [
            "linefeed map rt.nd -o /dev/null --diagnostics /dev/null --summary /dev/null",
            "linefeed map rt.nd --diagnostics /dev/stderr --summary /dev/stderr > /dev/null",
            "linefeed map -o /dev/null < /dev/null", "linefeed map rt.nd --summary - | cat",
        ] {
            let run = Shell(script, in: folder.path)
            XCTAssertNotEqual(run.status, 64, script + run.errors)
        }
    }
}
