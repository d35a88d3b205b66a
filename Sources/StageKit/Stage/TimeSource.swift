import Platform

/// The clock of a stage, part of its `World`, so that a test can let a day pass in a millisecond.
public protocol TimeSource: AnyObject {
    /// Nanoseconds on a monotonic clock, for intervals.
    var monotonic: UInt64 { get }
    /// Seconds since 1970 on the wall clock, which may be set back, for names and records.
    var posix: Int { get }
    /// A random number from 0 to below 1, so that waits of several processes do not end together.
    var fraction: Double { get }
    /// Waits for a number of nanoseconds and returns the signal that interrupted the wait; nil if the time passed.
    func pause(_ nanoseconds: UInt64, until signals: RunSignals) -> Int32?
}

extension TimeSource {
    public var fraction: Double { Double.random(in: 0..<1) }

    public func pause(_ nanoseconds: UInt64, until signals: RunSignals) -> Int32? {
        let end = monotonic + nanoseconds
        while true {
            if let signal = signals.take() { return signal }
            let now = monotonic
            guard now < end else { return nil }
            var poller = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&poller, 1, pollMilliseconds(end - now))
        }
    }
}

/// A wait time for poll(2), rounded up so that it does not wake too early.
public func pollMilliseconds(_ nanoseconds: UInt64) -> Int32 {
    Int32(min((nanoseconds + 999_999) / 1_000_000, 86_400_000))
}

public final class SystemTime: TimeSource {
    public init() {}
    public var monotonic: UInt64 { monotonicNanoseconds }
    public var posix: Int { posixTime }
}
