import TestSupport
import XCTest

@testable import Pipelines

final class DateTests: XCTestCase {
    private func text(_ source: String, zone: String? = nil, at instant: Int) throws -> String {
        let environment = zone.map { ["TZ": $0] } ?? [:]
        return try Scope([], in: Surroundings(environment: environment, instant: instant))
            .text(try WordReader.text(source, line: 3))
    }

    func testDatesAreThoseOfTheStartInTheZone() throws {
        // 2026-03-01T13:30:05Z, half past midnight of the next day in Sydney.
        let instant = 1_772_371_805
        XCTAssertEqual(try text("${date:%Y/%m/%d}", at: instant), "2026/03/01")
        XCTAssertEqual(try text("${date:%F}", zone: "Australia/Sydney", at: instant), "2026-03-02")
        XCTAssertEqual(try text("${date:%Y/%m/%d:-1d}", zone: "Australia/Sydney", at: instant), "2026/03/01")
        XCTAssertEqual(try text("${date:%F:-1d}", at: instant), "2026-02-28")
        XCTAssertEqual(try text("${date:%H:%M:%S}", at: instant), "13:30:05")
        XCTAssertEqual(try text("${date:%T:+2h}", at: instant), "15:30:05")
        XCTAssertEqual(
            try text("${date:%F:+1w} ${date:%j} ${date:%u} ${date:%s:-5s} %", at: instant),
            "2026-03-08 060 7 1772371800 %")
        XCTAssertEqual(try text("${date:100%%}", at: instant), "100%")
    }

    func testADayIsACalendarDayAcrossAChangeOfClocks() throws {
        // Sydney's clocks went back on 2026-04-05; noon of the day before is 25 hours earlier.
        let noon = 1_775_354_400
        XCTAssertEqual(try text("${date:%FT%T:-1d}", zone: "Australia/Sydney", at: noon), "2026-04-04T12:00:00")
        XCTAssertEqual(try text("${date:%FT%T:-24h}", zone: "Australia/Sydney", at: noon), "2026-04-04T13:00:00")
    }

    /// The day of a zone, written in Universal time as an archive's names have it.
    func testTheDayOfAZoneIsFoundInUniversalTime() throws {
        let stamp = "%Y%m%dT%H%M%SZ"
        for (zone, now, from, to, length) in [
            // 2026-03-02T07:00:00Z, in the afternoon; the day before had 24 hours.
            ("Australia/Brisbane", 1_772_434_800, "20260228T140000Z", "20260301T140000Z", 24),
            // A minute before that zone's midnight, and a minute after.
            ("Australia/Brisbane", 1_772_459_940, "20260228T140000Z", "20260301T140000Z", 24),
            ("Australia/Brisbane", 1_772_460_060, "20260301T140000Z", "20260302T140000Z", 24),
            // Sydney's clocks went back on 2026-04-05, London's went on on 2026-03-29.
            ("Australia/Sydney", 1_775_448_000, "20260404T130000Z", "20260405T140000Z", 25),
            ("Europe/London", 1_774_866_600, "20260329T000000Z", "20260329T230000Z", 23),
            // Clocks that leap over midnight (2025-09-07), and that show it twice (2026-10-25).
            ("America/Santiago", 1_757_340_000, "20250907T040000Z", "20250908T030000Z", 23),
            ("Atlantic/Azores", 1_793_016_000, "20261025T000000Z", "20261026T010000Z", 25),
            // Half an hour, and the ends of the world.
            ("Asia/Kathmandu", 1_772_434_800, "20260228T181500Z", "20260301T181500Z", 24),
            ("Pacific/Kiritimati", 1_772_434_800, "20260228T100000Z", "20260301T100000Z", 24),
            ("Pacific/Pago_Pago", 1_772_434_800, "20260228T110000Z", "20260301T110000Z", 24),
        ] {
            let found = try text("${date:\(stamp):-1d/d:UTC} ${date:\(stamp):/d:UTC}", zone: zone, at: now)
            XCTAssertEqual(found, "\(from) \(to)", zone)
            let seconds = try text("${date:%s:-1d/d} ${date:%s:/d}", zone: zone, at: now).split(separator: " ")
            XCTAssertEqual(try XCTUnwrap(Int(seconds[1])) - XCTUnwrap(Int(seconds[0])), length * 3600, zone)
            // What a printed script does, with its now put back.
            let pattern = try XCTUnwrap(DatePattern("\(stamp):-1d/d+1h:UTC"))
            let moments = ShellScript.moments.replacing("at=$(date +%s)", with: "at=\(now)")
            let shell = Shell("TZ=\(zone)\n\(moments)\necho \"\(pattern.shellText)\"")
            XCTAssertEqual(
                shell.output, try text("${date:\(stamp):-1d/d+1h:UTC}", zone: zone, at: now) + "\n",
                zone + shell.errors)
        }
        XCTAssertEqual(try text("${date:%F %T:UTC}", zone: "Australia/Sydney", at: 0), "1970-01-01 00:00:00")
        XCTAssertNil(DatePattern("%F:-1d" + String(repeating: "/d", count: 8)).flatMap { $0.steps.isEmpty ? nil : $0 })
    }

    func testTheSystemsDateAgrees() throws {
        var random = SeededGenerator(seed: 3)
        for zone in ["UTC", "Australia/Sydney", "America/New_York", "Asia/Kathmandu"] {
            for offset in ["", ":-1d", ":+3w", ":-7h", ":+90m"] {
                let instant = Int.random(in: 0...4_000_000_000, using: &random)
                let ours = try text("${date:%Y-%m-%d %H %M %S %j %u\(offset)}", zone: zone, at: instant)
                let pattern = try XCTUnwrap(DatePattern("%Y-%m-%d %H %M %S %j %u" + offset))
                // What is printed for a shell, with its now put back.
                let script = pattern.shellText.replacing("date ", with: "date ").replacing("-d '", with: "-d \"$NOW ")
                    .replacing(" days'", with: " days\"").replacing(" weeks'", with: " weeks\"")
                    .replacing(" hours'", with: " hours\"").replacing(" minutes'", with: " minutes\"")
                let shell = Shell(
                    "NOW=$(TZ=\(zone) date -d @\(instant) '+%F %T %z'); "
                        + (offset.isEmpty
                            ? "TZ=\(zone) date -d @\(instant) '+%Y-%m-%d %H %M %S %j %u'"
                            : "TZ=\(zone); export TZ; echo \(script)"))
                // A day's end that a change of clocks moves is read in two ways; all others agree.
                XCTAssertEqual(
                    ours, shell.output.trimmingSuffix(while: \.isNewline).description,
                    "\(zone) \(instant) \(offset) \(script)")
            }
        }
    }

    func testWhatIsNoDateIsRefused() {
        for source in ["${date:}", "${date:%Q}", "${date:%}", "${date:%F", "${date:%F:-1y}", "${date:'%F'}"] {
            if source == "${date:%F:-1y}" {
                // No offset, so it belongs to the format.
                XCTAssertEqual(try? text(source, at: 0), "1970-01-01:-1y")
            } else {
                XCTAssertThrowsError(try text(source, at: 0), source)
            }
        }
        XCTAssertThrowsError(try text("${date:%F}", zone: "Nowhere/Land", at: 0)) { error in
            XCTAssertEqual((error as? PipelineFault)?.line, 3)
            XCTAssertTrue("\(error)".contains("Nowhere/Land"), "\(error)")
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return rest
    }
}
