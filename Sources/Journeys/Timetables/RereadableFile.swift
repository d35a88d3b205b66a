import Glibc
import StageKit

/// A file that can be read more than once: the file itself, or a copy of what came through a pipe or from a URL.
final class RereadableFile {
    /// Where to read it.
    let path: String
    private let descriptor: Int32

    /// - Throws: `StageFailure` with status 66 where nothing can be read, 74 where the copy cannot be written.
    init(_ name: String, _ context: StageContext) throws {
        var status = stat()
        let isRegular = name != "-" && stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard !isRegular else {
            path = name
            descriptor = -1
            return
        }
        let input =
            StageContext.isRemote(name) ? try context.open(name) : try InputFile(name, inflatesGzip: false)
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array("\(folder.isEmpty ? "/tmp" : folder)/linefeed.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw StageFailure(.ioFailed, "\(input.displayName): cannot make a temporary copy: \(systemMessage(errno))")
        }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = "/proc/self/fd/\(descriptor)"
        context.diagnostics.call(path, input.displayName)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { chunk.deallocate() }
        while case let count = try input.read(into: chunk), count > 0 {
            var position = 0
            while position < count {
                let written = write(descriptor, chunk.baseAddress! + position, count - position)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw StageFailure(
                        .ioFailed, "\(input.displayName): cannot write its temporary copy: \(systemMessage(errno))")
                }
                position += written
            }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
