import CProcess
import Platform

extension StageContext {
    /// The next bytes of standard input, all of which are still there to be read; empty if it is neither a pipe nor a
    /// regular file.
    public static func headOfInput(_ count: Int = 16) -> [UInt8] {
        guard let status = FileStatus(0), status.isRegular || status.kind == .pipe else { return [] }
        var head = [UInt8](repeating: 0, count: count)
        let filled = head.withUnsafeMutableBytes { bytes in
            // A file is read by position, which does not move it.
            status.isRegular
                ? readFully(0, at: Int(lseek(0, 0, SEEK_CUR)), into: bytes)
                : linefeed_peek(0, bytes.baseAddress, bytes.count)
        }
        return Array(head.prefix(max(filled, 0)))
    }
}

extension InputFile {
    /// The first bytes of a regular file as they are stored; nil if it cannot be read.
    static func head(of path: String, _ count: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: count)
        let filled = head.withUnsafeMutableBytes { readFully(descriptor, at: 0, into: $0) }
        return filled < 0 ? nil : Array(head.prefix(filled))
    }
}
