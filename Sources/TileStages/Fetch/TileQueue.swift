import Geometry

/// A tile to get, and how often it was tried.
struct TileTask {
    /// Its number, by which its answer is known again.
    let number: Int
    let tile: Tile
    /// The place of its frame among those asked for.
    let frame: Int?
    let address: String
    /// Printable.
    let shown: String
    let host: String
    var attempt = 0
    /// Whether a copy is known that is too old, so that validators are told.
    var isConditional = false
}

/// What is due at which host: no more at once than a host can be asked for, nothing while it wants patience.
struct TileQueue {
    struct Host {
        var ready: [TileTask] = []
        /// The place in `ready` of the next.
        var next = 0
        var inFlight = 0
        /// Nanoseconds on the monotonic clock before which it is not asked.
        var heldUntil: UInt64 = 0
        /// Tiles given up one after another without an answer in between.
        var failures = 0
    }

    /// Tiles given up one after another after which a host counts as down.
    static let patience = 5

    private(set) var hosts: [String: Host] = [:]
    /// In the order in which they were met, so that runs do not differ by the hashing of names.
    private var order: [String] = []
    /// Tries that wait for their time.
    private var waiting: [(until: UInt64, task: TileTask)] = []
    private(set) var count = 0

    mutating func add(_ task: TileTask) {
        if hosts[task.host] == nil {
            hosts[task.host] = Host()
            order.append(task.host)
        }
        hosts[task.host]?.ready.append(task)
        count += 1
    }

    mutating func wait(_ task: TileTask, until moment: UInt64) {
        waiting.append((moment, task))
        count += 1
    }

    mutating func hold(_ host: String, until moment: UInt64) {
        let before = hosts[host]?.heldUntil ?? 0
        hosts[host]?.heldUntil = max(before, moment)
    }

    func isDown(_ host: String) -> Bool { (hosts[host]?.failures ?? 0) >= TileQueue.patience }

    mutating func ended(_ host: String) { hosts[host]?.inFlight -= 1 }
    mutating func succeeded(_ host: String) { hosts[host]?.failures = 0 }
    mutating func failed(_ host: String) { hosts[host]?.failures += 1 }

    /// The next task that may begin now.
    /// - Parameter limit: how many requests at once a host may be asked for.
    mutating func next(now: UInt64, limit: (String) -> Int) -> TileTask? {
        for place in waiting.indices.reversed() where waiting[place].until <= now {
            count -= 1
            add(waiting.remove(at: place).task)
        }
        for name in order {
            guard var host = hosts[name], host.next < host.ready.count,
                // What will not be asked for can be told at once.
                isDown(name) || (host.inFlight < limit(name) && host.heldUntil <= now)
            else { continue }
            let task = host.ready[host.next]
            host.next += 1
            host.inFlight += 1
            if host.next > 1024 {
                host.ready.removeFirst(host.next)
                host.next = 0
            }
            hosts[name] = host
            count -= 1
            return task
        }
        return nil
    }

    /// When something that waits for its time is due; nil where nothing does.
    func nextDue(now: UInt64) -> UInt64? {
        let tries = waiting.lazy.map(\.until).min()
        let held = hosts.values.lazy.filter { $0.next < $0.ready.count && $0.heldUntil > now }.map(\.heldUntil).min()
        return [tries, held].compactMap(\.self).min()
    }
}
