import Platform

/// A file under a temporary name in the folder of its target.
///
/// The file is always created (O_EXCL), never reused, and locked with flock for its whole life. So files of killed
/// processes can be distinguished from those of running ones: the kernel releases a lock when its process ends, however
/// it ends and in any container. Creating such a file also removes leftovers in the folder.
///
/// Another process may remove the file between creation and locking. Therefore the creator checks, once it holds the
/// lock, that the name still belongs to its file, and creates another one otherwise.
public final class TemporaryFile {
    /// The target of a file that is published with a second link, which replaces nothing (`link`): the contents of an
    /// archive.
    public static let linked = "incoming"

    public let path: String
    public let descriptor: Int32
    private var isOpen = true

    /// Creates a file with a random name beside `target` and sweeps the folder once per process.
    /// - Parameters:
    ///   - given: the name of the target in messages.
    ///   - ending: the end of the name; nil for the one that sweeps look for. With another ending, the caller must
    ///     remove leftovers.
    /// - Throws: `StageFailure` with status 73.
    public init(beside target: String, named given: String, ending: String? = nil) throws {
        let names = TemporaryName(beside: target, ending: ending ?? TemporaryName.ending)
        LeftoverFiles.sweepOnce(names.folder)
        (path, descriptor) = try TemporaryFile.noted { try TemporaryFile.make(names, given) }
    }

    /// Creates the single temporary file for `target`, whose name is fixed.
    ///
    /// A leftover of a killed run under this name is removed. If another user's file, a link or a folder has the name,
    /// it is left alone and another name is used, which no other run can find locked.
    /// - Throws: `StageFailure` with status 73, or 75 if another run holds the lock.
    init(alone target: String, named given: String) throws {
        let names = TemporaryName(beside: target)
        LeftoverFiles.sweepOnce(names.folder)
        (path, descriptor) = try TemporaryFile.noted { try TemporaryFile.makeAlone(names, given) }
    }

    deinit { discard() }

    /// Syncs the written bytes to disk. Any thread may do it.
    /// - Throws: `StageFailure` with status 74; whoever has the file then discards it.
    public func sync(named given: String) throws {
        guard uninterrupted({ fsync(descriptor) }) == 0 else { throw failure("cannot sync", given) }
        // A network file system may tell of a full disk only when a file is closed.
        guard close(dup(descriptor)) == 0 else { throw failure("cannot close", given) }
    }

    /// Syncs the file and renames it to `target`; the file then has no lock.
    /// - Parameters:
    ///   - isDurable: whether to sync the file and its folder.
    ///   - isSynced: whether the file is synced already.
    ///   - syncsFolder: false if the caller syncs the folder, after it has renamed several files.
    /// - Throws: `StageFailure` with status 74; the file is then removed.
    public func put(
        at target: String, named given: String, isDurable: Bool = true, isSynced: Bool = false, syncsFolder: Bool = true
    ) throws {
        guard isOpen else { return }
        do {
            if isDurable, !isSynced { try sync(named: given) }
            guard rename(path, target) == 0 else { throw failure("cannot move the temporary file into place", given) }
        } catch {
            discard()
            throw error
        }
        isOpen = false
        TemporaryFiles.forget(path)
        close(descriptor)
        if isDurable, syncsFolder { OutputFile.syncFolder(of: target) }
    }

    private func failure(_ what: String, _ given: String) -> StageFailure {
        StageFailure(.ioFailed, "\(given): \(what): \(systemMessage(errno))")
    }

    /// Removes the file.
    public func discard() {
        guard isOpen else { return }
        isOpen = false
        // The file is removed while it is locked, so that it cannot belong to another process.
        unlink(path)
        TemporaryFiles.forget(path)
        close(descriptor)
    }

    // MARK: Making

    /// Makes a file and notes its name. A signal between the two would leave the file behind, so signals wait.
    private static func noted(
        _ make: () throws -> (path: String, descriptor: Int32)
    ) rethrows -> (path: String, descriptor: Int32) {
        var signals = ProcessState.endingSignals
        signals.hold()
        defer { signals.restore() }
        let made = try make()
        TemporaryFiles.add(made.path)
        return made
    }

