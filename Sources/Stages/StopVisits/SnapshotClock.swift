import StageKit

/// Which snapshots' times are believed: those that another one lies near.
///
/// A message whose clock is years ahead would end all runs that are under way, one of 1970 would make fifty years of
/// the archive. So a snapshot more than a day from all that were believed is held until the next one tells: near it, the
/// archive has gone on there; where the others were, its clock was wrong.
///
/// Memory: the records of the snapshots held, the first one of an archive among them.
final class SnapshotClock {
    /// Seconds.
    static let near = 86_400
    /// Snapshots held at once, which only the beginning of an archive needs.
    static let mostHeld = 4
    /// Bytes of records after which a snapshot is believed as it is.
    static let mostBytes = 64 << 20

    /// Records of one time that nothing is near.
    final class Held {
        let time: Int
        let records: HeldRecords
        init(_ time: Int, _ records: HeldRecords) {
            self.time = time
            self.records = records
        }
    }

    enum Verdict {
        case believed
        /// It is kept with others of its time.
        case held(Held)
    }

    /// The first and the last time that are believed.
    private var span: ClosedRange<Int>?
    /// The time asked about last, if it was believed.
    private var last = Int.min
    private var held: [Held] = []
    private let makeHeld: () -> HeldRecords
    /// Called with what was held and is believed.
    var release: (Held) throws -> Void = { _ in }
    /// Called with what was held and is not believed.
    var refuse: (Held) throws -> Void = { _ in }

    init(_ makeHeld: @escaping () -> HeldRecords) { self.makeHeld = makeHeld }

    private static func isNear(_ time: Int, _ span: ClosedRange<Int>) -> Bool {
        time >= span.lowerBound - near && time <= span.upperBound + near
    }

    /// Whether a snapshot's time is believed.
    @inline(__always)
    func judge(_ time: Int) throws -> Verdict {
        if time == last { return .believed }
        return try judgeAnew(time)
    }

    private func judgeAnew(_ time: Int) throws -> Verdict {
        if let span, SnapshotClock.isNear(time, span) {
            let refused = held
            held = []
            for held in refused { try refuse(held) }
            believe(time)
            return .believed
        }
        if let same = held.first(where: { $0.time == time }) {
            guard same.records.byteCount > SnapshotClock.mostBytes else { return .held(same) }
            try settle(on: same)
            believe(time)
            return .believed
        }
        if let near = held.first(where: { SnapshotClock.isNear(time, $0.time...$0.time) }) {
            try settle(on: near)
            believe(time)
            return .believed
        }
        // Where something is believed the archive has left it now, if it has: of two that went elsewhere one is wrong.
        if held.count == (span == nil ? SnapshotClock.mostHeld : 1) { try refuse(held.removeFirst()) }
        let new = Held(time, makeHeld())
        held.append(new)
        return .held(new)
    }

    private func believe(_ time: Int) {
        last = time
        span = span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }

    private func settle(on believed: Held) throws {
        let others = held.filter { $0 !== believed }
        held = []
        for other in others { try refuse(other) }
        believe(believed.time)
        try release(believed)
    }

    /// There is no more input: the only snapshots that there are, the last of them, are believed.
    func finish() throws {
        guard let last = held.last else { return }
        if span == nil { return try settle(on: last) }
        let refused = held
        held = []
        for held in refused { try refuse(held) }
    }
}
