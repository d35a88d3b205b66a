import Platform

/// The folder of the system's compiled zone files.
enum ZoneFiles {
    /// Where zone files lie on Linux and the BSDs, in the order in which they are looked for.
    static let usualFolders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"]

    /// No zone file of the database passes a few kilobytes.
    private static let largest = 1 << 20

    /// `TZDIR` alone where it is set, as the C library has it.
    static var folders: [String] {
        if let given = environmentVariable("TZDIR"), !given.isEmpty { return [given] }
        return usualFolders
    }

    /// Whether a name is made of the characters and parts that names of the database are made of (tz "theory": ASCII
    /// letters, digits, `.`, `-`, `_`, `+` and `/`), so that no name leads out of the folder.
    static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 255 else { return false }
        for part in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let first = part.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
            for byte in part {
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F: break
                default: return false
                }
            }
        }
        return true
    }

    /// The bytes of a zone's file and where it lies.
    static func read(_ name: String) throws(ZoneFault) -> (path: String, bytes: [UInt8]) {
        guard isName(name) else { throw .notAName(name) }
        let present = folders.filter(isFolder)
        guard !present.isEmpty else {
            throw .noZoneFiles(name: name, folders: environmentVariable("TZDIR") == nil ? [usualFolders[0]] : folders)
        }
        for folder in present {
            let path = folder + "/" + name
            let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            if descriptor < 0 {
                if errno == ENOENT || errno == ENOTDIR { continue }
                throw .noAccess(name, path: path, reason: systemMessage(errno))
            }
            defer { close(descriptor) }
            guard let status = FileStatus(descriptor), status.isRegular else { continue }
            guard status.size <= largest else {
                throw .unreadable(name, path: path, reason: "the file is too large for a time zone file")
            }
            return (path, try contents(descriptor, name, path))
        }
        // An image without tzdata may have the folder all the same.
        guard present.contains(where: hasEntries) else { throw .noZoneFiles(name: name, folders: present) }
        throw .unknown(name, folder: present[0])
    }

    private static func hasEntries(_ folder: String) -> Bool {
        var hasAny = false
        forEachName(in: folder) {
            hasAny = $0.first != UInt8(ascii: ".")
            return !hasAny
        }
        return hasAny
    }

    private static func isFolder(_ path: String) -> Bool { FileStatus(path)?.isFolder == true }

    private static func contents(_ descriptor: Int32, _ name: String, _ path: String) throws(ZoneFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count <= largest {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw .noAccess(name, path: path, reason: systemMessage(errno))
            }
            bytes.append(contentsOf: chunk[0..<count])
        }
        return bytes
    }
}

extension Zone {
    /// The first folder of zone files that there is.
    public static var usualFolder: String? { ZoneFiles.folders.first { FileStatus($0)?.isFolder == true } }

    /// The names of the zones in a folder of zone files, in the order of their bytes, without the copies of `posix` and
    /// `right`. Cost: a look at each of some 600 names.
    public static func names(in folder: String) -> [String] {
        var found: [String] = []
        func add(_ part: String, depth: Int) {
            for name in (Platform.names(in: folder + "/" + part) ?? []).sorted() {
                guard let first = name.utf8.first, (0x41...0x5A).contains(first), !name.contains(".") else { continue }
                let path = part.isEmpty ? name : part + "/" + name
                if FileStatus(folder + "/" + path)?.isFolder == true {
                    if depth < 3 { add(path, depth: depth + 1) }
                } else {
                    found.append(path)
                }
            }
        }
        add("", depth: 0)
        return found
    }
}
