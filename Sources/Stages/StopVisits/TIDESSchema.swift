import NDJSON

/// What TIDES 1.0 says of the three tables, as far as they can be made of realtime: Table Schema's types and
/// constraints, which `datapackage.json` carries along.
enum TIDESSchema {
    enum Kind: String {
        case string, integer, number, boolean, date, datetime
    }

    struct Field {
        let name: String
        let type: Kind
        var isRequired = false
        var isUnique = false
        var minimum: Int?
        var maximum: Int?
        var words: [String] = []
    }

    private static func field(
        _ name: String, _ type: Kind = .string, required: Bool = false, unique: Bool = false, minimum: Int? = nil,
        maximum: Int? = nil, words: [String] = []
    ) -> Field {
        Field(
            name: name, type: type, isRequired: required, isUnique: unique, minimum: minimum, maximum: maximum,
            words: words)
    }

    private static let routeTypes = (0...12).compactMap(TIDESWords.routeType)

    static let visits: [Field] = [
        field("service_date", .date, required: true), field("trip_id_performed", required: true),
        field("trip_stop_sequence", .integer, required: true, minimum: 1),
        field("scheduled_stop_sequence", .integer, minimum: 0), field("pattern_id"),
        field("vehicle_id", required: true), field("dwell", .integer, minimum: 0), field("stop_id"),
        field("timepoint", .boolean), field("schedule_arrival_time", .datetime),
        field("schedule_departure_time", .datetime), field("actual_arrival_time", .datetime),
        field("actual_departure_time", .datetime), field("distance", .integer, minimum: 0),
        field("schedule_relationship", words: ["Scheduled", "Skipped", "Added", "Missing"]),
    ]

    static let trips: [Field] = [
        field("service_date", .date, required: true), field("trip_id_performed", required: true),
        field("vehicle_id", required: true), field("trip_id_scheduled"), field("route_id"),
        field("route_type", words: routeTypes), field("shape_id"), field("pattern_id"),
        field("direction_id", .integer, minimum: 0, maximum: 1), field("block_id"), field("trip_start_stop_id"),
        field("trip_end_stop_id"), field("schedule_trip_start", .datetime), field("schedule_trip_end", .datetime),
        field("actual_trip_start", .datetime), field("actual_trip_end", .datetime),
        field("trip_type", words: ["In service"]),
        field(
            "schedule_relationship", words: ["Scheduled", "Added", "Unscheduled", "Canceled", "Duplicated"]),
    ]

    static let locations: [Field] = [
        field("location_ping_id", required: true, unique: true), field("service_date", .date),
        field("event_timestamp", .datetime, required: true), field("trip_id_performed"), field("trip_id_scheduled"),
        field("trip_stop_sequence", .integer, minimum: 1), field("scheduled_stop_sequence", .integer, minimum: 0),
        field("vehicle_id", required: true), field("pattern_id"), field("stop_id"),
        field("current_status", words: ["Incoming at", "Stopped at", "In transit to"]),
        field("latitude", .number, minimum: -90, maximum: 90),
        field("longitude", .number, minimum: -180, maximum: 180),
        field("heading", .number, minimum: 0, maximum: 360), field("speed", .number, minimum: 0),
        field("odometer", .number, minimum: 0), field("trip_type", words: ["In service"]),
    ]

    private static let resources: [(name: String, key: [String], fields: [Field])] = [
        ("stop_visits", ["service_date", "trip_id_performed", "trip_stop_sequence"], visits),
        ("trips_performed", ["service_date", "trip_id_performed"], trips),
        ("vehicle_locations", ["location_ping_id"], locations),
    ]

    /// The values that TIDES reads as missing; the last is the one that is written for them.
    private static let missingValues = ["NA", "NaN", ""]
    private static let missingBytes = missingValues.map { Array($0.utf8) }

    /// Whether a text would be read as a missing value.
    static func isReadAsMissing(_ text: UnsafeRawBufferPointer) -> Bool {
        missingBytes.contains { text.elementsEqual($0) }
    }

    /// Writes `datapackage.json`.
    /// - Parameter onlyEmptyIsMissing: by table, whether it has texts that TIDES reads as missing, so that the description
    ///   has to say otherwise.
    static func writePackage(into writer: RecordWriter, onlyEmptyIsMissing: [Bool]) {
        writer.append("{\"name\":\"tides\",\"profile\":\"tabular-data-package\",\"resources\":[")
        for (number, resource) in resources.enumerated() {
            if number > 0 { writer.append(",") }
            writer.append("\n{\"name\":")
            writer.string(resource.name)
            writer.append(",\"profile\":\"tabular-data-resource\",\"path\":")
            writer.string(resource.name + ".csv")
            writer.append(",\"scheme\":\"file\",\"format\":\"csv\",\"mediatype\":\"text/csv\",\"encoding\":\"utf-8\"")
            writer.append(",\"schema\":{\"missingValues\":[")
            list(onlyEmptyIsMissing[number] ? [""] : missingValues, writer)
            writer.append("],\"primaryKey\":[")
            list(resource.key, writer)
            writer.append("],\"fields\":[")
            for (place, field) in resource.fields.enumerated() {
                writer.append(place > 0 ? ",\n" : "\n")
                write(field, writer)
            }
            writer.append("]}}")
        }
        writer.append("\n]}\n")
    }

    private static func list(_ texts: [String], _ writer: RecordWriter) {
        for (place, text) in texts.enumerated() {
            if place > 0 { writer.append(",") }
            writer.string(text)
        }
    }

    private static func write(_ field: Field, _ writer: RecordWriter) {
        writer.append("{\"name\":")
        writer.string(field.name)
        writer.append(",\"type\":")
        writer.string(field.type.rawValue)
        writer.append(",\"constraints\":{\"required\":")
        writer.bool(field.isRequired)
        if field.isUnique { writer.append(",\"unique\":true") }
        if let minimum = field.minimum { writer.append(",\"minimum\":\(minimum)") }
        if let maximum = field.maximum { writer.append(",\"maximum\":\(maximum)") }
        if !field.words.isEmpty {
            writer.append(",\"enum\":[")
            list(field.words, writer)
            writer.append("]")
        }
        writer.append("}}")
    }
}
