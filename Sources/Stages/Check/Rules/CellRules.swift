extension Rule {
    static let cells = RuleGroup(
        "Rows and cells",
        [
            .invalidRowLength,
            .emptyRow,
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
        ])

    static let invalidRowLength = Rule(
        "invalid_row_length", .error,
        "A row has more or fewer cells than the header.",
        remedy: "Give each row as many cells as the header has, and quote values that contain commas.",
        differs: "Short rows are read. If a short row lacks its key, only `missing_required_field` is reported.",
        breaks: "raw levels.txt 1: L0,0,1",
        passes: "raw levels.txt 1: L0,0")

    static let emptyRow = Rule(
        "empty_row", .warning,
        "A line has only spaces.",
        remedy: "Remove the line.",
        differs: "The parser of the canonical validator drops such lines before the rule sees them.",
        breaks: #"add levels.txt \x20\x20"#,
        passes: "add levels.txt ")

    static let invalidCharacter = Rule(
        "invalid_character", .error,
        "A file is not UTF-8, a row contains a NUL, or a column name contains a control character.",
        remedy: "Export the file as UTF-8, without control characters.",
        differs: "A file of another encoding is reported once and read, not once for each value.",
        breaks: #"raw agency.txt 1: A1,Harb\xffour,https://harbour.example.com,Europe/Paris,fr,1,"#,
        passes: "raw agency.txt 1: A1,Harböur,https://harbour.example.com,Europe/Paris,fr,1,")

    static let newLineInValue = Rule(
        "new_line_in_value", .error,
        "A value contains a line break.",
        remedy: "Replace the line break in the value with a space.",
        breaks: #"raw agency.txt 1: A1,"Harbour\nLines",https://harbour.example.com,Europe/Paris,fr,1,"#,
        passes: #"raw agency.txt 1: A1,"Harbour Lines",https://harbour.example.com,Europe/Paris,fr,1,"#)

    static let leadingOrTrailingWhitespaces = Rule(
        "leading_or_trailing_whitespaces", .warning,
        "A value has leading or trailing spaces.",
        remedy: "Remove the spaces around the value.",
        differs: "Spaces outside of quotes count too; the canonical validator removes those while it reads.",
        breaks: "edit stops.txt 5: stop_name= Mill",
        passes: "edit stops.txt 5: stop_name=The Mill")

    static let missingRequiredField = Rule(
        "missing_required_field", .error,
        "A required value is missing, or a value that other fields of the row require.",
        remedy: "Fill in the value.",
        differs:
            "An empty transfer_type requires stops, as 0 does. A row without its key is reported once.",
        breaks: "edit agency.txt 1: agency_name=",
        passes: "edit agency.txt 1: agency_phone=",
        .row(
            of: "translations",
            .all([.lacks("record_id"), .lacks("field_value"), .not(.isText("table_name", ["feed_info"]))]),
            shows: "record_id", "field_value"),
        .row(
            of: "transfers", .all([.not(.isOne(of: [4, 5], "transfer_type")), .lacks("from_stop_id")]),
            shows: "from_stop_id", "transfer_type"),
        .row(
            of: "transfers", .all([.not(.isOne(of: [4, 5], "transfer_type")), .lacks("to_stop_id")]),
            shows: "to_stop_id", "transfer_type"),
        .row(
            of: "transfers", .all([.isOne(of: [4, 5], "transfer_type"), .lacks("from_trip_id")]),
            shows: "from_trip_id", "transfer_type"),
        .row(
            of: "transfers", .all([.isOne(of: [4, 5], "transfer_type"), .lacks("to_trip_id")]),
            shows: "to_trip_id", "transfer_type"),
        .row(
            of: "fare_leg_join_rules", .all([.has("from_stop_id"), .lacks("to_stop_id")]), shows: "to_stop_id"),
        .row(
            of: "fare_leg_join_rules", .all([.lacks("from_stop_id"), .has("to_stop_id")]), shows: "from_stop_id"),
        .row(
            of: "stop_times", .all([.lacks("stop_id"), .lacks("location_group_id"), .lacks("location_id")]),
            shows: "stop_id"))

    static let missingRecommendedField = Rule(
        "missing_recommended_field", .warning,
        "A recommended value is missing, or in a feed with one agency its agency_id.",
        remedy: "Fill in the value if it is known.",
        breaks: "edit feed_info.txt 1: feed_version=",
        passes: "edit feed_info.txt 1: feed_contact_url=",
        .row(
            of: "fare_media", .all([.isOne(of: [2, 4], "fare_media_type"), .lacks("fare_media_name")]),
            shows: "fare_media_type", "fare_media_name"))

    static let invalidDate = Rule(
        "invalid_date", .error,
        "A value is not a valid date in the form YYYYMMDD.",
        remedy: "Write the date as eight digits, such as 20260302, and check that the day exists.",
        breaks: "edit calendar_dates.txt 1: date=20260229",
        passes: "edit calendar_dates.txt 1: date=20260228")

    static let invalidTime = Rule(
        "invalid_time", .error,
        "A value is not a time in the form HH:MM:SS, or a local time is after 24:00:00.",
        remedy:
            "Write the time as HH:MM:SS with minutes and seconds up to 59, such as 25:10:00 for ten past one at night.",
        breaks: "edit stop_times.txt 2: arrival_time=08:60:00",
        passes: "edit stop_times.txt 2: arrival_time=8:04:59")

    static let invalidInteger = Rule(
        "invalid_integer", .error,
        "A value is not a whole number.",
        remedy: "Write the value as digits only, without units, decimals or thousands separators.",
        breaks: "edit frequencies.txt 1: headway_secs=10m",
        passes: "edit frequencies.txt 1: headway_secs=600")

    static let invalidFloat = Rule(
        "invalid_float", .error,
        "A value is not a number.",
        remedy: "Write the value as digits with a decimal point, without units or thousands separators.",
        breaks: "edit stops.txt 5: stop_lat=N48",
        passes: "edit stops.txt 5: stop_lat=48.8700")

    static let numberOutOfRange = Rule(
        "number_out_of_range", .error,
        "A number is outside the range of its field, such as a latitude of 95, a negative stop_sequence or a headway of 0.",
        remedy: "Correct the number so that it lies in the range that the reference gives for the field.",
        breaks: "edit frequencies.txt 1: headway_secs=0",
        passes: "edit frequencies.txt 1: headway_secs=1"
    )

    static let unexpectedEnumValue = Rule(
        "unexpected_enum_value", .warning,
        "A number is not a value of the field's enumeration.",
        remedy: "Replace the number with one of the values that the reference lists for the field.",
        differs: "The extended route types that many feeds use pass.",
        breaks: "edit trips.txt 1: direction_id=2",
        passes: "edit trips.txt 1: direction_id=1")

    static let invalidColor = Rule(
        "invalid_color", .error,
        "A colour is not six hexadecimal digits.",
        remedy: "Write the colour as six hexadecimal digits without #, such as 005599.",
        breaks: "edit routes.txt 1: route_color=05599",
        passes: "edit routes.txt 1: route_color=005599")

    static let invalidUrl = Rule(
        "invalid_url", .error,
        "A URL contains spaces, has no host, or its scheme is neither http nor https.",
        remedy: "Write the whole URL with http:// or https://, and percent-encode spaces.",
        differs:
            "Only a value that cannot be a URL is reported: no list of domains is used, and underscores are allowed.",
        breaks: "edit agency.txt 1: agency_url=www.harbour.example.com",
        passes: "edit agency.txt 1: agency_url=http://harbour.example.com")

    static let invalidEmail = Rule(
        "invalid_email", .error,
        "An email address contains spaces, or does not consist of a name, one @ and a domain.",
        remedy: "Write one address such as info@example.com.",
        breaks: "edit agency.txt 1: agency_email=info.harbour.example.com",
        passes: "edit agency.txt 1: agency_email=i@harbour.example.com")

    static let invalidTimezone = Rule(
        "invalid_timezone", .error,
        "A time zone is not in the IANA time zone database.",
        remedy: "Use a name from the IANA time zone database, such as Europe/Paris.",
        differs: "Names in the database that Java rejects, such as EST, are accepted.",
        breaks: "edit agency.txt 1: agency_timezone=Europe/Harbour",
        passes: "edit agency.txt 1: agency_timezone=Europe/Rome")

    static let invalidLanguageCode = Rule(
        "invalid_language_code", .error,
        "A language is not an IETF BCP 47 code.",
        remedy: "Use an IETF BCP 47 code, such as en or fr-CA.",
        breaks: "edit translations.txt 1: language=e",
        passes: "edit translations.txt 1: language=en-GB")

    static let invalidCurrency = Rule(
        "invalid_currency", .error,
        "A currency is not an ISO 4217 code of three capital letters.",
        remedy: "Use a currency code of ISO 4217, such as EUR.",
        differs: "Whether a code is in use is not checked, because the list of currencies changes.",
        breaks: "edit fare_attributes.txt 1: currency_type=Eur",
        passes: "edit fare_attributes.txt 1: currency_type=EUR")

    static let invalidPhoneNumber = Rule(
        "invalid_phone_number", .error,
        "A phone number contains no digit.",
        remedy: "Write a number that riders can dial, or leave the field empty.",
        differs:
            "Numbers of a country are not checked, because no country is given; the canonical validator then checks nothing.",
        breaks: "edit agency.txt 1: agency_phone=none",
        passes: "edit agency.txt 1: agency_phone=511")

    static let nonAsciiOrNonPrintableChar = Rule(
        "non_ascii_or_non_printable_char", .warning,
        "An id contains a character that is not printable ASCII; each value counts, also where another row refers to the id.",
        remedy: "Use only printable ASCII characters in ids, and change all references to the id as well.",
        breaks:
            "edit shapes.txt 1: shape_pt_lat=48.8601 && edit levels.txt 1: level_id=É && edit stops.txt 4: level_id=É",
        passes: "edit levels.txt 1: level_id=E~ && edit stops.txt 4: level_id=E~")

    static let mixedCaseRecommendedField = Rule(
        "mixed_case_recommended_field", .warning,
        "A name or message for riders is one word in lower case, or has at least two parts, none of which has both capitals"
            + " and small letters; parts of one letter do not count, and a number in front of the first word does.",
        remedy: "Write the text in mixed case, as it is written on signs and maps.",
        differs: "A text in a script without capitals passes; the canonical validator reports it.",
        breaks: "edit stops.txt 5: stop_name=OLD MILL ROAD",
        passes: "edit stops.txt 5: stop_name=Old MILL ROAD")
}
