import Containers
import Platform

/// The rows of a feed by their prints, and what became of each. The entry of a row is its number in the order of the feed.
///
/// Rows are added, then arranged, then looked up. Two versions of a feed have most rows in the same order, so a lookup first
/// tries the row after the one that was found last, which is in the processor's caches. An index finds all other rows.
/// Memory: 23 to 25 bytes for each row, and 8 more while rows are arranged.
final class RowTable {
    /// Which of these rows matches a row of either feed, by its key and content or by its key alone.
    enum Found: BitwiseCopyable {
        /// This one says the same.
        case same(entry: Int)
        /// This one is the only one of its key, and says something else.
        case otherwise(entry: Int)
        case none
    }

    /// What a row of the other feed is to these.
    enum Meeting {
        /// One of these says the same.
        case same
        /// The only one of its key says something else.
        case modified(entry: Int)
        case added
    }

    private enum State {
        static let met: UInt8 = 0
        static let unmet: UInt8 = 1
        /// Its key was met with other content.
        static let modified: UInt8 = 2
    }

    private static let partBits = 8
    private let prints = GrowingColumn<RowPrint>()
    /// The entries in the order of their keys, then of their contents.
    private let order = GrowingColumn<UInt32>()
    /// For each value of the first bits of a key, the position in `order` of the first entry with these bits. Most often, a
    /// value has about two entries.
    private var index: [UInt32] = []
    private var indexBits = partBits
    /// The state of each entry. If several rows have the same print, lookups find only the first of them; the others are `met`
    /// from the start.
    private let states = GrowingColumn<UInt8>()
    /// The entries whose key occurs in another entry too.
    private var repeated = Bits(count: 0)
    /// For the first of several rows that say the same, how many of them were not met.
    private var counts: [Int: Int] = [:]
    /// Entries that were taken for modified, and then met.
    private var settled: Set<Int> = []
    /// The entries that were not met, for threads that look rows up while others are met.
    private var unmet = Bits(count: 0)

    func add(_ print: RowPrint) { prints.append(print) }

    /// Arranges the rows that were added.
    /// - Parameter jobs: the number of threads.
    func arrange(jobs: Int) {
        precondition(prints.count < UInt32.max, "more rows than can be numbered")
        repeated = Bits(count: prints.count)
        for _ in 0..<prints.count { states.append(State.unmet) }
        // The next 32 bits of a key, then the entry.
        let words = (0..<1 << RowTable.partBits).map { _ in GrowingColumn<UInt64>() }
        for (entry, print) in prints.values.enumerated() {
            words[Int(print.key >> UInt64(64 - RowTable.partBits))].append(
                print.key << UInt64(RowTable.partBits) & ~0xFFFF_FFFF | UInt64(entry))
        }
        // Each part is sorted by one thread.
        nonisolated(unsafe) let parts = words
        _ = Workers.map(parts.count, jobs: jobs) { part in
            var values = parts[part].mutableValues
            values.sort()
        }
        while indexBits < 28, prints.count >> indexBits > 2 { indexBits += 1 }
        index.reserveCapacity(1 << indexBits + 1)
        for part in words { list(part.values) }
        index.append(UInt32(order.count))
    }

    /// Appends the entries of a part to `order`, and the start of each bucket to `index`.
    private func list(_ words: UnsafeBufferPointer<UInt64>) {
        let bits = indexBits - RowTable.partBits
        var place = 0
        // The start of the current group in `order`: entries whose words contain the same key bits.
        var start = order.count
        for bucket in 0..<1 << bits {
            index.append(UInt32(order.count))
            while place < words.count, words[place] >> UInt64(64 - bits) == bucket {
                if place > 0, words[place] >> 32 != words[place - 1] >> 32 {
                    arrangeAlike(start..<order.count)
                    start = order.count
                }
                order.append(UInt32(truncatingIfNeeded: words[place]))
                place += 1
            }
        }
        arrangeAlike(start..<order.count)
    }

    /// Sorts entries whose keys have the same first 40 bits, and finds repeated keys and rows among them. Most often, the keys of
    /// these entries are equal.
    private func arrangeAlike(_ range: Range<Int>) {
        guard range.count > 1 else { return }
        var entries = UnsafeMutableBufferPointer(rebasing: order.mutableValues[range])
        entries.sort { left, right in
            let (first, second) = (prints[Int(left)], prints[Int(right)])
            return (first.key, first.content, left) < (second.key, second.content, right)
        }
        var original = Int(entries[0])
        for place in 1..<entries.count {
            let (before, entry) = (Int(entries[place - 1]), Int(entries[place]))
            guard prints[before].key == prints[entry].key else {
                original = entry
                continue
            }
            repeated.insert(before)
            repeated.insert(entry)
            guard prints[before].content == prints[entry].content else {
                original = entry
                continue
            }
            counts[original, default: 1] += 1
            states[entry] = State.met
        }
    }

