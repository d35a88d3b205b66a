/// A file of the GTFS Schedule reference: its name, key and fields in the reference's order.
public struct TableDefinition: Sendable, Equatable {
    /// The primary key of a table.
    public enum Key: Sendable, Equatable {
        case none
        /// All fields together, written `*` in the reference.
        case wholeRow
        case columns([String])
    }

    /// The file name without its extension.
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

    /// The file name: `stops.txt`; only `locations.geojson` has another extension.
    public var file: String { Tables.file(of: name) }

    /// The fields that every row needs: required and part of the key, or all required ones if the whole row is the key.
    public var requiredKey: [String] {
        let required = fields.filter { $0.presence == .required }.map(\.name)
        switch key {
        case .none: return []
        case .wholeRow: return required
        case .columns(let names): return names.filter(required.contains)
        }
    }

    /// The single column of the primary key; nil if there is none or several.
    public var onlyKey: String? {
        if case .columns(let names) = key, names.count == 1 { return names[0] }
        return nil
    }

    /// The column that `translations.record_id` refers to for rows of a table; nil if its rows have no single id.
    public static func translatedKey(of table: String) -> String? {
        table == Tables.StopTimes.name ? Tables.Trips.columns.tripID.name : named(table)?.onlyKey
    }

    /// All tables in writing order: tables come before the tables that refer to them.
    public static let all: [TableDefinition] = Tables.schedule.map { $0.definition }

    /// Returns the table with a name, or nil.
    public static func named(_ name: String) -> TableDefinition? {
        Tables.schedule.first { $0.file.name == name }?.definition
    }

    /// Whether the table is part of a timetable.
    public static func isSchedule(_ name: String) -> Bool { Tables.schedule.contains { $0.file.name == name } }

    /// Whether a file name, in any case, is one of the reference's.
    public static func isTable(file: String) -> Bool {
        let lower = file.lowercased()
        return Tables.schedule.contains { $0.file.fileName == lower }
    }
}
