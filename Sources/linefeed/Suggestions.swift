import ArgumentParser
import StageKit

/// What to say of stages and options that there are not.
enum Suggestions {
    /// Why the arguments name no stage; nil where they do, or leave it to the parser.
    static func complaint(about arguments: [String]) -> String? {
        guard let name = arguments.first(where: { $0 != "help" }), !name.hasPrefix("-") else { return nil }
        let stages = Linefeed.stages.map { $0.name }
        guard !stages.contains(name) else { return nil }
        return
            "linefeed: error: there is no stage \(Finding.quoted(name)); \(NearestNames.words(name, among: stages))\n"
            + "  See 'linefeed --help' for what each does."
    }

    /// The parser's message, with a word about an option that the stage does not have: the parser guesses also where
    /// nothing is near, and complains first about what is missing because of the slip.
    static func corrected(_ text: String, _ arguments: [String]) -> String {
        guard text.hasPrefix("Error: Unknown option") || text.hasPrefix("Error: Missing expected argument") else {
            return text
        }
        let stage = Linefeed.stage(arguments.first)
        let known = options(of: stage)
        guard
            let unknown = arguments.prefix(while: { $0 != "--" }).lazy.compactMap(longOption).first(where: {
                !known.contains($0)
            })
        else { return text }
        var sentence = "Error: Unknown option '\(Finding.printable(unknown))'"
        if stage == nil { sentence += ": name a stage first" }
        let names = known.map { String($0.dropFirst(2)) }
        if let near = NearestNames.near(String(unknown.dropFirst(2)), among: names) {
            sentence += ". Did you mean '--\(near)'?"
        }
        // The usage follows the message, which may have a line of help below it.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.firstIndex { $0.hasPrefix("Usage:") } ?? lines.endIndex
        return ([sentence[...]] + lines[usage...]).joined(separator: "\n")
    }

    /// `--name` of `--name` and `--name=value`.
    private static func longOption(_ word: String) -> String? {
        guard word.hasPrefix("--"), word.count > 2 else { return nil }
        return String(word.prefix { $0 != "=" })
    }

    /// The long options that a stage's help lists.
    private static func options(of stage: (any ParsableCommand.Type)?) -> [String] {
        let help = stage.map { Linefeed.helpMessage(for: $0) } ?? Linefeed.helpMessage()
        var names: [String] = []
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            // The names stand before the explanation: `  -o, --output <file>`.
            for word in line.split(separator: " ").prefix(while: {
                $0.hasPrefix("-") || $0.hasPrefix("<") || $0.hasSuffix(">")
            }) {
                let name = word.prefix { $0 != "," }
                if name.hasPrefix("--"), !names.contains(String(name)) { names.append(String(name)) }
            }
        }
        return names
    }
}
