import Glibc
import StageKit

/// A file that a body is written to before anyone knows whether it is whole.
///
/// It is locked as long as its process lives, so that the files of a process that was killed can be told and removed.
final class Spool {
    static let prefix = ".incoming."

    let descriptor: Int32
    /// Nil for a file that has no name.
    private(set) var path: String?

    /// - Parameters:
    ///   - folder: where the file lies; nil for the temporary folder.
    ///   - isNamed: whether it keeps its name, to be put in place under another.
    /// - Throws: `StageFailure` with status 73.
    init(in folder: String?, isNamed: Bool) throws {
        let place = folder ?? getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(place)/\(Spool.prefix)XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw StageFailure(
                .outputUncreatable, "cannot make a temporary file in \(place): \(systemMessage(errno))")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        if isNamed {
            _ = flock(descriptor, LOCK_EX | LOCK_NB)
            TemporaryFiles.add(name)
            path = name
        } else {
            unlink(name)
        }
    }

    deinit {
        release()
        close(descriptor)
    }

    /// Takes its name away, if it has one.
    func release() {
        guard let path else { return }
        unlink(path)
        TemporaryFiles.forget(path)
        self.path = nil
    }

    /// A name under which the file can be opened, whether it has one of its own or not.
    var openPath: String { path ?? "/proc/self/fd/\(descriptor)" }

    /// Removes what processes that were killed left in `folder`.
    static func sweep(_ folder: String) {
        for name in FolderNames.list(folder) where name.hasPrefix(prefix) {
            let path = folder + "/" + name
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }
}

/// What lies in a folder.
enum FolderNames {
    /// Sorted by bytes; empty for what cannot be read.
    static func list(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether a folder, no link to one, is there.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes a folder and those above it, and makes their names durable.
    /// - Throws: `StageFailure` with status 73.
    static func make(_ path: String) throws {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o777) == 0 {
                sync(part.lastIndex(of: "/").map { String(part[...$0]) } ?? ".")
                continue
            }
            var status = stat()
            let reason = errno
            guard reason == EEXIST, stat(part, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                let text = systemMessage(reason == EEXIST ? ENOTDIR : reason)
                throw StageFailure(.outputUncreatable, "\(part): cannot make the folder: \(text)")
            }
        }
    }

    /// Makes the names in a folder durable; a file system that cannot is not an error.
    static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension Spool {
    /// The content from its beginning, as an input of its own.
    func asInput(named name: String) throws -> InputFile {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, lseek(copy, 0, SEEK_SET) == 0 else {
            throw StageFailure(.ioFailed, "\(name): cannot read its copy: \(systemMessage(errno))")
        }
        return InputFile(descriptor: copy, name: name)
    }
}
