import NDJSON

/// The rows of a feed by their prints, and what became of each.
///
/// Rows are gathered, then sorted, then asked for. Memory: 20 bytes a row, half of that again while a part of 1/256 is
/// sorted.
final class RowTable {
    struct Entry: BitwiseCopyable {
        let key: UInt64
        let content: UInt64
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
    private var parts: [GrowingColumn<Entry>] = []
    /// Where each part's entries begin among all.
    private var starts: [Int] = []
    /// By entry how many rows of that print were not met; `modified` for the one row whose key was met with other content.
    private var unmet = GrowingColumn<UInt32>()
    /// Entries that were taken for modified, and then met.
    private var settled: Set<Int> = []
    private static let modified = UInt32.max

    init() { parts = (0..<1 << RowTable.partBits).map { _ in GrowingColumn<Entry>() } }

    private static func part(_ key: UInt64) -> Int { Int(key >> UInt64(64 - partBits)) }

    func add(_ print: RowPrint) {
        parts[RowTable.part(print.key)].append(Entry(key: print.key, content: print.content))
    }

    /// Sorts the rows that were added; rows of one print become one entry.
    func sort() {
        starts = []
        for part in parts.indices {
            starts.append(unmet.count)
            var entries = parts[part].mutableValues
            entries.sort { ($0.key, $0.content) < ($1.key, $1.content) }
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
    }

    /// Meets a row of the other feed.
    func meet(_ print: RowPrint) -> Meeting {
        let part = RowTable.part(print.key)
        let entries = parts[part].values
        let first = place(of: print.key, 0, in: entries)
        guard first < entries.count, entries[first].key == print.key else { return .added }
        let same = place(of: print.key, print.content, in: entries)
        if same < entries.count, entries[same].key == print.key, entries[same].content == print.content {
            let entry = starts[part] + same
            if unmet[entry] == RowTable.modified {
                settled.insert(entry)
                unmet[entry] = 0
                return .same
            }
            guard unmet[entry] > 0 else { return .added }
            unmet[entry] -= 1
            return .same
        }
        let isOnly = first + 1 == entries.count || entries[first + 1].key != print.key
        let entry = starts[part] + first
        guard isOnly, unmet[entry] == 1, !settled.contains(entry) else { return .added }
        unmet[entry] = RowTable.modified
        return .modified(entry: entry)
    }

    /// Whether a row that was taken for modified was met after that, so that the other one is a row of its own.
    func isSettled(_ entry: Int) -> Bool { settled.contains(entry) }

    enum Fate {
        case met
        case modified(entry: Int)
        case removed
    }

    /// What became of a row, once all of the other feed's were met; to be asked once a row.
    func fate(of print: RowPrint) -> Fate {
        let part = RowTable.part(print.key)
        let entries = parts[part].values
        let place = place(of: print.key, print.content, in: entries)
        guard place < entries.count, entries[place].key == print.key, entries[place].content == print.content else {
            // A feed that changed since it was read first.
            return .removed
        }
        let entry = starts[part] + place
        if unmet[entry] == RowTable.modified { return .modified(entry: entry) }
        guard unmet[entry] > 0 else { return .met }
        unmet[entry] -= 1
        return .removed
    }

    /// The place of the first entry that is not less: keys are spread evenly, so it is guessed before it is searched.
    private func place(of key: UInt64, _ content: UInt64, in entries: UnsafeBufferPointer<Entry>) -> Int {
        var low = 0
        var high = entries.count
        // Where the key would be if they were spread perfectly, and a bound around it that doubles.
        let share = Double(key << UInt64(RowTable.partBits)) / 18_446_744_073_709_551_616
        let guess = min(Int(share * Double(high)), max(high - 1, 0))
        func isLess(_ place: Int) -> Bool { (entries[place].key, entries[place].content) < (key, content) }
        guard high > 0 else { return 0 }
        var step = 16
        if isLess(guess) {
            low = guess + 1
            while low + step < high, isLess(low + step) {
                low += step + 1
                step *= 2
            }
            high = min(high, low + step)
        } else {
            high = guess
            while high - step > low, !isLess(high - step) {
                high -= step
                step *= 2
            }
            low = max(low, high - step)
        }
        while low < high {
            let middle = (low + high) / 2
            if isLess(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
