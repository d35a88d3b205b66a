import FeedStore
import Glibc
import SQLite
import TestSupport
import XCTest

/// `ingest --sqlite` through the built binary: what a user sees, and what a load leaves behind that could not end.
final class StoreTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var samples: String { Checkout.root + "/samples/feed.zip" }

    private func run(_ script: String) -> Shell { Shell(script, in: folder.path) }

    private func countOfRoutes(_ name: String = "feed.db") throws -> Int? {
        try Database(folder.path + "/" + name, mode: .readOnly).integer("SELECT count(*) FROM routes")
    }

    private func names() -> [String] { Checkout.names(in: folder.path).filter { $0.contains(".db") } }

    func testALoadSaysNothingAndBalances() throws {
        let load = run("linefeed ingest '\(samples)' --sqlite feed.db --summary sum")
        XCTAssertEqual(load.status, 0)
        XCTAssertEqual(load.output + load.errors, "")
        let counts = run("jq -c '[.read, .written, .rejected] | map(add // 0)' sum").output
        XCTAssertTrue(counts.hasSuffix(",0]\n"), counts)
        let numbers = counts.split { !$0.isNumber }.compactMap { Int($0) }
        XCTAssertEqual(numbers[0], numbers[1])
        XCTAssertEqual(names(), ["feed.db"])
        let again = run("linefeed ingest '\(samples)' --sqlite feed.db -v --summary -")
        XCTAssertEqual(again.status, 0)
        XCTAssertTrue(again.errors.contains("nothing was loaded; add --force to load it again"), again.errors)
        XCTAssertTrue(again.output.contains("\"read\":{},\"written\":{}"), again.output)
        let piped = run(
            "cat '\(samples)' | linefeed ingest - --sqlite piped.db && cmp <(sqlite3 feed.db 'select * from stops') <(sqlite3 piped.db 'select * from stops')"
        )
        XCTAssertEqual(piped.status, 0, piped.errors)
    }

    func testOptionsThatContradict() {
        for (options, message) in [
            ("--sqlite a.db --format csv --tables stops", "--sqlite does not work with --format csv"),
            ("--sqlite a.db -o b", "-o does not work with --sqlite"), ("--force", "--force needs --sqlite"),
            ("--sqlite -", "takes a file name"), ("--sqlite ''", "takes a file name"),
            ("--sqlite a.db --rejects a.db", "name the same file"),
        ] {
            let wrong = run("linefeed ingest '\(samples)' \(options)")
            XCTAssertEqual(wrong.status, 64, options)
            XCTAssertTrue(wrong.errors.contains(message), wrong.errors)
        }
        XCTAssertEqual(names(), [])
    }

    func testWhatCannotBeWritten() throws {
        XCTAssertEqual(run("linefeed ingest '\(samples)' --sqlite feed.db").status, 0)
        // Root may write what nobody may, unless it gives that up.
        let dropping = "setpriv --bounding-set=-dac_override,-dac_read_search"
        let prefix = geteuid() != 0 ? "" : run("\(dropping) true").status == 0 ? dropping : nil
        guard let prefix else { throw XCTSkip("no setpriv, and root writes everywhere") }
        let file = run("chmod 444 feed.db; \(prefix) linefeed ingest '\(samples)' --sqlite feed.db --force")
        XCTAssertEqual(file.status, 73, file.errors)
        XCTAssertTrue(file.errors.contains("feed.db: cannot write"), file.errors)
        let place = run(
            "mkdir closed; chmod 555 closed; \(prefix) linefeed ingest '\(samples)' --sqlite closed/a.db")
        XCTAssertEqual(place.status, 73, place.errors)
        let read = run("\(prefix) linefeed build-polylines --feed feed.db < /dev/null | wc -l")
        XCTAssertGreaterThan(Int(read.output.filter(\.isNumber)) ?? 0, 3, "one that is read-only is read")
        let hidden = run("chmod 000 feed.db; \(prefix) linefeed build-polylines --feed feed.db < /dev/null")
        XCTAssertEqual(hidden.status, 66, hidden.errors)
    }

    func testAFullDiskLeavesTheOldStore() throws {
        XCTAssertEqual(run("linefeed ingest '\(samples)' --sqlite feed.db --tables routes").status, 0)
        for blocks in [1, 8, 20, 200, 900] {
            let full = run("ulimit -f \(blocks); linefeed ingest '\(samples)' --sqlite feed.db")
            XCTAssertEqual(full.status, 74, "\(blocks): \(full.errors)")
            XCTAssertTrue(full.errors.contains("feed.db: "), full.errors)
            XCTAssertEqual(names(), ["feed.db"])
            XCTAssertEqual(try countOfRoutes(), 4)
            XCTAssertFalse(try Database(folder.path + "/feed.db", mode: .readOnly).hasTable("stops"))
        }
    }

    func testALockedStoreIsWaitedForAndThenLeft() throws {
        XCTAssertEqual(run("linefeed ingest '\(samples)' --sqlite feed.db --tables routes").status, 0)
        let writer = try Database(folder.path + "/feed.db", mode: .readWrite)
        try writer.execute("BEGIN EXCLUSIVE")
        let load = run("linefeed ingest '\(samples)' --sqlite feed.db")
        XCTAssertEqual(load.status, 75, load.errors)
        let read = run("linefeed build-polylines --feed feed.db < /dev/null")
        XCTAssertEqual(read.status, 75, read.errors)
        XCTAssertTrue(read.errors.contains("feed.db: database is locked"), read.errors)
    }

    func testAnInterruptedLoadLeavesNothing() throws {
        XCTAssertEqual(run("linefeed ingest '\(samples)' --sqlite feed.db --tables routes").status, 0)
        XCTAssertEqual(
            run("linefeed simulate --out city --vehicles 1 --minutes 1 --stop-times 30000").status, 0)
        for moment in ["0.02", "0.05", "0.1", "0.2"] {
            let load = run(
                "timeout -s TERM --preserve-status \(moment) linefeed ingest city/feed.zip --sqlite feed.db --force; "
                    + "echo $?")
            XCTAssertTrue(["143\n", "0\n"].contains(load.output), load.output + load.errors)
            XCTAssertEqual(names(), ["feed.db"], "whatever became of it")
            XCTAssertNotNil(try countOfRoutes())
        }
    }

    /// Killed at any moment, the file is the old store or the new one, and the next load is none the worse for it.
    func testAKilledLoadLeavesTheOldStoreOrTheNewOne() throws {
        let made = run(
            """
            set -e
            for seed in 1 2; do
              linefeed simulate --out city$seed --seed $seed --routes 4 --stops 40 --vehicles 1 --minutes 1 \\
                --stop-times $((seed * 20000))
              linefeed ingest city$seed/feed.zip --sqlite whole$seed.db
            done
            """)
        XCTAssertEqual(made.status, 0, made.errors)
        func state(_ name: String) throws -> String {
            let store = try Database(folder.path + "/" + name, mode: .readOnly)
            XCTAssertEqual(try store.text("PRAGMA integrity_check"), "ok")
            return "\(try store.storeMeta().sha256) \(try store.integer("SELECT count(*) FROM stop_times") ?? 0)"
        }
        let whole = try [state("whole1.db"), state("whole2.db")]
        XCTAssertNotEqual(whole[0], whole[1])
        let timed = run(
            "cp whole1.db feed.db; start=$(date +%s%N); linefeed ingest city2/feed.zip --sqlite feed.db; "
                + "echo $((($(date +%s%N) - start) / 1000))")
        let microseconds = try XCTUnwrap(Int(timed.output.filter(\.isNumber)))
        var random = SeededGenerator(seed: 9)
        var seen: Set<String> = []
        for turn in 0..<20 {
            // Now and then past the end, so that the renaming is met too.
            let moment = Int.random(in: 0...(microseconds * 11 / 10), using: &random)
            _ = run(
                "timeout -s KILL \(Double(moment) / 1e6) linefeed ingest city\(turn % 2 + 1)/feed.zip --sqlite feed.db")
            let found = try state("feed.db")
            XCTAssertTrue(whole.contains(found), "turn \(turn), \(moment) µs: \(found)")
            seen.insert(found)
        }
        XCTAssertFalse(seen.isEmpty)
        let last = run("linefeed ingest city1/feed.zip --sqlite feed.db --force")
        XCTAssertEqual(last.status, 0, last.errors)
        XCTAssertEqual(try state("feed.db"), whole[0])
        XCTAssertEqual(names(), ["feed.db", "whole1.db", "whole2.db"], "nothing is left beside it")
    }

    func testOfTwoLoadsAtOnceOneIsTurnedAwayOrBothAreDone() throws {
        let loads = run(
            """
            for turn in 1 2 3 4 5; do
              linefeed ingest '\(samples)' --sqlite feed.db --force & first=$!
              linefeed ingest '\(samples)' --sqlite feed.db --force & second=$!
              wait $first; echo $?; wait $second; echo $?
            done
            """)
        XCTAssertEqual(loads.lines.count, 10)
        XCTAssertTrue(loads.lines.allSatisfy { $0 == "0" || $0 == "75" }, loads.output)
        XCTAssertTrue(loads.lines.contains("0"))
        XCTAssertEqual(names(), ["feed.db"])
        XCTAssertEqual(try countOfRoutes(), 4)
    }

    func testADatabaseInTheWrongPlaceIsNamed() {
        XCTAssertEqual(run("linefeed ingest '\(samples)' --sqlite feed.db").status, 0)
        for (command, message) in [
            ("occupancy-report feed.db", "if it is the timetable, name it with --feed"),
            ("encode-rt feed.db", "does not read a timetable"), ("ingest feed.db", "name it with --feed"),
            ("decode-rt feed.db", "a SQLite database"),
        ] {
            let wrong = run("linefeed \(command)")
            XCTAssertEqual(wrong.status, 65, command)
            XCTAssertTrue(wrong.errors.contains(message), wrong.errors)
        }
    }

    func testReportsReadAStore() {
        XCTAssertEqual(run("linefeed ingest '\(samples)' --sqlite feed.db").status, 0)
        let report = "linefeed occupancy-report '\(Checkout.root)/samples/positions.ndjson' --feed"
        XCTAssertEqual(run("\(report) feed.db").output, run("\(report) '\(samples)'").output)
        XCTAssertEqual(
            run("linefeed build-polylines --pins --feed feed.db < /dev/null").output,
            run("linefeed build-polylines --pins --feed '\(samples)' < /dev/null").output)
    }
}

