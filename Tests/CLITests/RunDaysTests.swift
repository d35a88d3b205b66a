import TestSupport
import XCTest

/// A pipeline of a day: which day it is, and several of them in order.
final class RunDaysTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func run(_ script: String, _ environment: [String: String] = [:]) -> Shell {
        Shell(script, in: folder.path, environment: environment)
    }

    /// Fails on the day in BAD.
    private func write() {
        folder.write(
            """
            name: daily
            env:
              TZ: Europe/London
              DAY: ${DAY:-${date:%Y%m%d:-7h-1d}}
              BAD: ${BAD:-}
              OUT: out/${date@DAY:%Y-%m-%d}
            done: $OUT.done
            stages:
              - name: work
                load: mkdir -p out
                shell: true
                run: 'echo "$DAY ${OUT}"; [ "$DAY" != "$BAD" ]'
            """, "p.yaml")
    }

    func testSeveralDaysInOrder() {
        write()
        let first = run("linefeed run p.yaml --days 20261030-20261102 --log log", ["BAD": "20261031"])
        XCTAssertEqual(first.status, 1, "the first failure's")
        XCTAssertEqual(
            first.lines,
            [
                "20261030 out/2026-10-30", "20261031 out/2026-10-31", "20261101 out/2026-11-01",
                "20261102 out/2026-11-02",
            ])
        XCTAssertTrue(first.errors.contains("the day 20261031 failed with 1; the run continues"), first.errors)
        XCTAssertTrue(first.errors.contains("of 4 days 3 done, 1 failed (20261031)"), first.errors)
        XCTAssertEqual(
            run("grep -o '\"status\":.*\"day\":\"[0-9]*' log | grep -o '\"day.*'").lines,
            ["20261030", "20261031", "20261101", "20261102"].map { "\"day\":\"\($0)" })
        // Those that are complete are skipped, and one is made again where it is asked for by itself.
        let second = run("linefeed run p.yaml --days 20261030-20261102")
        XCTAssertEqual(second.lines, ["20261031 out/2026-10-31"])
        XCTAssertTrue(second.errors.contains("of 4 days 1 done, 3 complete before"), second.errors)
        let third = run("linefeed run p.yaml --days 20261030-20261102")
        XCTAssertEqual(third.output + third.errors, "", "nothing to do, nothing to say")
        XCTAssertEqual(run("linefeed run p.yaml --set DAY=20261030").lines, ["20261030 out/2026-10-30"])
        XCTAssertEqual(
            run("linefeed run p.yaml --days 20261101-20261104 --dry-run | grep ^DAY").lines,
            ["DAY=20261103", "DAY=20261104"])
    }

    /// The last days catch up after an outage, but not before the first day that is complete.
    func testTheLastDays() {
        write()
        let days = (1...5).map { run("TZ=Europe/London date -d '-7 hours -\($0) day' +%Y%m%d").lines[0] }
        XCTAssertEqual(run("linefeed run p.yaml --days 5").lines.map { String($0.prefix(8)) }, [days[0]])
        XCTAssertEqual(run("linefeed run p.yaml --days 5").output, "")
        XCTAssertEqual(run("linefeed run p.yaml --set DAY=\(days[3])").status, 0)
        XCTAssertEqual(run("linefeed run p.yaml --days 5").lines.map { String($0.prefix(8)) }, [days[2], days[1]])
        XCTAssertEqual(run("linefeed run p.yaml --days 2").output, "")
    }

    /// The hours of a day: 24 of them, 25 and 23 in London, from its beginning on whatever the run's own time.
    func testDatesFromADay() {
        folder.write(
            """
            env: {TZ: "${ZONE}", DAY: "${DAY}"}
            stages:
              - name: a
                run: >
                  echo ${date@DAY:%Y%m%dT%H%M%SZ:UTC} ${date@DAY:%Y%m%dT%H%M%SZ:+1d/d:UTC} "${date@DAY:%j %H:+1d/d+7h}"
                  ${date@DAY:%F:-1w/d}
            """, "p.yaml")
        for (zone, day, expected) in [
            ("Europe/London", "20251026", "20251025T230000Z 20251027T000000Z 300 07 2025-10-19"),
            ("Europe/London", "2026-03-29", "20260329T000000Z 20260329T230000Z 089 07 2026-03-22"),
            ("Australia/Brisbane", "20260301", "20260228T140000Z 20260301T140000Z 061 07 2026-02-22"),
            // Its clocks leap from midnight to one.
            ("America/Asuncion", "20231001", "20231001T040000Z 20231002T030000Z 275 07 2023-09-24"),
        ] {
            let variables = ["ZONE": zone, "DAY": day]
            XCTAssertEqual(run("linefeed run p.yaml", variables).lines, [expected], zone)
            XCTAssertEqual(run("linefeed run p.yaml --print-shell | bash", variables).lines, [expected], zone)
        }
    }

    func testWhatIsWrong() {
        write()
        folder.write("stages: [{name: a, run: 'true'}]", "none.yaml")
        folder.write("env: {DAY: '20261101'}\nstages: [{name: a, run: 'true', hold: 1s, next: a}]", "loop.yaml")
        for (arguments, status) in [
            ("none.yaml --days 20261101", 64), ("loop.yaml --days 3", 64), ("p.yaml --days 0", 64),
            ("p.yaml --days x", 64),
            ("p.yaml --days 20261102-20261101", 64), ("p.yaml --days 3 --once", 64), ("p.yaml --days 3 --status", 64),
            ("p.yaml --days 3 --print-shell", 64), ("p.yaml --days 3 --set DAY=20261101", 64),
            ("p.yaml --set DAY=soon", 78),
            ("p.yaml --set DAY=20260230", 78), ("p.yaml --set DAY=", 78),
        ] {
            let run = run("linefeed run \(arguments)")
            XCTAssertEqual(run.status, Int32(status), "\(arguments): \(run.errors)")
            XCTAssertEqual(run.output, "")
        }
    }
}
