/// Long runs of file names on the command line, folded before they are parsed and unfolded after.
///
/// ArgumentParser's time grows with the square of the number of arguments: 10,000 snapshots from `archive/*.pb` would
/// take two seconds before the first is opened. So of a run of words that are not options all but the first, which may
/// be an option's value, become one word that stands for them.
enum ArgumentRuns {
    /// Runs up to this long are cheap to parse as they are.
    private static let longest = 200
    /// A file name cannot hold the first byte.
    private static let mark = "\u{0}run:"
    nonisolated(unsafe) private static var runs: [ArraySlice<String>] = []

    /// The arguments with each long run folded.
    static func fold(_ arguments: [String]) -> [String] {
        guard arguments.count > longest else { return arguments }
        var folded: [String] = []
        var position = 0
        var onlyFilesFollow = false
        while position < arguments.count {
            var end = position
            while end < arguments.count, onlyFilesFollow || !isOption(arguments[end]) { end += 1 }
            if end - position > longest {
                folded.append(arguments[position])
                folded.append(mark + String(runs.count))
                runs.append(arguments[(position + 1)..<end])
            } else {
                folded += arguments[position..<end]
            }
            if end < arguments.count {
                onlyFilesFollow = arguments[end] == "--"
                folded.append(arguments[end])
            }
            position = end + 1
        }
        return folded
    }

    /// The words that parsed ones stand for.
    static func unfold(_ words: [String]) -> [String] {
        guard !runs.isEmpty else { return words }
        return words.flatMap { word -> ArraySlice<String> in
            guard word.hasPrefix(mark), let index = Int(word.dropFirst(mark.count)) else { return [word] }
            return runs[index]
        }
    }

    /// `-` alone is standard input.
    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }
}
