import NDJSON
import Occupancy
import StageKit

/// The members that `map` looks at, in its records and in the objects inside them; each is a place in `names`.
enum MapField {
    static let names = [
        "feed_id", "properties", "geometry",
        "polyline_id", "trip_id", "start_date", "start_time", "route_id", "route_short_name", "route_long_name",
        "route_color", "route_text_color", "route_type", "direction_id", "trip_count", "runs", "length_m", "stop_ids",
        "missing_stop_ids", "stop_id", "stop_name", "route_ids", "wheelchair_boarding", "wheelchair_accessible",
        "headsign", "schedule_relationship", "timezone", "stops", "vehicle", "stop_sequence", "lat", "lon",
        "arrival_time_secs", "departure_time_secs", "platform_code", "delay", "skipped",
        "scheduled_time", "scheduled_time_local", "departure_time", "departure_time_local", "realtime",
        "countdown_seconds",
        "entity_id", "is_deleted", "vehicle_id", "vehicle_label", "license_plate", "latitude", "longitude", "bearing",
        "heading", "timestamp", "feed_timestamp", "occupancy_status", "occupancy_percentage",
        "event", "at", "frame", "time", "vehicles",
        "hour", "observations", "with_status", "empty", "many_seats_available", "few_seats_available",
        "standing_room_only", "crushed_standing_room_only", "full", "not_accepting_passengers",
        "type", "coordinates",
        "horizon_seconds", "departures",
    ]

    static let feedID = place("feed_id")
    static let properties = place("properties")
    static let geometry = place("geometry")
    static let type = place("type")
    static let coordinates = place("coordinates")
    static let polylineID = place("polyline_id")
    static let tripID = place("trip_id")
    static let startDate = place("start_date")
    static let startTime = place("start_time")
    static let routeID = place("route_id")
    static let routeShortName = place("route_short_name")
    static let routeLongName = place("route_long_name")
    static let routeColor = place("route_color")
    static let routeTextColor = place("route_text_color")
    static let routeType = place("route_type")
    static let directionID = place("direction_id")
    static let tripCount = place("trip_count")
    static let runs = place("runs")
    static let length = place("length_m")
    static let stopIDs = place("stop_ids")
    static let missingStopIDs = place("missing_stop_ids")
    static let stopID = place("stop_id")
    static let stopName = place("stop_name")
    static let routeIDs = place("route_ids")
    static let wheelchairBoarding = place("wheelchair_boarding")
    static let wheelchairAccessible = place("wheelchair_accessible")
    static let headsign = place("headsign")
    static let scheduleRelationship = place("schedule_relationship")
    static let timezone = place("timezone")
    static let stops = place("stops")
    static let vehicle = place("vehicle")
    static let stopSequence = place("stop_sequence")
    static let lat = place("lat")
    static let lon = place("lon")
    static let arrivalTimeSecs = place("arrival_time_secs")
    static let departureTimeSecs = place("departure_time_secs")
    static let platformCode = place("platform_code")
    static let delay = place("delay")
    static let skipped = place("skipped")
    static let scheduledTime = place("scheduled_time")
    static let scheduledTimeLocal = place("scheduled_time_local")
    static let departureTime = place("departure_time")
    static let departureTimeLocal = place("departure_time_local")
    static let realtime = place("realtime")
    static let countdown = place("countdown_seconds")
    static let entityID = place("entity_id")
    static let isDeleted = place("is_deleted")
    static let vehicleID = place("vehicle_id")
    static let vehicleLabel = place("vehicle_label")
    static let licensePlate = place("license_plate")
    static let latitude = place("latitude")
    static let longitude = place("longitude")
    static let bearing = place("bearing")
    static let heading = place("heading")
    static let timestamp = place("timestamp")
    static let feedTimestamp = place("feed_timestamp")
    static let occupancyStatus = place("occupancy_status")
    static let occupancyPercentage = place("occupancy_percentage")
    static let event = place("event")
    static let at = place("at")
    static let horizon = place("horizon_seconds")
    static let departures = place("departures")
    static let frame = place("frame")
    static let time = place("time")
    static let vehicles = place("vehicles")
    static let hour = place("hour")
    static let observations = place("observations")
    static let withStatus = place("with_status")
    /// Codes 0 to 6 in their order.
    static let counts = OccupancyStatus.crowdingCodes.map { place(CrowdingFigures.countNames[$0]) }

    static func place(_ name: String) -> Int { names.firstIndex(of: name) ?? names.count }
}

/// A record, or an object inside one, with the members of `MapField`.
protocol MapMembers {
    subscript(index: Int) -> JSONValue { get }
}

extension Record: MapMembers {}
extension RecordScanner: MapMembers {}
