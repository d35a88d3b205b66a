import Contract
import Hashing
import NDJSON
import Schedule

/// What stands for a row: 64 bits for its key and 64 for the rest.
///
/// Two keys of one table share a print with a chance of one in 10¹⁹ for each pair of rows.
struct RowPrint {
    var key: UInt64
    var content: UInt64
}

/// Makes the prints of rows: the same for rows that say the same, whatever the order of their members and however their
/// values are written, as `ValuePrinter` compares values.
final class RowPrinter {
    private let values = ValuePrinter()
    /// By the hash of a trip's id in this feed that of the trip's in the other, where it is another.
    var trips: [UInt64: UInt64] = [:]

    /// - Parameter line: a record that has passed a scanner.
    func rowPrint(_ line: UnsafeRawBufferPointer, of table: ComparedTable) -> RowPrint {
        var key = table.seed
        var content: UInt64 = 0
        let isWhole = table.key == nil
        let keyHashes = table.keyHashes
        forEachMember(of: line, in: table) { name, _, _, hash in
            // Sums: members may come in any order, and a second one of a name is none of JSON's objects.
            let print = Fingerprint.of(name, hash)
            if isWhole || keyHashes.contains(name) { key &+= print } else { content &+= print }
        }
        return RowPrint(key: key, content: content)
    }

    /// Calls `body` with each member that has a value: its name's hash, the name, the value and the value's hash.
    func forEachMember(
        of line: UnsafeRawBufferPointer, in table: ComparedTable,
        _ body: (_ hash: UInt64, _ name: JSONValue, _ value: JSONValue, _ valueHash: UInt64) -> Void
    ) {
        let trips = trips
        let tripColumns = trips.isEmpty ? [] : table.tripColumns
        let namesTrip = !trips.isEmpty && table.mayNameTripsByRecord && RowPrinter.saysTrips(line)
        let heads = ValuePrinter.heads
        JSONValue.object(line).forEachMember { name, value in
            let key = Fingerprint.of(name.inside)
            guard !heads.contains(key), var hash = values.fingerprint(of: value) else { return }
            if tripColumns.contains(key) || namesTrip && key == RowPrinter.recordID {
                hash = trips[hash] ?? hash
            }
            body(key, name, value, hash)
        }
    }

    private static let recordID = Fingerprint.of(Tables.Translations.columns.recordID.name)

    /// Whether its `record_id` is a trip's.
    private static func saysTrips(_ line: UnsafeRawBufferPointer) -> Bool {
        var found = false
        JSONValue.object(line).forEachMember { name, value in
            guard name.inside.elementsEqual(Tables.Translations.columns.tableName.name.utf8) else { return }
            found = value.inside.elementsEqual("trips".utf8) || value.inside.elementsEqual("stop_times".utf8)
        }
        return found
    }

    /// The hash of an id of a trip, as that of a value.
    static func hash(ofID id: UnsafeRawBufferPointer) -> UInt64 { Fingerprint.of(id) }
}
