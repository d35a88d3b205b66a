import Hashing

/// Betters an order step by step.
///
/// First crossings alone: a line moves along an edge past its neighbours, which changes what it costs with each of them and
/// nothing else; edges around are looked at again. Where that comes to its end, two lines that cross change places on all
/// edges beyond; then some places are shaken, and what comes of it stays unless it is worse. At last separations count too.
struct LocalSearch {
    private let model: OrderModel
    private let edges: [Int]
    private let couplings: [Int]
    /// By edge.
    private(set) var orders: [[Int]]
    private var ranks: [[Int]]
    /// By edge the edges that it is coupled to.
    private let neighbours: [[Int]]
    private var random: SplitMix64
    private var gains: ExchangeGains
    /// Whether the gains follow what changes: not while separations count too.
    private var isKept = true
    /// Pairs of lines that may be compared: what bounds the time.
    private var budget = 300_000_000
    /// Edges to be looked at, each once.
    private var queue: [Int] = []
    private var isQueued: [Bool]
    /// Edges whose orders count: all, once there is a beginning.
    private var isPlaced: [Bool]
    /// What edges had before they were changed, since the last shake.
    private var undo: [(edge: Int, order: [Int])] = []

    /// - Parameters:
    ///   - orders: of all edges of the model, to begin with.
    ///   - seed: what is shaken depends on it alone.
    init(_ model: OrderModel, _ edges: [Int], _ couplings: [Int], from orders: [[Int]], seed: UInt64) {
        self.model = model
        self.edges = edges
        self.couplings = couplings
        self.orders = orders
        ranks = orders.map(OrderModel.ranks)
        neighbours = model.links.map { $0.map(\.other) }
        isQueued = Array(repeating: false, count: orders.count)
        isPlaced = Array(repeating: true, count: orders.count)
        random = SplitMix64(seed: seed)
        gains = ExchangeGains(model, edges)
    }

    /// - Parameter shakes: how often it begins again somewhere.
    mutating func run(shakes: Int) {
        begin()
        climb()
        let choices = edges.filter { orders[$0].count > 1 }
        guard !choices.isEmpty else { return }
        for _ in 0..<shakes where budget > 0 {
            undo.removeAll(keepingCapacity: true)
            var change = shake(choices)
            change += settle()
            guard change > 0 else { continue }
            for (edge, order) in undo.reversed() { place(edge, order) }
        }
        budget = 20_000_000
        isKept = false
        smooth()
    }

    private mutating func place(_ edge: Int, _ order: [Int]) {
        if isKept, isPlaced[edge] { gains.replace(orders[edge], order, on: edge) }
        orders[edge] = order
        for (rank, place) in order.enumerated() { ranks[edge][place] = rank }
    }

    // MARK: A beginning

    /// Lays out the edges one after another, each beside what lies there already, the one with the most lines first.
    private mutating func begin() {
        for edge in edges { isPlaced[edge] = false }
        var left = edges.sorted { (-orders[$0].count, $0) < (-orders[$1].count, $1) }[...]
        while let start = left.popFirst() {
            guard !isPlaced[start] else { continue }
            var open = [start]
            lay(start)
            var next = 0
            while next < open.count {
                // Of what is around an edge that comes next with which it shares most.
                let around = model.links[open[next]].filter { !isPlaced[$0.other] }
                    .sorted { (-$0.shared, $0.other) < (-$1.shared, $1.other) }
                next += 1
                for link in around where !isPlaced[link.other] {
                    lay(link.other)
                    open.append(link.other)
                }
            }
        }
    }

    /// Puts the lines of an edge in one after another, each where it costs least.
    private mutating func lay(_ edge: Int) {
        var order: [Int] = []
        for line in orders[edge].indices {
            var best = (rank: order.count, change: 0)
            var change = 0
            for rank in order.indices.reversed() {
                change += exchange(order[rank], line, on: edge)
                if change < best.change { best = (rank, change) }
            }
            order.insert(line, at: best.rank)
        }
        place(edge, order)
        isPlaced[edge] = true
        gains.add(edge, ranks[edge])
    }

    // MARK: Crossings

    private mutating func climb() {
        for edge in edges { enqueue(edge) }
        var isBetter = true
        while isBetter, budget > 0 {
            _ = settle()
            isBetter = false
            for number in couplings where budget > 0 {
                if swapBeyond(number) { isBetter = true }
            }
        }
        _ = settle()
    }

