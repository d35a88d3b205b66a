import ArgumentParser
import SchemaStage
import StageKit

struct SchemaCommand: StageCommand {
    typealias Work = SchemaStage
    static let place = 260

    static let manual = Manual(
        abstract: "Print the record contract as JSON Schema.",
        examples: [
            .init(
                "the columns of a table", "linefeed schema vehicle_positions | jq -r '.properties | keys_unsorted[]'"),
            .init("the names of all tables", "linefeed schema | jq -r .title"),
        ],
        input: "None.",
        output: """
            JSON Schema, draft 2020-12, of the table named, or of every table, a line
            each. Unknown columns of a feed are strings and follow the known ones.
            {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":…
            """,
        cost: "A few milliseconds and megabytes.",
        statuses: [],
        answers: [
            .init(unknown: ["TABLE": .usage])
        ])

    static let configuration = CommandConfiguration(SchemaStage.self, manual)

    @Argument(help: ArgumentHelp("A table's name; all tables when left out.", valueName: "table"))
    var table: String?

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout SchemaOptions) throws {
        options.table = table
    }
}
