import Addresses

/// Texts of a pipeline file that hold the secret of an address, kept out of the script that is printed of it: in the place
/// of each stands a variable, and the script says which one is not set.
struct ShellSecrets {
    private var count = 0

    /// The pipeline with such texts replaced.
    mutating func hide(_ pipeline: Pipeline) -> Pipeline {
        var pipeline = pipeline
        for index in pipeline.environment.indices { hide(&pipeline.environment[index].value) }
        if case .file(var text) = pipeline.lock {
            hide(&text)
            pipeline.lock = .file(text)
        }
        for index in pipeline.stages.indices {
            for place in pipeline.stages[index].load.indices { hide(&pipeline.stages[index].load[place]) }
            for place in pipeline.stages[index].commands.indices { hide(&pipeline.stages[index].commands[place]) }
            switch pipeline.stages[index].output {
            case .inherited: break
            case .file(var text):
                hide(&text)
                pipeline.stages[index].output = .file(text)
            case .append(var text):
                hide(&text)
                pipeline.stages[index].output = .append(text)
            }
        }
        return pipeline
    }

    /// A setting's value as a word of a shell: what holds a secret has to be in the script's own environment.
    static func word(_ name: String, _ value: String) -> String {
        guard isSecret(value) else { return value.shellWord }
        let wanted = "set it to the value of --set, which contains a secret and is not printed"
        return Text([variable(name, wanted)], line: 0).shellText
    }

    private static func isSecret(_ text: String) -> Bool { AddressWithoutSecrets.hidden(in: text) != text }

    private static func variable(_ name: String, _ wanted: String) -> WordPart {
        let parameter = Parameter(name, .required([.literal(wanted, isQuoted: true)]), emptyIsUnset: true)
        return .parameter(parameter, isQuoted: true)
    }

    private mutating func substitute(_ line: Int) -> WordPart {
        count += 1
        return ShellSecrets.variable(
            "LINEFEED_TEXT_\(count)",
            "set it to the text in line \(line) of the pipeline file, which contains a secret and is not printed")
    }

    private mutating func hide(_ text: inout Text) { text.parts = hidden(text.parts, text.line) }

    private mutating func hide(_ command: inout PipelineCommand) {
        switch command.form {
        case .shell:
            guard ShellSecrets.isSecret(command.source) else { return }
            let start = ["sh", "-c"].map { Word([.literal($0, isQuoted: false)]) }
            command.form = .words(start + [Word([substitute(command.line)])])
        case .words(let words):
            command.form = .words(words.map { Word(hidden($0.parts, command.line)) })
        }
    }

    private mutating func hidden(_ parts: [WordPart], _ line: Int) -> [WordPart] {
        parts.map { part in
            switch part {
            case .literal(let text, _): return ShellSecrets.isSecret(text) ? substitute(line) : part
            case .home, .date: return part
            case .parameter(var parameter, let isQuoted):
                switch parameter.operation {
                case .value: return part
                case .fallback(let inner): parameter.operation = .fallback(hidden(inner, line))
                case .alternative(let inner): parameter.operation = .alternative(hidden(inner, line))
                case .required(let inner): parameter.operation = .required(hidden(inner, line))
                }
                return .parameter(parameter, isQuoted: isQuoted)
            }
        }
    }
}
