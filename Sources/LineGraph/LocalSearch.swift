import Hashing

/// Betters an order step by step: two lines change places on one edge, a line moves along it, two lines change places on
/// all edges beyond a node that they share. What costs less stays; then some places are shaken, and it begins again.
struct LocalSearch {
    private let model: OrderModel
    private let edges: [Int]
    private let couplings: [Int]
    /// By edge.
    private(set) var orders: [[Int]]
    private var ranks: [[Int]]
    private var random: SplitMix64
    /// Pairs of lines that may be compared: what bounds the time.
    private var budget: Int

    /// - Parameters:
    ///   - orders: of all edges of the model, to begin with.
    ///   - seed: what is shaken depends on it alone.
    init(_ model: OrderModel, _ edges: [Int], _ couplings: [Int], from orders: [[Int]], seed: UInt64) {
        self.model = model
        self.edges = edges
        self.couplings = couplings
        self.orders = orders
        ranks = orders.map(OrderModel.ranks)
        random = SplitMix64(seed: seed)
        budget = 40_000_000
    }

    /// The edges that leave something to choose.
    private var choices: [Int] { edges.filter { orders[$0].count > 1 } }

    /// - Parameter shakes: how often it begins again.
    mutating func run(shakes: Int) {
        climb()
        var best = (orders: orders, price: price())
        let choices = choices
        guard best.price > 0, !choices.isEmpty else { return }
        for _ in 0..<shakes where budget > 0 {
            shake(choices)
            climb()
            let price = price()
            if price < best.price {
                best = (orders, price)
            } else {
                set(best.orders)
            }
        }
        set(best.orders)
    }

    private mutating func set(_ orders: [[Int]]) {
        self.orders = orders
        for edge in edges { ranks[edge] = OrderModel.ranks(orders[edge]) }
    }

    private mutating func price() -> Int {
        edges.reduce(0) { $0 + model.price(of: $1, orders[$1]) }
            + couplings.reduce(0) { sum, number in sum + priceOfCoupling(number) }
    }

    private mutating func priceOfCoupling(_ number: Int) -> Int {
        let coupling = model.couplings[number]
        budget -= coupling.shared.count * coupling.shared.count / 2
        return model.price(of: coupling, ranks[coupling.edges.0], ranks[coupling.edges.1])
    }

    /// What an edge's order costs, with all that is coupled to it.
    private mutating func price(around edge: Int) -> Int {
        budget -= orders[edge].count * orders[edge].count / 2
        var price = model.price(of: edge, orders[edge])
        for coupling in model.couplingsOfEdge[edge] { price += priceOfCoupling(coupling) }
        return price
    }

    // MARK: Steps

    private mutating func climb() {
        var isBetter = true
        while isBetter, budget > 0 {
            isBetter = false
            for edge in edges where orders[edge].count > 1 {
                while budget > 0, move(edge) { isBetter = true }
            }
            for number in couplings where budget > 0 {
                if swapBeyond(number) { isBetter = true }
            }
        }
    }

    /// Makes the best move of one line along an edge, or exchange of two, if any betters it.
    private mutating func move(_ edge: Int) -> Bool {
        let before = orders[edge]
        var best = (order: before, price: price(around: edge))
        guard best.price > 0 else { return false }
        for from in before.indices {
            for to in before.indices where to != from {
                var order = before
                order.insert(order.remove(at: from), at: to)
                improve(&best, edge, order)
                if to > from + 1 {
                    var exchanged = before
                    exchanged.swapAt(from, to)
                    improve(&best, edge, exchanged)
                }
            }
        }
        place(edge, best.order)
        return best.order != before
    }

    private mutating func improve(_ best: inout (order: [Int], price: Int), _ edge: Int, _ order: [Int]) {
        place(edge, order)
        let price = price(around: edge)
        if price < best.price { best = (order, price) }
    }

    private mutating func place(_ edge: Int, _ order: [Int]) {
        orders[edge] = order
        for (rank, place) in order.enumerated() { ranks[edge][place] = rank }
    }

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
            for coupling in model.couplingsOfEdge[here.edge] {
                touched.insert(coupling)
                guard coupling != number else { continue }
                let isFirst = model.couplings[coupling].edges.0 == here.edge
                let other = isFirst ? model.couplings[coupling].edges.1 : model.couplings[coupling].edges.0
                func partner(_ place: Int) -> Int? {
                    let shared = model.couplings[coupling].shared
                    return isFirst
                        ? shared.first { $0.0 == place }?.1 : shared.first { $0.1 == place }?.0
                }
                guard !seen.contains(other), let a = partner(here.a), let b = partner(here.b) else { continue }
                seen.insert(other)
                found.append((other, a, b))
            }
        }
        let couplings = touched.sorted()
        let before = price(found.map(\.edge), couplings)
        for place in found { exchange(place.edge, place.a, place.b) }
        if price(found.map(\.edge), couplings) < before { return true }
        for place in found { exchange(place.edge, place.a, place.b) }
        return false
    }

    private mutating func price(_ edges: [Int], _ couplings: [Int]) -> Int {
        var price = 0
        for edge in edges { price += model.price(of: edge, orders[edge]) }
        for coupling in couplings { price += priceOfCoupling(coupling) }
        return price
    }

    private mutating func exchange(_ edge: Int, _ a: Int, _ b: Int) {
        orders[edge].swapAt(ranks[edge][a], ranks[edge][b])
        ranks[edge].swapAt(a, b)
    }

    /// Exchanges lines at random on a few edges that lie around each other.
    private mutating func shake(_ choices: [Int]) {
        var edge = choices[Int(random.next() % UInt64(choices.count))]
        for _ in 0..<4 {
            let count = UInt64(orders[edge].count)
            if count > 1 { exchange(edge, Int(random.next() % count), Int(random.next() % count)) }
            let around = model.couplingsOfEdge[edge]
            guard !around.isEmpty else { return }
            let coupling = model.couplings[around[Int(random.next() % UInt64(around.count))]]
            edge = coupling.edges.0 == edge ? coupling.edges.1 : coupling.edges.0
        }
    }
}
