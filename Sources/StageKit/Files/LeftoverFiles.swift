import CProcess
import Platform

/// Temporary files that a killed process left.
///
/// A file is taken away only when it is a regular one of this user with one name, ours by that name, and can be locked. One
/// of an archive may have a second name, under which it was put in place before its process was killed (`link`): then its
/// first one is taken away.
public enum LeftoverFiles {
    /// How many names of a folder are looked at: a folder with more is swept as far as that.
    private static let nameLimit = 10_000
    /// On file systems of a network, where a lock may hold on one machine only, nobody may have written for so long.
    private static let patience = 86_400

    enum Outcome: Equatable {
        case removed
        /// It was not there any more.
        case gone
        /// A process has it locked.
        case alive
        /// It is not ours, or nobody can say whether it is.
        case foreign
    }

    /// Folders that this process has swept.
    nonisolated(unsafe) private static var swept: Set<FileIdentity> = []

    /// Sweeps the folder, `""` for the working one, unless this process has done so.
    public static func sweepOnce(_ folder: String) {
        let place = folder.isEmpty ? "." : folder
        guard let status = FileStatus(place), swept.insert(FileIdentity(status)).inserted else { return }
        sweep(place)
    }

    /// Removes what killed processes left in a folder; what cannot be read stays as it is.
    public static func sweep(_ folder: String) {
        // Not while the folder is being read, which what is removed would change.
        for path in paths(in: folder, where: TemporaryName.isOurs) { _ = remove(path) }
    }

    /// Where temporary files beside `target` lie whose names end otherwise than a sweep looks for: those that are being
    /// written, and those that were left.
    public static func paths(beside target: String, ending: String) -> [String] {
        let names = TemporaryName(beside: target, ending: ending)
        return paths(in: names.folder.isEmpty ? "." : names.folder, where: names.gave)
    }

    private static func paths(in folder: String, where isMeant: (UnsafeRawBufferPointer) -> Bool) -> [String] {
        var names: [String] = []
        var seen = 0
        forEachName(in: folder) { name in
            if isMeant(name) { names.append(String(decoding: name, as: UTF8.self)) }
            seen += 1
            return seen < nameLimit
        }
        return names.map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
    }

    /// Removes the file at `path` if a killed process of this user left it.
    static func remove(_ path: String) -> Outcome {
        guard let named = FileStatus(link: path) else { return errno == ENOENT ? .gone : .foreign }
        guard isOurs(named, path) else { return .foreign }
        // An exclusive lock on a file of a network needs one that is open for writing.
        let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var descriptor = open(path, O_RDWR | flags)
        if descriptor < 0, errno == EACCES { descriptor = open(path, O_RDONLY | flags) }
        guard descriptor >= 0 else { return errno == ENOENT ? .gone : .foreign }
        defer { close(descriptor) }
        guard let opened = FileStatus(descriptor), isOurs(opened, path) else { return .foreign }
        guard lockFile(descriptor) == 0 else { return errno == EWOULDBLOCK ? .alive : .foreign }
        // Whoever had the lock before may have put the file in place, or away.
        guard FileStatus(link: path).map({ FileIdentity($0) }) == FileIdentity(opened) else { return .gone }
        if isOnNetwork(descriptor), posixTime - opened.modified < patience { return .alive }
        return unlink(path) == 0 ? .removed : .foreign
    }

    private static func isOurs(_ status: FileStatus, _ path: String) -> Bool {
        let names = TemporaryName.isLinked(path) ? 1...2 : 1...1
        return status.isRegular && status.user == geteuid() && names ~= status.names
    }

    /// Whether the file lies on NFS, SMB, 9P, AFS, Ceph, Lustre, OCFS2, GFS2 or FUSE (statfs(2), linux/magic.h).
    private static func isOnNetwork(_ descriptor: Int32) -> Bool {
        let network: Set<UInt32> = [
            0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x0102_1997, 0x5346_414F, 0x00C3_6400, 0x0BD0_0BD0, 0x7461_636F,
            0x0116_1970, 0x6573_5546,
        ]
        return network.contains(linefeed_file_system(descriptor))
    }
}
