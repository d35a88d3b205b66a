import GTFSRealtime
import Hashing

/// Tells which records of a message the message before it did not have, whatever their messages' times.
///
/// Records are known by hashes of 64 bits. Memory: about 40 bytes for each record of a message.
struct ChangedRecords {
    private static let time = Array(",\"feed_timestamp\":".utf8)

    private var before: Set<UInt64> = []
    private var now: Set<UInt64> = []

    mutating func beginMessage() {
        swap(&before, &now)
        now.removeAll(keepingCapacity: true)
    }

    /// Notes a record, and tells whether the message before lacked it.
    /// - Parameter members: the record's text after its table, which begins with the time of its message.
    mutating func isNew(_ table: RealtimeTable, _ members: UnsafeRawBufferPointer) -> Bool {
        var rest = members
        if rest.starts(with: ChangedRecords.time) {
            let value = rest.dropFirst(ChangedRecords.time.count)
            rest = UnsafeRawBufferPointer(rebasing: value.drop { $0 != UInt8(ascii: ",") })
        }
        let hash = RecordHash.of(rest, seed: UInt64(table.rawValue))
        now.insert(hash)
        return !before.contains(hash)
    }
}
