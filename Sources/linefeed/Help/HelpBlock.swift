/// A heading of the help with what is below it.
struct HelpSection {
    let title: String
    let blocks: [HelpBlock]

    init(_ title: String, _ blocks: [HelpBlock]) {
        self.title = title
        self.blocks = blocks
    }
}

/// A piece of the help's text.
enum HelpBlock {
    case paragraph(String)
    /// An item of a list.
    case item(String)
    /// Lines that are shown as they are.
    case lines([String])

    private enum Kind { case paragraph, item, lines }

    /// The blocks of a text as `Manual` describes it.
    static func blocks(of text: String) -> [HelpBlock] {
        var blocks: [HelpBlock] = []
        var kind: Kind?
        var lines: [String] = []
        func close() {
            switch kind {
            case .paragraph: blocks.append(.paragraph(lines.joined(separator: " ")))
            case .item: blocks.append(.item(lines.joined(separator: " ")))
            case .lines: blocks.append(.lines(lines))
            case nil: break
            }
            kind = nil
            lines = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                close()
            } else if line.hasPrefix("- ") {
                close()
                kind = .item
                lines = [String(line.dropFirst(2))]
            } else if kind == .item, line.hasPrefix("  ") {
                lines.append(String(line.drop { $0 == " " }))
            } else if line.hasPrefix(" ") || line.hasPrefix("{\"") {
                if kind != .lines { close() }
                kind = .lines
                lines.append("  " + line)
            } else {
                if kind != .paragraph { close() }
                kind = .paragraph
                lines.append(String(line))
            }
        }
        close()
        return blocks
    }

    /// The block in lines of at most 80 columns, two columns in.
    var text: [String] {
        switch self {
        case .paragraph(let text): text.wrapped(indent: 2)
        case .item(let text): text.wrapped(indent: 4, first: "  - ")
        case .lines(let lines): lines
        }
    }

    var isItem: Bool { if case .item = self { true } else { false } }
}

extension String {
    /// With spaces behind it, so that it is at least this long.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text in lines of at most 80 columns.
    /// - Parameter first: what the first line begins with instead of the indent.
    func wrapped(indent: Int, first: String? = nil) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = first ?? margin
        var isEmpty = true
        for word in split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > 80 {
                lines.append(line)
                line = margin
                isEmpty = true
            }
            line += isEmpty ? String(word) : " " + word
            isEmpty = false
        }
        return lines + [line]
    }

    /// The text up to its first semicolon, parenthesis or list of examples.
    var firstClause: String {
        let ends = ["; ", " (", ", such as ", ", as in ", ": "]
            .compactMap { firstRange(of: $0)?.lowerBound }
        return ends.min().map { String(self[..<$0]) } ?? self
    }

    /// The first sentence, without its full stop.
    var firstSentence: String {
        var position = startIndex
        while let stop = self[position...].firstIndex(of: ".") {
            let next = index(after: stop)
            if next == endIndex || self[next] == " " { return String(self[..<stop]) }
            position = next
        }
        return self
    }
}
