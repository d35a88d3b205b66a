import Pipelines
import Platform
import StageKit
import TimeZones

/// Drives a chain to its end: one stage at a time, with its delay, attempts and hold. The lock's file tells how it
/// goes.
final class PipelineExecutor {
    /// The longest pause that backing off grows to.
    static let longestBackoff = TimeSpan(seconds: 300)
    /// The longest that a stage of an alert may take where the file does not say.
    static let alertDuration = TimeSpan(seconds: 60)

    private let pipeline: Pipeline
    private let options: RunOptions
    private let clock: any TimeSource
    private let signals: RunSignals
    private let files: RunFiles
    private let lock: PipelineLock?
    private let log: RunLog?
    private let metrics: RunMetrics?
    private let states: FeedStates?
    private let alerts: FeedAlerts?
    private let manager: ServiceManager?
    private let context: StageContext
    private let programs = Programs()
    private(set) var chain: Chain
    /// When to look after the feeds again, in nanoseconds on the monotonic clock.
    private var nextLook: UInt64 = 0
    /// Whether a stage of `on_stale` or `on_recover` runs.
    private var isAlerting = false
    /// Whether a stage of this turn has failed.
    private var turnFailed = false
    /// The failures in a row of each stage of a loop.
    private var outages: [Int: RepeatedFailures] = [:]
    /// POSIX seconds at which the stage began.
    private var stageStarted = 0
    private lazy var pulse = RunPulse { [unowned self] in
        [manager?.nextBeat, watchesFeeds ? nextLook : nil].compactMap { $0 }.min()
    } work: { [unowned self] in
        manager?.beat(at: clock.monotonic)
        return lookAfterFeeds()
    }

    init(
        _ pipeline: Pipeline, _ options: RunOptions, extent: Chain.Extent, clock: any TimeSource, signals: RunSignals,
        files: RunFiles, lock: PipelineLock?, log: RunLog?, metrics: RunMetrics?, states: FeedStates?,
        manager: ServiceManager?, _ context: StageContext
    ) {
        self.pipeline = pipeline
        self.options = options
        self.clock = clock
        self.signals = signals
        self.files = files
        self.lock = lock
        self.log = log
        self.metrics = metrics
        self.states = states
        self.manager = manager
        self.context = context
        alerts = states.map { FeedAlerts($0, since: clock.posix) }
        chain = Chain(pipeline, extent: extent)
    }

    /// Runs the chain and returns the status to end with.
    /// - Throws: `Interrupted` after a signal, `OutputClosed` when nobody reads any more.
    func run() throws -> Int32 {
        while true {
            try pause(chain.stage.delay)
            let status = try runStage()
            let turn = chain.turn
            let move = chain.advance(after: status)
            if case .end(let status) = move {
                // A failure that the file says to go on after is not one of the run.
                endTurn(failed: status != 0)
                return status
            }
            if chain.turn != turn { endTurn(failed: turnFailed) }
            if case .go(_, let hold) = move { try pause(hold) }
        }
    }

    /// Whether the run has no end of its own.
    private var isLoop: Bool { chain.extent == .whole && pipeline.lasts }

    private func endTurn(failed: Bool) {
        turnFailed = false
        // A single stage says nothing of the whole.
        if case .only = chain.extent { return }
        tell { $0.endTurn(failed: failed, at: clock.posix) }
    }

    // MARK: A stage

