import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// Writes departures as records.
struct DepartureWriter {
    private let context: StageContext
    private let zone: Zone
    private let head: RecordHead
    private let figures: TableFigures

    init(_ context: StageContext, zone: Zone) {
        self.context = context
        self.zone = zone
        head = context.head(DepartureSchemas.departures.name)
        figures = context.summary.table(DepartureSchemas.departures.name)
    }

    private enum Key {
        static let stopID = JSONKey("stop_id")
        static let stopName = JSONKey("stop_name")
        static let platformCode = JSONKey("platform_code")
        static let tripID = JSONKey("trip_id")
        static let startDate = JSONKey("start_date")
        static let startTime = JSONKey("start_time")
        static let stopSequence = JSONKey("stop_sequence")
        static let routeID = JSONKey("route_id")
        static let routeShortName = JSONKey("route_short_name")
        static let routeColor = JSONKey("route_color")
        static let routeTextColor = JSONKey("route_text_color")
        static let routeType = JSONKey("route_type")
        static let headsign = JSONKey("headsign")
        static let directionID = JSONKey("direction_id")
        static let wheelchairAccessible = JSONKey("wheelchair_accessible")
        static let scheduledTime = JSONKey("scheduled_time")
        static let scheduledTimeLocal = JSONKey("scheduled_time_local")
        static let departureTime = JSONKey("departure_time")
        static let departureTimeLocal = JSONKey("departure_time_local")
        static let delay = JSONKey("delay")
        static let realtime = JSONKey("realtime")
        static let interpolated = JSONKey("interpolated")
        static let scheduleRelationship = JSONKey("schedule_relationship")
        static let countdown = JSONKey("countdown_seconds")
        static let vehicleID = JSONKey("vehicle_id")
        static let occupancyStatus = JSONKey("occupancy_status")
        static let occupancyPercentage = JSONKey("occupancy_percentage")
    }

    func write(_ departure: Departure) throws {
        context.sink.begin(head)
        let writer = context.sink.writer
        writer.text(Key.stopID, departure.stopID)
        writer.text(Key.stopName, departure.stopName)
        writer.text(Key.platformCode, departure.platformCode)
        writer.text(Key.tripID, departure.tripID)
        writer.text(Key.startDate, departure.startDate.compactText)
        writer.text(Key.startTime, departure.startTime)
        writer.integer(Key.stopSequence, departure.stopSequence)
        writer.text(Key.routeID, departure.routeID)
        writer.text(Key.routeShortName, departure.routeShortName)
        writer.text(Key.routeColor, departure.routeColor)
        writer.text(Key.routeTextColor, departure.routeTextColor)
        writer.integer(Key.routeType, departure.routeType)
        writer.text(Key.headsign, departure.headsign)
        writer.integer(Key.directionID, departure.directionID)
        writer.integer(Key.wheelchairAccessible, departure.wheelchairAccessible)
        if let scheduled = departure.scheduledTime {
            writer.integer(Key.scheduledTime, scheduled)
            writer.text(Key.scheduledTimeLocal, zone.rfc3339(scheduled))
        }
        writer.integer(Key.departureTime, departure.departureTime)
        writer.text(Key.departureTimeLocal, zone.rfc3339(departure.departureTime))
        writer.key(Key.delay)
        if let delay = departure.delay { writer.integer(delay) } else { writer.null() }
        writer.key(Key.realtime)
        writer.bool(departure.isRealtime)
        writer.key(Key.interpolated)
        writer.bool(departure.isInterpolated)
        writer.integer(Key.scheduleRelationship, departure.scheduleRelationship)
        writer.integer(Key.countdown, departure.countdown)
        writer.text(Key.vehicleID, departure.vehicleID)
        writer.key(Key.occupancyStatus)
        if let status = departure.occupancyStatus { writer.integer(status.code) } else { writer.null() }
        writer.integer(Key.occupancyPercentage, departure.occupancyPercentage)
        writer.level(departure.occupancyStatus)
        try context.sink.end(figures)
    }
}
