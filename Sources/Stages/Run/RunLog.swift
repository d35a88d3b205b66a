import Contract
import NDJSON
import Platform
import StageKit

/// What a stage's run came to.
struct StageRun: Equatable {
    var stage: String
    var turn: Int
    /// POSIX seconds.
    var started: Int
    var ended: Int
    var status: Int32
    var attempts: Int
    /// Bytes of standard output, where they were seen.
    var bytes: Int?
    var error: String?
    /// The day that the run works on.
    var day: String?
}

/// The `stage_runs` of `--log`: each is added, with one write, when its stage has ended, so that a run that goes on for
/// months can be looked at and a killed one has told what it did. If the file was moved away, as logrotate does, the next
/// record begins a new one.
final class RunLog {
    private var descriptor: Int32
    private let path: String
    private let instance: String
    private let head: RecordHead
    private let context: StageContext
    /// Whether the last record broke off, so that the next one begins on a line of its own.
    private var isCutOff = false

    /// - Parameter instance: what tells the pipeline from itself in other places.
    /// - Throws: `StageFailure` with status 73 when there can be no such file.
    init?(path: String?, instance: @autoclosure () throws -> String, _ context: StageContext) throws {
        guard let path else { return nil }
        self.path = path
        self.instance = try instance()
        self.context = context
        head = context.head(Tables.StageRuns.name)
        if path == "-" {
            descriptor = -1
            return
        }
        descriptor = RunLog.open(path)
        guard descriptor >= 0 else {
            throw StageFailure(.outputUncreatable, "\(path): cannot write: \(systemMessage(errno))")
        }
    }

    private static func open(_ path: String) -> Int32 {
        uninterrupted { Platform.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
    }

    /// Goes on in the file that now has the log's name; where there can be none, in the old one.
    func followName() {
        guard let mine = FileStatus(descriptor), mine.isRegular else { return }
        if let named = FileStatus(path), named.device == mine.device, named.inode == mine.inode { return }
        let fresh = RunLog.open(path)
        guard fresh >= 0 else { return }
        close(descriptor)
        descriptor = fresh
        isCutOff = false
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func add(_ run: StageRun, of pipeline: String) throws {
        // The sink's writer lays the record out; for a file of its own it is taken from there again.
        let sink = context.sink
        sink.begin(head)
        let row = Row<Tables.StageRuns>(sink.writer)
        let columns = Tables.StageRuns.columns
        row[columns.pipeline] = pipeline
        row[columns.instance] = instance
        row[columns.stage] = run.stage
        row[columns.turn] = run.turn
        row[columns.started] = run.started
        row[columns.ended] = run.ended
        row[columns.status] = Int(run.status)
        row[columns.attempts] = run.attempts
        row[columns.bytesOut] = run.bytes
        row[columns.error] = run.error
        row[columns.day] = run.day
        row.end()
        sink.writer.append("}\n")
        var line = Array(sink.current)
        sink.cancel()
        guard descriptor >= 0 else {
            try line.withUnsafeBytes { try sink.text($0) }
            return try sink.flush()
        }
        followName()
        if isCutOff { line.insert(0x0A, at: 0) }
        var written = 0
        while written < line.count {
            let count = uninterrupted {
                line.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
            }
            guard count > 0 else { break }
            written += count
        }
        isCutOff = written > 0 && written < line.count
        guard written != line.count else { return }
        // The work matters more than its log; the run goes on and its status tells.
        let reason = written == 0 ? systemMessage(errno) : "only \(written) of \(line.count) bytes were written"
        context.diagnostics.report(
            .fault, "log_incomplete", file: path, message: "a record of '\(run.stage)' is missing: \(reason)")
        context.degrade(to: .ioFailed)
    }
}
