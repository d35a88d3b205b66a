import Charts
import Reports
import StageKit

/// What `occupancy-report` is asked to do.
@dynamicMemberLookup
package struct OccupancyReportOptions: StageOptions {
    package enum Deduplication: String, Sendable, CaseIterable {
        /// Each vehicle and time once, whatever the order.
        case exact
        /// Repeats of a vehicle's last time are left out; for archives in the order of time.
        case consecutive
        /// Every record counts.
        case off
    }

    /// What every report is asked. The feed gives the zone, where `timezone` does not, and a match report.
    package var report = ReportOptions()
    /// nil for exact, or when merging for that of the partial records.
    package var deduplication: Deduplication?
    /// Groups with fewer observations are left out.
    package var minimumObservations = 0
    /// Counts carriages instead of vehicles.
    package var countsCarriages = false

    /// The keys that `--by` may name.
    package static let knownKeys: [ReportKey] = [
        .routeID, .directionID, .tripID, .stopID, .stopSequence, .vehicleID, .hour, .timeBin, .weekday, .dayType, .date,
        .serviceDate, .feedID, .carriage,
    ]

    package init() {}

    package subscript<Value>(dynamicMember path: WritableKeyPath<ReportOptions, Value>) -> Value {
        get { report[keyPath: path] }
        set { report[keyPath: path] = newValue }
    }

    package var problem: String? {
        if let reason = report.keys.flatMap({ report.tooManyKeys($0, most: HeatMap.mostKeys) }) { return reason }
        if minimumObservations < 0 { return "--min-observations takes a number, 0 or more" }
        if report.writesPartials, !report.mergesPartials, report.format == .ndjson, minimumObservations > 0 {
            return "--min-observations does not work with --partial; give it to the run with --merge"
        }
        return report.problem { CrowdingGroups.columns($0, hasNames: report.feed != nil).names }
    }

    package func problem(with common: CommonOptions) -> String? { report.problem(with: common) }

    package func addFiles(to named: inout NamedFiles, in world: World) { report.addFiles(to: &named) }
}
