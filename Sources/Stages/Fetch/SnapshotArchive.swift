import Platform
import StageKit

/// The folder of one feed's contents: each distinct one once, in a file named by its time, in a folder a day.
///
/// Several processes may fill one archive: a lock is held while a content is compared and put in place. Memory: some 300
/// bytes for each content of two days.
final class SnapshotArchive {
    /// `DIR/NAME`
    let root: String
    private let name: String
    /// The folder that was named, `DIR`.
    private let named: String
    /// How many files a day may have; nil for no limit.
    private let dailyLimit: Int?
    /// How contents are compressed that are not compressed already.
    private let compression: InputCompression?
    private var days: [SnapshotDay] = []

    init(
        _ named: String, root: String, name: String, compression: InputCompression? = nil, dailyLimit: Int? = nil
    ) {
        self.named = named
        self.root = root
        self.name = name
        self.dailyLimit = dailyLimit
        self.compression = compression
    }

    /// Makes the folder. What a killed process left in it goes with the first request.
    func prepare() throws { try FolderNames.make(root, below: named) }

    /// Whether the archive has the file, or its day's list, which says that it had it until someone took it away.
    static func has(_ path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return access(path, F_OK) == 0 || access(folder + SnapshotDay.listName, F_OK) == 0
    }

    /// Puts what is in `spool` in place under a name of its own, unless a file of this day or the day before has it.
    ///
    /// - Parameter record: with the content's hash and time; it gets the path and goes into the day's list.
    /// - Returns: the path and whether the content was there already; nil where the day's limit is reached.
    /// - Throws: `StageFailure` with status 73 or 74.
    func store(
        _ spool: Spool, _ record: FetchRecord, extension ending: String
    ) throws -> (path: String, wasThere: Bool)? {
        guard let hash = record.sha256 else { return nil }
        return try locked {
            let today = try day(record.at)
            for day in [today, try self.day(record.at - 86_400)] {
                if let path = day.path(of: hash) { return (path, true) }
            }
            if let dailyLimit, today.count >= dailyLimit { return nil }
            try FolderNames.make(today.folder, below: named)
            let (placed, ending) = try compressed(spool, ending)
            let path = try place(placed, in: today.folder, SnapshotName.stem(name, record.at), ending)
            var listed = record
            listed.storedAs = path
            try today.add(listed)
            return (path, false)
        }
    }

    /// The file to put in place, and its extension.
    private func compressed(_ spool: Spool, _ ending: String) throws -> (Spool, String) {
        guard let compression, ending != "zip", InputCompression(ofFile: spool.openPath) == nil else {
            return (spool, ending)
        }
        let packed = try Spool(in: root, isNamed: true)
        try compression.copy(spool.descriptor, to: packed.descriptor, named: packed.path ?? root)
        return (packed, ending + "." + compression.fileExtension)
    }

    private func locked<Value>(_ body: () throws -> Value) throws -> Value {
        let path = root + "/.lock"
        let lock: LockFile
        do {
            lock = try LockFile(path, mode: 0o666, waits: true)
        } catch {
            switch error {
            case .cannotOpen(let code):
                throw StageFailure(.outputUncreatable, "\(path): cannot open: \(systemMessage(code))")
            case .cannotLock(let code): throw StageFailure(.ioFailed, "\(path): cannot lock: \(systemMessage(code))")
            case .held: throw StageFailure(.tryLater, "\(path): another process has the lock")
            }
        }
        return try withExtendedLifetime(lock, body)
    }

    /// The day of an instant, as its list has it now.
    private func day(_ posix: Int) throws -> SnapshotDay {
        let folder = root + "/" + SnapshotName.day(posix)
        let day = days.first { $0.folder == folder } ?? SnapshotDay(folder: folder, name: name)
        if !days.contains(where: { $0 === day }) {
            days.append(day)
            // Two are looked at by each content; a third while the clock is set back and forth.
            if days.count > 3 { days.removeFirst() }
        }
        try day.refresh()
        return day
    }

    private func place(_ spool: Spool, in folder: String, _ stem: String, _ ending: String) throws -> String {
        guard let temporary = spool.path else {
            throw StageFailure(.internalFault, "internal error: an archive's temporary file has no name")
        }
        fchmod(spool.descriptor, 0o666 & ~OutputFile.mask)
        guard uninterrupted({ fsync(spool.descriptor) }) == 0 else {
            throw StageFailure(.ioFailed, "\(temporary): cannot sync: \(systemMessage(errno))")
        }
        var number = 1
        while true {
            let path = folder + "/" + stem + (number == 1 ? "" : "-\(number)") + "." + ending
            // A link, unlike a rename, replaces nothing: two contents of one second both stay.
            if link(temporary, path) != 0 {
                if errno == EEXIST {
                    number += 1
                    continue
                }
                try placeWithoutLinks(temporary, path)
            }
            FolderNames.sync(folder)
            return path
        }
    }

    /// For file systems without hard links: the lock keeps others of us away, so looking first is enough.
    private func placeWithoutLinks(_ temporary: String, _ path: String) throws {
        let reason = errno
        guard [EPERM, EOPNOTSUPP, EMLINK, ENOSYS].contains(reason), access(path, F_OK) != 0,
            rename(temporary, path) == 0
        else {
            throw StageFailure(
                .ioFailed, "\(path): cannot move the temporary file into place: \(systemMessage(reason))")
        }
    }

    // MARK: Old days

    /// Removes the files that this archive made on days that ended `keep` seconds ago or earlier, and the folders that
    /// are empty then; what others put there stays.
    /// - Returns: the number of contents removed.
    func retire(now: Int, keep: Int) throws -> Int {
        try locked {
            var removed = 0
            for year in FolderNames.list(root)
            where SnapshotName.isNumber(year, 4) && FolderNames.isFolder(root + "/" + year) {
                for month in FolderNames.list(root + "/" + year) where SnapshotName.isNumber(month, 2) {
                    for day in FolderNames.list(root + "/" + year + "/" + month) {
                        let folder = "\(root)/\(year)/\(month)/\(day)"
                        guard let days = SnapshotName.days(year: year, month: month, day: day),
                            (days + 1) * 86_400 <= now - keep,
                            [root + "/" + year + "/" + month, folder].allSatisfy(FolderNames.isFolder)
                        else { continue }
                        removed += remove(folder)
                        self.days.removeAll { $0.folder == folder }
                    }
                    // Folders that are not empty stay.
                    rmdir(root + "/" + year + "/" + month)
                }
                rmdir(root + "/" + year)
            }
            return removed
        }
    }

    private func remove(_ folder: String) -> Int {
        var removed = 0
        for file in FolderNames.list(folder) where SnapshotName.isSnapshot(file, of: name) {
            if unlink(folder + "/" + file) == 0 { removed += 1 }
        }
        unlink(folder + "/" + SnapshotDay.listName)
        rmdir(folder)
        return removed
    }
}
