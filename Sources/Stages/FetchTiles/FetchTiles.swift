import Addresses
import Contract
import Geometry
import HTTP
import MapTiles
import StageKit
import TileFiles

/// Brings tiles from a server or a folder into an archive, with the care that a server deserves.
///
/// One loop does it all, as in `fetch`: it starts what may begin, then waits for an answer, the next thing due, or a wish
/// to stop. Tiles are in memory while they are on their way.
public final class FetchTiles: Stage {
    public static let name = "fetch-tiles"

    let options: FetchTilesOptions
    let context: StageContext
    let template: TileTemplate
    let time: any TimeSource
    let rows: RowSink<Tables.Tiles>
    private let cache: TileCache?
    let kept: FetchedTiles?
    private let downloads: (any Downloads)?
    let network: (any Network)?
    /// Nil where tiles come from a folder.
    let server: ServerTiles?
    private let stop: Int32

    /// Tiles to get, packed; what is deeper than `--max-zoom` is under the tile that it is scaled from.
    private var sources: [UInt64] = []
    private var children: [UInt64: [UInt64]] = [:]
    var queue = TileQueue()
    var inFlight: [Int: TileTask] = [:]
    var isStopping = false
    let scaler = TileScaler()

    /// How many tiles were told of at the last checkpoint, and when the next one is due.
    private var checkpointed = 0
    private var nextCheckpoint: UInt64 = 0
    private var total = 0
    var done = 0
    var brought = 0
    var missing = 0
    var failed = 0
    var refusals = 0

    /// Queued at once, so that a host that is waited for does not keep others waiting.
    private static let lookahead = 256
    /// Nanoseconds between the times that what came is made sure of.
    private static let checkpointInterval: UInt64 = 2_000_000_000
    /// Answers that say "not you", one after another with none that brings a tile, after which no more is asked.
    static let refusalLimit = 20

    private init(_ options: FetchTilesOptions, _ template: TileTemplate, _ context: StageContext) throws {
        self.options = options
        self.template = template
        self.context = context
        time = context.clock
        rows = context.rows(of: Tables.Tiles.self)
        stop = context.world.ownsProcess ? try StopSignals.deferFirst() : -1
        if TileAddress.isFile(template.text) {
            network = nil
            downloads = nil
        } else {
            guard let given = context.remote as? any Network else {
                throw StageFailure(.serviceFailed, "this build has no network support")
            }
            network = given
            downloads = try given.downloads(stop: stop)
        }
        // Last, so that nothing is made for a run that cannot begin.
        cache = try options.cache.map { path in try StageFailure.ofTiles { try TileCache(path) } }
        if let network, let downloads {
            server = ServerTiles(
                template, network, downloads, cache: cache, timeout: options.timeout, retries: options.retries,
                now: { [time] in time.posix }, monotonic: { [time] in time.monotonic })
        } else {
            server = nil
        }
        let origin = AddressWithoutSecrets(template.text).description
        kept = try options.output.map { output in
            try StageFailure.ofTiles { try FetchedTiles(output, frames: options.frames, origin: origin) }
        }
        kept?.described = FetchTiles.metadata(options, origin)
    }

    /// Fetches the tiles that the records name.
    /// - Throws: `StageFailure`: 64 for more tiles than --max-tiles, 69 without a network, 73 where the output cannot be
    ///   made, 74 where it cannot be written.
    public static func run(_ options: FetchTilesOptions, _ context: StageContext) throws {
        try context.check(options)
        guard let template = options.template else { return }
        try context.writeTable(Tables.Tiles.self, as: options.format)
        var wanted = WantedTiles(context, limit: options.maxTiles, frames: options.frames.count)
        try context.feed(options.files, to: &wanted)
        guard !wanted.tiles.isEmpty else {
            return try context.nothingToDo("no_tiles", "no record names a tile")
        }
        var options = options
        options.frames = TileFolder.timed(options.frames, of: template)
        let stage = try FetchTiles(options, template, context)
        stage.plan(wanted.tiles)
        try stage.run()
    }

    /// Finds which tiles are to be got for those that are wanted.
    private func plan(_ wanted: [UInt64]) {
        total = wanted.count * max(1, options.frames.count)
        guard let deepest = options.maxZoom else {
            sources = wanted
            return
        }
        var known: Set<UInt64> = []
        for packed in wanted {
            let source = Tile(packed: packed).ancestor(z: deepest).packed
            if known.insert(source).inserted { sources.append(source) }
            children[source, default: []].append(packed)
        }
    }

    private func run() throws {
        context.progress.things = "tiles"
        context.progress.total = total
        if options.output != nil, options.attribution == nil {
            context.diagnostics.report(
                .warning, "no_attribution",
                message: "the tiles have no attribution; most providers require one; add it with --attribution")
        }
        kept?.mixed = { [context] first, other in
            context.diagnostics.report(
                .warning, "mixed_formats",
                message: "some tiles are \(first.name) and some \(other.name); kept unchanged")
        }
        do {
            try loop()
            try StageFailure.ofTiles {
                try cache?.commit()
                try kept?.finish()
            }
        } catch {
            try? cache?.commit()
            kept?.rescue()
            throw error
        }
        try conclude()
    }

