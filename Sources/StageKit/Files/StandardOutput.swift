import Platform

/// Standard output as a place for text that people read, with width and colours.
public enum StandardOutput {
    /// The text width if no terminal reports one.
    public static let usualColumns = 80

    /// Whether the text of a run gets colours, according to `--color`, https://no-color.org and TERM; a file named by
    /// `-o` gets them only with `always`.
    public static func wantsColor(_ options: CommonOptions) -> Bool {
        let isTerminal = isatty(1) == 1 && (options.output == nil || options.output == "-")
        return TerminalColor.isWanted(options.color, isTerminal: isTerminal)
    }

    /// The width of text on standard output: COLUMNS if it is set, as `watch` sets it for a pipe, else the width of the
    /// terminal, else 80; a file named by `-o` gets 80.
    public static func columns(_ options: CommonOptions) -> Int {
        guard options.output == nil || options.output == "-" else { return usualColumns }
        if let columns = environmentVariable("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) {
            return columns
        }
        return terminalColumns(1) ?? usualColumns
    }
}

extension StageContext {
    /// The width of text in columns.
    public var textColumns: Int { StandardOutput.columns(options) }
    /// Whether text gets colours.
    public var textHasColor: Bool { StandardOutput.wantsColor(options) }
}

/// The values of `--color`.
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
