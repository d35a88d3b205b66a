import HTTP
import MapTiles
import StageKit
import TileFiles
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
        guard let server else { return }
        switch try StageFailure.ofTiles({
            try server.answer(download, task.address, isConditional: task.isConditional)
        }) {
        case .tile(let body, let status, let etag, let isCached):
            answered(task)
            try take(task, Answer(status: status, body: body, etag: etag, source: isCached ? "cache" : "server"))
        case .none(let status):
            answered(task)
            try take(task, Answer(status: status, source: "server"))
        case .failed(let reason, let status, let isPassing, let retryAfter):
            // A whole answer that is no tile shows that the host is there.
            if status == 200 || status == 203 { answered(task) }
            try retry(task, reason, status: status, retryAfter: retryAfter, isPassing: isPassing)
        }
    }

    private func answered(_ task: TileTask) {
        queue.succeeded(task.host)
        refusals = 0
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
            .note, "retry", file: task.shown,
            message: "attempt \(task.attempt): \(reason); next attempt in \(TimeSpan.text(nanoseconds: delay))")
    }

    /// A tile that the server does not give: the copy of an earlier run stands in where there is one.
    func giveUp(_ task: TileTask, _ reason: String, status: Int?) throws {
        let tries = task.attempt > 1 ? "\(reason); gave up after \(task.attempt) attempts" : reason
        if let entry = try StageFailure.ofTiles({ try server?.stale(task.address) }) {
            context.diagnostics.report(
                .warning, "stale_tile", file: task.shown, message: "\(tries); an older copy is used instead")
            return try take(
                task, Answer(status: status, body: entry.body, etag: entry.etag, source: "stale", error: tries))
        }
        try lose(task, tries, status)
        guard refusals < FetchTiles.refusalLimit else {
            throw StageFailure(
                .serviceFailed,
                "\(task.shownHost) refused \(refusals) tiles in a row, the last with \(reason); no more are requested"
            )
        }
    }

    func lose(_ task: TileTask, _ reason: String, _ status: Int?) throws {
        context.diagnostics.report(.fault, "tile_failed", file: task.shown, message: reason)
        context.degrade(to: .serviceFailed)
        failed += targets(task.tile).count
        for target in targets(task.tile) {
            try tell(target, of: task.tile, task.frame, Outcome(status: status, bytes: 0, error: reason))
        }
    }
}
