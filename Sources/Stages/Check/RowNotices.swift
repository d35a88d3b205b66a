import Contract
import StageKit
import TimeZones

/// Takes what reading a feed's files found, and notes it as breaches of rules.
final class RowNotices: FindingListener {
    private let book: NoticeBook
    /// Files of which some rows could not be read, so that an id that nothing has may stand in one of those.
    private(set) var partlyRead: Set<String> = []
    /// Files without a column that no row can do without: all of their rows are left out for it.
    private(set) var unreadable: Set<String> = []
    private(set) var emptyFiles: Set<String> = []
    /// Whether a database has rows that could not be read, so that nobody knows of which table they are.
    private(set) var hasRowsOfNoTable = false
    private var told: [String: Int] = [:]

    init(_ book: NoticeBook) { self.book = book }

    /// What findings about rows mean. Those that are missing break no rule, or are noticed where rows are checked.
    private static let rules: [String: Rule] = [
        "unknown_table": .unknownFile, "extra_file": .unknownFile, "not_a_file": .unknownFile,
        "files_in_folder": .invalidInputFilesInSubfolder, "identical_file": .unknownFile,
        "repeated_file": .repeatedFile, "empty_file": .emptyFile,
        "missing_column": .missingRequiredColumn, "missing_key_column": .missingRequiredColumn,
        "duplicate_column": .duplicatedColumn, "too_many_columns": .csvParsingFailed,
        "unterminated_quote": .csvParsingFailed, "line_too_long": .csvParsingFailed,
        "trimmed_cell": .leadingOrTrailingWhitespaces, "padded_row": .invalidRowLength,
        "extra_cells_dropped": .invalidRowLength, "extra_cells": .invalidRowLength, "nul": .invalidCharacter,
        "not_utf8": .invalidCharacter, "utf16": .invalidCharacter, "invalid_text": .invalidCharacter,
        "missing_key": .missingRequiredField,
        "invalid_time": .invalidTime, "invalid_date": .invalidDate, "invalid_integer": .invalidInteger,
        "out_of_range": .numberOutOfRange, "invalid_number": .invalidFloat, "not_geojson": .malformedJson,
        "empty_row": .emptyRow,
        "not_json": .malformedJson, "invalid_bbox": .malformedJson, "not_an_object": .malformedJson,
        "not_text": .malformedJson,
    ]
    /// What findings about locations.geojson mean.
    private static let geoJSON: [String: Rule] = [
        "missing_key": .missingRequiredElement, "missing_member": .missingRequiredElement,
        "missing_type": .missingRequiredElement, "not_a_feature": .unsupportedFeatureType,
        "not_a_collection": .unsupportedGeoJsonType, "unknown_geometry_type": .unsupportedGeometryType,
        "invalid_geometry": .invalidGeometry, "unknown_member": .geoJsonUnknownElement,
        "repeated_member": .geoJsonDuplicatedElement,
    ]
    /// What was noticed where rows are checked, or is as it should be.
    private static let silent: Set<String> = [
        "missing_file", "padded_hour", "invalid_color", "unnamed_column", "renamed_column", "id_not_text",
        "duplicate_key",
    ]
    /// Codes whose findings mean one rule or another, by the value.
    /// Codes whose findings in one table mean one rule or another, by the field or the value.
    private static let byField = ["invalid_time": "timeframes", "out_of_range": "fare_transfer_rules"]
    private static let byValue: Set<String> = ["invalid_latitude", "invalid_longitude", "invalid_enum"]

    static func rule(_ code: String, file: String, field: String? = nil, value: String?) -> Rule? {
        if let rule = geoJSON[code], isTable(file, "locations") { return rule }
        // A count of 0 breaks a rule about counts.
        if code == "out_of_range", field == "transfer_count", isTable(file, "fare_transfer_rules") { return nil }
        if code == "invalid_time", isTable(file, "timeframes"), let text = value, ScheduleTime.seconds(text) != nil {
            return .timeframeStartOrEndTimeGreaterThanTwentyFourHours
        }
        guard byValue.contains(code) else {
            // What this list does not know yet is told all the same.
            return rules[code] ?? (silent.contains(code) ? nil : .csvParsingFailed)
        }
        if code == "invalid_enum" {
            return value.flatMap { Int($0) } == nil ? .invalidInteger : .unexpectedEnumValue
        }
        return value.flatMap { Double($0) } == nil ? .invalidFloat : .numberOutOfRange
    }

    private static func isTable(_ file: String, _ table: String) -> Bool { Tables.name(ofFile: file) == table }

    func hear(_ finding: Finding, count: Int) {
        let file = finding.file ?? ""
        told[finding.code + "\0" + file, default: 0] += 1
        switch finding.code {
        case "extra_cells", "unterminated_quote", "line_too_long": partlyRead.insert(file)
        case "missing_key_column", "too_many_columns", "not_geojson", "not_a_collection": unreadable.insert(file)
        case "empty_file": emptyFiles.insert(file)
        case "missing_key" where unreadable.contains(file): return
        case "missing_key": partlyRead.insert(file)
        case "not_json" where !RowNotices.isTable(file, "locations"): hasRowsOfNoTable = true
        default: break
        }
        guard let rule = RowNotices.rule(finding.code, file: file, field: finding.field, value: finding.value) else {
            return
        }
        var fields: [(name: String, value: NoticeSample.Value)] = []
        if let field = finding.field {
            switch finding.code {
            case "missing_column", "missing_key_column", "duplicate_column": fields = [("field", .text(field))]
            default: fields = [(field, finding.value.map { .text($0) } ?? .null)]
            }
        } else if finding.line != nil {
            fields = [("message", .text(finding.message))]
        }
        book.add(rule, file: file, line: finding.line, count: count, fields)
    }

    func wants(_ kind: Finding.Kind, _ code: String, file: String?) -> Bool {
        if RowNotices.byValue.contains(code) { return true }
        if let table = RowNotices.byField[code], RowNotices.isTable(file ?? "", table) { return true }
        return told[code + "\0" + (file ?? ""), default: 0] < NoticeBook.shown
    }

    func count(_ kind: Finding.Kind, _ code: String, file: String?, times: Int) {
        let file = file ?? ""
        if code == "missing_key", unreadable.contains(file) { return }
        if code == "extra_cells" || code == "missing_key" { partlyRead.insert(file) }
        guard let rule = RowNotices.rule(code, file: file, value: nil) else { return }
        book.count(rule, file: file, times: times)
    }
}
