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
    /// The members of keys that have an owner and a number; nil for a table without such keys, or if keys are hashed or not
    /// compared.
    private(set) var members: NumberedMembers?

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
        members = NumberedMembers(plan, owner: keys[1 - number], number: keys[number])
    }

    mutating func survey(_ hash: KeyHash, row: Int) {
        if policy == .last { keys.recordLast(hash, row: row) } else { keys.recordUnique(hash, row: row) }
    }

    /// Whether the row that a reader stands on is written.
    ///
    /// - Parameter hash: of its key, where keys are hashed; a row without one is written.
    mutating func keeps(_ reader: CSVReader, hash: KeyHash?, row: Int) -> Bool {
        guard hashesKeys else {
            guard let members, let owner = members.owner(reader), let number = members.number(reader) else {
                return true
            }
            return numbered.isFirst(owner.bytes, number)
        }
        guard let hash else { return true }
        return keeps(hash, row: row)
    }

    /// Whether a row of a block is written; nil if this can be decided only from the cells of the row.
    mutating func keeps(_ made: MadeRow, row: Int) -> Bool? {
        guard !hashesKeys else { return made.keyHash.map { keeps($0, row: row) } ?? true }
        guard members != nil else { return true }
        return made.numberedKey.map { numbered.isFirst($0.owner, $0.number) }
    }

    /// Prepares for some rows of a block, so that looking up their keys takes less time.
    mutating func prepare(for rows: Range<Int>, of block: RecordMaker) {
        if hashesKeys { keys.prepare(for: block.keyHashes[rows]) }
    }

    /// How many runs at the start have only rows that are written: those before the first run with a repeated key. Notes their
    /// keys. Returns all runs if keys are not compared, and 0 if rows are compared by the hash of the whole key.
    mutating func keeps(_ runs: RowRuns) -> Int {
        guard isActive else { return runs.runs.count }
        guard !hashesKeys else { return 0 }
        guard members != nil else { return runs.runs.count }
        return numbered.countFirst(runs.runs, most: runs.runs.count)
    }

    /// The same of a row whose key's hash is known.
    mutating func keeps(_ hash: KeyHash, row: Int) -> Bool {
        policy == .first ? keys.recordFirst(hash) : keys.isKept(hash, row: row)
    }
}
