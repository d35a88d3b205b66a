import Addresses
import Geometry
import HTTP
import MapTiles
import StageKit
import TimeZones

/// Brings the tiles that a page is to carry, of all frames, with the care that a server deserves (`docs/tiles.md`).
///
/// A tile that fails is told and left out; the page shows the one above it in its place.
struct OverlayFetch {
    private let template: TileTemplate
    private let frames: [TileFrame]
    private let tiles: [Tile]
    private let context: StageContext
    private let network: (any Network)?
    private let downloads: (any Downloads)?
    /// Nil where tiles come from files.
    private let server: ServerTiles?
    private var queue = TileQueue()
    private var inFlight: [Int: TileTask] = [:]
    private(set) var pack = TilePack()
    /// As `frame/z/x/y`.
    private(set) var failed: [String] = []
    private var done = 0
    private var firstReason: String?
    private var refusals = 0

    /// More than that are asked for by mistake: what `fetch-tiles` takes without being told otherwise.
    private static let tileLimit = 100_000
    /// Queued at once.
    private static let lookahead = 256
    /// Answers that say "not you", one after another, after which no more is asked.
    private static let refusalLimit = 20

    /// - Throws: `StageFailure`: 64 for too many tiles, 69 without a network.
    init(_ template: TileTemplate, _ frames: [TileFrame], _ tiles: [Tile], _ context: StageContext) throws {
        self.template = template
        self.frames = frames
        self.tiles = tiles
        self.context = context
        let (count, overflow) = tiles.count.multipliedReportingOverflow(by: frames.count)
        guard !overflow, count <= OverlayFetch.tileLimit else {
            throw StageFailure(
                .usage,
                "--inline-tiles: \(grouped(frames.count)) frames of \(grouped(tiles.count)) tiles around the data exceed "
                    + "\(grouped(OverlayFetch.tileLimit)) tiles; choose fewer frames with --frames")
        }
        guard !TileAddress.isFile(template.text) else {
            (network, downloads, server) = (nil, nil, nil)
            return
        }
        guard let given = context.remote as? any Network else {
            throw StageFailure(.serviceFailed, "this build has no network support")
        }
        let (time, way) = (context.clock, try given.downloads(stop: -1))
        network = given
        downloads = way
        server = ServerTiles(
            template, given, way, cache: nil, timeout: ServerTiles.patience, retries: ServerTiles.retries,
            now: { time.posix }, monotonic: { time.monotonic })
    }

    /// - Throws: `StageFailure`: 65 for more bytes than a page carries, 69 where no tile can be had.
    mutating func run() throws {
        let count = tiles.count * frames.count
        context.progress.things = "tiles"
        context.progress.total = count
        var cursor = 0
        while true {
            while cursor < count, queue.count < OverlayFetch.lookahead {
                try begin(cursor)
                cursor += 1
            }
            let now = context.clock.monotonic
            while inFlight.count < ServerTiles.jobs, let task = queue.next(now: now, limit: OverlayFetch.limit) {
                try start(task)
            }
            if inFlight.isEmpty, queue.count == 0 {
                guard cursor < count else { break }
                continue
            }
            let due = inFlight.count < ServerTiles.jobs ? queue.nextDue(now: now) : nil
            if case .finished(let download)? = try downloads?.next(until: due) { try finish(download) }
        }
        pack.sort()
        guard pack.tileCount == 0 else { return }
        let shown = AddressWithoutSecrets(template.text).description
        if let firstReason {
            throw StageFailure(
                .serviceFailed, "\(shown): none of the \(grouped(count)) tiles could be fetched: \(firstReason)")
        }
        throw StageFailure(
            .serviceFailed, "\(shown): none of the \(grouped(count)) tiles exists; is the template right?")
    }

    private static func limit(_ host: String) -> Int {
        TileAddress.isLoopback(host) ? ServerTiles.jobs : ServerTiles.jobsPerHost
    }

    private mutating func begin(_ place: Int) throws {
        let (frame, tile) = (place / tiles.count, tiles[place % tiles.count])
        let address = template.address(of: tile, frame: frames[frame].name)
        var task = TileTask(number: place, tile: tile, frame: frame, address: address)
        guard downloads != nil else { return try readFile(task) }
        guard let web = WebAddress(address) else {
            return lose(task, "the template gives no address for this tile")
        }
        task.host = web.host
        task.shownHost = web.isDoubtful ? "the server" : web.host
        queue.add(task)
    }

