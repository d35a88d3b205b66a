import Hashing
import Platform

/// Rows of a block that have an owner and a number, such as the stop times of trips, in runs: consecutive rows of one owner. One
/// thread gathers them, and another takes whole runs, which costs less than taking each row.
///
/// Subclasses keep the values of the rows. Memory: 4 bytes for each row, 48 for each run, and what the subclass adds.
open class RowRuns {
    /// Consecutive rows of one owner. Their numbers all differ and are on one page (`NumberedKeys.Several`).
    public struct Run: BitwiseCopyable {
        /// The bytes of the owner's id. They point into the block.
        public let owner: UnsafeRawBufferPointer
        public fileprivate(set) var keys: NumberedKeys.Several
        /// The number of rows.
        public fileprivate(set) var count: Int
    }

    private let gathered = GrowingColumn<Run>()
    /// The number of each row.
    public let numbers = GrowingColumn<UInt32>()

    /// Whether no more rows of the block are gathered.
    public private(set) final var isClosed = false

    public init() {}

    public final var runs: UnsafeBufferPointer<Run> { gathered.values }

    /// Appends a row of an owner.
    @inline(__always)
    public final func append(_ number: UInt32, of owner: UnsafeRawBufferPointer) {
        let last = gathered.count - 1
        if last >= 0, RowRuns.isSame(owner, gathered[last].owner) {
            if !gathered.mutableValues[last].keys.add(Int(number)) {
                begin(number, of: owner, hash: gathered[last].keys.owner)
            } else {
                gathered.mutableValues[last].count &+= 1
            }
        } else {
            begin(number, of: owner, hash: Fingerprint.of(owner))
        }
        numbers.append(number)
    }

    private final func begin(_ number: UInt32, of owner: UnsafeRawBufferPointer, hash: UInt64) {
        gathered.append(Run(owner: owner, keys: NumberedKeys.Several(owner: hash, number: Int(number)), count: 1))
    }

    @inline(__always)
    private static func isSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard let start = one.baseAddress, let known = other.baseAddress, one.count == other.count else { return false }
        return hasSameBytes(start, known, count: one.count)
    }

    /// Ends the gathering until `removeAll`.
    public final func close() { isClosed = true }

    /// Removes the rows after the first `count`, and ends the gathering until `removeAll`.
    public final func close(after count: Int) {
        close()
        while numbers.count > count {
            let last = gathered.count - 1
            gathered.mutableValues[last].keys.remove(Int(numbers[numbers.count - 1]))
            gathered.mutableValues[last].count -= 1
            if gathered[last].count == 0 { gathered.truncate(to: last) }
            numbers.truncate(to: numbers.count - 1)
        }
    }

    /// Removes all rows before the next block. Subclasses also remove their values.
    open func removeAll() {
        gathered.removeAll()
        numbers.removeAll()
        isClosed = false
    }
}
