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
        "A file that every feed needs is not there: agency, routes, trips, stop_times, or stops without"
            + " locations.geojson.")
    static let missingCalendarAndCalendarDateFiles = Rule(
        "missing_calendar_and_calendar_date_files", .error,
        "The feed has neither calendar.txt nor calendar_dates.txt.")
    static let missingRecommendedFile = Rule(
        "missing_recommended_file", .warning,
        "The feed has no feed_info.txt.")
    static let emptyFile = Rule(
        "empty_file", .error,
        "A file has not even a header, or a required one has no row.")
    static let unknownFile = Rule(
        "unknown_file", .info,
        "A file is not one of the reference's, or lies in a folder inside the feed.")
    static let repeatedFile = Rule(
        "repeated_file", .error,
        "The feed has two files of one table with different contents, of which one is read.")
    static let csvParsingFailed = Rule(
        "csv_parsing_failed", .error,
        "A row cannot be told apart: a quote is not closed, or a line is too long, or has more columns than"
            + " are read.")
    static let malformedJson = Rule(
        "malformed_json", .error,
        "locations.geojson is not GeoJSON, or a part of it is not.")
    static let missingRequiredColumn = Rule(
        "missing_required_column", .error,
        "The header lacks a column that is required.")
    static let missingRecommendedColumn = Rule(
        "missing_recommended_column", .warning,
        "The header lacks a column that is recommended.")
    static let unknownColumn = Rule(
        "unknown_column", .info,
        "The reference does not know a column.")
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
        "A file is not UTF-8, a row has a NUL, or a column is named with a control character.")
    static let newLineInValue = Rule(
        "new_line_in_value", .error,
        "A value has a line break in it.")
    static let leadingOrTrailingWhitespaces = Rule(
        "leading_or_trailing_whitespaces", .warning,
        "A value has blanks around it.")
    static let missingRequiredField = Rule(
        "missing_required_field", .error,
        "A required value is not there, or one that the rest of the row requires.",
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
        "A recommended value is not there, though its column is.")
    static let invalidDate = Rule(
        "invalid_date", .error,
        "A value is not a date YYYYMMDD that the calendar has.")
    static let invalidTime = Rule(
        "invalid_time", .error,
        "A value is not a time HH:MM:SS, or a local time is after 24:00:00.")
    static let invalidInteger = Rule(
        "invalid_integer", .error,
        "A value is not a whole number.")
    static let invalidFloat = Rule(
        "invalid_float", .error,
        "A value is not a number.")
    static let numberOutOfRange = Rule(
        "number_out_of_range", .error,
        "A number is beyond what its field allows: a latitude of 95, a negative stop_sequence, a headway of 0.")
    static let unexpectedEnumValue = Rule(
        "unexpected_enum_value", .warning,
        "A number is not one of its field's enumeration.")
    static let invalidColor = Rule(
        "invalid_color", .error,
        "A colour is not six hexadecimal digits.")
    static let invalidUrl = Rule(
        "invalid_url", .error,
        "A URL has no scheme http or https, no host, or blanks in it.")
    static let invalidEmail = Rule(
        "invalid_email", .error,
        "An email address has no name or domain around one @, or blanks in it.")
    static let invalidTimezone = Rule(
        "invalid_timezone", .error,
        "A zone is not one of the IANA time zone database.")
    static let invalidLanguageCode = Rule(
        "invalid_language_code", .error,
        "A language is not a code as IETF BCP 47 forms them.")
    static let invalidCurrency = Rule(
        "invalid_currency", .error,
        "A currency is not three capital letters, as ISO 4217 has them.")
    static let invalidPhoneNumber = Rule(
        "invalid_phone_number", .error,
        "A phone number has no digit in it.")
    static let nonAsciiOrNonPrintableChar = Rule(
        "non_ascii_or_non_printable_char", .warning,
        "An id that a row is known by has a character beyond printable ASCII.")
    static let mixedCaseRecommendedField = Rule(
        "mixed_case_recommended_field", .warning,
        "A name of a stop, route or headsign has two words or more of three letters, all in capitals or all in small letters."
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
            "A translation has both a record_id and a field_value, or a record_sub_id without need.",
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
        "An id stands for nothing: no row of the table it refers to has it.")
    static let moreThanOneEntity = Rule(
        "more_than_one_entity", .warning,
        "feed_info.txt has more than one row.")
    static let translationForeignKeyViolation = Rule(
        "translation_foreign_key_violation", .error,
        "record_id of a translation is not there in its table.")
    static let translationUnknownTableName = Rule(
        "translation_unknown_table_name", .warning,
        "table_name of a translation is not a file of the reference.")
    static let unusedTrip = Rule(
        "unused_trip", .warning,
        "A trip has no stop time.")
    static let unusableTrip = Rule(
        "unusable_trip", .warning,
        "A trip calls at fewer than two stops, and has no window of demand-responsive service.")
    static let unusedShape = Rule(
        "unused_shape", .warning,
        "No trip goes along a shape.")
    static let unusedRoute = Rule(
        "unused_route", .info,
        "No trip is of a route.")
    static let unusedService = Rule(
        "unused_service", .info,
        "No trip runs by a service.")
    static let stopWithoutStopTime = Rule(
        "stop_without_stop_time", .warning,
        "No trip calls at a stop.")
    static let unusedStation = Rule(
        "unused_station", .info,
        "No stop is in a station.")
}
