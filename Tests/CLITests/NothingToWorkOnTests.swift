import TestSupport
import XCTest

/// Each stage's answer to an empty input, wrong kinds of input and unknown names: the table of `docs/exit-codes.md`,
/// row by row and column by column, is what the built binary does.
final class NothingToWorkOnTests: XCTestCase {
    /// How a row of the table is tried.
    private struct Stage {
        /// Before the input.
        let command: String
        /// Commands that name what there is not, by option; `@` is the name.
        let unknown: [String: String]
        /// Whether an output without content is empty: a page and a board have words.
        let isEmptyWithoutContent: Bool
        /// Other than where records are due.
        let otherKinds: [String]
        /// What it ends with where emptiness is allowed.
        let allowed: Int32
        /// Whether the wrong kind is said of one input and nothing else is an output.
        let goesOnWithoutInput: Bool
        /// Whether it has inputs as files only.
        let takesFile: Bool
        /// Whether the old file is another than that of its output.
        let hasNoOldFile: Bool

        init(_ row: Row) {
            let trial = Trial(row.name, ["made": ".", "samples": "."])
            let flags = String(row.stage.dropFirst(row.name.count + 1))
            command = trial.command(flags)
            unknown = Dictionary(
                trial.all("unknown", flags).map { ($0.name, "linefeed \(row.name) \($0.words)") }
            ) { first, _ in first }
            isEmptyWithoutContent = !trial.is("with-words", flags)
            otherKinds = (trial["kinds", flags] ?? Stage.kindsOfFiles).split(separator: " ").map(String.init)
            allowed = trial["allowed", flags].flatMap { Int32($0) } ?? 0
            goesOnWithoutInput = trial.is("going-on", flags)
            takesFile = trial.is("taking-a-file")
            hasNoOldFile = trial.is("without-old-file")
        }

        private static let kindsOfFiles = "feed.zip m.pb array.json one-line.json pretty.json s.csv page.html"
    }

    private let folder = TemporaryFolder()

    private func sh(_ command: String) -> Shell { Shell("timeout 60 \(command)", in: folder.path) }

