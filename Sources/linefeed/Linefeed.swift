import ArgumentParser
import StageKit

@main
struct Linefeed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linefeed",
        abstract: "Turns transit feeds into lines you can pipe.",
        version: "0.1.0",
        subcommands: [
            IngestCommand.self,
            DecodeRTCommand.self,
            EncodeRTCommand.self,
            BuildPolylinesCommand.self,
            OccupancyReportCommand.self,
            SimulateCommand.self,
            SchemaCommand.self,
        ])

    static func main() {
        ProcessState.prepare()
        do {
            var command = try parseAsRoot(ArgumentRuns.fold(Array(CommandLine.arguments.dropFirst())))
            try command.run()
        } catch {
            exit(withError: error)
        }
    }
}

extension ExitStatus {
    /// What a command's `run` throws to end the process with this status; nothing for 0.
    func orThrow() throws {
        if self != .done { throw ExitCode(rawValue) }
    }
}
