import Platform

/// Handling of SIGINT and SIGTERM for stages that finish their current work: the first signal is recorded, the second
/// ends the process immediately.
public enum StopSignals {
    /// The first received signal; nil if there is none.
    public static var received: Int32? { first == 0 ? nil : first }

    nonisolated(unsafe) private static var first: Int32 = 0
    nonisolated(unsafe) private static var writeEnd: Int32 = -1

    /// Starts to receive signals: the first one makes the returned descriptor readable instead of ending the process.
    ///
    /// Signals that the parent ignored stay ignored.
    /// - Throws: `StageFailure` with status 74 if no pipe can be created.
    public static func deferFirst() throws -> Int32 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw StageFailure(.ioFailed, "no pipe: \(systemMessage(errno))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        writeEnd = ends[1]
        for number in [SIGINT, SIGTERM] where !isIgnored(number) {
            onSignal(
                number,
                .handled { number in
                    if StopSignals.first == 0 {
                        StopSignals.first = number
                        var byte: UInt8 = 0
                        _ = write(StopSignals.writeEnd, &byte, 1)
                    } else {
                        TemporaryFiles.removeAndDie(of: number)
                    }
                })
        }
        return ends[0]
    }

    /// Ends the process as signal `number` would; a shell sees 130 or 143.
    public static func die(of number: Int32) -> Never {
        onSignal(number, .usual)
        raise(number)
        _exit(128 + number)
    }
}
