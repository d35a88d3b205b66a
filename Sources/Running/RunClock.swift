import CProcess
import Glibc
import Pipelines
import StageKit
import TimeZones

/// The time that a run goes by, handed in so that tests need not wait.
public protocol RunClock: TimeSource {
    /// A random number from 0 up to 1.
    var fraction: Double { get }
    /// Waits, and returns the signal that broke in; nil when the time has passed.
    func pause(_ interval: TimeSpan, until signals: RunSignals) -> Int32?
}

/// The system's clocks.
public final class SystemRunClock: RunClock {
    private let system = SystemTime()

    public init() {}

    public var posix: Int { system.posix }
    public var monotonic: UInt64 { system.monotonic }
    public var fraction: Double { Double.random(in: 0..<1) }

    public func pause(_ interval: TimeSpan, until signals: RunSignals) -> Int32? {
        let end = monotonic + interval.nanoseconds
        while true {
            if let signal = signals.take() { return signal }
            let now = monotonic
            guard now < end else { return nil }
            var poller = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&poller, 1, milliseconds(end - now))
        }
    }
}

/// A time to wait as poll(2) takes it, rounded up so that nobody wakes too early.
func milliseconds(_ nanoseconds: UInt64) -> Int32 { Int32(min((nanoseconds + 999_999) / 1_000_000, 86_400_000)) }

/// The signals that ask a run to stop, taken one by one instead of ending the process.
public final class RunSignals {
    private static let all: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
    /// Can be polled; -1 where no signals are taken.
    let descriptor: Int32
    private var blocked = sigset_t()
    private var before = sigset_t()

    /// Takes the signals of this process from now on.
    /// - Parameter isActive: false in a process that is not a run's own, such as a test.
    public init(isActive: Bool) {
        sigemptyset(&blocked)
        guard isActive else {
            descriptor = -1
            return
        }
        // What a parent had ignored (nohup) stays ignored.
        let taken = RunSignals.all.filter { !ProcessState.isIgnored($0) }
        for signal in taken { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        descriptor = taken.withUnsafeBufferPointer { linefeed_signal_descriptor($0.baseAddress, Int32($0.count)) }
        // Without the descriptor a signal must end the process as ever.
        if descriptor < 0 { pthread_sigmask(SIG_SETMASK, &before, nil) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    func take() -> Int32? {
        guard descriptor >= 0 else { return nil }
        let signal = linefeed_take_signal(descriptor)
        return signal > 0 ? signal : nil
    }
}
