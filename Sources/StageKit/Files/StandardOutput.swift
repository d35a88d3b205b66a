import Platform

/// Standard output as the place where text for people goes; records know nothing of it.
public enum StandardOutput {
    /// The width that text gets where no terminal tells one.
    public static let usualColumns = 80

    /// Whether colours suit the text that a run writes, by `--color`, https://no-color.org and TERM; a file named by
    /// `-o` gets them only with `always`.
    public static func wantsColor(_ options: CommonOptions) -> Bool {
        let isTerminal = isatty(1) == 1 && (options.output == nil || options.output == "-")
        return TerminalColor.isWanted(options.color, isTerminal: isTerminal)
    }

    /// The columns that text written to standard output has: COLUMNS where it is set, as `watch` does for a pipe, else
    /// the terminal's, else 80; a file named by `-o` gets 80.
    public static func columns(_ options: CommonOptions) -> Int {
        guard options.output == nil || options.output == "-" else { return usualColumns }
        if let columns = environmentVariable("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) {
            return columns
        }
        return terminalColumns(1) ?? usualColumns
    }
}

extension StageContext {
    /// The columns that text for people has.
    public var textColumns: Int { StandardOutput.columns(options) }
    /// Whether colours suit text for people.
    public var textHasColor: Bool { StandardOutput.wantsColor(options) }
}

/// When colours are used.
enum TerminalColor {
    static func isWanted(_ when: When, isTerminal: Bool) -> Bool {
        switch when {
        case .always: return true
        case .never: return false
        case .auto:
            if let value = environmentVariable("NO_COLOR"), !value.isEmpty { return false }
            if environmentVariable("TERM") == "dumb" { return false }
            return isTerminal
        }
    }
}
