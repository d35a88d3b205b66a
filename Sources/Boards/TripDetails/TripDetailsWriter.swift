import GTFSSchedule
import Geometry
import Journeys
import NDJSON
import Occupancy
import StageKit
import TimeZones

/// Writes runs with their stops as `trip_details` records.
struct TripDetailsWriter {
    /// The points of a phone's map above a list of stops.
    private static let mapWidth = 390.0
    private static let mapHeight = 200.0

    private let context: StageContext
    private let runs: TripRuns
    private let head: RecordHead
    private let figures: TableFigures

    init(_ context: StageContext, _ runs: TripRuns) {
        self.context = context
        self.runs = runs
        head = context.head(TripDetailsSchemas.tripDetails.name)
        figures = context.summary.table(TripDetailsSchemas.tripDetails.name)
    }

    private enum Key {
        static let tripID = JSONKey("trip_id")
        static let startDate = JSONKey("start_date")
        static let startTime = JSONKey("start_time")
        static let routeID = JSONKey("route_id")
        static let routeShortName = JSONKey("route_short_name")
        static let routeLongName = JSONKey("route_long_name")
        static let routeColor = JSONKey("route_color")
        static let routeTextColor = JSONKey("route_text_color")
        static let routeType = JSONKey("route_type")
        static let directionID = JSONKey("direction_id")
        static let headsign = JSONKey("headsign")
        static let wheelchairAccessible = JSONKey("wheelchair_accessible")
        static let scheduleRelationship = JSONKey("schedule_relationship")
        static let timezone = JSONKey("timezone")
        static let stops = JSONKey("stops")
        static let stopID = JSONKey("stop_id")
        static let stopName = JSONKey("stop_name")
        static let stopSequence = JSONKey("stop_sequence")
        static let lat = JSONKey("lat")
        static let lon = JSONKey("lon")
        static let arrivalTimeSecs = JSONKey("arrival_time_secs")
        static let departureTimeSecs = JSONKey("departure_time_secs")
        static let platformCode = JSONKey("platform_code")
        static let wheelchairBoarding = JSONKey("wheelchair_boarding")
        static let delay = JSONKey("delay")
        static let skipped = JSONKey("skipped")
        static let vehicle = JSONKey("vehicle")
        static let vehicleID = JSONKey("vehicle_id")
        static let vehicleLabel = JSONKey("vehicle_label")
        static let latitude = JSONKey("latitude")
        static let longitude = JSONKey("longitude")
        static let bearing = JSONKey("bearing")
        static let speed = JSONKey("speed")
        static let currentStopSequence = JSONKey("current_stop_sequence")
        static let currentStatus = JSONKey("current_status")
        static let timestamp = JSONKey("timestamp")
        static let occupancyStatus = JSONKey("occupancy_status")
        static let occupancyPercentage = JSONKey("occupancy_percentage")
        static let bbox = JSONKey("bbox")
        static let fit = JSONKey("fit")
        static let center = JSONKey("center")
        static let span = JSONKey("span")
        static let zoom = JSONKey("zoom")
    }

    func write(_ run: TripRun) throws {
        let timetable = runs.timetable
        let trip = run.trip.map { timetable[$0] }
        let update = run.update.map { runs.realtime.updates[$0] }
        let vehicle = run.isCanceled ? nil : runs.vehicle(of: run)
        let routeID = trip?.routeID ?? update?.trip.routeID
        let route = routeID.flatMap { timetable.routeNumbers[$0] }.map { timetable[$0] }
        context.sink.begin(head)
        let writer = context.sink.writer
        writer.text(Key.tripID, run.tripID)
        if !run.isUndated { writer.text(Key.startDate, CivilDate(daysSinceEpoch: run.day).compactText) }
        writer.text(Key.startTime, run.startTime.map(ScheduleTime.text))
        writer.text(Key.routeID, routeID)
        writer.text(Key.routeShortName, route?.shortName)
        writer.text(Key.routeLongName, route?.longName)
        writer.text(Key.routeColor, route?.color)
        writer.text(Key.routeTextColor, route?.textColor)
        writer.integer(Key.routeType, route?.type)
        writer.integer(Key.directionID, trip == nil ? update?.trip.directionID : trip?.directionID)
        writer.text(Key.headsign, update?.properties.headsign ?? trip?.headsign)
        writer.integer(
            Key.wheelchairAccessible,
            Board.accessible(update?.wheelchairAccessible) ?? Board.accessible(vehicle?.wheelchairAccessible)
                ?? trip?.wheelchairAccessible)
        writer.key(Key.scheduleRelationship)
        writer.integer(run.relationship)
        writer.text(Key.timezone, runs.zone.name)
        let places = writeStops(of: run)
        if let vehicle { write(vehicle) }
        write(places)
        try context.sink.end(figures)
    }

    // MARK: Stops

