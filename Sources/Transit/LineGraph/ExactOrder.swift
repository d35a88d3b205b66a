/// The order that costs least, found by taking out one edge after another (bucket elimination, Dechter 1999): the costs of
/// all orders of those that it is coupled to are kept in a table.
struct ExactOrder {
    /// Sums of costs over the orders of some edges.
    private struct Table {
        /// In the order of their numbers; the first changes slowest.
        var edges: [Int]
        var costs: [Int]
    }

    /// The most lines of an edge whose orders are all looked at: 6! = 720.
    static let mostLines = 6
    /// Sums that may be made for one component.
    private static let mostWork = 60_000_000

    private let model: OrderModel
    /// All orders of so many places, and the ranks in them.
    private var orders: [[[Int]]] = []
    private var ranks: [[[Int]]] = []

    init(_ model: OrderModel) {
        self.model = model
        for count in 0...ExactOrder.mostLines {
            orders.append(ExactOrder.permutations(count))
            ranks.append(orders[count].map(OrderModel.ranks))
        }
    }

    /// All orders of the places below `count`, the given one first.
    private static func permutations(_ count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        var result: [[Int]] = []
        var current: [Int] = []
        func extend() {
            if current.count == count { return result.append(current) }
            for place in 0..<count where !current.contains(place) {
                current.append(place)
                extend()
                current.removeLast()
            }
        }
        extend()
        return result
    }

    private func count(_ edge: Int) -> Int { model.weights[edge].count }
    private func size(_ edge: Int) -> Int { orders[count(edge)].count }

    /// The orders of a component's edges, in their order; nil where there is too much to look at.
    /// - Parameter couplings: all of the component's.
    func solve(_ edges: [Int], _ couplings: [Int]) -> [[Int]]? {
        guard edges.allSatisfy({ count($0) <= ExactOrder.mostLines }) else { return nil }
        guard let plan = plan(edges, couplings) else { return nil }
        var tables = edges.map { edge in
            Table(edges: [edge], costs: orders[count(edge)].map { model.price(of: edge, $0) })
        }
        for number in couplings { tables.append(table(of: model.couplings[number])) }
        /// What was taken out, with the best order for each of the others' orders.
        var steps: [(edge: Int, others: [Int], best: [UInt16])] = []
        for edge in plan {
            let (table, best) = eliminate(edge, tables.filter { $0.edges.contains(edge) })
            tables.removeAll { $0.edges.contains(edge) }
            tables.append(table)
            steps.append((edge, table.edges, best))
        }
        var chosen: [Int: Int] = [:]
        for step in steps.reversed() {
            var place = 0
            for other in step.others { place = place * size(other) + (chosen[other] ?? 0) }
            chosen[step.edge] = Int(step.best[place])
        }
        return edges.map { orders[count($0)][chosen[$0] ?? 0] }
    }

    /// The order in which edges are taken out: always the one whose table is smallest.
    private func plan(_ edges: [Int], _ couplings: [Int]) -> [Int]? {
        var neighbours: [Int: Set<Int>] = [:]
        for edge in edges { neighbours[edge] = [] }
        var work = 0
        for number in couplings {
            let (one, other) = model.couplings[number].edges
            work += size(one) * size(other) * model.couplings[number].shared.count
            neighbours[one]?.insert(other)
            neighbours[other]?.insert(one)
        }
        var plan: [Int] = []
        var left = edges
        while !left.isEmpty {
            let tables = left.map { edge in
                (neighbours[edge] ?? []).reduce(size(edge)) { product, other in
                    product > ExactOrder.mostWork ? product : product * size(other)
                }
            }
            guard let place = left.indices.min(by: { (tables[$0], left[$0]) < (tables[$1], left[$1]) }) else { break }
            work += 4 * tables[place]
            guard work <= ExactOrder.mostWork else { return nil }
            let edge = left.remove(at: place)
            plan.append(edge)
            let around = neighbours.removeValue(forKey: edge) ?? []
            for one in around {
                neighbours[one]?.remove(edge)
                neighbours[one]?.formUnion(around.subtracting([one]))
            }
        }
        return plan
    }

    private func table(of coupling: OrderModel.Coupling) -> Table {
        let (first, second) = coupling.edges
        let isSwapped = first > second
        let rows = ranks[count(isSwapped ? second : first)]
        let columns = ranks[count(isSwapped ? first : second)]
        var costs: [Int] = []
        costs.reserveCapacity(rows.count * columns.count)
        for row in rows {
            for column in columns {
                costs.append(
                    isSwapped ? model.price(of: coupling, column, row) : model.price(of: coupling, row, column))
            }
        }
        return Table(edges: [min(first, second), max(first, second)], costs: costs)
    }

    /// The sums of some tables without one edge, each with that edge's best order.
    private func eliminate(_ edge: Int, _ tables: [Table]) -> (Table, [UInt16]) {
        let others = Set(tables.flatMap(\.edges)).subtracting([edge]).sorted()
        let sizes = others.map(size)
        let total = sizes.reduce(1, *)
        /// For each table how far one goes on in it with the next order of each of `others`, and of the edge itself.
        let strides = tables.map { table in
            (others + [edge]).map { wanted -> Int in
                guard let place = table.edges.firstIndex(of: wanted) else { return 0 }
                return table.edges[(place + 1)...].reduce(1) { $0 * size($1) }
            }
        }
        var result = Table(edges: others, costs: [])
        result.costs.reserveCapacity(total)
        var best: [UInt16] = []
        best.reserveCapacity(total)
        var digits = [Int](repeating: 0, count: others.count)
        var starts = [Int](repeating: 0, count: tables.count)
        for _ in 0..<total {
            var least = Int.max
            var chosen = 0
            for order in 0..<size(edge) {
                var sum = 0
                for number in tables.indices {
                    sum += tables[number].costs[starts[number] + order * strides[number][others.count]]
                }
                if sum < least {
                    least = sum
                    chosen = order
                }
            }
            result.costs.append(least)
            best.append(UInt16(chosen))
            var digit = others.count - 1
            while digit >= 0 {
                digits[digit] += 1
                for number in tables.indices { starts[number] += strides[number][digit] }
                if digits[digit] < sizes[digit] { break }
                for number in tables.indices { starts[number] -= strides[number][digit] * sizes[digit] }
                digits[digit] = 0
                digit -= 1
            }
        }
        return (result, best)
    }
}
