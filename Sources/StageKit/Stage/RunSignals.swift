import CProcess
import Platform

/// The signals that ask a run to stop, received one by one instead of ending the process.
public final class RunSignals {
    private static let all: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
    /// A descriptor for poll(2); -1 if signals are not received.
    public let descriptor: Int32
    /// What SIGHUP does instead of asking to stop: to a process without a terminal, it says that its log was rotated.
    public var hungUp: (() -> Void)?
    private var mask = SignalMask([])

    /// Starts to receive the signals of this process.
    /// - Parameter isActive: false if the process is not the run's own, for example in a test.
    public init(isActive: Bool) {
        guard isActive else {
            descriptor = -1
            return
        }
        // What a parent had ignored (nohup) stays ignored.
        let taken = RunSignals.all.filter { !isIgnored($0) }
        mask = SignalMask(taken)
        mask.hold()
        descriptor = taken.withUnsafeBufferPointer { linefeed_signal_descriptor($0.baseAddress, Int32($0.count)) }
        // Without the descriptor a signal must end the process as ever.
        if descriptor < 0 { mask.restore() }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        mask.restore()
    }

    public func take() -> Int32? {
        guard descriptor >= 0 else { return nil }
        while true {
            let signal = linefeed_take_signal(descriptor)
            guard signal == SIGHUP, let hungUp else { return signal > 0 ? signal : nil }
            hungUp()
        }
    }
}
