import Contract

/// The numbers that enumerations of the reference have, by table and field.
enum FieldRules {
    static func allowed(_ table: String, _ field: String) -> [ClosedRange<Int>]? {
        enumerations["\(table).\(field)"] ?? enumerations[field]
    }

    /// Enumerations of one name have the same numbers in each table, but for those named with their table.
    private static let enumerations: [String: [ClosedRange<Int>]] = [
        "cemv_support": [0...2], "location_type": [0...4], "wheelchair_boarding": [0...2], "stop_access": [0...1],
        // The reference's types, and the extended ones that many feeds use.
        "route_type": [
            0...7, 11...12, 100...117, 200...209, 300...300, 400...405, 500...500, 600...600, 700...717,
            800...800, 900...907, 1000...1000, 1100...1100, 1200...1200, 1300...1307, 1400...1400, 1500...1507,
            1700...1702,
        ],
        "continuous_pickup": [0...3], "continuous_drop_off": [0...3], "monday": [0...1], "tuesday": [0...1],
        "wednesday": [0...1], "thursday": [0...1], "friday": [0...1], "saturday": [0...1], "sunday": [0...1],
        "exception_type": [1...2], "direction_id": [0...1], "wheelchair_accessible": [0...2], "bikes_allowed": [0...2],
        "cars_allowed": [0...2], "pickup_type": [0...3], "drop_off_type": [0...3], "timepoint": [0...1],
        "exact_times": [0...1], "transfer_type": [0...5], "pathway_mode": [1...7], "is_bidirectional": [0...1],
        "payment_method": [0...1], "fare_attributes.transfers": [0...2], "fare_media_type": [0...4],
        "is_default_fare_category": [0...1], "duration_limit_type": [0...3], "fare_transfer_type": [0...2],
        "booking_type": [0...2], "is_producer": [0...1], "is_operator": [0...1], "is_authority": [0...1],
    ]

    /// Fields that are words for riders, which capitals throughout, or none, make hard to read.
    static let names: Set<String> = [
        "agency_name", "message", "pickup_message", "drop_off_message", "level_name", "location_group_name",
        "network_name", "signposted_as", "reversed_signposted_as", "route_short_name", "route_long_name", "route_desc",
        "stop_name", "trip_headsign", "trip_short_name",
    ]

    /// The rule that a value of a text type can break, and whether it does.
    static func problem(_ type: FieldType, _ text: UnsafeRawBufferPointer) -> Rule? {
        switch type {
        case .url: TextForm.isURL(text) ? nil : .invalidUrl
        case .email: TextForm.isEmail(text) ? nil : .invalidEmail
        case .color: TextForm.isColor(text) ? nil : .invalidColor
        case .languageCode: TextForm.isLanguage(text) ? nil : .invalidLanguageCode
        case .currencyCode: TextForm.isCurrency(text) ? nil : .invalidCurrency
        case .phoneNumber: TextForm.isPhoneNumber(text) ? nil : .invalidPhoneNumber
        default: nil
        }
    }

    /// The rule that a null of a type means it broke, where nobody says more.
    static func ruleOfNull(_ type: FieldType) -> Rule {
        switch type {
        case .date: .invalidDate
        case .time, .localTime: .invalidTime
        case .latitude, .longitude: .numberOutOfRange
        case .float, .nonNegativeFloat, .positiveFloat, .currencyAmount: .invalidFloat
        // Which numbers an enumeration has changes, so a broken one weighs less.
        case .enumeration: .unexpectedEnumValue
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger: .invalidInteger
        default: .invalidCharacter
        }
    }
}
