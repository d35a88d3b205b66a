/// What a run does beside its stages, again and again, while it waits for one or for a pause to end.
final class RunPulse {
    /// When something is due, in nanoseconds on the monotonic clock; nil for never.
    private let next: () -> UInt64?
    private let work: () -> Int32?

    /// - Parameter work: does what is due, and returns a signal that came meanwhile.
    init(next: @escaping () -> UInt64?, work: @escaping () -> Int32?) {
        self.next = next
        self.work = work
    }

    var due: UInt64? { next() }

    /// Does what is due at `now`.
    func beat(at now: UInt64) -> Int32? {
        guard let due, now >= due else { return nil }
        return work()
    }
}
