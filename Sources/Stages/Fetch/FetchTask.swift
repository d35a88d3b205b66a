import Addresses
import HTTP
import Platform
import StageKit

/// One feed of a run: its destinations, what is known of it, and where it is in its turns.
final class FetchTask {
    enum State {
        /// Nanoseconds on the monotonic clock.
        case waiting(until: UInt64)
        case inFlight
        case done
    }

    let feed: NamedFeed
    let url: String
    let index: Int
    /// What holds for this feed.
    let settings: FeedSettings
    private let options: FetchOptions
    private let archive: SnapshotArchive?
    private let rejects: SnapshotArchive?
    private let secrets: SecretTexts
    private let messages: MessageProbe

    var state = State.done
    /// The number of the turn at hand on the schedule, counted from 0, and how many there were.
    var turn = 0
    var turnsMade = 0
    var attempt = 0
    /// POSIX seconds of the attempt's beginning.
    private(set) var at = 0
    private var spool: Spool?
    private(set) var memory = FeedMemory()
    /// Whether the request under way tells validators.
    private var asksConditionally = false
    private(set) var hasSucceeded = false
    var lastFailure: String?
    var isTooOld = false
    /// How it goes, in this run and in those before it that left their state.
    var status = FeedStatus()
    /// Nanoseconds on the monotonic clock since which there was no success; it may lie before this run.
    private var quietSince: Int
    private let startedAt: Int

    /// - Parameters:
    ///   - known: the state that a run before this one left.
    ///   - time: for the time since the feed's last success.
    /// - Throws: `StageFailure` with status 73 when the archive's folder cannot be made.
    init(
        _ feed: NamedFeed, index: Int, _ options: FetchOptions, _ messages: MessageProbe, known: FeedStatus?,
        _ time: any TimeSource
    ) throws {
        self.messages = messages
        settings = options.settings(of: feed)
        self.feed = feed
        self.index = index
        self.options = options
        url = feed.address.withoutSecrets
        secrets = SecretTexts(feed.address.secrets + settings.headers.filter { !$0.isPublic }.map(\.value))
        startedAt = Int(time.monotonic)
        // Of another address nothing is known.
        if let known, known.url == url { status = known }
        status.feed = feed.name
        status.url = url
        status.alertAfter = settings.alertAfter
        quietSince = startedAt - min(max(status.silence(at: time.posix) ?? 0, 0), 1 << 32) * 1_000_000_000
        isTooOld = settings.maxAge == nil ? false : status.isTooOld
        status.isTooOld = isTooOld
        if let folder = settings.archive {
            let named = folder.isEmpty ? "." : folder
            let root = named + "/" + feed.name
            let compression = settings.compression?.input
            try compression?.prepare(for: "--compress zstd")
            archive = SnapshotArchive(named, root: root, name: feed.name, compression: compression)
            // A server that is down for a day answers with thousands of pages.
            rejects = SnapshotArchive(
                named, root: root + "/rejected", name: feed.name, compression: compression,
                dailyLimit: 100)
            try archive?.prepare()
        } else {
            archive = nil
            rejects = nil
        }
        guard let path = memoryPath, var found = FeedMemory(path: path), found.url == url else { return }
        // An archive may be moved, or be named from another folder.
        if let archive { found.storedAs = found.storedAs.map { archive.root + "/" + $0 } }
        memory = found
    }

    /// The file with what is known, beside what it is known of; nil where nothing is kept.
    private var memoryPath: String? {
        if let archive { return archive.root + "/newest.json" }
        return options.save.map { path in
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            return folder + "." + path.dropFirst(folder.count) + ".fetch"
        }
    }

    // MARK: A request

    /// The request for a new attempt.
    func request(now: Int) throws -> DownloadRequest {
        attempt += 1
        at = now
        let fresh = try Spool(in: spoolFolder, isNamed: archive != nil)
        spool = fresh
        let validators = hasNewest ? memory.validators : Validators()
        asksConditionally = !validators.isEmpty
        let stall = settings.timeout ?? options.timeout
        let (total, overflow) = stall.multipliedReportingOverflow(by: FetchOptions.totalToStall)
        return DownloadRequest(
            tag: index, address: feed.address, headers: settings.headers, validators: validators,
            descriptor: fresh.descriptor, stallTimeout: stall, totalTimeout: overflow ? .max >> 1 : total,
            maxBytes: options.maxBytes, limitOption: "--max-bytes")
    }

