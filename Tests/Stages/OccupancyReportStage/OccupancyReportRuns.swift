import OccupancyReportStage
import StageKit
import TestSupport
import XCTest

@testable import linefeed

extension OccupancyReportOptions {
    /// What is typed after `linefeed occupancy-report`.
    init(typed arguments: String) throws {
        let words = arguments.split(separator: " ").map(String.init)
        self = try OccupancyReportCommand.parse(words).options()
    }
}

/// Runs of the stage in the process, on made-up positions.
class OccupancyReportRuns: XCTestCase {
    func run(
        _ text: String, _ arguments: String = "", common: CommonOptions = CommonOptions(),
        _ change: (inout OccupancyReportOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = try OccupancyReportOptions(typed: arguments)
        change(&options)
        let path = TemporaryFolder.shared.write(text)
        return try InMemoryRun("occupancy-report", common) {
            try OccupancyReport.run(options.with { $0.files = [path] }, $0)
        }
    }

    var verbose: CommonOptions {
        var options = CommonOptions()
        options.verbosity = .verbose
        return options
    }

    /// Position records of some vehicles, most of them seen more than once, some in conflict; each with its vehicle.
    func records(seed: UInt64, count: Int) -> [(vehicle: Int, line: String)] {
        var generator = SeededGenerator(seed: seed)
        func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }
        return (0..<count).map { _ in
            let vehicle = Int.random(in: 0..<30, using: &generator)
            let time = 1_696_080_000 + Int.random(in: 0..<400, using: &generator) * 1800
            var line = "{\"table\":\"vehicle_positions\",\"feed_id\":\"\(pick(["a", "b"]))\""
            line += ",\"feed_timestamp\":\(time + pick([0, 30, 60, 90_000]))"
            if vehicle % 3 != 0 {
                line += ",\"trip_id\":\"t\(pick([1, 2, 3, 4]))\",\"start_date\":\"2023100\(pick([1, 2]))\""
            }
            line += ",\"route_id\":\"\(pick(["1", "10", "é", "x\\\"y"]))\",\"vehicle_id\":\"v\(vehicle)\""
            if vehicle % 4 != 0 { line += ",\"current_stop_sequence\":\(time / 1800 % 9)" }
            if vehicle % 5 != 0 { line += ",\"timestamp\":\(time)" }
            line += ",\"occupancy_status\":\(pick(["0", "1", "2", "3", "5", "7", "null", "11", "\"FULL\""]))"
            if vehicle % 2 == 0 { line += ",\"occupancy_percentage\":\(pick([0, 10, 55, 120, 500, -1]))" }
            line += ",\"multi_carriage_details\":["
            line += (0..<pick([1, 2, 3])).map {
                "{\"label\":\"c\($0)\",\"occupancy_status\":\(pick([0, 1, 5])),\"occupancy_percentage\":\(pick([5, -1]))}"
            }.joined(separator: ",")
            return (vehicle, line + "]}")
        }
    }

    func text(_ records: [(vehicle: Int, line: String)]) -> String {
        records.map { $0.line + "\n" }.joined()
    }
}
