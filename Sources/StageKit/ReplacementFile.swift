import Glibc

/// A file that somebody else writes under another name, and that takes its place whole at the end.
///
/// It lies beside the target under a name that is always the same, locked while it is written: what a killed run left
/// is taken over by the next one, and of two runs at once the second finds it locked. Links are followed, the old
/// file's mode and owner are kept.
public final class ReplacementFile {
    /// Where the file will be: the end of the chain of links.
    public let target: String
    /// Where it is written; empty at first.
    public let temporary: String
    private let given: String
    private var descriptor: Int32
    private var isOpen = true

    /// - Throws: `StageFailure` with status 73 where no file can be made or the old one may not be written, 75 where
    ///   another run writes it.
    public init(path: String) throws {
        guard let resolved = OutputFile.followLinks(path) else {
            throw StageFailure(.outputUncreatable, "\(path): \(systemMessage(ELOOP))")
        }
        var status = stat()
        let exists = stat(resolved, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            throw StageFailure(.outputUncreatable, "\(path) is no regular file")
        }
        if exists, access(resolved, W_OK) != 0 {
            throw StageFailure(.outputUncreatable, "\(path): cannot write: \(systemMessage(errno))")
        }
        let folder = OutputFile.folder(of: resolved)
        target = resolved
        given = path
        temporary = folder + "." + resolved.dropFirst(folder.count).prefix(240) + ".loading"
        descriptor = try ReplacementFile.lock(temporary, for: path)
        TemporaryFiles.add(temporary)
        guard ftruncate(descriptor, 0) == 0,
            fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~OutputFile.mask) == 0
        else {
            let reason = systemMessage(errno)
            discard()
            throw StageFailure(.outputUncreatable, "\(path): cannot create: \(reason)")
        }
        if exists, geteuid() == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    }

    deinit { discard() }

    /// Syncs the file, which nobody writes any more, and puts it in place.
    /// - Throws: `StageFailure` with status 74.
    public func commit() throws {
        guard isOpen else { return }
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
            let reason = systemMessage(errno)
            discard()
            throw StageFailure(.ioFailed, "\(given): cannot put in place: \(reason)")
        }
        isOpen = false
        TemporaryFiles.forget(temporary)
        close(descriptor)
        OutputFile.syncFolder(of: target)
    }

    /// Gives up: an older file under the name stays as it was.
    public func discard() {
        guard isOpen else { return }
        isOpen = false
        // While it is still locked, so that it is nobody else's.
        unlink(temporary)
        TemporaryFiles.forget(temporary)
        close(descriptor)
    }

    /// Opens the temporary file and locks it.
    private static func lock(_ path: String, for given: String) throws -> Int32 {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else {
                throw StageFailure(.outputUncreatable, "\(given): cannot create \(path): \(systemMessage(errno))")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                if code == EINTR { continue }
                guard code == EWOULDBLOCK else {
                    throw StageFailure(.outputUncreatable, "\(given): cannot lock \(path): \(systemMessage(code))")
                }
                throw StageFailure(.tryLater, "\(given): another run is writing it")
            }
            var ours = stat()
            var named = stat()
            guard fstat(descriptor, &ours) == 0, ours.st_mode & S_IFMT == S_IFREG, ours.st_nlink < 2 else {
                close(descriptor)
                throw StageFailure(.outputUncreatable, "\(given): \(path) is in the way; remove it")
            }
            // Whoever had the lock before may have put the file in place, or away.
            if lstat(path, &named) == 0, named.st_ino == ours.st_ino, named.st_dev == ours.st_dev { return descriptor }
            close(descriptor)
        }
    }
}
