import NDJSON
import Platform

/// One file of a feed, in an archive or in a folder.
public struct FeedFile {
    enum Storage {
        case entry(ZipEntry, FileRange)
        case file(path: String)
    }

    /// The path inside the archive or folder, `/` between names.
    public let path: String
    /// The bytes as they lie in the archive or folder.
    public let storedBytes: Int
    /// The bytes once inflated, as the archive's directory says.
    public let bytes: Int
    let storage: Storage
    /// The archive or folder, for messages.
    let container: String

    /// The name without its folder: `stops.txt`.
    public var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

    /// The folder with its slash; empty at the root.
    var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    var fullName: String { "\(container): \(path)" }

    /// The same file seen from a folder: without the folder's name at its front.
    func below(_ prefix: String) -> FeedFile {
        FeedFile(
            path: String(path.dropFirst(prefix.count)), storedBytes: storedBytes, bytes: bytes, storage: storage,
            container: "\(container)#\(prefix.dropLast())")
    }

    /// Opens the file's bytes from the start; every call gives an independent reader.
    /// - Parameter tally: counts what is read and bounds what is inflated.
    /// - Throws: `FeedFault` when the file is missing, encrypted, cut short or of an unknown compression.
    public func open(_ tally: ReadTally) throws -> any ByteSource {
        switch storage {
        case .entry(let entry, let range):
            if entry.method == 8, entry.size >= EntryAhead.leastBytes, tally.inflatesAhead,
                let ahead = try EntryAhead(entry, in: range, name: fullName, tally: tally)
            {
                return ahead
            }
            return try ZipEntryReader(entry, in: range, name: fullName, tally: tally)
        case .file(let path): return try PlainFileReader(path: path, name: fullName, tally: tally)
        }
    }

    /// Whether another file has the same bytes.
    /// - Throws: what reading them throws.
    public func hasContent(of other: FeedFile, _ tally: ReadTally) throws -> Bool {
        guard bytes == other.bytes else { return false }
        if case .entry(let one, _) = storage, case .entry(let two, _) = other.storage, one.checksum != two.checksum {
            return false
        }
        let mine = try open(tally)
        let theirs = try other.open(tally)
        var left = [UInt8](repeating: 0, count: 1 << 16)
        var right = left
        while true {
            let count = try FeedFile.fill(&left, from: mine)
            guard try FeedFile.fill(&right, from: theirs) == count, left[..<count] == right[..<count] else {
                return false
            }
            if count < left.count { return true }
        }
    }

    private static func fill(_ buffer: inout [UInt8], from source: any ByteSource) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try buffer.withUnsafeMutableBytes {
                try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// The file as a zip of its own: uncompressed it is read where it lies, otherwise from a temporary copy.
    func asRange(_ tally: ReadTally) throws -> FileRange {
        switch storage {
        case .entry(let entry, let range) where entry.method == 0 && !entry.isEncrypted:
            try ZipEntryReader.storedRange(entry, in: range, name: fullName)
        case .entry(let entry, let range):
            FileRange(
                try OpenFile.spool(
                    ZipEntryReader(entry, in: range, name: fullName, tally: tally), name: fullName,
                    limit: tally.limit))
        case .file(let path): FileRange(try OpenFile(path: path, name: path))
        }
    }
}

/// The bytes of a deflated entry, inflated by a thread of their own.
private final class EntryAhead: ByteSource {
    /// Smaller entries are inflated before a thread has begun.
    static let leastBytes = 1 << 20

    private let bytes: BytesAhead
    private let tally: ReadTally
    private let name: String
    private var noted = 0

    /// nil where there is no second thread.
    init?(_ entry: ZipEntry, in range: FileRange, name: String, tally: ReadTally) throws {
        // What the thread has read counts when somebody asks for it.
        let own = ReadTally(limit: .max)
        guard
            let bytes = BytesAhead(
                try ZipEntryReader(entry, in: range, name: name, tally: own), note: { own.bytesRead })
        else { return nil }
        self.bytes = bytes
        self.tally = tally
        self.name = name
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try bytes.read(into: buffer)
        tally.bytesRead += bytes.note - noted
        noted = bytes.note
        try tally.inflated(count, of: name)
        return count
    }
}

/// The bytes of a file in a folder.
private final class PlainFileReader: ByteSource {
    private let range: FileRange
    private let tally: ReadTally
    private let name: String
    private var position = 0

    init(path: String, name: String, tally: ReadTally) throws {
        range = FileRange(try OpenFile(path: path, name: name))
        self.tally = tally
        self.name = name
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try range.read(at: position, into: buffer)
        position += count
        tally.bytesRead += count
        try tally.inflated(count, of: name)
        return count
    }
}

/// The files of a folder and of the folders in it.
enum FolderListing {
    /// How many folders deep files are looked for.
    private static let depthLimit = 4

    /// - Throws: `FeedFault` of kind missing when the folder cannot be read.
    static func files(of folder: String, name: String) throws -> (files: [FeedFile], folders: [String]) {
        var files: [FeedFile] = []
        var folders: [String] = []
        try add(folder, prefix: "", depth: 0, name: name, to: &files, &folders)
        return (files, folders)
    }

    private static func add(
        _ folder: String, prefix: String, depth: Int, name: String, to files: inout [FeedFile],
        _ folders: inout [String]
    ) throws {
        guard let names = names(in: folder) else {
            // A folder below that may not be read holds nothing for us; its tables would be found missing.
            if depth > 0 { return }
            throw FeedFault(.missing, "\(name): cannot read the folder: \(systemMessage(errno))")
        }
        for entry in names.sorted() {
            guard let status = FileStatus("\(folder)/\(entry)") else { continue }
            switch status.kind {
            case .folder:
                folders.append(prefix + entry)
                guard depth < depthLimit else { continue }
                try add(
                    "\(folder)/\(entry)", prefix: "\(prefix)\(entry)/", depth: depth + 1, name: name, to: &files,
                    &folders)
            case .regular:
                files.append(
                    FeedFile(
                        path: prefix + entry, storedBytes: status.size, bytes: status.size,
                        storage: .file(path: "\(folder)/\(entry)"), container: name))
            default: continue
            }
        }
    }
}
