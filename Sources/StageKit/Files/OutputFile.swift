import Platform

/// A destination of the bytes that a stage writes.
public protocol ByteDestination: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// Syncs the written bytes to disk, so that `commit` is unlikely to fail.
    func prepare() throws
    /// Syncs the written bytes and makes them visible under the final name.
    func commit() throws
    /// Discards the output; an older file under the same name stays unchanged.
    func discard()
}

extension ByteDestination {
    public func prepare() throws {}
}

/// An output in memory, for tests and for stages inside a process.
public final class MemoryDestination: ByteDestination {
    public private(set) var bytes: [UInt8] = []
    public init() {}
    public func write(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }
    public func commit() {}
    public func discard() { bytes = [] }
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Standard output or a file. A regular file is written under a temporary name and renamed at the end; a device, FIFO
/// or socket is written directly; symbolic links are followed; a name ending in `.gz` is compressed.
public final class OutputFile: ByteDestination {
    private let writer: DescriptorWriter
    private let target: String
    private let temporary: TemporaryFile?
    private let isCompressed: Bool
    private let jobs: Int
    private var gzip: GzipWriter?
    private var isOpen = true
    /// Whether all bytes are synced.
    private var isSynced = false

    /// F_SETPIPE_SZ of fcntl(2), which Swift does not import.
    private static let setPipeSize: Int32 = 1031

    /// Standard output, or the file at `path`; `-` is standard output too.
    /// - Parameters:
    ///   - jobs: the number of threads that compress.
    ///   - compresses: false writes the bytes unchanged, whatever the name.
    ///   - followsLinks: false for names that the program chooses inside a folder, where a link could lead out of it.
    /// - Throws: `StageFailure` with status 73 if the file cannot be created.
    public init(path: String?, jobs: Int = 1, compresses: Bool = true, followsLinks: Bool = true) throws {
        self.jobs = jobs
        isCompressed =
            compresses && path.map { $0.hasSuffix(".gz") && OutputFile.inheritedDescriptor($0) == nil } ?? false
        guard let path, path != "-", OutputFile.inheritedDescriptor(path) != 1 else {
            if ProcessState.closedAtStart.contains(1) {
                throw StageFailure(.outputUncreatable, "standard output is closed")
            }
            target = "standard output"
            temporary = nil
            writer = DescriptorWriter(descriptor: 1, name: target)
            // With a pipe of 1 MiB both ends run a third faster than with the usual 64 KiB; if it cannot grow, it keeps
            // its size.
            _ = fcntl(1, OutputFile.setPipeSize, Int32(PipePages.pipeSizes.lowerBound))
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
        guard followsLinks || !OutputFile.isLink(path) else {
            throw StageFailure(
                .outputUncreatable, "\(path) is a symbolic link, which may lead out of its folder; not followed")
        }
        let resolved = try OutputFile.resolve(path)
        target = resolved
        let status = FileStatus(resolved)
        if let status, status.isFolder { throw StageFailure(.outputUncreatable, "\(path) is a directory") }
        if let status, !status.isRegular {
            let descriptor = uninterrupted { open(resolved, O_WRONLY | O_CLOEXEC) }
            guard descriptor >= 0 else {
                throw StageFailure(.outputUncreatable, "\(path): cannot open: \(systemMessage(errno))")
            }
            temporary = nil
            writer = DescriptorWriter(descriptor: descriptor, name: path)
        } else {
            if status != nil, access(resolved, W_OK) != 0 {
                throw StageFailure(.outputUncreatable, "\(path): cannot write: \(systemMessage(errno))")
            }
            let file = try TemporaryFile(beside: resolved, named: path)
            OutputFile.giveMode(of: status, to: file.descriptor)
            temporary = file
            writer = DescriptorWriter(descriptor: file.descriptor, name: path)
        }
        if isCompressed { beginMember() }
    }

    deinit { discard() }

    private func beginMember() { gzip = GzipWriter(jobs: jobs) { [writer] in try writer.write($0) } }

    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard !bytes.isEmpty else { return }
        // Bytes after `prepare` start a new gzip member (RFC 1952 §2.2).
        if isCompressed, gzip == nil { beginMember() }
        isSynced = false
        if let gzip { try gzip.append(bytes) } else { try writer.write(bytes) }
    }

