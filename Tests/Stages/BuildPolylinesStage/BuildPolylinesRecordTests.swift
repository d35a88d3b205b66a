import Contract
import GTFSSchedule
import StageKit
import TestSupport
import TimeZones
import XCTest

/// What `build-polylines` passes on, and what its schemas say.
final class BuildPolylinesRecordTests: XCTestCase {
    func testPassThroughForwardsOtherTables() throws {
        var common = CommonOptions()
        common.passThrough = true
        let vehicle = "{\"table\":\"vehicle_positions\",\"entity_id\":\"1\"}"
        let run = try PolylineRun.run(vehicle + "\n" + PolylineRun.town, common)
        XCTAssertEqual(run.lines.filter { $0 == vehicle }.count, 1)
        XCTAssertEqual(run.lines.filter { $0.contains("\"polylines\"") }.count, 4)
        PolylineRun.assertBalanced(run)
    }

    /// What only pieces of way and lines of detours have.
    private static let ofWays = ["route_ids", "routes", "from_node", "to_node", "modifications_id"]

    /// The schemas name the members that are written, in their order.
    func testSchemas() throws {
        let town =
            #"{"table":"agency","agency_name":"Town","agency_timezone":"Europe/Oslo"}"# + "\n"
            + PolylineRun.town.replacing("\"FF0000\"", with: "\"FF0000\",\"route_text_color\":\"FFFFFF\"")
            .replacing("\"parent_station\"", with: "\"platform_code\":\"b\",\"parent_station\"")
            .replacing("\"stop_id\":\"P\"", with: "\"stop_id\":\"P\",\"stop_name\":\"Place\"")
        let run = try PolylineRun.run(town + PolylineRun.calendar) {
            $0.pins = true
            $0.grouping = .trip
            $0.date = CivilDate(year: 2026, month: 1, day: 14)
        }
        let pin = try XCTUnwrap(run.lines.first { $0.contains("\"stop_pins\"") && $0.contains("\"Two\"") })
        for (line, schema) in [
            (run.lines[0], Tables.Polylines.description), (pin, Tables.StopPins.description),
        ] {
            XCTAssertTrue(line.contains("\"table\":\"\(schema.name)\""))
            var position = line.startIndex
            for column in schema.columns
            where schema.name != Tables.Polylines.name || !BuildPolylinesRecordTests.ofWays.contains(column.name) {
                let found = try XCTUnwrap(line[position...].firstRange(of: "\"\(column.name)\":"), column.name)
                position = found.upperBound
            }
        }
    }
}
