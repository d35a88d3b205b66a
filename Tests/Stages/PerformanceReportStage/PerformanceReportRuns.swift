import PerformanceReportStage
import StageKit
import TestSupport
import XCTest

@testable import linefeed

extension PerformanceReportOptions {
    /// What is typed after `linefeed performance-report`.
    init(typed arguments: String) throws {
        let words = arguments.split(separator: " ").map(String.init)
        self = try PerformanceReportCommand.parse(words).options()
    }
}

/// Runs of the stage in the process, on made-up visits.
class PerformanceReportRuns: XCTestCase {
    static let kinds = PerformanceReportOptions.Kind.allCases.map(\.rawValue)

    func run(
        _ text: String, _ arguments: String, common: CommonOptions = CommonOptions()
    ) throws -> InMemoryRun {
        let options = try PerformanceReportOptions(typed: arguments)
        let path = TemporaryFolder.shared.write(text)
        return try InMemoryRun("performance-report", common) {
            try PerformanceReport.run(options.with { $0.files = [path] }, $0)
        }
    }

    var verbose: CommonOptions {
        var options = CommonOptions()
        options.verbosity = .verbose
        return options
    }

    /// A record of made-up visits, with the performed trip that it belongs to; nil for a prediction.
    struct Line {
        let run: Int
        let text: String
        var isVisit: Bool { text.contains("\"stop_visits\"") }
    }

    /// Visits of some runs of four patterns on two days, in the order of runs, each with its trip; some were not seen,
    /// skipped or added, some runs have a second vehicle.
    func records(seed: UInt64, runs: Int) -> [Line] {
        var generator = SeededGenerator(seed: seed)
        func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }
        var lines: [Line] = []
        for run in 0..<runs {
            let (pattern, day, second) = (run % 4, 1 + run / 4 % 2, run % 9 == 8)
            let trip = "t\(second ? run - 4 : run)"
            let word = pick(["Scheduled", "Scheduled", "Scheduled", "Added"])
            let start = 25_200 + run * 131 + pick([0, 0, 400])
            let head = "\"service_date\":\"2026030\(day)\",\"trip_id_performed\":\"\(trip)\(second ? "_v2" : "")\""
            let facts =
                "\"route_id\":\"\(pick(["10", "x\\\"y"]))\",\"direction_id\":\(pattern % 2),\"pattern_id\":\"p\(pattern)\""
            var observed = 0
            for (place, stop) in ["A", "B", "C", "A"].enumerated() {
                let due = start + place * 120
                let fate = pick([0, 0, 0, 0, 1, 2, 3])
                var line = "{\"table\":\"stop_visits\",\(head),\"trip_stop_sequence\":\(place + 1)"
                line +=
                    ",\"scheduled_stop_sequence\":\(place),\"stop_id\":\"\(stop)\",\"vehicle_id\":\"v\(run % 7)\",\(facts)"
                if word != "Added" {
                    line +=
                        ",\"schedule_arrival_time\":\"\(time(due, day))\",\"schedule_departure_time\":\"\(time(due, day))\""
                }
                let (came, left) = (due + pick([-30, 0, 60, 400]), due + pick([0, 70, 410, 500]))
                if fate < 2 {
                    line += ",\"actual_departure_time\":\"\(time(left, day))\",\"departure_source\":\"passed\""
                }
                if fate == 0 {
                    line += ",\"actual_arrival_time\":\"\(time(came, day))\",\"arrival_source\":\"stopped\""
                }
                if fate < 2 { observed += 1 }
                line += ",\"schedule_relationship\":\"\(fate == 2 ? "Missing" : fate == 3 ? "Skipped" : word)\""
                line += ",\"trip_id\":\"\(trip)\",\"start_date\":\"2026030\(day)\",\"distance\":\(pick([300, 400]))"
                line += ",\"occupancy_status\":\(pick(["0", "1", "3", "5", "7", "\"FULL\""]))"
                if pattern == 1 { line += ",\"occupancy_percentage\":\(pick([0, 50, 120, -1]))" }
                lines.append(Line(run: run, text: line + "}"))
            }
            var line = "{\"table\":\"trips_performed\",\(head),\"trip_id_scheduled\":\"\(trip)\",\(facts)"
            line +=
                ",\"schedule_trip_start\":\"\(time(start, day))\",\"visits_observed\":\(observed),\"visits_scheduled\":4"
            line += ",\"schedule_relationship\":\"\(word)\",\"share_covered\":\(pick(["0.2", "0.5", "1"]))"
            lines.append(Line(run: run, text: line + ",\"position_ages\":[[\(pick([2, 9])),3]]}"))
        }
        return lines
    }

    /// Predictions for the visits.
    func updates(of lines: [Line], seed: UInt64) -> [Line] {
        var generator = SeededGenerator(seed: seed)
        let midnight = 1_772_323_200
        return (0..<lines.count).map { _ in
            let run = lines.randomElement(using: &generator)!.run
            let day = 1 + run / 4 % 2
            let made =
                midnight + (day - 1) * 86_400 + 25_200 + run * 131 + Int.random(in: -900..<500, using: &generator)
            let time = made + Int.random(in: 0..<1000, using: &generator)
            let line =
                "{\"table\":\"stop_time_updates\",\"feed_timestamp\":\(made),\"trip_id\":\"t\(run)\",\"start_date\":\"2026030\(day)\""
                + ",\"vehicle_id\":\"v\(run % 7)\",\"stop_sequence\":\(Int.random(in: 0..<4, using: &generator)),\"arrival_time\":\(time)}"
            return Line(run: run, text: line)
        }
    }

    private func time(_ second: Int, _ day: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "2026-03-0\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))+00:00"
    }

    func text(_ lines: [Line]) -> String { lines.map { $0.text + "\n" }.joined() }
}
