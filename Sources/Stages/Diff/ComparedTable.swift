import Contract
import Hashing
import Schedule
import StageKit
import Synchronization

/// A table as its rows are compared: what they are known by.
final class ComparedTable {
    let name: String
    /// `stops.txt`
    let file: String
    /// What all its keys' hashes begin with.
    let seed: UInt64
    /// The columns of the primary key in the reference's order, none for a file of one row; nil where a row is known by
    /// the whole of it.
    let key: [String]?
    /// The hashes of their names.
    let keyHashes: [UInt64]
    /// The hashes of the names of columns that hold trips' ids.
    let tripColumns: [UInt64]
    /// Whether `record_id` may hold one, where `table_name` says so: in translations, and in files that are made like them.
    let mayNameTripsByRecord: Bool
    /// Whether the reader of a feed gives only the first row of each key.
    let hasUniqueKeys: Bool
    /// Whether further added rows are only counted and need no records. The threads that parse rows read this flag.
    let countsAdded = Atomic<Bool>(false)

    /// A table of the reference, or one that it does not know: there a row is known by the whole of it.
    init(_ name: String) {
        self.name = name
        let definition = TableDefinition.named(name)
        file = Tables.file(of: name)
        seed = Fingerprint.of(name)
        hasUniqueKeys = FeedReading.keyedTables.contains(name)
        switch definition?.key {
        case .columns(let names): key = names
        case .some(.none): key = []
        case .wholeRow, nil: key = nil
        }
        keyHashes = (key ?? []).map { Fingerprint.of($0) }
        mayNameTripsByRecord = definition == nil || name == Tables.Translations.name
        let trips = Tables.Trips.columns.tripID.name
        guard let definition else {
            tripColumns = [Fingerprint.of(trips)]
            return
        }
        tripColumns = definition.fields.filter { field in
            field.type == .id
                && (field.name == trips && name == Tables.Trips.name || field.targets.contains { $0.column == trips })
        }.map { Fingerprint.of($0.name) }
    }

    /// Whether a column belongs to what a row is known by.
    func isKey(_ nameHash: UInt64) -> Bool { key == nil || keyHashes.contains(nameHash) }
}
