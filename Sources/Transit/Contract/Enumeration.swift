/// An enumeration of GTFS-Realtime: its numbers and names.
///
/// Unchecked: the names are string literals, which nothing changes.
public struct Enumeration: @unchecked Sendable {
    /// The name in the specification, without the package: `VehiclePosition.OccupancyStatus`.
    public let name: String
    /// The values, sorted by number.
    public let cases: [EnumerationCase]
    /// The names, which live as long as the process.
    private let names: [UnsafeRawBufferPointer]

    public static let incrementality = Enumeration(
        "FeedHeader.Incrementality",
        [0: "FULL_DATASET", 1: "DIFFERENTIAL"])
    public static let stopRelationship = Enumeration(
        "TripUpdate.StopTimeUpdate.ScheduleRelationship",
        [0: "SCHEDULED", 1: "SKIPPED", 2: "NO_DATA", 3: "UNSCHEDULED"])
    public static let pickupType = Enumeration(
        "TripUpdate.StopTimeUpdate.StopTimeProperties.DropOffPickupType",
        [0: "REGULAR", 1: "NONE", 2: "PHONE_AGENCY", 3: "COORDINATE_WITH_DRIVER"])
    public static let stopStatus = Enumeration(
        "VehiclePosition.VehicleStopStatus",
        [0: "INCOMING_AT", 1: "STOPPED_AT", 2: "IN_TRANSIT_TO"])
    public static let congestionLevel = Enumeration(
        "VehiclePosition.CongestionLevel",
        [
            0: "UNKNOWN_CONGESTION_LEVEL", 1: "RUNNING_SMOOTHLY", 2: "STOP_AND_GO", 3: "CONGESTION",
            4: "SEVERE_CONGESTION",
        ])
    public static let occupancyStatus = Enumeration(
        "VehiclePosition.OccupancyStatus",
        [
            0: "EMPTY", 1: "MANY_SEATS_AVAILABLE", 2: "FEW_SEATS_AVAILABLE", 3: "STANDING_ROOM_ONLY",
            4: "CRUSHED_STANDING_ROOM_ONLY", 5: "FULL", 6: "NOT_ACCEPTING_PASSENGERS", 7: "NO_DATA_AVAILABLE",
            8: "NOT_BOARDABLE",
        ])
    public static let cause = Enumeration(
        "Alert.Cause",
        [
            1: "UNKNOWN_CAUSE", 2: "OTHER_CAUSE", 3: "TECHNICAL_PROBLEM", 4: "STRIKE", 5: "DEMONSTRATION",
            6: "ACCIDENT", 7: "HOLIDAY", 8: "WEATHER", 9: "MAINTENANCE", 10: "CONSTRUCTION", 11: "POLICE_ACTIVITY",
            12: "MEDICAL_EMERGENCY", 13: "SPECIAL_EVENT",
        ])
    public static let effect = Enumeration(
        "Alert.Effect",
        [
            1: "NO_SERVICE", 2: "REDUCED_SERVICE", 3: "SIGNIFICANT_DELAYS", 4: "DETOUR", 5: "ADDITIONAL_SERVICE",
            6: "MODIFIED_SERVICE", 7: "OTHER_EFFECT", 8: "UNKNOWN_EFFECT", 9: "STOP_MOVED", 10: "NO_EFFECT",
            11: "ACCESSIBILITY_ISSUE",
        ])
    public static let severityLevel = Enumeration(
        "Alert.SeverityLevel",
        [1: "UNKNOWN_SEVERITY", 2: "INFO", 3: "WARNING", 4: "SEVERE"])
    public static let tripRelationship = Enumeration(
        "TripDescriptor.ScheduleRelationship",
        [
            0: "SCHEDULED", 1: "ADDED", 2: "UNSCHEDULED", 3: "CANCELED", 5: "REPLACEMENT", 6: "DUPLICATED",
            7: "DELETED", 8: "NEW",
        ])
    public static let wheelchairAccessible = Enumeration(
        "VehicleDescriptor.WheelchairAccessible",
        [0: "NO_VALUE", 1: "UNKNOWN", 2: "WHEELCHAIR_ACCESSIBLE", 3: "WHEELCHAIR_INACCESSIBLE"])
    public static let wheelchairBoarding = Enumeration(
        "Stop.WheelchairBoarding",
        [0: "UNKNOWN", 1: "AVAILABLE", 2: "NOT_AVAILABLE"])

    private init(_ name: String, _ values: KeyValuePairs<Int, StaticString>) {
        self.name = name
        names = values.map { UnsafeRawBufferPointer(start: $0.value.utf8Start, count: $0.value.utf8CodeUnitCount) }
        cases = zip(values, names).map { EnumerationCase($0.key, String(decoding: $1, as: UTF8.self)) }
    }

    public func number(named name: String) -> Int? { cases.first { $0.name == name }?.value }

    /// Returns the number of a name; nil for other text.
    public func number(of name: UnsafeRawBufferPointer) -> Int? {
        for (place, known) in names.enumerated() where name.elementsEqual(known) { return cases[place].value }
        return nil
    }
}