/// `docs/store.md` says what is so.
final class StoreDocumentTests: XCTestCase {
    private let text = TemporaryFolder.text(of: Checkout.root + "/docs/store.md") ?? ""

    func testEveryQueryOfTheDocumentRuns() {
        let folder = TemporaryFolder()
        XCTAssertEqual(
            Shell("linefeed ingest '\(Checkout.root)/samples/feed.zip' --sqlite '\(folder.path)/feed.db'").status, 0)
        let queries = text.components(fenced: "sql")
        XCTAssertGreaterThanOrEqual(queries.count, 5)
        for query in queries {
            folder.write(query, "query.sql")
            let run = Shell("sqlite3 -bail feed.db < query.sql", in: folder.path)
            XCTAssertEqual(run.status, 0, query + run.errors)
            XCTAssertGreaterThan(run.lines.count, 0, query)
        }
    }

    func testEveryIndexOfTheDocumentIsThere() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/feed.db"
        XCTAssertEqual(Shell("linefeed ingest '\(Checkout.root)/samples/feed.zip' --sqlite '\(path)'").status, 0)
        let store = try Database(path, mode: .readOnly)
        let indexes = try store.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE '%\\_by\\_%' ESCAPE '\\'")
        var count = 0
        while try indexes.step() {
            XCTAssertTrue(text.contains("| `\(indexes.text(0))` |"), indexes.text(0))
            count += 1
        }
        XCTAssertEqual(count, text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("_by_") }.count)
    }
}

extension String {
    /// The contents of blocks between ``` lines of a language.
    fileprivate func components(fenced language: String) -> [String] {
        var blocks: [String] = []
        var current: String?
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```" + language {
                current = ""
            } else if line == "```", let block = current {
                blocks.append(block)
                current = nil
            } else if current != nil {
                current! += line + "\n"
            }
        }
        return blocks
    }
}
