extension Tables {
    /// One message of GTFS-Realtime.
    public struct FeedMessages: MessageTable {
        public static let columns = FeedMessages()
        public static let about = About<FeedMessages>(
            "feed_messages", "One realtime message: its source and header.", from: "decode-rt", "predict"
        ) { .content(except: [$0.source], time: [$0.timestamp], isTimed: true, conflict: .first) }

        public let source = text("source", .always, "File name; - for standard input.")
        public let gtfsRealtimeVersion = text("gtfs_realtime_version")
        public let incrementality = enumeration("incrementality", .incrementality)
        public let timestamp = instant("timestamp")
        public let feedVersion = text("feed_version")
    }

    /// A vehicle's position, flat.
    public struct VehiclePositions: MessageTable {
        public static let columns = VehiclePositions()
        /// The contract's observation, and its rule for conflicting ones.
        public static let about = About<VehiclePositions>(
            "vehicle_positions", "The position and occupancy of one vehicle.", from: "decode-rt"
        ) {
            .ladder(
                VehicleRung.allCases.map(\.columns), time: [$0.timestamp, $0.feedTimestamp],
                conflict: .largest(of: $0.feedTimestamp, $0.occupancyStatus))
        }

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
        public let tripID = text("trip_id", of: "trip")
        public let routeID = text("route_id", of: "trip")
        public let directionID = whole("direction_id", of: "trip")
        public let startTime = serviceTime("start_time", of: "trip")
        public let startDate = day("start_date", of: "trip")
        public let scheduleRelationship = enumeration("schedule_relationship", of: "trip", .tripRelationship)
        public let vehicleID = text("id", of: "vehicle", as: "vehicle_id")
        public let vehicleLabel = text("label", of: "vehicle", as: "vehicle_label")
        public let licensePlate = text("license_plate", of: "vehicle")
        public let wheelchairAccessible = enumeration("wheelchair_accessible", of: "vehicle", .wheelchairAccessible)
        public let latitude = number("latitude", of: "position", unit: .degrees)
        public let longitude = number("longitude", of: "position", unit: .degrees)
        public let bearing = number("bearing", of: "position", unit: .degrees)
        public let odometer = number("odometer", of: "position", unit: .metres)
        public let speed = number("speed", of: "position", unit: .metresPerSecond)
        public let currentStopSequence = whole("current_stop_sequence")
        public let stopID = text("stop_id")
        public let currentStatus = enumeration("current_status", .stopStatus)
        public let timestamp = instant("timestamp")
        public let congestionLevel = enumeration("congestion_level", .congestionLevel)
        /// There is no default: absent is null, never EMPTY.
        public let occupancyStatus = alwaysThere("occupancy_status", .occupancyStatus)
        public let occupancyPercentage = whole("occupancy_percentage")
        public let multiCarriageDetails = nested("multi_carriage_details")
        public let modifiedTrip = message("modified_trip", of: "trip", ModifiedTripSelector.self)
    }

