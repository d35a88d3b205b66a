import Pipelines
import StageKit
import TimeZones

/// Drives a chain to its end: one stage at a time, with its delay, attempts and hold. The lock's file tells how it
/// goes.
final class PipelineExecutor {
    /// The longest pause that backing off grows to.
    static let longestBackoff = TimeSpan(seconds: 300)

    private let pipeline: Pipeline
    private let options: RunOptions
    private let clock: any TimeSource
    private let signals: RunSignals
    private let files: RunFiles
    private let lock: PipelineLock?
    private let log: RunLog?
    private let context: StageContext
    private let programs = Programs()
    private(set) var chain: Chain

    init(
        _ pipeline: Pipeline, _ options: RunOptions, extent: Chain.Extent, clock: any TimeSource, signals: RunSignals,
        files: RunFiles, lock: PipelineLock?, log: RunLog?, _ context: StageContext
    ) {
        self.pipeline = pipeline
        self.options = options
        self.clock = clock
        self.signals = signals
        self.files = files
        self.lock = lock
        self.log = log
        self.context = context
        chain = Chain(pipeline, extent: extent)
    }

    /// Runs the chain and returns the status to end with.
    /// - Throws: `Interrupted` after a signal, `OutputClosed` when nobody reads any more.
    func run() throws -> Int32 {
        while true {
            try pause(chain.stage.delay)
            let status = try runStage()
            switch chain.advance(after: status) {
            case .end(let status): return status
            case .go(_, let hold): try pause(hold)
            }
        }
    }

    // MARK: A stage

    private func runStage() throws -> Int32 {
        let stage = chain.stage
        let started = clock.posix
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
                    files: files, clock: clock, signals: signals, context: context
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
                report(.warning, "stage_retried", stage, ending, "; attempt \(attempt + 1) in \(rounded(wait)) s")
                do { try pause(wait) } catch let interrupted as Interrupted {
                    try finish(stage, ending, attempt, started: started, since: start)
                    throw interrupted
                }
                attempt += 1
                continue
            }
            if ending.status != 0, ending.signal == nil {
                // What the file says to go on after is not a failure of the run.
                let kind: Finding.Kind = if case .stop = stage.onFailure { .fault } else { .setback }
                report(kind, "stage_failed", stage, ending, consequence(stage, attempt))
                if stage.isQuiet {
                    context.diagnostics.quote(ending.printed.lines, code: "stage_output", file: stage.name)
                }
            }
            try finish(stage, ending, attempt, started: started, since: start)
            if let signal = ending.signal { throw Interrupted(signal: signal) }
            return ending.status
        }
    }

    private func finish(
        _ stage: PipelineStage, _ ending: StageAttempt.Ending, _ attempts: Int, started: Int, since start: UInt64
    ) throws {
        let ended = started + Int((clock.monotonic - start) / 1_000_000_000)
        let error = ending.failure.map { Finding.printable($0.reason, limit: 1000) }
        tell { status in
            status.lastStage = stage.name
            status.lastStatus = Int(ending.status)
            status.lastEnded = ended
            status.lastError = error
        }
        try log?.add(
            StageRun(
                stage: stage.name, turn: chain.turn, started: started, ended: ended, status: ending.status,
                attempts: attempts, bytes: ending.bytes, error: error),
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
        if let signal = interval > .zero ? clock.pause(interval.nanoseconds, until: signals) : signals.take() {
            throw Interrupted(signal: signal)
        }
    }

    /// Exponential backoff with full jitter: a random part of a time that doubles with every attempt.
    private func backoff(_ stage: PipelineStage, after attempt: Int) -> TimeSpan {
        var longest = stage.backoff.nanoseconds
        for _ in 1..<attempt where longest < PipelineExecutor.longestBackoff.nanoseconds { longest *= 2 }
        longest = min(longest, max(PipelineExecutor.longestBackoff.nanoseconds, stage.backoff.nanoseconds))
        return TimeSpan(nanoseconds: UInt64(Double(longest) * clock.fraction))
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
