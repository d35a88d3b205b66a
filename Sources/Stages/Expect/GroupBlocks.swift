import StageKit

/// Hands over the values of groups in an order, some groups at a time, so that a value takes memory only while its block
/// is at work.
enum GroupBlocks {
    private static let groupsPerBlock = 1 << 15

    /// - Parameters:
    ///   - order: the numbers of the groups, in the order in which `body` gets them.
    ///   - count: the number of groups.
    ///   - fill: hands over all values, each with its group; called once, and once more for each block.
    ///   - body: called for each group that has values.
    static func forEach(
        _ order: [Int], of count: Int, _ fill: ((_ value: UInt32, _ group: Int) -> Void) -> Void,
        _ body: (_ group: Int, _ values: ArraySlice<UInt32>) throws -> Void
    ) rethrows {
        var counts = [UInt32](repeating: 0, count: count)
        fill { _, group in counts[group] += 1 }
        var ranks = [Int32](repeating: -1, count: count)
        for start in stride(from: 0, to: order.count, by: groupsPerBlock) {
            let block = order[start..<min(start + groupsPerBlock, order.count)]
            for (rank, group) in block.enumerated() { ranks[group] = Int32(truncatingIfNeeded: rank) }
            var ends: [Int] = []
            var sum = 0
            for group in block {
                ends.append(sum)
                sum += Int(counts[group])
            }
            var values = [UInt32](repeating: 0, count: sum)
            fill { value, group in
                let rank = Int(ranks[group])
                guard rank >= 0 else { return }
                values[ends[rank]] = value
                ends[rank] += 1
            }
            for (rank, group) in block.enumerated() {
                ranks[group] = -1
                if counts[group] > 0 { try body(group, values[(ends[rank] - Int(counts[group]))..<ends[rank]]) }
            }
        }
    }
}

/// Service days by small numbers, of which a column takes two bytes.
struct NumberedDays {
    /// Days after 1970-01-01, by number.
    private var days: [Int32] = []
    private var numbers: [Int: UInt16] = [:]
    private var last: (day: Int, number: UInt16)?

    mutating func number(of day: Int) throws -> UInt16 {
        if let last, last.day == day { return last.number }
        let number: UInt16
        if let known = numbers[day] {
            number = known
        } else {
            guard days.count < Int(UInt16.max) else {
                throw StageFailure(
                    .dataUnusable, "more than \(grouped(Int(UInt16.max))) service days; give fewer visits to one run")
            }
            number = UInt16(days.count)
            days.append(Int32(truncatingIfNeeded: day))
            numbers[day] = number
        }
        last = (day, number)
        return number
    }

    subscript(number: UInt16) -> Int32 { days[Int(number)] }
}
