import Addresses
import Geometry

/// A tile to get, and how often it was tried.
package struct TileTask {
    /// Its number, by which its answer is known again.
    package let number: Int
    package let tile: Tile
    /// The place of its frame among those asked for.
    package let frame: Int?
    package let address: String
    /// Printable.
    package let shown: String
    package var host = ""
    /// As messages may have it.
    package var shownHost = ""
    package var attempt = 0
    /// Whether a copy is known that is too old, so that validators are told.
    package var isConditional = false

    package init(number: Int, tile: Tile, frame: Int?, address: String) {
        self.number = number
        self.tile = tile
        self.frame = frame
        self.address = address
        shown = AddressWithoutSecrets(address).description
    }
}

/// What is due at which host: no more at once than a host can be asked for, nothing while it wants patience.
package struct TileQueue {
    private struct Host {
        var ready: [TileTask] = []
        /// The place in `ready` of the next.
        var next = 0
        /// Tries whose time has come; they go before all others.
        var again: [TileTask] = []
        /// Tries that wait for their time.
        var waiting = 0
        var inFlight = 0
        /// Nanoseconds on the monotonic clock before which it is not asked.
        var heldUntil: UInt64 = 0
        /// Tiles given up one after another without an answer in between.
        var failures = 0
        /// Tries that failed one after another.
        var misses = 0

        var isDown: Bool { failures >= TileQueue.patience }

        var hasTask: Bool { !again.isEmpty || next < ready.count }

        /// Whether it is asked for a tile for the first time. One that may be down is first asked again for those that
        /// it did not give, so that not every tile is tried at it before the first is given up.
        var takesNew: Bool { misses < TileQueue.patience || inFlight == 0 && waiting == 0 }
    }

    /// Tiles given up one after another after which a host counts as down; and tries that failed after which it may be.
    package static let patience = 5

    private var hosts: [String: Host] = [:]
    /// In the order in which they were met, so that runs do not differ by the hashing of names.
    private var order: [String] = []
    /// Tries that wait for their time.
    private var waiting: [(until: UInt64, task: TileTask)] = []
    /// The place in `order` at which the next search begins, so that no host waits for others to be done.
    private var turn = 0
    package private(set) var count = 0

    package init() {}

    package mutating func add(_ task: TileTask) {
        if hosts[task.host] == nil {
            hosts[task.host] = Host()
            order.append(task.host)
        }
        hosts[task.host]?.ready.append(task)
        count += 1
    }

    package mutating func wait(_ task: TileTask, until moment: UInt64) {
        waiting.append((moment, task))
        hosts[task.host]?.waiting += 1
        count += 1
    }

    package mutating func hold(_ host: String, until moment: UInt64) {
        let before = hosts[host]?.heldUntil ?? 0
        hosts[host]?.heldUntil = max(before, moment)
    }

    package func isDown(_ host: String) -> Bool { hosts[host]?.isDown ?? false }

    package mutating func ended(_ host: String) { hosts[host]?.inFlight -= 1 }
    package mutating func succeeded(_ host: String) {
        hosts[host]?.failures = 0
        hosts[host]?.misses = 0
    }
    package mutating func missed(_ host: String) { hosts[host]?.misses += 1 }
    package mutating func failed(_ host: String) { hosts[host]?.failures += 1 }

    /// The next task that may begin now.
    /// - Parameter limit: how many requests at once a host may be asked for.
    package mutating func next(now: UInt64, limit: (String) -> Int) -> TileTask? {
        // What will not be asked for can be told at once.
        for (until, task) in waiting where until <= now || isDown(task.host) {
            hosts[task.host]?.waiting -= 1
            hosts[task.host]?.again.append(task)
        }
        let hosts = hosts
        waiting.removeAll { $0.until <= now || hosts[$0.task.host]?.isDown ?? false }
        for offset in order.indices {
            let place = (turn + offset) % order.count
            let name = order[place]
            guard let host = hosts[name], host.hasTask,
                isDown(name) || (host.inFlight < limit(name) && host.heldUntil <= now)
            else { continue }
            guard !host.again.isEmpty || host.takesNew || isDown(name) else { continue }
            turn = place + 1
            count -= 1
            return take(name)
        }
        return nil
    }

    private mutating func take(_ name: String) -> TileTask? {
        hosts[name]?.inFlight += 1
        guard hosts[name]?.again.isEmpty ?? true else { return hosts[name]?.again.removeFirst() }
        let place = hosts[name]?.next ?? 0
        let task = hosts[name]?.ready[place]
        hosts[name]?.next += 1
        if place >= 1024 {
            hosts[name]?.ready.removeFirst(place + 1)
            hosts[name]?.next = 0
        }
        return task
    }

    /// When something that waits for its time is due; nil where nothing does.
    package func nextDue(now: UInt64) -> UInt64? {
        let tries = waiting.lazy.map(\.until).min()
        let held = hosts.values.lazy.filter { $0.hasTask && $0.heldUntil > now }.map(\.heldUntil).min()
        return [tries, held].compactMap(\.self).min()
    }
}
