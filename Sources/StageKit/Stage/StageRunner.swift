import Addresses
import Containers
import Platform

/// The driver of all stages: opens the output, runs the work, flushes, writes summaries and decides the exit status.
public enum StageRunner {
    /// Runs `body` as the stage `stage`.
    ///
    /// The output is committed unless the body throws or `--strict` found something. A closed standard output ends the
    /// process as SIGPIPE would, after the summary files are written.
    /// - Parameters:
    ///   - files: other files on the command line; if an output is one of them, the run ends before anything is
    ///     written.
    ///   - world: the environment of the run.
    public static func run(
        _ stage: String, _ options: CommonOptions, files: NamedFiles = NamedFiles(),
        in world: World = World(), _ body: (StageContext) throws -> Void
    ) -> ExitStatus {
        let started = monotonicNanoseconds
        let progress = Progress(
            stage: stage,
            isShown: options.progress == .always || (options.progress == .auto && StandardError.movesCursor))
        let log = StandardError(progress: progress)
        let context: StageContext
        do {
            if let conflict = files.conflict(with: options) { throw StageFailure(.usage, conflict) }
            context = try StageContext(
                stage: stage, options: options, output: OutputFile(path: options.output, jobs: options.jobs), log: log,
                progress: progress, world: world)
        } catch {
            let failure = asFailure(error)
            log.line("linefeed \(stage): error: \(Finding.printable(failure.description, limit: 4000))")
            return failure.status
        }
        return run(context, started: started, body)
    }

    /// Runs `body` in an existing context; for tests and `run` above.
    public static func run(_ context: StageContext, _ body: (StageContext) throws -> Void) -> ExitStatus {
        run(context, started: monotonicNanoseconds, body)
    }

    private static func run(
        _ context: StageContext, started: UInt64, _ body: (StageContext) throws -> Void
    ) -> ExitStatus {
        var status: ExitStatus
        var closed = false
        /// Whether the complete output is kept.
        var isDelivered = false
        var interruption: Interrupted?
        do {
            do {
                try body(context)
            } catch let failure as StageFailure {
                // What was finished before the failure is delivered, as far as the output is a stream; with 64 nothing
                // is.
                if failure.status != .ioFailed, failure.status != .usage { try context.sink.flush() }
                throw failure
            } catch let nothing as NothingToDo {
                // What was passed through is whole.
                if context.options.passThrough { try context.sink.flush() }
                throw nothing
            }
            status = context.status
            // An error and status 0 never go together.
            if status == .done, context.diagnostics.saidError, context.statusOfItsOwn == nil { status = .dataUnusable }
            if context.options.strict, context.diagnostics.trippedStrict {
                status = .dataUnusable
                try context.sink.flush()
                context.sink.discard()
            } else {
                try context.sink.prepare()
                isDelivered = true
            }
        } catch is OutputClosed {
            closed = true
            status = .done
            context.summary.balanceBrokenRun()
        } catch let interrupted as Interrupted {
            interruption = interrupted
            status = .done
            context.sink.discard()
            context.summary.balanceBrokenRun()
        } catch let nothing as NothingToDo {
            context.sink.discard()
            // What was wrong with the input has been told, and is the reason.
            if context.status == .done, !context.diagnostics.saidError { context.diagnostics.report(nothing.finding) }
            status = context.status == .done ? .dataUnusable : context.status
            context.summary.balanceBrokenRun()
        } catch {
            context.sink.discard()
            let failure = asFailure(error)
            context.diagnostics.fail(failure)
            status = failure.status
            context.summary.balanceBrokenRun()
        }
        context.progress.clear()
        let elapsed = Double(monotonicNanoseconds - started) / 1e9

        /// Runs one final step; later steps run even if it fails.
        func attempt(_ step: () throws -> Void) {
            do { try step() } catch is OutputClosed { closed = true } catch {
                isDelivered = false
                // The old file stays where any of the run's outputs cannot be had.
                context.sink.discard()
                let failure = asFailure(error)
                context.diagnostics.fail(failure)
                if status == .done { status = failure.status }
            }
        }
        if status == .usage {
            // Nothing was done, and nothing is written.
            context.files.forEach { $0.discard() }
            context.summaryFile?.discard()
        } else {
            if let file = context.summaryFile { SummaryRecord.write(context, elapsed: elapsed, into: file.writer) }
            // All are whole before any is put in place.
            for file in context.files + [context.summaryFile].compactMap({ $0 }) { attempt { try file.prepare() } }
            context.diagnostics.close(elapsed: elapsed, status: status)
            attempt { try context.sink.commit() }
            if isDelivered, !closed { for step in context.delivered { attempt(step) } }
            for file in context.files + [context.summaryFile].compactMap({ $0 }) where file.failure == nil {
                attempt { try file.commit() }
            }
        }
        if let interruption { ProcessState.die(of: interruption.signal) }
        if closed { ProcessState.dieOfClosedPipe() }
        return status
    }

    /// Writes text that is not a record, such as a help page, to standard output.
    public static func printText(_ text: String) -> ExitStatus {
        do {
            let output = try OutputFile(path: nil)
            var copy = text
            try copy.withUTF8 { try output.write(UnsafeRawBufferPointer($0)) }
            try output.commit()
            return .done
        } catch is OutputClosed {
            ProcessState.dieOfClosedPipe()
        } catch {
            let failure = asFailure(error)
            complain("linefeed: error: \(failure.description)")
            return failure.status
        }
    }

    /// Reports on standard error why nothing was started.
    public static func complain(_ message: String) {
        StandardError(progress: Progress(stage: "", isShown: false)).line(AddressWithoutSecrets.hidden(in: message))
    }

    private static func asFailure(_ error: any Error) -> StageFailure {
        switch error {
        case let failure as StageFailure: failure
        case let fault as InputFault: StageFailure(.dataUnusable, fault.message)
        case let fault as TooManyRows: StageFailure(.dataUnusable, fault.description)
        default: StageFailure(.internalFault, "a bug: \(error)")
        }
    }
}
