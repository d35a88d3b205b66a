/// The Swift code in articles of a DocC catalogue.
///
/// A test holds it against sources that are compiled and run, so that an article shows no code that does not work.
public enum ArticleCode {
    /// Returns the blocks of Swift code in an article, each as its lines.
    public static func blocks(in article: String) -> [[Substring]] {
        var blocks: [[Substring]] = []
        var open: [Substring]?
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                open = []
            } else if line == "```", let block = open {
                blocks.append(block)
                open = nil
            } else {
                open?.append(line)
            }
        }
        return blocks
    }

    /// Returns the first lines of the blocks whose lines do not follow each other in any source, at any indentation.
    public static func missing(in article: String, from sources: [String]) -> [String] {
        let sources = sources.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(trimmed) }
        return blocks(in: article).compactMap { block in
            let wanted = block.map(trimmed)
            guard let first = wanted.first else { return nil }
            let isFound = sources.contains { source in
                source.indices.contains { start in
                    source[start] == first && source[start...].starts(with: wanted)
                }
            }
            return isFound ? nil : String(first)
        }
    }

    private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
}
