import Contract
import Expectations
import GTFSSchedule
import Geometry
import Occupancy
import RealtimeJoin
import Schedule
import StageKit
import TimeZones

/// Writes runs with their stops as `trip_details` records.
struct TripDetailsWriter {
    /// The points of a phone's map above a list of stops.
    private static let mapWidth = 390.0
    private static let mapHeight = 200.0

    private let context: StageContext
    private let runs: TripRuns
    private let rows: RowSink<Tables.TripDetails>
    /// nil without alerts.
    let alerts: TripAlerts?
    /// nil without typical records.
    private let typical: TypicalFile?
    private let lines: DetourLines

    init(
        _ context: StageContext, _ runs: TripRuns, _ typical: TypicalFile?, _ alerts: TripAlerts?, _ lines: DetourLines
    ) {
        self.typical = typical
        self.lines = lines
        self.alerts = alerts
        self.context = context
        self.runs = runs
        rows = context.rows(of: Tables.TripDetails.self)
    }

    func write(_ run: TripRun) throws {
        let timetable = runs.timetable
        let trip = run.trip.map { timetable[$0] }
        let update = run.update.map { runs.realtime.updates[$0] }
        let vehicle = run.isCanceled ? nil : runs.vehicle(of: run)
        let routeID = trip?.routeID ?? update?.trip.routeID
        let route = routeID.flatMap { timetable.routeNumbers[$0] }.map { timetable[$0] }
        try rows.write { row, columns in
            row[columns.tripID] = run.tripID
            row[columns.startDate] = run.isUndated ? nil : run.day
            row[columns.startTime] = run.startTime
            row[columns.routeID] = routeID
            row[columns.routeShortName] = route?.shortName
            row[columns.routeLongName] = route?.longName
            row[columns.routeColor] = route?.color
            row[columns.routeTextColor] = route?.textColor
            row[columns.routeType] = route?.type
            row[columns.directionID] = trip == nil ? update?.trip.directionID : trip?.directionID
            row[columns.headsign] = update?.properties.headsign ?? trip?.headsign
            row[columns.wheelchairAccessible] =
                WheelchairAccess.asScheduled(update?.wheelchairAccessible) ?? WheelchairAccess.asScheduled(
                    vehicle?.wheelchairAccessible)
                ?? trip?.wheelchairAccessible
            row[columns.scheduleRelationship] = run.relationship
            row[columns.match] = runs.looseEvidence(of: run)?.rawValue
            row[columns.modificationsID] = run.modificationsID
            let line = lines[run]
            row[columns.encodedPolyline] = line.map { EncodedPolyline.encode($0, precision: 5) }
            row[columns.timezone] = runs.zone.name
            var places: [Coordinate] = []
            let stopTimes = run.stopTimes.filter { id(of: $0) != nil }
            let found = alerts?.places(of: run, routeID: routeID, stopTimes.map { ($0, id(of: $0) ?? "") })
            row.objects(columns.stops, stopTimes.enumerated()) { stop, stopTime in
                if let place = write(stopTime.element, of: run, stop) { places.append(place) }
                let ids = found?.stops[stopTime.offset] ?? []
                if !ids.isEmpty { stop.texts(Tables.TripDetails.Stop.columns.alertIDs, alerts?.ids(of: ids) ?? []) }
            }
            if let vehicle { row.object(columns.vehicle) { write(vehicle, $0) } }
            write(places, along: line, row, columns)
            if let found { alerts?.write(found, row, columns.alerts) }
        }
    }

    // MARK: Stops

    private func id(of stopTime: TripRun.StopTime) -> String? {
        stopTime.stop.map { runs.timetable[$0].id } ?? stopTime.stopID
    }

    /// Writes a stop and gives back where it is; nil if it has no coordinates.
    private func write(_ stopTime: TripRun.StopTime, of run: TripRun, _ row: Row<Tables.TripDetails.Stop>)
        -> Coordinate?
    {
        let columns = Tables.TripDetails.Stop.columns
        let start = runs.start(of: run.day)
        let stop = stopTime.stop.map { runs.timetable[$0] }
        let id = id(of: stopTime) ?? ""
        let place = stop?.coordinate
        row[columns.stopID] = id
        row[columns.stopName] = stop?.name
        row[columns.stopSequence] = stopTime.sequence
        row[columns.lat] = place?.latitude
        row[columns.lon] = place?.longitude
        if place == nil { reportPlace(id, run) }
        row[columns.arrivalTimeSecs] = (stopTime.scheduledArrival ?? stopTime.arrival).map { $0 - start }
        row[columns.departureTimeSecs] = (stopTime.scheduledDeparture ?? stopTime.departure).map { $0 - start }
        row[columns.platformCode] = stop?.platformCode
        row[columns.wheelchairBoarding] = stop.flatMap(wheelchairBoarding)
        row[columns.delay] = stopTime.delay
        let status = run.isCanceled ? nil : stopTime.occupancyStatus.map(OccupancyStatus.init(code:))
        let level = status?.level
        row[columns.occupancyStatus] = level == nil ? nil : status?.code
        row[columns.occupancyLevel] = level?.rawValue
        row[columns.occupancySymbol] = level?.symbol
        row[columns.occupancyColor] = level?.color
        row[columns.occupancyLabel] = level?.label
        let usual = usual(stopTime, id, of: run)
        row[columns.typicalOccupancyStatus] = usual?.status?.code
        row[columns.typicalOccupancyLevel] = usual?.status?.level?.rawValue
        row[columns.typicalDelayP50] = usual?.delayP50
        row[columns.skipped] = stopTime.isSkipped ? true : nil
        return place
    }

