/// A run of a flat row's columns that come from one message.
public struct ColumnGroup: Sendable {
    /// The field of the row's message that holds them; nil for the message itself.
    public let parent: String?
    /// A field and its column's name.
    public let columns: [(field: String, column: String)]

    /// Columns with their fields' own names.
    static func of(_ parent: String?, _ fields: [String]) -> ColumnGroup {
        ColumnGroup(parent: parent, columns: fields.map { ($0, $0) })
    }

    static func of(_ parent: String?, renaming columns: KeyValuePairs<String, String>) -> ColumnGroup {
        ColumnGroup(parent: parent, columns: columns.map { ($0.key, $0.value) })
    }
}

/// What a flat row is made of: groups of columns, then the fields that extensions add to the messages in `extended`.
public struct FlatLayout: Sendable {
    public let groups: [ColumnGroup]
    /// The row's message (nil) and its parts, in the order in which their extensions are written, and what stands
    /// before the names of those.
    public let extended: [(parent: String?, prefix: String)]
    /// The column that is present and null where its field is absent.
    public let alwaysPresent: String?

    static let trip = ColumnGroup.of(
        "trip", ["trip_id", "route_id", "direction_id", "start_time", "start_date", "schedule_relationship"])
    static let vehicle = ColumnGroup.of(
        "vehicle",
        renaming: [
            "id": "vehicle_id", "label": "vehicle_label", "license_plate": "license_plate",
            "wheelchair_accessible": "wheelchair_accessible",
        ])

    public static let vehiclePositions = FlatLayout(
        groups: [
            trip, vehicle, .of("position", ["latitude", "longitude", "bearing", "odometer", "speed"]),
            .of(
                nil,
                [
                    "current_stop_sequence", "stop_id", "current_status", "timestamp", "congestion_level",
                    "occupancy_status", "occupancy_percentage", "multi_carriage_details",
                ]),
            .of("trip", ["modified_trip"]),
        ], extended: [(nil, ""), ("position", ""), ("vehicle", ""), ("trip", "")], alwaysPresent: "occupancy_status")

    public static let tripUpdates = FlatLayout(
        groups: [
            trip, vehicle, .of(nil, ["timestamp", "delay"]),
            .of(nil, renaming: ["stop_time_update": "stop_time_updates"]), .of(nil, ["trip_properties"]),
            .of("trip", ["modified_trip"]),
        ], extended: [(nil, ""), ("trip", ""), ("vehicle", "")], alwaysPresent: nil)

    /// `tripUpdates` where the stop time updates are rows of their own.
    public static let explodedTripUpdates = FlatLayout(
        groups: tripUpdates.groups.filter { $0.columns.first?.field != "stop_time_update" },
        extended: tripUpdates.extended, alwaysPresent: nil)

    public static let stopTimeUpdate = FlatLayout(
        groups: [
            .of(nil, ["stop_sequence", "stop_id"]), event("arrival"), event("departure"),
            .of(nil, ["departure_occupancy_status", "schedule_relationship", "stop_time_properties"]),
        ], extended: [(nil, ""), ("arrival", "arrival_"), ("departure", "departure_")], alwaysPresent: nil)

    /// What a row of a stop time update tells of its trip update; the trip's schedule_relationship makes room for the
    /// stop's.
    public static let stopTimeUpdateContext = FlatLayout(
        groups: [
            .of(
                "trip",
                renaming: [
                    "trip_id": "trip_id", "route_id": "route_id", "direction_id": "direction_id",
                    "start_time": "start_time", "start_date": "start_date",
                    "schedule_relationship": "trip_schedule_relationship",
                ]), .of("vehicle", renaming: ["id": "vehicle_id"]),
        ], extended: [], alwaysPresent: nil)

    private static func event(_ name: String) -> ColumnGroup {
        ColumnGroup(
            parent: name,
            columns: ["delay", "time", "uncertainty", "scheduled_time"].map { ($0, name + "_" + $0) })
    }
}

/// A column as the hot loop needs it.
struct FlatColumn {
    let field: UnsafePointer<FieldPlan>
    let index: Int
    let key: KeyText
    let isAlwaysPresent: Bool
    /// How the messages of a repeated field are laid out where they are flat themselves.
    let layout: UnsafePointer<FlatTable>?
}

struct FlatGroup {
    /// The index of the field that holds the columns, or -1.
    let parent: Int
    let columns: UnsafePointer<FlatColumn>
    let count: Int
}

/// A part of a flat row's message that is looked at once for what is required and for unknown fields.
struct FlatPart {
    let parent: Int
    let plan: UnsafePointer<MessagePlan>
    let path: KeyText
}

/// A flat layout resolved against a schema.
struct FlatTable {
    let groups: UnsafePointer<FlatGroup>
    let groupCount: Int
    let parts: UnsafePointer<FlatPart>
    let partCount: Int
}
