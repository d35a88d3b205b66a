import BuildPolylinesStage
import Contract
import DecodeRTStage
import NDJSON
import StageKit

/// Prints the definitions of tables as JSON Schema.
public enum SchemaStage: Stage {
    public static let name = "schema"

    /// Every table of the record contract, in the order of the stages that write them.
    /// Of realtime's the decoder knows more than their names: nested messages, and every extension's fields.
    public static let tables: [TableDescription] = {
        let decoded = DecodeRT.descriptions
        return Tables.all.map { table in decoded.first { $0.name == table.name } ?? table.description }
    }()

    /// The table of that name: one of the contract, or one of a file that has the name of one of ours.
    private static func tables(named name: String) -> [TableDescription] {
        let known = tables.filter { $0.name == name }
        return known.isEmpty && Tables.isNamedAsFile(name) ? [Tables.describe(foreignFile: name)] : known
    }

    /// Writes the schema of the table named, or of every table, a line each.
    /// - Throws: `StageFailure` with status 64 and the names there are when the table is unknown.
    public static func run(_ options: SchemaOptions, _ context: StageContext) throws {
        try context.check(options)
        let table = options.table
        let chosen = table.map(SchemaStage.tables(named:)) ?? tables
        guard !chosen.isEmpty else {
            let words = NearestNames.words(table ?? "", among: tables.map(\.name))
            throw StageFailure(.usage, "unknown table \(Finding.quoted(table ?? "")); \(words)")
        }
        for definition in chosen {
            JSONSchemaWriter.write(
                definition, flatForms: FlatForms.forms(of: definition), into: context.sink.writer)
            context.sink.writer.newline()
            try context.sink.flush()
        }
    }
}
