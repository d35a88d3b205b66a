extension Rule {
    static let files = RuleGroup(
        "Files",
        [
            .missingRequiredFile,
            .missingCalendarAndCalendarDateFiles,
            .missingRecommendedFile,
            .emptyFile,
            .unknownFile,
            .repeatedFile,
            .csvParsingFailed,
            .malformedJson,
            .missingRequiredColumn,
            .invalidInputFilesInSubfolder,
            .unknownColumn,
            .duplicatedColumn,
            .emptyColumnName,
        ])

    static let missingRequiredFile = Rule(
        "missing_required_file", .error,
        "A required file is missing: agency, routes, trips or stop_times, stops in a feed without locations.geojson, or feed_info in a feed with translations.",
        remedy: "Add the file to the feed.",
        breaks: "drop agency.txt",
        passes: "drop levels.txt && edit stops.txt 4: level_id=")

    static let missingCalendarAndCalendarDateFiles = Rule(
        "missing_calendar_and_calendar_date_files", .error,
        "The feed has neither calendar.txt nor calendar_dates.txt.",
        remedy: "Add calendar.txt, calendar_dates.txt or both, so that each trip has days of service.",
        breaks: "drop calendar.txt && drop calendar_dates.txt",
        passes: "drop calendar.txt && edit calendar_dates.txt 1: exception_type=1")

    static let missingRecommendedFile = Rule(
        "missing_recommended_file", .warning,
        "The feed has neither feed_info.txt nor translations.txt, which requires it.",
        remedy: "Add feed_info.txt with the publisher, the language, the version and the dates of the feed.",
        breaks: "drop feed_info.txt && drop translations.txt",
        passes: "drop attributions.txt")

    static let emptyFile = Rule(
        "empty_file", .error,
        "A file has no header, or a required file has no rows.",
        remedy: "Write the header and the rows of the file, or remove the file if it is optional.",
        differs: "A required file that has a header and no rows is reported as well.",
        breaks: "file levels.txt",
        passes: "file transfers.txt from_stop_id,to_stop_id,transfer_type")

    static let unknownFile = Rule(
        "unknown_file", .info,
        "A file is not in the GTFS reference, or lies in a folder inside the feed.",
        remedy: "Rename the file if its name is misspelled; move a file in a folder to the top level of the zip.",
        differs: "Files in folders are reported too; the canonical validator ignores them.",
        breaks: "file colours.txt a",
        passes: "file networks.txt network_id")

    static let repeatedFile = Rule(
        "repeated_file", .error,
        "The feed has two files for one table with different contents; only one is read.",
        remedy: "Keep one file for each table, at the top level of the zip.",
        differs: "The canonical validator has no such rule, because it reads only files at the top level of the zip.",
        breaks: "file inner/agency.txt agency_id",
        passes: "file inner/notes.md agency_id")

    static let csvParsingFailed = Rule(
        "csv_parsing_failed", .error,
        "A row cannot be parsed: a quote is not closed, a line is too long, or a row has more columns than supported.",
        remedy: "Close every quote, write a quote inside a quoted value twice, and export the file again.",
        differs: "The canonical validator reads on to the end of the file and then reports `invalid_row_length`.",
        breaks: #"raw agency.txt 1: A1,"Harbour,https://harbour.example.com,Europe/Paris,fr,1,"#,
        passes: #"raw agency.txt 1: A1,"Harbour",https://harbour.example.com,Europe/Paris,fr,1,"#)

    static let malformedJson = Rule(
        "malformed_json", .error,
        "locations.geojson, or a part of it, is not valid JSON, or properties, bbox, stop_name or stop_desc in it have a wrong type.",
        remedy: "Validate locations.geojson with a JSON parser, and export the file again.",
        differs: "The canonical validator does not look at the types of properties and bbox.",
        breaks: #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D"}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let missingRequiredColumn = Rule(
        "missing_required_column", .error,
        "The header lacks a required column.",
        remedy: "Add the column to the header and fill it in each row.",
        breaks: "head agency.txt agency_name=name",
        passes: "head agency.txt agency_lang=lang")

    static let invalidInputFilesInSubfolder = Rule(
        "invalid_input_files_in_subfolder", .info,
        "A file of the feed lies in a folder of the zip.",
        remedy: "Put the files at the top level of the zip.",
        differs: "INFO, not ERROR, because linefeed reads such a feed; the canonical validator does not.",
        breaks: "folder inner",
        passes: "file inner/notes.md agency_id")

    static let unknownColumn = Rule(
        "unknown_column", .info,
        "A column is not in the GTFS reference.",
        remedy:
            "Rename the column if its name is misspelled; otherwise tell the users of the feed what the column means.",
        breaks: "head agency.txt agency_phone=phone",
        passes: "head agency.txt agency_phone=agency_fare_url && edit agency.txt 1: agency_fare_url=")

    static let duplicatedColumn = Rule(
        "duplicated_column", .error,
        "The header has a column twice; the first is read.",
        remedy: "Remove or rename one of the two columns.",
        breaks: "head agency.txt agency_email=agency_phone",
        passes: "head agency.txt agency_email=agency_Phone")

    static let emptyColumnName = Rule(
        "empty_column_name", .error,
        "The header has a column without a name.",
        remedy: "Name the column, or remove the surplus comma from the header.",
        breaks: "head agency.txt agency_phone=",
        passes: "head agency.txt agency_phone=_")
}
