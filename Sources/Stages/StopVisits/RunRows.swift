import Contract
import StageKit
import TimeZones
import VehiclePaths

/// Fills the rows of performed runs; each thread has its own.
final class RunRows {
    private var clock: ZoneClock

    init(_ zone: Zone) { clock = ZoneClock(zone) }

    private func time(_ instant: Int?) -> OffsetTime? { instant.map { clock.time(at: $0) } }

    func fill(_ row: Row<Tables.StopVisits>, _ columns: Tables.StopVisits, _ visit: Visit, _ run: PerformedRun) {
        row[columns.serviceDate] = run.serviceDay ?? 0
        row[columns.tripIDPerformed] = run.performedID
        row[columns.tripStopSequence] = visit.place + 1
        row[columns.scheduledStopSequence] = visit.sequence
        row[columns.patternID] = run.patternID
        row[columns.vehicleID] = run.vehicleID
        row[columns.dwell] = visit.arrival.flatMap { arrival in visit.departure.map { $0.time - arrival.time } }
        row[columns.stopID] = visit.stopID
        row[columns.timepoint] = visit.timepoint < 0 ? nil : visit.timepoint == 1
        row[columns.scheduleArrivalTime] = time(visit.scheduledArrival)
        row[columns.scheduleDepartureTime] = time(visit.scheduledDeparture)
        row[columns.actualArrivalTime] = time(visit.arrival?.time)
        row[columns.actualDepartureTime] = time(visit.departure?.time)
        row[columns.distance] = visit.distance
        row[columns.scheduleRelationship] = visit.relationship.rawValue
        row[columns.tripID] = run.tripID
        row[columns.startDate] = run.serviceDay ?? 0
        row[columns.startTime] = run.startTime
        row[columns.routeID] = run.route?.id
        row[columns.directionID] = run.directionID
        row[columns.routeShortName] = run.route?.shortName
        row[columns.stopName] = visit.stopName
        row[columns.arrivalDelay] = visit.arrival.flatMap { arrival in visit.scheduledArrival.map { arrival.time - $0 }
        }
        row[columns.departureDelay] = visit.departure.flatMap { departure in
            visit.scheduledDeparture.map { departure.time - $0 }
        }
        row[columns.arrivalSource] = visit.arrival?.source.word
        row[columns.arrivalUncertainty] = visit.arrival?.uncertainty
        row[columns.departureSource] = visit.departure?.source.word
        row[columns.departureUncertainty] = visit.departure?.uncertainty
        row[columns.predictionCount] = visit.predictionCount > 0 ? visit.predictionCount : nil
        row[columns.firstSeen] = visit.firstSeen
        row[columns.lastSeen] = visit.lastSeen
        row[columns.occupancyStatus] = visit.occupancy?.status
        row[columns.occupancyPercentage] = visit.occupancy?.percentage
        row[columns.occupancySource] = visit.occupancy.map { $0.isPrediction ? "prediction" : "vehicle" }
    }

    func fill(_ row: Row<Tables.TripsPerformed>, _ columns: Tables.TripsPerformed, _ run: PerformedRun) {
        row[columns.serviceDate] = run.serviceDay ?? 0
        row[columns.tripIDPerformed] = run.performedID
        row[columns.vehicleID] = run.vehicleID
        row[columns.tripIDScheduled] = run.tripIDScheduled
        row[columns.routeID] = run.route?.id
        row[columns.routeType] = run.route?.type.flatMap(TIDESWords.routeType)
        row[columns.shapeID] = run.shapeID
        row[columns.patternID] = run.patternID
        row[columns.directionID] = run.directionID
        row[columns.blockID] = run.blockID
        row[columns.tripStartStopID] = run.firstStopID
        row[columns.tripEndStopID] = run.lastStopID
        row[columns.scheduleTripStart] = time(run.scheduledStart)
        row[columns.scheduleTripEnd] = time(run.scheduledEnd)
        let first = run.visits.first.flatMap { $0.place == 0 ? $0.departure?.time : nil }
        let last = run.visits.last.flatMap { $0.place == run.stopCount - 1 ? $0.arrival?.time : nil }
        row[columns.actualTripStart] = time(first)
        row[columns.actualTripEnd] = time(last)
        row[columns.tripType] = "In service"
        row[columns.scheduleRelationship] = run.relationship.rawValue
        row[columns.visitsObserved] = run.observedCount
        row[columns.visitsScheduled] = run.stopCount
        row[columns.outliers] = run.outliers
        row[columns.match] = run.match.rawValue
        row[columns.startTime] = run.startTime
        row[columns.routeShortName] = run.route?.shortName
        if let share = run.shareCovered { row[columns.shareCovered] = share }
        guard !run.positionAges.isEmpty else { return }
        row.json(columns.positionAges) { writer in
            writer.beginArray()
            for (seconds, count) in run.positionAges {
                writer.separator()
                writer.beginArray()
                writer.integer(seconds)
                writer.append(UInt8(ascii: ","))
                writer.integer(count)
                writer.endArray()
            }
            writer.endArray()
        }
    }

    func fill(
        _ row: Row<Tables.VehicleLocations>, _ columns: Tables.VehicleLocations, _ location: Location,
        _ run: PerformedRun
    ) {
        let fix = location.fix
        let details = location.details
        let digits = String(location.pingID, radix: 16)
        row[columns.locationPingID] = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        row[columns.serviceDate] = run.serviceDay
        row[columns.eventTimestamp] = clock.time(at: Int(fix.time))
        row[columns.tripIDPerformed] = run.isTrip ? run.performedID : nil
        row[columns.tripIDScheduled] = run.tripIDScheduled
        row[columns.tripStopSequence] = location.place.map { $0 + 1 }
        row[columns.scheduledStopSequence] = run.tripIDScheduled == nil ? nil : location.scheduledSequence
        row[columns.vehicleID] = run.vehicleID
        row[columns.patternID] = run.patternID
        row[columns.stopID] = location.stopID
        row[columns.currentStatus] = TIDESWords.status(fix.status)
        if fix.latitude != Fix.none {
            row[columns.latitude] = (Double(fix.latitude) / 1e7)
            row[columns.longitude] = (Double(fix.longitude) / 1e7)
        }
        row[columns.heading] = details.bearing >= 0 && details.bearing <= 360 ? Double("\(details.bearing)") : nil
        row[columns.speed] = details.speed >= 0 ? Double("\(details.speed)") : nil
        row[columns.odometer] = details.odometer >= 0 ? details.odometer : nil
        row[columns.tripType] = run.isTrip ? "In service" : nil
    }
}
