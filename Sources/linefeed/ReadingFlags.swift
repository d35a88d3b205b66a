import ArgumentParser
import StageKit

/// The flags that every stage has which reads records.
@dynamicMemberLookup
struct ReadingFlags: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.",
            discussion: """
                Rows of tables that the stage takes and that have the column; all conditions must hold. != is none of the \
                values; an absent one satisfies it, and nothing else. Numbers compare as numbers, times as seconds past \
                24:00:00 too, text by bytes; enumerations have numbers or names. A value with a comma stands in double \
                quotes; TABLE.COLUMN is for one table. The schedule of --feed is taken whole.
                """, valueName: "column=a,b"))
    var conditions: [String] = []

    @OptionGroup var common: CommonFlags

    func validate() throws {
        for text in conditions {
            do { _ = try Condition(text) } catch {
                throw ValidationError("--where \(Finding.quoted(text)): \(error.sentence)")
            }
        }
    }

    subscript<Value>(dynamicMember path: KeyPath<CommonFlags, Value>) -> Value { common[keyPath: path] }

    var options: CommonOptions {
        var options = common.options
        options.conditions = conditions.compactMap { try? Condition($0) }
        return options
    }
}