    override func setUp() {
        let made = Shell(
            """
            set -e
            cd '\(folder.path)' && cp '\(SmallSamples.folder)/feed.zip' .
            cp '\(SmallSamples.folder)/vehicles-1772402100.pb' m.pb
            linefeed ingest feed.zip > feed.ndjson
            linefeed decode-rt '\(SmallSamples.folder)'/*.pb > rt.ndjson
            linefeed stop-visits -q --feed feed.zip rt.ndjson \\
              | linefeed performance-report -q --of load --partial > visit-parts.ndjson
            linefeed decode-rt --nested m.pb | grep feed_messages > nested-messages
            linefeed occupancy-report rt.ndjson --partial > parts.ndjson
            linefeed stop-visits rt.ndjson --feed feed.zip > visits.ndjson
            : > empty; printf '\\n\\r\\n  \\n\\t\\n' > blank
            printf '{"table":"others","x":1}\\n{"table":"others","x":2}\\n' > others
            grep '"feed_messages"' rt.ndjson > messages
            head -c 100000000 m.pb > /dev/null; printf '\\n\\005\\n\\0032.0' > messages.pb
            jq -s . rt.ndjson > array.json; head -n 3 rt.ndjson | jq -sc . > one-line.json
            jq . rt.ndjson > pretty.json
            printf 'stop_id,stop_name\\nA,"B, C"\\n' > s.csv
            printf '<!DOCTYPE html>\\n<html><body>502 Bad Gateway</body></html>\\n' > page.html
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    // MARK: The table

    private struct Row {
        let stage: String
        let cells: [String]
        /// The stage without flags.
        var name: String { String(stage.prefix { $0 != " " }) }
        func status(_ column: Int) -> Int32? { Int32(cells[column]) }
    }

    private func rows() throws -> [Row] {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/exit-codes.md"))
        let lines = text.split(separator: "\n").map(String.init)
        let head = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("| stage | empty") })
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingSpaces }
            return Row(stage: cells[0].replacing("`", with: ""), cells: Array(cells.dropFirst()))
        }
    }

    func testTheTableHasEveryStage() throws {
        let rows = try rows()
        XCTAssertEqual(Set(rows.map(\.name)), Set(HelpTests.stages))
    }

    // MARK: Nothing

    /// Without LINEFEED_DEEP, every other stage gets blanks instead of an empty file.
    func testNothingToWorkOnIs65AndTheOldFileStays() throws {
        for (place, row) in try rows().enumerated() {
            let stage = Stage(row)
            let blanks = Depth.isDeep ? ["empty", "blank"] : place % 2 == 0 ? ["empty"] : ["blank"]
            let isOfMessages = row.stage == "decode-rt"
            let messages = isOfMessages ? "messages.pb" : row.stage == "encode-rt" ? "nested-messages" : "messages"
            for (column, inputs) in [(0, blanks), (1, ["others"]), (2, [messages])] {
                guard let expected = row.status(column) else { continue }
                for input in inputs { assert(row.stage, stage, input, ends: expected) }
            }
        }
    }

    private func assert(_ name: String, _ stage: Stage, _ input: String, ends expected: Int32) {
        let from = " < \(input)"
        let run = sh(stage.command + (stage.takesFile ? " \(input)" : from))
        XCTAssertEqual(run.status, expected, "\(name) of \(input): \(run.errors)")
        XCTAssertEqual(run.errors.contains("error"), expected != 0, "\(name) of \(input): \(run.errors)")
        // What was asked for by options is written to the old file only where it is an answer.
        guard !stage.hasNoOldFile else { return }
        folder.write("yesterday\n", "old")
        let kept = sh(stage.command + (stage.takesFile ? " \(input)" : "") + " -o old" + from)
        XCTAssertEqual(kept.status, expected, "\(name) of \(input): \(kept.errors)")
        let old = TemporaryFolder.text(of: folder.path + "/old")
        XCTAssertEqual(old == "yesterday\n", expected != 0, "\(name) of \(input)")
        if expected != 0 {
            XCTAssertEqual(run.output, "", "\(name) of \(input)")
            // Once, and not for each line.
            XCTAssertEqual(run.errors.split(separator: "\n").filter { $0.contains(" error: ") }.count, 1, run.errors)
            guard name != "ingest" else { return }
            let allowed = sh(stage.command + " --allow-empty" + (name == "decode-rt" ? " \(input)" : from))
            // Blanks are not a message.
            let isAllowed = name != "decode-rt" || input == "empty"
            XCTAssertEqual(
                allowed.status, isAllowed ? stage.allowed : 65, "\(name) --allow-empty of \(input): \(allowed.errors)")
            if stage.isEmptyWithoutContent { XCTAssertEqual(allowed.output, "", "\(name) of \(input)") }
            if isAllowed { XCTAssertFalse(allowed.errors.contains("error"), allowed.errors) }
        } else if stage.isEmptyWithoutContent, name != "decode-rt", name != "encode-rt" {
            XCTAssertEqual(run.output, "", "\(name) of \(input)")
        }
    }

    /// Records of which nothing can be drawn or counted are nothing to work on either.
    func testRecordsOfWhichNothingComesAreNothing() {
        folder.write("{\"table\":\"stops\",\"stop_id\":\"a\"}\n{\"table\":\"trips\",\"trip_id\":\"t\"}\n", "no-line")
        folder.write("{\"table\":\"departures\",\"trip_id\":\"gone\"}\n", "no-trip")
        folder.write("{\"table\":\"vehicle_positions\",\"vehicle_id\":\"a\"}\n", "no-place")
        folder.write("{\"table\":\"vehicle_positions\",\"vehicle_id\":\"a\"}\n", "no-carriage")
        folder.write("{\"table\":\"feed_entities\",\"id\":7}\n", "no-entity")
        _ = sh("mkdir rowless twin && printf 'stop_id,stop_name\\n' > rowless/stops.txt")
        for command in [
            "linefeed build-polylines no-line", "linefeed trip-details --feed feed.zip no-trip",
            "linefeed map no-place", "linefeed map --format svg no-place",
            "linefeed occupancy-report --carriages no-carriage", "linefeed encode-rt no-entity",
            "linefeed ingest rowless",
        ] {
            folder.write("yesterday\n", "old")
            let run = sh(command + " -o old")
            XCTAssertEqual(run.status, 65, command + run.errors)
            XCTAssertTrue(run.errors.contains(" error: nothing to work on: "), command + run.errors)
            XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/old"), "yesterday\n", command)
            let summary = sh(command + " -q --summary /dev/stdout -o /dev/null")
            let figures = try? Conservation(summary.lines.first ?? "")
            XCTAssertEqual(figures?.read, figures?.accounted, summary.output)
            XCTAssertEqual(sh(command + " --allow-empty -o /dev/null").status, 0, command)
        }
        // What was wrong before is the reason, and its status stays.
        let missing = sh("linefeed build-polylines nowhere")
        XCTAssertEqual(missing.status, 66)
        XCTAssertFalse(missing.errors.contains("nothing to work on"), missing.errors)
    }

    func testAnEmptyBoardIsAResult() {
        let empty = "linefeed departures -n --feed feed.zip --stop S00 --at 1999-03-02T08:00"
        let board = sh(empty)
        XCTAssertEqual(board.status, 0)
        XCTAssertEqual(
            board.output,
            "{\"table\":\"boards\",\"stop_id\":\"S00\",\"stop_name\":\"Larkmere Central\",\"at\":920325600,"
                + "\"horizon_seconds\":7200,\"departures\":0}\n")
        let details = sh("\(empty) -q | linefeed trip-details --feed feed.zip")
        XCTAssertEqual([details.status, Int32(details.output.count)], [0, 0], details.errors)
        let page = sh("\(empty) -q | linefeed map")
        XCTAssertEqual(page.status, 0, page.errors)
        XCTAssertTrue(page.output.contains("\"boards\":[{\"stop_id\":\"S00\",\"stop_name\":\"Larkmere Central\""))
        XCTAssertTrue(page.output.contains("<title>Departures from Larkmere Central</title>"))
        let full = sh("linefeed departures -n --feed feed.zip --stop S00 --stop S01 --at 2026-03-02T08:00 --horizon 3d")
        let boards = full.lines.prefix { $0.hasPrefix("{\"table\":\"boards\"") }
        XCTAssertEqual(boards.count, 2)
        let sum = boards.compactMap { $0.firstMatch(of: /"departures":([0-9]+)/).flatMap { Int($0.1) } }.reduce(0, +)
        XCTAssertEqual(sum, full.lines.count - 2, "the count comes before what is counted, over several days too")
        let csv = sh(
            "linefeed departures -n --feed feed.zip --stop S00 --at 2026-03-02T08:00 --format csv --summary /dev/stderr"
        )
        XCTAssertTrue(csv.lines[0].hasPrefix("stop_id,stop_name,platform_code"), csv.output)
        XCTAssertFalse(csv.errors.contains("boards"), csv.errors)
    }

    // MARK: Wrong kinds

    func testWhatIsNoRecordsIsNamedOnce() throws {
        let names = [
            "feed.zip": "a zip archive", "m.pb": "a GTFS-Realtime message", "array.json": "a JSON array",
            "one-line.json": "a JSON array", "pretty.json": "JSON that spreads over several lines", "s.csv": "CSV",
            "page.html": "an HTML page",
        ]
        let hints = [
            // Where no pipe makes the stage's records of it, its use is named.
            "feed.zip": "timetable|linefeed ingest ", "m.pb": "realtime|decode-rt ",
            "array.json": "jq -c '.[]'", "one-line.json": "jq -c '.[]'", "pretty.json": "jq -c .",
            "s.csv": "zip to ingest",
            "page.html": "error page",
        ]
        for (place, row) in try rows().enumerated() {
            guard let expected = row.status(3) else { continue }
            let stage = Stage(row)
            for (number, kind) in stage.otherKinds.enumerated() {
                // Every kind as a file, and through gzip and a pipe every fourth of a stage, or with LINEFEED_DEEP all.
                let isPiped = Depth.isDeep || (place + number) % 4 == 0
                let piped = isPiped ? ["gzip -c \(kind) | \(stage.command) -"] : []
                for command in ["\(stage.command) \(kind)"] + piped {
                    let run = sh("bash -c \"\(command.replacing("\"", with: "\\\""))\"")
                    XCTAssertEqual(run.status, expected, "\(command): \(run.errors)")
                    let errors = run.errors.split(separator: "\n")
                    XCTAssertEqual(errors.count, 1, "\(command): \(run.errors)")
                    guard !stage.takesFile else { continue }
                    XCTAssertTrue(run.errors.contains("this is \(names[kind] ?? "?")"), "\(command): \(run.errors)")
                    let isHinted = (hints[kind] ?? "?").split(separator: "|").contains { run.errors.contains($0) }
                    XCTAssertTrue(isHinted, "\(command): \(run.errors)")
                    if !stage.goesOnWithoutInput { XCTAssertEqual(run.output, "", command) }
                }
            }
        }
        XCTAssertTrue(sh("linefeed ingest m.pb").errors.contains("type `linefeed decode-rt m.pb`"))
        XCTAssertTrue(sh("linefeed decode-rt feed.zip").errors.contains("type `linefeed ingest feed.zip`"))
        XCTAssertTrue(sh("linefeed decode-rt rt.ndjson").errors.contains("these are records, which need no decode-rt"))
        let collection = sh("bash -c 'linefeed build-polylines feed.ndjson --format geojson | linefeed map'")
        XCTAssertTrue(collection.errors.contains("jq -c '.features[]'"), collection.errors)
    }

    func testWhatIsNoTimetableIsNamedWhereOneIsDue() {
        for kind in ["m.pb", "array.json", "pretty.json", "s.csv", "page.html"] {
            for stage in [
                "build-polylines", "departures --stop S00 -n", "trip-details --trip x -n", "occupancy-report rt.ndjson",
            ] {
                for feed in [kind, "<(cat \(kind))"] {
                    let run = sh("bash -c 'linefeed \(stage) --feed \(feed) -o old'")
                    XCTAssertEqual(run.status, 65, "\(stage) \(feed): \(run.errors)")
                    XCTAssertEqual(run.errors.split(separator: "\n").count, 1, "\(stage) \(feed): \(run.errors)")
                    XCTAssertFalse(run.errors.contains("/proc/"), run.errors)
                }
            }
        }
        let message = sh("linefeed departures --feed m.pb --stop S00 -n")
        XCTAssertTrue(message.errors.contains("--feed: m.pb is a GTFS-Realtime message"), message.errors)
        XCTAssertTrue(message.errors.contains("decode-rt"), message.errors)
    }

    /// The first line of records that is broken is a line, not another kind of input.
    func testABrokenFirstLineIsALine() {
        let good = "{\"table\":\"stops\",\"stop_id\":\"a\"}\n"
        for broken in ["{\"table\":", "{", "{\"table\":\"stops\",", "x", "[1", "{\"FeatureCollection\":1,"] {
            folder.write(broken + "\n" + good, "broken")
            let run = sh("linefeed store broken.db broken --summary /dev/stdout")
            XCTAssertEqual(run.status, 65, broken)
            XCTAssertEqual(
                run.output.contains("\"stops\":1"), !broken.hasPrefix("[") && !broken.contains("Feature"), broken)
        }
        let wide = String(repeating: "word, ", count: 200)
        for words in ["Starting export, please wait", "a,b,c", "a,b\n\n \t", wide, wide + "\n\n"] {
            folder.write(words + "\n" + good, "broken")
            let run = sh("linefeed store broken.db broken --summary /dev/stdout")
            XCTAssertEqual(run.status, 65, words)
            XCTAssertTrue(run.output.contains("\"stops\":1"), words + run.errors)
            XCTAssertTrue(run.errors.contains("broken:1: byte"), words + run.errors)
            XCTAssertEqual(
                sh("linefeed departures -n --feed broken --stop a").errors.contains("CSV"), words.hasPrefix("word"))
            for table in [words + "\nA,1\n" + good, words] {
                folder.write(table, "table")
                let run = sh("linefeed store table.db table")
                XCTAssertEqual(run.status, 65, table)
                XCTAssertTrue(run.errors.contains("this is CSV"), table + run.errors)
                XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
            }
        }
        folder.write("\u{FEFF}\n \n" + good, "marked")
        XCTAssertEqual(sh("linefeed store marked.db marked").status, 0)
    }

    // MARK: Names

    func testNamesThatMatchNothing() throws {
        let nearest = [
            "--route": ("R-T11", "'R-T1'"), "--trip": ("R-T1-wd-1-266", "'R-T1-wd-1-26'"), "--stop": ("S000", "'S00'"),
            "--by": ("route", "route_id"), "--sort": ("observation", "observations"), "--table": ("stop", "stops"),
            "--agency": ("LTT", "'LT'"), "--rules": ("missing_trip_edges", "'missing_trip_edge'"),
            "--ignore": ("unused_trips", "'unused_trip'"), "--severity": ("unused_trips", "'unused_trip'"),
            "--tables": ("stop_time", "stop_times"), "--entities": ("vehicles", "vehicle_positions"),
            "--extensions": ("tfnws", "tfnsw"), "TABLE": ("departure", "departures"),
        ]
        for row in try rows() {
            let stage = Stage(row)
            let listed = row.cells[4].matches(of: /`([^`]+)` ([0-9]+)/).map { (String($0.1), Int32($0.2) ?? 0) }
            XCTAssertEqual(Set(listed.map(\.0)), Set(stage.unknown.keys), row.stage)
            for (option, status) in listed {
                let (name, near) = try XCTUnwrap(nearest[option])
                for (name, near) in [(name, near), ("no such thing", "")] {
                    let command = (stage.unknown[option] ?? "").replacing("@", with: "'\(name)'")
                    folder.write("yesterday\n", "old")
                    let run = sh(command + " -o old")
                    XCTAssertEqual(run.status, status, "\(command): \(run.errors)")
                    XCTAssertTrue(run.errors.contains("'\(name)'"), "\(command): \(run.errors)")
                    XCTAssertTrue(near.isEmpty || run.errors.contains(near), "\(command): \(run.errors)")
                    XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/old"), "yesterday\n", command)
                }
            }
        }
    }

    /// Where only some are unknown, each is a finding and the others are answered.
    func testSomeNamesThatMatchNothing() {
        for (command, code) in [
            ("linefeed departures -n --feed feed.zip --stop S00 --at 2026-03-02T08:00 --route R-T1", "route"),
            ("linefeed build-polylines feed.ndjson --route R-T1", "route"),
            ("linefeed store z.db feed.ndjson --table stops", "table"),
        ] {
            let run = sh("\(command) --\(code) NO1 --\(code) NO2 -v")
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.errors.matches(of: /warning: [^\n]*'NO[12]'/).count, 2, run.errors)
        }
    }

    func testAMisspeltStageOrOptionIsToldWhatIsNear() {
        for (words, told, silent) in [
            ("departure", "there is no stage 'departure'; did you mean 'departures'?", "Unexpected"),
            ("build_polylines", "did you mean 'build-polylines'?", "Unexpected"),
            ("ingets x.zip", "did you mean 'ingest'?", "Unexpected"),
            ("frobnicate", "there is no stage 'frobnicate'; there are ingest, select", "did you mean"),
            ("departures --fed x --stop y", "Unknown option '--fed'. Did you mean '--feed'?", "Missing"),
            ("build-polylines --geometri shapes", "Did you mean '--geometry'?", "Missing"),
            ("build-polylines --x", "Unknown option '--x'", "Did you mean"),
            ("departures --zzz", "Unknown option '--zzz'", "Did you mean"),
            ("store --colour=always", "Did you mean '--color'?", "Missing"),
            ("departures --stop x", "Missing expected argument '--feed <path>'", "Unknown"),
        ] {
            let run = sh("linefeed \(words) < empty")
            XCTAssertEqual(run.status, 64, words)
            XCTAssertTrue(run.errors.contains(told), "\(words): \(run.errors)")
            XCTAssertFalse(run.errors.contains(silent), "\(words): \(run.errors)")
        }
    }
}

extension Substring {
    var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
