extension Tables {
    /// What a performed trip did at a stop; names are TIDES 1.0's as far as TIDES has a place for it.
    public struct StopVisits: Table {
        public static let columns = StopVisits()
        public static let about = About<StopVisits>(
            "stop_visits", "The visit of one performed trip to one stop; with --truth of simulate, the true times.",
            from: "stop-visits", "simulate"
        ) {
            .columns([$0.serviceDate, $0.tripIDPerformed, $0.tripStopSequence], time: [$0.firstSeen, $0.serviceDate])
        }

        public let serviceDate = day("service_date", .always, "The service day.")
        public let tripIDPerformed = text(
            "trip_id_performed", .always,
            "Identifies the run within the service day: trip_id, with start_time or vehicle_id if a trip has several runs."
        )
        public let tripStopSequence = whole(
            "trip_stop_sequence", .always, "Position among the run's stops: 1, 2, 3, ….")
        public let scheduledStopSequence = whole(
            "scheduled_stop_sequence", .ifKnown, "stop_sequence in the timetable.")
        public let patternID = text(
            "pattern_id", .ifKnown, "Identifies the run's sequence of stops, as in build-polylines.")
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let dwell = whole(
            "dwell", .ifKnown, unit: .seconds, "Time from actual arrival to actual departure.")
        public let stopID = text(
            "stop_id", .always, "The stop served; if realtime changes the platform, the new platform.")
        public let timepoint = flag("timepoint", .ifKnown, "Copied from the timetable; absent if empty there.")
        public let scheduleArrivalTime = dateTime("schedule_arrival_time", .ifKnown)
        public let scheduleDepartureTime = dateTime("schedule_departure_time", .ifKnown)
        public let actualArrivalTime = dateTime("actual_arrival_time", .ifKnown)
        public let actualDepartureTime = dateTime("actual_departure_time", .ifKnown)
        public let distance = whole(
            "distance", .ifKnown, unit: .metres, "Distance along the path from the previous stop.")
        public let scheduleRelationship = text(
            "schedule_relationship", .always, "Relationship to the schedule: Scheduled, Skipped, Added or Missing.")
        public let tripID = text("trip_id", .ifKnown, "trip_id, as in realtime and the timetable.")
        public let startDate = day("start_date", .always)
        public let startTime = serviceTime(
            "start_time", .ifKnown, "Start time of the run, for trips in frequencies.txt.")
        public let routeID = text("route_id", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let stopName = text("stop_name", .ifKnown)
        public let arrivalDelay = seconds("arrival_delay", .ifKnown, "Actual minus scheduled time; negative if early.")
        public let departureDelay = seconds(
            "departure_delay", .ifKnown, "Actual minus scheduled time; negative if early.")
        public let arrivalSource = text(
            "arrival_source", .ifKnown,
            "How the time was inferred: stopped, halted, passed or final_prediction; truth for simulated data.")
        public let arrivalUncertainty = whole(
            "arrival_uncertainty", .ifKnown, unit: .seconds,
            "In 95 % of cases the true time lies within ± this many seconds.")
        public let departureSource = text("departure_source", .ifKnown, "Same values as arrival_source.")
        public let departureUncertainty = whole("departure_uncertainty", .ifKnown, unit: .seconds)
        public let predictionCount = whole(
            "prediction_count", .ifKnown, "Number of distinct messages with an arrival or departure for the stop.")
        public let firstSeen = instant("first_seen", .ifKnown, "Time of the run's first record at or for this stop.")
        public let lastSeen = instant("last_seen", .ifKnown)
        public let occupancyStatus = enumeration(
            "occupancy_status", .occupancyStatus, .ifKnown,
            "Occupancy status on departure; absent means unknown, not EMPTY.")
        public let occupancyPercentage = whole("occupancy_percentage", .ifKnown, unit: .perCent)
        public let occupancySource = text(
            "occupancy_source", .ifKnown, "Source of the occupancy: vehicle or prediction; truth for simulated data.")
    }

    /// A trip as it was performed.
    public struct TripsPerformed: Table {
        public static let columns = TripsPerformed()
        public static let about = About<TripsPerformed>(
            "trips_performed", "One trip as performed by a vehicle, or a scheduled trip that was not observed.",
            from: "stop-visits"
        ) { .columns([$0.serviceDate, $0.tripIDPerformed], time: [$0.serviceDate]) }

        public let serviceDate = day("service_date", .always)
        public let tripIDPerformed = text("trip_id_performed", .always)
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let tripIDScheduled = text("trip_id_scheduled", .ifKnown)
        public let routeID = text("route_id", .ifKnown)
        public let routeType = text("route_type", .ifKnown, "Route type, spelled as in TIDES.")
        public let shapeID = text("shape_id", .ifKnown)
        public let patternID = text("pattern_id", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let blockID = text("block_id", .ifKnown)
        public let tripStartStopID = text("trip_start_stop_id", .ifKnown)
        public let tripEndStopID = text("trip_end_stop_id", .ifKnown)
        public let scheduleTripStart = dateTime("schedule_trip_start", .ifKnown)
        public let scheduleTripEnd = dateTime("schedule_trip_end", .ifKnown)
        public let actualTripStart = dateTime(
            "actual_trip_start", .ifKnown, "Actual departure from the first stop; never the time of the first position."
        )
        public let actualTripEnd = dateTime("actual_trip_end", .ifKnown, "Actual arrival at the last stop.")
        public let tripType = text("trip_type", .always, "TIDES trip type: In service.")
        public let scheduleRelationship = text(
            "schedule_relationship", .always,
            "Relationship to the schedule: Scheduled, Added, Unscheduled, Canceled or Duplicated.")
        public let visitsObserved = whole(
            "visits_observed", .always, "Number of stops with an actual arrival or departure.")
        public let visitsScheduled = whole("visits_scheduled", .always, "Number of stops of the run.")
        public let outliers = whole(
            "outliers", .ifKnown,
            "Number of positions that contradict the other positions of the run; no time is inferred from them.")
        public let match = text(
            "match", .always,
            "How realtime identified the run: exact (trip_id), start_time (route, direction, start_time and start_date), stops (--match loose) or none."
        )
        public let startTime = serviceTime(
            "start_time", .ifKnown, "Start time of the run, for trips in frequencies.txt.")
        public let routeShortName = text("route_short_name", .ifKnown)
        public let shareCovered = number(
            "share_covered", .ifKnown, decimals: 4,
            "Share of the minutes between scheduled start and end in which the archive has a snapshot, 0 to 1.")
        public let positionAges = json(
            "position_ages", .array(.array(.integer)), .ifKnown,
            "Age of the run's positions when they were published: pairs of seconds and count.")
    }

    /// Where a vehicle was, in TIDES's words.
    public struct VehicleLocations: Table {
        public static let columns = VehicleLocations()
        public static let about = About<VehicleLocations>(
            "vehicle_locations", "The position of a vehicle at one time; each position is written once.",
            from: "stop-visits"
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
        public let currentStatus = text(
            "current_status", .ifKnown, "Status at the stop: Incoming at, Stopped at or In transit to.")
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
