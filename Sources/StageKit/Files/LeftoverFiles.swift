import CProcess
import Platform

/// Removes temporary files that killed processes left behind.
///
/// A file is removed only if it is a regular file of this user with a single link and a name of linefeed's pattern, and
/// if it can be locked. A file of an archive may have a second link, which was created (`link`) before its process was
/// killed; then the temporary name is removed.
public enum LeftoverFiles {
    /// The maximum number of names examined in a folder.
    private static let nameLimit = 10_000
    /// On network file systems, where a lock may hold on one machine only, a file must be unchanged for this long.
    private static let patience = 86_400

    enum Outcome: Equatable {
        case removed
        /// The file no longer existed.
        case gone
        /// A process holds its lock.
        case alive
        /// The file is not linefeed's, or its owner cannot be determined.
        case foreign
    }

    /// The folders that this process has already swept.
    nonisolated(unsafe) private static var swept: Set<FileIdentity> = []

    /// Sweeps a folder, `""` for the working folder, once per process.
    public static func sweepOnce(_ folder: String) {
        let place = folder.isEmpty ? "." : folder
        guard let status = FileStatus(place), swept.insert(FileIdentity(status)).inserted else { return }
        sweep(place)
    }

    /// Removes the files of killed processes from a folder; unreadable entries stay.
    public static func sweep(_ folder: String) {
        // The names are collected first, because removing files would change the listing.
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
