import Platform

/// The identity of the file at a path, independent of spelling: through symbolic links, `./`, `..` and hard links.
///
/// A file that does not exist yet is identified by its nearest existing folder and the remaining names; a dangling
/// link, by its target. Devices, FIFOs and sockets have no identity, because they may take several outputs.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt
    /// Below the folder of that identity; empty for what is there.
    private let rest: [String]

    /// Creates the identity of a file from its status.
    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        rest = []
    }

    /// Creates the identity of an open file.
    init?(of descriptor: Int32) {
        guard let status = FileStatus(descriptor) else { return nil }
        self.init(status)
    }

    /// The number of links that Linux follows before it reports a loop.
    private static let mostLinks = 40

    public init?(_ path: String) {
        guard !path.isEmpty else { return nil }
        var path = path
        var missing: [String] = []
        var links = 0
        while true {
            if let status = FileStatus(path) {
                guard status.isRegular || status.isFolder else { return nil }
                device = status.device
                inode = status.inode
                rest = missing
                return
            }
            if let target = FileIdentity.target(ofLink: path) {
                links += 1
                guard links <= FileIdentity.mostLinks else { return nil }
                path = target
                continue
            }
            guard errno == ENOENT || errno == ENOTDIR else { return nil }
            let (folder, name) = FileIdentity.split(path)
            // What stands beyond a name that is not there can only be taken as it is written.
            if name == ".." { return nil }
            if name != "." { missing.insert(name, at: 0) }
            guard folder != path else { return nil }
            path = folder
        }
    }

    /// Where a link leads to, made a path from here; nil and `errno` as it was for what is not a link.
    private static func target(ofLink path: String) -> String? {
        let reason = errno
        defer { errno = reason }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &bytes, Int(PATH_MAX))
        guard count > 0 else { return nil }
        let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return target.hasPrefix("/") ? target : split(path).folder + "/" + target
    }

    /// The folder and the last name in it, slashes at the end left out; `.` for the folder of a bare name.
    private static func split(_ path: String) -> (folder: String, name: String) {
        var bytes = Array(path.utf8)[...]
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            return (".", String(decoding: bytes, as: UTF8.self))
        }
        let folder = slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
        return (folder, String(decoding: bytes[(slash + 1)...], as: UTF8.self))
    }
}

/// Returns whether two paths lead to the same regular file or folder, now or after it is created.
public func sameFile(_ one: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(one) else { return false }
    return identity == FileIdentity(other)
}
