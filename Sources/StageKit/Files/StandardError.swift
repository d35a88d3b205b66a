import Platform

/// Standard error as a log: each line is one write, so that lines of several processes do not mix.
final class StandardError: LogDestination {
    private let progress: Progress

    init(progress: Progress) { self.progress = progress }

    static var isTerminal: Bool { isatty(2) == 1 }

    /// Whether standard error is a terminal on which a line can be overwritten.
    static var movesCursor: Bool {
        environmentVariable("TERM") != "dumb" && isTerminal
    }

    /// Whether standard error gets colours, according to https://no-color.org and TERM.
    static func wantsColor(_ when: When) -> Bool { TerminalColor.isWanted(when, isTerminal: isTerminal) }

    func line(_ text: String) {
        progress.clear()
        var copy = text + "\n"
        copy.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(
                    2, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)).baseAddress, rest.count)
                // A failing log must not stop the work.
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}
