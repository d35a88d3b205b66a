import Platform

/// Standard error as a log: a whole line a write, so that lines of several processes do not mix.
final class StandardError: LogDestination {
    private let progress: Progress

    init(progress: Progress) { self.progress = progress }

    static var isTerminal: Bool { isatty(2) == 1 }

    /// Whether a line can be drawn over on standard error.
    static var movesCursor: Bool {
        environmentVariable("TERM") != "dumb" && isTerminal
    }

    /// Whether colours suit standard error, by https://no-color.org and TERM.
    static func wantsColor(_ when: When) -> Bool { TerminalColor.isWanted(when, isTerminal: isTerminal) }

    func line(_ text: String) {
        progress.clear()
        var copy = text + "\n"
        copy.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(
                    2, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)).baseAddress, rest.count)
                // A log that cannot be written must not end the work.
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}