    private var spoolFolder: String? {
        if let archive { return archive.root }
        guard let save = options.save, !save.hasPrefix("/dev/") else { return nil }
        return save.lastIndex(of: "/").map { String(save[...$0]) } ?? "."
    }

    /// Whether what the validators stand for is still where it was put.
    private var hasNewest: Bool {
        if archive != nil {
            guard let path = memory.storedAs, SnapshotArchive.has(path) else { return false }
        }
        return options.save == nil || savedFileIsNewest
    }

    private var savedFileIsNewest: Bool {
        guard let path = options.save, let bytes = memory.savedBytes, let time = memory.savedAt else { return false }
        return FileStatus(path).map { $0.size == bytes && $0.modifiedNanoseconds == time } ?? false
    }

    // MARK: Its end

    /// What became of an attempt.
    struct Outcome {
        var record: FetchRecord
        /// Whether a further try may go better.
        var isPassing = false
        var isLocal = false
        /// The answer came whole and is not the feed.
        var isRejected = false
        var retryAfter: Int?
    }

    /// Takes the attempt's result, and its content to where it belongs.
    func finish(_ download: Download, now: Int) throws -> Outcome {
        let spool = spool
        self.spool = nil
        var record = FetchRecord(url: url, at: at, attempt: attempt, status: download.status, bytes: download.bytes)
        record.elapsedMilliseconds = Int(download.elapsed / 1_000_000)
        var outcome = Outcome(record: record)
        if let fault = download.fault {
            outcome.record.error = secrets.hidden(in: fault.reason)
            outcome.isPassing = fault.kind == .passing
            outcome.isLocal = fault.kind == .local
            return outcome
        }
        let status = download.status ?? 0
        if status == 304, asksConditionally {
            outcome.record.sha256 = memory.sha256
            outcome.record.storedAs = memory.storedAs
            outcome.record.isUnchanged = true
            hasSucceeded = true
            return outcome
        }
        guard status == 200 || status == 203, let spool, let hash = download.sha256 else {
            outcome.record.error =
                200...299 ~= status ? "the response has status \(status), not 200" : "HTTP \(status)"
            outcome.isPassing = RetryPolicy.isPassing(status: status)
            outcome.retryAfter = download.retryAfter.flatMap {
                HTTPDate.retryAfter($0, date: download.date, now: now)
            }
            return outcome
        }
        guard download.bytes > 0 else {
            outcome.record.error = "the response is empty"
            outcome.isPassing = true
            return outcome
        }
        outcome.record.sha256 = hash
        do {
            try take(spool, download, &outcome)
        } catch let failure as StageFailure {
            // A full disk now may have room at the next turn.
            outcome.record.error = secrets.hidden(in: failure.description)
            outcome.record.storedAs = nil
            outcome.isLocal = true
        }
        return outcome
    }

    private func take(_ spool: Spool, _ download: Download, _ outcome: inout Outcome) throws {
        let content = try AnswerContent(
            spool, expected: settings.expected, fromAddress: feed.address.fileExtension, limit: options.maxBytes,
            messages)
        if let complaint = content.complaint {
            outcome.record.error = complaint
            outcome.isRejected = true
            if let rejects {
                try rejects.prepare()
                let place = try rejects.store(spool, outcome.record, extension: content.fileExtension)
                outcome.record.storedAs = place?.path
                outcome.record.isUnchanged = place?.wasThere ?? false
            }
            return
        }
        let hash = outcome.record.sha256
        let isNewest = hash == memory.sha256
        var next = isNewest ? memory : FeedMemory()
        next.url = url
        next.validators = download.validators
        next.sha256 = hash
        next.feedTimestamp = content.feedTimestamp
        next.modifiedAt = download.lastModified.flatMap(HTTPDate.posix)
        if !isNewest { next.changedAt = at }
        outcome.record.isUnchanged = isNewest
        if let archive {
            if isNewest, let path = memory.storedAs, SnapshotArchive.has(path) {
                next.storedAs = path
            } else if let place = try archive.store(spool, outcome.record, extension: content.fileExtension) {
                next.storedAs = place.path
                outcome.record.isUnchanged = place.wasThere
            }
        }
        if let path = options.save {
            if !isNewest || !savedFileIsNewest {
                let saved = try FetchTask.copy(spool, to: path)
                next.savedBytes = saved?.bytes
                next.savedAt = saved?.time
            } else {
                next.savedBytes = memory.savedBytes
                next.savedAt = memory.savedAt
            }
            if archive == nil { next.storedAs = path }
        }
        outcome.record.storedAs = next.storedAs
        hasSucceeded = true
        try remember(next)
    }

