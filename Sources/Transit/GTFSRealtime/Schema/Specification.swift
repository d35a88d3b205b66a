import Contract

/// The messages and enumerations of GTFS-Realtime (https://gtfs.org/documentation/realtime/reference/).
enum Specification {
    static let package = "transit_realtime"
    static let prefix = package + "."
    /// What the specification's messages name as their file. Its declarations are found through `types`.
    static let file = ProtoFile(path: "gtfs-realtime.proto", package: package)

    /// All types by their names without the package: `TripUpdate.StopTimeUpdate`. Built when a .proto file is read.
    static let types: [String: ProtoType] = {
        var types: [String: ProtoType] = [:]
        func add(_ message: ProtoMessage) {
            guard types.updateValue(.message(message), forKey: message.name) == nil else { return }
            for field in message.fields {
                switch field.type {
                case .message(let inner): add(inner)
                case .enumeration(let enumeration): types[enumeration.name] = field.type
                case .scalar: continue
                }
            }
        }
        add(.feedMessage)
        return types
    }()

    static func message(named name: String) -> ProtoMessage? {
        if case .message(let message) = types[name] { message } else { nil }
    }

    static func enumeration(named name: String) -> ProtoEnumeration? {
        if case .enumeration(let enumeration) = types[name] { enumeration } else { nil }
    }
}

