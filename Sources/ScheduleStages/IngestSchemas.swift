import GTFSSchedule
import StageKit

/// The tables that `ingest` writes, as the record contract lists them.
public enum IngestSchemas {
    /// One schema a table of the GTFS Schedule reference, in the order in which tables are written.
    public static let all: [TableSchema] = TableDefinition.all.map { definition in
        let required = definition.requiredKey
        return TableSchema(
            definition.name, stages: ["ingest"], "A row of \(definition.file).",
            columns: definition.fields.filter { definition.name != "locations" || $0.name != "id" }.map { field in
                Column(
                    field.name, type(of: field.type), required: required.contains(field.name),
                    nullable: field.type.isChecked || definition.name == "locations", summary(of: field.type))
            },
            isOpen: true, isFeature: definition.name == "locations")
    }

    private static func type(of field: FieldType) -> ColumnType {
        switch field {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color: .string
        case .date: .date
        case .time, .localTime: .time
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger: .integer
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount: .number
        }
    }

    private static func summary(of field: FieldType) -> String {
        switch field {
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
}
