import Schedule
import StageKit

/// Reports what of a timetable its figures do not show.
package struct ServiceFindings {
    private let context: StageContext

    package init(_ context: StageContext) { self.context = context }

    /// - Parameter trips: those that are counted.
    package func tell(of timetable: WholeTimetable, _ trips: [LevelTrip], _ name: String) {
        warn(
            "trips_without_way", trips.count { !$0.hasWay }, "trips with fewer than two stops with a place",
            "their path is in no sum of kilometres", name)
        warn(
            "trips_without_times", timetable.tripsWithoutTimes, "trips without a stop time that has a time",
            "they are not counted", name)
        let blocks = timetable.tripsWithBlocks
        guard blocks.count > 0 else { return }
        warn(
            "trips_without_block", blocks.of - blocks.count, "trips without block_id",
            "peak_vehicles counts a vehicle for each", name)
    }

    private func warn(_ code: String, _ count: Int, _ what: String, _ outcome: String, _ name: String) {
        guard count > 0 else { return }
        context.diagnostics.report(
            Finding(.warning, code, message: "\(name): \(what): \(grouped(count)) (\(outcome))"))
    }
}