/// Each message lists its fields in the order of the specification, which is the order in which records have them.
///
/// A required field is required only of the producer: live feeds omit required fields, so the reader reports a missing
/// field and reads the rest.
extension ProtoMessage {
    static let feedMessage = ProtoMessage(
        "FeedMessage",
        required(1, "header", .message(.feedHeader)),
        repeated(2, "entity", .message(.feedEntity)))
    static let feedHeader = ProtoMessage(
        "FeedHeader",
        required(1, "gtfs_realtime_version", .string),
        optional(2, "incrementality", .enumeration(.incrementality)),
        optional(3, "timestamp", .uint64),
        optional(4, "feed_version", .string))
    static let feedEntity = ProtoMessage(
        "FeedEntity",
        required(1, "id", .string),
        optional(2, "is_deleted", .bool),
        optional(3, "trip_update", .message(.tripUpdate)),
        optional(4, "vehicle", .message(.vehiclePosition)),
        optional(5, "alert", .message(.alert)),
        optional(6, "shape", .message(.shape)),
        optional(7, "stop", .message(.stop)),
        optional(8, "trip_modifications", .message(.tripModifications)))
    static let tripUpdate = ProtoMessage(
        "TripUpdate",
        required(1, "trip", .message(.tripDescriptor)),
        optional(3, "vehicle", .message(.vehicleDescriptor)),
        repeated(2, "stop_time_update", .message(.stopTimeUpdate)),
        optional(4, "timestamp", .uint64),
        optional(5, "delay", .int32),
        optional(6, "trip_properties", .message(.tripProperties)))
    static let stopTimeEvent = ProtoMessage(
        "TripUpdate.StopTimeEvent",
        optional(1, "delay", .int32),
        optional(2, "time", .int64),
        optional(3, "uncertainty", .int32),
        optional(4, "scheduled_time", .int64))
    static let stopTimeUpdate = ProtoMessage(
        "TripUpdate.StopTimeUpdate",
        optional(1, "stop_sequence", .uint32),
        optional(4, "stop_id", .string),
        optional(2, "arrival", .message(.stopTimeEvent)),
        optional(3, "departure", .message(.stopTimeEvent)),
        optional(7, "departure_occupancy_status", .enumeration(.occupancyStatus)),
        optional(5, "schedule_relationship", .enumeration(.stopRelationship)),
        optional(6, "stop_time_properties", .message(.stopTimeProperties)))
    static let stopTimeProperties = ProtoMessage(
        "TripUpdate.StopTimeUpdate.StopTimeProperties",
        optional(1, "assigned_stop_id", .string),
        optional(2, "stop_headsign", .string),
        optional(3, "pickup_type", .enumeration(.pickupType)),
        optional(4, "drop_off_type", .enumeration(.pickupType)))
    static let tripProperties = ProtoMessage(
        "TripUpdate.TripProperties",
        optional(1, "trip_id", .string),
        optional(2, "start_date", .string),
        optional(3, "start_time", .string),
        optional(4, "shape_id", .string),
        optional(5, "trip_headsign", .string),
        optional(6, "trip_short_name", .string))
    static let vehiclePosition = ProtoMessage(
        "VehiclePosition",
        optional(1, "trip", .message(.tripDescriptor)),
        optional(8, "vehicle", .message(.vehicleDescriptor)),
        optional(2, "position", .message(.position)),
        optional(3, "current_stop_sequence", .uint32),
        optional(7, "stop_id", .string),
        optional(4, "current_status", .enumeration(.stopStatus)),
        optional(5, "timestamp", .uint64),
        optional(6, "congestion_level", .enumeration(.congestionLevel)),
        optional(9, "occupancy_status", .enumeration(.occupancyStatus)),
        optional(10, "occupancy_percentage", .uint32),
        repeated(11, "multi_carriage_details", .message(.carriageDetails)))
    static let carriageDetails = ProtoMessage(
        "VehiclePosition.CarriageDetails",
        optional(1, "id", .string),
        optional(2, "label", .string),
        optional(3, "occupancy_status", .enumeration(.occupancyStatus)),
        optional(4, "occupancy_percentage", .int32),
        optional(5, "carriage_sequence", .uint32))
    static let alert = ProtoMessage(
        "Alert",
        repeated(1, "active_period", .message(.timeRange)),
        repeated(2, "communication_period", .message(.timeRange)),
        repeated(3, "impact_period", .message(.timeRange)),
        repeated(5, "informed_entity", .message(.entitySelector)),
        optional(6, "cause", .enumeration(.cause)),
        optional(7, "effect", .enumeration(.effect)),
        optional(8, "url", .message(.translatedString)),
        optional(10, "header_text", .message(.translatedString)),
        optional(11, "description_text", .message(.translatedString)),
        optional(12, "tts_header_text", .message(.translatedString)),
        optional(13, "tts_description_text", .message(.translatedString)),
        optional(14, "severity_level", .enumeration(.severityLevel)),
        optional(15, "image", .message(.translatedImage)),
        optional(16, "image_alternative_text", .message(.translatedString)),
        optional(17, "cause_detail", .message(.translatedString)),
        optional(18, "effect_detail", .message(.translatedString)))
    static let timeRange = ProtoMessage(
        "TimeRange",
        optional(1, "start", .uint64),
        optional(2, "end", .uint64))
    static let position = ProtoMessage(
        "Position",
        required(1, "latitude", .float),
        required(2, "longitude", .float),
        optional(3, "bearing", .float),
        optional(4, "odometer", .double),
        optional(5, "speed", .float))
    static let tripDescriptor = ProtoMessage(
        "TripDescriptor",
        optional(1, "trip_id", .string),
        optional(5, "route_id", .string),
        optional(6, "direction_id", .uint32),
        optional(2, "start_time", .string),
        optional(3, "start_date", .string),
        optional(4, "schedule_relationship", .enumeration(.tripRelationship)),
        optional(7, "modified_trip", .message(.modifiedTripSelector)))
    static let modifiedTripSelector = ProtoMessage(
        "TripDescriptor.ModifiedTripSelector",
        optional(1, "modifications_id", .string),
        optional(2, "affected_trip_id", .string),
        optional(3, "start_time", .string),
        optional(4, "start_date", .string))
    static let vehicleDescriptor = ProtoMessage(
        "VehicleDescriptor",
        optional(1, "id", .string),
        optional(2, "label", .string),
        optional(3, "license_plate", .string),
        optional(4, "wheelchair_accessible", .enumeration(.wheelchairAccessible)))
    static let entitySelector = ProtoMessage(
        "EntitySelector",
        optional(1, "agency_id", .string),
        optional(2, "route_id", .string),
        optional(3, "route_type", .int32),
        optional(4, "trip", .message(.tripDescriptor)),
        optional(5, "stop_id", .string),
        optional(6, "direction_id", .uint32))
    static let translatedString = ProtoMessage(
        "TranslatedString",
        repeated(1, "translation", .message(.translation)))
    static let translation = ProtoMessage(
        "TranslatedString.Translation",
        required(1, "text", .string),
        optional(2, "language", .string))
    static let translatedImage = ProtoMessage(
        "TranslatedImage",
        repeated(1, "localized_image", .message(.localizedImage)))
    static let localizedImage = ProtoMessage(
        "TranslatedImage.LocalizedImage",
        required(1, "url", .string),
        required(2, "media_type", .string),
        optional(3, "language", .string))
    static let shape = ProtoMessage(
        "Shape",
        optional(1, "shape_id", .string),
        optional(2, "encoded_polyline", .string))
    static let stop = ProtoMessage(
        "Stop",
        optional(1, "stop_id", .string),
        optional(2, "stop_code", .message(.translatedString)),
        optional(3, "stop_name", .message(.translatedString)),
        optional(4, "tts_stop_name", .message(.translatedString)),
        optional(5, "stop_desc", .message(.translatedString)),
        optional(6, "stop_lat", .float),
        optional(7, "stop_lon", .float),
        optional(8, "zone_id", .string),
        optional(9, "stop_url", .message(.translatedString)),
        optional(11, "parent_station", .string),
        optional(12, "stop_timezone", .string),
        optional(13, "wheelchair_boarding", .enumeration(.wheelchairBoarding)),
        optional(14, "level_id", .string),
        optional(15, "platform_code", .message(.translatedString)))
    static let tripModifications = ProtoMessage(
        "TripModifications",
        repeated(1, "selected_trips", .message(.selectedTrips)),
        repeated(2, "start_times", .string),
        repeated(3, "service_dates", .string),
        repeated(4, "modifications", .message(.modification)))
    static let modification = ProtoMessage(
        "TripModifications.Modification",
        optional(1, "start_stop_selector", .message(.stopSelector)),
        optional(2, "end_stop_selector", .message(.stopSelector)),
        optional(3, "propagated_modification_delay", .int32),
        repeated(4, "replacement_stops", .message(.replacementStop)),
        optional(5, "service_alert_id", .string),
        optional(6, "last_modified_time", .uint64))
    static let selectedTrips = ProtoMessage(
        "TripModifications.SelectedTrips",
        repeated(1, "trip_ids", .string),
        optional(2, "shape_id", .string))
    static let stopSelector = ProtoMessage(
        "StopSelector",
        optional(1, "stop_sequence", .uint32),
        optional(2, "stop_id", .string))
    static let replacementStop = ProtoMessage(
        "ReplacementStop",
        optional(1, "travel_time_to_stop", .int32),
        optional(2, "stop_id", .string))

