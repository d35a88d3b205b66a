/// The numbers of a specification's enumeration with their names, which every reader takes beside the numbers.
public struct Enumeration: Sendable {
    public let cases: [EnumerationCase]
    private let bytes: [[UInt8]]

    init(_ names: KeyValuePairs<String, Int>) {
        cases = names.map { EnumerationCase($0.value, $0.key) }
        bytes = names.map { Array($0.key.utf8) }
    }

    /// The number of a name; nil for any other text.
    public func number(of name: UnsafeRawBufferPointer) -> Int? {
        bytes.firstIndex { name.elementsEqual($0) }.map { cases[$0].value }
    }

    /// The name of a number; nil if the specification does not have it.
    public func name(of number: Int) -> String? { cases.first { $0.value == number }?.name }

    /// TripDescriptor.ScheduleRelationship of GTFS-Realtime.
    public static let tripRelationship = Enumeration([
        "SCHEDULED": 0, "ADDED": 1, "UNSCHEDULED": 2, "CANCELED": 3, "REPLACEMENT": 5, "DUPLICATED": 6, "DELETED": 7,
        "NEW": 8,
    ])
    /// TripUpdate.StopTimeUpdate.ScheduleRelationship.
    public static let stopRelationship = Enumeration(["SCHEDULED": 0, "SKIPPED": 1, "NO_DATA": 2, "UNSCHEDULED": 3])
    /// VehicleDescriptor.WheelchairAccessible.
    public static let wheelchair = Enumeration([
        "NO_VALUE": 0, "UNKNOWN": 1, "WHEELCHAIR_ACCESSIBLE": 2, "WHEELCHAIR_INACCESSIBLE": 3,
    ])
    /// VehiclePosition.OccupancyStatus.
    public static let occupancyStatus = Enumeration([
        "EMPTY": 0, "MANY_SEATS_AVAILABLE": 1, "FEW_SEATS_AVAILABLE": 2, "STANDING_ROOM_ONLY": 3,
        "CRUSHED_STANDING_ROOM_ONLY": 4, "FULL": 5, "NOT_ACCEPTING_PASSENGERS": 6, "NO_DATA_AVAILABLE": 7,
        "NOT_BOARDABLE": 8,
    ])
    /// VehiclePosition.VehicleStopStatus.
    public static let stopStatus = Enumeration(["INCOMING_AT": 0, "STOPPED_AT": 1, "IN_TRANSIT_TO": 2])
    /// StopTimeProperties.DropOffPickupType.
    public static let pickupType = Enumeration([
        "REGULAR": 0, "NONE": 1, "PHONE_AGENCY": 2, "COORDINATE_WITH_DRIVER": 3,
    ])
    /// VehiclePosition.CongestionLevel.
    public static let congestionLevel = Enumeration([
        "UNKNOWN_CONGESTION_LEVEL": 0, "RUNNING_SMOOTHLY": 1, "STOP_AND_GO": 2, "CONGESTION": 3,
        "SEVERE_CONGESTION": 4,
    ])
    /// FeedHeader.Incrementality.
    public static let incrementality = Enumeration(["FULL_DATASET": 0, "DIFFERENTIAL": 1])
}
