import Containers
import Platform

/// The rows of a feed by their prints, and what became of each.
///
/// Rows are gathered, then sorted, then asked for: an index tells where the keys begin that have the same first bits, so
/// that a row costs two cache lines and not a search. Memory: 21 bytes a row, half of that again while a part of 1/256 is
/// sorted.
final class RowTable {
    struct Entry: BitwiseCopyable {
        let key: UInt64
        let content: UInt64
    }

    /// Which of these a row of either feed is.
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

    private static let partBits = 8
    /// By the first bits of a key where in its part they begin, eight entries or fewer to each most often.
    private var index: [UInt32] = []
    private var indexBits = partBits
    private var parts: [GrowingColumn<Entry>] = []
    /// Where each part's entries begin among all.
    private var starts: [Int] = []
    /// By entry how many rows of that print were not met; `modified` for the one row whose key was met with other content.
    private var unmet = GrowingColumn<UInt32>()
    /// Entries that were taken for modified, and then met.
    private var settled: Set<Int> = []
    private static let modified = UInt32.max
    /// By the first bits of a key whether any of its rows was not met.
    private var unmetKeys: [UInt64] = []
    private var unmetBits = 6

    init() { parts = (0..<1 << RowTable.partBits).map { _ in GrowingColumn<Entry>() } }

    private static func part(_ key: UInt64) -> Int { Int(key >> UInt64(64 - partBits)) }

    func add(_ print: RowPrint) {
        parts[RowTable.part(print.key)].append(Entry(key: print.key, content: print.content))
    }

    /// Sorts the rows that were added; rows of one print become one entry.
    /// - Parameter jobs: the number of threads.
    func sort(jobs: Int) {
        // Each part is sorted by one thread.
        nonisolated(unsafe) let all = parts
        _ = Workers.map(all.count, jobs: jobs) { part in
            var entries = all[part].mutableValues
            entries.sort { ($0.key, $0.content) < ($1.key, $1.content) }
        }
        starts = []
        for part in parts.indices {
            starts.append(unmet.count)
            let entries = parts[part].mutableValues
            var kept = 0
            for place in entries.indices {
                if kept > 0, entries[kept - 1].key == entries[place].key,
                    entries[kept - 1].content == entries[place].content
                {
                    unmet[unmet.count - 1] = min(unmet[unmet.count - 1] + 1, RowTable.modified - 1)
                } else {
                    entries[kept] = entries[place]
                    kept += 1
                    unmet.append(1)
                }
            }
            parts[part].truncate(to: kept)
        }
        makeIndex()
    }

    private func makeIndex() {
        while indexBits < 28, unmet.count >> indexBits > 4 { indexBits += 1 }
        index = []
        index.reserveCapacity(1 << indexBits)
        for part in parts {
            var place = 0
            let entries = part.values
            for _ in 0..<1 << (indexBits - RowTable.partBits) {
                let first = UInt64(index.count) << UInt64(64 - indexBits)
                while place < entries.count, entries[place].key < first { place += 1 }
                index.append(UInt32(place))
            }
        }
    }

    /// Which row a print is of. Several threads may ask at once, once the rows are sorted.
    func find(_ print: RowPrint) -> Found {
        let part = RowTable.part(print.key)
        let entries = parts[part].values
        let group = group(of: print.key, in: entries)
        if let place = place(of: print.content, in: group, entries) { return .same(entry: starts[part] + place) }
        return group.count == 1 ? .otherwise(entry: starts[part] + group.lowerBound) : .none
    }

    /// Lists the keys of which rows were not met, so that `findUnmet` need not look for the others.
    func listUnmet() {
        var count = 0
        for entry in 0..<unmet.count where unmet[entry] > 0 { count += 1 }
        // An eighth of the bits at most, and a table that fits into the processor's caches where few rows differ.
        unmetBits = 6
        while unmetBits < 32, 1 << unmetBits < count * 8 { unmetBits += 1 }
        unmetKeys = [UInt64](repeating: 0, count: 1 << (unmetBits - 6))
        for part in parts.indices {
            for (place, entry) in parts[part].values.enumerated() where unmet[starts[part] + place] > 0 {
                let bit = Int(entry.key >> UInt64(64 - unmetBits))
                unmetKeys[bit >> 6] |= 1 << UInt64(bit & 63)
            }
        }
    }

    /// `find` for rows that were not met: others may be found or not. Several threads may ask at once.
    func findUnmet(_ print: RowPrint) -> Found {
        let bit = Int(print.key >> UInt64(64 - unmetBits))
        return unmetKeys[bit >> 6] >> UInt64(bit & 63) & 1 == 0 ? .none : find(print)
    }

    /// Meets a row of the other feed that has the key of an entry, and says something else.
    func meet(otherwise entry: Int) -> Meeting {
        guard unmet[entry] == 1, settled.isEmpty || !settled.contains(entry) else { return .added }
        unmet[entry] = RowTable.modified
        return .modified(entry: entry)
    }

    /// Meets a row of the other feed that says what an entry says.
    func meet(_ entry: Int) -> Meeting {
        if unmet[entry] == RowTable.modified {
            settled.insert(entry)
            unmet[entry] = 0
            return .same
        }
        guard unmet[entry] > 0 else { return .added }
        unmet[entry] -= 1
        return .same
    }

    /// Whether a row that was taken for modified was met after that, so that the other one is a row of its own.
    func isSettled(_ entry: Int) -> Bool { settled.contains(entry) }

    enum Fate {
        case met
        case modified(entry: Int)
        case removed
    }

    /// What became of the rows of an entry, once all of the other feed's were met; to be asked once a row.
    func fate(of entry: Int) -> Fate {
        if unmet[entry] == RowTable.modified { return .modified(entry: entry) }
        guard unmet[entry] > 0 else { return .met }
        unmet[entry] -= 1
        return .removed
    }

    /// The entries of a key in its part.
    private func group(of key: UInt64, in entries: UnsafeBufferPointer<Entry>) -> Range<Int> {
        let bucket = Int(key >> UInt64(64 - indexBits))
        var first = Int(index[bucket])
        // The last bucket of a part ends where the part does.
        let isLast = (bucket + 1) & (1 << (indexBits - RowTable.partBits) - 1) == 0
        let end = isLast ? entries.count : Int(index[bucket + 1])
        // Most often a handful; many where one key stands many times.
        if end - first > 16 { first = (first..<end).firstPlace { entries[$0].key >= key } }
        while first < end, entries[first].key < key { first += 1 }
        guard first < end, entries[first].key == key else { return first..<first }
        var last = first + 1
        if last < end, entries[last].key == key { last = (last..<end).firstPlace { entries[$0].key != key } }
        return first..<last
    }

    private func place(
        of content: UInt64, in group: Range<Int>, _ entries: UnsafeBufferPointer<Entry>
    ) -> Int? {
        let place =
            group.count < 2 ? group.lowerBound : group.firstPlace { entries[$0].content >= content }
        return place < group.upperBound && entries[place].content == content ? place : nil
    }
}
