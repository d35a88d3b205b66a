import Contract
import StageKit
import TimeZones

/// Writes departures as records.
struct DepartureWriter {
    private let rows: RowSink<Tables.Departures>
    private let zone: Zone
    private let alerts: BoardAlerts?

    init(_ context: StageContext, zone: Zone, _ alerts: BoardAlerts?) {
        self.alerts = alerts
        rows = context.rows(of: Tables.Departures.self)
        self.zone = zone
    }

    func write(_ departure: BoardDeparture) throws {
        try rows.write { row, columns in
            row[columns.stopID] = departure.stopID
            row[columns.stopName] = departure.stopName
            row[columns.platformCode] = departure.platformCode
            row[columns.tripID] = departure.tripID
            row[columns.startDate] = departure.startDate.daysSinceEpoch
            row[columns.startTime] = departure.startTime
            row[columns.stopSequence] = departure.stopSequence
            row[columns.routeID] = departure.routeID
            row[columns.routeShortName] = departure.routeShortName
            row[columns.routeColor] = departure.routeColor
            row[columns.routeTextColor] = departure.routeTextColor
            row[columns.routeType] = departure.routeType
            row[columns.headsign] = departure.headsign
            row[columns.directionID] = departure.directionID
            row[columns.wheelchairAccessible] = departure.wheelchairAccessible
            row[columns.scheduledTime] = departure.scheduledTime
            row[columns.scheduledTimeLocal] = departure.scheduledTime.map(zone.rfc3339)
            row[columns.departureTime] = departure.departureTime
            row[columns.departureTimeLocal] = zone.rfc3339(departure.departureTime)
            row[columns.departureTimeStopLocal] = departure.stopZone?.rfc3339(departure.departureTime)
            row[columns.stopTimezone] = departure.stopZone?.name
            row[columns.delay] = departure.delay
            row[columns.realtime] = departure.isRealtime
            row[columns.interpolated] = departure.isInterpolated
            row[columns.scheduleRelationship] = departure.scheduleRelationship
            row[columns.match] = departure.match?.rawValue
            row[columns.modificationsID] = departure.modificationsID
            row[columns.countdownSeconds] = departure.countdown
            row[columns.vehicleID] = departure.vehicleID
            row[columns.occupancyStatus] = departure.occupancyStatus?.code
            row[columns.occupancyPercentage] = departure.occupancyPercentage
            let level = departure.occupancyStatus?.level
            row[columns.occupancyLevel] = level?.rawValue
            row[columns.occupancySymbol] = level?.symbol
            row[columns.occupancyColor] = level?.color
            row[columns.occupancyLabel] = level?.label
            row[columns.typicalOccupancyStatus] = departure.typical?.status?.code
            row[columns.typicalOccupancyLevel] = departure.typical?.status?.level?.rawValue
            row[columns.typicalDelayP50] = departure.typical?.delayP50
            alerts?.write(departure, row, columns.alerts)
        }
    }
}
