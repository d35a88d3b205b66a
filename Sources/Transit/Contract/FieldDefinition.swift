/// The types of the GTFS Schedule reference, "Field Types".
public enum FieldType: Sendable, Equatable {
    /// An id of any kind: unique, foreign or plain.
    case id
    case text, url, email, phoneNumber, languageCode, timezone, currencyCode
    /// Six hexadecimal digits.
    case color
    /// `YYYYMMDD`
    case date
    /// `HH:MM:SS` from noon minus 12 hours of the service day; may pass 24:00:00.
    case time
    /// `HH:MM:SS` of the wall clock, 24:00:00 at most.
    case localTime
    /// Degrees, WGS 84.
    case latitude, longitude
    /// A number of the field's list; numbers beyond the list (extended route types) are let through.
    case enumeration
    case integer, nonNegativeInteger, positiveInteger, nonZeroInteger
    case float, nonNegativeFloat, positiveFloat
    case currencyAmount

    /// What a record holds of it.
    public var columnType: ColumnType {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color: .string
        case .date: .date
        case .time, .localTime: .time
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger: .integer
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount: .number
        }
    }

    var unit: Unit? { self == .latitude || self == .longitude ? .degrees : nil }

    /// What the reference says of values of the type.
    var sentence: String {
        switch self {
        case .latitude: "Degrees north, WGS 84, from -90 to 90."
        case .longitude: "Degrees east, WGS 84, from -180 to 180."
        case .time: "From noon minus 12 hours of the service day."
        case .localTime: "By the wall clock, 24:00:00 at most."
        case .color: "As the feed has it: six hexadecimal digits by the reference."
        case .url: "A URL."
        case .timezone: "An IANA zone name."
        case .languageCode: "An IETF BCP 47 code."
        case .currencyCode: "An ISO 4217 code."
        case .nonNegativeInteger, .nonNegativeFloat: "0 or greater."
        case .positiveInteger, .positiveFloat: "Greater than 0."
        case .nonZeroInteger: "Not 0."
        default: ""
        }
    }

    /// Whether values are written as JSON strings.
    public var isText: Bool {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color, .date, .time,
            .localTime:
            true
        default: false
        }
    }

    /// Whether a value can break the type, and then becomes null.
    public var isChecked: Bool {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color: false
        default: true
        }
    }
}

/// Whether a file or field has to be there, as the reference says.
public enum Presence: Sendable, Equatable {
    case required, conditionallyRequired, conditionallyForbidden, recommended, optional
}

/// One field of a table.
public struct FieldDefinition: Sendable, Equatable {
    public let name: String
    public let type: FieldType
    public let presence: Presence
    /// Where the id that the field refers to stands: `stops.stop_id`, one of several; empty where it refers to nothing.
    public let targets: [FieldTarget]
    /// Whether the reference gives an empty value a meaning: then a file must have the column if it is required, and a
    /// row need not have a value.
    public let emptyHasMeaning: Bool

    public init(
        _ name: String, _ type: FieldType, _ presence: Presence = .optional, _ targets: [String] = [],
        emptyHasMeaning: Bool = false
    ) {
        self.name = name
        self.type = type
        self.presence = presence
        self.targets = targets.map(FieldTarget.init)
        self.emptyHasMeaning = emptyHasMeaning
    }

    /// Whether each row must have a value.
    public var needsValue: Bool { presence == .required && !emptyHasMeaning }
}

/// A column that an id of another table's stands in.
public struct FieldTarget: Sendable, Equatable {
    public let table: String
    public let column: String

    /// `stops.stop_id`
    init(_ text: String) {
        let parts = text.split(separator: ".")
        precondition(parts.count == 2, "'\(text)' is not a table and a column")
        table = String(parts[0])
        column = String(parts[1])
    }
}