    /// Declares a message of the specification.
    private convenience init(_ name: String, _ fields: ProtoField...) {
        self.init(name: name, line: 0, file: Specification.file)
        self.fields = fields
    }
}

extension ProtoEnumeration {
    static let incrementality = ProtoEnumeration(.incrementality)
    static let stopRelationship = ProtoEnumeration(.stopRelationship)
    static let pickupType = ProtoEnumeration(.pickupType)
    static let stopStatus = ProtoEnumeration(.stopStatus)
    static let congestionLevel = ProtoEnumeration(.congestionLevel)
    static let occupancyStatus = ProtoEnumeration(.occupancyStatus)
    static let cause = ProtoEnumeration(.cause)
    static let effect = ProtoEnumeration(.effect)
    static let severityLevel = ProtoEnumeration(.severityLevel)
    static let tripRelationship = ProtoEnumeration(.tripRelationship)
    static let wheelchairAccessible = ProtoEnumeration(.wheelchairAccessible)
    static let wheelchairBoarding = ProtoEnumeration(.wheelchairBoarding)

    private convenience init(_ known: Enumeration) {
        self.init(
            name: known.name,
            values: known.cases.map { ProtoEnumerationValue(number: Int32($0.value), name: $0.name) })
    }
}

extension ProtoType {
    static let bool = ProtoType.scalar(.bool)
    static let double = ProtoType.scalar(.double)
    static let float = ProtoType.scalar(.float)
    static let int32 = ProtoType.scalar(.int32)
    static let int64 = ProtoType.scalar(.int64)
    static let string = ProtoType.scalar(.string)
    static let uint32 = ProtoType.scalar(.uint32)
    static let uint64 = ProtoType.scalar(.uint64)
}

private func optional(_ number: Int, _ name: String, _ type: ProtoType) -> ProtoField {
    ProtoField(name: name, number: number, type: type)
}

private func required(_ number: Int, _ name: String, _ type: ProtoType) -> ProtoField {
    ProtoField(name: name, number: number, isRequired: true, type: type)
}

private func repeated(_ number: Int, _ name: String, _ type: ProtoType) -> ProtoField {
    ProtoField(name: name, number: number, isRepeated: true, type: type)
}
