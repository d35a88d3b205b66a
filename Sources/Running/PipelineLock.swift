import Contract
import Glibc
import NDJSON
import Pipelines
import StageKit

/// The lock of a pipeline: flock(2) on a file, which the kernel lets go of when the process ends, however it ends. The
/// file's first line is the run's status.
final class PipelineLock {
    let path: String
    private let descriptor: Int32
    var status: RunStatus

    /// Who has the lock.
    struct Held: Error {
        let path: String
        let holder: RunStatus?

        var message: String {
            guard let holder, let pid = holder.pid else { return "another process holds the lock \(path)" }
            let since = holder.since.map { " since \(PipelineLock.timestamp($0))" } ?? ""
            return "\(holder.pipeline) is running already: process \(pid)\(since) holds the lock \(path)"
        }
    }

    /// Takes the lock, or tells who has it.
    /// - Throws: `Held`, or `StageFailure` with status 73 where the file cannot be made.
    init(path: String, pipeline: String, at instant: Int) throws {
        descriptor = try PipelineLock.take(path)
        self.path = path
        status = RunStatus(pipeline: pipeline, lock: path)
        status.pid = Int(getpid())
        status.processStart = PipelineLock.processStart(getpid())
        status.since = instant
        save()
    }

    private static func take(_ path: String) throws -> Int32 {
        makeFolders(of: path)
        while true {
            // The status is written over what the file says, so nobody else's link may lead to it.
            let descriptor = open(try OutputFile.resolve(path), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                throw StageFailure(
                    .outputUncreatable,
                    "the lock \(path): \(systemMessage(errno)); 'lock:' in the pipeline file names another")
            }
            var result: Int32
            repeat { result = flock(descriptor, LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
            guard result == 0 else {
                let reason = errno
                close(descriptor)
                guard reason == EWOULDBLOCK else {
                    throw StageFailure(.ioFailed, "the lock \(path): \(systemMessage(reason))")
                }
                throw Held(path: path, holder: holder(path))
            }
            // Someone may have removed the file between open and lock: then this one locks nobody out.
            var opened = stat()
            var named = stat()
            if fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// The first run of all finds no folder to put its lock into. What cannot be made, opening the lock will tell.
    private static func makeFolders(of path: String) {
        for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
            mkdir(String(path[..<index]), 0o777)
        }
    }

    deinit { close(descriptor) }

    /// Writes the status over the old one. Whoever reads takes the first line, so what an older, longer one leaves
    /// behind for a moment does no harm. A status that cannot be written is no reason to stop working.
    func save() {
        let writer = RecordWriter(capacity: 512)
        writer.append(RecordHead(table: Tables.PipelineStatus.name))
        status.write(into: writer, withProcessStart: true)
        writer.append("}\n")
        if pwrite(descriptor, writer.bytes.baseAddress, writer.count, 0) == writer.count {
            ftruncate(descriptor, writer.count)
        }
    }

    // MARK: Looking from outside

    /// What a lock's file tells, with `killed` for a run that has no process any more; nil where it tells nothing.
    static func read(_ path: String) -> RunStatus? {
        // A line may be caught while it is written over.
        for _ in 0..<5 {
            guard var status = firstLine(path).flatMap({ RunStatus($0) }) else {
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
            if let status = firstLine(path).flatMap({ RunStatus($0) }), status.state != "ended", isAlive(status) {
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

    private static func firstLine(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0, let end = bytes[..<count].firstIndex(of: 0x0A) else { return nil }
        return Array(bytes[..<end])
    }

    /// Field 22 of /proc/PID/stat: when the process began, in ticks since the machine did.
    private static func processStart(_ pid: pid_t) -> String? {
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        // The name, field 2, may hold anything, parentheses too.
        guard count > 0, let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(name + 1)..<count].split(separator: 0x20)
        // A zombie is no run.
        guard fields.count > 19, fields[0].first != UInt8(ascii: "Z") else { return nil }
        return String(decoding: fields[19], as: UTF8.self)
    }

    static func timestamp(_ instant: Int) -> String { DatePattern.timestamp(instant) }
}
