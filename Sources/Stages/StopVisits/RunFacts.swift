import GTFSSchedule
import Schedule

/// What is known of a run whoever runs it.
enum RunFacts {
    /// Of a run of the timetable.
    static func of(
        _ trip: WholeTimetable.TripIndex, _ day: Int, _ start: Int?, _ timetable: WholeTimetable
    ) -> PerformedRun {
        var run = PerformedRun()
        let id = timetable.id(trip)
        run.serviceDay = day
        run.tripID = id
        run.tripIDScheduled = id
        run.startTime = start
        run.performedID = PerformedTripID.text(tripID: id, startTime: start)
        run.route = timetable.route(of: trip).map { RouteFacts(id: $0.id, shortName: $0.shortName, type: $0.type) }
        run.directionID = timetable.directionID(of: trip)
        run.shapeID = timetable.shapeID(of: trip)
        run.blockID = timetable.blockID(of: trip)
        return run
    }

    /// Adds what its stops tell.
    static func complete(_ run: inout PerformedRun, _ plan: RunPlan, _ timetable: WholeTimetable) {
        let ids = plan.rows.indices.map { plan.stopID($0, timetable) }
        run.patternID = PatternID.text(routeID: run.route?.id, directionID: run.directionID, stopIDs: ids)
        run.firstStopID = ids.first
        run.lastStopID = ids.last
        run.scheduledStart = plan.scheduledStart
        run.scheduledEnd = plan.scheduledEnd
        run.stopCount = plan.rows.count
    }
}

extension RunPlan {
    func stopID(_ place: Int, _ timetable: WholeTimetable) -> String {
        rows[place].stop.map { timetable.frame[$0].id } ?? foreignIDs[place] ?? ""
    }
}
