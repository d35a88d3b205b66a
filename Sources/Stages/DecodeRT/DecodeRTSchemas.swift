import Contract
import GTFSRealtime

extension DecodeRT {
    /// The tables that the stage writes, with every extension's columns.
    public static let descriptions: [TableDescription] = RealtimeTable.allCases.map(description(of:))

    /// Where two extensions meet on one number, both names are columns.
    private static let realtime = RealtimeSchema(ExtensionChoice(), for: .encoding)

    /// The columns of a table that becomes a file, which has no --nested, with those of the user's own .proto files.
    static func fileColumns(of table: RealtimeTable, _ own: ProtoDefinitions?) -> [ColumnDescription] {
        let columns = description(of: table).columns.filter { table != .feedMessages || $0.name != "header" }
        guard let own else { return columns }
        let added = addedColumns(of: table, RealtimeSchema(ExtensionChoice(own: own), for: .encoding))
            .filter { name in !columns.contains { $0.name == name } }
        return Array(columns.dropLast()) + added.map { ColumnDescription($0, .any) } + Array(columns.suffix(1))
    }

    /// The columns of the fields that extensions add to a table's rows.
    private static func addedColumns(of table: RealtimeTable, _ realtime: RealtimeSchema) -> [String] {
        func added(_ fields: [FieldDescription], _ prefix: String = "") -> [String] {
            fields.filter(\.isExtension).map { prefix + $0.name }
        }
        func added(_ layout: FlatLayout, _ fields: [FieldDescription]) -> [String] {
            layout.extended.flatMap { parent, prefix in
                added(parent.map { name in fields.first { $0.name == name }?.fields ?? [] } ?? fields, prefix)
            }
        }
        let entity = realtime.entityFields
        func payload(_ name: String?) -> [FieldDescription] { entity.first { $0.name == name }?.fields ?? [] }
        let ofEntity = added(
            entity.filter { field in
                field.kind != .message || field.isRepeated
                    || !RealtimeTable.allCases.contains { $0.payload == field.name }
            })
        switch table {
        case .feedMessages: return added(realtime.headerFields)
        case .vehiclePositions: return added(.vehiclePositions, payload(table.payload)) + ofEntity
        case .tripUpdates: return added(.tripUpdates, payload(table.payload)) + ofEntity
        case .stopTimeUpdates:
            let update = payload(RealtimeTable.tripUpdates.payload)
            return added(.stopTimeUpdate, update.first { $0.name == "stop_time_update" }?.fields ?? [])
        case .alerts, .shapes, .stops, .tripModifications: return added(payload(table.payload)) + ofEntity
        case .updateBundles, .deletedEntities: return ofEntity
        case .feedEntities, .unknownFields: return []
        }
    }

    static func description(of table: RealtimeTable) -> TableDescription {
        let declared = table.table
        return TableDescription(
            declared.name, stages: declared.description.stages, declared.sentence, columns: columns(of: table),
            key: declared.key)
    }

    private static func columns(of table: RealtimeTable) -> [ColumnDescription] {
        let stamp = ColumnDescription("feed_timestamp", .integer, "Timestamp of the message header, POSIX seconds.")
        let entity = [
            stamp, ColumnDescription("entity_id", .string), ColumnDescription("is_deleted", .boolean),
        ]
        let unknown = ColumnDescription("unknown_fields", .array(unknownField), "Written with --unknown keep.")
        let fields = realtime.entityFields
        func payload() -> [FieldDescription] { fields.first { $0.name == table.payload }?.fields ?? [] }
        switch table {
        case .feedMessages:
            return [ColumnDescription("source", .string, required: true, "File name; - for standard input.")]
                + realtime.headerFields.map { column($0) } + [
                    ColumnDescription(
                        "header", .object(realtime.headerFields.map(wholeColumn)), "With --nested: the complete header."
                    ),
                    unknown,
                ]
        case .vehiclePositions: return entity + flat(.vehiclePositions, payload()) + [unknown]
        case .tripUpdates: return entity + flat(.tripUpdates, payload()) + [unknown]
        case .stopTimeUpdates:
            let update = fields.first { $0.name == "trip_update" }?.fields ?? []
            let stop = update.first { $0.name == "stop_time_update" }?.fields ?? []
            return entity.dropLast() + flat(.stopTimeUpdateContext, update) + flat(.stopTimeUpdate, stop) + [unknown]
        case .alerts, .shapes, .stops, .tripModifications, .updateBundles:
            return entity + payload().map { column($0) } + [unknown]
        case .deletedEntities: return entity.dropLast() + [unknown]
        case .feedEntities: return fields.map(wholeColumn) + [unknown]
        case .unknownFields:
            return [
                stamp,
                ColumnDescription(
                    "entity_id", .string, "Id of the entity; absent if the field belongs to the message itself."),
                ColumnDescription("number", .integer, required: true),
                ColumnDescription("wire_type", .integer, required: true),
                ColumnDescription("bytes", .string, required: true, "Bytes of the value, base64."),
            ]
        }
    }

    private static let unknownField = ColumnType.object([
        ColumnDescription("number", .integer, required: true), ColumnDescription("wire_type", .integer, required: true),
        ColumnDescription("bytes", .string, required: true, "Bytes of the value, base64."),
        ColumnDescription(
            "path", .string, "The part of the row that the field belongs to; absent for the row's own message."),
    ])

    private static func flat(_ layout: FlatLayout, _ fields: [FieldDescription]) -> [ColumnDescription] {
        func fieldsOf(_ parent: String?) -> [FieldDescription] {
            parent.map { name in fields.first { $0.name == name }?.fields ?? [] } ?? fields
        }
        var columns: [ColumnDescription] = []
        for group in layout.groups {
            for (name, title) in group.columns {
                guard let field = fieldsOf(group.parent).first(where: { $0.name == name }) else { continue }
                let always = layout.alwaysPresent == title
                let type =
                    title == "stop_time_updates"
                    ? ColumnType.array(.object(flat(.stopTimeUpdate, field.fields))) : type(of: field)
                columns.append(ColumnDescription(title, type, required: always, nullable: always || isFloat(field)))
            }
        }
        for (parent, prefix) in layout.extended {
            for field in fieldsOf(parent) where field.isExtension { columns.append(column(field, prefix)) }
        }
        return columns
    }

    private static func isFloat(_ field: FieldDescription) -> Bool { field.kind == .float || field.kind == .double }

    private static func column(_ field: FieldDescription, _ prefix: String = "") -> ColumnDescription {
        ColumnDescription(prefix + field.name, type(of: field), nullable: isFloat(field))
    }

    /// A member under --nested, where a text that is not UTF-8 is `{"base64":…}` and no number is lost.
    private static func wholeColumn(_ field: FieldDescription) -> ColumnDescription {
        let single: ColumnType =
            switch field.kind {
            case .string: .textOrBytes
            case .float, .double: .any
            case .message: .object(field.fields.map(wholeColumn))
            default: type(ofOne: field)
            }
        return ColumnDescription(field.name, field.isRepeated ? .array(single) : single)
    }

    private static func type(of field: FieldDescription) -> ColumnType {
        field.isRepeated ? .array(type(ofOne: field)) : type(ofOne: field)
    }

    private static func type(ofOne field: FieldDescription) -> ColumnType {
        switch field.kind {
        case .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed32, .fixed64, .sfixed32, .sfixed64: .integer
        case .float, .double: .number
        case .bool: .boolean
        case .string, .bytes: .string
        case .enumeration: .enumeration(field.values.map { EnumerationCase($0.number, $0.name) })
        case .message: .object(field.fields.map { column($0) })
        }
    }
}
