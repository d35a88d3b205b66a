import ArgumentParser
import CCommit
import Platform
import StageKit

@main
struct Linefeed: ParsableCommand {
    /// The stages in the groups in which the help lists them.
    static let groups = StageGroup.allCases.map { group in
        (
            name: group.rawValue,
            stages: StageCommands.all.filter { $0.place.group == group }.sorted { $0.place.number < $1.place.number }
        )
    }
    /// In the order in which the help lists them.
    static let stages: [any StageCommand.Type] = groups.flatMap(\.stages)
    static let abstract = "Turn transit feeds into lines you can pipe."
    static let version = "1.0.0"
    /// What `--version` says: `linefeed 1.0.0 (0123456789ab)`, without the commit where the build was not told.
    static var versionLine: String {
        let commit = String(cString: linefeed_commit())
        return "linefeed " + version + (commit.isEmpty ? "" : " (\(commit))")
    }
    static let configuration = root(with: stages)

    static func root(with stages: [any StageCommand.Type]) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "linefeed", abstract: abstract, version: versionLine,
            subcommands: stages)
    }

    static func main() {
        ProcessState.prepare()
        // ArgumentParser's own exit makes the help first, whatever it ends with.
        Platform.exit(run(Array(CommandLine.arguments.dropFirst()), in: .process))
    }

    /// Does what a command line asks for, and returns the status to end with.
    static func run(_ arguments: [String], in world: World) -> Int32 {
        let arguments = Spelling.usual(arguments)
        if let answer = Questions.answer(to: arguments) { return StageRunner.printText(answer).rawValue }
        if let complaint = Suggestions.complaint(about: arguments) {
            StageRunner.complain(complaint)
            return ExitStatus.usage.rawValue
        }
        guard let stage = stage(arguments.first) else { return run(arguments, of: Linefeed.self, in: world) }
        return run(arguments, of: stage, in: world)
    }

    static func stage(_ name: String?) -> (any StageCommand.Type)? {
        // Not `stages`: every start of the program would sort them.
        StageCommands.all.first { $0.name == name }
    }

    private static func run<Command: StageCommand>(
        _ arguments: [String], of stage: Command.Type, in world: World
    ) -> Int32 {
        if let complaint = Suggestions.complaint(about: arguments, of: stage) {
            StageRunner.complain("linefeed \(stage.name): error: \(complaint)")
            return ExitStatus.usage.rawValue
        }
        var world = world
        let advice = PipeAdvice(stage: stage.name, arguments: Array(arguments.dropFirst()))
        world.advice = advice.command(for:)
        // Beside a root command, the parser makes all flags of a stage once more to recognize the stage's name. So the root
        // is needed only where parsing fails: its messages name the whole command line.
        let flags = Array(ArgumentRuns.fold(arguments).dropFirst())
        guard let command = try? Command.parseAsRoot(flags), let stage = command as? Command else {
            return run(arguments, of: LinefeedWith<Command>.self, in: world)
        }
        do {
            try stage.run(in: world)
            return ExitStatus.done.rawValue
        } catch {
            return told(error, arguments, LinefeedWith<Command>.self)
        }
    }

    private static func run<Root: ParsableCommand>(_ arguments: [String], of root: Root.Type, in world: World) -> Int32
    {
        do {
            var command = try root.parseAsRoot(ArgumentRuns.fold(arguments))
            if let stage = command as? any StageCommand { try stage.run(in: world) } else { try command.run() }
            return ExitStatus.done.rawValue
        } catch {
            return told(error, arguments, root)
        }
    }

    /// Says what there is to say of an error, as ArgumentParser would, but for text that cannot be written, which is no
    /// success, and for the form of messages, which is every stage's.
    /// - Returns: the status to end with.
    private static func told<Root: ParsableCommand>(
        _ error: any Error, _ arguments: [String], _ root: Root.Type
    ) -> Int32 {
        let status = root.exitCode(for: error)
        var text = root.fullMessage(for: error)
        if !status.isSuccess { text = Suggestions.corrected(text, arguments) }
        guard !text.isEmpty else { return status.rawValue }
        guard status.isSuccess else {
            let name = stage(arguments.first).map { " " + $0.name } ?? ""
            // The parser's own usage names no stage.
            let said = text.firstRange(of: "\nUsage: ").map { text[..<$0.lowerBound] } ?? text[...]
            let message = said.hasPrefix("Error: ") ? "linefeed\(name): error: " + said.dropFirst(7) : String(said)
            StageRunner.complain(message)
            return status.rawValue
        }
        // The parser's help is made anew in our form.
        let isHelp = text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
        return StageRunner.printText(isHelp ? Questions.help(for: arguments) : text + "\n").rawValue
    }
}

/// The root with a single stage: to make the manuals and flags of all of them takes longer than a small piece of work.
private struct LinefeedWith<Command: StageCommand>: ParsableCommand {
    static var configuration: CommandConfiguration { Linefeed.root(with: [Command.self]) }
}
