/// The members of realtime records that are looked at; the raw value is the place in `names`.
package enum RealtimeField: Int, CaseIterable {
    case feedTimestamp, timestamp
    case tripID, routeID, directionID, startTime, startDate, scheduleRelationship, tripScheduleRelationship
    case vehicleID, vehicleLabel, wheelchairAccessible
    case delay, stopTimeUpdates, tripProperties
    case stopSequence, stopID, arrivalDelay, arrivalTime, arrivalScheduledTime, departureDelay, departureTime
    case departureScheduledTime, departureOccupancyStatus, stopTimeProperties
    case latitude, longitude, bearing, speed, currentStopSequence, currentStatus
    case occupancyStatus, occupancyPercentage
    case isDeleted
    case feedVersion

    var name: String {
        switch self {
        case .feedTimestamp: "feed_timestamp"
        case .timestamp: "timestamp"
        case .tripID: "trip_id"
        case .routeID: "route_id"
        case .directionID: "direction_id"
        case .startTime: "start_time"
        case .startDate: "start_date"
        case .scheduleRelationship: "schedule_relationship"
        case .tripScheduleRelationship: "trip_schedule_relationship"
        case .vehicleID: "vehicle_id"
        case .vehicleLabel: "vehicle_label"
        case .wheelchairAccessible: "wheelchair_accessible"
        case .delay: "delay"
        case .stopTimeUpdates: "stop_time_updates"
        case .tripProperties: "trip_properties"
        case .stopSequence: "stop_sequence"
        case .stopID: "stop_id"
        case .arrivalDelay: "arrival_delay"
        case .arrivalTime: "arrival_time"
        case .arrivalScheduledTime: "arrival_scheduled_time"
        case .departureDelay: "departure_delay"
        case .departureTime: "departure_time"
        case .departureScheduledTime: "departure_scheduled_time"
        case .departureOccupancyStatus: "departure_occupancy_status"
        case .stopTimeProperties: "stop_time_properties"
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .bearing: "bearing"
        case .speed: "speed"
        case .currentStopSequence: "current_stop_sequence"
        case .currentStatus: "current_status"
        case .occupancyStatus: "occupancy_status"
        case .occupancyPercentage: "occupancy_percentage"
        case .isDeleted: "is_deleted"
        case .feedVersion: "feed_version"
        }
    }

    package static let names = allCases.map(\.name)
}