    private mutating func readFile(_ task: TileTask) throws {
        do {
            let bytes = try TileFolder.read(TileAddress.path(task.address)).map(TileCheck.unwrapped)
            try take(task, bytes ?? [])
        } catch let fault as TileFault {
            lose(task, fault.message)
        }
    }

    private mutating func start(_ given: TileTask) throws {
        var task = given
        task.attempt += 1
        if queue.isDown(task.host) {
            queue.ended(task.host)
            return lose(
                given, "not requested, because \(task.shownHost) failed \(TileQueue.patience) times in a row")
        }
        task.isConditional = try server?.begin(task.number, task.address) ?? false
        inFlight[task.number] = task
    }

    private mutating func finish(_ download: Download) throws {
        guard let task = inFlight.removeValue(forKey: download.tag), let server else { return }
        queue.ended(task.host)
        context.summary.bytesIn += download.bytes
        switch try server.answer(download, task.address, isConditional: task.isConditional) {
        case .tile(let body, _, _, _):
            succeeded(task)
            try take(task, body)
        case .none:
            succeeded(task)
            try take(task, [])
        case .failed(let reason, let status, let isPassing, let retryAfter):
            // A whole answer that is no tile shows that the host is there.
            if status == 200 || status == 203 { succeeded(task) }
            try retry(task, reason, status: status, isPassing: isPassing, retryAfter: retryAfter)
        }
    }

    private mutating func succeeded(_ task: TileTask) {
        queue.succeeded(task.host)
        refusals = 0
    }

    private mutating func retry(
        _ task: TileTask, _ reason: String, status: Int?, isPassing: Bool, retryAfter: Int?
    ) throws {
        if [401, 403].contains(status) { refusals += 1 }
        if isPassing { queue.missed(task.host) }
        guard isPassing, task.attempt <= ServerTiles.retries, !queue.isDown(task.host), let network else {
            if isPassing { queue.failed(task.host) }
            lose(task, task.attempt > 1 ? "\(reason); gave up after \(task.attempt) attempts" : reason)
            guard refusals < OverlayFetch.refusalLimit else {
                throw StageFailure(
                    .serviceFailed,
                    "\(task.shownHost) refused \(refusals) tiles in a row, the last with \(reason); no more are "
                        + "requested")
            }
            return
        }
        let delay = RetryPolicy.delay(after: task.attempt, retryAfter: retryAfter, &network.random)
        if retryAfter != nil {
            queue.hold(task.host, until: context.clock.monotonic + RetryPolicy.asked(retryAfter))
        }
        queue.wait(task, until: context.clock.monotonic + delay)
        context.diagnostics.report(
            .note, "retry", file: task.shown,
            message: "attempt \(task.attempt): \(reason); next attempt in \(TimeSpan.text(nanoseconds: delay))")
    }

    /// Keeps a tile; an empty one is none.
    private mutating func take(_ task: TileTask, _ body: [UInt8]) throws {
        if body.isEmpty { return count() }
        if let problem = body.withUnsafeBytes(OverlayReader.problem) { return lose(task, problem) }
        pack.add(task.tile, frame: task.frame ?? 0, body)
        count()
        guard pack.byteCount <= OverlayContent.byteLimit else {
            throw OverlayReader.tooLarge(
                AddressWithoutSecrets(template.text).description,
                "more than \(grouped(OverlayContent.byteLimit))")
        }
    }

    private mutating func lose(_ task: TileTask, _ reason: String) {
        count()
        firstReason = firstReason ?? reason
        let frame = task.frame ?? 0
        failed.append("\(frame)/\(task.tile.z)/\(task.tile.x)/\(task.tile.y)")
        let ofFrame = template.hasFrame ? "frame \(frames[frame].name): " : ""
        context.diagnostics.report(
            .setback, "tile_failed", file: task.shown,
            message: "\(ofFrame)\(reason); the page shows the tile of the next lower zoom instead, if it has that")
    }

    private mutating func count() {
        done += 1
        context.progress.update(done)
    }
}