    private static func metadata(_ options: FetchTilesOptions, _ origin: String) -> TileMetadata {
        var metadata = TileMetadata()
        metadata.name = "tiles"
        metadata.attribution = options.attribution
        metadata.others = [.init(MBTilesWriter.originKey, origin)]
        return metadata
    }

    /// Makes sure of what came, every now and then, so that a run that is killed loses little.
    private func checkpoint() throws {
        guard done > checkpointed, time.monotonic >= nextCheckpoint else { return }
        try StageFailure.ofTiles {
            try cache?.commit()
            try kept?.checkpoint()
        }
        checkpointed = done
        nextCheckpoint = time.monotonic + FetchTiles.checkpointInterval
    }

    // MARK: The loop

    private func loop() throws {
        var cursor = 0
        let count = sources.count * max(1, options.frames.count)
        var now = time.monotonic
        while true {
            while cursor < count, queue.count < FetchTiles.lookahead, !isStopping {
                try begin(cursor)
                cursor += 1
                try lookUp()
            }
            now = time.monotonic
            while !isStopping, inFlight.count < options.jobs, let task = queue.next(now: now, limit: limit) {
                try start(task)
                try lookUp()
            }
            guard let downloads, !isStopping, !inFlight.isEmpty || queue.count > 0 || cursor < count else { return }
            guard !inFlight.isEmpty || queue.count > 0 else { continue }
            var due = inFlight.count < options.jobs ? queue.nextDue(now: now) : nil
            if done > checkpointed { due = min(due ?? .max, nextCheckpoint) }
            switch try downloads.next(until: due) {
            case .finished(let download):
                try finish(download)
                try checkpoint()
            case .deadline: try checkpoint()
            // What is under way is let go of: the next run asks for it again.
            case .stopRequested: isStopping = true
            }
        }
    }

    /// What is to be done between tiles that take no waiting.
    private func lookUp() throws {
        if context.world.ownsProcess, StopSignals.received != nil { isStopping = true }
        try checkpoint()
    }

    private func limit(_ host: String) -> Int {
        TileAddress.isLoopback(host) ? options.jobs : min(options.jobs, options.jobsPerHost)
    }

    /// The tiles that come of a source.
    func targets(_ source: Tile) -> [Tile] {
        options.maxZoom == nil ? [source] : (children[source.packed] ?? []).map { Tile(packed: $0) }
    }

    /// Looks whether a tile is there already, else queues it.
    private func begin(_ place: Int) throws {
        let tile = Tile(packed: sources[place % sources.count])
        let frame = options.frames.isEmpty ? nil : place / sources.count
        let address = template.address(of: tile, frame: frame.map { options.frames[$0].name })
        if let kept {
            let frameValue = frame.map { options.frames[$0] }
            let isKept = try StageFailure.ofTiles { try targets(tile).allSatisfy { try kept.keeps($0, frameValue) } }
            if isKept {
                for target in targets(tile) { try tell(target, of: tile, frame, Outcome(source: "kept")) }
                brought += targets(tile).count
                return
            }
        }
        var task = TileTask(number: place, tile: tile, frame: frame, address: address)
        guard downloads != nil else { return try readFile(task) }
        guard let web = WebAddress(address) else {
            return try lose(task, "the template gives no address for this tile", nil)
        }
        task.host = web.host
        // Of a password that was not encoded the host may be a part.
        task.shownHost = web.isDoubtful ? "the server" : web.host
        queue.add(task)
    }

    private func start(_ given: TileTask) throws {
        var task = given
        task.attempt += 1
        guard let server else { return }
        if task.attempt == 1, let known = try StageFailure.ofTiles({ try server.fresh(task.address) }) {
            queue.ended(task.host)
            return try take(task, Answer(status: known.status, body: known.body, etag: known.etag, source: "cache"))
        }
        if queue.isDown(task.host) {
            queue.ended(task.host)
            return try giveUp(
                given, "not requested, because \(task.shownHost) failed \(TileQueue.patience) times in a row",
                status: nil)
        }
        guard let isConditional = try StageFailure.ofTiles({ try server.begin(task.number, task.address) }) else {
            return
        }
        task.isConditional = isConditional
        inFlight[task.number] = task
    }

    private func conclude() throws {
        // A tile that was asked for twice lives on in one record, and has one for each frame.
        let figures = context.summary.table(Tables.Tiles.name)
        figures.merged -= figures.written
        if missing > 0 {
            context.diagnostics.report(
                .note, "no_tile",
                message:
                    "\(grouped(missing)) of \(grouped(total)) tiles do not exist (404, 410, 204, empty response, "
                    + "or missing file)")
        }
        if isStopping {
            context.diagnostics.report(
                .note, "stopped",
                message:
                    "stopped with \(grouped(brought)) of \(grouped(total)) tiles; to continue, run the same command again"
            )
        } else if brought == 0, failed == 0 {
            context.degrade(to: .serviceFailed)
            context.diagnostics.report(
                .fault, "no_tile_at_all", file: AddressWithoutSecrets(template.text).description,
                message: "none of the \(grouped(total)) tiles exists; is the template right?")
        }
    }
}
