import Glibc

/// A feed that stands in one text: `# stops.txt`, then its lines, and so on.
public struct WrittenFeed {
    public let folder: String

    /// Writes the tables of the file at `path` into a folder.
    /// - Parameter folder: a path that is not there yet; one is made up unless it is given.
    public init(_ path: String, into folder: String? = nil) throws {
        guard let text = TemporaryFolder.text(of: path) else { throw Missing(path: path) }
        var files: [(name: String, lines: [Substring])] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            if line.hasPrefix("# ") {
                files.append((String(line.dropFirst(2)), []))
            } else {
                files[files.count - 1].lines.append(line)
            }
        }
        self.folder = folder ?? TemporaryFolder.shared.folder()
        if folder != nil { mkdir(self.folder, 0o755) }
        for file in files {
            TemporaryFolder.put(Array(file.lines.map { $0 + "\n" }.joined().utf8), at: self.folder + "/" + file.name)
        }
    }

    struct Missing: Error { let path: String }
}
