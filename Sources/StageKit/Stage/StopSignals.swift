import Platform

/// SIGINT and SIGTERM for stages that finish what they have in hand: the first is noted, the second ends the process
/// at once.
public enum StopSignals {
    /// The first signal that came; nil while none has.
    public static var received: Int32? { first == 0 ? nil : first }

    nonisolated(unsafe) private static var first: Int32 = 0
    nonisolated(unsafe) private static var writeEnd: Int32 = -1

    /// From now on the first signal makes the returned descriptor readable instead of ending the process.
    ///
    /// A signal that the parent had ignored stays so.
    /// - Throws: `StageFailure` with status 74 when there is no pipe to be had.
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

    /// Ends the process as `number` would have: 130 or 143 to a shell.
    public static func die(of number: Int32) -> Never {
        onSignal(number, .usual)
        raise(number)
        _exit(128 + number)
    }
}
