/// The columns of a record, or the members of an object inside one: a structure whose properties are columns, in the
/// order of writing.
///
/// ```
/// public struct Departures: Table {
///     public static let columns = Departures()
///     public let stopID = text("stop_id", .always, "The platform's where a station has platforms.")
/// ```
public protocol Members: Sendable {
    /// The columns, created once.
    static var columns: Self { get }
}

/// A table of the record contract; its declaration defines everything about it.
public protocol Table: Members {
    static var about: About<Self> { get }
    /// The table as data.
    static var description: TableDescription { get }
}

/// The description of a table besides its columns.
public struct About<T: Table>: Sendable {
    let name: String
    let stages: [String]
    let sentence: String
    let isOpen: Bool
    let isFeature: Bool
    let mayLackPlace: Bool
    let key: @Sendable (T) -> NaturalKey

    /// - Parameters:
    ///   - stages: the stages that write the table.
    ///   - key: the natural key, built from its columns.
    public init(
        _ name: String, isOpen: Bool = false, isFeature: Bool = false, mayLackPlace: Bool = false, _ sentence: String,
        from stages: String...,
        key: @escaping @Sendable (T) -> NaturalKey
    ) {
        self.name = name
        self.stages = stages
        self.sentence = sentence
        self.isOpen = isOpen
        self.isFeature = isFeature
        self.mayLackPlace = mayLackPlace
        self.key = key
    }
}

extension Table {
    public static var name: String { about.name }

    /// The meaning of a row, as a sentence.
    public static var sentence: String { about.sentence }

    /// The natural key of the table's rows.
    public static var key: NaturalKey { about.key(columns) }

    /// The table as data. Cost: it is created on each access.
    public static var description: TableDescription {
        TableDescription(
            about.name, stages: about.stages, about.sentence, columns: descriptions, key: key,
            isOpen: about.isOpen, isFeature: about.isFeature, mayLackPlace: about.mayLackPlace)
    }
}

extension Members {
    /// The columns in their order.
    public static var descriptions: [ColumnDescription] { infos.map(\.pointee.description) }

    /// All columns, for code that reads all of them.
    public static var all: [any AnyColumn] { infos.map { Column<Self, Anything, WhereAsked>($0) } }

    /// The same for rows of any table.
    public static var ofAnyTable: [AnyTableColumn] { infos.map { AnyTableColumn($0) } }

    /// The column of a name, whatever it holds; nil if there is none.
    public static func column(named name: String) -> Column<Self, Anything, WhereAsked>? {
        infos.first { $0.pointee.description.name == name }.map { Column($0) }
    }

    public static var names: [String] { infos.map(\.pointee.description.name) }

    /// The description of each column. A column is one word, so the structure of columns is an array of words.
    static var infos: [UnsafePointer<ColumnInfo>] {
        // A structure without columns has neither size nor alignment.
        guard MemoryLayout<Self>.size > 0 else { return [] }
        precondition(MemoryLayout<Self>.alignment == MemoryLayout<UnsafePointer<ColumnInfo>>.alignment)
        return withUnsafeBytes(of: columns) { Array($0.bindMemory(to: UnsafePointer<ColumnInfo>.self)) }
    }

    // MARK: Declaring columns

    public typealias Of<V, P> = Column<Self, V, P>

    public static func text<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<Text, P>
    { column(name, .string, nil, sentence) }

    public static func whole<P: RecordPresence>(
        _ name: String, _ presence: PresenceOf<P>, unit: Unit? = nil, _ sentence: String = ""
    ) -> Of<Whole, P> { column(name, .integer, unit, sentence) }

    /// POSIX seconds.
    public static func instant<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<Instant, P>
    { column(name, .integer, .posixSeconds, sentence) }

    /// Seconds late.
    public static func seconds<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<Delay, P>
    { column(name, .integer, .seconds, sentence) }

    /// - Parameter decimals: the number of decimal places; by default as many as needed.
    public static func number<P: RecordPresence>(
        _ name: String, _ presence: PresenceOf<P>, decimals: Int = -1, unit: Unit? = nil, _ sentence: String = ""
    ) -> Of<Real, P> { column(name, .number, unit, sentence, decimals: decimals) }

    public static func flag<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<Flag, P>
    { column(name, .boolean, nil, sentence) }

    public static func day<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "") -> Of<
        Day, P
    > { column(name, .date, nil, sentence) }

    /// `HH:MM:SS` of the service day.
    public static func serviceTime<P: RecordPresence>(
        _ name: String, _ presence: PresenceOf<P>, _ sentence: String = ""
    ) -> Of<ServiceTime, P> { column(name, .time, nil, sentence) }

    /// RFC 3339 in the agency's time zone.
    public static func dateTime<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<DateTime, P>
    { column(name, .dateTime, nil, sentence) }

    public static func enumeration<P: RecordPresence>(
        _ name: String, _ cases: Enumeration, _ presence: PresenceOf<P>, _ sentence: String = ""
    ) -> Of<Enumerated, P> { column(name, .enumeration(cases.cases), nil, sentence, cases: cases) }

    public static func texts<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<List<Text>, P>
    { column(name, .array(.string), nil, sentence) }

    public static func numbers<P: RecordPresence>(_ name: String, _ presence: PresenceOf<P>, _ sentence: String = "")
        -> Of<List<Real>, P>
    { column(name, .array(.number), nil, sentence) }

    public static func objects<M: Members, P: RecordPresence>(
        _ name: String, of members: M.Type, _ presence: PresenceOf<P>, _ sentence: String = ""
    ) -> Of<List<M>, P> { column(name, .array(.object(M.descriptions)), nil, sentence) }

    public static func object<M: Members, P: RecordPresence>(
        _ name: String, of members: M.Type, _ presence: PresenceOf<P>, _ sentence: String = ""
    ) -> Of<Object<M>, P> { column(name, .object(M.descriptions), nil, sentence) }

    /// Any JSON, such as an array or object without declared members.
    public static func json<P: RecordPresence>(
        _ name: String, _ type: ColumnType = .any, _ presence: PresenceOf<P>, _ sentence: String = ""
    ) -> Of<Anything, P> { column(name, type, nil, sentence) }

    private static func column<V, P: RecordPresence>(
        _ name: String, _ type: ColumnType, _ unit: Unit?, _ sentence: String, decimals: Int = 0,
        cases: Enumeration? = nil
    ) -> Of<V, P> {
        Column(
            ColumnInfo.make(
                ColumnDescription(
                    name, type, required: P.isRequired, nullable: P.isNullable, unit: unit, sentence),
                decimals: decimals, cases: cases))
    }
}
