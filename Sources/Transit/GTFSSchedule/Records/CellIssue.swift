/// What is noticed about a cell while it becomes a JSON value.
public enum CellIssue: UInt8, Sendable, CaseIterable {
    // Values that break their type and become null.
    case notTime, notLocalTime, notDate, notInteger, integerTooLarge, negative, notPositive, zero
    case notNumber, numberTooLarge, notLatitude, notLongitude, notEnumeration
    // Values that are written.
    case hourPadded, notColor

    public enum Effect: Sendable {
        case null, repaired, kept
    }

    public var effect: Effect {
        switch self {
        case .hourPadded: .repaired
        case .notColor: .kept
        default: .null
        }
    }

    /// A stable name that scripts count by.
    public var code: String {
        switch self {
        case .notTime, .notLocalTime: "invalid_time"
        case .notDate: "invalid_date"
        case .notInteger, .integerTooLarge: "invalid_integer"
        case .negative, .notPositive, .zero: "out_of_range"
        case .notNumber, .numberTooLarge: "invalid_number"
        case .notLatitude: "invalid_latitude"
        case .notLongitude: "invalid_longitude"
        case .notEnumeration: "invalid_enum"
        case .hourPadded: "padded_hour"
        case .notColor: "invalid_color"
        }
    }

    /// The rest of a sentence that begins with the value in quotes.
    public var message: String {
        switch self {
        case .notTime: "is not HH:MM:SS; written as null"
        case .notLocalTime: "is not HH:MM:SS up to 24:00:00; written as null"
        case .notDate: "is not a date YYYYMMDD; written as null"
        case .notInteger: "is not an integer; written as null"
        case .integerTooLarge: "exceeds 64 bits; written as null"
        case .negative: "is negative; written as null"
        case .notPositive: "is not positive; written as null"
        case .zero: "must not be zero; written as null"
        case .notNumber: "is not a number; written as null"
        case .numberTooLarge: "exceeds the range of a 64-bit float; written as null"
        case .notLatitude: "is not a latitude from -90 to 90; written as null"
        case .notLongitude: "is not a longitude from -180 to 180; written as null"
        case .notEnumeration: "is not a value of the enumeration; written as null"
        case .hourPadded: "written with two digits for the hour"
        case .notColor: "is not a colour of six hexadecimal digits; kept"
        }
    }
}

/// A cell that something was noticed about.
public struct NoticedCell {
    public let issue: CellIssue
    /// Position in the plan's members.
    public let member: Int
}
