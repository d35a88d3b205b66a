import TestSupport
import XCTest

/// No option that is given twice is dropped: lists add up, and one value of two different ones is refused.
final class RepeatedOptionTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func sh(_ command: String) -> Shell { Shell("set -o pipefail; \(command)", in: folder.path) }

    override func setUp() {
        let made = sh(
            """
            set -e
            cp '\(Checkout.root)/samples/feed.zip' .; cp '\(Checkout.root)/samples/vehicles-1772402100.pb' v.pb
            linefeed ingest feed.zip > feed.ndjson
            sed 's/"B-C"/"B,C"/g; s/"S01"/"S,01"/g' feed.ndjson > comma.ndjson
            linefeed decode-rt '\(Checkout.root)'/samples/*.pb > rt.ndjson
            linefeed stop-visits rt.ndjson --feed feed.zip -q > visits.ndjson
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    /// Every option that takes one value, in the first stage that has it.
    func testTwoValuesOfOneAreRefused() {
        let listed = sh(
            """
            for stage in \(HelpTests.stages.joined(separator: " ")); do
              linefeed $stage --experimental-dump-help | jq -r --arg stage $stage '.command.subcommands[]?, .command
                | select(.commandName == $stage) | .arguments[] | select(.kind == "option" and (.isRepeating | not))
                | .names[] | select(.kind == "long") | "\\($stage) --\\(.name)"'
            done
            """)
        XCTAssertEqual(listed.status, 0, listed.errors)
        var seen: Set<Substring> = []
        let options = listed.lines.map { $0.split(separator: " ") }.filter { seen.insert($0[1]).inserted }
        XCTAssertGreaterThan(options.count, 80)
        let script = options.map { words in
            """
            linefeed \(words[0]) \(words[1]) first \(words[1])=second >out 2>err; status=$?
            grep -q -e "\(words[1]).*'first' and 'second'" err || [ -n "$(grep "would have no effect" err)" ] || echo "\(words[0]) \(words[1]): $(cat err)"
            [ $status = 64 ] && [ ! -s out ] || echo "\(words[0]) \(words[1]): $status"
            """
        }
        XCTAssertEqual(sh(script.joined(separator: "\n")).output, "")
    }

    func testTheSameValueTwiceIsOneAndSynonymsAreOneOption() {
        XCTAssertEqual(sh("linefeed schema stops -o a --output a").status, 0)
        XCTAssertEqual(sh("linefeed schema stops -o a --output b").status, 64)
        XCTAssertEqual(sh("linefeed fetch http://127.0.0.1:1/ -o a --save b").status, 64)
        // A value that looks like an option, and words behind `--`, are none.
        XCTAssertEqual(sh("linefeed occupancy-report rt.ndjson --sort -observations -o /dev/null").status, 0)
        XCTAssertEqual(sh("linefeed schema -o a -- -o b").status, 64)
    }

    func testListsAddUpAndTakeCommas() {
        let board = "linefeed departures -n --feed feed.zip --at 2026-03-02T08:00"
        for (command, repeated, listed) in [
            ("linefeed ingest feed.zip", "--tables stops --tables routes", "--tables stops,routes"),
            (
                "linefeed decode-rt v.pb", "--entities trip_updates --tables vehicle_positions",
                "--entities 'trip_updates, vehicle_positions'"
            ),
            ("linefeed decode-rt v.pb", "--extensions nyct --extensions tfnsw", "--extensions nyct,tfnsw"),
            ("linefeed occupancy-report rt.ndjson", "--by route_id --by hour", "--by 'route_id , hour'"),
            ("linefeed occupancy-report rt.ndjson", "--days mon --days sun", "--days mon,sun"),
            ("linefeed service-levels feed.ndjson", "--by route_id --by day_type", "--by route_id,day_type"),
            (
                "linefeed performance-report visits.ndjson --format html", "--of punctuality --of headways",
                "--of punctuality,headways"
            ),
            (
                "linefeed check feed.zip --format html", "--rules unknown_column --rules foreign_key_violation",
                "--rules unknown_column,foreign_key_violation"
            ),
            ("linefeed select feed.ndjson", "--route B-10 --route B-20", "--route B-10,B-20"),
            ("linefeed select feed.ndjson", "--stop 00004 --stop 00017", "--stop '00004, 00017'"),
            ("linefeed build-polylines feed.ndjson", "--route B-10 --route B-20", "--route B-10,B-20"),
            (board, "--stop S01 --stop S02", "--stop S01,S02"),
            (board + " --stop S00", "--route B-10 --route B-20", "--route B-10,B-20"),
            (
                "linefeed stop-visits rt.ndjson --feed feed.zip", "--service-date 20260302 --service-date 20260301",
                "--service-date 20260302,20260301"
            ),
        ] as [(String, String, String)] {
            let one = sh("\(command) \(repeated)")
            let other = sh("\(command) \(listed)")
            XCTAssertEqual(one.status, 0, "\(command) \(repeated): \(one.errors)")
            XCTAssertFalse(one.output.isEmpty, command)
            XCTAssertEqual(one.output, other.output, "\(command) \(listed): \(other.errors)")
            let first = sh("\(command) \(repeated.split(separator: " ").prefix(2).joined(separator: " "))")
            // An archive of one kind of message, and a feed without notices, look the same with either.
            if !["decode-rt", "check", "stop-visits"].contains(where: { command.contains($0) }) {
                XCTAssertNotEqual(one.output, first.output, "\(command) \(repeated)")
            }
        }
    }

    func testAnIDThatHoldsAComma() {
        for command in [
            "linefeed select comma.ndjson --route", "linefeed build-polylines comma.ndjson --route",
            "linefeed departures -n --feed comma.ndjson --stop S00 --at 2026-03-02T08:00 --route",
        ] {
            let single = sh("\(command) B,C")
            XCTAssertEqual(single.status, 0, single.errors)
            XCTAssertTrue(single.output.contains("\"B,C\""), command)
            XCTAssertFalse(single.output.contains("\"route_id\":\"B-10\""), command)
            let both = sh("\(command) B,C --route B-10")
            XCTAssertEqual(both.status, 0, both.errors)
            XCTAssertTrue(both.output.contains("\"route_id\":\"B-10\"") && both.output.contains("\"B,C\""), command)
        }
        let board = sh("linefeed departures -n --feed comma.ndjson --at 2026-03-02T08:00 --stop S,01 --stop S02")
        XCTAssertEqual(board.lines.filter { $0.contains("\"boards\"") }.count, 2, board.errors)
        let unknown = sh("linefeed departures -n --feed comma.ndjson --at 2026-03-02T08:00 --stop S02,S9")
        XCTAssertEqual(unknown.status, 65)
        XCTAssertTrue(unknown.errors.contains("--stop: 'S9' is not a stop"), unknown.errors)
    }
}
