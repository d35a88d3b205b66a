/// The two members of a key: an owner (trip or shape) and a number (`stop_sequence` or `shape_pt_sequence`).
public struct NumberedMembers: BitwiseCopyable, Sendable {
    /// The index of the owner among the members of the plan.
    let member: Int
    private let ownerCell: Int
    private let numberCell: Int

    /// - Parameters:
    ///   - owner: the index of the owner among the members of the plan.
    ///   - number: the index of the number.
    public init(_ plan: RecordPlan, owner: Int, number: Int) {
        member = owner
        ownerCell = plan.members[owner].cell
        numberCell = plan.members[number].cell
    }

    /// The owner of the row that `reader` stands on; nil for a cell that is missing or empty.
    @inline(__always)
    public func owner(_ reader: CSVReader) -> CSVCell? {
        guard ownerCell < reader.cellCount, reader.cells[ownerCell].count > 0 else { return nil }
        return reader.cells[ownerCell]
    }

    /// The number of the row that `reader` stands on; nil for a cell that is missing, is not a whole number, or does not fit into
    /// 64 bits.
    @inline(__always)
    public func number(_ reader: CSVReader) -> Int? {
        guard numberCell < reader.cellCount else { return nil }
        let cell = reader.cells[numberCell]
        func byte(_ index: Int) -> UInt8 { cell.start.load(fromByteOffset: index, as: UInt8.self) }
        guard cell.count > 0 else { return nil }
        let isNegative = byte(0) == UInt8(ascii: "-")
        var first = isNegative || byte(0) == UInt8(ascii: "+") ? 1 : 0
        guard first < cell.count else { return nil }
        while first < cell.count - 1, byte(first) == UInt8(ascii: "0") { first += 1 }
        guard cell.count - first <= 18 else {
            // `Int` takes the sign, and digits that it has room for.
            return Int(String(decoding: cell.bytes, as: UTF8.self))
        }
        var number = 0
        for index in first..<cell.count {
            let digit = byte(index) &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int(digit)
        }
        return isNegative ? -number : number
    }
}

/// The key of a row of a block, as written in its cells.
struct NumberedRow: BitwiseCopyable {
    let number: Int
    /// Where the owner stands in the bytes of the maker; `count` is -1 if the key is unknown.
    let start: Int32
    let count: Int32

    static let unknown = NumberedRow(number: 0, start: 0, count: -1)
}
