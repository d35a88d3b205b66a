import Pipelines
import Platform
import StageKit

/// One attempt at a stage: its words expanded, its processes run, its output put in place or withheld.
struct StageAttempt {
    struct Ending {
        /// As a shell has it; 0 is success.
        var status: Int32 = 0
        /// The line of the file that the failure is about, and what it was.
        var failure: (line: Int, reason: String)?
        var bytes: Int?
        /// The signal that asked the run to stop while this went on.
        var signal: Int32?
        /// What a quiet stage printed.
        var printed = HeadAndTail()
    }

    /// As timeout(1) has it.
    static let overdue: Int32 = 124
    /// What no second attempt can mend: a wrong command line or file, and programs that are not there.
    static let hopeless: Set<Int32> = [
        ExitStatus.usage.rawValue, ExitStatus.configurationWrong.rawValue, 126, 127,
    ]

    let stage: PipelineStage
    let scope: Scope
    let programs: Programs
    let inheritsOutput: Bool
    let files: RunFiles
    let clock: any TimeSource
    let signals: RunSignals
    let pulse: RunPulse?
    let context: StageContext

    /// - Throws: `OutputClosed` when the reader of the run's standard output has gone.
    func run() throws -> Ending {
        var ending = Ending()
        let captured = Captured()
        do {
            try perform(into: &ending, captured)
        } catch let fault as PipelineFault {
            ending.status = ExitStatus.configurationWrong.rawValue
            ending.failure = (fault.line ?? stage.line, fault.reason)
        } catch let failure as StageFailure {
            ending.status = failure.status.rawValue
            ending.failure = (stage.line, failure.description)
        }
        ending.printed = captured.text
        return ending
    }

    private final class Captured {
        var text = HeadAndTail()
    }

    private func perform(into ending: inout Ending, _ captured: Captured) throws {
        var scope = scope
        let path = programs.path(from: scope.variables["PATH"])
        scope.set("PATH", path)
        let environment = scope.environment
        let deadline = stage.duration.map { clock.monotonic + $0.nanoseconds }
        let capture = ProcessGroup.Stream.pump { captured.text.append($0) }

        for command in stage.load {
            let group = try ProcessGroup.run(
                [try member(command, scope, path)], environment: environment,
                output: stage.isQuiet ? capture : .descriptor(2), errors: nil, deadline: deadline, clock: clock,
                signals: signals, pulse: pulse)
            judge(group, [command], into: &ending)
            if ending.status != 0 || ending.signal != nil { return }
        }

        let commands = try stage.commands.map { try member($0, scope, path) }
        let destination = try destination(scope)
        defer { destination?.discard() }
        let output: ProcessGroup.Stream
        if let destination {
            output = .pump { try destination.write($0) }
        } else if stage.isQuiet {
            output = capture
        } else if inheritsOutput {
            output = .descriptor(1)
        } else {
            let sink = context.sink
            output = .pump { bytes in
                try sink.text(bytes)
                try sink.flush()
            }
        }
        // What is quiet and goes to no file is one stream, in the order in which it was printed.
        let errors: ProcessGroup.Stream? =
            !stage.isQuiet ? .descriptor(2) : stage.output == .inherited ? nil : capture
        let group = try ProcessGroup.run(
            commands, environment: environment, output: output, errors: errors, deadline: deadline, clock: clock,
            signals: signals, pulse: pulse)
        if group.failure is OutputClosed { throw OutputClosed() }
        let goesToTheRun = destination == nil && !stage.isQuiet
        if goesToTheRun, inheritsOutput, group.statuses.last == 128 + SIGPIPE { throw OutputClosed() }
        judge(group, stage.commands, into: &ending)
        if destination != nil || (goesToTheRun && !inheritsOutput) { ending.bytes = group.bytes }
        if ending.status == 0 { try destination?.commit() }
    }

    private func member(_ command: PipelineCommand, _ scope: Scope, _ path: String) throws -> ProcessGroup.Command {
        let words: [String]
        switch command.form {
        case .shell: words = ["sh", "-c", command.source]
        case .words(let parts): words = try scope.words(parts, line: command.line)
        }
        guard let name = words.first else {
            throw PipelineFault(line: command.line, "the command is empty after substitution of variables")
        }
        return ProcessGroup.Command(program: programs.find(name, in: path), arguments: words)
    }

    private func destination(_ scope: Scope) throws -> (any ByteDestination)? {
        guard let (key, text) = stage.output.target else { return nil }
        let path = try scope.text(text)
        // A name may have a date in it, and links may be set while a loop goes on.
        if let use = files.use(of: path) { throw PipelineFault(line: text.line, "\(key): \(path) is \(use)") }
        if case .append = stage.output { return try AppendedFile(path: path) }
        return try OutputFile(path: path, jobs: Workers.count)
    }

    /// What the members' ends come to. The leftmost failure counts: those after it may have failed of it. A member whose
    /// reader had enough and closed the pipe has not failed.
    private func judge(_ group: ProcessGroup.Ending, _ commands: [PipelineCommand], into ending: inout Ending) {
        ending.signal = group.signal
        let last = commands.count - 1
        let failed = group.statuses.indices.first { place in
            group.statuses[place] != 0 && (place == last || group.statuses[place] != 128 + SIGPIPE)
        }
        if group.isOverdue {
            ending.status = StageAttempt.overdue
            ending.failure = (stage.line, "it took longer than \(stage.duration ?? .zero)")
        } else if let failure = group.failure {
            ending.status = (failure as? StageFailure)?.status.rawValue ?? ExitStatus.ioFailed.rawValue
            ending.failure = (stage.line, "\(failure)")
        } else if let failed {
            let status = group.statuses[failed]
            ending.status = status
            let lines = commands[failed].source.split(separator: "\n")
            var reason = Finding.quoted((lines.first.map(String.init) ?? "") + (lines.count > 1 ? " …" : ""))
            if let code = group.unstarted[failed] {
                reason += code == ENOENT ? " was not found" : " cannot be run: \(systemMessage(code))"
            } else if status > 128, let name = StageAttempt.signalNames[status - 128] {
                reason += " was killed by \(name)"
            } else {
                reason += " ended with \(status)"
            }
            if commands.count > 1 { reason += ", member \(failed + 1) of \(commands.count)" }
            ending.failure = (commands[failed].line, reason)
        }
    }

    private static let signalNames: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS",
        SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGTERM: "SIGTERM",
        SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ]
}
