/// Members read from fields of a GTFS-Realtime message; they are absent if the message lacks them.
///
/// `text("id", of: "vehicle", as: "vehicle_id")` is the field `id` of the part `vehicle`, under the name `vehicle_id`.
public protocol MessageMembers: Members {}

/// A table of flat rows from messages; the decoder follows the paths of its columns.
public protocol MessageTable: Table, MessageMembers {}

/// A table whose rows have no time of their own: the feed repeats a row in every message as long as it is valid.
public protocol LastingTable: MessageTable {
    var feedTimestamp: Column<Self, Instant, IfKnown> { get }
}

extension LastingTable {
    static func lasting(_ name: String, _ sentence: String) -> About<Self> {
        About(name, sentence, from: "decode-rt") {
            .statement($0.feedTimestamp, time: [$0.feedTimestamp], isTimed: false)
        }
    }
}

/// The path of a column's value in the row's message.
public struct MessagePath: Sendable {
    /// The part with the field; nil for the message itself.
    public let parent: String?
    public let field: String
    public let column: String
    /// Present and null if the field is absent.
    public let isAlwaysThere: Bool
}

extension MessageMembers {
    /// The columns that come from the message, in their order.
    public static var paths: [MessagePath] {
        infos.compactMap { info in
            info.pointee.path.map {
                MessagePath(
                    parent: $0.parent, field: $0.field, column: info.pointee.description.name,
                    isAlwaysThere: info.pointee.description.isRequired)
            }
        }
    }

    static func headerTime() -> Column<Self, Instant, IfKnown> {
        instant("feed_timestamp", .ifKnown, "Timestamp of the message header, POSIX seconds.")
    }

    static func text(_ field: String, of parent: String? = nil, as name: String? = nil) -> Column<Self, Text, IfKnown> {
        column(field, parent, name, .string)
    }
    static func whole(
        _ field: String, of parent: String? = nil, as name: String? = nil
    ) -> Column<Self, Whole, IfKnown> { column(field, parent, name, .integer) }
    static func instant(
        _ field: String, of parent: String? = nil, as name: String? = nil
    ) -> Column<Self, Instant, IfKnown> { column(field, parent, name, .integer, unit: .posixSeconds) }
    static func seconds(
        _ field: String, of parent: String? = nil, as name: String? = nil
    ) -> Column<Self, PredictedDelay, IfKnown> { column(field, parent, name, .integer, unit: .seconds) }
    static func number(
        _ field: String, of parent: String? = nil, unit: Unit? = nil
    ) -> Column<Self, Real, IfKnown> { column(field, parent, nil, .number, unit: unit) }
    static func day(_ field: String, of parent: String? = nil) -> Column<Self, Day, IfKnown> {
        column(field, parent, nil, .date)
    }
    static func serviceTime(_ field: String, of parent: String? = nil) -> Column<Self, ServiceTime, IfKnown> {
        column(field, parent, nil, .time)
    }
    static func enumeration(
        _ field: String, of parent: String? = nil, as name: String? = nil, _ cases: Enumeration
    ) -> Column<Self, Enumerated, IfKnown> {
        column(field, parent, name, .enumeration(cases.cases), cases: cases)
    }
    /// Present in every row, null if the field is absent.
    static func alwaysThere(_ field: String, _ cases: Enumeration) -> Column<Self, Enumerated, Nullable> {
        column(field, nil, nil, .enumeration(cases.cases), cases: cases)
    }
    /// A message, or an array of messages, unchanged.
    static func nested(_ field: String, of parent: String? = nil) -> Column<Self, Anything, IfKnown> {
        column(field, parent, nil, .any)
    }
    static func message<M: Members>(
        _ field: String, of parent: String? = nil, _ members: M.Type
    ) -> Column<Self, Object<M>, IfKnown> { column(field, parent, nil, .object(M.descriptions)) }
    static func messages<M: Members>(
        _ field: String, _ members: M.Type, as name: String
    ) -> Column<Self, List<M>, IfKnown> { column(field, nil, name, .array(.object(M.descriptions))) }

    private static func column<V, P: RecordPresence>(
        _ field: String, _ parent: String?, _ name: String?, _ type: ColumnType, unit: Unit? = nil,
        cases: Enumeration? = nil
    ) -> Column<Self, V, P> {
        Column(
            ColumnInfo.make(
                ColumnDescription(name ?? field, type, required: P.isRequired, nullable: P.isNullable, unit: unit),
                decimals: -1, cases: cases, path: (parent, field)))
    }
}