    private static func make(_ names: TemporaryName, _ given: String) throws -> (path: String, descriptor: Int32) {
        for _ in 0..<100 {
            if let made = try claim(names.random(), given) { return made }
        }
        throw StageFailure(.outputUncreatable, "\(given): cannot create: \(systemMessage(EEXIST))")
    }

    private static func makeAlone(_ names: TemporaryName, _ given: String) throws -> (path: String, descriptor: Int32) {
        while true {
            if let made = try claim(names.fixed, given) { return made }
            switch LeftoverFiles.remove(names.fixed) {
            case .removed, .gone: continue
            case .alive:
                throw StageFailure(.tryLater, "\(given): another run is writing this file; try again when it has ended")
            case .foreign: return try make(names, given)
            }
        }
    }

    /// Makes and locks the file at `path`; nil where the name is taken, or was taken away meanwhile.
    private static func claim(_ path: String, _ given: String) throws -> (path: String, descriptor: Int32)? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST || errno == EINTR { return nil }
            throw StageFailure(.outputUncreatable, "\(given): cannot create: \(systemMessage(errno))")
        }
        // Where a file system knows no locks, nobody can sweep it either.
        if lockFile(descriptor) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            return nil
        }
        guard let named = FileStatus(link: path), FileIdentity(named) == FileIdentity(of: descriptor) else {
            close(descriptor)
            return nil
        }
        return (path, descriptor)
    }
}

/// What temporary files are called: `.NAME.k2v9…x.linefeed`, and `.NAME.loading` for the only one.
struct TemporaryName {
    static let ending = ".linefeed"
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let tokenLength = 10
    /// The most bytes of the target's name that are kept, so that the whole is no longer than a name may be.
    private static let stemLimit = 200

    /// Everything up to and with the last slash; empty for the working folder.
    let folder: String
    private let stem: String
    private let ending: String

    init(beside target: String, ending: String = TemporaryName.ending) {
        self.ending = ending
        folder = OutputFile.folder(of: target)
        var name = target.dropFirst(folder.count)
        while name.utf8.count > TemporaryName.stemLimit { name.removeLast() }
        stem = "." + name
    }

    var fixed: String { folder + stem + ".loading" }

    func random() -> String {
        var bits = UInt64.random(in: .min ... .max)
        var token: [UInt8] = []
        for _ in 0..<TemporaryName.tokenLength {
            token.append(TemporaryName.letters[Int(bits & 31)])
            bits >>= 5
        }
        return folder + stem + "." + String(decoding: token, as: UTF8.self) + ending
    }

    /// Whether a path is that of a file that gets its place by a second name.
    static func isLinked(_ path: String) -> Bool {
        path.dropFirst(OutputFile.folder(of: path).count).hasPrefix("." + TemporaryFile.linked + ".")
    }

    /// Whether a name in a folder is one that `random` gives.
    static func isOurs(_ name: UnsafeRawBufferPointer) -> Bool { isOurs(name, TemporaryName.ending) }

    /// Whether a name in a folder is one that `random` gives for this target.
    func gave(_ name: UnsafeRawBufferPointer) -> Bool {
        TemporaryName.isOurs(name, ending)
            && name.count == stem.utf8.count + 1 + TemporaryName.tokenLength + ending.utf8.count
            && name.starts(with: stem.utf8)
    }

    private static func isOurs(_ name: UnsafeRawBufferPointer, _ ending: String) -> Bool {
        let end = name.count - ending.utf8.count
        let start = end - tokenLength
        guard start > 2, name[0] == UInt8(ascii: "."), name[start - 1] == UInt8(ascii: "."),
            name[end...].elementsEqual(ending.utf8)
        else { return false }
        return name[start..<end].allSatisfy { letters.contains($0) }
    }
}
