import StageKit

/// What the help, the man page and the completions say of a stage beside its options: one table for all three.
///
/// Texts are paragraphs with empty lines between. A line that begins with a space or `{"` is shown as it is, one that
/// begins with `- ` is an item of a list; all others are wrapped. Examples run as they stand, with `sh`, where
/// `linefeed simulate --out demo` has run.
struct Manual {
    struct Example {
        let purpose: String
        let command: String

        init(_ purpose: String, _ command: String) {
            self.purpose = purpose
            self.command = command
        }
    }

    /// The values that completions offer for an option.
    enum Values: Sendable {
        /// One of these.
        case one(@Sendable () -> [String])
        /// One or more of these, with commas between.
        case several(@Sendable () -> [String])
    }

    /// The statuses with which a stage ends that finds nothing it can do, held to the binary by tests; nil where there is
    /// no such input. The table of `docs/exit-codes.md` is made of them.
    struct Answers {
        /// What a command line of them has beside the stage's name; empty for the usual one.
        var flags = ""
        /// Of an empty input and of blank lines.
        var empty: ExitStatus?
        /// Of records of other tables only.
        var otherTables: ExitStatus?
        /// Of `feed_messages` only.
        var messages: ExitStatus?
        /// Of other kinds of input: a zip, CSV, a page.
        var otherKinds: ExitStatus?
        /// By the option that names what there is not.
        var unknown: KeyValuePairs<String, ExitStatus> = [:]

        /// Returns the answers of a stage that exits with 65 whenever its input contains nothing that it can use.
        static func unusable(_ flags: String = "", unknown: KeyValuePairs<String, ExitStatus> = [:]) -> Answers {
            Answers(
                flags: flags, empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable,
                otherKinds: .dataUnusable, unknown: unknown)
        }

        /// Its row of the table in the help, below the flags that it is for.
        var rows: [String] {
            func cell(_ status: ExitStatus?, _ width: Int) -> String {
                (status.map { String($0.rawValue) } ?? "-").padded(to: width)
            }
            let names = unknown.map { "\($0) \($1.rawValue)" }.joined(separator: ", ")
            let row = cell(empty, 7) + cell(otherTables, 8) + cell(messages, 10) + cell(otherKinds, 7)
            let line = "  " + row + (names.isEmpty ? "-" : names)
            return flags.isEmpty ? [line] : ["  with \(flags):", line]
        }
    }

    /// About four words for the first screen.
    let brief: String
    /// One sentence.
    let abstract: String
    /// What follows the stage's name: `--feed PATH [OPTION]... [FILE]...`.
    let usage: String
    /// The options and arguments that most people use, in the order of `-h`: `--feed --at FILE`.
    let usual: String
    /// Options by heading, in the order of `--help`. Those that no group names are the first group; those that stages
    /// share come last.
    var groups: KeyValuePairs<String, String> = [:]
    /// The first three are shown by `-h` too.
    let examples: [Example]
    let input: String
    /// The tables written, with a sample line.
    let output: String
    /// Memory's bound and the time to expect.
    let cost: String
    /// Statuses beside 0, 64, 70, 73 and 74, which every stage may end with.
    let statuses: [ExitStatus]
    /// Empty for a stage that reads nothing and looks up no name.
    var answers: [Answers] = []
    /// The tables whose columns completions offer for `--where`.
    var tables: String = ""
    /// By option or argument: `--by`, `TABLE`.
    var values: KeyValuePairs<String, Values> = [:]

    /// The tables that `ingest` writes, for stages that read a timetable.
    static let scheduleTables = "agency routes trips stops stop_times calendar calendar_dates shapes frequencies"

    var sections: [HelpSection] {
        var sections = [
            HelpSection("EXAMPLES", [.lines(exampleLines(examples))]),
            HelpSection("INPUT", HelpBlock.blocks(of: input)),
            HelpSection("OUTPUT", HelpBlock.blocks(of: output)),
            HelpSection("COST", HelpBlock.blocks(of: cost)),
            HelpSection("EXIT STATUS", [.lines(ExitStatus.lines(of: [.done, .usage] + statuses))]),
        ]
        if !answers.isEmpty {
            sections.append(
                HelpSection(
                    "NOTHING TO WORK ON",
                    HelpBlock.blocks(
                        of: """
                            This table lists the exit status in each of these cases; a dash means that the case does
                            not apply to the stage:

                            - empty: the input is empty
                            - tables: the input contains only tables that the stage does not use
                            - messages: the input contains only feed_messages
                            - kinds: the input is a file of the wrong kind, such as CSV or a web page
                            - unknown names: an option names something that does not exist
                            """) + [
                            .lines(["  empty  tables  messages  kinds  unknown names"] + answers.flatMap(\.rows))
                        ]))
        }
        return sections
    }

    /// Captions and commands, two columns in.
    func exampleLines(_ examples: some Sequence<Example>) -> [String] {
        examples.flatMap { example in
            ["  # \(example.purpose)"] + example.command.split(separator: "\n").map { "  " + $0 }
        }
    }
}

extension ExitStatus {
    /// The list in the help; those that every stage may end with are added.
    static func lines(of statuses: [ExitStatus]) -> [String] {
        let all = statuses + [.internalFault, .outputUncreatable, .ioFailed]
        let lines = all.sorted { $0.rawValue < $1.rawValue }.map { status in
            "  " + String(status.rawValue).padded(to: 5) + status.meaning
        }
        return lines + [
            "  130  interrupted (SIGINT)",
            "  141  the reader of standard output closed it",
            "  143  terminated (SIGTERM)",
        ]
    }
}