    /// One carriage of a position's multi_carriage_details.
    public struct CarriageDetails: MessageMembers {
        public static let columns = CarriageDetails()
        public let id = text("id")
        public let label = text("label")
        public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus)
        public let occupancyPercentage = whole("occupancy_percentage")
        public let carriageSequence = whole("carriage_sequence")
    }

    /// What Transport for NSW adds to a position.
    public struct TfNSWPosition: MessageMembers {
        public static let columns = TfNSWPosition()
        public let consist = messages("consist", TfNSWCarriage.self, as: "consist")
    }

    /// One carriage of its consist.
    public struct TfNSWCarriage: MessageMembers {
        public static let columns = TfNSWCarriage()
        public let name = text("name")
        public let positionInConsist = whole("position_in_consist")
        public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus)
    }

    /// What is predicted for a trip, its stops in an array.
    public struct TripUpdates: MessageTable {
        public static let columns = TripUpdates()
        public static let about = About<TripUpdates>(
            "trip_updates", "Predictions for one trip.", from: "decode-rt", "predict"
        ) { .statement($0.feedTimestamp, time: [$0.timestamp, $0.feedTimestamp], isTimed: true) }

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
        public let tripID = text("trip_id", of: "trip")
        public let routeID = text("route_id", of: "trip")
        public let directionID = whole("direction_id", of: "trip")
        public let startTime = serviceTime("start_time", of: "trip")
        public let startDate = day("start_date", of: "trip")
        public let scheduleRelationship = enumeration("schedule_relationship", of: "trip", .tripRelationship)
        public let vehicleID = text("id", of: "vehicle", as: "vehicle_id")
        public let vehicleLabel = text("label", of: "vehicle", as: "vehicle_label")
        public let licensePlate = text("license_plate", of: "vehicle")
        public let wheelchairAccessible = enumeration("wheelchair_accessible", of: "vehicle", .wheelchairAccessible)
        public let timestamp = instant("timestamp")
        public let delay = seconds("delay")
        public let stopTimeUpdates = messages("stop_time_update", StopTimeUpdateMembers.self, as: "stop_time_updates")
        public let tripProperties = message("trip_properties", TripProperties.self)
        public let modifiedTrip = message("modified_trip", of: "trip", ModifiedTripSelector.self)
    }

    /// What is predicted for a stop of a trip, in the array of a trip update.
    public struct StopTimeUpdateMembers: MessageMembers {
        public static let columns = StopTimeUpdateMembers()

        public let stopSequence = whole("stop_sequence")
        public let stopID = text("stop_id")
        public let arrivalDelay = seconds("delay", of: "arrival", as: "arrival_delay")
        public let arrivalTime = instant("time", of: "arrival", as: "arrival_time")
        public let arrivalUncertainty = whole("uncertainty", of: "arrival", as: "arrival_uncertainty")
        public let arrivalScheduledTime = instant("scheduled_time", of: "arrival", as: "arrival_scheduled_time")
        public let departureDelay = seconds("delay", of: "departure", as: "departure_delay")
        public let departureTime = instant("time", of: "departure", as: "departure_time")
        public let departureUncertainty = whole("uncertainty", of: "departure", as: "departure_uncertainty")
        public let departureScheduledTime = instant("scheduled_time", of: "departure", as: "departure_scheduled_time")
        public let departureOccupancyStatus = enumeration("departure_occupancy_status", .occupancyStatus)
        public let scheduleRelationship = enumeration("schedule_relationship", .stopRelationship)
        public let stopTimeProperties = message("stop_time_properties", StopTimeProperties.self)
    }

    /// The same as a row of its own, after what it tells of its trip; the trip's schedule_relationship makes room for the
    /// stop's.
    public struct StopTimeUpdates: MessageTable {
        public static let columns = StopTimeUpdates()
        public static let about = About<StopTimeUpdates>(
            "stop_time_updates", "Predictions for one stop of a trip (--explode).", from: "decode-rt"
        ) { .statement($0.feedTimestamp, time: [TripUpdates.columns.timestamp, $0.feedTimestamp], isTimed: true) }

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let tripID = text("trip_id", of: "trip")
        public let routeID = text("route_id", of: "trip")
        public let directionID = whole("direction_id", of: "trip")
        public let startTime = serviceTime("start_time", of: "trip")
        public let startDate = day("start_date", of: "trip")
        public let tripScheduleRelationship = enumeration(
            "schedule_relationship", of: "trip", as: "trip_schedule_relationship", .tripRelationship)
        public let vehicleID = text("id", of: "vehicle", as: "vehicle_id")
        public let modifiedTrip = message("modified_trip", of: "trip", ModifiedTripSelector.self)
    }

    public struct TripProperties: MessageMembers {
        public static let columns = TripProperties()
        public let tripID = text("trip_id")
        public let startDate = day("start_date")
        public let startTime = serviceTime("start_time")
        public let tripHeadsign = text("trip_headsign")
    }

    public struct StopTimeProperties: MessageMembers {
        public static let columns = StopTimeProperties()
        public let assignedStopID = text("assigned_stop_id")
        public let stopHeadsign = text("stop_headsign")
        public let pickupType = enumeration("pickup_type", .pickupType)
    }

    /// One service alert.
    public struct Alerts: LastingTable {
        public static let columns = Alerts()
        public static let about = lasting("alerts", "One service alert.")

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
        public let activePeriod = messages("active_period", AlertPeriod.self, as: "active_period")
        public let communicationPeriod = messages(
            "communication_period", AlertPeriod.self, as: "communication_period")
        public let impactPeriod = messages("impact_period", AlertPeriod.self, as: "impact_period")
        public let informedEntity = messages("informed_entity", InformedEntity.self, as: "informed_entity")
        public let cause = enumeration("cause", .cause)
        public let effect = enumeration("effect", .effect)
        public let url = message("url", TranslatedText.self)
        public let headerText = message("header_text", TranslatedText.self)
        public let descriptionText = message("description_text", TranslatedText.self)
        public let severityLevel = enumeration("severity_level", .severityLevel)
    }

    /// A shape that a realtime feed adds.
    public struct ShapesRT: LastingTable {
        public static let columns = ShapesRT()
        public static let about = lasting("shapes_rt", "A shape that a realtime feed adds.")

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
        public let shapeID = text("shape_id")
        public let encodedPolyline = text("encoded_polyline")
    }

    /// A stop that a realtime feed adds.
    public struct StopsRT: LastingTable {
        public static let columns = StopsRT()
        public static let about = lasting("stops_rt", "A stop that a realtime feed adds.")

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
        public let stopID = text("stop_id")
        public let stopName = message("stop_name", TranslatedText.self)
        public let stopLat = number("stop_lat", unit: .degrees)
        public let stopLon = number("stop_lon", unit: .degrees)
        public let parentStation = text("parent_station")
        public let stopTimezone = text("stop_timezone")
        public let wheelchairBoarding = enumeration("wheelchair_boarding", .wheelchairBoarding)
        public let platformCode = message("platform_code", TranslatedText.self)
    }

    /// A detour: how trips differ from their timetable.
    public struct TripModifications: LastingTable {
        public static let columns = TripModifications()
        public static let about = lasting("trip_modifications", "A detour: how trips differ from their timetable.")

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
        public let selectedTrips = messages("selected_trips", SelectedTrips.self, as: "selected_trips")
        public let startTimes = texts("start_times", .ifKnown)
        public let serviceDates = texts("service_dates", .ifKnown)
        public let modifications = messages("modifications", Modification.self, as: "modifications")
    }

    /// Which timetable bundle a Transport for NSW feed belongs to.
    public struct UpdateBundles: LastingTable {
        public static let columns = UpdateBundles()
        public static let about = lasting(
            "update_bundles", "Which timetable bundle a Transport for NSW feed belongs to.")

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
        public let isDeleted = flag("is_deleted", .ifKnown)
    }

    /// An entity that a differential feed deletes.
    public struct DeletedEntities: MessageTable {
        public static let columns = DeletedEntities()
        public static let about = About<DeletedEntities>(
            "deleted_entities", "An entity that a differential feed deletes.", from: "decode-rt"
        ) { .ladder([[$0.entityID]], time: [$0.feedTimestamp], conflict: .first) }

        public let feedTimestamp = headerTime()
        public let entityID = text("entity_id", .ifKnown)
    }

    /// One whole entity, without loss (`--nested`).
    public struct FeedEntities: MessageTable {
        public static let columns = FeedEntities()
        public static let about = About<FeedEntities>(
            "feed_entities", "One complete entity, without loss (--nested).", from: "decode-rt"
        ) { _ in .wholeRecord }
    }

    /// A field the decoder does not know, of the message or of an entity without a row of its own.
    public struct UnknownFields: MessageTable {
        public static let columns = UnknownFields()
        public static let about = About<UnknownFields>(
            "unknown_fields",
            "An unknown field of the message, or of an entity that has no row of its own (--unknown keep).",
            from: "decode-rt"
        ) { _ in .wholeRecord }

        public let feedTimestamp = headerTime()
        public let entityID = text(
            "entity_id", .ifKnown, "Id of the entity; absent if the field belongs to the message itself.")
        public let number = whole("number", .always)
        public let wireType = whole("wire_type", .always)
        public let bytes = text("bytes", .always, "Bytes of the value, base64.")
    }
}
