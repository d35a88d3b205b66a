extension Tables {
    /// One run of a trip with its route and stops.
    public struct TripDetails: Table {
        public static let columns = TripDetails()
        public static let about = About<TripDetails>(
            "trip_details", "One run of a trip with its route and stops.", from: "trip-details"
        ) { .columns([$0.tripID, $0.startDate, $0.startTime], time: [$0.startDate]) }

        public let tripID = text("trip_id", .always)
        public let startDate = day("start_date", .ifKnown, "The service day; absent if the trip never runs.")
        public let startTime = serviceTime(
            "start_time", .ifKnown, "Start time of the run, for trips in frequencies.txt and trips that realtime adds.")
        public let routeID = text("route_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let routeLongName = text("route_long_name", .ifKnown)
        public let routeColor = text("route_color", .ifKnown)
        public let routeTextColor = text("route_text_color", .ifKnown)
        public let routeType = whole("route_type", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let headsign = text("headsign", .ifKnown)
        public let wheelchairAccessible = whole(
            "wheelchair_accessible", .ifKnown,
            "0 unknown, 1 yes, 2 no, as in trips.txt; a realtime value takes precedence.")
        public let scheduleRelationship = enumeration(
            "schedule_relationship", .tripRelationship, .always,
            "Relationship of the trip; SCHEDULED if realtime does not mention it.")
        public let match = text(
            "match", .ifKnown,
            "With --match loose: what the update without a valid trip_id was matched by, start_time or stops.")
        public let modificationsID = text(
            "modifications_id", .ifKnown,
            "Id of the TripModifications entity that detours the trip; stop_sequence then counts from 1.")
        public let encodedPolyline = text(
            "encoded_polyline", .ifKnown,
            "The line of the detour, an encoded polyline with 5 decimal places; absent if neither realtime nor the feed "
                + "has a shape for it.")
        public let timezone = text("timezone", .always, "IANA time zone of the service day.")
        public let stops = objects("stops", of: Stop.self, .always, "The stops of the trip, in order.")
        public let vehicle = object(
            "vehicle", of: Vehicle.self, .ifKnown, "The vehicle that serves the trip, if known.")
        public let bbox = numbers(
            "bbox", .nullable,
            "Bounding box in degrees: west, south, east, north; null if no stop has coordinates. It "
                + "includes encoded_polyline.")
        public let fit = object(
            "fit", of: Fit.self, .nullable, "Centre and zoom with which a map of 390 by 200 points shows all stops.")
        public let alerts = objects(
            "alerts", of: AlertNote.self, .ifKnown,
            "The alerts of the trip and of its stops, each once, the most severe first; at most 100.")

        public struct Stop: Members {
            public static let columns = Stop()
            public let stopID = text("stop_id", .always)
            public let stopName = text("stop_name", .ifKnown)
            public let stopSequence = whole("stop_sequence", .ifKnown)
            public let lat = number("lat", .nullable, decimals: 6, unit: .degrees, "Degrees north, 6 decimal places.")
            public let lon = number("lon", .nullable, decimals: 6, unit: .degrees, "Degrees east, 6 decimal places.")
            public let arrivalTimeSecs = whole(
                "arrival_time_secs", .ifKnown, unit: .seconds,
                "Scheduled time, in seconds from noon minus 12 hours of the service day.")
            public let departureTimeSecs = whole("departure_time_secs", .ifKnown, unit: .seconds)
            public let platformCode = text("platform_code", .ifKnown)
            public let wheelchairBoarding = whole(
                "wheelchair_boarding", .ifKnown, "Value of the stop, or of its station if the stop has none.")
            public let delay = seconds(
                "delay", .ifKnown, "Seconds late, negative if early; absent if no prediction applies.")
            public let occupancyStatus = enumeration(
                "occupancy_status", .occupancyStatus, .ifKnown,
                "Predicted for the departure (departure_occupancy_status), 0 to 6; absent without a prediction.")
            public let occupancyLevel = text("occupancy_level", .ifKnown)
            public let occupancySymbol = text("occupancy_symbol", .ifKnown)
            public let occupancyColor = text("occupancy_color", .ifKnown)
            public let occupancyLabel = text("occupancy_label", .ifKnown)
            public let typicalOccupancyStatus = enumeration(
                "typical_occupancy_status", .occupancyStatus, .ifKnown,
                "With --typical: the usual status on departure, 0 to 6.")
            public let typicalOccupancyLevel = text("typical_occupancy_level", .ifKnown)
            public let typicalDelayP50 = seconds(
                "typical_delay_p50", .ifKnown, "With --typical: the median delay; see the table typical.")
            public let skipped = flag("skipped", .ifKnown, "True if the vehicle will not stop.")
            public let alertIDs = texts(
                "alert_ids", .ifKnown,
                "The alerts that name this stop and are in force when the vehicle is there, by alert_id; at most 20.")
        }

        public struct Vehicle: Members {
            public static let columns = Vehicle()
            public let vehicleID = text("vehicle_id", .nullable)
            public let vehicleLabel = text("vehicle_label", .ifKnown)
            public let latitude = number("latitude", .ifKnown, decimals: 6, unit: .degrees)
            public let longitude = number("longitude", .ifKnown, decimals: 6, unit: .degrees)
            public let bearing = number("bearing", .ifKnown, unit: .degrees, "Degrees clockwise from north.")
            public let speed = number("speed", .ifKnown, unit: .metresPerSecond, "Metres per second.")
            public let currentStopSequence = whole("current_stop_sequence", .ifKnown)
            public let stopID = text("stop_id", .ifKnown)
            public let currentStatus = whole("current_status", .ifKnown)
            public let timestamp = instant("timestamp", .ifKnown, "POSIX seconds.")
            public let occupancyStatus = enumeration(
                "occupancy_status", .occupancyStatus, .nullable, "Occupancy status 0 to 6; null if unknown.")
            public let occupancyPercentage = whole("occupancy_percentage", .ifKnown, unit: .perCent)
            public let occupancyLevel = text("occupancy_level", .ifKnown)
            public let occupancySymbol = text("occupancy_symbol", .ifKnown)
            public let occupancyColor = text("occupancy_color", .ifKnown)
            public let occupancyLabel = text("occupancy_label", .ifKnown)
        }

        public struct Fit: Members {
            public static let columns = Fit()
            public let center = object("center", of: Place.self, .always)
            public let span = object("span", of: Place.self, .always)
            public let zoom = number(
                "zoom", .always, decimals: 2, "Web map zoom, for a world 512 points wide at zoom 0.")
        }

        public struct Place: Members {
            public static let columns = Place()
            public let lat = number("lat", .always, decimals: 6, unit: .degrees, "Degrees.")
            public let lon = number("lon", .always, decimals: 6, unit: .degrees, "Degrees.")
        }
    }
}
