import Contract
import NDJSON
import Platform

/// A feed as it lies on disk: a zip, a folder, or one inside the other.
public struct FeedArchive {
    /// The path as it was given, for messages.
    public let name: String
    /// The feed's files: those of the root, or of the one folder or inner zip that holds tables.
    public let files: [FeedFile]
    /// Files that lie elsewhere in the archive and are not read.
    public let elsewhere: [FeedFile]
    /// A folder in which tables lie although nobody named it: the one that is read, or one beside the files of the root.
    public let folderWithTables: String?
    /// Tables' names that are folders in the feed.
    public let foldersNamedAsTables: [String]

    /// How many zips may lie in one another.
    private static let depthLimit = 4

    /// Opens the zip or folder at `path`; `outer.zip#inner.zip` and `feed.zip#folder` name a part of it.
    /// - Throws: `FeedFault`: missing, no zip, no GTFS table, or several folders or inner zips to choose from.
    public init(path: String, tally: ReadTally) throws {
        let (file, parts) = FeedArchive.split(path)
        guard let status = FileStatus(file) else { throw FeedFault(.missing, "\(file): \(systemMessage(errno))") }
        let choice: Choice
        if status.isFolder {
            let listing = try FolderListing.files(of: file, name: file)
            choice = try FeedArchive.choose(
                from: listing.files, folders: listing.folders, of: file, parts[...], tally, depth: 0)
        } else {
            let zip = FileRange(try OpenFile(path: file, name: file))
            choice = try FeedArchive.choose(from: zip, of: file, parts[...], tally, depth: 0)
        }
        self.init(name: path, choice)
    }

    /// Opens a zip that comes as a stream, from a copy in a temporary file without a name.
    /// - Parameter parts: the inner zips and folders that lead to the feed.
    public init(spooling source: any ByteSource, name: String, parts: [String], tally: ReadTally) throws {
        let zip = FileRange(try OpenFile.spool(source, name: name, limit: tally.limit))
        self.init(name: name, try FeedArchive.choose(from: zip, of: name, parts[...], tally, depth: 0))
    }

    private init(name: String, _ choice: Choice) {
        self.name = name
        files = choice.files
        elsewhere = choice.elsewhere
        folderWithTables =
            choice.subfolder
            ?? choice.elsewhere.first { TableDefinition.isTable(file: $0.name) }
            .map { String($0.folder.dropLast()) }
        foldersNamedAsTables = choice.folders.filter { TableDefinition.isTable(file: $0) }.sorted()
    }

    /// Splits `outer.zip#inner.zip` at its marks, unless a file has the whole as its name.
    public static func split(_ path: String) -> (file: String, parts: [String]) {
        if FileStatus(path) != nil { return (path, []) }
        var end = path.firstIndex(of: "#")
        let first = end
        while let mark = end {
            let head = String(path[..<mark])
            if head == "-" || FileStatus(head) != nil { return (head, parts(path[mark...])) }
            end = path[path.index(after: mark)...].firstIndex(of: "#")
        }
        return first.map { (String(path[..<$0]), parts(path[$0...])) } ?? (path, [])
    }

    private static func parts(_ text: Substring) -> [String] { text.split(separator: "#").map(String.init) }

    // MARK: Choosing

    private struct Choice {
        var files: [FeedFile]
        var elsewhere: [FeedFile]
        var folders: [String]
        /// The folder that was chosen because it is the only one with tables.
        var subfolder: String?
    }

    private static func choose(
        from zip: FileRange, of container: String, _ parts: ArraySlice<String>, _ tally: ReadTally, depth: Int
    ) throws -> Choice {
        guard depth < depthLimit else {
            throw FeedFault(.unusable, "\(container): zips are nested more than \(depthLimit) deep")
        }
        var files: [FeedFile] = []
        var folders: [String] = []
        for entry in try ZipDirectory.entries(of: zip, name: container) {
            if entry.isFolder {
                folders.append(entry.path)
            } else {
                files.append(
                    FeedFile(
                        path: entry.path, storedBytes: entry.compressed, bytes: entry.size,
                        storage: .entry(entry, zip), container: container))
            }
        }
        return try choose(from: files, folders: folders, of: container, parts, tally, depth: depth)
    }

    private static func choose(
        from all: [FeedFile], folders: [String], of container: String, _ parts: ArraySlice<String>,
        _ tally: ReadTally, depth: Int
    ) throws -> Choice {
        let files = all.filter { !isHidden($0.path) }
        guard let part = parts.first else {
            if files.contains(where: { $0.folder.isEmpty && TableDefinition.isTable(file: $0.name) }) {
                return Choice(
                    files: files.filter { $0.folder.isEmpty },
                    elsewhere: files.filter { !$0.folder.isEmpty }, folders: folders)
            }
            let only = try onlyCandidate(in: files, of: container)
            var choice = try choose(from: files, folders: folders, of: container, [only], tally, depth: depth)
            if !files.contains(where: { $0.path == only }) { choice.subfolder = only }
            return choice
        }
        let named = part.hasSuffix("/") ? String(part.dropLast()) : part
        if let inner = try find(named, in: files, of: container) {
            return try choose(
                from: try inner.asRange(tally), of: "\(container)#\(inner.path)", parts.dropFirst(), tally,
                depth: depth + 1)
        }
        let prefix = named + "/"
        let inside = files.filter { $0.path.hasPrefix(prefix) }
        guard !inside.isEmpty else { throw FeedFault(.missing, "\(container) has no file or folder \(part)") }
        return try choose(
            from: inside.map { $0.below(prefix) },
            folders: folders.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) },
            of: "\(container)#\(named)", parts.dropFirst(), tally, depth: depth)
    }

    /// The one folder with tables or the one inner zip of an archive that has no table at its root.
    private static func onlyCandidate(in files: [FeedFile], of container: String) throws -> String {
        let folders = distinct(files.filter { TableDefinition.isTable(file: $0.name) }.map(\.folder))
        let zips = files.filter { $0.path.lowercased().hasSuffix(".zip") }.map(\.path)
        let candidates = folders.map { String($0.dropLast()) } + zips
        guard candidates.count < 2 else {
            throw FeedFault(
                .unusable,
                "\(container) holds \(candidates.count) feeds; name one: "
                    + candidates.prefix(20).map { "'\(container)#\($0)'" }.joined(separator: ", ")
                    + (candidates.count > 20 ? ", …" : ""))
        }
        guard let only = candidates.first else {
            throw FeedFault(.unusable, "\(container) holds no GTFS table\(listing(files))")
        }
        return only
    }

    /// Resource forks and Finder's files, which macOS adds to zips.
    private static func isHidden(_ path: String) -> Bool {
        path.hasPrefix("__MACOSX/") || path.contains("/__MACOSX/") || path.hasPrefix(".") || path.contains("/.")
    }

    private static func find(_ name: String, in files: [FeedFile], of container: String) throws -> FeedFile? {
        var found = files.filter { $0.path == name }
        if found.isEmpty { found = files.filter { $0.path.lowercased() == name.lowercased() } }
        guard found.count < 2 else {
            throw FeedFault(.unusable, "\(container) holds \(name) \(found.count) times")
        }
        return found.first
    }

    private static func distinct(_ names: [String]) -> [String] {
        var result: [String] = []
        for name in names.sorted() where result.last != name { result.append(name) }
        return result
    }

    private static func listing(_ files: [FeedFile]) -> String {
        if files.isEmpty { return "; it is empty" }
        return "; it holds " + files.prefix(8).map(\.path).joined(separator: ", ") + (files.count > 8 ? ", …" : "")
    }
}