    private func runStage() throws -> Int32 {
        let stage = chain.stage
        let started = clock.posix
        stageStarted = started
        let start = clock.monotonic
        let scope = Result { try self.scope(at: started) }
        var attempt = 1
        while true {
            tell { status in
                status.state = "running"
                status.turn = chain.turn
                status.stage = stage.name
                status.stageSince = started
                status.attempt = attempt
            }
            let ending: StageAttempt.Ending
            do {
                ending = try StageAttempt(
                    stage: stage, scope: try scope.get(), programs: programs, inheritsOutput: options.inheritsOutput,
                    files: files, clock: clock, signals: signals, pulse: pulse, context: context
                ).run()
            } catch let fault as PipelineFault {
                ending = StageAttempt.Ending(
                    status: ExitStatus.configurationWrong.rawValue, failure: (fault.line ?? stage.line, fault.reason))
            }
            let mayRetry =
                ending.status != 0 && ending.signal == nil && attempt <= stage.retries
                && !StageAttempt.hopeless.contains(ending.status)
            if mayRetry {
                let wait = backoff(stage, after: attempt)
                if outages[chain.position] == nil {
                    report(.warning, "stage_retried", stage, ending, "; attempt \(attempt + 1) in \(rounded(wait)) s")
                }
                do { try pause(wait) } catch let interrupted as Interrupted {
                    try finish(stage, ending, attempt, started: started, since: start)
                    throw interrupted
                }
                attempt += 1
                continue
            }
            if ending.signal == nil { judge(stage, ending, attempt) }
            try finish(stage, ending, attempt, started: started, since: start)
            if let signal = ending.signal ?? lookAfterFeeds() { throw Interrupted(signal: signal) }
            return ending.status
        }
    }

    /// Reports how a stage ended, where that is news.
    private func judge(_ stage: PipelineStage, _ ending: StageAttempt.Ending, _ attempts: Int) {
        guard ending.status != 0 else {
            if let ended = outages.removeValue(forKey: chain.position)?.ended(at: clock.posix) {
                context.diagnostics.report(
                    .news, "stage_recovered", file: options.file, line: stage.line,
                    message: "stage '\(stage.name)' works again after \(RepeatedFailures.words(ended))", everyTime: true
                )
            }
            return
        }
        // What the file says to go on after is not a failure of the run.
        let kind: Finding.Kind = if case .stop = stage.onFailure { .fault } else { .setback }
        if isLoop {
            // A dead feed is reported by its fetch, and the turn counts as failed once the feed is stale.
            let failed =
                ending.status == ExitStatus.serviceFailed.rawValue ? alerts?.failed(since: stageStarted) ?? [] : []
            turnFailed = turnFailed || failed.isEmpty || failed.contains { $0.alertAfter == nil }
            guard failed.isEmpty else {
                context.diagnostics.count(kind, "stage_failed", file: options.file)
                return
            }
            guard outages[chain.position, default: RepeatedFailures()].fail(at: clock.posix) else {
                context.diagnostics.count(kind, "stage_failed", file: options.file)
                return
            }
        }
        let words = isLoop ? outages[chain.position]?.words ?? "" : ""
        report(kind, "stage_failed", stage, ending, words + consequence(stage, attempts))
        if stage.isQuiet {
            context.diagnostics.quote(ending.printed.lines, code: "stage_output", file: stage.name)
        }
    }

    private func finish(
        _ stage: PipelineStage, _ ending: StageAttempt.Ending, _ attempts: Int, started: Int, since start: UInt64
    ) throws {
        let ended = started + Int((clock.monotonic - start) / 1_000_000_000)
        let error = ending.failure.map { Finding.printable($0.reason, limit: 1000) }
        metrics?.count(stage.name, status: ending.status, elapsed: clock.monotonic - start, ended: ended)
        nextLook = 0
        tell { status in
            status.lastStage = stage.name
            status.lastStatus = Int(ending.status)
            status.lastEnded = ended
            status.lastError = error
        }
        try log?.add(
            StageRun(
                stage: stage.name, turn: chain.turn, started: started, ended: ended, status: ending.status,
                attempts: attempts, bytes: ending.bytes, error: error, day: options.day),
            of: pipeline.name)
        if ending.status == 0, context.options.verbosity >= .verbose {
            context.diagnostics.report(
                .note, "stage_done", file: options.file, line: stage.line, message: "stage '\(stage.name)' is done",
                everyTime: true)
        }
    }

