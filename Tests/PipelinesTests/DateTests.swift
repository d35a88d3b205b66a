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
