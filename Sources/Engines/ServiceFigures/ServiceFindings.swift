import Schedule
import StageKit

/// Reports parts of a timetable that its figures omit.
package struct ServiceFindings {
    private let context: StageContext

    package init(_ context: StageContext) { self.context = context }

    /// - Parameter trips: the counted trips.
    package func tell(of timetable: WholeTimetable, _ trips: [LevelTrip], _ name: String) {
        warn(
            "trips_without_way", trips.count { !$0.hasWay }, "trips with fewer than two stops that have coordinates",
            "kilometres do not include them", name)
        warn(
            "trips_without_times", timetable.tripsWithoutTimes, "trips without any arrival or departure time",
            "they are not counted", name)
        let blocks = timetable.tripsWithBlocks
        guard blocks.count > 0 else { return }
        warn(
            "trips_without_block", blocks.of - blocks.count, "trips without block_id",
            "peak_vehicles counts one vehicle for each", name)
    }

    private func warn(_ code: String, _ count: Int, _ what: String, _ outcome: String, _ name: String) {
        guard count > 0 else { return }
        context.diagnostics.report(
            Finding(.warning, code, message: "\(name): \(what): \(grouped(count)); \(outcome)"))
    }
}
