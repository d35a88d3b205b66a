import Contract

/// A run of a flat row's columns that come from one message.
public struct ColumnGroup: Sendable {
    /// The field of the row's message that holds them; nil for the message itself.
    public let parent: String?
    /// A field and its column's name.
    public let columns: [(field: String, column: String)]
}

/// What a flat row is made of: the columns of a table in their order, in groups, then the fields that extensions add to
/// the messages in `extended`.
public struct FlatLayout: Sendable {
    public let groups: [ColumnGroup]
    /// The row's message (nil) and its parts, in the order in which their extensions are written, and what stands
    /// before the names of those.
    public let extended: [(parent: String?, prefix: String)]
    /// The column that is present and null if its field is absent.
    public let alwaysPresent: String?

    /// - Parameter omitted: a column that is left out.
    init(
        _ members: any MessageMembers.Type, extended: [(parent: String?, prefix: String)],
        without omitted: String? = nil
    ) {
        var groups: [(parent: String?, columns: [(field: String, column: String)])] = []
        for path in members.paths where path.column != omitted {
            if groups.last.map({ $0.parent == path.parent }) != true { groups.append((path.parent, [])) }
            groups[groups.count - 1].columns.append((path.field, path.column))
        }
        self.groups = groups.map { ColumnGroup(parent: $0.parent, columns: $0.columns) }
        self.extended = extended
        alwaysPresent = members.paths.first { $0.isAlwaysThere }?.column
    }

    public static let vehiclePositions = FlatLayout(
        Tables.VehiclePositions.self, extended: [(nil, ""), ("position", ""), ("vehicle", ""), ("trip", "")])

    public static let tripUpdates = FlatLayout(
        Tables.TripUpdates.self, extended: [(nil, ""), ("trip", ""), ("vehicle", "")])

    /// `tripUpdates` where the stop time updates are rows of their own.
    public static let explodedTripUpdates = FlatLayout(
        Tables.TripUpdates.self, extended: [(nil, ""), ("trip", ""), ("vehicle", "")],
        without: Tables.TripUpdates.columns.stopTimeUpdates.name)

    public static let stopTimeUpdate = FlatLayout(
        Tables.StopTimeUpdateMembers.self,
        extended: [(nil, ""), ("arrival", "arrival_"), ("departure", "departure_")])

    /// What a row of a stop time update tells of its trip update.
    public static let stopTimeUpdateContext = FlatLayout(Tables.StopTimeUpdates.self, extended: [])
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
    /// What a reader of wanted values needs of the columns, in their order.
    let wanted: UnsafePointer<WantedColumn>
    let wantedCount: Int
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
    /// The parts whose message has required fields.
    let required: UnsafePointer<FlatPart>
    let requiredCount: Int
}
