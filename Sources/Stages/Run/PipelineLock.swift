import Contract
import NDJSON
import Platform
import StageKit
import TimeZones

/// The lock of a pipeline: a file whose first line is the run's status.
final class PipelineLock {
    private let file: LockFile
    var status: RunStatus

    /// Who has the lock.
    struct Held: Error {
        let path: String
        let holder: RunStatus?

        var message: String {
            guard let holder, let pid = holder.pid else { return "another process holds the lock \(path)" }
            let since = holder.since.map { " since \(RFC3339.text($0))" } ?? ""
            return "\(holder.pipeline) is already running: process \(pid)\(since) holds the lock \(path)"
        }
    }

    /// Takes the lock, or tells who has it.
    /// - Throws: `Held`, or `StageFailure` with status 73 where the file cannot be made.
    init(path: String, pipeline: String, at instant: Int) throws {
        file = try PipelineLock.take(path)
        status = RunStatus(pipeline: pipeline, lock: path)
        let earlier = StateFile.line(of: path).flatMap { RunStatus($0) }
        status.lastSuccess = earlier?.lastSuccess
        status.failures = earlier?.failures
        status.pid = Int(getpid())
        status.processStart = PipelineLock.processStart(getpid())
        status.since = instant
        save()
    }

    private static func take(_ path: String) throws -> LockFile {
        makeFolders(of: path)
        let target = try OutputFile.resolve(path)
        do {
            return try LockFile(target, mode: 0o644, waits: false)
        } catch {
            switch error {
            case .cannotOpen(let code):
                throw StageFailure(
                    .outputUncreatable,
                    "the lock \(path): \(systemMessage(code)); choose another with 'lock:' in the pipeline file")
            case .cannotLock(let code): throw StageFailure(.ioFailed, "the lock \(path): \(systemMessage(code))")
            case .held: throw Held(path: path, holder: holder(path))
            }
        }
    }

    /// The first run of all finds no folder to put its lock into. What cannot be made, opening the lock will tell.
    private static func makeFolders(of path: String) {
        for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
            mkdir(String(path[..<index]), 0o777)
        }
    }

    func save() {
        let writer = RecordWriter(capacity: 512)
        writer.append(RecordHead(table: Tables.PipelineStatus.name))
        status.write(into: writer, withProcessStart: true)
        writer.append("}\n")
        file.write(writer.bytes)
    }

    // MARK: Looking from outside

    /// What a lock's file tells, with `killed` for a run that has no process any more; nil where it tells nothing.
    static func read(_ path: String) -> RunStatus? {
        // A line may be caught while it is written over.
        for _ in 0..<5 {
            guard var status = StateFile.line(of: path).flatMap({ RunStatus($0) }) else {
                usleep(10_000)
                continue
            }
            if status.state != "ended", !isAlive(status) { status.state = "killed" }
            return status
        }
        return nil
    }

    /// The run that holds the lock. It may have taken the lock a moment ago and not yet said so.
    private static func holder(_ path: String) -> RunStatus? {
        for _ in 0..<40 {
            if let status = StateFile.line(of: path).flatMap({ RunStatus($0) }), status.state != "ended",
                isAlive(status)
            {
                return status
            }
            usleep(25_000)
        }
        return nil
    }

    private static func isAlive(_ status: RunStatus) -> Bool {
        guard let pid = status.pid.flatMap({ pid_t(exactly: $0) }), let start = processStart(pid) else { return false }
        return status.processStart.map { $0 == start } ?? true
    }

    /// Field 22 of /proc/PID/stat: when the process began, in ticks since the machine did.
    private static func processStart(_ pid: pid_t) -> String? {
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Platform.read(descriptor, &bytes, bytes.count)
        // The name, field 2, may hold anything, parentheses too.
        guard count > 0, let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(name + 1)..<count].split(separator: 0x20)
        // A zombie is not a run.
        guard fields.count > 19, fields[0].first != UInt8(ascii: "Z") else { return nil }
        return String(decoding: fields[19], as: UTF8.self)
    }

}
