/// The types of the GTFS Schedule reference, "Field Types".
public enum FieldType: Sendable, Equatable {
    /// An id: unique, foreign or plain.
    case id
    case text, url, email, phoneNumber, languageCode, timezone, currencyCode
    /// Six hexadecimal digits.
    case color
    /// `YYYYMMDD`
    case date
    /// `HH:MM:SS` from noon minus 12 hours of the service day; may pass 24:00:00.
    case time
    /// `HH:MM:SS` of the wall clock, at most 24:00:00.
    case localTime
    /// Degrees, WGS 84.
    case latitude, longitude
    /// A number of the field's list; other numbers, such as extended route types, are accepted.
    case enumeration
    case integer, nonNegativeInteger, positiveInteger, nonZeroInteger
    case float, nonNegativeFloat, positiveFloat
    case currencyAmount

    /// The type in a record.
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

    /// The description of the type in the reference.
    var sentence: String {
        switch self {
        case .latitude: "Degrees north, WGS 84, from -90 to 90."
        case .longitude: "Degrees east, WGS 84, from -180 to 180."
        case .time: "Counted from noon minus 12 hours of the service day."
        case .localTime: "Wall-clock time, at most 24:00:00."
        case .color: "Copied from the feed; the reference requires six hexadecimal digits."
        case .url: "A URL."
        case .timezone: "An IANA time zone name."
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

    /// Whether a value can be invalid, in which case it becomes null.
    public var isChecked: Bool {
        switch self {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color: false
        default: true
        }
    }
}

/// The presence of a file or field in the reference.
public enum Presence: Sendable, Equatable {
    case required, conditionallyRequired, conditionallyForbidden, recommended, optional
}

/// One field of a table.
public struct FieldDefinition: Sendable, Equatable {
    public let name: String
    public let type: FieldType
    public let presence: Presence
    /// The columns that the field may refer to, such as `stops.stop_id`; empty if it refers to nothing.
    public let targets: [FieldTarget]
    /// Whether an empty value has a meaning in the reference: then a file must have the column if it is required, but a
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

/// A column that refers to the id of another table.
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