    public func prepare() throws {
        guard isOpen else { return }
        try gzip?.finish()
        gzip = nil
        try temporary?.sync(named: target)
        isSynced = true
    }

    public func commit() throws { try commit(syncsFolder: true) }

    /// - Parameter syncsFolder: false if the caller syncs the folder, after it has committed several files.
    func commit(syncsFolder: Bool) throws {
        guard isOpen else { return }
        try gzip?.finish()
        guard writer.descriptor != 1 else {
            isOpen = false
            // A network file system may report a full disk only now.
            if close(dup(1)) != 0 { throw StageFailure(.ioFailed, "\(target): \(systemMessage(errno))") }
            return
        }
        if let temporary {
            isOpen = false
            try temporary.put(at: target, named: target, isSynced: isSynced, syncsFolder: syncsFolder)
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
        if let temporary { temporary.discard() } else { close(writer.descriptor) }
    }

    // MARK: Paths

    public static var mask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    /// The descriptor that /dev/stdout and its like name: where such a one is a file, it must not be replaced.
    static func inheritedDescriptor(_ path: String) -> Int32? {
        if path == "/dev/stdout" { return 1 }
        if path == "/dev/stderr" { return 2 }
        for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
            return Int32(path.dropFirst(prefix.count))
        }
        return nil
    }

    /// Gives a new file the old one's mode and owner, or the mode that the mask leaves.
    static func giveMode(of old: FileStatus?, to descriptor: Int32) {
        fchmod(descriptor, old.map { $0.permissions } ?? 0o666 & ~mask)
        if let old, geteuid() == 0 { _ = fchown(descriptor, old.user, old.group) }
    }

    /// The path that a chain of links leads to, which need not exist.
    /// - Throws: `StageFailure` with status 73 for a chain without an end, for a name that is too long, and for a link
    ///   that another user left in a folder that all may write to.
    public static func resolve(_ path: String) throws -> String {
        var current = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let length = readlink(current, &buffer, Int(PATH_MAX))
            guard length > 0 else {
                // The temporary file's name is no longer than a name may be, so nothing else would tell in time.
                guard errno != ENAMETOOLONG else {
                    throw StageFailure(.outputUncreatable, "\(path): cannot create: \(systemMessage(ENAMETOOLONG))")
                }
                return current
            }
            guard !isPlanted(current) else {
                throw StageFailure(
                    .outputUncreatable,
                    "\(path): \(current) is another user's symbolic link in a world-writable folder; not followed")
            }
            let link = String(decoding: buffer[0..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            current = link.hasPrefix("/") ? link : folder(of: current) + link
        }
        throw StageFailure(.outputUncreatable, "\(path): \(systemMessage(ELOOP))")
    }

    /// Whether a name is a link's, and one that is neither this user's nor root's where that is asked.
    public static func isLink(_ path: String, ofAnotherUser: Bool = false) -> Bool {
        guard let status = FileStatus(link: path), status.kind == .link else { return false }
        return !ofAnotherUser || status.user != geteuid() && status.user != 0
    }

    /// Whether a link is neither this user's nor root's and lies where anybody could have put it.
    private static func isPlanted(_ link: String) -> Bool {
        let folder = folder(of: link)
        guard let own = FileStatus(link: link), let parent = FileStatus(folder.isEmpty ? "." : folder) else {
            return false
        }
        return own.user != geteuid() && own.user != 0 && parent.isWritableByOthers
    }

    /// Everything up to and with the last slash; empty for a bare name.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Makes the rename itself durable; a file system that cannot is not an error.
    static func syncFolder(of path: String) {
        let folder = folder(of: path)
        let descriptor = uninterrupted { open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
