import Platform
import StageKit

/// A file that a body is written to before anyone knows whether it is whole.
///
/// One with a name is locked as long as its process lives (`TemporaryFile`), so that the files of a process that was
/// killed can be told and removed.
final class Spool {
    let descriptor: Int32
    private let file: TemporaryFile?

    /// - Parameters:
    ///   - folder: where the file lies; nil for the temporary folder.
    ///   - isNamed: whether it keeps its name, to be put in place under another.
    /// - Throws: `StageFailure` with status 73.
    init(in folder: String?, isNamed: Bool) throws {
        let place = folder ?? UnnamedFile.temporaryFolder
        if isNamed {
            let file = try TemporaryFile(beside: place + "/" + TemporaryFile.linked, named: place)
            self.file = file
            descriptor = file.descriptor
            return
        }
        file = nil
        guard let descriptor = UnnamedFile.make(in: place) else {
            throw StageFailure(
                .outputUncreatable, "cannot make a temporary file in \(place): \(systemMessage(errno))")
        }
        self.descriptor = descriptor
    }

    deinit { if let file { file.discard() } else { close(descriptor) } }

    /// Nil for a file that has no name.
    var path: String? { file?.path }

    /// A name under which the very file can be opened, whatever has become of its own.
    var openPath: String { "/proc/self/fd/\(descriptor)" }
}

/// What lies in a folder.
enum FolderNames {
    /// Sorted by bytes; empty for what cannot be read.
    static func list(_ folder: String) -> [String] {
        (names(in: folder) ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether a folder, no link to one, is there.
    static func isFolder(_ path: String) -> Bool {
        FileStatus(link: path)?.isFolder == true
    }

    /// Makes a folder and those above it, and makes their names durable.
    /// - Parameter root: the folder that was named; what is not, below it, may be no other user's link.
    /// - Throws: `StageFailure` with status 73.
    static func make(_ path: String, below root: String) throws {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o777) == 0 {
                sync(part.lastIndex(of: "/").map { String(part[...$0]) } ?? ".")
                continue
            }
            let reason = errno
            guard part.utf8.count <= root.utf8.count || !OutputFile.isLink(part, ofAnotherUser: true) else {
                throw StageFailure(
                    .outputUncreatable,
                    "\(part) is another user's symbolic link, which may lead out of \(root); not followed")
            }
            guard reason == EEXIST, FileStatus(part)?.isFolder == true else {
                let text = systemMessage(reason == EEXIST ? ENOTDIR : reason)
                throw StageFailure(.outputUncreatable, "\(part): cannot make the folder: \(text)")
            }
        }
    }

    /// Makes the names in a folder durable; a file system that cannot is not an error.
    static func sync(_ folder: String) {
        let descriptor = uninterrupted { open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
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
