import ArgumentParser
import StageKit
import TableFormats

extension When: ArgumentWord {}
extension LogFormat: ArgumentWord {}
extension TableCompression: ArgumentWord {}

/// The flags that every stage has.
struct CommonFlags: ParsableArguments {
    /// What the help lists under COMMON OPTIONS.
    static let names: Set<String> = [
        "--output", "--verbose", "--quiet", "--log-format", "--diagnostics", "--rejects", "--summary", "--strict",
        "--progress", "--color", "--pass-through", "--allow-empty", "--guard-formulas", "--compression",
        "--max-line-bytes", "--feed-id", "--where", "--jobs", "--help",
    ]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to FILE instead of standard output.",
            discussion: """
                FILE is replaced only after the whole output has been written. If the name of FILE ends in .gz, the \
                output is compressed.
                """, valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Also report repaired values.", discussion: "If you give -v twice, the stage also reports timings."))
    var verbose: Int

    @Flag(name: .shortAndLong, help: "Report errors only.")
    var quiet = false

    @Option(help: "Write messages as plain text (text), or as one JSON object on each line (json).")
    var logFormat = CommonOptions().logFormat

    @Option(
        help: ArgumentHelp(
            "Write all findings to FILE as records.",
            discussion: "Standard error shows at most five findings of each kind; FILE contains every finding.",
            valueName: "file"), completion: .file())
    var diagnostics: String?

    @Option(help: ArgumentHelp("Write rejected rows to FILE as records.", valueName: "file"), completion: .file())
    var rejects: String?

    @Option(
        help: ArgumentHelp(
            """
            Write the counts of the run to FILE as one record; if FILE is -, write the record to standard output.
            """, valueName: "file"),
        completion: .file())
    var summary: String?

    @Flag(
        help: ArgumentHelp(
            "Exit with 65 if a row is rejected or a value is invalid.",
            discussion: "If --strict ends the run with 65, the file that -o names is not changed."))
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Show a progress bar: auto, always or never.",
            discussion: "With --progress auto, the bar is shown only if standard error is a terminal."))
    var progress = CommonOptions().progress

    @Option(
        help: ArgumentHelp(
            "Colour the messages: auto, always or never.",
            discussion: """
                With --color auto, messages are coloured only if standard error is a terminal and NO_COLOR is not set.
                """))
    var color = CommonOptions().color

    @Flag(help: "Copy records to the output if the stage does not use their table.")
    var passThrough = false

    @Flag(help: "If there are no usable records, write an empty output and exit with 0 instead of 65.")
    var allowEmpty = false

    @Flag(help: "In CSV, put an apostrophe before text that a spreadsheet would run as a formula.")
    var guardFormulas = false

    @Option(
        help: ArgumentHelp(
            "Compress the pages of Parquet files: gzip or zstd.",
            discussion: "zstd files are smaller. --compression zstd needs libzstd, Debian's package libzstd1."))
    var compression = CommonOptions().compression

    @Option(
        help: ArgumentHelp(
            "Accept input lines of up to N bytes.",
            discussion: "A line longer than N bytes is skipped and reported, and the run exits with 65.",
            valueName: "n"))
    var maxLineBytes = CommonOptions().maxLineBytes

    @Option(
        name: .customLong("feed-id"),
        help: ArgumentHelp(
            "Add the member feed_id with the value ID to every output record.", valueName: "id"))
    var feedID: String?

    func validate() throws {
        if let problem = options.problem { throw ValidationError(problem) }
    }

    var options: CommonOptions {
        var options = CommonOptions()
        options.output = output
        options.verbosity = quiet ? .quiet : verbose > 1 ? .timings : verbose == 1 ? .verbose : .normal
        options.logFormat = logFormat
        options.diagnosticsFile = diagnostics
        options.rejectsFile = rejects
        options.summaryFile = summary
        options.strict = strict
        options.progress = progress
        options.color = color
        options.passThrough = passThrough
        options.allowsEmpty = allowEmpty
        options.guardsFormulas = guardFormulas
        options.compression = compression
        options.maxLineBytes = maxLineBytes
        options.feedID = feedID
        return options
    }
}
