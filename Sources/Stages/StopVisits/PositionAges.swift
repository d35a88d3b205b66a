/// How old the positions of a run were when they were published: for each age in seconds, how many.
///
/// Memory: four bytes for each second up to the largest age below `mostListed`, rounded up to 32 seconds, and an entry of a
/// dictionary for each larger age.
struct PositionAges {
    /// Ages from here on are rare. They are counted in a dictionary.
    private static let mostListed = 256

    /// The size of what an array stores before its elements, in bytes.
    private static let headerSize = 32

    /// By age.
    private var counts: [UInt32] = []
    private var older: [Int: Int] = [:]

    /// - Parameter seconds: from the measurement to the message; a position that is ahead of its message is of age 0.
    @inline(__always)
    mutating func count(_ seconds: Int) {
        let age = max(seconds, 0)
        if age < counts.count { counts[age] &+= 1 } else { countAnew(age) }
    }

    @inline(never)
    private mutating func countAnew(_ age: Int) {
        guard age < PositionAges.mostListed else { return older[age, default: 0] += 1 }
        // The list grows in steps of 32 seconds, so that rising ages do not extend it each time.
        counts.append(contentsOf: repeatElement(0, count: (age | 31) + 1 - counts.count))
        counts[age] = 1
    }

    /// Where the list of counts begins in memory: its header, then the counts.
    var address: UnsafeRawPointer {
        counts.withUnsafeBytes {
            $0.baseAddress.map { $0 - PositionAges.headerSize } ?? UnsafeRawPointer(bitPattern: 8)!
        }
    }

    /// Ages that occurred, ascending, with their counts.
    var sorted: [(seconds: Int, count: Int)] {
        let listed = counts.enumerated().lazy.filter { $0.element > 0 }.map {
            (seconds: $0.offset, count: Int($0.element))
        }
        return listed + older.sorted { $0.key < $1.key }.map { (seconds: $0.key, count: $0.value) }
    }
}