    /// The variables of a stage that starts now. What the run says about itself is among them.
    private func scope(at instant: Int) throws -> Scope {
        var scope = try Scope(
            pipeline.environment,
            in: Surroundings(environment: options.environment, settings: options.settings, instant: instant))
        // Lines of stages belong to a run that lasts as well.
        if chain.extent == .whole, pipeline.lasts { scope.set(LogTime.variable, "1") }
        scope.tell(pipeline: pipeline.name, stage: chain.stage.name, turn: chain.turn, failure: chain.failure)
        if let states { scope.set(FeedStates.variable, states.folder) }
        if pipeline.isOutsideChain(chain.position) {
            scope.tell(feeds: [], "\(pipeline.name): a test of the stage '\(chain.stage.name)', no feed is stale")
        }
        return scope
    }

    // MARK: Pauses

    private func pause(_ interval: TimeSpan) throws {
        if interval > .zero {
            tell { status in
                status.state = "pausing"
                status.turn = chain.turn
                status.stage = chain.stage.name
            }
        }
        guard interval > .zero else {
            if let signal = signals.take() { throw Interrupted(signal: signal) }
            return
        }
        var left = interval.nanoseconds
        while left > 0 {
            let now = clock.monotonic
            if let signal = pulse.beat(at: now) { throw Interrupted(signal: signal) }
            let part = pulse.due.map { min(left, $0 > now ? $0 - now : 1) } ?? left
            if let signal = clock.pause(part, until: signals) { throw Interrupted(signal: signal) }
            left -= part
        }
    }

    /// Exponential backoff with full jitter: a random part of a time that doubles with every attempt.
    private func backoff(_ stage: PipelineStage, after attempt: Int) -> TimeSpan {
        var longest = stage.backoff.nanoseconds
        for _ in 1..<attempt where longest < PipelineExecutor.longestBackoff.nanoseconds { longest *= 2 }
        longest = min(longest, max(PipelineExecutor.longestBackoff.nanoseconds, stage.backoff.nanoseconds))
        return TimeSpan(nanoseconds: UInt64(Double(longest) * clock.fraction))
    }

    // MARK: Feeds

    /// Whether a stage has fetched a feed, so that there is something to look after.
    private var watchesFeeds: Bool {
        guard let states else { return metrics != nil }
        return metrics != nil || pipeline.onStale != nil || pipeline.onRecover != nil
            || FileStatus(states.folder)?.isFolder == true
    }

    /// Gives the alerts that are due, and writes the metrics.
    /// - Returns: a signal that came while a stage of an alert ran.
    private func lookAfterFeeds() -> Int32? {
        guard !isAlerting, watchesFeeds, clock.monotonic >= nextLook else { return nil }
        let feeds = alerts?.feeds ?? []
        let now = clock.posix
        var signal: Int32?
        if let alerts {
            let (stale, recovered) = alerts.changes(feeds, at: now)
            signal = alert(pipeline.onStale, stale, areStale: true, alerts)
            if signal == nil { signal = alert(pipeline.onRecover, recovered, areStale: false, alerts) }
            // A fetch that goes on for months ends no turn.
            let newest = feeds.compactMap(\.lastSuccess).filter { $0 >= stageStarted }.max()
            if let newest, lock.map({ $0.status.failures != 0 || $0.status.lastSuccess ?? 0 < newest }) == true {
                tell { status in
                    status.failures = 0
                    status.lastSuccess = max(status.lastSuccess ?? 0, newest)
                }
            }
        }
        do { try metrics?.write(feeds, at: now) } catch {
            context.diagnostics.report(.setback, "state_not_written", message: "\(error)")
        }
        nextLook = clock.monotonic + FeedAlerts.interval
        return signal
    }