    private func remember(_ next: FeedMemory) throws {
        guard next != memory else { return }
        memory = next
        guard let path = memoryPath, !path.hasPrefix("/dev/") else { return }
        var written = next
        if let archive, let stored = next.storedAs, stored.hasPrefix(archive.root + "/") {
            written.storedAs = String(stored.dropFirst(archive.root.count + 1))
        }
        try written.write(to: path)
    }

    /// Puts the content at `path`, whole or not at all, and says what the file then looks like where it is a regular one.
    private static func copy(_ spool: Spool, to path: String) throws -> (bytes: Int, time: Int)? {
        let file = try OutputFile(path: path, compresses: false)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { chunk.deallocate() }
        var position = 0
        do {
            while true {
                let count = pread(spool.descriptor, chunk.baseAddress, chunk.count, off_t(position))
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    throw StageFailure(.ioFailed, "\(path): cannot read the copy: \(systemMessage(errno))")
                }
                if count == 0 { break }
                try file.write(UnsafeRawBufferPointer(rebasing: chunk[0..<count]))
                position += count
            }
            try file.commit()
        } catch {
            file.discard()
            throw error
        }
        guard let status = FileStatus(path), status.isRegular else { return nil }
        return (status.size, status.modifiedNanoseconds)
    }

    // MARK: Age and old days

    /// Removes old days; the number of contents removed.
    func retire(now: Int) throws -> Int {
        guard let keep = settings.keep else { return 0 }
        var removed = try archive?.retire(now: now, keep: keep) ?? 0
        if let rejects, FolderNames.isFolder(rejects.root) { removed += try rejects.retire(now: now, keep: keep) }
        return removed
    }

    /// Seconds since the newest content; nil where nothing is known of it.
    func age(now: Int) -> Int? { memory.newest.map { now - $0 } }

    // MARK: How it goes

    /// Counts an attempt.
    func count(_ outcome: Outcome) {
        status.attempts += 1
        status.firstAttempt = status.firstAttempt ?? at
        status.lastAttempt = at
        status.bytes += outcome.record.bytes
        status.lastChange = memory.changedAt
        status.contentTime = memory.newest
        guard outcome.record.error != nil else {
            if !outcome.record.isUnchanged { status.newContents += 1 }
            return
        }
        status.failedAttempts += 1
        if outcome.isRejected { status.rejected += 1 }
    }

    /// Ends a turn that failed.
    /// - Returns: whether the failure is to be reported.
    func fail(_ error: String, now: Int) -> Bool {
        lastFailure = error
        status.lastError = error
        return status.outage.fail(at: now)
    }

    /// Ends a turn that succeeded.
    /// - Returns: the failures that this ends, and whether the feed was stale; nil if there were none.
    func succeed(now: Int, monotonic: UInt64) -> (ended: (count: Int, seconds: Int), wasStale: Bool)? {
        lastFailure = nil
        quietSince = Int(monotonic)
        status.lastSuccess = at
        status.lastError = nil
        let wasStale = status.isStale
        status.isStale = false
        return status.outage.succeed(at: now).map { ($0, wasStale) }
    }

    /// Nanoseconds without a success.
    func silence(now: UInt64) -> Int { Int(now) - quietSince }

    /// When the feed becomes stale, in nanoseconds on the monotonic clock; nil if never, or if it is stale already.
    ///
    /// After a long time without a run the first turn decides, and at the latest the time that is given for it.
    func staleFrom(now: UInt64) -> UInt64? {
        guard let limit = settings.alertAfter, !status.isStale, state.isOpen || lastFailure != nil else { return nil }
        let from = lastFailure == nil ? max(quietSince, startedAt) : quietSince
        return UInt64(max(from + min(limit, 1 << 32) * 1_000_000_000, 0))
    }
}

extension FetchTask.State {
    /// Whether more attempts are to come.
    fileprivate var isOpen: Bool { if case .done = self { false } else { true } }
}
