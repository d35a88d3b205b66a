import Platform
import StageKit
import TimeZones

/// What a run of `fetch` does beside fetching: it finds feeds that are stale, keeps their states and metrics up to date,
/// and gives signs of life to a service manager.
final class FetchWatch {
    /// Nanoseconds between two writings of states and metrics that changed.
    private static let interval: UInt64 = 5_000_000_000

    private let context: StageContext
    private let time: any TimeSource
    private let states: FeedStates?
    private let metrics: String?
    private let manager: ServiceManager?
    private var nextWrite: UInt64 = 0
    private var changed: Set<Int> = []
    private var shownStatus = ""

    /// - Parameter lasts: whether the run has no end of its own, so that a manager may watch it.
    init(_ options: FetchOptions, _ context: StageContext, lasts: Bool) {
        self.context = context
        time = context.clock
        states = FetchWatch.states(context)
        metrics = options.metrics
        manager =
            lasts && context.world.ownsProcess ? ServiceManager { context.world.environment($0) } : nil
    }

    /// Where a run keeps the states of its feeds; nil for nowhere.
    static func states(_ context: StageContext) -> FeedStates? {
        context.world.environment(FeedStates.variable).flatMap { $0.isEmpty ? nil : FeedStates($0) }
    }

    func begin(_ tasks: [FetchTask]) { manager?.ready(status(of: tasks), at: time.monotonic) }

    /// The next moment at which there is something to do here; nil for none.
    func next(_ tasks: [FetchTask]) -> UInt64? {
        let stale = tasks.compactMap { $0.staleFrom(now: time.monotonic) }.min()
        return [stale, changed.isEmpty ? nil : nextWrite, manager?.nextBeat].compactMap { $0 }.min()
    }

    /// A feed's state changed.
    /// - Parameter isUrgent: whether whoever watches it should know at once.
    func note(_ task: FetchTask, isUrgent: Bool) {
        guard states != nil || metrics != nil else { return }
        changed.insert(task.index)
        if isUrgent { nextWrite = 0 }
    }

    /// Does what is due.
    func look(_ tasks: [FetchTask]) {
        let now = time.monotonic
        manager?.beat(at: now)
        for task in tasks {
            guard let moment = task.staleFrom(now: now), moment <= now else { continue }
            task.status.isStale = true
            note(task, isUrgent: true)
            let span = TimeSpan.text(nanoseconds: UInt64(task.silence(now: now)))
            context.diagnostics.report(
                .setback, "stale", file: task.url,
                message: "no fetch has succeeded for \(span)\(task.status.outage.words)"
                    + (task.status.lastError.map { "; the last one: \($0)" } ?? ""), everyTime: true)
        }
        if now >= nextWrite { write(tasks) }
    }

    /// Writes what is not written yet.
    func end(_ tasks: [FetchTask]) {
        look(tasks)
        write(tasks)
        manager?.stopping()
    }

    private func write(_ tasks: [FetchTask]) {
        guard !changed.isEmpty else { return }
        nextWrite = time.monotonic + FetchWatch.interval
        do {
            for index in changed.sorted() { try states?.write(tasks[index].status) }
            changed = []
            if let metrics {
                var text = MetricsText()
                text.add(tasks.map(\.status), at: time.posix)
                try text.write(to: metrics)
            }
        } catch {
            // The feeds matter more than what is told of them; the next writing may go better.
            context.diagnostics.report(.setback, "state_not_written", message: "\(error)")
        }
        let status = status(of: tasks)
        if status != shownStatus { manager?.status(status) }
        shownStatus = status
    }

    private func status(of tasks: [FetchTask]) -> String {
        let now = time.posix
        let alerts = tasks.filter { $0.status.needsAlert(at: now) }.map(\.feed.name)
        return "\(tasks.count) feed\(tasks.count == 1 ? "" : "s")"
            + (alerts.isEmpty ? "" : ", stale: " + alerts.joined(separator: " "))
    }
}
