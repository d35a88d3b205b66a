// Rules of files, rows, keys and references.

extension Rule {
    /// Rules of files.
    static let files: [Rule] = [
        .missingRequiredFile,
        .missingCalendarAndCalendarDateFiles,
        .missingRecommendedFile,
        .emptyFile,
        .unknownFile,
        .repeatedFile,
        .csvParsingFailed,
        .malformedJson,
        .missingRequiredColumn,
        .missingRecommendedColumn,
        .unknownColumn,
        .duplicatedColumn,
        .emptyColumnName,
    ]

    static let missingRequiredFile = Rule(
        "missing_required_file", .error,
        "A required file is missing: agency, routes, trips or stop_times, or stops in a feed without"
            + " locations.geojson.")
    static let missingCalendarAndCalendarDateFiles = Rule(
        "missing_calendar_and_calendar_date_files", .error,
        "The feed has neither calendar.txt nor calendar_dates.txt.")
    static let missingRecommendedFile = Rule(
        "missing_recommended_file", .warning,
        "The feed has no feed_info.txt.")
    static let emptyFile = Rule(
        "empty_file", .error,
        "A file has no header, or a required file has no rows.")
    static let unknownFile = Rule(
        "unknown_file", .info,
        "A file is not in the GTFS reference, or lies in a folder inside the feed.")
    static let repeatedFile = Rule(
        "repeated_file", .error,
        "The feed has two files for one table with different contents; only one is read.")
    static let csvParsingFailed = Rule(
        "csv_parsing_failed", .error,
        "A row cannot be parsed: a quote is not closed, a line is too long, or a row has more columns than"
            + " supported.")
    static let malformedJson = Rule(
        "malformed_json", .error,
        "locations.geojson, or a part of it, is not valid GeoJSON.")
    static let missingRequiredColumn = Rule(
        "missing_required_column", .error,
        "The header lacks a required column.")
    static let missingRecommendedColumn = Rule(
        "missing_recommended_column", .warning,
        "The header lacks a recommended column.")
    static let unknownColumn = Rule(
        "unknown_column", .info,
        "A column is not in the GTFS reference.")
    static let duplicatedColumn = Rule(
        "duplicated_column", .error,
        "The header has a column twice; the first is read.")
    static let emptyColumnName = Rule(
        "empty_column_name", .error,
        "The header has a column without a name.")
}

extension Rule {
    /// Rules of rows and cells.
    static let cells: [Rule] = [
        .invalidRowLength,
        .invalidCharacter,
        .newLineInValue,
        .leadingOrTrailingWhitespaces,
        .missingRequiredField,
        .missingRecommendedField,
        .invalidDate,
        .invalidTime,
        .invalidInteger,
        .invalidFloat,
        .numberOutOfRange,
        .unexpectedEnumValue,
        .invalidColor,
        .invalidUrl,
        .invalidEmail,
        .invalidTimezone,
        .invalidLanguageCode,
        .invalidCurrency,
        .invalidPhoneNumber,
        .nonAsciiOrNonPrintableChar,
        .mixedCaseRecommendedField,
    ]

