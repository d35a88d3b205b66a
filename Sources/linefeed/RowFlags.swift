import ArgumentParser
import StageKit

/// The flag that stages have which read records.
///
/// It stands beside `CommonFlags`, not around it: a debug build of ArgumentParser checks every group of flags four times for
/// each group that it lies in.
struct RowFlags: ParsableArguments {
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

    func validate() throws {
        for text in conditions {
            do { _ = try Condition(text) } catch {
                throw ValidationError("--where \(Finding.quoted(text)): \(error.sentence)")
            }
        }
    }
}
