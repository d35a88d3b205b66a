import Contract
import GTFSSchedule
import Hashing

/// Decides which of several rows with the same primary key is written.
struct DuplicateRows: ~Copyable {
    private let policy: DuplicatePolicy
    /// Whether rows are looked at at all.
    let isActive: Bool
    private var keys = KeyTable()

    init(_ policy: DuplicatePolicy, _ definition: TableDefinition?) {
        self.policy = policy
        isActive = policy != .keep && definition != nil && definition?.key != TableDefinition.Key.none
    }

    /// Whether the rows have to be gone through once before any is written.
    var needsSurvey: Bool { isActive && policy != .first }

    mutating func survey(_ hash: KeyHash, row: Int) {
        if policy == .last { keys.recordLast(hash, row: row) } else { keys.recordUnique(hash, row: row) }
    }

    /// Whether the row is written.
    mutating func keeps(_ hash: KeyHash, row: Int) -> Bool {
        policy == .first ? keys.recordFirst(hash) : keys.isKept(hash, row: row)
    }
}
