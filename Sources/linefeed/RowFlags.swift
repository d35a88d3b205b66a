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
            "Use only rows in which COLUMN has one of these values.",
            discussion: """
                The operators are =, !=, <, <=, > and >=. If you repeat --where, a row must satisfy all the \
                conditions. A condition applies to every table that the stage uses and that has the column; write \
                TABLE.COLUMN to restrict the condition to one table. Numbers are compared as numbers, times (even \
                times after 24:00:00) as seconds, and text byte by byte. You can write enumeration values as numbers \
                or as names. If a row has no value in COLUMN, only conditions with != are true. If a value contains a \
                comma, enclose the value in double quotes. The stages select and service-levels also apply --where to \
                the schedule that --feed names; the other stages do not.
                """, valueName: "COLUMN=a,b"))
    var conditions: [String] = []

    func validate() throws {
        for text in conditions {
            do { _ = try Condition(text) } catch {
                throw ValidationError("--where \(Finding.quoted(text)): \(error.sentence)")
            }
        }
    }
}
