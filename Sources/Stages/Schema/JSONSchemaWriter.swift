import Contract
import NDJSON

/// Writes a table's definition as JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12).
enum JSONSchemaWriter {
    /// One schema of one table, on one line.
    /// - Parameter flatForms: what else a record may have instead of being a Feature.
    static func write(_ table: TableDescription, flatForms: [[ColumnDescription]] = [], into writer: RecordWriter) {
        writer.append("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"$id\":")
        writer.string("urn:linefeed:table:\(table.name)")
        text("title", table.name, writer)
        text("description", table.sentence, writer)
        writer.append(",\"type\":\"object\",")
        if flatForms.isEmpty {
            record(table, table.isFeature ? nil : table.columns, writer)
        } else {
            writer.append("\"oneOf\":[{")
            record(table, nil, writer)
            for columns in flatForms {
                writer.append("},{")
                record(table, columns, writer)
            }
            writer.append("}]")
        }
        writer.endObject()
    }

    /// The members of a record, without the braces around them.
    /// - Parameter columns: those of a flat record; nil for a Feature.
    private static func record(_ table: TableDescription, _ columns: [ColumnDescription]?, _ writer: RecordWriter) {
        writer.append("\"properties\":{")
        if columns == nil { writer.append("\"type\":{\"const\":\"Feature\"},") }
        writer.append("\"table\":{\"const\":")
        writer.string(table.name)
        writer.endObject()
        // A table that is grouped by feed_id says itself what it may be.
        if !table.columns.contains(where: { $0.name == Tables.AnyRecord.columns.feedID.name }) {
            writer.append(",\"feed_id\":{\"type\":\"string\"}")
        }
        if let columns {
            for column in columns { property(column, writer) }
            writer.append("},\"required\":[\"table\"")
            for column in columns where column.isRequired {
                writer.separator()
                writer.string(column.name)
            }
            writer.endArray()
        } else {
            feature(table, writer)
        }
        writer.append(",\"additionalProperties\":")
        writer.bool(table.isOpen)
    }

    /// The members of a GeoJSON Feature (RFC 7946 §3.2), the columns being its properties. Of a feed's features those
    /// that break their type are null.
    private static func feature(_ table: TableDescription, _ writer: RecordWriter) {
        writer.append(",\"id\":{\"type\":[\"string\",\"number\"]},\"bbox\":{")
        name("array", table.isOpen, writer)
        writer.append(",\"items\":{\"type\":\"number\"},\"minItems\":4,\"maxItems\":6},\"properties\":{")
        name("object", table.isOpen, writer)
        writer.append(",\"properties\":{")
        for column in table.columns { property(column, writer) }
        writer.append("}")
        required(table.columns, writer)
        writer.append(",\"additionalProperties\":")
        writer.bool(table.isOpen)
        writer.append("},\"geometry\":{")
        name("object", table.isOpen || table.mayLackPlace, writer)
        // A GeometryCollection has geometries instead of coordinates (§3.1.8); our own features are none.
        writer.append(",\"properties\":{\"type\":{\"type\":\"string\"},\"coordinates\":{\"type\":\"array\"}}")
        writer.append(table.isOpen ? ",\"required\":[\"type\"]}" : ",\"required\":[\"type\",\"coordinates\"]}")
        writer.append("},\"required\":[\"type\",\"table\",\"properties\",\"geometry\"]")
    }

    private static func required(_ columns: [ColumnDescription], _ writer: RecordWriter) {
        let names = columns.filter(\.isRequired).map(\.name)
        guard !names.isEmpty else { return }
        writer.append(",\"required\":[")
        for name in names {
            writer.separator()
            writer.string(name)
        }
        writer.endArray()
    }

    private static func property(_ column: ColumnDescription, _ writer: RecordWriter) {
        writer.separator()
        writer.string(column.name)
        writer.append(":{")
        type(column.type, isNullable: column.isNullable, writer)
        if !column.sentence.isEmpty { text("description", column.sentence, writer) }
        writer.endObject()
    }

    private static func text(_ name: String, _ value: String, _ writer: RecordWriter) {
        writer.member(named: name)
        writer.string(value)
    }

    /// Writes the members that tell a type, without the braces around them.
    private static func type(_ type: ColumnType, isNullable: Bool, _ writer: RecordWriter) {
        switch type {
        case .string: name("string", isNullable, writer)
        case .integer: name("integer", isNullable, writer)
        case .number: name("number", isNullable, writer)
        case .boolean: name("boolean", isNullable, writer)
        case .date:
            name("string", isNullable, writer)
            text("pattern", "^[0-9]{8}$", writer)
        case .time:
            name("string", isNullable, writer)
            text("pattern", "^[0-9]{2,3}:[0-5][0-9]:[0-5][0-9]$", writer)
        case .dateTime:
            name("string", isNullable, writer)
            text("format", "date-time", writer)
        case .enumeration(let cases):
            // Numbers the specification does not have yet are kept as they come, and --enums names writes names.
            writer.append(
                isNullable ? "\"type\":[\"integer\",\"string\",\"null\"]" : "\"type\":[\"integer\",\"string\"]")
            guard !cases.isEmpty else { return }
            text("$comment", cases.map { "\($0.value) \($0.name)" }.joined(separator: ", "), writer)
        case .textOrBytes:
            writer.append("\"type\":[\"string\",\"object\"],\"properties\":{\"base64\":{\"type\":\"string\"}}")
        case .array(let element):
            name("array", isNullable, writer)
            writer.append(",\"items\":{")
            self.type(element, isNullable: false, writer)
            writer.endObject()
        case .object(let columns):
            name("object", isNullable, writer)
            guard !columns.isEmpty else { return }
            writer.append(",\"properties\":{")
            for column in columns { property(column, writer) }
            writer.endObject()
            required(columns, writer)
        case .any: break
        }
    }

    private static func name(_ name: StaticString, _ isNullable: Bool, _ writer: RecordWriter) {
        writer.append(isNullable ? "\"type\":[\"" : "\"type\":\"")
        writer.append(name)
        writer.append(isNullable ? "\",\"null\"]" : "\"")
    }
}