    static let invalidRowLength = Rule(
        "invalid_row_length", .error,
        "A row has more or fewer cells than the header.")
    static let invalidCharacter = Rule(
        "invalid_character", .error,
        "A file is not UTF-8, a row contains a NUL, or a column name contains a control character.")
    static let newLineInValue = Rule(
        "new_line_in_value", .error,
        "A value contains a line break.")
    static let leadingOrTrailingWhitespaces = Rule(
        "leading_or_trailing_whitespaces", .warning,
        "A value has leading or trailing spaces.")
    static let missingRequiredField = Rule(
        "missing_required_field", .error,
        "A required value is missing, or a value that other fields of the row require.",
        .row(
            of: "translations",
            .all([.lacks("record_id"), .lacks("field_value"), .not(.isText("table_name", ["feed_info"]))]),
            shows: "record_id", "field_value"),
        .row(
            of: "transfers",
            .all([.not(.isOne(of: [4, 5], "transfer_type")), .any([.lacks("from_stop_id"), .lacks("to_stop_id")])]),
            shows: "from_stop_id", "to_stop_id", "transfer_type"),
        .row(
            of: "transfers",
            .all([.isOne(of: [4, 5], "transfer_type"), .any([.lacks("from_trip_id"), .lacks("to_trip_id")])]),
            shows: "from_trip_id", "to_trip_id", "transfer_type"),
        .row(
            of: "stop_times", .all([.lacks("stop_id"), .lacks("location_group_id"), .lacks("location_id")]),
            shows: "stop_id"))
    static let missingRecommendedField = Rule(
        "missing_recommended_field", .warning,
        "A recommended value is missing, although its column is present.")
    static let invalidDate = Rule(
        "invalid_date", .error,
        "A value is not a valid date in the form YYYYMMDD.")
    static let invalidTime = Rule(
        "invalid_time", .error,
        "A value is not a time in the form HH:MM:SS, or a local time is after 24:00:00.")
    static let invalidInteger = Rule(
        "invalid_integer", .error,
        "A value is not a whole number.")
    static let invalidFloat = Rule(
        "invalid_float", .error,
        "A value is not a number.")
    static let numberOutOfRange = Rule(
        "number_out_of_range", .error,
        "A number is outside the range of its field, such as a latitude of 95, a negative stop_sequence or a headway of 0."
    )
    static let unexpectedEnumValue = Rule(
        "unexpected_enum_value", .warning,
        "A number is not a value of the field's enumeration.")
    static let invalidColor = Rule(
        "invalid_color", .error,
        "A colour is not six hexadecimal digits.")
    static let invalidUrl = Rule(
        "invalid_url", .error,
        "A URL contains spaces, has no host, or its scheme is neither http nor https.")
    static let invalidEmail = Rule(
        "invalid_email", .error,
        "An email address contains spaces, or does not consist of a name, one @ and a domain.")
    static let invalidTimezone = Rule(
        "invalid_timezone", .error,
        "A time zone is not in the IANA time zone database.")
    static let invalidLanguageCode = Rule(
        "invalid_language_code", .error,
        "A language is not an IETF BCP 47 code.")
    static let invalidCurrency = Rule(
        "invalid_currency", .error,
        "A currency is not an ISO 4217 code of three capital letters.")
    static let invalidPhoneNumber = Rule(
        "invalid_phone_number", .error,
        "A phone number contains no digit.")
    static let nonAsciiOrNonPrintableChar = Rule(
        "non_ascii_or_non_printable_char", .warning,
        "An id in a primary key contains a character that is not printable ASCII.")
    static let mixedCaseRecommendedField = Rule(
        "mixed_case_recommended_field", .warning,
        "A stop name, route name or headsign has at least two words of three letters or more, all in upper case or all in lower case."
    )
}

extension Rule {
    /// Rules of keys and references.
    static let references: [Rule] = [
        .duplicateKey,
        .foreignKeyViolation,
        .moreThanOneEntity,
        .translationForeignKeyViolation,
        .translationUnknownTableName,
        Rule(
            "translation_unexpected_value", .error,
            "A translation has both record_id and field_value, or a record_sub_id that its table does not need.",
            .row(
                of: "translations",
                .any([
                    .all([.has("field_value"), .hasAny("record_id", "record_sub_id")]),
                    .all([.has("record_sub_id"), .not(.isText("table_name", ["stop_times"]))]),
                ]), shows: "record_id", "record_sub_id", "field_value")),
        .unusedTrip,
        .unusableTrip,
        .unusedShape,
        .unusedRoute,
        .unusedService,
        .stopWithoutStopTime,
        .unusedStation,
    ]

    static let duplicateKey = Rule(
        "duplicate_key", .error,
        "Two rows have the same key.")
    static let foreignKeyViolation = Rule(
        "foreign_key_violation", .error,
        "An id refers to a row that does not exist.")
    static let moreThanOneEntity = Rule(
        "more_than_one_entity", .warning,
        "feed_info.txt has more than one row.")
    static let translationForeignKeyViolation = Rule(
        "translation_foreign_key_violation", .error,
        "The record_id of a translation does not exist in the translated table.")
    static let translationUnknownTableName = Rule(
        "translation_unknown_table_name", .warning,
        "The table_name of a translation is not a file in the GTFS reference.")
    static let unusedTrip = Rule(
        "unused_trip", .warning,
        "A trip has no stop times.")
    static let unusableTrip = Rule(
        "unusable_trip", .warning,
        "A trip has fewer than two stops, and no demand-responsive time window.")
    static let unusedShape = Rule(
        "unused_shape", .warning,
        "A shape is not used by any trip.")
    static let unusedRoute = Rule(
        "unused_route", .info,
        "A route has no trips.")
    static let unusedService = Rule(
        "unused_service", .info,
        "A service has no trips.")
    static let stopWithoutStopTime = Rule(
        "stop_without_stop_time", .warning,
        "A stop is not served by any trip.")
    static let unusedStation = Rule(
        "unused_station", .info,
        "A station has no stops.")
}