    // MARK: Lookups

    /// Finds the row that has the key of a print. The result is `same` if the contents are equal too, and `otherwise` if they
    /// differ. It is `none` if no row has the key, or if rows with this key have several contents and none of them is that of
    /// the print. After `arrange`, several threads may call it at the same time.
    /// - Parameter last: the entry that was found last; it is replaced.
    func find(_ print: RowPrint, after last: inout Int) -> Found {
        let next = last + 1
        guard next < prints.count, prints[next].key == print.key, !repeated.contains(next) else {
            let found = lookUp(print)
            switch found {
            case .same(let entry), .otherwise(let entry): last = entry
            case .none: break
            }
            return found
        }
        last = next
        return prints[next].content == print.content ? .same(entry: next) : .otherwise(entry: next)
    }

    /// Finds the row that has a print, if this row was not met when `listUnmet` was called; `none` for all other rows.
    func findUnmet(_ print: RowPrint, after last: inout Int) -> Found {
        guard case .same(let entry) = find(print, after: &last), unmet.contains(entry) else { return .none }
        return .same(entry: entry)
    }

    private func lookUp(_ print: RowPrint) -> Found {
        let bucket = Int(print.key >> UInt64(64 - indexBits))
        var rest = order.slice(Int(index[bucket]), Int(index[bucket + 1]))[...]
        // Most often one or two; many if one key occurs many times.
        if rest.count > 16 { rest = rest[rest.firstPlace { prints[Int($0)].key >= print.key }...] }
        while let entry = rest.first, prints[Int(entry)].key != print.key { rest = rest.dropFirst() }
        guard let first = rest.first.map(Int.init) else { return .none }
        guard repeated.contains(first) else {
            return prints[first].content == print.content ? .same(entry: first) : .otherwise(entry: first)
        }
        let group = rest[..<rest.firstPlace { prints[Int($0)].key != print.key }]
        let place = group.firstPlace { prints[Int($0)].content >= print.content }
        if place < group.endIndex, case let entry = Int(group[place]), prints[entry].content == print.content {
            return .same(entry: entry)
        }
        let lastContent = prints[Int(group[group.endIndex - 1])].content
        return prints[first].content == lastContent ? .otherwise(entry: first) : .none
    }

    // MARK: Meetings

    /// Meets a row of the other feed that has the key of an entry, and says something else.
    func meet(otherwise entry: Int) -> Meeting {
        guard states[entry] == State.unmet, counts[entry] == nil, !settled.contains(entry) else { return .added }
        states[entry] = State.modified
        return .modified(entry: entry)
    }

    /// Meets a row of the other feed that says what an entry says.
    func meet(_ entry: Int) -> Meeting {
        switch states[entry] {
        case State.met: return .added
        case State.modified:
            settled.insert(entry)
            states[entry] = State.met
        default: countDown(entry)
        }
        return .same
    }

    private func countDown(_ entry: Int) {
        if repeated.contains(entry), let count = counts[entry], count > 1 {
            counts[entry] = count - 1
        } else {
            states[entry] = State.met
        }
    }

    /// Whether a row that was taken for modified was met after that, so that the other one is a row of its own.
    func isSettled(_ entry: Int) -> Bool { settled.contains(entry) }

    /// Lists the rows that were not met, for `findUnmet`.
    func listUnmet() {
        unmet = Bits(count: prints.count)
        for (entry, state) in states.values.enumerated() where state != State.met { unmet.insert(entry) }
    }

    enum Fate {
        case met
        case modified(entry: Int)
        case removed
    }

    /// What became of the rows of an entry, once all of the other feed's were met; to be asked once a row.
    func fate(of entry: Int) -> Fate {
        switch states[entry] {
        case State.met: return .met
        case State.modified:
            states[entry] = State.met
            return .modified(entry: entry)
        default:
            countDown(entry)
            return .removed
        }
    }
}

/// A set of numbers below a bound.
private struct Bits {
    private var words: [UInt64]

    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    @inline(__always)
    func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }

    mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }
}
