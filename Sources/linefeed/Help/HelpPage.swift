import ArgumentParser

/// All that is known of a stage's command line: its options as they are declared, and its manual.
struct HelpPage {
    struct Option {
        /// `-o, --output FILE`
        let label: String
        /// `-o`, `--output`; empty for an argument.
        let names: [String]
        /// `FILE`; nil for a flag.
        let value: String?
        let text: String
        let values: [String]
        let usual: String?

        /// The name by which manuals mention it: the long one, or the argument's.
        var mention: String { names.last ?? value ?? label }

        /// The same option with another text.
        func saying(_ text: String) -> Option {
            Option(label: label, names: names, value: value, text: text, values: values, usual: usual)
        }

        /// What it does, with its values unless the text lists them, and its default.
        var whole: String {
            var text = text
            if !values.allSatisfy({ text.mentions($0) }) { text += " Values: \(values.joined(separator: ", "))." }
            if let usual { text += " Default: \(usual)." }
            return text
        }

        /// Its line in the summary, or the first clause of the line.
        func brief(isShort: Bool) -> String {
            if mention == "--format" { return "Write " + values.joined(separator: ", ") }
            let sentence = text.firstSentence
            return (isShort ? sentence.firstClause : sentence) + (usual.map { " [default: \($0)]" } ?? "")
        }
    }

    let stage: String
    let manual: Manual
    let arguments: [Option]
    let options: [Option]
    /// Whether the stage has the options of `MessageFlags`.
    let readsMessages: Bool

    var usage: String { "linefeed \(stage) \(manual.usage)" }
    /// Options under their headings, those that stages share last.
    var groups: [(title: String, options: [Option])] {
        let grouped = manual.groups.map { group in
            (title: group.key.uppercased() + " OPTIONS", names: group.value.split(separator: " ").map(String.init))
        }
        let named = Set(grouped.flatMap(\.names))
        let rest = options.filter { !named.contains($0.mention) }
        let common = rest.filter { CommonFlags.names.contains($0.mention) }
        let messages = rest.filter { readsMessages && MessageFlags.names.contains($0.mention) }
        let own = rest.filter { option in !(common + messages).contains { $0.mention == option.mention } }
        return
            ([(title: "OPTIONS", options: own)]
            + grouped.map { group in
                (title: group.title, options: group.names.compactMap { name in options.first { $0.mention == name } })
            }
            + [(title: "MESSAGE OPTIONS", options: messages), (title: "COMMON OPTIONS", options: common)]).filter {
                !$0.options.isEmpty
            }
    }

    // MARK: Making

    static func page(of stage: any StageCommand.Type) -> HelpPage { made(of: stage) }

    private static func made<Command: StageCommand>(of command: Command.Type) -> HelpPage {
        let parts = declared(Command.helpMessage(columns: 1_000_000))
        return HelpPage(
            stage: Command.name, manual: Command.manual, arguments: parts["ARGUMENTS:"] ?? [],
            options: (parts["OPTIONS:"] ?? []).filter { !UnusedOptions.of(command).contains($0.mention) }
                .map { option in Command.ownTexts[option.mention].map(option.saying) ?? option },
            readsMessages: Command.self is any MessageReadingCommand.Type)
    }

    /// The parser's help, unwrapped, by heading. ArgumentParser tells what is declared in no other way that a program
    /// without Foundation can read.
    private static func declared(_ help: String) -> [String: [Option]] {
        var parts: [String: [Option]] = [:]
        var heading = ""
        var label: String?
        var text = ""
        func close() {
            if let label { parts[heading, default: []].append(option(label, text)) }
            label = nil
            text = ""
        }
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  -") || line.hasPrefix("  <") {
                close()
                let content = line.dropFirst(2)
                let end = content.endOfLabel
                label = String(content[..<end])
                text = String(content[end...].drop { $0 == " " })
            } else if line.hasPrefix("  "), label != nil {
                text += (text.isEmpty ? "" : "\n") + line.drop { $0 == " " }
            } else {
                close()
                if !line.isEmpty { heading = String(line) }
            }
        }
        close()
        return parts
    }

    private static func option(_ label: String, _ text: String) -> Option {
        var names: [String] = []
        var value: String?
        // A value's name may have spaces: `--header <NAME: value>`.
        if let open = label.firstIndex(of: "<"), let close = label.lastIndex(of: ">") {
            let name = String(label[label.index(after: open)..<close])
            value = name.allSatisfy { $0 == "-" || $0.isLowercase } ? name.uppercased() : name
            names = label[..<open].split(separator: " ").map { String($0.prefix { $0 != "," }) }
        } else {
            names = label.split(separator: " ").map { String($0.prefix { $0 != "," }) }
        }
        // The parser puts values and default behind the first line.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var first = String(lines.first ?? "")
        let details = lines.dropFirst().map { " " + $0 }.joined()
        var values: [String] = []
        var usual: String?
        if first.hasSuffix(")"), let start = first.startOfFacts {
            for part in first[start...].dropFirst().dropLast().split(separator: ";") {
                let fact = part.drop { $0 == " " }
                if fact.hasPrefix("values: ") {
                    values = fact.dropFirst(8).split(separator: ",").map { String($0.drop { $0 == " " }) }
                } else if fact.hasPrefix("default: ") {
                    usual = String(fact.dropFirst(9))
                }
            }
            first = String(first[..<start])
            while first.last == " " { first.removeLast() }
        }
        let label = (names.joined(separator: ", ") + (value.map { " " + $0 } ?? "")).drop { $0 == " " }
        return Option(
            label: String(label), names: names, value: value,
            text: names.contains("--help") ? "Print a summary (-h) or the full help (--help)." : first + details,
            values: values, usual: usual)
    }
}

extension String {
    /// Where the parser's `(values: …; default: …)` begins, which may have parentheses in it.
    fileprivate var startOfFacts: Index? {
        indices.last { self[$0] == "(" && (self[$0...].hasPrefix("(values: ") || self[$0...].hasPrefix("(default: ")) }
    }

    /// Whether the word is in the text.
    fileprivate func mentions(_ word: String) -> Bool {
        split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.contains { $0 == word }
    }
}

extension Substring {
    /// Where an option's names and value end. The text may follow after a single space.
    fileprivate var endOfLabel: Index {
        var end = startIndex
        var rest = self
        while rest.hasPrefix("-") {
            end = rest.firstIndex(of: " ") ?? endIndex
            rest = self[end...].dropFirst()
        }
        guard rest.hasPrefix("<") else { return end }
        let close = rest.indices.first { place in
            let next = rest.index(after: place)
            return rest[place] == ">" && (next == rest.endIndex || rest[next] == " ")
        }
        return close.map { rest.index(after: $0) } ?? end
    }
}
