import ArgumentParser
import SchemaStage
import StageKit

struct SchemaCommand: StageCommand {
    typealias Work = SchemaStage
    static let place = StagePlace(.upkeep, 40)

    static let manual = Manual(
        brief: "columns of all tables",
        abstract: "Print the record contract as JSON Schema: all tables and their columns.",
        usage: "[OPTION]... [TABLE]",
        usual: "TABLE --output",
        examples: [
            .init(
                "the columns of a table",
                "linefeed schema vehicle_positions | jq -r '.properties | keys_unsorted[]'"),
            .init("the names of all tables", "linefeed schema | jq -r .title"),
            .init(
                "what each column of a table means",
                "linefeed schema boards |\n"
                    + "    jq -r '.properties | to_entries[] | \"\\(.key): \\(.value.description)\"'"),
        ],
        input: "schema reads no input.",
        output: """
            The output is the JSON Schema (draft 2020-12) of one table or of every table, with one schema on each line.
            If a feed has columns that the schema does not list, the records contain these columns as strings, after the
            other columns.

            {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":…
            """,
        cost: "- Time and memory: a few milliseconds and a few megabytes",
        statuses: [],
        answers: [.init(unknown: ["TABLE": .usage])],
        values: ["TABLE": .one { Completions.tables(of: nil) }])

    @Argument(help: ArgumentHelp("Print the schema of this table; the default is all tables.", valueName: "table"))
    var table: String?

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout SchemaOptions) throws {
        options.table = table
    }
}
