import CProcess
import Platform

/// The signals that ask a run to stop, taken one by one instead of ending the process.
public final class RunSignals {
    private static let all: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
    /// Can be polled; -1 where no signals are taken.
    public let descriptor: Int32
    private var mask = SignalMask([])

    /// Takes the signals of this process from now on.
    /// - Parameter isActive: false in a process that is not a run's own, such as a test.
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
        let signal = linefeed_take_signal(descriptor)
        return signal > 0 ? signal : nil
    }
}
