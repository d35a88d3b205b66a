import TimeZones
import YAML

/// Reads a pipeline file and checks all that can be checked before it runs: keys, values, commands' quoting, variables,
/// links, and that no loop spins.
public struct PipelineReader {
    private let surroundings: Surroundings
    private var scope: Scope
    /// Whether the file is read for its name and its lock alone: values of stages are not looked into then, so that
    /// variables of theirs need not be set.
    private let isForStatus: Bool
    /// Bytes that values and commands came to.
    private var size = 0

    /// The pipeline in a file's bytes.
    /// - Parameters:
    ///   - fallbackName: its name where the file gives none.
    ///   - isForStatus: whether only the name and the lock are wanted.
    /// - Throws: `PipelineFault` with the line to change.
    public static func read(
        _ bytes: [UInt8], fallbackName: String, in surroundings: Surroundings, isForStatus: Bool = false
    ) throws(PipelineFault) -> Pipeline {
        let root: YAMLNode
        do { root = try YAMLReader.read(bytes) } catch { throw PipelineFault(line: error.line, error.reason) }
        var reader = PipelineReader(
            surroundings: surroundings, scope: try Scope([], in: surroundings), isForStatus: isForStatus)
        return try reader.pipeline(root, fallbackName: fallbackName)
    }

    // MARK: The file

    private mutating func pipeline(_ root: YAMLNode, fallbackName: String) throws(PipelineFault) -> Pipeline {
        guard case .mapping(let members) = root.content else {
            throw PipelineFault(
                line: root.line, "a pipeline file must be a mapping with the key stages, not \(root.kind)")
        }
        let fields: [PipelineField: YAMLMember] = try Self.fields(members, of: "a pipeline")
        // The stages' values may use what env sets, wherever it stands.
        let environment = try fields[.env].map { member throws(PipelineFault) in try entries(member) } ?? []
        scope = try Scope(environment, in: surroundings, leavesOut: isForStatus)
        for name in Scope.namesFromRun { scope.set(name, "") }
        guard let stages = fields[.stages] else { throw PipelineFault(line: root.line, "the key stages is missing") }
        var pipeline = Pipeline(
            name: try fields[.name].map { member throws(PipelineFault) in try name(member) } ?? fallbackName,
            environment: environment,
            lock: try fields[.lock].map { member throws(PipelineFault) in try lock(member) } ?? .beside,
            stages: [])
        try readStages(stages, onStale: fields[.onStale], onRecover: fields[.onRecover], into: &pipeline)
        pipeline.instance = try fields[.instance].map { member throws(PipelineFault) in try instance(member) }
        if let done = fields[.done] {
            guard pipeline.takesDay else {
                throw PipelineFault(line: done.line, "done has no effect without \(Pipeline.day) in env")
            }
            pipeline.done = try path(done)
        }
        try checkSettings(pipeline)
        if !isForStatus { try Cycles.check(pipeline.stages) }
        return pipeline
    }

