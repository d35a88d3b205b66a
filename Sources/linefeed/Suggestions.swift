import ArgumentParser
import Pipelines
import Platform
import StageKit

/// What to say of stages and options that there are not.
enum Suggestions {
    /// Why the arguments name no stage; nil where they do, or leave it to the parser.
    static func complaint(about arguments: [String]) -> String? {
        guard let name = arguments.first(where: { $0 != "help" }), !name.hasPrefix("-") else { return nil }
        guard Linefeed.stage(name) == nil else { return nil }
        let stages = Linefeed.stages.map { $0.name }
        return
            "linefeed: error: there is no stage \(Finding.quoted(name)); \(NearestNames.words(name, among: stages))\n"
            + "  See 'linefeed --help' for what each does."
    }

    /// Why a stage's arguments cannot be meant, where the parser would take them: an option that has no effect in the
    /// stage, or one that takes one value and has two.
    static func complaint(about arguments: [String], of stage: any StageCommand.Type) -> String? {
        if let unused = UnusedOptions.first(in: arguments, of: stage) {
            let usage = "\n  See 'linefeed \(stage.name) --help' for its options."
            return "Unknown option '\(unused)': it would have no effect in this stage" + usage
        }
        return GivenTwice.complaint(about: arguments, of: stage)
    }

    /// The parser's message, with a word about an option that the stage does not have: the parser guesses also where
    /// nothing is near, and complains first about what is missing because of the slip.
    static func corrected(_ text: String, _ arguments: [String]) -> String {
        guard text.hasPrefix("Error: Unknown option") || text.hasPrefix("Error: Missing expected argument") else {
            return text
        }
        let stage = Linefeed.stage(arguments.first)
        if let stage, let command = withFeed(arguments, of: stage, text) {
            return "Error: \(command)"
        }
        let known = options(of: stage)
        guard
            let unknown = arguments.prefix(while: { $0 != "--" }).lazy.compactMap(longOption).first(where: {
                !known.contains($0)
            })
        else { return text }
        var sentence = "Error: Unknown option '\(Finding.printable(unknown))'"
        if stage == nil { sentence += ": name a stage first" }
        let names = known.map { String($0.dropFirst(2)) }
        let guess = guesses[unknown].flatMap { known.contains($0) ? String($0.dropFirst(2)) : nil }
        if let near = guess ?? NearestNames.near(String(unknown.dropFirst(2)), among: names) {
            sentence += ". Did you mean '--\(near)'?"
        }
        // The usage follows the message, which may have a line of help below it.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let usage = lines.firstIndex { $0.hasPrefix("Usage:") } ?? lines.endIndex
        return ([sentence[...]] + lines[usage...]).joined(separator: "\n")
    }

    /// Options that people know from other programs.
    private static let guesses = [
        "--zone": "--timezone", "--tz": "--timezone", "--gtfs": "--feed", "--schedule": "--feed", "--filter": "--where",
        "--group-by": "--by", "--stop-id": "--stop", "--route-id": "--route", "--trip-id": "--trip",
        "--db": "--sqlite", "--outfile": "--output", "--file": "--output",
    ]

    /// The sentence for a feed that is named by --feed where it is an argument, and the other way round; nil where it is
    /// neither.
    private static func withFeed(_ arguments: [String], of stage: any StageCommand.Type, _ text: String) -> String? {
        let words = arguments.dropFirst().map(\.self)
        if text.hasPrefix("Error: Missing expected argument '--feed"),
            let feed = words.first(where: { FeedWord.isFeed($0) })
        {
            let others = words.filter { $0 != feed }
            let command = (["linefeed", stage.name, "--feed", feed] + others).map(\.shellWord).joined(separator: " ")
            return "\(Finding.quoted(feed)) is a timetable, and \(stage.name) takes it with --feed; type `\(command)`"
        }
        guard [IngestCommand.name, CheckCommand.name].contains(stage.name), let place = words.firstIndex(of: "--feed"),
            place + 1 < words.count
        else { return nil }
        let others = words[..<place] + words[(place + 1)...]
        let command = (["linefeed", stage.name] + others).map(\.shellWord).joined(separator: " ")
        return "\(stage.name) takes the feed as an argument, without --feed; type `\(command)`"
    }

    /// `--name` of `--name` and `--name=value`.
    private static func longOption(_ word: String) -> String? {
        guard word.hasPrefix("--"), word.count > 2 else { return nil }
        return String(word.prefix { $0 != "=" })
    }

    /// The long options that a stage's help lists.
    private static func options(of stage: (any StageCommand.Type)?) -> [String] {
        guard let stage else { return ["--help", "--version"] }
        return HelpPage.page(of: stage).options.flatMap(\.names).filter { $0.hasPrefix("--") }
    }
}

/// A word of a command line that names a feed.
enum FeedWord {
    static func isFeed(_ word: String) -> Bool {
        if let content = ForeignContent(ofFile: word) { return content == .zip || content == .database }
        return FileStatus(word)?.isFolder == true && FileStatus(word + "/stops.txt") != nil
    }
}
