import Hashing

/// Values by cell, one after another in memory, with a number for each cell.
///
/// Cost: one probe or two for a cell; a dictionary hashes at ten times the cost, and a count asks once for each stop time.
/// Memory: a value, and 24 to 40 bytes, for each cell.
struct CellTable<Value> {
    /// By number.
    private(set) var cells: [LevelCell] = []
    var values: [Value] = []
    /// The numbers of cells by their hashes; −1 for none. A power of two, at most two thirds of it in use.
    private var slots: [Int32]

    init() { slots = Array(repeating: -1, count: 16) }

    private static func hash(_ cell: LevelCell) -> Int {
        let word = UInt64(UInt32(bitPattern: cell.stop)) << 32 | UInt64(UInt32(bitPattern: cell.hour))
        return Int(truncatingIfNeeded: Fingerprint.of(word, 0))
    }

    /// The number of a cell, which gets a value if it has none.
    @inline(__always)
    mutating func number(of cell: LevelCell, default value: @autoclosure () -> Value) -> Int {
        var slot = CellTable.hash(cell) & (slots.count - 1)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if cells[number] == cell { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(cells.count)
        cells.append(cell)
        values.append(value())
        if cells.count * 3 > slots.count * 2 { double() }
        return cells.count - 1
    }

    /// The number of a cell that has a value.
    func number(of cell: LevelCell) -> Int? {
        var slot = CellTable.hash(cell) & (slots.count - 1)
        while slots[slot] >= 0 {
            if cells[Int(slots[slot])] == cell { return Int(slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The value of a cell, which gets one if it has none.
    subscript(cell: LevelCell, default value: @autoclosure () -> Value) -> Value {
        mutating get { values[number(of: cell, default: value())] }
        _modify {
            let number = number(of: cell, default: value())
            yield &values[number]
        }
    }

    private mutating func double() {
        slots = Array(repeating: -1, count: slots.count * 2)
        for (number, cell) in cells.enumerated() {
            var slot = CellTable.hash(cell) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }
}