    /// Writes the stops and gives back where they are.
    private func writeStops(of run: TripRun) -> [Coordinate] {
        let writer = context.sink.writer
        let start = runs.start(of: run.day)
        var places: [Coordinate] = []
        writer.key(Key.stops)
        writer.beginArray()
        for call in run.calls {
            guard let id = call.stop.map({ runs.timetable[$0].id }) ?? call.stopID else { continue }
            let stop = call.stop.map { runs.timetable[$0] }
            writer.separator()
            writer.beginObject()
            writer.member(Key.stopID)
            writer.string(id)
            writer.text(Key.stopName, stop?.name)
            writer.integer(Key.stopSequence, call.sequence)
            let coordinate = stop.flatMap { stop in
                stop.latitude.isNaN ? nil : Coordinate(latitude: stop.latitude, longitude: stop.longitude)
            }
            writer.key(Key.lat)
            if let coordinate { writer.rounded(coordinate.latitude, decimals: 6) } else { writer.null() }
            writer.key(Key.lon)
            if let coordinate { writer.rounded(coordinate.longitude, decimals: 6) } else { writer.null() }
            if let coordinate { places.append(coordinate) } else { reportPlace(id, run) }
            writer.integer(Key.arrivalTimeSecs, (call.scheduledArrival ?? call.arrival).map { $0 - start })
            writer.integer(Key.departureTimeSecs, (call.scheduledDeparture ?? call.departure).map { $0 - start })
            writer.text(Key.platformCode, stop?.platformCode)
            writer.integer(Key.wheelchairBoarding, stop.flatMap(wheelchairBoarding))
            writer.integer(Key.delay, call.delay)
            if !run.isCanceled, let status = call.occupancyStatus.map(OccupancyStatus.init(code:)), status.level != nil
            {
                writer.integer(Key.occupancyStatus, status.code)
                writer.level(status)
            }
            if call.isSkipped {
                writer.key(Key.skipped)
                writer.bool(true)
            }
            writer.endObject()
        }
        writer.endArray()
        return places
    }

    /// A stop that says nothing has what its station says (stops.txt, wheelchair_boarding).
    private func wheelchairBoarding(_ stop: Timetable.Stop) -> Int? {
        if let own = stop.wheelchairBoarding, own != 0 { return own }
        let parent = stop.parentStation.flatMap { runs.timetable.stopNumbers[$0] }.map { runs.timetable[$0] }
        return parent?.wheelchairBoarding ?? stop.wheelchairBoarding
    }

    private func reportPlace(_ id: String, _ run: TripRun) {
        context.diagnostics.report(
            Finding(
                .warning, "no_coordinates", field: "stop_id", value: id,
                message: "stop \(Finding.quoted(id)) of trip \(Finding.quoted(run.tripID)) has no coordinates "
                    + "(lat and lon are null)"))
    }

    // MARK: Vehicle and view

    private func write(_ vehicle: VehicleState) {
        let writer = context.sink.writer
        writer.key(Key.vehicle)
        writer.beginObject()
        writer.member(Key.vehicleID)
        if let id = vehicle.vehicleID { writer.string(id) } else { writer.null() }
        writer.text(Key.vehicleLabel, vehicle.label)
        if let latitude = vehicle.latitude, let longitude = vehicle.longitude {
            writer.key(Key.latitude)
            writer.rounded(latitude, decimals: 6)
            writer.key(Key.longitude)
            writer.rounded(longitude, decimals: 6)
        }
        for (key, value) in [(Key.bearing, vehicle.bearing), (Key.speed, vehicle.speed)] {
            guard let value else { continue }
            writer.key(key)
            writer.double(value)
        }
        writer.integer(Key.currentStopSequence, vehicle.currentStopSequence)
        writer.text(Key.stopID, vehicle.stopID)
        writer.integer(Key.currentStatus, vehicle.currentStatus)
        writer.integer(Key.timestamp, vehicle.timestamp)
        let status = vehicle.occupancyStatus.map(OccupancyStatus.init(code:))
        writer.key(Key.occupancyStatus)
        if let status, status.level != nil { writer.integer(status.code) } else { writer.null() }
        writer.integer(Key.occupancyPercentage, vehicle.occupancyPercentage)
        writer.level(status)
        writer.endObject()
    }

    /// Writes `bbox` and `fit`, null where no stop has a place: there is no map then.
    private func write(_ places: [Coordinate]) {
        let writer = context.sink.writer
        writer.key(Key.bbox)
        guard let bounds = Bounds(around: [Polyline(places).unwrapped]) else {
            writer.null()
            writer.key(Key.fit)
            writer.null()
            return
        }
        writer.beginArray()
        for edge in [bounds.west, bounds.south, bounds.east, bounds.north] {
            writer.separator()
            writer.rounded(edge, decimals: 6)
        }
        writer.endArray()
        let fit = MapFit(bounds, width: TripDetailsWriter.mapWidth, height: TripDetailsWriter.mapHeight)
        writer.key(Key.fit)
        writer.beginObject()
        writer.member(Key.center)
        writePair(fit.center.latitude, fit.center.longitude)
        writer.member(Key.span)
        writePair(fit.latitudeSpan, fit.longitudeSpan)
        writer.member(Key.zoom)
        writer.rounded(fit.zoom, decimals: 2)
        writer.endObject()
    }

    private func writePair(_ lat: Double, _ lon: Double) {
        let writer = context.sink.writer
        writer.beginObject()
        writer.member(Key.lat)
        writer.rounded(lat, decimals: 6)
        writer.member(Key.lon)
        writer.rounded(lon, decimals: 6)
        writer.endObject()
    }
}
