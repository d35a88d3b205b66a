/// The lines of a case's `cmd`, read as a shell reads them, as far as cases need it: words, quotes, pipes, `<` and `>`.
///
/// A line that begins with `linefeed` is a pipeline; any other is left to bash as it stands.
enum TypedLine {
    /// One member of a pipeline.
    struct Member {
        /// Its words where it is `linefeed`, the name left out.
        var words: [String]?
        /// What bash is given of another program, redirections and all.
        var text = ""
        var input: String?
        var output: String?
    }

    case pipeline([Member])
    case shell(String)

    /// The lines of a text, without comments and blank ones; a backslash at the end goes on with the next.
    static func lines(of text: String) -> [TypedLine] {
        text.replacing("\\\n", with: " ").split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " }
            if line.isEmpty || line.hasPrefix("#") { return nil }
            guard line.hasPrefix("linefeed ") else { return .shell(String(line)) }
            return .pipeline(members(of: line))
        }
    }

    private static func members(of line: Substring) -> [Member] {
        var members: [Member] = []
        var rest = line[...]
        repeat {
            var (found, text) = words(upToPipeIn: &rest)
            guard found.first == "linefeed" else {
                members.append(Member(words: nil, text: text))
                continue
            }
            found.removeFirst()
            var member = Member(words: [])
            while !found.isEmpty {
                let word = found.removeFirst()
                switch word {
                case "<": member.input = found.removeFirst()
                case ">": member.output = found.removeFirst()
                default: member.words?.append(word)
                }
            }
            members.append(member)
        } while !rest.isEmpty
        return members
    }

    /// The words before the next pipe outside quotes, and what they were read from.
    private static func words(upToPipeIn rest: inout Substring) -> (words: [String], text: String) {
        var words: [String] = []
        var word: String?
        var text = ""
        var quote: Character?
        while let character = rest.popFirst() {
            if quote == nil, character == "|" { break }
            text.append(character)
            switch character {
            case _ where character == quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                quote = character
                word = word ?? ""
            case " " where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return (words, text)
    }
}
