import Charts
import Drawing
import Occupancy
import StageKit
import TestSupport
import XCTest

/// Page, still and chart speak one language: the same colours for the levels, the same words for a share.
final class MapColorsTests: MapRuns {
    private let group = """
        {"table":"occupancy","route_id":"R","observations":2000,"with_status":2000,"empty":1999,\
        "many_seats_available":0,"few_seats_available":0,"standing_room_only":0,"crushed_standing_room_only":0,\
        "full":1,"not_accepting_passengers":0}
        """ + "\n"

    func testThePagesLevelsHaveTheColoursOfStillsAndCharts() throws {
        let page = try run(group).output
        let style = elements("style", in: page).joined()
        let script = elements("script", in: page).joined()
        for level in OccupancyLevel.allCases {
            let color = Color(level.fill).hex
            let name = level.rawValue.replacing("_", with: "-")
            XCTAssertTrue(style.contains("--\(name):\(color);"), name)
            XCTAssertTrue(style.contains("var(--\(name))"), name)
            XCTAssertTrue(
                script.contains(
                    "{ level: \"\(level.rawValue)\", label: \"\(level.label)\", symbol: \"\(level.symbol)\", "
                        + "color: \"\(color)\" }"), name)
            XCTAssertEqual(
                ChartColors.levels.first { $0.fill.hex == color }?.words, ChartWords.word(level))
            // Nowhere else is a level given a colour of its own.
            XCTAssertEqual(style.ranges(of: "--\(name):").count, 1, name)
        }
        XCTAssertEqual(script.ranges(of: "const LEVELS =").count, 1)
    }

    /// The page's script, run by another program, writes shares as the binary does.
    func testThePageWritesSharesAsReportsDo() throws {
        guard Shell("command -v node").status == 0 else { throw XCTSkip("no node to run the page's script with") }
        let script = elements("script", in: try run(group).output).joined()
        let start = try XCTUnwrap(script.firstRange(of: "function percent(")).lowerBound
        let end = try XCTUnwrap(script[start...].firstRange(of: "\n}\n")).upperBound
        var pairs: [(Int, Int)] = [(0, 9), (9, 9), (1, 1000), (5, 1000), (995, 1000), (994, 1000), (1999, 2000)]
        for total in 1...60 { for count in 0...total { pairs.append((count, total)) } }
        for count in stride(from: 0, through: 100_000, by: 37) { pairs.append((count, 100_000)) }
        let calls = pairs.map { "console.log(percent(\($0.0), \($0.1)));" }.joined(separator: "\n")
        let path = TemporaryFolder.shared.write(script[start..<end] + "\n" + calls)
        let lines = Shell("node < '\(path)'").lines
        XCTAssertEqual(lines, pairs.map { CrowdingFigures.percent($0.0, of: $0.1) ?? "" })
    }
}
