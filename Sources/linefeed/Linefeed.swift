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
            DeparturesCommand.self,
            TripDetailsCommand.self,
            MapCommand.self,
            StoreCommand.self,
            FetchCommand.self,
            SimulateCommand.self,
            RunCommand.self,
            SchemaCommand.self,
        ])

    static func main() {
        ProcessState.prepare()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let complaint = Suggestions.complaint(about: arguments) {
            StageRunner.complain(complaint)
            exit(withError: ExitCode(ExitStatus.usage.rawValue))
        }
        do {
            var command = try parseAsRoot(ArgumentRuns.fold(arguments))
            try command.run()
        } catch {
            end(with: error, arguments)
        }
    }

    /// Ends the process as ArgumentParser would, but for text that cannot be written, which is no success, and for the
    /// form of messages, which is every stage's.
    private static func end(with error: any Error, _ arguments: [String]) -> Never {
        let status = exitCode(for: error)
        var text = fullMessage(for: error)
        if !status.isSuccess { text = Suggestions.corrected(text, arguments) }
        guard !text.isEmpty else { exit(withError: error) }
        guard status.isSuccess else {
            let message = text.hasPrefix("Error: ") ? "linefeed: error: " + text.dropFirst(7) : text
            StageRunner.complain(message)
            exit(withError: status)
        }
        exit(withError: ExitCode(StageRunner.printText(text + "\n").rawValue))
    }
}

extension ExitStatus {
    /// What a command's `run` throws to end the process with this status; nothing for 0.
    func orThrow() throws {
        if self != .done { throw ExitCode(rawValue) }
    }
}
