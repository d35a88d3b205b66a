import Contract
import Hashing
import NDJSON
import Schedule

/// What stands for a row: 64 bits for its key and 64 for the rest.
///
/// Two keys of one table share a print with a chance of one in 10¹⁹ for each pair of rows.
struct RowPrint: BitwiseCopyable {
    var key: UInt64
    var content: UInt64

    /// Takes in a value. The order does not matter, because members may come in any.
    @inline(__always)
    mutating func take(_ hash: UInt64, ofMember name: UInt64, isKey: Bool) {
        let print = Fingerprint.of(name, hash)
        if isKey { key &+= print } else { content &+= print }
    }
}

/// A member of the rows of a table, as it is compared.
struct ComparedMember {
    /// The hash of its name.
    let name: UInt64
    let isKey: Bool
    let holdsTrip: Bool
    /// Whether it says only which table or feed a row is of.
    let isHead: Bool

    init(_ name: String, of table: ComparedTable) {
        self.name = Fingerprint.of(name)
        isKey = table.isKey(self.name)
        holdsTrip = table.tripColumns.contains(self.name)
        isHead = ValuePrinter.heads.contains(self.name)
    }
}

/// Makes the prints of rows: the same for rows that say the same, whatever the order of their members and however their
/// values are written, as `ValuePrinter` compares values.
final class RowPrinter {
    private let values = ValuePrinter()
    /// By the hash of a trip's id in this feed that of the trip's in the other, where it is another.
    var trips: [UInt64: UInt64] = [:]

    /// - Parameter line: a record that has passed a scanner.
    func rowPrint(_ line: UnsafeRawBufferPointer, of table: ComparedTable) -> RowPrint {
        var print = RowPrint(key: table.seed, content: 0)
        forEachMember(of: line, in: table) { name, _, _, hash in
            print.take(hash, ofMember: name, isKey: table.isKey(name))
        }
        return print
    }

    /// The same of a row whose values are known by member; not for tables that may name trips by record, if trips have
    /// another id in the other feed.
    func rowPrint(
        _ values: UnsafePointer<JSONValue>, _ members: [ComparedMember], of table: ComparedTable
    ) -> RowPrint {
        var print = RowPrint(key: table.seed, content: 0)
        for place in members.indices {
            let member = members[place]
            guard !member.isHead, var hash = self.values.fingerprint(of: values[place]) else { continue }
            if member.holdsTrip, !trips.isEmpty { hash = trips[hash] ?? hash }
            print.take(hash, ofMember: member.name, isKey: member.isKey)
        }
        return print
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
            let key = name.hasEscapes ? values.fingerprint(of: name) ?? 0 : Fingerprint.of(name.inside)
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
