import ArgumentParser
import StageKit

extension When: ArgumentWord {}
extension LogFormat: ArgumentWord {}

/// The flags that every stage has.
struct CommonFlags: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to FILE, whole or not at all; .gz compresses.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(name: .shortAndLong, help: "Show repairs; twice shows timings too.")
    var verbose: Int

    @Flag(name: .shortAndLong, help: "Show errors only.")
    var quiet = false

    @Option(help: "Messages as text or json.")
    var logFormat = CommonOptions().logFormat

    @Option(help: ArgumentHelp("Write all findings to FILE.", valueName: "file"), completion: .file())
    var diagnostics: String?

    @Option(help: ArgumentHelp("Write rejected rows to FILE.", valueName: "file"), completion: .file())
    var rejects: String?

    @Option(
        help: ArgumentHelp("Write the run's figures to FILE, or - for stdout.", valueName: "file"), completion: .file())
    var summary: String?

    @Flag(help: "End with 65 on any reject or invalid value.")
    var strict = false

    @Option(help: "A bar on stderr: auto, always or never.")
    var progress = CommonOptions().progress

    @Option(help: "Colours on stderr: auto, always or never.")
    var color = CommonOptions().color

    @Flag(help: "Forward tables the stage does not consume.")
    var passThrough = false

    @Flag(help: "Write an empty output where there is nothing to work on, and end with 0.")
    var allowEmpty = false

    @Flag(help: "CSV: begin text that is a formula to a spreadsheet with an apostrophe.")
    var guardFormulas = false

    @Option(help: ArgumentHelp("Longest accepted input line.", valueName: "n"))
    var maxLineBytes = CommonOptions().maxLineBytes

    @Option(name: .customLong("feed-id"), help: ArgumentHelp("Add feed_id to every record.", valueName: "id"))
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
        options.maxLineBytes = maxLineBytes
        options.feedID = feedID
        return options
    }
}
