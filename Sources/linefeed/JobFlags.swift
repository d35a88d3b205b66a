import ArgumentParser
import StageKit

/// The flag of stages that work on rows with several threads.
struct JobFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use up to N threads; the default is one for each core.",
            discussion: "N does not change the output.", valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if let problem = jobs.flatMap(CommonOptions.problem(ofJobs:)) { throw ValidationError(problem) }
    }
}

/// A stage that works on rows with several threads.
protocol ThreadedCommand: StageCommand {
    var threads: JobFlags { get }
}

extension ThreadedCommand {
    var threadLimit: Int? { threads.jobs }
}