    private func alert(
        _ place: Int?, _ feeds: [FeedStatus], areStale: Bool, _ alerts: FeedAlerts
    ) -> Int32? {
        guard !feeds.isEmpty else { return nil }
        let now = clock.posix
        // A fetch that hangs or was killed cannot say that its feed is stale.
        for feed in feeds where areStale && !feed.isStale && !feed.isTooOld {
            context.diagnostics.report(
                .setback, "stale", file: feed.url, message: feed.words(at: now), everyTime: place == nil)
        }
        guard let place else {
            alerts.note(feeds, areStale: areStale)
            return nil
        }
        guard clock.monotonic >= alerts.retryAt else { return nil }
        isAlerting = true
        defer { isAlerting = false }
        var stage = pipeline.stages[place]
        stage.duration = stage.duration ?? PipelineExecutor.alertDuration
        let start = clock.monotonic
        let ending: StageAttempt.Ending
        do {
            var scope = try scope(at: now)
            scope.tell(pipeline: pipeline.name, stage: stage.name, turn: chain.turn, failure: nil)
            scope.tell(feeds: feeds.map(\.feed), feeds.map { $0.words(at: now) }.joined(separator: "\n"))
            ending = try StageAttempt(
                stage: stage, scope: scope, programs: programs, inheritsOutput: options.inheritsOutput, files: files,
                clock: clock, signals: signals, pulse: pulse, context: context
            ).run()
        } catch let fault as PipelineFault {
            ending = StageAttempt.Ending(
                status: ExitStatus.configurationWrong.rawValue, failure: (fault.line ?? stage.line, fault.reason))
        } catch {
            ending = StageAttempt.Ending(status: ExitStatus.ioFailed.rawValue, failure: (stage.line, "\(error)"))
        }
        let elapsed = clock.monotonic - start
        metrics?.count(stage.name, status: ending.status, elapsed: elapsed, ended: clock.posix)
        let run = StageRun(
            stage: stage.name, turn: chain.turn, started: now, ended: now + Int(elapsed / 1_000_000_000),
            status: ending.status, attempts: 1, bytes: ending.bytes,
            error: ending.failure.map { Finding.printable($0.reason, limit: 1000) }, day: options.day)
        try? log?.add(run, of: pipeline.name)
        if let signal = ending.signal { return signal }
        if ending.status == 0 {
            alerts.note(feeds, areStale: areStale)
        } else {
            alerts.retryAt = clock.monotonic + FeedAlerts.retry
            report(.setback, "alert_failed", stage, ending, "; it is tried again in a minute")
            if stage.isQuiet {
                context.diagnostics.quote(ending.printed.lines, code: "stage_output", file: stage.name)
            }
        }
        return nil
    }

    // MARK: Telling

    private func tell(_ change: (inout RunStatus) -> Void) {
        guard let lock else { return }
        change(&lock.status)
        lock.save()
    }

    private func report(
        _ kind: Finding.Kind, _ code: String, _ stage: PipelineStage, _ ending: StageAttempt.Ending, _ after: String
    ) {
        let (line, reason) = ending.failure ?? (stage.line, "it ended with \(ending.status)")
        context.diagnostics.report(
            kind, code, file: options.file, line: line,
            message: "stage '\(stage.name)': " + Finding.printable(reason, limit: 1000) + after,
            everyTime: true)
    }

    private func consequence(_ stage: PipelineStage, _ attempt: Int) -> String {
        let attempts = attempt > 1 ? " (attempt \(attempt) of \(stage.retries + 1))" : ""
        switch stage.onFailure {
        case .stop: return attempts
        case .proceed: return attempts + "; the run continues"
        case .stage(let index): return attempts + "; the run continues with '\(pipeline.stages[index].name)'"
        }
    }

    private func rounded(_ interval: TimeSpan) -> String {
        TimeSpan(nanoseconds: (interval.nanoseconds + 50_000_000) / 100_000_000 * 100_000_000).secondsText
    }
}
