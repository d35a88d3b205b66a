import Contract
import GTFSSchedule
import Lines
import StageKit
import TestSupport
import TimeZones
import XCTest

/// The cases in `Tests/Golden/build-polylines`: `arguments` as they would be typed, `records.ndjson`, `expected`.
final class BuildPolylinesGoldenTests: XCTestCase {
    func testGoldenCases() throws {
        let folder = Checkout.root + "/Tests/Golden/build-polylines"
        let cases = Checkout.names(in: folder)
        XCTAssertGreaterThanOrEqual(cases.count, 9)
        for name in cases {
            let place = folder + "/" + name
            let arguments = try XCTUnwrap(TemporaryFolder.text(of: place + "/arguments"))
            let (options, common) = try parsed(arguments.split { $0 == " " || $0 == "\n" }.map(String.init))
            let run = try InMemoryRun("build-polylines", common) { context in
                try BuildPolylines.run(options, files: [place + "/records.ndjson"], context)
            }
            XCTAssertEqual(run.output, TemporaryFolder.text(of: place + "/expected"), name)
            XCTAssertEqual(run.status, .done, name)
            if options.format != .csv { PolylineRun.assertBalanced(run) }
        }
    }

    private func parsed(_ arguments: [String]) throws -> (PolylineOptions, CommonOptions) {
        var options = PolylineOptions()
        var common = CommonOptions()
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            if flag == "--pins" {
                options.pins = true
                continue
            }
            let value = try XCTUnwrap(rest.popFirst(), "\(flag) without a value")
            switch flag {
            case "--by": options.grouping = try XCTUnwrap(PolylineOptions.Grouping(rawValue: value))
            case "--geometry": options.geometry = try XCTUnwrap(PolylineOptions.Geometry(rawValue: value))
            case "--format": options.format = try XCTUnwrap(PolylineOptions.Format(rawValue: value))
            case "--precision": options.precision = try XCTUnwrap(Int(value))
            case "--digits": options.digits = try XCTUnwrap(Int(value))
            case "--simplify": options.simplification = try XCTUnwrap(Double(value))
            case "--same-way": options.sameWay = try XCTUnwrap(Double(value))
            case "--date": options.date = try XCTUnwrap(CivilDate(compact: value))
            case "--route": options.routes.append(value)
            case "--trip": options.trips.append(value)
            case "--feed-id": common.feedID = value
            case "--where": common.conditions.append(try Condition(value))
            default: XCTFail("this test does not know \(flag)")
            }
        }
        return (options, common)
    }

    func testPassThroughForwardsOtherTables() throws {
        var common = CommonOptions()
        common.passThrough = true
        let vehicle = "{\"table\":\"vehicle_positions\",\"entity_id\":\"1\"}"
        let run = try PolylineRun.run(vehicle + "\n" + PolylineRun.town, common)
        XCTAssertEqual(run.lines.filter { $0 == vehicle }.count, 1)
        XCTAssertEqual(run.lines.filter { $0.contains("\"polylines\"") }.count, 4)
        PolylineRun.assertBalanced(run)
    }

    /// The schemas name the members that are written, in their order.
    func testSchemas() throws {
        let run = try PolylineRun.run(PolylineRun.town + PolylineRun.calendar) {
            $0.pins = true
            $0.grouping = .trip
            $0.date = CivilDate(year: 2026, month: 1, day: 14)
        }
        let pin = try XCTUnwrap(run.lines.first { $0.contains("\"stop_pins\"") })
        for (line, schema) in [
            (run.lines[0], Tables.Polylines.description), (pin, Tables.StopPins.description),
        ] {
            XCTAssertTrue(line.contains("\"table\":\"\(schema.name)\""))
            var position = line.startIndex
            for column in schema.columns {
                let found = try XCTUnwrap(line[position...].firstRange(of: "\"\(column.name)\":"), column.name)
                position = found.upperBound
            }
        }
    }
}
