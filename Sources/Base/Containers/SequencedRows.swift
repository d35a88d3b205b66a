/// Rows that belong to owners and have a place in them, in any order: the stop times of trips, the points of shapes.
///
/// Memory: the value and 4 bytes a row, 8 bytes a run of rows of one owner (so for rows in random order 8 a row),
/// 4 an owner. Nothing is moved or sorted until an owner is asked for.
public struct SequencedRows<Owner, Value: BitwiseCopyable> {
    @usableFromInline let values = GrowingColumn<Value>()
    @usableFromInline let sequences = GrowingColumn<UInt32>()
    /// Where each run begins.
    @usableFromInline let starts = GrowingColumn<UInt32>()
    /// The run of the same owner before each run.
    @usableFromInline let previous = GrowingColumn<UInt32>()
    /// The last run of each owner.
    @usableFromInline let heads = GrowingColumn<UInt32>()
    @usableFromInline var lastOwner = Identifier<Owner>.none
    @usableFromInline static var noRun: UInt32 { .max }

    @inlinable public init() {}

    @inlinable public var count: Int { values.count }

    /// - Throws: `TooManyRows` past 2,147,483,647 rows.
    @inlinable @inline(__always)
    public mutating func append(_ value: Value, sequence: UInt32, to owner: Identifier<Owner>) throws {
        if owner != lastOwner { try beginRun(owner) }
        values.append(value)
        sequences.append(sequence)
    }

    /// Appends several rows of one owner.
    /// - Parameter value: the value of a row, by its place among them.
    @inlinable @inline(__always)
    public mutating func append(
        _ sequences: UnsafeBufferPointer<UInt32>, to owner: Identifier<Owner>, _ value: (Int) -> Value
    ) throws {
        if owner != lastOwner { try beginRun(owner) }
        for row in sequences.indices { values.append(value(row)) }
        self.sequences.append(contentsOf: sequences)
    }

    @inline(never) @usableFromInline
    mutating func beginRun(_ owner: Identifier<Owner>) throws {
        guard values.count < Int(UInt32.max) / 2 else {
            throw TooManyRows()
        }
        while heads.count <= owner.index { heads.append(Self.noRun) }
        previous.append(heads[owner.index])
        heads[owner.index] = UInt32(starts.count)
        starts.append(UInt32(values.count))
        lastOwner = owner
    }

    @inlinable public func hasRows(_ owner: Identifier<Owner>) -> Bool {
        owner.index < heads.count && heads[owner.index] != Self.noRun
    }

    @inlinable public func count(of owner: Identifier<Owner>) -> Int {
        var count = 0
        forEachRun(of: owner) { count += $1 - $0 }
        return count
    }

    /// Replaces `positions` by those of the owner's rows, in the order of their sequence; rows of the same sequence
    /// keep the order in which they came.
    @inlinable public func positions(of owner: Identifier<Owner>, into positions: inout [Int]) {
        positions.removeAll(keepingCapacity: true)
        var runs = 0
        forEachRun(of: owner) { start, end in
            runs += 1
            positions.append(contentsOf: start..<end)
        }
        var isAscending = runs <= 1
        if isAscending {
            for (from, to) in zip(positions, positions.dropFirst()) where sequences[from] > sequences[to] {
                isAscending = false
                break
            }
        }
        if !isAscending {
            positions.sort { (sequences[$0], $0) < (sequences[$1], $1) }
        }
    }

    /// The values of an owner's rows if they came one after the other with ascending sequences; nil if not, or without rows.
    @inlinable public func ascendingValues(of owner: Identifier<Owner>) -> UnsafeBufferPointer<Value>? {
        guard hasRows(owner), case let run = Int(heads[owner.index]), previous[run] == Self.noRun else { return nil }
        let start = Int(starts[run])
        let end = run + 1 < starts.count ? Int(starts[run + 1]) : values.count
        let places = sequences.slice(start, end)
        for row in 1..<max(places.count, 1) where places[row - 1] >= places[row] { return nil }
        return values.slice(start, end)
    }

    @inlinable @inline(__always) public func value(at position: Int) -> Value { values[position] }
    @inlinable @inline(__always) public func sequence(at position: Int) -> UInt32 { sequences[position] }

    /// Calls `body` with the bounds of the owner's runs, the last one first.
    @inlinable func forEachRun(of owner: Identifier<Owner>, _ body: (_ start: Int, _ end: Int) -> Void) {
        guard hasRows(owner) else { return }
        var run = heads[owner.index]
        while run != Self.noRun {
            let index = Int(run)
            let end = index + 1 < starts.count ? Int(starts[index + 1]) : values.count
            body(Int(starts[index]), end)
            run = previous[index]
        }
    }
}

/// A table has more rows than can be numbered: 2,147,483,647.
public struct TooManyRows: Error, CustomStringConvertible {
    public let description = "one table has more than 2,147,483,647 rows"

    public init() {}
}
