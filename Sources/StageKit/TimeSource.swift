import Glibc

/// The time as a stage sees it, handed in by its command, so that a test can let a day pass in a millisecond.
public protocol TimeSource: AnyObject {
    /// Nanoseconds on a clock that only goes forward: for intervals.
    var monotonic: UInt64 { get }
    /// Seconds since 1970 by the wall's clock, which may be set back: for names and records.
    var posix: Int { get }
}

public final class SystemTime: TimeSource {
    public init() {}
    public var monotonic: UInt64 { ProcessState.monotonicNanoseconds }
    public var posix: Int { time(nil) }
}
