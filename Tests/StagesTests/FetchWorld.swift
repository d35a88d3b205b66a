import Addresses
import FetchStage
import Glibc
import HTTP
import Hashing
import NDJSON
import StageKit
import TestSupport
import XCTest

/// Time and network for `Fetch`, made up: waiting moves the clock on and takes no time.
final class FetchWorld: TimeSource, Downloads {
    struct Answer {
        var status: Int? = 200
        var body: [UInt8] = []
        var etag: String?
        var lastModified: String?
        var retryAfter: String?
        var cacheControl: String?
        var fault: DownloadFault?
        var leftTLS: PrintableAddress?
        /// How long it takes.
        var seconds = 0.05

        static func ok(_ text: String, etag: String? = nil) -> Answer { Answer(body: Array(text.utf8), etag: etag) }
        static func status(_ status: Int, retryAfter: String? = nil) -> Answer {
            Answer(status: status, retryAfter: retryAfter)
        }
        static let refused = Answer(status: nil, fault: DownloadFault(.passing, "refused"))
    }

    struct Asked {
        let url: String
        /// Seconds since the world's beginning.
        let at: Double
        let validators: Validators
        let headers: [RequestHeader]
    }

    private static let origin: UInt64 = 1 << 40
    var monotonic: UInt64 = FetchWorld.origin
    /// 2026-11-21T08:00:00Z, and what the wall's clock was set by since.
    var wall = 1_795_248_000
    var posix: Int { wall + Int((monotonic - FetchWorld.origin) / 1_000_000_000) }
    var seconds: Double { Double(monotonic - FetchWorld.origin) / 1e9 }
    /// When someone wishes to stop, in seconds.
    var stopsAt: Double?
    private(set) var asked: [Asked] = []
    private(set) var mostAtOnce = 0
    private var pending: [(due: UInt64, download: Download)] = []
    private let answer: (Asked, FetchWorld) -> Answer

    init(_ answer: @escaping (Asked, FetchWorld) -> Answer) { self.answer = answer }

    func begin(_ request: DownloadRequest) throws {
        let asked = Asked(
            url: request.address.requestText, at: seconds, validators: request.validators, headers: request.headers)
        self.asked.append(asked)
        var answer = answer(asked, self)
        if let etag = answer.etag, etag == request.validators.etag { answer = Answer(status: 304, etag: etag) }
        var download = Download(tag: request.tag)
        download.status = answer.status
        download.etag = answer.etag
        download.lastModified = answer.lastModified
        download.retryAfter = answer.retryAfter
        download.cacheControl = answer.cacheControl
        download.fault = answer.fault
        download.leftTLS = answer.leftTLS
        download.elapsed = UInt64(answer.seconds * 1e9)
        if answer.fault == nil, answer.status == 200 {
            let written = answer.body.withUnsafeBytes { bytes in
                request.descriptor.map { write($0, bytes.baseAddress, bytes.count) } ?? bytes.count
            }
            download.bytes = answer.body.count
            if request.descriptor == nil { download.body = answer.body }
            if written == answer.body.count {
                download.sha256 = answer.body.withUnsafeBytes(SHA256.digest)
            } else {
                download.fault = DownloadFault(.local, "it cannot be written: \(String(cString: strerror(errno)))")
            }
        }
        pending.append((monotonic + download.elapsed, download))
        mostAtOnce = max(mostAtOnce, pending.count)
    }

    func next(until deadline: UInt64?) throws -> DownloadEvent {
        let next = pending.indices.min { pending[$0].due < pending[$1].due }
        let moments = [next.map { pending[$0].due }, deadline, stopsAt.map { FetchWorld.origin + UInt64($0 * 1e9) }]
        guard let moment = moments.compactMap({ $0 }).min() else {
            throw StageFailure(.internalFault, "waits for ever")
        }
        monotonic = max(monotonic, moment)
        if let stop = stopsAt, FetchWorld.origin + UInt64(stop * 1e9) <= monotonic {
            stopsAt = nil
            return .stopRequested
        }
        if let next, pending[next].due <= monotonic { return .finished(pending.remove(at: next).download) }
        return .deadline
    }
}

/// A `fetches` record, read back.
struct FetchedLine: Equatable {
    var url: String?
    var at: Int?
    var attempt: Int?
    var status: Int?
    var bytes: Int?
    var sha256: String?
    var storedAs: String?
    var isUnchanged: Bool
    var error: String?

    static func all(_ run: InMemoryRun) throws -> [FetchedLine] {
        let scanner = RecordScanner(fields: [
            "url", "at", "attempt", "status", "bytes", "sha256", "stored_as", "unchanged", "error", "table",
        ])
        return try run.lines.map { line in
            try Array(line.utf8).withUnsafeBytes { bytes in
                try scanner.scan(bytes)
                XCTAssertEqual(scanner[9].string, "fetches")
                return FetchedLine(
                    url: scanner[0].string, at: scanner[1].integer, attempt: scanner[2].integer,
                    status: scanner[3].integer, bytes: scanner[4].integer, sha256: scanner[5].string,
                    storedAs: scanner[6].string, isUnchanged: scanner[7].inside.elementsEqual("true".utf8),
                    error: scanner[8].string)
            }
        }
    }
}

/// What the tests of `Fetch` share.
class FetchTestCase: XCTestCase {
    let folder = TemporaryFolder()

    func options(_ feeds: String..., change: (inout FetchOptions) -> Void = { _ in }) throws -> FetchOptions {
        var options = FetchOptions()
        options.feeds = try (feeds.isEmpty ? ["a=http://feeds.example/a.pb"] : feeds).map {
            try XCTUnwrap(NamedFeed($0))
        }
        options.archive = folder.path + "/archive"
        change(&options)
        XCTAssertNil(options.problem)
        return options
    }

    func fetch(
        _ options: FetchOptions, _ world: FetchWorld, seed: UInt64 = 1, common: CommonOptions = CommonOptions()
    ) throws -> InMemoryRun {
        var common = common
        common.verbosity = .verbose
        var surroundings = World()
        surroundings.clock = world
        surroundings.remote = RemoteFeeds(random: SeededGenerator(seed: seed)) { _ in world }
        surroundings.ownsProcess = false
        return try InMemoryRun("fetch", common, in: surroundings) { context in
            try Fetch.run(options, context)
        }
    }

    /// The archived contents of a feed by their paths below it, lists and other small files left out.
    func archived(_ name: String = "a", below: String = "archive") -> [(path: String, text: String)] {
        files(folder.path + "/" + below + "/" + name, "").filter { path, _ in
            path.contains(name + "-2") && !path.hasPrefix("rejected/")
        }
    }

    func files(_ root: String, _ prefix: String) -> [(path: String, text: String)] {
        Checkout.names(in: root).flatMap { name -> [(path: String, text: String)] in
            let path = root + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { return [] }
            if status.st_mode & S_IFMT == S_IFDIR { return files(path, prefix + name + "/") }
            return [(prefix + name, TemporaryFolder.text(of: path) ?? "")]
        }
    }
}
