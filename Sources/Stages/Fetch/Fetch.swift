import Contract
import HTTP
import StageKit
import TimeZones

/// The stage `fetch`: gets feeds once, or turn after turn, and keeps what is new.
///
/// One loop does it all: it starts what is due, then waits for the first of an answer, the next thing due, or a wish to
/// stop. No feed waits for another one's server. Memory: `SnapshotArchive`'s a feed and the transfers' buffers; bodies
/// go to files as they come.
public final class Fetch: Stage {
    public static let name = "fetch"
    private let options: FetchOptions
    private let context: StageContext
    private let time: any TimeSource
    private let downloads: any Downloads
    private var random: any RandomNumberGenerator
    private let rows: RowSink<Tables.Fetches>
    private let figures: TableFigures
    private let watch: FetchWatch
    private let polls: PollLog?
    /// Whether runs like this one follow each other, so that a failure that repeats is not reported each time.
    private let isRepeated: Bool

    private var tasks: [FetchTask] = []
    private var inFlight = 0
    private var isStopping = false
    /// Nanoseconds on the monotonic clock of the first turn.
    private var start: UInt64 = 0
    private var lastRetired: Int?

    private init(_ options: FetchOptions, _ network: RemoteFeeds, _ context: StageContext) throws {
        self.options = options
        self.context = context
        time = context.clock
        downloads = try network.downloads(stop: context.world.ownsProcess ? try StopSignals.deferFirst() : -1)
        random = network.random
        rows = context.rows(of: Tables.Fetches.self)
        figures = context.summary.table(Tables.Fetches.name)
        watch = FetchWatch(options, context, lasts: options.lasts)
        polls = try options.polls.map(PollLog.init)
        isRepeated = options.lasts || LogTime.isAsked(in: context.world)
    }

    /// Fetches until all turns are made or the end is asked for.
    /// - Throws: `StageFailure` with status 69 without a network, 73 when an archive cannot be made, 74 when records
    ///   cannot be written.
    public static func run(_ options: FetchOptions, _ context: StageContext) throws {
        try context.check(options)
        guard let network = context.remote as? RemoteFeeds else {
            throw StageFailure(.serviceFailed, "this build has no network support")
        }
        try Fetch(options, network, context).run()
    }

    private func run() throws {
        try context.writeTable(Tables.Fetches.self, as: options.format)
        if options.lasts { context.diagnostics.lasts() }
        let messages = MessageProbe()
        let states = FetchWatch.states(context)
        tasks = try options.feeds.enumerated().map { index, feed in
            try FetchTask(feed, index: index, options, messages, known: states?.read(feed.name), time)
        }
        start = time.monotonic
        for task in tasks { task.state = .waiting(until: start) }
        watch.begin(tasks)
        while true {
            retire()
            try startDue()
            watch.look(tasks)
            let isWaiting = tasks.contains { if case .waiting = $0.state { true } else { false } }
            guard inFlight > 0 || (isWaiting && !isStopping) else { break }
            switch try downloads.next(until: [nextDue, watch.next(tasks)].compactMap { $0 }.min()) {
            case .finished(let download): try finish(download)
            case .deadline: break
            case .stopRequested: isStopping = true
            }
        }
        conclude()
    }

    // MARK: Starting

    private func startDue() throws {
        while !isStopping, inFlight < options.parallel, let task = earliest, case .waiting(let moment) = task.state,
            moment <= time.monotonic
        {
            let request: DownloadRequest
            do {
                request = try task.request(now: time.posix)
                try downloads.begin(request)
            } catch let failure as StageFailure {
                // No room for a temporary file: this turn is lost, the next may go better.
                var record = FetchRecord(url: task.url, at: task.at, attempt: task.attempt)
                record.error = failure.description
                try conclude(task, FetchTask.Outcome(record: record, isLocal: true))
                continue
            }
            task.state = .inFlight
            inFlight += 1
        }
    }

    /// The task that waits for the earliest moment; of several the first named.
    private var earliest: FetchTask? {
        var found: (task: FetchTask, moment: UInt64)?
        for task in tasks {
            guard case .waiting(let moment) = task.state, found.map({ moment < $0.moment }) ?? true else { continue }
            found = (task, moment)
        }
        return found?.task
    }

    /// Nil while nothing is to be started.
    private var nextDue: UInt64? {
        guard !isStopping, inFlight < options.parallel, let task = earliest, case .waiting(let moment) = task.state
        else {
            return nil
        }
        return moment
    }

    // MARK: Ends

    private func finish(_ download: Download) throws {
        let task = tasks[download.tag]
        inFlight -= 1
        context.summary.bytesIn += download.bytes
        context.progress.update(context.summary.bytesIn)
        if let finding = download.leftTLSFinding(task.url) { context.diagnostics.report(finding) }
        try conclude(task, try task.finish(download, now: time.posix))
    }

    private func conclude(_ task: FetchTask, _ outcome: FetchTask.Outcome) throws {
        figures.read += 1
        try rows.write(outcome.record.write)
        // Whoever reads the records is to see each as it happens.
        try context.sink.flush()
        log(outcome.record)
        task.count(outcome)
        guard let error = outcome.record.error else {
            succeed(task)
            return endTurn(task, retryAfter: nil)
        }
        if let delay = retryDelay(task, outcome) {
            context.diagnostics.report(
                .note, "retry", file: task.url,
                message: "attempt \(task.attempt): \(error); next attempt in \(TimeSpan.text(nanoseconds: delay))")
            task.state = .waiting(until: time.monotonic + delay)
            return
        }
        let isFirst = task.status.outage.count == 0
        let isDue = task.fail(error, now: time.posix)
        watch.note(task, isUrgent: isFirst)
        report(task, outcome, error, isShown: isDue || !isRepeated)
        endTurn(task, retryAfter: outcome.retryAfter)
    }

