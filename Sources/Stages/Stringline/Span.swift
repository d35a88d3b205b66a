import Reports
import TimeZones

/// Which visits count, and which runs are drawn: those of one service day, or of the time between two instants.
///
/// A visit is in the window if performance-report counts it there.
struct Span {
    /// What is drawn of the runs; nil for all of them.
    var range: Range<Int>?
    /// nil where two instants bound it, whatever the day.
    private(set) var day: Int?
    private let window: ReportClock
    private let clock: RecordClock

    /// Whether a call of a run counts.
    func takes(_ call: Call, of run: Run) -> Bool {
        if let day, run.key.day != day { return false }
        guard let range else { return true }
        guard let time = call.timeOfWindow, range.contains(time) else { return false }
        var window = window
        return window.takes(day: run.key.day, time, offset: clock.offset(at: time))
    }

    /// Whether any call of a run counts.
    func takes(_ run: Run) -> Bool { run.calls.contains { takes($0, of: run) } }

    /// Whether a run is drawn: also one that was only late enough to be on its way then.
    func draws(_ run: Run) -> Bool {
        if let day, run.key.day != day { return false }
        return takes(run) || range.map(run.touches) ?? false
    }

    /// The first service day with visits in the window; nil where there is none.
    init?(_ window: ReportWindow, _ runs: [Run], _ clock: RecordClock) {
        self.window = ReportClock(nil, window)
        self.clock = clock
        if let from = window.from, let to = window.to, Span.isDated(from), Span.isDated(to) {
            let first = clock.instant(of: from, on: 0)
            range = first..<max(first, clock.instant(of: to, on: 0))
            guard runs.contains(where: takes) else { return nil }
            return
        }
        for day in Set(runs.map(\.key.day)).sorted() {
            // Service days go on past midnight, clocks begin anew.
            for date in [day, day + 1] {
                self.day = day
                range = Span.range(window, on: date, clock)
                if runs.contains(where: takes) { return }
                if range == nil { break }
            }
        }
        return nil
    }

    /// The same, open ends closed by the first and the last time of the visits: a schedule goes on where nobody looked.
    func closed(by runs: [Run]) -> Span {
        let times = runs.filter(takes).flatMap(\.times)
        guard let first = times.min(), let last = times.max() else { return self }
        var closed = self
        let (lower, upper) = (range?.lowerBound ?? .min, range?.upperBound ?? .max)
        let begin = lower == .min ? first / 60 * 60 : lower
        closed.range = begin..<max(begin + 60, upper == .max ? (last / 60 + 1) * 60 : upper)
        return closed
    }

    private static func isDated(_ time: WrittenTime) -> Bool {
        if case .clock = time { return false }
        return true
    }

    private static func range(_ window: ReportWindow, on date: Int, _ clock: RecordClock) -> Range<Int>? {
        guard window.from != nil || window.to != nil else { return nil }
        let first = window.from.map { clock.instant(of: $0, on: date) }
        var end = window.to.map { clock.instant(of: $0, on: date) }
        // Clocks may go past midnight.
        if let first, let reached = end, reached <= first, case .clock? = window.to {
            end = window.to.map { clock.instant(of: $0, on: date + 1) }
        }
        return (first ?? .min)..<max(first ?? .min, end ?? .max)
    }
}
