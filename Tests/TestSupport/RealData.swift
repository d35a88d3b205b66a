import Glibc

/// The real feeds, which lie outside the project.
public enum RealData {
    /// `LINEFEED_REAL_DATA`, or `../shared/data` beside the checkout; nil where neither is there.
    public static let folder: String? = {
        if let given = getenv("LINEFEED_REAL_DATA") { return String(cString: given) }
        let beside = Checkout.root + "/../shared/data"
        return access(beside, R_OK) == 0 ? beside : nil
    }()

    public static func path(_ name: String) -> String? { folder.map { $0 + "/" + name } }

    /// The names in a folder of the real data, in order, that end as asked.
    public static func files(in subfolder: String, suffix: String) -> [String] {
        guard let path = path(subfolder) else { return [] }
        return Checkout.names(in: path).filter { $0.hasSuffix(suffix) }.map { path + "/" + $0 }
    }

    /// Of some files those that a test looks at: all of them with `LINEFEED_DEEP`, the small ones without, for those have
    /// all there is to see in a feed but its size.
    public static func chosen(_ files: [String], below bytes: Int = 130_000) -> [String] {
        files.filter { Depth.isDeep || size(of: $0) < bytes }
    }

    public static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The rows of a table of published names and numbers, without its heading; empty if the table is missing.
    public static func facts(_ name: String) -> [[String]] {
        guard let path = path("../facts/\(name)"), let text = TemporaryFolder.text(of: path) else { return [] }
        return text.split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}

/// How much tests do.
public enum Depth {
    /// Whether they are to do all that they can: `scripts/check-deep` sets `LINEFEED_DEEP`.
    public static let isDeep = getenv("LINEFEED_DEEP") != nil
}

/// The checkout under test.
public enum Checkout {
    public static let root: String = {
        var path = #filePath
        for _ in 0..<3 { path = String(path[..<path.lastIndex(of: "/")!]) }
        return path
    }()

    /// The entries of a folder in order, without `.` and `..`.
    public static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