    private func name(_ member: YAMLMember) throws(PipelineFault) -> String {
        let text = try scalar(member)
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw PipelineFault(line: member.value.line, "name must be one line of text")
        }
        try checkLength(text, member)
        return text
    }

    private func entries(_ member: YAMLMember) throws(PipelineFault) -> [EnvironmentEntry] {
        guard case .mapping(let members) = member.value.content else {
            throw Self.wrong(member, "a mapping of names to texts")
        }
        if members.count > PipelineLimits.variables {
            throw PipelineFault(
                line: members[PipelineLimits.variables].line, "env has more than \(PipelineLimits.variables) entries")
        }
        var entries: [EnvironmentEntry] = []
        for entry in members {
            guard Parameter.isName(entry.key) else {
                throw PipelineFault(line: entry.line, "'\(entry.key)' is not a valid variable name")
            }
            let text = entry.value.isNull ? "" : try scalar(entry)
            entries.append(
                EnvironmentEntry(name: entry.key, value: try WordReader.text(text, line: entry.value.line)))
        }
        return entries
    }

    private mutating func lock(_ member: YAMLMember) throws(PipelineFault) -> Pipeline.Lock {
        if try scalar(member) == "none" { return .none }
        return .file(try path(member))
    }

    /// A setting that nothing can see is a slip of the pen.
    private func checkSettings(_ pipeline: Pipeline) throws(PipelineFault) {
        var seen = Uses()
        for entry in pipeline.environment {
            seen.names.insert(entry.name)
            seen.add(entry.value.parts)
        }
        for stage in pipeline.stages { seen.add(stage) }
        for text in [pipeline.done, pipeline.instance] { if let text { seen.add(text.parts) } }
        for (name, _) in surroundings.settings where !seen.names.contains(name) && !seen.hasShell {
            let known = pipeline.environment.map(\.name).joined(separator: ", ")
            throw PipelineFault(
                line: nil, "--set \(name): the pipeline does not use it" + (known.isEmpty ? "" : "; env has \(known)"))
        }
    }

    // MARK: Stages

    private mutating func readStages(
        _ member: YAMLMember, onStale: YAMLMember?, onRecover: YAMLMember?, into pipeline: inout Pipeline
    ) throws(PipelineFault) {
        guard case .sequence(let nodes) = member.value.content, !nodes.isEmpty else {
            throw Self.wrong(member, "a list of stages")
        }
        if nodes.count > PipelineLimits.stages {
            throw PipelineFault(
                line: nodes[PipelineLimits.stages].line, "the file has more than \(PipelineLimits.stages) stages")
        }
        var stages: [PipelineStage] = []
        var places: [String: Int] = [:]
        var given: [[StageField: YAMLMember]] = []
        for node in nodes {
            let (stage, fields) = try stage(node)
            if let first = places.updateValue(stages.count, forKey: stage.name) {
                throw PipelineFault(
                    line: stage.line, "the stage '\(stage.name)' is already defined in line \(stages[first].line)")
            }
            stages.append(stage)
            given.append(fields)
        }
        func place(_ member: YAMLMember, or words: String) throws(PipelineFault) -> Int {
            let name = try scalar(member)
            if let place = places[name] { return place }
            throw PipelineFault(
                line: member.line,
                "\(member.key): unknown stage '\(name)'; the stages are \(stages.map(\.name).joined(separator: ", "))"
                    + words)
        }
        pipeline.onStale = try onStale.map { member throws(PipelineFault) in try place(member, or: "") }
        pipeline.onRecover = try onRecover.map { member throws(PipelineFault) in try place(member, or: "") }
        let first = try endOfChain(stages, given, pipeline, onStale ?? onRecover)
        func target(_ member: YAMLMember, or words: String) throws(PipelineFault) -> Int {
            let place = try place(member, or: words)
            guard place < first else {
                throw PipelineFault(
                    line: member.line,
                    "\(member.key): '\(stages[place].name)' is the stage of on_stale or on_recover; no other stage leads to it"
                )
            }
            return place
        }
        for index in stages.indices {
            stages[index].next = index + 1 < first ? .stage(index + 1) : .end
            if let next = given[index][.next] {
                stages[index].next = try scalar(next) == "end" ? .end : .stage(try target(next, or: ", and end"))
                stages[index].nextLine = next.line
            }
            if let onFailure = given[index][.onFailure] {
                switch try scalar(onFailure) {
                case "stop": stages[index].onFailure = .stop
                case "continue": stages[index].onFailure = .proceed
                default: stages[index].onFailure = .stage(try target(onFailure, or: ", and stop and continue"))
                }
                stages[index].onFailureLine = onFailure.line
            }
        }
        pipeline.stages = stages
    }

    /// The place of the first stage that is no part of the chain. All of these stand at the end, and a run starts them by
    /// itself, so that no link and no pause of theirs has an effect.
    private func endOfChain(
        _ stages: [PipelineStage], _ given: [[StageField: YAMLMember]], _ pipeline: Pipeline, _ member: YAMLMember?
    ) throws(PipelineFault) -> Int {
        guard let member, let first = stages.indices.first(where: pipeline.isOutsideChain) else { return stages.count }
        guard first > 0, stages.indices[first...].allSatisfy(pipeline.isOutsideChain) else {
            throw PipelineFault(
                line: member.line, "the stages of on_stale and on_recover must stand after all other stages")
        }
        for index in stages.indices[first...] {
            for field in [StageField.delay, .retries, .backoff, .hold, .next, .onFailure] {
                guard let wrong = given[index][field] else { continue }
                throw PipelineFault(
                    line: wrong.line, "\(wrong.key) has no effect in the stage of on_stale or on_recover")
            }
        }
        return first
    }

    private mutating func stage(
        _ node: YAMLNode
    ) throws(PipelineFault) -> (stage: PipelineStage, fields: [StageField: YAMLMember]) {
        guard case .mapping(let members) = node.content else {
            throw PipelineFault(
                line: node.line, "a stage must be a mapping with name and run or pipe, not \(node.kind)")
        }
        let fields: [StageField: YAMLMember] = try Self.fields(members, of: "a stage")
        guard let name = fields[.name] else { throw PipelineFault(line: node.line, "the stage has no name") }
        var stage = PipelineStage(name: try stageName(name), line: node.line)
        let usesShell = try fields[.shell].map { member throws(PipelineFault) in try truth(member) } ?? false
        switch (fields[.run], fields[.pipe]) {
        case (let run?, nil): stage.commands = [try command(run.value, run, usesShell)]
        case (nil, let pipe?):
            guard case .sequence(let nodes) = pipe.value.content, !nodes.isEmpty else {
                throw Self.wrong(pipe, "a list of commands")
            }
            try checkCount(nodes, pipe)
            for node in nodes { stage.commands.append(try command(node, pipe, usesShell)) }
        case (nil, nil): throw PipelineFault(line: node.line, "the stage '\(stage.name)' has neither run nor pipe")
        case (_?, let pipe?): throw PipelineFault(line: pipe.line, "a stage cannot have both run and pipe")
        }
        if let load = fields[.load] {
            if case .sequence(let nodes) = load.value.content {
                try checkCount(nodes, load)
                for node in nodes { stage.load.append(try command(node, load, usesShell)) }
            } else {
                stage.load = [try command(load.value, load, usesShell)]
            }
        }
        try readOptions(fields, into: &stage)
        return (stage, fields)
    }

    private mutating func readOptions(
        _ fields: [StageField: YAMLMember], into stage: inout PipelineStage
    ) throws(PipelineFault) {
        if let output = fields[.output] { stage.output = .file(try path(output)) }
        if let append = fields[.append] {
            if fields[.output] != nil {
                throw PipelineFault(line: append.line, "a stage cannot have both output and append")
            }
            let text = try path(append)
            if !isForStatus, try scope.text(text).hasSuffix(".gz") {
                throw PipelineFault(
                    line: append.line, "append does not compress; make gzip a member of the pipe")
            }
            stage.output = .append(text)
        }
        if let delay = fields[.delay] { stage.delay = try interval(delay) }
        if let hold = fields[.hold] { stage.hold = try interval(hold) }
        if let duration = fields[.duration] {
            let limit = try interval(duration)
            if limit == .zero, !isForStatus {
                throw PipelineFault(line: duration.line, "duration must be greater than 0")
            }
            stage.duration = limit
        }
        if let retries = fields[.retries] {
            let text = isForStatus ? "0" : try expanded(retries)
            guard let count = Int(text), (0...1000).contains(count) else {
                throw Self.wrong(retries, "a number from 0 to 1000", found: text)
            }
            stage.retries = count
        }
        if let backoff = fields[.backoff] {
            if fields[.retries] == nil {
                throw PipelineFault(line: backoff.line, "backoff has no effect without retries")
            }
            stage.backoff = try interval(backoff)
        }
        if let quiet = fields[.quiet] { stage.isQuiet = try truth(quiet) }
    }

    private func stageName(_ member: YAMLMember) throws(PipelineFault) -> String {
        let name = try scalar(member)
        let isPlain = name.utf8.allSatisfy { Parameter.isContinuation($0) || $0 == 0x2D || $0 == 0x2E }
        guard !name.isEmpty, isPlain else { throw Self.wrong(member, "letters, digits, _, . and -", found: name) }
        if ["end", "stop", "continue"].contains(name) {
            throw PipelineFault(
                line: member.value.line, "a stage cannot be called '\(name)', which is a keyword of next and on_failure"
            )
        }
        try checkLength(name, member)
        return name
    }

    private mutating func command(
        _ node: YAMLNode, _ member: YAMLMember, _ usesShell: Bool
    ) throws(PipelineFault) -> PipelineCommand {
        guard case .scalar(let source, _) = node.content, !node.isNull else {
            throw PipelineFault(line: node.line, "\(member.key): a command must be text, not \(node.kind)")
        }
        // No program is given a longer text.
        guard source.utf8.count <= PipelineLimits.value || !usesShell else {
            throw PipelineFault(
                line: node.line, "the script exceeds \(PipelineLimits.size(PipelineLimits.value)); put it in a file")
        }
        guard !usesShell else { return PipelineCommand(line: node.line, source: source, form: .shell) }
        let words = try WordReader.words(source, line: node.line)
        // A variable that is not set is better found now than at three in the morning.
        if !isForStatus { try count(try scope.words(words, line: node.line, matchingFiles: false), line: node.line) }
        return PipelineCommand(line: node.line, source: source, form: .words(words))
    }

    // MARK: Values

    private func scalar(_ member: YAMLMember) throws(PipelineFault) -> String {
        guard case .scalar(let text, _) = member.value.content, !member.value.isNull else {
            throw Self.wrong(member, "text")
        }
        return text
    }

    private mutating func path(_ member: YAMLMember) throws(PipelineFault) -> Text {
        let text = try WordReader.text(try scalar(member), line: member.value.line)
        if isForStatus, member.key != PipelineField.lock.rawValue { return text }
        let found = try scope.text(text)
        try count([found], line: member.value.line)
        if found.isEmpty || found == "-" { throw Self.wrong(member, "the name of a file", found: found) }
        return text
    }

    private mutating func instance(_ member: YAMLMember) throws(PipelineFault) -> Text {
        let text = try WordReader.text(try scalar(member), line: member.value.line)
        if isForStatus { return text }
        if try expanded(member).isEmpty { throw Self.wrong(member, "text", found: "") }
        return text
    }

    private mutating func expanded(_ member: YAMLMember) throws(PipelineFault) -> String {
        let text = try scope.text(try WordReader.text(try scalar(member), line: member.value.line))
        try count([text], line: member.value.line)
        return text
    }

    /// A file of a megabyte can stand for a thousand times as much.
    private mutating func count(_ texts: [String], line: Int) throws(PipelineFault) {
        for text in texts { size += text.utf8.count }
        guard size <= PipelineLimits.total else {
            throw PipelineFault(
                line: line,
                "the values and commands up to here exceed \(PipelineLimits.size(PipelineLimits.total))")
        }
    }

    private func checkCount(_ nodes: [YAMLNode], _ member: YAMLMember) throws(PipelineFault) {
        guard nodes.count > PipelineLimits.commands else { return }
        throw PipelineFault(
            line: nodes[PipelineLimits.commands].line, "\(member.key) has more than \(PipelineLimits.commands) commands"
        )
    }

    private func checkLength(_ name: String, _ member: YAMLMember) throws(PipelineFault) {
        guard name.utf8.count > PipelineLimits.name else { return }
        throw PipelineFault(line: member.value.line, "the name exceeds \(PipelineLimits.name) bytes")
    }

    private mutating func interval(_ member: YAMLMember) throws(PipelineFault) -> TimeSpan {
        if isForStatus { return .zero }
        let text = try expanded(member)
        guard let interval = TimeSpan(ofOneUnit: text) else {
            throw Self.wrong(member, "a duration like 250ms, 15s, 1.5m, 2h or 30d", found: text)
        }
        return interval
    }

    private func truth(_ member: YAMLMember) throws(PipelineFault) -> Bool {
        switch try scalar(member) {
        case "true": return true
        case "false": return false
        case let other: throw Self.wrong(member, "true or false", found: other)
        }
    }

    private static func wrong(_ member: YAMLMember, _ wanted: String, found: String? = nil) -> PipelineFault {
        PipelineFault(
            line: member.value.line,
            "\(member.key) takes \(wanted), not \(found.map { "'\($0)'" } ?? member.value.kind)")
    }

    /// Returns the members of a mapping by field, or fails if a key is unknown.
    private static func fields<Field: Hashable & CaseIterable & RawRepresentable<String>>(
        _ members: [YAMLMember], of what: String
    ) throws(PipelineFault) -> [Field: YAMLMember] {
        var fields: [Field: YAMLMember] = [:]
        for member in members {
            guard let field = Field(rawValue: member.key) else {
                let names = Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw PipelineFault(
                    line: member.line, "'\(member.key)' is not a key of \(what); the keys are \(names)")
            }
            fields[field] = member
        }
        return fields
    }
}

/// The variables that a pipeline looks at.
private struct Uses {
    var names: Set<String> = []
    var hasShell = false

    mutating func add(_ stage: PipelineStage) {
        for command in stage.load + stage.commands {
            switch command.form {
            case .shell: hasShell = true
            case .words(let words): for word in words { add(word.parts) }
            }
        }
        switch stage.output {
        case .inherited: break
        case .file(let text), .append(let text): add(text.parts)
        }
    }

    mutating func add(_ parts: [WordPart]) {
        for part in parts {
            switch part {
            case .literal, .home: break
            case .date(let pattern, _): if let day = pattern.day { names.insert(day) }
            case .parameter(let parameter, _):
                names.insert(parameter.name)
                switch parameter.operation {
                case .value: break
                case .fallback(let inner), .alternative(let inner), .required(let inner): add(inner)
                }
            }
        }
    }
}