    private mutating func enqueue(_ edge: Int) {
        guard !isQueued[edge], orders[edge].count > 1 else { return }
        isQueued[edge] = true
        queue.append(edge)
    }

    /// Looks at the edges in the queue, and at those around what changes, until nothing gets better.
    /// - Returns: by how many crossings all costs have changed.
    private mutating func settle() -> Int {
        var change = 0
        var next = 0
        while next < queue.count {
            let edge = queue[next]
            next += 1
            isQueued[edge] = false
            guard budget > 0 else { continue }
            let before = orders[edge]
            var isBetter = true
            while isBetter, budget > 0 {
                let gain = moveOne(on: edge)
                isBetter = gain < 0
                change += gain
            }
            guard orders[edge] != before else { continue }
            undo.append((edge, before))
            enqueueNeighbours(of: edge)
        }
        queue.removeAll(keepingCapacity: true)
        return change
    }

    private mutating func enqueueNeighbours(of edge: Int) {
        for other in neighbours[edge] { enqueue(other) }
    }

    /// By how many crossings the costs change where `right`, to the right of its neighbour `left`, comes to its left.
    private mutating func exchange(_ left: Int, _ right: Int, on edge: Int) -> Int {
        budget -= 1 + neighbours[edge].count
        return gains.gain(left, right, on: edge)
    }

    /// Moves a line along an edge past others to where that costs least, the first that gains by it.
    /// - Returns: by how many crossings the costs change, 0 where no line moves.
    private mutating func moveOne(on edge: Int) -> Int {
        let move = gains.firstMove(of: orders[edge], on: edge)
        budget -= move.weighed * (1 + neighbours[edge].count)
        guard move.change < 0 else { return 0 }
        var moved = orders[edge]
        moved.insert(moved.remove(at: move.from), at: move.to)
        place(edge, moved)
        return move.change
    }

    /// Moves a line along an edge, whatever it costs.
    private mutating func shift(_ edge: Int, from: Int, to: Int) -> Int {
        var order = orders[edge]
        undo.append((edge, order))
        let line = order[from]
        var change = 0
        var rank = from
        while rank != to {
            let next = rank < to ? rank + 1 : rank - 1
            change +=
                next > rank ? exchange(line, order[next], on: edge) : exchange(order[next], line, on: edge)
            order.swapAt(rank, next)
            rank = next
        }
        place(edge, order)
        return change
    }

    /// Moves lines at random on a few edges that lie around each other.
    /// - Returns: by how many crossings the costs change.
    private mutating func shake(_ choices: [Int]) -> Int {
        var edge = choices[Int(random.next() % UInt64(choices.count))]
        var change = 0
        for _ in 0..<3 {
            let count = UInt64(orders[edge].count)
            if count > 1 {
                change += shift(edge, from: Int(random.next() % count), to: Int(random.next() % count))
                enqueue(edge)
                enqueueNeighbours(of: edge)
            }
            let around = neighbours[edge]
            guard !around.isEmpty else { break }
            edge = around[Int(random.next() % UInt64(around.count))]
        }
        return change
    }

    // MARK: Two lines beyond a node

    /// Where two lines cross between two edges, lets them change places on all edges beyond, on one side or the other.
    private mutating func swapBeyond(_ number: Int) -> Bool {
        let coupling = model.couplings[number]
        let (first, second) = coupling.edges
        for one in coupling.shared.indices {
            for other in (one + 1)..<coupling.shared.count {
                let (a, b) = (coupling.shared[one], coupling.shared[other])
                let here = ranks[first][a.0] < ranks[first][b.0]
                let there = ranks[second][a.1] < ranks[second][b.1]
                guard (here == there) == coupling.isMirrored else { continue }
                if swap(a.1, b.1, beyond: number, from: second) || swap(a.0, b.0, beyond: number, from: first) {
                    return true
                }
            }
        }
        return false
    }

