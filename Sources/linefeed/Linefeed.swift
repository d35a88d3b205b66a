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
            StopVisitsCommand.self,
            PerformanceReportCommand.self,
            StringlineCommand.self,
            TrackCommand.self,
            AnimateCommand.self,
            MapCommand.self,
            CoverTilesCommand.self,
            FetchTilesCommand.self,
            RenderTilesCommand.self,
            StoreCommand.self,
            FetchCommand.self,
            SimulateCommand.self,
            RunCommand.self,
            SchemaCommand.self,
        ])

    static func main() {
        ProcessState.prepare()
        exit(withError: ExitCode(run(Array(CommandLine.arguments.dropFirst()), in: .process)))
    }

    /// Does what a command line asks for, and returns the status to end with.
    static func run(_ arguments: [String], in world: World) -> Int32 {
        if let complaint = Suggestions.complaint(about: arguments) {
            StageRunner.complain(complaint)
            return ExitStatus.usage.rawValue
        }
        do {
            var command = try parseAsRoot(ArgumentRuns.fold(arguments))
            if let stage = command as? any StageCommand { try stage.run(in: world) } else { try command.run() }
            return ExitStatus.done.rawValue
        } catch {
            return told(error, arguments)
        }
    }

    /// Says what there is to say of an error, as ArgumentParser would, but for text that cannot be written, which is no
    /// success, and for the form of messages, which is every stage's.
    /// - Returns: the status to end with.
    private static func told(_ error: any Error, _ arguments: [String]) -> Int32 {
        let status = exitCode(for: error)
        var text = fullMessage(for: error)
        if !status.isSuccess { text = Suggestions.corrected(text, arguments) }
        guard !text.isEmpty else { return status.rawValue }
        guard status.isSuccess else {
            let message = text.hasPrefix("Error: ") ? "linefeed: error: " + text.dropFirst(7) : text
            StageRunner.complain(message)
            return status.rawValue
        }
        return StageRunner.printText(text + "\n").rawValue
    }
}
