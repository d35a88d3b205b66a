import Contract
import Hashing
import NDJSON
import Platform
import StageKit

/// One day's folder of an archive with its list, `fetches.ndjson`: the `fetches` record of each content in it.
///
/// The list says what is there already, so that a server that goes back and forth between two contents fills no disk.
/// Only a process that holds the archive's lock may call this.
final class SnapshotDay {
    static let listName = "fetches.ndjson"

    let folder: String
    private let name: String
    /// The file of each content by its hash.
    private var files: [String: String] = [:]
    /// How far the list has been read, and the file it was.
    private var position = 0
    private var inode: UInt = 0
    private var wasSearched = false
    private let scanner = ColumnScanner([Tables.Fetches.columns.sha256, Tables.Fetches.columns.storedAs])

    var count: Int { files.count }

    /// - Parameter name: the feed's.
    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The path of the file with this content; nil where the day has none.
    func path(of sha256: String) -> String? { files[sha256].map { folder + "/" + $0 } }

    /// Reads what has come to the list since the last look, by whatever process.
    func refresh() throws {
        let list = folder + "/" + SnapshotDay.listName
        let descriptor = uninterrupted { open(list, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        if descriptor >= 0 {
            defer { close(descriptor) }
            guard let status = FileStatus(descriptor) else {
                throw StageFailure(.ioFailed, "\(list): cannot read: \(systemMessage(errno))")
            }
            if status.inode != inode || status.size < position {
                files = [:]
                position = 0
                inode = status.inode
            }
            if status.size > position { try read(descriptor, status.size) }
        }
        guard !wasSearched else { return }
        wasSearched = true
        try addUnlisted()
    }

    private func read(_ descriptor: Int32, _ size: Int) throws {
        var bytes = [UInt8](repeating: 0, count: size - position)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + filled, $0.count - filled, off_t(position + filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        bytes.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(rebasing: bytes[0..<filled])
            // A last line without its end was cut off by a crash; the next line begins after a line end all the same.
            while let end = rest.firstIndex(of: 0x0A) {
                take(UnsafeRawBufferPointer(rebasing: rest[0..<end]))
                position += end + 1
                rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            }
        }
    }

    private func take(_ line: UnsafeRawBufferPointer) {
        // What is not a record is what a crash left of one; its file is found by the search for unlisted ones.
        guard (try? scanner.scan(line)) != nil, let hash = scanner[Tables.Fetches.columns.sha256].string,
            let path = scanner[Tables.Fetches.columns.storedAs].string
        else { return }
        files[hash] = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Lists files that were put in place by a process that was killed before it could list them.
    private func addUnlisted() throws {
        let listed = Set(files.values)
        for file in FolderNames.list(folder) where SnapshotName.isSnapshot(file, of: name) && !listed.contains(file) {
            guard let (hash, bytes, time) = SnapshotDay.content(of: folder + "/" + file) else { continue }
            var record = FetchRecord(url: name, at: time)
            record.bytes = bytes
            record.sha256 = hash
            record.storedAs = folder + "/" + file
            try add(record)
        }
    }

    private static func content(of path: String) -> (String, Int, Int)? {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor), status.isRegular, let hash = SHA256.digest(ofFile: descriptor) else {
            return nil
        }
        // The record is of the content, however it is stored.
        guard let compression = InputCompression(ofFile: path), path.hasSuffix("." + compression.fileExtension) else {
            return (hash, status.size, status.modified)
        }
        var content = SHA256()
        var bytes = 0
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        guard let input = try? InputFile(path) else { return nil }
        while true {
            guard let count = try? input.read(into: chunk) else { return nil }
            if count == 0 { return (content.finish(), bytes, status.modified) }
            content.update(UnsafeRawBufferPointer(rebasing: chunk[0..<count]))
            bytes += count
        }
    }

    /// Puts a record at the list's end, durably.
    func add(_ record: FetchRecord) throws {
        guard let hash = record.sha256, let path = record.storedAs else { return }
        let list = folder + "/" + SnapshotDay.listName
        let (before, added) = try RecordLines.add(record.line, to: list, isDurable: true)
        if inode == 0 { inode = before.inode }
        position = before.size + added
        files[hash] = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
