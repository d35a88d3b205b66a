import Glibc

/// Where a stage's bytes go.
public protocol ByteDestination: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// Makes what was written durable and visible under its name.
    func commit() throws
    /// Gives up: an older file under the name stays as it was.
    func discard()
}

/// An output held in memory, for tests and for stages inside a process.
public final class MemoryDestination: ByteDestination {
    public private(set) var bytes: [UInt8] = []
    public init() {}
    public func write(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }
    public func commit() {}
    public func discard() { bytes = [] }
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Standard output or a file. A regular file is written beside its name and renamed at the end; a device, a FIFO or
/// a socket is written directly; links are followed; a name ending in `.gz` compresses.
public final class OutputFile: ByteDestination {
    private let writer: DescriptorWriter
    private let target: String
    private let temporary: String?
    private var gzip: GzipWriter?
    private var isOpen = true

    /// F_SETPIPE_SZ of fcntl(2), which Swift does not import.
    private static let setPipeSize: Int32 = 1031

    /// Standard output, or the file at `path`; `-` is standard output too.
    /// - Throws: `StageFailure` with status 73 when the file cannot be made.
    public init(path: String?) throws {
        guard let path, path != "-", OutputFile.inheritedDescriptor(path) != 1 else {
            if ProcessState.closedAtStart.contains(1) {
                throw StageFailure(.outputUncreatable, "standard output is closed")
            }
            target = "standard output"
            temporary = nil
            writer = DescriptorWriter(descriptor: 1, name: target)
            // A pipe of 1 MiB lets both ends run a third faster than the usual 64 KiB; one that cannot grow stays.
            _ = fcntl(1, OutputFile.setPipeSize, 1 << 20)
            return
        }
        if let inherited = OutputFile.inheritedDescriptor(path) {
            let descriptor = dup(inherited)
            guard descriptor >= 0 else { throw StageFailure(.outputUncreatable, "\(path): \(systemMessage(errno))") }
            target = path
            temporary = nil
            writer = DescriptorWriter(descriptor: descriptor, name: path)
            return
        }
        guard let resolved = OutputFile.followLinks(path) else {
            throw StageFailure(.outputUncreatable, "\(path): \(systemMessage(ELOOP))")
        }
        target = resolved
        var status = stat()
        let exists = stat(resolved, &status) == 0
        let kind = status.st_mode & S_IFMT
        if exists, kind == S_IFDIR { throw StageFailure(.outputUncreatable, "\(path) is a directory") }
        if exists, kind != S_IFREG {
            let descriptor = open(resolved, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw StageFailure(.outputUncreatable, "\(path): cannot open: \(systemMessage(errno))")
            }
            temporary = nil
            writer = DescriptorWriter(descriptor: descriptor, name: path)
        } else {
            if exists, access(resolved, W_OK) != 0 {
                throw StageFailure(.outputUncreatable, "\(path): cannot write: \(systemMessage(errno))")
            }
            let (descriptor, name) = try OutputFile.temporary(beside: resolved, named: path)
            TemporaryFiles.add(name)
            fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~OutputFile.mask)
            if exists, geteuid() == 0 { _ = fchown(descriptor, status.st_uid, status.st_gid) }
            temporary = name
            writer = DescriptorWriter(descriptor: descriptor, name: path)
        }
        if path.hasSuffix(".gz") {
            gzip = GzipWriter { [writer] in try writer.write($0) }
        }
    }

    deinit { discard() }

    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        if let gzip { try gzip.append(bytes) } else { try writer.write(bytes) }
    }

    public func commit() throws {
        guard isOpen else { return }
        try gzip?.finish()
        guard writer.descriptor != 1 else {
            isOpen = false
            // A network file system may tell of a full disk only now.
            if close(dup(1)) != 0 { throw StageFailure(.ioFailed, "\(target): \(systemMessage(errno))") }
            return
        }
        if let temporary {
            guard fsync(writer.descriptor) == 0 else {
                throw StageFailure(.ioFailed, "\(target): cannot sync: \(systemMessage(errno))")
            }
            isOpen = false
            let closed = close(writer.descriptor)
            guard closed == 0, rename(temporary, target) == 0 else {
                let reason = systemMessage(errno)
                unlink(temporary)
                TemporaryFiles.forget(temporary)
                throw StageFailure(.ioFailed, "\(target): cannot put in place: \(reason)")
            }
            TemporaryFiles.forget(temporary)
            OutputFile.syncFolder(of: target)
        } else {
            isOpen = false
            if close(writer.descriptor) != 0 {
                throw StageFailure(.ioFailed, "\(target): cannot close: \(systemMessage(errno))")
            }
        }
    }

    public func discard() {
        guard isOpen else { return }
        isOpen = false
        guard writer.descriptor != 1 else { return }
        close(writer.descriptor)
        if let temporary {
            unlink(temporary)
            TemporaryFiles.forget(temporary)
        }
    }

    // MARK: Paths

    static var mask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    /// The descriptor that /dev/stdout and its like name: where such a one is a file, it must not be replaced.
    private static func inheritedDescriptor(_ path: String) -> Int32? {
        if path == "/dev/stdout" { return 1 }
        if path == "/dev/stderr" { return 2 }
        for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
            return Int32(path.dropFirst(prefix.count))
        }
        return nil
    }

    /// The path a chain of links leads to, which need not exist; nil for a chain without an end.
    static func followLinks(_ path: String) -> String? {
        var current = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let length = readlink(current, &buffer, Int(PATH_MAX))
            guard length > 0 else { return current }
            let link = String(decoding: buffer[0..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            current = link.hasPrefix("/") ? link : folder(of: current) + link
        }
        return nil
    }

    /// Everything up to and with the last slash; empty for a bare name.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func temporary(beside path: String, named given: String) throws -> (Int32, String) {
        let folder = folder(of: path)
        let name = path.dropFirst(folder.count)
        var template = Array((folder + "." + name.prefix(200) + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw StageFailure(.outputUncreatable, "\(given): cannot create: \(systemMessage(errno))")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Makes the rename itself durable; a file system that cannot is not an error.
    static func syncFolder(of path: String) {
        let folder = folder(of: path)
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
