import Addresses
import Geometry
import HTTP

/// A server of tiles: what it is asked, what its answers mean, and what of them is known from before.
///
/// Whoever wants many tiles at once begins requests and takes the answers as they come; as a `TileSource` it is asked for
/// one at a time.
public final class ServerTiles: TileSource {
    /// What an answer means.
    public enum Answer: Sendable, Equatable {
        /// - Parameter isCached: whether the server said that what is known still holds.
        case tile([UInt8], status: Int, etag: String?, isCached: Bool)
        /// There is no such tile.
        case none(status: Int)
        /// - Parameter retryAfter: seconds that the server asks for.
        case failed(String, status: Int?, isPassing: Bool, retryAfter: Int?)
    }

    public let metadata = TileMetadata()
    private let template: TileTemplate
    private let network: any Network
    private let downloads: any Downloads
    private let cache: TileCache?
    private let timeout: UInt64
    private let retries: Int
    private let now: () -> Int
    private let monotonic: () -> UInt64

    /// Requests at once, unless a command says otherwise; and to one host that is not this machine.
    public static let jobs = 8
    public static let jobsPerHost = 2
    /// Tries after the first that failed, unless a command says otherwise.
    public static let retries = 3
    /// Nanoseconds without progress after which a try is given up, unless a command says otherwise.
    public static let patience: UInt64 = 20_000_000_000
    /// Bytes that a tile may have.
    public static let tileLimit = 32 << 20
    /// The whole of an answer may take that many times as long as it may stand still.
    private static let totalToStall: UInt64 = 3

    /// - Parameters:
    ///   - downloads: the way to the network, its own.
    ///   - timeout: nanoseconds without progress after which a try is given up.
    ///   - retries: tries after the first that failed, of a tile asked for by itself.
    ///   - now: POSIX seconds; `monotonic` nanoseconds on a clock that only goes forward.
    public init(
        _ template: TileTemplate, _ network: any Network, _ downloads: any Downloads, cache: TileCache?,
        timeout: UInt64, retries: Int, now: @escaping () -> Int, monotonic: @escaping () -> UInt64
    ) {
        self.template = template
        self.network = network
        self.downloads = downloads
        self.cache = cache
        self.timeout = timeout
        self.retries = retries
        self.now = now
        self.monotonic = monotonic
    }

    // MARK: Many at once

    /// What is known of an address and still holds, so that nobody need ask.
    public func fresh(_ address: String) throws -> TileCache.Entry? {
        guard let entry = try cache?.entry(address), entry.freshUntil > now() else { return nil }
        return entry
    }

    /// What may stand in where the server fails, too old as it is.
    public func stale(_ address: String) throws -> TileCache.Entry? {
        guard let entry = try cache?.entry(address), entry.mayServeStale, entry.status == 200 else { return nil }
        return entry
    }

    /// Begins a request, whose answer comes under a number.
    /// - Returns: whether the server is told what is known, and may answer that it still holds; nil where the template
    ///   gives no address.
    public func begin(_ number: Int, _ address: String) throws -> Bool? {
        guard let web = WebAddress(address) else { return nil }
        var validators = Validators()
        if let known = try cache?.entry(address), known.status == 200 {
            validators.etag = known.etag
            validators.lastModified = known.lastModified
        }
        let (whole, overflow) = timeout.multipliedReportingOverflow(by: ServerTiles.totalToStall)
        try downloads.begin(
            DownloadRequest(
                tag: number, address: web, validators: validators, descriptor: nil, stallTimeout: timeout,
                totalTimeout: overflow ? .max >> 1 : whole, maxBytes: ServerTiles.tileLimit))
        return !validators.isEmpty
    }

