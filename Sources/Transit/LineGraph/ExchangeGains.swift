/// What it costs where two neighbouring lines of an edge change places, kept up to date while orders change.
///
/// That depends on how the two lie on the edges around, not on their own edge, so an order that changes on one edge changes
/// only what pairs cost on the edges around it. A search asks far more often than it changes an order.
///
/// Memory: eight bytes for each pair of lines of an edge, twice, and four for each line of an edge and each edge it is
/// coupled to.
struct ExchangeGains {
    /// A coupling as it looks from one of its edges.
    private struct Link {
        let other: Int
        let isMirrored: Bool
        /// Where its partners begin.
        let partners: Int
    }

    /// What stays the same while orders change.
    private final class Layout {
        /// By edge how many lines it has, and where its gains and its weights begin.
        var counts: [Int] = []
        var firstGains: [Int] = []
        var firstWeights: [Int] = []
        var weights: [Int] = []
        /// By edge where its links begin, and where the last one's end.
        var firstLinks: [Int] = []
        var links: [Link] = []
        /// Of each link by place the place of the same line on the other edge; −1 where it does not run on there.
        var partners: [Int32] = []
    }

    private let layout = Layout()
    /// By edge and pair of places, as in `OrderModel.parting`.
    private var gains: [Int] = []

    /// Creates the costs of some edges alone, as if no order of those around counted.
    init(_ model: OrderModel, _ edges: [Int]) {
        var isOwn = [Bool](repeating: false, count: model.weights.count)
        for edge in edges { isOwn[edge] = true }
        for edge in isOwn.indices {
            let count = isOwn[edge] ? model.weights[edge].count : 0
            layout.counts.append(count)
            layout.firstGains.append(gains.count)
            layout.firstWeights.append(layout.weights.count)
            layout.firstLinks.append(layout.links.count)
            guard isOwn[edge] else { continue }
            layout.weights += model.weights[edge]
            for link in model.links[edge] {
                layout.links.append(
                    Link(other: link.other, isMirrored: link.isMirrored, partners: layout.partners.count))
                layout.partners += link.partners.lazy.map(Int32.init)
            }
            let parting = model.parting[edge]
            for left in 0..<count {
                for right in 0..<count { gains.append(parting[right * count + left] - parting[left * count + right]) }
            }
        }
        layout.firstLinks.append(layout.links.count)
    }

    /// By how many crossings the costs change where `right`, to the right of its neighbour `left`, comes to its left.
    @inline(__always)
    func gain(_ left: Int, _ right: Int, on edge: Int) -> Int {
        gains[layout.firstGains[edge] + left * layout.counts[edge] + right]
    }

    /// A line that moves along an edge past others.
    struct Move {
        var from: Int
        var to: Int
        /// By how many crossings the costs change.
        var change: Int
        /// How many exchanges were weighed to find it.
        var weighed: Int
    }

    /// The first line that gains by a move, with its best one; one that changes nothing if none gains.
    func firstMove(of order: [Int], on edge: Int) -> Move {
        let count = layout.counts[edge]
        let start = layout.firstGains[edge]
        return gains.withUnsafeBufferPointer { gains in
            order.withUnsafeBufferPointer { order in
                for from in order.indices {
                    // What an exchange with the left neighbour costs is what one with the right neighbour saves.
                    let row = start + order[from] * count
                    var move = Move(from: from, to: from, change: 0, weighed: (from + 1) * (order.count - 1))
                    var change = 0
                    for to in (0..<from).reversed() {
                        change -= gains[row + order[to]]
                        if change < move.change { (move.to, move.change) = (to, change) }
                    }
                    change = 0
                    for to in (from + 1)..<max(order.count, from + 1) {
                        change += gains[row + order[to]]
                        if change < move.change { (move.to, move.change) = (to, change) }
                    }
                    if move.change < 0 { return move }
                }
                return Move(from: 0, to: 0, change: 0, weighed: order.count * max(0, order.count - 1))
            }
        }
    }

    /// Lets the order of an edge count for the edges around it.
    /// - Parameter ranks: of each of its places where in the order it stands.
    mutating func add(_ edge: Int, _ ranks: [Int]) {
        for one in ranks.indices {
            for other in (one + 1)..<max(ranks.count, one + 1) {
                add(one, other, on: edge, isLeft: ranks[one] < ranks[other])
            }
        }
    }

    /// Lets an order follow another one on an edge that counts.
    mutating func replace(_ before: [Int], _ after: [Int], on edge: Int) {
        guard let first = before.indices.first(where: { before[$0] != after[$0] }),
            let last = before.indices.last(where: { before[$0] != after[$0] })
        else { return }
        // Mostly one line has moved past others.
        if before[first] == after[last], before[(first + 1)...last] == after[first..<last] {
            move(before[first], past: before[(first + 1)...last], on: edge, isRightward: true)
        } else if before[last] == after[first], before[first..<last] == after[(first + 1)...last] {
            move(before[last], past: before[first..<last], on: edge, isRightward: false)
        } else {
            var ranks = [Int](repeating: 0, count: after.count)
            for (rank, place) in after.enumerated() { ranks[place] = rank }
            for left in first..<last {
                for right in (left + 1)...last where ranks[before[left]] > ranks[before[right]] {
                    move(before[left], past: before[right...right], on: edge, isRightward: true)
                }
            }
        }
    }

    /// Lets a line that was to the left of others be to their right, or the other way round.
    private mutating func move(_ line: Int, past others: ArraySlice<Int>, on edge: Int, isRightward: Bool) {
        let layout = layout
        gains.withUnsafeMutableBufferPointer { gains in
            for number in layout.firstLinks[edge]..<layout.firstLinks[edge + 1] {
                let link = layout.links[number]
                let here = Int(layout.partners[link.partners + line])
                guard here >= 0 else { continue }
                let count = layout.counts[link.other]
                let start = layout.firstGains[link.other]
                let firstWeight = layout.firstWeights[link.other]
                // What it cost with the line on one side is taken back, and what it costs on the other is added.
                let weight = (isRightward == link.isMirrored ? 2 : -2) * layout.weights[firstWeight + here]
                for other in others {
                    let there = Int(layout.partners[link.partners + other])
                    guard there >= 0 else { continue }
                    let change = weight * layout.weights[firstWeight + there]
                    gains[start + here * count + there] += change
                    gains[start + there * count + here] -= change
                }
            }
        }
    }

    /// Adds what two lines cost on the edges around where one is to the left, or to the right, of the other on an edge.
    @inline(__always)
    private mutating func add(_ one: Int, _ other: Int, on edge: Int, isLeft: Bool) {
        for number in layout.firstLinks[edge]..<layout.firstLinks[edge + 1] {
            let link = layout.links[number]
            let (here, there) = (Int(layout.partners[link.partners + one]), Int(layout.partners[link.partners + other]))
            guard here >= 0, there >= 0 else { continue }
            let first = layout.firstWeights[link.other]
            let weight = layout.weights[first + here] * layout.weights[first + there]
            let count = layout.counts[link.other]
            let change = isLeft == link.isMirrored ? -weight : weight
            gains[layout.firstGains[link.other] + here * count + there] += change
            gains[layout.firstGains[link.other] + there * count + here] -= change
        }
    }
}
