import Contract
import Expectations
import RealtimeJoin
import Schedule
import StageKit

/// The stage `predict`: when vehicles will arrive at and leave the stops to come.
public enum Predict: Stage {
    public static let name = "predict"

    /// Reads positions and writes a message of trip updates for each message of positions.
    /// - Throws: `StageFailure`: 65 for a file that is not a schedule, not `typical_segments` or not a state of this stage,
    ///   66 for a missing one, 75 where another run has the state.
    public static func run(_ options: PredictOptions, _ context: StageContext) throws {
        try context.check(options)
        let timetable = try WholeTimetable.read(options.feed, context)
        let zone = try ScheduleZone.zone(
            ofAgencies: timetable.frame.agencies.compactMap(\.timezone), context, advice: "")
        let segments = try options.typical.map { try TypicalSegments.read($0, context) }
        let findings = PredictFindings(context.diagnostics)
        let fleet = Fleet(
            timetable, RunFinder(timetable.frame.calendar, zone), segments, options, findings,
            jobs: context.options.jobs)
        let state = try options.state.map { try PredictState($0) }
        try state?.restore(fleet)
        var taker = PositionTaker(fleet, findings, context)
        try context.feed(options.files, to: &taker)
        findings.report()
        segments?.report(context.diagnostics)
        // What was made of the positions counts as them.
        let made = [Tables.TripUpdates.name, Tables.FeedMessages.name].reduce(0) {
            $0 + context.summary.table($1).written
        }
        let positions = context.summary.table(Tables.VehiclePositions.name)
        positions.merged -= made
        let strangers = findings.count(of: .mismatch(.unknownTrip))
        // At night no vehicle may have a trip; but a feed without any of the trips is another network's.
        if strangers > 0, strangers + findings.count(of: .mismatch(.noTripID)) == positions.taken {
            try context.nothingToDo(
                "no_trip_in_feed",
                "none of the \(grouped(strangers)) vehicle_positions with a trip has a trip_id of \(options.feed); is it the "
                    + "schedule of this agency?")
        }
        if let state { context.onceDelivered { try state.replace(fleet) } }
    }
}
