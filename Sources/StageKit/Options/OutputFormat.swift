/// What `--format` of a stage takes, in the words that are typed.
public protocol OutputFormat: RawRepresentable<String>, CaseIterable, Sendable {
    /// What the help says beside the word; nil where the word says it.
    var gloss: String? { get }
}

extension OutputFormat {
    public var gloss: String? { nil }

    /// All of them as the help lists them: `ndjson, csv or html (a page).`
    public static var sentence: String {
        let words = allCases.map { $0.rawValue + ($0.gloss.map { " (\($0))" } ?? "") }
        guard let last = words.last, words.count > 1 else { return words.joined() + "." }
        return words.dropLast().joined(separator: ", ") + " or " + last + "."
    }
}

/// The formats of a stage that writes records and nothing else.
public enum RecordFormat: String, OutputFormat {
    case ndjson, csv, parquet

    /// What is wrong with the format beside --pass-through; nil when nothing is.
    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, self != .ndjson else { return nil }
        return "--pass-through has no place here: a file of \(rawValue) holds one table"
    }
}
