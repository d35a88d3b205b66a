import NDJSON

/// Whether a record has a column.
public protocol RecordPresence: Sendable {
    static var isRequired: Bool { get }
    static var isNullable: Bool { get }
}

/// Every record has the column, and it is never null.
public enum Always: RecordPresence {
    public static var isRequired: Bool { true }
    public static var isNullable: Bool { false }
}

/// Every record has the column; it is null if the value is unknown.
public enum Nullable: RecordPresence, MayBeUnknown {
    public static var isRequired: Bool { true }
    public static var isNullable: Bool { true }
}

/// The column is absent if the value is unknown.
public enum IfKnown: RecordPresence, MayBeUnknown {
    public static var isRequired: Bool { false }
    public static var isNullable: Bool { false }
}

/// The column is present only in records that were requested with it, in the order of the request; it may be null.
public enum WhereAsked: RecordPresence, MayBeUnknown {
    public static var isRequired: Bool { false }
    public static var isNullable: Bool { true }
}

/// The presences of columns that accept nil.
public protocol MayBeUnknown: RecordPresence {}

/// The notation of a presence in a table's declaration.
public struct PresenceOf<P>: Sendable {}

extension PresenceOf where P == Always {
    public static var always: PresenceOf<Always> { .init() }
}
extension PresenceOf where P == Nullable {
    public static var nullable: PresenceOf<Nullable> { .init() }
}
extension PresenceOf where P == IfKnown {
    public static var ifKnown: PresenceOf<IfKnown> { .init() }
}
extension PresenceOf where P == WhereAsked {
    public static var whereAsked: PresenceOf<WhereAsked> { .init() }
}

/// A column of a table: its name, its type, and where a scanner finds it.
///
/// A column is one machine word and trivial to copy; its description lives as long as the process.
public struct Column<Row, Value, P>: @unchecked Sendable, AnyColumn {
    @usableFromInline let info: UnsafePointer<ColumnInfo>

    init(_ info: UnsafePointer<ColumnInfo>) { self.info = info }

    public var name: String { info.pointee.description.name }
    public var description: ColumnDescription { info.pointee.description }
    /// The names of the column's numbers, if it is an enumeration.
    public var cases: Enumeration? { info.pointee.cases }
    /// The same column as untyped JSON, for columns that are chosen at run time.
    public var json: Column<Row, Anything, WhereAsked> { Column<Row, Anything, WhereAsked>(info) }
    /// The number of the column's name, which is equal for all columns of that name in any table.
    @inlinable public var number: Int { info.pointee.number }
}

/// A column of a table that is chosen while a stage runs.
public typealias AnyTableColumn = Column<Never, Anything, WhereAsked>

/// A column of any table and type.
public protocol AnyColumn: Sendable {
    var name: String { get }
    var description: ColumnDescription { get }
    var number: Int { get }
}

/// A column of which only the name is known: one that a user names, or an extension's.
public struct NamedColumn: AnyColumn {
    public let name: String
    public let number: Int
    public var description: ColumnDescription { ColumnDescription(name, .any) }

    public init(_ name: String) {
        self.name = name
        number = ColumnNumbers.number(of: name)
    }
}

extension RecordWriter {
    /// Writes a column's name as a member name, for objects that are not rows of its table.
    public func member<M, V, P>(_ column: Column<M, V, P>) {
        member(column.info.pointee.key, column.info.pointee.keyLength)
    }
}

/// The description of a column.
@usableFromInline
struct ColumnInfo {
    /// `,"name":`
    @usableFromInline let key: UnsafeRawPointer
    @usableFromInline let keyLength: Int
    @usableFromInline let number: Int
    @usableFromInline let decimals: Int
    let description: ColumnDescription
    let cases: Enumeration?
    /// The field of a file in the GTFS Schedule reference.
    let field: FieldDefinition?
    /// For a flat realtime row: the message with the field, and the field's name there.
    let path: (parent: String?, field: String)?

    static func make(
        _ description: ColumnDescription, decimals: Int = 0, cases: Enumeration? = nil, field: FieldDefinition? = nil,
        path: (parent: String?, field: String)? = nil
    ) -> UnsafePointer<ColumnInfo> {
        let key = JSONKey(description.name)
        let place = UnsafeMutablePointer<ColumnInfo>.allocate(capacity: 1)
        place.initialize(
            to: ColumnInfo(
                key: key.bytes, keyLength: key.count, number: ColumnNumbers.number(of: description.name),
                decimals: decimals, description: description, cases: cases, field: field, path: path))
        return UnsafePointer(place)
    }
}
