import Platform

/// Which file a path leads to, however it is written: through links, `./`, `..` and hard links.
///
/// A file that is not there yet is known by the nearest folder that is, and the names from there on; a link that leads
/// to nothing, by what it leads to. What is neither a regular file nor a folder (a device, a FIFO, a socket) has no
/// identity: it takes several outputs one after another.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt
    /// Below the folder of that identity; empty for what is there.
    private let rest: [String]

    /// The identity of a file whose status is known.
    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        rest = []
    }

    /// The identity of an open file.
    init?(of descriptor: Int32) {
        guard let status = FileStatus(descriptor) else { return nil }
        self.init(status)
    }

    /// As many links as Linux follows before it says that they go round in a circle.
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

/// Whether two paths lead to one regular file or folder, or will when it is made.
public func sameFile(_ one: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(one) else { return false }
    return identity == FileIdentity(other)
}
