/// A file of the GTFS Schedule reference: its name, key and fields in the reference's order.
public struct TableDefinition: Sendable, Equatable {
    /// What tells a table's rows apart.
    public enum Key: Sendable, Equatable {
        case none
        /// All fields together; the reference writes `*`.
        case wholeRow
        case columns([String])
    }

    /// The file's name without its ending.
    public let name: String
    public let presence: Presence
    public let key: Key
    public let fields: [FieldDefinition]

    public init(_ name: String, _ presence: Presence, key: Key, fields: [FieldDefinition]) {
        self.name = name
        self.presence = presence
        self.key = key
        self.fields = fields
    }

    /// `stops.txt`; `locations.geojson` is the one file of another kind.
    public var file: String { Tables.file(of: name) }

    /// The fields that a row cannot do without: Required and part of the key, all Required ones where the whole row
    /// is the key.
    public var requiredKey: [String] {
        let required = fields.filter { $0.presence == .required }.map(\.name)
        switch key {
        case .none: return []
        case .wholeRow: return required
        case .columns(let names): return names.filter(required.contains)
        }
    }

    /// The one column that the table's rows are known by; nil for none, or several.
    public var onlyKey: String? {
        if case .columns(let names) = key, names.count == 1 { return names[0] }
        return nil
    }

    /// The column whose ids `translations.record_id` has for rows of a table; nil for one whose rows have no single id.
    public static func translatedKey(of table: String) -> String? {
        table == Tables.StopTimes.name ? Tables.Trips.columns.tripID.name : named(table)?.onlyKey
    }

    /// All tables in the order in which they are written: what is referred to comes first.
    public static let all: [TableDefinition] = Tables.schedule.map { $0.definition }

    /// The table of that name, or nil.
    public static func named(_ name: String) -> TableDefinition? {
        Tables.schedule.first { $0.file.name == name }?.definition
    }

    /// Whether the table is one of a timetable.
    public static func isSchedule(_ name: String) -> Bool { Tables.schedule.contains { $0.file.name == name } }

    /// Whether a file's name, in whatever case, is one of the reference's.
    public static func isTable(file: String) -> Bool {
        let lower = file.lowercased()
        return Tables.schedule.contains { $0.file.fileName == lower }
    }
}
