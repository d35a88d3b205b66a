import Addresses
import Glibc
import HTTP
import Hashing
import StageKit

/// Time and network for `Fetch`, made up: waiting moves the clock on and takes no time.
package final class FetchWorld: TimeSource, Downloads {
    package struct Answer {
        package var status: Int?
        package var body: [UInt8]
        package var etag: String?
        package var lastModified: String?
        package var retryAfter: String?
        package var cacheControl: String?
        package var fault: DownloadFault?
        package var leftTLS: AddressWithoutSecrets?
        /// How long it takes.
        package var seconds: Double

        package init(
            status: Int? = 200, body: [UInt8] = [], etag: String? = nil, lastModified: String? = nil,
            retryAfter: String? = nil, cacheControl: String? = nil, fault: DownloadFault? = nil,
            leftTLS: AddressWithoutSecrets? = nil, seconds: Double = 0.05
        ) {
            self.status = status
            self.body = body
            self.etag = etag
            self.lastModified = lastModified
            self.retryAfter = retryAfter
            self.cacheControl = cacheControl
            self.fault = fault
            self.leftTLS = leftTLS
            self.seconds = seconds
        }

        package static func ok(_ text: String, etag: String? = nil) -> Answer {
            Answer(body: Array(text.utf8), etag: etag)
        }
        package static func status(_ status: Int, retryAfter: String? = nil) -> Answer {
            Answer(status: status, retryAfter: retryAfter)
        }
        package static let refused = Answer(status: nil, fault: DownloadFault(.passing, "refused"))
    }

    package struct Asked {
        package let url: String
        /// Seconds since the world's beginning.
        package let at: Double
        package let validators: Validators
        package let headers: [RequestHeader]
    }

    private static let origin: UInt64 = 1 << 40
    package var monotonic: UInt64 = FetchWorld.origin
    /// 2026-11-21T08:00:00Z, and what the wall's clock was set by since.
    package var wall = 1_795_248_000
    package var posix: Int { wall + Int((monotonic - FetchWorld.origin) / 1_000_000_000) }
    package var seconds: Double { Double(monotonic - FetchWorld.origin) / 1e9 }
    /// When someone wishes to stop, in seconds.
    package var stopsAt: Double?
    package private(set) var asked: [Asked] = []
    package private(set) var mostAtOnce = 0
    private var pending: [(due: UInt64, download: Download)] = []
    private let answer: (Asked, FetchWorld) -> Answer

    package init(_ answer: @escaping (Asked, FetchWorld) -> Answer) { self.answer = answer }

    package func begin(_ request: DownloadRequest) throws {
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

    package func next(until deadline: UInt64?) throws -> DownloadEvent {
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
