import Addresses
import Contract
import Geometry
import HTTP
import MapTiles
import NDJSON
import StageKit
import TimeZones

/// What becomes of an answer: it is taken, tried for again, or given up.
extension FetchTiles {
    /// What came of asking for a tile.
    struct Answer {
        var status: Int?
        var body: [UInt8] = []
        var etag: String?
        var source: String
        var error: String?
    }

    func finish(_ download: Download) throws {
        guard let task = inFlight.removeValue(forKey: download.tag) else { return }
        queue.ended(task.host)
        context.summary.bytesIn += download.bytes
        if let fault = download.fault {
            return try retry(task, fault.reason, status: nil, retryAfter: nil, isPassing: fault.kind == .passing)
        }
        let status = download.status ?? 0
        switch status {
        case 200, 203: try took(task, download)
        case 304 where task.isConditional:
            queue.succeeded(task.host)
            refusals = 0
            guard let cache, var entry = try StageFailure.ofTiles({ try cache.entry(task.address) }) else { return }
            let freshness = Freshness(of: download, now: time.posix)
            entry.freshUntil = freshness.until
            try StageFailure.ofTiles { try cache.keep(entry, task.address) }
            try take(task, Answer(status: 304, body: entry.body, etag: entry.etag, source: "cache"))
        case 204, 404, 410:
            queue.succeeded(task.host)
            try keep(task, download, body: [])
            try take(task, Answer(status: status, source: "server"))
        default:
            let asked = download.retryAfter.flatMap {
                HTTPDate.retryAfter($0, date: download.date, now: time.posix)
            }
            try retry(
                task, "HTTP \(status)", status: status, retryAfter: asked,
                isPassing: RetryPolicy.isPassing(status: status))
        }
    }

    private func took(_ task: TileTask, _ download: Download) throws {
        queue.succeeded(task.host)
        refusals = 0
        let body = TileScaler.unwrapped(download.body ?? [])
        // Nothing is an answer too: a server's way to say that a tile is empty.
        if !body.isEmpty, case .failure(let problem) = body.withUnsafeBytes({ TileCheck.format(of: $0) }) {
            // The beginning of a tile may be whole next time; a page is none then either.
            let isBegun = body.withUnsafeBytes { TileFormat(of: $0) } != nil
            return try retry(task, problem.reason, status: download.status, retryAfter: nil, isPassing: isBegun)
        }
        try keep(task, download, body: body)
        try take(task, Answer(status: download.status, body: body, etag: download.etag, source: "server"))
    }

    /// Keeps an answer in the cache, where that is allowed.
    private func keep(_ task: TileTask, _ download: Download, body: [UInt8]) throws {
        guard let cache else { return }
        let freshness = Freshness(of: download, now: time.posix)
        // That there is no tile is kept only as long as the server says.
        guard freshness.mayBeStored, !body.isEmpty || (download.cacheControl != nil && freshness.until > time.posix)
        else { return }
        try StageFailure.ofTiles {
            try cache.keep(
                TileCache.Entry(
                    status: body.isEmpty ? download.status ?? 404 : 200, etag: download.validators.etag,
                    lastModified: download.validators.lastModified, freshUntil: freshness.until,
                    mayServeStale: freshness.mayServeStale, body: body), task.address)
        }
    }

    /// Tries a tile again later, or gives it up.
    private func retry(
        _ task: TileTask, _ reason: String, status: Int?, retryAfter: Int?, isPassing: Bool
    ) throws {
        if [401, 403].contains(status) { refusals += 1 }
        if isPassing { queue.missed(task.host) }
        guard isPassing, task.attempt <= options.retries, !queue.isDown(task.host), let network else {
            if isPassing { queue.failed(task.host) }
            return try giveUp(task, reason, status: status)
        }
        let delay = RetryPolicy.delay(after: task.attempt, retryAfter: retryAfter, &network.random)
        let moment = time.monotonic + delay
        // A server that asks for patience is not asked for other tiles either.
        if retryAfter != nil { queue.hold(task.host, until: time.monotonic + RetryPolicy.asked(retryAfter)) }
        queue.wait(task, until: moment)
        context.diagnostics.report(
            Finding(
                .note, "retry", file: task.shown,
                message: "attempt \(task.attempt): \(reason) (tried again in \(TimeSpan.text(nanoseconds: delay)))"))
    }

    /// A tile that the server does not give: the copy of an earlier run stands in where there is one.
    func giveUp(_ task: TileTask, _ reason: String, status: Int?) throws {
        let tries = task.attempt > 1 ? "\(reason) (given up after \(task.attempt) attempts)" : reason
        if let entry = try StageFailure.ofTiles({ try cache?.entry(task.address) }), entry.mayServeStale,
            entry.status == 200
        {
            context.diagnostics.report(
                Finding(.warning, "stale_tile", file: task.shown, message: "\(tries) (an older copy is taken instead)"))
            return try take(
                task, Answer(status: status, body: entry.body, etag: entry.etag, source: "stale", error: tries))
        }
        try lose(task, tries, status)
        guard refusals < FetchTiles.refusalLimit else {
            throw StageFailure(
                .serviceFailed,
                "\(task.shownHost) refused \(refusals) tiles one after another, the last with \(reason) (no more are asked for)"
            )
        }
    }

    func lose(_ task: TileTask, _ reason: String, _ status: Int?) throws {
        context.diagnostics.report(Finding(.fault, "tile_failed", file: task.shown, message: reason))
        context.degrade(to: .serviceFailed)
        failed += targets(task.tile).count
        for target in targets(task.tile) {
            try tell(target, of: task.tile, task.frame, Outcome(status: status, bytes: 0, error: reason))
        }
    }
}