    /// Exchanges two lines on an edge and on all that share both and are reached without a coupling; takes it back where
    /// it is not better.
    private mutating func swap(_ a: Int, _ b: Int, beyond number: Int, from edge: Int) -> Bool {
        var found: [(edge: Int, a: Int, b: Int)] = [(edge, a, b)]
        var seen: Set<Int> = [edge]
        var touched: Set<Int> = [number]
        var next = 0
        while next < found.count {
            let here = found[next]
            next += 1
            for link in model.links[here.edge] {
                touched.insert(link.coupling)
                let (one, other) = (link.partners[here.a], link.partners[here.b])
                guard link.coupling != number, one >= 0, other >= 0, seen.insert(link.other).inserted else { continue }
                found.append((link.other, one, other))
            }
        }
        let couplings = touched.sorted()
        let before = price(of: found, couplings)
        for place in found { exchangePlaces(place.edge, place.a, place.b) }
        if price(of: found, couplings) < before {
            for place in found {
                noteExchange(on: place.edge, place.a, place.b)
                enqueue(place.edge)
                enqueueNeighbours(of: place.edge)
            }
            return true
        }
        for place in found { exchangePlaces(place.edge, place.a, place.b) }
        return false
    }

    /// Lets two lines of an edge change places; `noteExchange` makes it known where it stays so.
    private mutating func exchangePlaces(_ edge: Int, _ a: Int, _ b: Int) {
        orders[edge].swapAt(ranks[edge][a], ranks[edge][b])
        ranks[edge].swapAt(a, b)
    }

    private mutating func noteExchange(on edge: Int, _ a: Int, _ b: Int) {
        var before = orders[edge]
        before.swapAt(ranks[edge][a], ranks[edge][b])
        gains.replace(before, orders[edge], on: edge)
    }

    /// What two lines cost with each other and with all others, on edges and couplings: the rest of the price is the same
    /// before they change places and after it.
    private mutating func price(of found: [(edge: Int, a: Int, b: Int)], _ couplings: [Int]) -> Int {
        var price = 0
        var places: [Int: (a: Int, b: Int)] = [:]
        for (edge, a, b) in found {
            places[edge] = (a, b)
            price += model.price(of: edge, ranks[edge], a, b)
        }
        for number in couplings {
            let coupling = model.couplings[number]
            let shared = coupling.shared
            budget -= shared.count * shared.count / 2
            let own: [Int]
            if let (a, b) = places[coupling.edges.0] {
                own = shared.indices.filter { shared[$0].0 == a || shared[$0].0 == b }
            } else if let (a, b) = places[coupling.edges.1] {
                own = shared.indices.filter { shared[$0].1 == a || shared[$0].1 == b }
            } else {
                continue
            }
            let (first, second) = (ranks[coupling.edges.0], ranks[coupling.edges.1])
            var cost = OrderModel.Cost()
            for (rank, one) in own.enumerated() {
                for other in shared.indices where other != one && !own[..<rank].contains(other) {
                    cost = cost + model.cost(of: coupling, one, other, first, second)
                }
            }
            price += cost.crossings * OrderModel.crossing + cost.separations
        }
        return price
    }

    private mutating func price(_ edges: [Int], _ couplings: [Int]) -> Int {
        var price = 0
        for edge in edges { price += model.price(of: edge, orders[edge]) }
        for coupling in couplings { price += priceOfCoupling(coupling) }
        return price
    }

    private mutating func priceOfCoupling(_ number: Int) -> Int {
        let coupling = model.couplings[number]
        budget -= coupling.shared.count * coupling.shared.count / 2
        return model.price(of: coupling, ranks[coupling.edges.0], ranks[coupling.edges.1])
    }

    // MARK: Separations

    /// Moves lines along edges as long as that costs less, separations counted.
    private mutating func smooth() {
        var isBetter = true
        while isBetter, budget > 0 {
            isBetter = false
            for edge in edges where orders[edge].count > 1 {
                while budget > 0, smooth(edge) { isBetter = true }
            }
        }
    }

    /// Makes the best move of one line along an edge, if any betters it.
    private mutating func smooth(_ edge: Int) -> Bool {
        let before = orders[edge]
        var best = (order: before, price: price([edge], model.couplingsOfEdge[edge]))
        guard best.price > 0 else { return false }
        for from in before.indices {
            for to in before.indices where to != from {
                var order = before
                order.insert(order.remove(at: from), at: to)
                place(edge, order)
                let price = price([edge], model.couplingsOfEdge[edge])
                if price < best.price { best = (order, price) }
            }
        }
        place(edge, best.order)
        return best.order != before
    }
}
