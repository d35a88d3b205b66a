import Contract
import TestSupport
import XCTest

@testable import GTFSSchedule

final class TableDefinitionTests: XCTestCase {
    private func presence(_ text: String) -> Presence {
        switch text {
        case "Required": .required
        case "Conditionally Required": .conditionallyRequired
        case "Conditionally Forbidden": .conditionallyForbidden
        case "Recommended": .recommended
        default: .optional
        }
    }

    func testFilesAreThePublishedOnes() throws {
        let files = RealData.facts("gtfs-schedule-files.tsv")
        try XCTSkipIf(files.isEmpty, "the published tables are missing")
        let published = Tables.schedule.filter { !$0.file.isProposed }.map { $0.file.fileName }
        XCTAssertEqual(Set(files.map { $0[0] }), Set(published))
        for file in files {
            let table = try XCTUnwrap(TableDefinition.all.first { $0.file == file[0] })
            XCTAssertEqual(table.presence, presence(file[1]), table.name)
            switch table.key {
            case .none: XCTAssertEqual(file[2], "none")
            case .wholeRow: XCTAssertEqual(file[2], "*")
            case .columns(let names):
                XCTAssertEqual(file[2], table.name == "locations" ? "features[].id" : names.joined(separator: ", "))
            }
        }
    }

    func testFieldsAreThePublishedOnes() throws {
        let fields = RealData.facts("gtfs-schedule-fields.tsv")
        try XCTSkipIf(fields.isEmpty, "the published tables are missing")
        let proposed = Set(Tables.schedule.filter { $0.file.isProposed }.map { $0.file.name })
        for table in TableDefinition.all where table.name != "locations" && !proposed.contains(table.name) {
            let published = fields.filter { $0[0] == table.file }
            XCTAssertEqual(table.fields.map(\.name), published.map { $0[1] }, table.name)
            for (field, row) in zip(table.fields, published) {
                XCTAssertEqual(field.presence, presence(row[3]), "\(table.name).\(field.name)")
                XCTAssertEqual(field.type, type(row[2], table.name, field.name), "\(table.name).\(field.name)")
            }
        }
    }

    private func type(_ text: String, _ table: String, _ field: String) -> FieldType {
        if table == "translations", field == "table_name" { return .text }
        if text.contains("ID") { return .id }
        return switch text {
        case "URL": .url
        case "Email": .email
        case "Phone number": .phoneNumber
        case "Language code": .languageCode
        case "Timezone": .timezone
        case "Currency code": .currencyCode
        case "Currency amount": .currencyAmount
        case "Color": .color
        case "Date": .date
        case "Time": .time
        case "Local time": .localTime
        case "Latitude": .latitude
        case "Longitude": .longitude
        case "Enum": .enumeration
        case "Integer", "Non-null integer": .integer
        case "Non-negative integer": .nonNegativeInteger
        case "Positive integer": .positiveInteger
        case "Non-zero integer": .nonZeroInteger
        case "Float": .float
        case "Non-negative float": .nonNegativeFloat
        case "Positive float": .positiveFloat
        default: .text
        }
    }

    func testRowsCannotDoWithoutTheRequiredPartOfTheirKey() {
        XCTAssertEqual(Tables.StopTimes.definition.requiredKey, ["trip_id", "stop_sequence"])
        XCTAssertEqual(Tables.Agency.definition.requiredKey, [])
        XCTAssertEqual(Tables.Transfers.definition.requiredKey, [])
        XCTAssertEqual(Tables.FeedInfo.definition.requiredKey, [])
        XCTAssertEqual(Tables.Timeframes.definition.requiredKey, ["timeframe_group_id", "service_id"])
        XCTAssertEqual(Tables.Translations.definition.requiredKey, ["table_name", "field_name", "language"])
    }

    func testNamesAreFoundInAnyCase() {
        XCTAssertTrue(TableDefinition.isTable(file: "Stops.TXT"))
        XCTAssertTrue(TableDefinition.isTable(file: "locations.geojson"))
        XCTAssertFalse(TableDefinition.isTable(file: "locations.txt"))
    }
}
