import StageKit

/// What `summarize` reads, and the form of its output.
public struct SummarizeOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, table, html

        public var gloss: String? {
            switch self {
            case .table: "text"
            case .html: "a page"
            case .ndjson: nil
            }
        }
    }

    /// Feeds, messages, or files of records; none for standard input.
    public var files: [String] = []
    public var format = OwnFormat.ndjson

    public init() {}

    public var problem: String? { nil }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        for file in files { named.readFeed(file, as: "the input") }
    }
}
