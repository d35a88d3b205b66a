import Contract
import NDJSON
import Pipelines
import Platform
import StageKit

/// Runs pipeline files, shows them, and tells how they go.
public enum RunPipeline: Stage {
    public static let name = "run"

    /// Does what the options ask; the context then has the status to end with, that of the stage that failed, or 0.
    /// - Throws: `StageFailure` with 78 and the line where the file is wrong, with 75 where the lock is held.
    public static func run(_ options: RunOptions, _ context: StageContext) throws {
        try context.check(options)
        context.statusOfItsOwn = 0
        var options = options
        let world = context.world
        options.environment = world.environment
        options.inheritsOutput =
            world.ownsProcess && context.options.output == nil && context.options.summaryFile != "-"
            && options.log != "-"
        let signals = RunSignals(isActive: options.action == .execute && world.ownsProcess)
        context.statusOfItsOwn = try run(options, context.clock, signals, context)
    }

    private static func run(
        _ options: RunOptions, _ clock: any TimeSource, _ signals: RunSignals, _ context: StageContext
    ) throws -> Int32 {
        try RunFiles(options, lock: options.file == "-" ? nil : options.file + ".lock").check(options, context.options)
        var options = options
        options.environment[Scope.folder] = folder(of: options.file)
        options.environment[Scope.once] = options.isOnce ? "1" : ""
        // The stages are none of the manager's business.
        for name in ServiceManager.variables { options.environment[name] = nil }
        let pipeline = try read(options, at: clock.posix)
        let extent = try extent(of: pipeline, options)
        let lockPath = try lockPath(of: pipeline, options, at: clock.posix)
        if lockPath == nil, pipeline.onStale != nil || pipeline.onRecover != nil {
            throw StageFailure(
                .configurationWrong,
                "\(options.file): on_stale and on_recover need a lock file, beside which the states of feeds are kept")
        }
        let files = RunFiles(options, lock: lockPath)
        try files.check(options, context.options)
        if case .status = options.action { return try tellStatus(of: pipeline, lockPath, context) }
        try files.check(pipeline, options, context.options, at: clock.posix)
        let days = try RunDays(pipeline, options, extent, at: clock.posix)
        switch options.action {
        case .printShell:
            try context.sink.text(
                ShellScript(
                    pipeline, options.settings, extent: extent, lock: lockPath, folder: folder(of: options.file)
                ).text)
            if pipeline.onStale != nil || pipeline.onRecover != nil {
                context.diagnostics.report(
                    .surprise, "no_alerts", file: options.file,
                    message: "the script does not run the stages of on_stale and on_recover")
            }
            return 0
        case .show:
            for day in days.due {
                try PipelineOutline.write(
                    pipeline, days.options(for: day), extent, lock: lockPath, at: clock.posix, context)
            }
            return 0
        case .status, .execute: break
        }
        if extent == .whole, pipeline.lasts { context.diagnostics.lasts() }
        if days.due.isEmpty { return 0 }

        let lock: PipelineLock?
        do {
            lock = try lockPath.map { try PipelineLock(path: $0, pipeline: pipeline.name, at: clock.posix) }
        } catch let held as PipelineLock.Held {
            if options.ifLocked == .quiet { return 0 }
            throw StageFailure(.tryLater, held.message)
        }
        let manager = context.world.ownsProcess ? ServiceManager { context.world.environment($0) } : nil
        manager?.ready("running \(pipeline.name)", at: clock.monotonic)
        defer { manager?.stopping() }
        let start = clock.monotonic
        let since = clock.posix
        func end(_ status: Int32) {
            guard let lock else { return }
            lock.status.state = "ended"
            lock.status.status = Int(status)
            let ended = since + Int((clock.monotonic - start) / 1_000_000_000)
            lock.status.ended = max(ended, lock.status.lastEnded ?? ended)
            lock.save()
        }
        do {
            let log = try RunLog(
                path: options.log, instance: instance(of: pipeline, options, lockPath, at: clock.posix), context)
            // Of a terminal that is closed it says that nobody is there any more.
            if let log, !hasTerminal { signals.hungUp = { log.followName() } }
            defer { signals.hungUp = nil }
            let metrics = RunMetrics(path: options.metrics, pipeline: pipeline.name)
            let status = try days.run(context) { day in
                let chosen = days.options(for: day)
                lock?.status.day = chosen.day
                return try PipelineExecutor(
                    pipeline, chosen, extent: extent, clock: clock, signals: signals, files: files, lock: lock,
                    log: log, metrics: metrics, states: lockPath.map(states), manager: manager, context
                ).run()
            }
            end(status)
            return status
        } catch {
            switch error {
            case let interrupted as Interrupted: end(128 + interrupted.signal)
            case is OutputClosed: end(128 + SIGPIPE)
            case let failure as StageFailure: end(failure.status.rawValue)
            default: end(ExitStatus.internalFault.rawValue)
            }
            throw error
        }
    }