    /// What is usual at a stop; nothing is of a trip that realtime adds or cancels, and of a stop that it skips.
    private func usual(_ stopTime: TripRun.StopTime, _ id: String, of run: TripRun) -> TypicalFigure? {
        guard let typical, let trip = run.trip.map({ runs.timetable[$0] }), !run.isCanceled, !run.isUndated,
            !stopTime.isSkipped
        else { return nil }
        return typical.figure(
            TypicalQuestion(
                tripID: run.tripID, startTime: run.startTime, routeID: trip.routeID, directionID: trip.directionID,
                stopSequence: stopTime.sequence, stopID: id, day: run.day, second: nil),
            at: stopTime.scheduledDeparture ?? stopTime.scheduledArrival, runs.zone)
    }

    /// A stop that says nothing has what its station says (stops.txt, wheelchair_boarding).
    private func wheelchairBoarding(_ stop: Timetable.Stop) -> Int? {
        if let own = stop.wheelchairBoarding, own != 0 { return own }
        let parent = stop.parentStation.flatMap { runs.timetable.stopNumbers[$0] }.map { runs.timetable[$0] }
        return parent?.wheelchairBoarding ?? stop.wheelchairBoarding
    }

    private func reportPlace(_ id: String, _ run: TripRun) {
        context.diagnostics.report(
            .warning, "no_coordinates", field: "stop_id", value: id,
            message: "stop \(Finding.quoted(id)) of trip \(Finding.quoted(run.tripID)) has no coordinates"
                + "; lat and lon are null")
    }

    // MARK: Vehicle and view

    private func write(_ vehicle: VehicleState, _ row: Row<Tables.TripDetails.Vehicle>) {
        let columns = Tables.TripDetails.Vehicle.columns
        let status = vehicle.occupancyStatus.map(OccupancyStatus.init(code:))
        let level = status?.level
        row[columns.vehicleID] = vehicle.vehicleID
        row[columns.vehicleLabel] = vehicle.label
        row[columns.latitude] = vehicle.place?.latitude
        row[columns.longitude] = vehicle.place?.longitude
        row[columns.bearing] = vehicle.bearing
        row[columns.speed] = vehicle.speed
        row[columns.currentStopSequence] = vehicle.currentStopSequence
        row[columns.stopID] = vehicle.stopID
        row[columns.currentStatus] = vehicle.currentStatus
        row[columns.timestamp] = vehicle.timestamp
        row[columns.occupancyStatus] = level == nil ? nil : status?.code
        row[columns.occupancyPercentage] = vehicle.occupancyPercentage
        row[columns.occupancyLevel] = level?.rawValue
        row[columns.occupancySymbol] = level?.symbol
        row[columns.occupancyColor] = level?.color
        row[columns.occupancyLabel] = level?.label
    }

    /// Writes `bbox` and `fit`, null if no stop has a place: there is no map then.
    private func write(
        _ places: [Coordinate], along line: [Coordinate]?, _ row: Row<Tables.TripDetails>, _ columns: Tables.TripDetails
    ) {
        let bounds = places.isEmpty ? nil : Bounds(around: [Polyline(places + (line ?? [])).unwrapped])
        row.numbers(columns.bbox, bounds.map { [$0.west, $0.south, $0.east, $0.north] }, decimals: 6)
        let fit = bounds.map { MapFit($0, width: TripDetailsWriter.mapWidth, height: TripDetailsWriter.mapHeight) }
        row.object(columns.fit, fit) { row, fit in
            let columns = Tables.TripDetails.Fit.columns
            row.object(columns.center) { write(fit.center.latitude, fit.center.longitude, $0) }
            row.object(columns.span) { write(fit.latitudeSpan, fit.longitudeSpan, $0) }
            row[columns.zoom] = fit.zoom
        }
    }

    private func write(_ lat: Double, _ lon: Double, _ row: Row<Tables.TripDetails.Place>) {
        row[Tables.TripDetails.Place.columns.lat] = lat
        row[Tables.TripDetails.Place.columns.lon] = lon
    }
}
