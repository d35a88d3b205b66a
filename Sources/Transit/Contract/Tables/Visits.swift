extension Tables {
    /// What a performed trip did at a stop; names are TIDES 1.0's as far as TIDES has a place for it.
    public struct StopVisits: Table {
        public static let columns = StopVisits()
        public static let about = About<StopVisits>(
            "stop_visits", "What one performed trip did at one stop; with truth, what it really did.",
            from: "stop-visits", "simulate"
        ) {
            .columns([$0.serviceDate, $0.tripIDPerformed, $0.tripStopSequence], time: [$0.firstSeen, $0.serviceDate])
        }

        public let serviceDate = day("service_date", .always, "The service day.")
        public let tripIDPerformed = text(
            "trip_id_performed", .always,
            "The run, once a service day: trip_id, and what tells it from others of that trip: start_time, vehicle_id.")
        public let tripStopSequence = whole(
            "trip_stop_sequence", .always, "The place among the run's stops: 1, 2, 3, ….")
        public let scheduledStopSequence = whole(
            "scheduled_stop_sequence", .ifKnown, "The timetable's stop_sequence.")
        public let patternID = text("pattern_id", .ifKnown, "Names the run's stops in their order, as build-polylines.")
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let dwell = whole(
            "dwell", .ifKnown, unit: .seconds, "From the actual arrival to the actual departure.")
        public let stopID = text("stop_id", .always, "Where it called; of a changed platform the one it changed to.")
        public let timepoint = flag("timepoint", .ifKnown, "As the timetable has it; absent where it says nothing.")
        public let scheduleArrivalTime = dateTime("schedule_arrival_time", .ifKnown)
        public let scheduleDepartureTime = dateTime("schedule_departure_time", .ifKnown)
        public let actualArrivalTime = dateTime("actual_arrival_time", .ifKnown)
        public let actualDepartureTime = dateTime("actual_departure_time", .ifKnown)
        public let distance = whole(
            "distance", .ifKnown, unit: .metres, "Along the way from the stop before.")
        public let scheduleRelationship = text(
            "schedule_relationship", .always, "Scheduled, Skipped, Added or Missing.")
        public let tripID = text("trip_id", .ifKnown, "As realtime and the timetable have it.")
        public let startDate = day("start_date", .always)
        public let startTime = serviceTime("start_time", .ifKnown, "Of runs that it tells apart: those of frequencies.")
        public let routeID = text("route_id", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let stopName = text("stop_name", .ifKnown)
        public let arrivalDelay = seconds("arrival_delay", .ifKnown, "Actual less scheduled.")
        public let departureDelay = seconds("departure_delay", .ifKnown, "Actual less scheduled.")
        public let arrivalSource = text(
            "arrival_source", .ifKnown, "How it is known: stopped, halted, passed, final_prediction; truth.")
        public let arrivalUncertainty = whole(
            "arrival_uncertainty", .ifKnown, unit: .seconds, "The true time lies within ± this in 95 % of cases.")
        public let departureSource = text("departure_source", .ifKnown, "As arrival_source.")
        public let departureUncertainty = whole("departure_uncertainty", .ifKnown, unit: .seconds)
        public let predictionCount = whole(
            "prediction_count", .ifKnown, "Distinct messages that had an arrival or departure for the stop.")
        public let firstSeen = instant("first_seen", .ifKnown, "The first record of the run at or for this stop.")
        public let lastSeen = instant("last_seen", .ifKnown)
        public let occupancyStatus = enumeration(
            "occupancy_status", .occupancyStatus, .ifKnown, "On leaving; absent is not EMPTY.")
        public let occupancyPercentage = whole("occupancy_percentage", .ifKnown, unit: .perCent)
        public let occupancySource = text("occupancy_source", .ifKnown, "vehicle or prediction; truth.")
    }

    /// A trip as it was performed.
    public struct TripsPerformed: Table {
        public static let columns = TripsPerformed()
        public static let about = About<TripsPerformed>(
            "trips_performed", "One trip as a vehicle performed it, or as it was scheduled and not seen.",
            from: "stop-visits"
        ) { .columns([$0.serviceDate, $0.tripIDPerformed], time: [$0.serviceDate]) }

        public let serviceDate = day("service_date", .always)
        public let tripIDPerformed = text("trip_id_performed", .always)
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let tripIDScheduled = text("trip_id_scheduled", .ifKnown)
        public let routeID = text("route_id", .ifKnown)
        public let routeType = text("route_type", .ifKnown, "In TIDES's words.")
        public let shapeID = text("shape_id", .ifKnown)
        public let patternID = text("pattern_id", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let blockID = text("block_id", .ifKnown)
        public let tripStartStopID = text("trip_start_stop_id", .ifKnown)
        public let tripEndStopID = text("trip_end_stop_id", .ifKnown)
        public let scheduleTripStart = dateTime("schedule_trip_start", .ifKnown)
        public let scheduleTripEnd = dateTime("schedule_trip_end", .ifKnown)
        public let actualTripStart = dateTime(
            "actual_trip_start", .ifKnown, "The actual departure from the first stop; never a first ping.")
        public let actualTripEnd = dateTime("actual_trip_end", .ifKnown, "The actual arrival at the last stop.")
        public let tripType = text("trip_type", .always, "In service.")
        public let scheduleRelationship = text(
            "schedule_relationship", .always, "Scheduled, Added, Unscheduled, Canceled or Duplicated.")
        public let visitsObserved = whole(
            "visits_observed", .always, "Stops with an actual arrival or departure.")
        public let visitsScheduled = whole("visits_scheduled", .always, "Stops of the run.")
        public let outliers = whole(
            "outliers", .ifKnown,
            "Positions that contradict the other positions of the run; no time is inferred from them.")
        public let match = text(
            "match", .always,
            "How realtime named it: exact by trip_id, start_time by route, direction, start_time and start_date, none.")
        public let startTime = serviceTime("start_time", .ifKnown, "Of runs that it tells apart: those of frequencies.")
        public let routeShortName = text("route_short_name", .ifKnown)
        public let shareCovered = number(
            "share_covered", .ifKnown, decimals: 4,
            "The part of the minutes of the run's scheduled span in which the archive has a snapshot, 0 to 1.")
        public let positionAges = json(
            "position_ages", .array(.array(.integer)), .ifKnown,
            "Pairs of seconds and count: how old the run's positions were when they were published.")
    }

    /// Where a vehicle was, in TIDES's words.
    public struct VehicleLocations: Table {
        public static let columns = VehicleLocations()
        public static let about = About<VehicleLocations>(
            "vehicle_locations", "Where a vehicle was at a time, each position once.", from: "stop-visits"
        ) { .columns([$0.locationPingID], time: [$0.serviceDate]) }

        public let locationPingID = text(
            "location_ping_id", .always, "A hash of vehicle, timestamp and position.")
        public let serviceDate = day("service_date", .ifKnown)
        public let eventTimestamp = dateTime("event_timestamp", .always)
        public let tripIDPerformed = text("trip_id_performed", .ifKnown)
        public let tripIDScheduled = text("trip_id_scheduled", .ifKnown)
        public let tripStopSequence = whole("trip_stop_sequence", .ifKnown)
        public let scheduledStopSequence = whole("scheduled_stop_sequence", .ifKnown)
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let deviceID = text("device_id", .ifKnown)
        public let patternID = text("pattern_id", .ifKnown)
        public let stopID = text("stop_id", .ifKnown)
        public let currentStatus = text("current_status", .ifKnown, "Incoming at, Stopped at or In transit to.")
        public let latitude = number("latitude", .ifKnown, unit: .degrees)
        public let longitude = number("longitude", .ifKnown, unit: .degrees)
        public let gpsQuality = text("gps_quality", .ifKnown)
        public let heading = number("heading", .ifKnown, unit: .degrees)
        public let speed = number("speed", .ifKnown, unit: .metresPerSecond)
        public let odometer = number("odometer", .ifKnown, unit: .metres)
        public let scheduleDeviation = whole("schedule_deviation", .ifKnown, unit: .seconds)
        public let headwayDeviation = whole("headway_deviation", .ifKnown, unit: .seconds)
        public let tripType = text("trip_type", .ifKnown)
        public let scheduleRelationship = text("schedule_relationship", .ifKnown)
    }
}
