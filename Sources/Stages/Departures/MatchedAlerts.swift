import Contract
import RealtimeJoin
import Schedule
import StageKit

/// What alerts match in the whole schedule, as `alerts_matched` records.
enum MatchedAlerts {
    /// The ids that a record lists.
    private static let mostIDs = 50

    /// - Throws: `StageFailure` with status 66 if the feed is missing, 65 if it is not a schedule.
    static func write(_ alerts: [ServiceAlert], _ options: DeparturesOptions, _ context: StageContext) throws {
        if let format = options.format.table { try context.writeTable(Tables.AlertsMatched.self, as: format) }
        if alerts.isEmpty {
            context.diagnostics.report(.surprise, "no_alerts", message: "the input has no alerts; nothing was written")
        }
        let timetable = try WholeTimetable.read(options.feed, context)
        let zone = try ScheduleZone.zone(
            ofAgencies: timetable.frame.agencies.compactMap(\.timezone), context, advice: "")
        let now = context.clock.posix
        let at = options.at?.instant(in: zone, now: now) ?? now
        let reach = AlertReach(timetable, RunFinder(timetable.frame.calendar, zone))
        let rows = context.rows(of: Tables.AlertsMatched.self)
        var match = AlertMatch()
        for alert in alerts {
            let wording = AlertWording(
                alert, preferred: options.languages, feed: timetable.frame.feedLanguage)
            let period = alert.period(nearest: at)
            var isMatched = false
            for (place, entity) in alert.entities.enumerated() {
                let result = reach.result(of: entity)
                isMatched = isMatched || !result.isEmpty
                try rows.write { row, columns in
                    row[columns.alertID] = alert.id
                    row[columns.entity] = place
                    row[columns.agencyID] = entity.agencyID
                    row[columns.routeID] = entity.routeID
                    row[columns.routeType] = entity.routeType
                    row[columns.directionID] = entity.directionID
                    row[columns.tripID] = entity.tripID
                    row[columns.startDate] = entity.startDate
                    row[columns.startTime] = entity.startTime
                    row[columns.stopID] = entity.stopID
                    row[columns.matchedRoutes] = result.routes.count
                    row[columns.matchedTrips] = result.trips
                    row[columns.matchedStops] = result.stops.count
                    row.texts(columns.routeIDs, result.routes.prefix(mostIDs))
                    row.texts(columns.stopIDs, result.stops.prefix(mostIDs))
                    row[columns.active] = period?.isNow ?? false
                    row[columns.activeFrom] = period?.period.start
                    row[columns.activeUntil] = period?.period.end
                    row[columns.cause] = alert.cause
                    row[columns.effect] = alert.effect
                    row[columns.severityLevel] = alert.severity
                    row[columns.headerText] = wording.header
                    row[columns.descriptionText] = wording.description
                    row[columns.url] = wording.url
                    row[columns.language] = wording.language
                }
            }
            match.add(alert, isMatched: isMatched)
        }
        // One record is written for each entity of an alert.
        let written = context.summary.table(Tables.AlertsMatched.name).written
        context.summary.table(Tables.Alerts.name).merged -= written
        match.report(context.diagnostics)
    }
}
