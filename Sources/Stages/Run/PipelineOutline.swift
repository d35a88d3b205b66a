import Addresses
import Pipelines
import StageKit

/// What a run would do, as lines that read like a shell's: words expanded, files found, nothing started.
enum PipelineOutline {
    static func write(
        _ pipeline: Pipeline, _ options: RunOptions, _ extent: Chain.Extent, lock: String?, at instant: Int,
        _ context: StageContext
    ) throws {
        var scope = try Scope(
            pipeline.environment,
            in: Surroundings(environment: options.environment, settings: options.settings, instant: instant))
        let programs = Programs()
        let path = programs.path(from: scope.variables["PATH"])
        try context.sink.text("# \(pipeline.name): \(lock.map { "lock " + $0.shellWord } ?? "no lock")\n")
        for entry in pipeline.environment {
            let value = AddressWithoutSecrets.hidden(in: scope.variables[entry.name] ?? "")
            try context.sink.text("\(entry.name)=\(value.shellWord)\n")
        }
        for (index, stage) in pipeline.stages.enumerated() {
            if case .only(let chosen) = extent, chosen != index { continue }
            // What led to a stage is not known yet.
            scope.tell(
                pipeline: pipeline.name, stage: stage.name, turn: 1, failure: Chain.Failure(stage: "", status: 0))
            scope.tell(feeds: [], "")
            try context.sink.text("\n# \(stage.name)\(manner(of: stage, at: index, in: pipeline))\n")
            for command in stage.load { try context.sink.text(try text(command, scope) + "\n") }
            var line = try stage.commands.map { try text($0, scope) }.joined(separator: " | ")
            switch stage.output {
            case .inherited: break
            case .file(let text): line += " > " + (try scope.text(text)).shellWord
            case .append(let text): line += " >> " + (try scope.text(text)).shellWord
            }
            try context.sink.text(line + "\n")
            for command in stage.load + stage.commands {
                guard case .words(let words) = command.form,
                    let name = try scope.words(words, line: command.line).first,
                    programs.find(name, in: path) == nil
                else { continue }
                context.diagnostics.report(
                    .incomplete, "program_missing", file: options.file, line: command.line, value: name,
                    message: "stage '\(stage.name)': \(Finding.quoted(name)) is not in PATH, \(path)")
                context.degrade(to: .configurationWrong)
            }
        }
        try context.sink.flush()
    }

    private static func text(_ command: PipelineCommand, _ scope: Scope) throws -> String {
        switch command.form {
        case .shell: return "sh -c " + AddressWithoutSecrets.hidden(in: command.source).shellWord
        case .words(let words):
            return try scope.words(words, line: command.line).map { AddressWithoutSecrets.hidden(in: $0).shellWord }
                .joined(separator: " ")
        }
    }

    private static func manner(of stage: PipelineStage, at index: Int, in pipeline: Pipeline) -> String {
        var parts: [String] = []
        if index == pipeline.onStale { parts.append("when feeds become stale") }
        if index == pipeline.onRecover { parts.append("when stale feeds recover") }
        guard parts.isEmpty else { return ": " + parts.joined(separator: ", and ") }
        if stage.delay > .zero { parts.append("after \(stage.delay)") }
        if let duration = stage.duration { parts.append("at most \(duration)") }
        if stage.retries > 0 { parts.append("\(stage.retries) retries") }
        if stage.hold > .zero { parts.append("then hold \(stage.hold)") }
        switch stage.next {
        case .end: parts.append("then end")
        case .stage(let index): parts.append("then \(pipeline.stages[index].name)")
        }
        switch stage.onFailure {
        case .stop: break
        case .proceed: parts.append("continues after a failure")
        case .stage(let index): parts.append("on failure \(pipeline.stages[index].name)")
        }
        return ": " + parts.joined(separator: ", ")
    }
}