    private func succeed(_ task: FetchTask) {
        let ended = task.succeed(now: time.posix, monotonic: time.monotonic)
        watch.note(task, isUrgent: ended != nil)
        guard let (failures, wasStale) = ended, isRepeated else { return }
        context.diagnostics.report(
            .news, wasStale ? "recovered" : "fetched_again", file: task.url,
            message: "fetched again after \(RepeatedFailures.words(failures))", everyTime: true)
    }

    /// Adds a record to the file of its day.
    private func log(_ record: FetchRecord) {
        do {
            try polls?.add(record)
        } catch {
            context.diagnostics.report(.fault, "not_logged", file: options.polls, message: "\(error)")
            context.degrade(to: .ioFailed)
        }
    }

    /// - Parameter isShown: false for a failure that repeats others and is only counted.
    private func report(_ task: FetchTask, _ outcome: FetchTask.Outcome, _ error: String, isShown: Bool) {
        var message = error
        if task.attempt > 1 { message += "; gave up after \(task.attempt) attempts" }
        if outcome.isRejected {
            message += outcome.record.storedAs.map { "; kept as \($0)" } ?? "; not kept"
        }
        let code = outcome.isRejected ? "not_the_feed" : outcome.isLocal ? "not_stored" : "fetch_failed"
        // A run that lasts has more turns: only at its end is it known whether the feed was dead.
        let kind: Finding.Kind = task.settings.interval == nil || outcome.isLocal ? .fault : .setback
        if isShown {
            if isRepeated { message += task.status.outage.words }
            context.diagnostics.report(kind, code, file: task.url, message: message, everyTime: isRepeated)
        } else {
            context.diagnostics.count(kind, code, file: task.url)
        }
        if outcome.isLocal { context.degrade(to: .ioFailed) }
    }

    /// Nanoseconds until the next try of this turn; nil if there is none.
    private func retryDelay(_ task: FetchTask, _ outcome: FetchTask.Outcome) -> UInt64? {
        guard outcome.isPassing, task.attempt <= options.retries, !isStopping else { return nil }
        let delay = RetryPolicy.delay(after: task.attempt, retryAfter: outcome.retryAfter, &random)
        guard let interval = task.settings.interval else { return delay }
        // The next turn will come before it.
        return time.monotonic + delay < start + UInt64(task.turn + 1) * interval ? delay : nil
    }

    private func endTurn(_ task: FetchTask, retryAfter: Int?) {
        checkAge(task)
        task.attempt = 0
        task.turnsMade += 1
        guard let interval = task.settings.interval, options.turns.map({ task.turnsMade < $0 }) ?? true else {
            task.state = .done
            return
        }
        // By the schedule and not by the end of the last turn, so that turns do not drift; those missed are passed
        // over.
        let earliest = time.monotonic + RetryPolicy.asked(retryAfter)
        let elapsed = earliest - start
        let reached = Int((elapsed + interval - 1) / interval)
        task.turn = max(task.turn + 1, reached)
        task.state = .waiting(until: start + UInt64(task.turn) * interval)
    }

    // MARK: What is too old

    private func checkAge(_ task: FetchTask) {
        guard let limit = task.settings.maxAge else { return }
        guard let age = task.age(now: time.posix) else { return }
        let isTooOld = age > limit
        let wasTooOld = task.isTooOld
        task.isTooOld = isTooOld
        guard isTooOld != wasTooOld else { return }
        task.status.isTooOld = isTooOld
        watch.note(task, isUrgent: true)
        if isTooOld {
            context.diagnostics.report(
                task.settings.interval == nil ? .fault : .setback, "too_old", file: task.url,
                message: "the newest content is \(age) s old, more than the \(limit) s of --max-age")
        } else {
            context.diagnostics.report(
                .note, "new_again", file: task.url, message: "new content has arrived, \(max(age, 0)) s old")
        }
    }

    /// Removes old days, once a day of the clock.
    private func retire() {
        guard options.keep != nil || tasks.contains(where: { $0.settings.keep != nil }) else { return }
        let now = time.posix
        guard now / 86_400 != lastRetired else { return }
        lastRetired = now / 86_400
        if let keep = options.keep, let polls { reportRetired(polls.retire(now: now, keep: keep), options.polls) }
        for task in tasks {
            do {
                reportRetired(try task.retire(now: now), task.url)
            } catch {
                context.diagnostics.report(
                    .fault, "not_retired", file: task.url, message: "cannot remove old days: \(error)")
                context.degrade(to: .ioFailed)
            }
        }
    }

    private func reportRetired(_ count: Int, _ place: String?) {
        guard count > 0 else { return }
        context.diagnostics.report(
            .note, "retired", file: place, message: "removed \(count) file\(count == 1 ? "" : "s") older than --keep")
    }

    private func conclude() {
        watch.end(tasks)
        for task in tasks {
            // A feed that answered once in a long run is not dead; one that never did is.
            let isDead =
                task.lastFailure != nil && (task.settings.interval == nil || !task.hasSucceeded)
            guard isDead || task.isTooOld else { continue }
            context.degrade(to: .serviceFailed)
            guard task.settings.interval != nil else { continue }
            context.diagnostics.report(
                .fault, isDead ? "never_fetched" : "too_old", file: task.url,
                message: isDead
                    ? "no fetch of this run succeeded: \(task.lastFailure ?? "")"
                    : "at the end, the newest content is older than --max-age")
        }
    }
}
