import Addresses
import NDJSON

/// The one driver of all stages: opens the output, runs the work, flushes, sums up, decides the exit status.
public enum StageRunner {
    /// Runs `body` as the stage `stage`.
    ///
    /// The output is committed unless the body throws or `--strict` found something. A closed standard output ends
    /// the process as SIGPIPE would, after the summary's files are written.
    /// - Parameter remote: what fetches inputs that are URLs, for stages that take them.
    public static func run(
        _ stage: String, _ options: CommonOptions, remote: (any RemoteInputs)? = nil,
        _ body: (StageContext) throws -> Void
    ) -> ExitStatus {
        let started = ProcessState.monotonicNanoseconds
        let progress = Progress(
            stage: stage,
            isShown: options.progress == .always || (options.progress == .auto && StandardError.movesCursor))
        let log = StandardError(progress: progress)
        let context: StageContext
        do {
            context = try StageContext(
                stage: stage, options: options, output: OutputFile(path: options.output), log: log, progress: progress)
        } catch {
            let failure = asFailure(error)
            log.line("linefeed \(stage): error: \(Finding.printable(failure.description, limit: 4000))")
            return failure.status
        }
        context.remote = remote
        return run(context, started: started, body)
    }

    /// Runs `body` in a context that is there already; for tests and `run` above.
    public static func run(_ context: StageContext, _ body: (StageContext) throws -> Void) -> ExitStatus {
        run(context, started: ProcessState.monotonicNanoseconds, body)
    }

    private static func run(
        _ context: StageContext, started: UInt64, _ body: (StageContext) throws -> Void
    ) -> ExitStatus {
        var status: ExitStatus
        var closed = false
        var interruption: Interrupted?
        do {
            do {
                try body(context)
            } catch let failure as StageFailure {
                // What was finished before the failure is delivered, as far as the output is a stream.
                if failure.status != .ioFailed { try context.sink.flush() }
                throw failure
            }
            status = context.status
            if context.options.strict, context.diagnostics.trippedStrict {
                status = .dataUnusable
                try context.sink.flush()
                context.sink.discard()
            } else {
                try context.sink.commit()
            }
        } catch is OutputClosed {
            closed = true
            status = .done
        } catch let interrupted as Interrupted {
            interruption = interrupted
            status = .done
            context.sink.discard()
        } catch {
            context.sink.discard()
            let failure = asFailure(error)
            context.diagnostics.fail(failure)
            status = failure.status
        }
        context.progress.clear()
        let elapsed = Double(ProcessState.monotonicNanoseconds - started) / 1e9
        // Nothing was done, so a closing line would tell nothing.
        if status != .usage { context.diagnostics.close(elapsed: elapsed, status: status) }
        do {
            // Where the command line is wrong nothing is written: a file that it names may be an input.
            for file in context.files where status != .usage { try file.commit() }
            if status != .usage, let file = context.summaryFile {
                SummaryRecord.write(context, elapsed: elapsed, into: file.writer)
                try file.commit()
            }
        } catch is OutputClosed {
            closed = true
        } catch {
            let failure = asFailure(error)
            context.diagnostics.fail(failure)
            if status == .done { status = failure.status }
        }
        if let interruption { ProcessState.die(of: interruption.signal) }
        if closed { ProcessState.dieOfClosedPipe() }
        return status
    }

    /// Writes text that is no record, a help page for instance, to standard output.
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

    /// Says on standard error why nothing was started.
    public static func complain(_ message: String) {
        StandardError(progress: Progress(stage: "", isShown: false)).line(PrintableAddress.hidden(in: message))
    }

    private static func asFailure(_ error: any Error) -> StageFailure {
        switch error {
        case let failure as StageFailure: failure
        case let fault as InputFault: StageFailure(.dataUnusable, fault.message)
        default: StageFailure(.internalFault, "a bug: \(error)")
        }
    }
}
