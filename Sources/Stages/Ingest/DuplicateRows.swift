import Containers
import Contract
import GTFSSchedule
import Hashing

/// Decides which of several rows with the same primary key is written.
struct DuplicateRows: ~Copyable {
    private let policy: DuplicatePolicy
    /// Whether rows are looked at at all.
    let isActive: Bool
    /// Whether keys are told apart by the hash of a whole row's key.
    let hashesKeys: Bool
    private var keys = KeyTable()
    /// Of keys of an owner and a number, which the millions of rows of stop_times and shapes have.
    private var numbered = NumberedKeys()
    private var cells: (owner: Int, number: Int) = (-1, -1)
    /// The same columns by their place among the plan's members.
    private var members: (owner: Int, number: Int) = (-1, -1)

    init(_ policy: DuplicatePolicy, _ definition: TableDefinition?) {
        self.policy = policy
        isActive = policy != .keep && definition != nil && definition?.key != TableDefinition.Key.none
        hashesKeys = isActive && !(policy == .first && DuplicateRows.isNumbered(definition?.name ?? ""))
    }

    private static func isNumbered(_ table: String) -> Bool {
        table == Tables.StopTimes.name || table == Tables.Shapes.name
    }

    /// Whether the rows have to be gone through once before any is written.
    var needsSurvey: Bool { isActive && policy != .first }

    /// Says where the key's cells are, before the rows come.
    mutating func begin(_ plan: RecordPlan) {
        let keys = plan.members.indices.filter { plan.members[$0].isKey }
        guard isActive, !hashesKeys, keys.count == 2 else { return }
        let number = plan.members[keys[0]].type == .id ? 1 : 0
        members = (keys[1 - number], keys[number])
        cells = (plan.members[members.owner].cell, plan.members[members.number].cell)
    }

    mutating func survey(_ hash: KeyHash, row: Int) {
        if policy == .last { keys.recordLast(hash, row: row) } else { keys.recordUnique(hash, row: row) }
    }

    /// Whether the row that a reader stands on is written.
    ///
    /// - Parameter hash: of its key, where keys are hashed; a row without one is written.
    mutating func keeps(_ reader: CSVReader, hash: KeyHash?, row: Int) -> Bool {
        guard hashesKeys else {
            guard cells.owner >= 0, cells.owner < reader.cellCount, cells.number < reader.cellCount,
                let number = ScheduleNumber.whole(reader.cells[cells.number].bytes)
            else { return true }
            return numbered.isFirst(reader.cells[cells.owner].bytes, number)
        }
        guard let hash else { return true }
        return keeps(hash, row: row)
    }

    /// The same of a row that another thread has made a record of; nil if only the row's cells tell, because the record has
    /// escapes or no number.
    mutating func keeps(_ made: MadeRow, row: Int) -> Bool? {
        guard !hashesKeys else { return made.keyHash.map { keeps($0, row: row) } ?? true }
        guard members.owner >= 0 else { return true }
        guard !made.hasEscapes, let owner = made.value(of: members.owner),
            let number = made.value(of: members.number).flatMap(ScheduleNumber.whole)
        else { return nil }
        return numbered.isFirst(UnsafeRawBufferPointer(rebasing: owner.dropFirst().dropLast()), number)
    }

    /// The same of a row whose key's hash is known.
    mutating func keeps(_ hash: KeyHash, row: Int) -> Bool {
        policy == .first ? keys.recordFirst(hash) : keys.isKept(hash, row: row)
    }
}

/// Whole numbers as cells write them.
enum ScheduleNumber {
    /// The number that digits make, with a sign or without; nil for anything else, and for more than 18 digits.
    static func whole(_ cell: UnsafeRawBufferPointer) -> Int? {
        var digits = cell[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var number = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            number = number &* 10 &+ Int(digit &- UInt8(ascii: "0"))
        }
        return isNegative ? -number : number
    }
}
