/// A run as it is drawn: its calls at the stops of the axis.
struct DrawnRun {
    struct Point {
        let place: Int
        let call: Call
    }

    let run: Run
    let points: [Point]
    /// Whether any of its visits is in the window; else it was only on its way then.
    let isCounted: Bool

    init(_ run: Run, on axis: PatternAxis, isCounted: Bool) {
        self.run = run
        self.isCounted = isCounted
        points = run.calls.compactMap { call in axis.place(of: call, run).map { Point(place: $0, call: call) } }
    }

    /// The place of a call on the axis; nil where it is not on it.
    func place(of call: Call) -> Int? { points.first { $0.call.place == call.place }?.place }
}

/// The runs of one direction, on their axis.
struct StringlinePanel {
    let direction: Int?
    let axis: PatternAxis
    /// Those that somebody saw, in the order of their times.
    var runs: [DrawnRun] = []
    /// Those of the timetable, each once.
    var due: [DrawnRun] = []
    var bunching: Bunching
    /// Runs that share less than two stops with the axis.
    var elsewhere = 0
    /// Runs for which there is no room.
    var omitted = 0

    /// Scheduled runs that nobody saw.
    var unseen: [DrawnRun] {
        let seen = Set(runs.map(\.run.key))
        return due.filter { !seen.contains($0.run.key) }
    }

    /// Runs with visits in the window.
    var counted: [DrawnRun] { runs.filter(\.isCounted) }
    var countedDue: [DrawnRun] { due.filter(\.isCounted) }
}

/// What a picture of a route shows, as values.
struct StringlineChart {
    let route: String
    let shortName: String?
    let clock: RecordClock
    /// nil where there is nothing to show.
    let span: Span?
    /// The days of the runs, days after 1970-01-01.
    var days: [Int] = []
    /// POSIX seconds.
    var range = 0..<0
    var panels: [StringlinePanel] = []

    /// Calls in one picture; runs beyond that, the last ones, are left out.
    static let mostCalls = 20_000
    static let mostRuns = 1_000

    /// - Parameters:
    ///   - performed: what the visits tell of, seen or not.
    ///   - scheduled: what the timetable has, where there is one.
    init(_ span: Span?, _ performed: [Run], scheduled: [Run], route: String, shortName: String?, _ clock: RecordClock) {
        self.route = route
        self.shortName = shortName
        self.clock = clock
        self.span = span
        guard let span else { return }
        let canceled = Set(performed.filter(\.isCanceled).map(\.key))
        for run in scheduled where canceled.contains(run.key) { run.isCanceled = true }
        let shown = performed.filter(span.draws)
        let told = scheduled.filter(span.takes)
        days = Set((shown + told).map(\.key.day)).sorted()
        var directions: [Int?] = Set((shown + told).compactMap(\.direction)).sorted()
        if (shown + told).contains(where: { $0.direction == nil }) { directions.append(nil) }
        panels = directions.map { direction in
            StringlineChart.panel(
                direction, shown.filter { $0.direction == direction }, told.filter { $0.direction == direction },
                all: (performed + scheduled).filter { $0.direction == direction }, span)
        }
        range = limits(span)
    }

    /// - Parameter all: the runs of the direction whenever they were: the one before the window counts too.
    private static func panel(
        _ direction: Int?, _ performed: [Run], _ told: [Run], all: [Run], _ span: Span
    ) -> StringlinePanel {
        let axis = PatternAxis(told + performed)
        let inFeed = Set(told.map(\.key))
        // What the timetable has is whole; visits may be of some stops only.
        var due: [Run.Key: Run] = [:]
        for run in performed where run.hasSchedule && !inFeed.contains(run.key) {
            if let other = due[run.key], other.calls.count >= run.calls.count { continue }
            due[run.key] = run
        }
        for run in told { due[run.key] = run }
        func drawn(_ runs: [Run]) -> [DrawnRun] {
            runs.sorted { ($0.start ?? .max, $0.name) < ($1.start ?? .max, $1.name) }
                .map { DrawnRun($0, on: axis, isCounted: span.takes($0)) }
        }
        let seen = drawn(performed.filter(\.isObserved))
        let listed = drawn(Array(due.values))
        var panel = StringlinePanel(
            direction: direction, axis: axis, bunching: Bunching())
        panel.elsewhere = seen.count { $0.points.count < 2 }
        panel.runs = seen.filter { $0.points.count > 1 }
        panel.due = listed.filter { $0.points.count > 1 }
        panel.leaveOutWhatHasNoRoom()
        panel.bunching = Bunching(all, drawn: panel.runs) { span.takes($0, of: $1) }
        return panel
    }

    /// What the axis of time shows: the window, or all that there is, in whole minutes.
    private func limits(_ span: Span) -> Range<Int> {
        var first = Int.max
        var last = Int.min
        for point in panels.flatMap({ $0.runs + $0.due }).flatMap(\.points) {
            for time in [
                point.call.first, point.call.last, point.call.scheduledArrival, point.call.scheduledDeparture,
            ] {
                guard let time else { continue }
                first = min(first, time)
                last = max(last, time)
            }
        }
        guard first <= last else { return 0..<0 }
        let minute = 60
        var (lower, upper) = ((first - 30) / minute * minute, (last + 90) / minute * minute)
        if let range = span.range {
            if range.lowerBound != .min { lower = range.lowerBound }
            if range.upperBound != .max { upper = range.upperBound }
        }
        return lower..<max(lower + 5 * minute, upper)
    }
}

extension StringlinePanel {
    fileprivate mutating func leaveOutWhatHasNoRoom() {
        var calls = 0
        var kept = 0
        for run in runs {
            calls += run.points.count
            if calls > StringlineChart.mostCalls || kept == StringlineChart.mostRuns { break }
            kept += 1
        }
        omitted = runs.count - kept
        runs.removeLast(omitted)
        calls = 0
        kept = 0
        for run in due {
            calls += run.points.count
            if calls > StringlineChart.mostCalls || kept == StringlineChart.mostRuns { break }
            kept += 1
        }
        omitted = max(omitted, due.count - kept)
        due.removeLast(due.count - kept)
    }
}