    /// What came of a request; what may be kept is kept in the cache.
    /// - Parameter isConditional: what `begin` returned.
    /// - Throws: `TileFault` of the cache.
    public func answer(_ download: Download, _ address: String, isConditional: Bool) throws -> Answer {
        if let fault = download.fault {
            return .failed(fault.reason, status: nil, isPassing: fault.kind == .passing, retryAfter: nil)
        }
        let status = download.status ?? 0
        switch status {
        case 200, 203: return try taken(download, address, status)
        case 304 where isConditional:
            guard let cache, var entry = try cache.entry(address) else {
                return .failed(
                    "HTTP 304 for a tile that is not in the cache", status: 304, isPassing: false, retryAfter: nil)
            }
            entry.freshUntil = Freshness(of: download, now: now()).until
            try cache.keep(entry, address)
            return .tile(entry.body, status: status, etag: entry.etag, isCached: true)
        case 204, 404, 410:
            try keep(download, address, body: [])
            return .none(status: status)
        default:
            let asked = download.retryAfter.flatMap { HTTPDate.retryAfter($0, date: download.date, now: now()) }
            return .failed(
                "HTTP \(status)", status: status, isPassing: RetryPolicy.isPassing(status: status), retryAfter: asked)
        }
    }

    private func taken(_ download: Download, _ address: String, _ status: Int) throws -> Answer {
        let body = TileCheck.unwrapped(download.body ?? [])
        // Nothing is an answer too: a server's way to say that a tile is empty.
        if !body.isEmpty, case .failure(let problem) = body.withUnsafeBytes({ TileCheck.format(of: $0) }) {
            // The beginning of a tile may be whole next time; a page is none then either.
            let isBegun = body.withUnsafeBytes { TileFormat(of: $0) } != nil
            return .failed(problem.reason, status: status, isPassing: isBegun, retryAfter: nil)
        }
        try keep(download, address, body: body)
        return body.isEmpty ? .none(status: status) : .tile(body, status: status, etag: download.etag, isCached: false)
    }

    /// Keeps an answer in the cache, where that is allowed.
    private func keep(_ download: Download, _ address: String, body: [UInt8]) throws {
        guard let cache else { return }
        let freshness = Freshness(of: download, now: now())
        // That there is no tile is kept only as long as the server says.
        guard freshness.mayBeStored, !body.isEmpty || (download.cacheControl != nil && freshness.until > now())
        else { return }
        try cache.keep(
            TileCache.Entry(
                status: body.isEmpty ? download.status ?? 404 : 200, etag: download.validators.etag,
                lastModified: download.validators.lastModified, freshUntil: freshness.until,
                mayServeStale: freshness.mayServeStale, body: body), address)
    }

    // MARK: One at a time

    public func tile(_ tile: Tile) throws -> [UInt8]? {
        let address = template.address(of: tile)
        if let entry = try fresh(address) { return entry.body.isEmpty ? nil : entry.body }
        var attempt = 0
        while true {
            attempt += 1
            guard let isConditional = try begin(attempt, address) else {
                throw TileFault(.missing, "\(AddressWithoutSecrets(address).description) is not the address of a tile")
            }
            guard case .finished(let download) = try downloads.next(until: nil) else {
                throw TileFault(.ioFailed, "\(AddressWithoutSecrets(address).description): stopped")
            }
            switch try answer(download, address, isConditional: isConditional) {
            case .tile(let body, _, _, _): return body
            case .none: return nil
            case .failed(let reason, _, let isPassing, let retryAfter):
                guard isPassing, attempt <= retries else {
                    if let entry = try stale(address) { return entry.body }
                    throw TileFault(.ioFailed, "\(AddressWithoutSecrets(address).description): \(reason)")
                }
                // Nothing is under way, so that this waits for no more than the time.
                let delay = RetryPolicy.delay(after: attempt, retryAfter: retryAfter, &network.random)
                _ = try downloads.next(until: monotonic() + delay)
            }
        }
    }

    public func forEachTile(
        zooms: ClosedRange<Int>, _ body: (Tile, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        throw TileFault(
            .unusable,
            "\(AddressWithoutSecrets(template.text).description): a server does not list its tiles; request tiles by name"
        )
    }
}
