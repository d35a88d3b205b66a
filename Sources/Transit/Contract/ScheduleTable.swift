/// A file of the GTFS Schedule reference as a table of records.
///
/// Its columns are declared with the field types and presences of the reference. A new column is one line; a new file
/// is a structure and its name in the list above it.
public protocol ScheduleTable: Table {
    static var file: ScheduleFile { get }
}

/// The description of a file in the reference, besides its fields.
public struct ScheduleFile: Sendable {
    public let name: String
    public let presence: Presence
    public let key: TableDefinition.Key
    /// Whether the file was only proposed, so that no release of the reference has it.
    public let isProposed: Bool

    init(_ name: String, _ presence: Presence, key: TableDefinition.Key, isProposed: Bool = false) {
        self.name = name
        self.presence = presence
        self.key = key
        self.isProposed = isProposed
    }

    /// `stops.txt`
    public var fileName: String { Tables.file(of: name) }
}

extension Tables {
    /// All files of the reference, and files proposed for it, in writing order: tables come before the tables that refer
    /// to them.
    public static let schedule: [any ScheduleTable.Type] = network + service + fares + proposed
}

extension ScheduleTable {
    public static var definition: TableDefinition {
        TableDefinition(file.name, file.presence, key: file.key, fields: infos.compactMap(\.pointee.field))
    }

    /// The name of the table; other than `about`, it makes no new strings, so loops over rows may ask for it.
    public static var name: String { file.name }

    public static var about: About<Self> {
        About(
            file.name, isOpen: true, isFeature: file.name == "locations",
            "A row of \(file.fileName)\(file.isProposed ? ", a file that was proposed for GTFS" : "").", from: "ingest"
        ) { _ in naturalKey }
    }

    /// Rows are identified by the primary key of the reference, or by the whole row if there is none.
    private static var naturalKey: NaturalKey {
        guard case .columns(let names) = file.key else { return .wholeRow }
        return .columns(named: names, required: definition.requiredKey)
    }

    public static var description: TableDescription {
        let definition = definition
        let isFeature = file.name == "locations"
        // A feature's id is a member of the feature, not of its properties.
        let fields = definition.fields.filter { !isFeature || $0.name != "id" }
        return TableDescription(
            file.name, stages: about.stages, about.sentence,
            columns: fields.map { field in
                ColumnDescription(
                    field.name, field.type.columnType, required: definition.requiredKey.contains(field.name),
                    nullable: field.type.isChecked || isFeature, unit: field.type.unit, field.type.sentence)
            }, key: naturalKey, isOpen: true, isFeature: isFeature)
    }

    // MARK: Declaring columns

    typealias TextColumn = Column<Self, Text, IfKnown>
    typealias TimeColumn = Column<Self, ServiceTime, IfKnown>
    typealias WholeColumn = Column<Self, Whole, IfKnown>
    typealias RealColumn = Column<Self, Real, IfKnown>
    typealias DayColumn = Column<Self, Day, IfKnown>

    /// - Parameter targets: the columns that the id may refer to, as in `stops.stop_id`; empty for a row's own id or a
    ///   plain one.
    static func id(
        _ name: String, _ presence: Presence = .optional, to targets: String...
    ) -> TextColumn { column(name, .id, presence, targets: targets) }
    static func text(_ name: String, _ presence: Presence = .optional) -> TextColumn { column(name, .text, presence) }
    static func url(_ name: String, _ presence: Presence = .optional) -> TextColumn { column(name, .url, presence) }
    static func email(_ name: String, _ presence: Presence = .optional) -> TextColumn { column(name, .email, presence) }
    static func phoneNumber(_ name: String, _ presence: Presence = .optional) -> TextColumn {
        column(name, .phoneNumber, presence)
    }
    static func languageCode(_ name: String, _ presence: Presence = .optional) -> TextColumn {
        column(name, .languageCode, presence)
    }
    static func timezone(_ name: String, _ presence: Presence = .optional) -> TextColumn {
        column(name, .timezone, presence)
    }
    static func currencyCode(_ name: String, _ presence: Presence = .optional) -> TextColumn {
        column(name, .currencyCode, presence)
    }
    static func color(_ name: String, _ presence: Presence = .optional) -> TextColumn { column(name, .color, presence) }
    static func day(_ name: String, _ presence: Presence = .optional) -> DayColumn { column(name, .date, presence) }
    static func serviceTime(_ name: String, _ presence: Presence = .optional) -> TimeColumn {
        column(name, .time, presence)
    }
    static func localTime(_ name: String, _ presence: Presence = .optional) -> TimeColumn {
        column(name, .localTime, presence)
    }
    static func latitude(_ name: String, _ presence: Presence = .optional) -> RealColumn {
        column(name, .latitude, presence)
    }
    static func longitude(_ name: String, _ presence: Presence = .optional) -> RealColumn {
        column(name, .longitude, presence)
    }
    /// - Parameter emptyHasMeaning: whether an empty value has a meaning in the reference.
    static func enumeration(
        _ name: String, _ presence: Presence = .optional, emptyHasMeaning: Bool = false
    ) -> WholeColumn {
        column(name, .enumeration, presence, emptyHasMeaning: emptyHasMeaning)
    }
    /// An enumeration that also exists in realtime, with its names.
    static func enumeration(
        _ name: String, _ presence: Presence = .optional, _ cases: Enumeration
    ) -> Column<Self, Enumerated, IfKnown> { column(name, .enumeration, presence, cases: cases) }
    static func integer(_ name: String, _ presence: Presence = .optional) -> WholeColumn {
        column(name, .integer, presence)
    }
    static func nonNegativeInteger(_ name: String, _ presence: Presence = .optional) -> WholeColumn {
        column(name, .nonNegativeInteger, presence)
    }
    static func positiveInteger(_ name: String, _ presence: Presence = .optional) -> WholeColumn {
        column(name, .positiveInteger, presence)
    }
    static func nonZeroInteger(_ name: String, _ presence: Presence = .optional) -> WholeColumn {
        column(name, .nonZeroInteger, presence)
    }
    static func float(_ name: String, _ presence: Presence = .optional) -> RealColumn { column(name, .float, presence) }
    static func nonNegativeFloat(_ name: String, _ presence: Presence = .optional) -> RealColumn {
        column(name, .nonNegativeFloat, presence)
    }
    static func positiveFloat(_ name: String, _ presence: Presence = .optional) -> RealColumn {
        column(name, .positiveFloat, presence)
    }
    static func currencyAmount(_ name: String, _ presence: Presence = .optional) -> RealColumn {
        column(name, .currencyAmount, presence)
    }

    private static func column<V>(
        _ name: String, _ type: FieldType, _ presence: Presence, cases: Enumeration? = nil, targets: [String] = [],
        emptyHasMeaning: Bool = false
    ) -> Column<Self, V, IfKnown> {
        Column(
            ColumnInfo.make(
                ColumnDescription(name, type.columnType, unit: type.unit, type.sentence), decimals: -1,
                cases: cases, field: FieldDefinition(name, type, presence, targets, emptyHasMeaning: emptyHasMeaning)))
    }
}