    /// Where a pipeline with this lock keeps the states of its feeds.
    private static func states(_ lock: String) -> FeedStates {
        FeedStates((lock.hasSuffix(".lock") ? String(lock.dropLast(5)) : lock) + ".feeds")
    }

    /// The folder of a pipeline file.
    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    // MARK: Before the run

    private static func read(_ options: RunOptions, at instant: Int) throws -> Pipeline {
        let bytes = try contents(of: options.file)
        let name = options.file == "-" ? "pipeline" : String(options.file.split(separator: "/").last ?? "pipeline")
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        do {
            return try PipelineReader.read(
                bytes, fallbackName: stem.isEmpty ? name : stem,
                in: Surroundings(environment: options.environment, settings: options.settings, instant: instant),
                isForStatus: options.isForStatus)
        } catch {
            // What is wrong with a setting is wrong with the command line.
            guard let line = error.line else { throw StageFailure(.usage, error.reason) }
            throw StageFailure(.configurationWrong, "\(options.file):\(line): \(error.reason)")
        }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        if path != "-", let content = ForeignContent(ofFile: path), content != .jsonArray {
            throw StageFailure(
                .configurationWrong,
                "\(path) is \(content.words), not a pipeline file (nothing was run); run takes a YAML file that names "
                    + "stages, such as samples/crowding.yaml")
        }
        guard let bytes = try WholeFile.read(path, atMost: PipelineLimits.file) else {
            throw StageFailure(.configurationWrong, "\(path) is larger than 1 MiB, so it is not a pipeline file")
        }
        return bytes
    }

    private static func extent(of pipeline: Pipeline, _ options: RunOptions) throws -> Chain.Extent {
        guard let name = options.stage else { return options.isOnce ? .oneTurn : .whole }
        guard let index = pipeline.index(of: name) else {
            let names = pipeline.stages.map(\.name).joined(separator: ", ")
            throw StageFailure(.usage, "the pipeline has no stage \(Finding.quoted(name)); its stages are \(names)")
        }
        return .only(index)
    }

    private static func lockPath(of pipeline: Pipeline, _ options: RunOptions, at instant: Int) throws -> String? {
        switch pipeline.lock {
        case .none: return nil
        // What comes from a pipe has no place to be locked at.
        case .beside: return options.file == "-" ? nil : options.file + ".lock"
        case .file(let text): return try expanded(text, pipeline, options, at: instant)
        }
    }

    /// A text of the file with its variables in place.
    private static func expanded(
        _ text: Pipelines.Text, _ pipeline: Pipeline, _ options: RunOptions, at instant: Int
    ) throws -> String {
        try Scope(
            pipeline.environment,
            in: Surroundings(environment: options.environment, settings: options.settings, instant: instant),
            leavesOut: options.isForStatus
        ).text(text)
    }

    /// What tells this instance of the pipeline from others: two that run at once have different locks, or none and
    /// different processes.
    private static func instance(
        of pipeline: Pipeline, _ options: RunOptions, _ lock: String?, at instant: Int
    ) throws -> String {
        if let text = pipeline.instance { return try expanded(text, pipeline, options, at: instant) }
        let place = lock ?? options.file
        let name = place.split(separator: "/").last ?? ""
        let real = realpath(folder(of: place)).map { ($0 == "/" ? "" : $0) + "/" + name }
        return hostName + ":" + (real ?? place) + (lock == nil ? "#\(getpid())" : "")
    }

    // MARK: Status

    /// Writes the status of the pipeline and of its feeds.
    /// - Returns: 1 if somebody has to look at it.
    private static func tellStatus(of pipeline: Pipeline, _ path: String?, _ context: StageContext) throws -> Int32 {
        guard let path else {
            throw StageFailure(.inputMissing, "\(pipeline.name) has no lock file, which would hold its status")
        }
        var status = PipelineLock.read(path) ?? RunStatus(pipeline: pipeline.name, lock: path, state: "never")
        status.lock = path
        let now = context.clock.posix
        let feeds = FeedAlerts.feeds(states(path), since: status.since ?? now)
        context.sink.begin(context.head(Tables.PipelineStatus.name))
        status.write(into: context.sink.writer, withProcessStart: false)
        context.sink.writer.append("}\n")
        for feed in feeds {
            context.sink.begin(context.head(Tables.FeedStatus.name))
            let row = Row<Tables.FeedStatus>(context.sink.writer)
            feed.write(row, at: now)
            row.end()
            context.sink.writer.append("}\n")
        }
        try context.sink.flush()
        return status.isWell && !feeds.contains { $0.needsAlert(at: now) } ? 0 : ExitStatus.found.rawValue
    }
}
