import Contract
import Hashing
import NDJSON

/// What stands for a row: 64 bits for its key and 64 for the rest.
///
/// Two keys of one table share a print with a chance of one in 10¹⁹ for each pair of rows.
struct RowPrint {
    var key: UInt64
    var content: UInt64
}

/// Makes the prints of rows: the same for rows that say the same, whatever the order of their members and however their
/// values are written. A value that is null or empty is none, `5`, `5.0` and `"5"` are one, text is compared by its
/// characters and not by its escapes.
final class RowPrinter {
    private let unescaped = RecordWriter(capacity: 256)
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
        let heads = RowPrinter.heads
        JSONValue.object(line).forEachMember { name, value in
            let key = Fingerprint.of(name.inside)
            guard !heads.contains(key), var hash = hash(of: value) else { return }
            if tripColumns.contains(key) || namesTrip && key == RowPrinter.recordID {
                hash = trips[hash] ?? hash
            }
            body(key, name, value, hash)
        }
    }

    /// Members that are no column of the row's file.
    private static let heads = [Tables.AnyRecord.columns.table.name, Tables.AnyRecord.columns.feedID.name].map {
        Fingerprint.of($0)
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

    // MARK: Values

    /// The hash of an id of a trip, as that of a value.
    static func hash(ofID id: UnsafeRawBufferPointer) -> UInt64 { Fingerprint.of(id) }

    /// nil for no value.
    private func hash(of value: JSONValue) -> UInt64? {
        switch value.kind {
        case .absent, .null: return nil
        case .bool: return Fingerprint.of(value.inside, seed: 1)
        case .number: return hash(ofNumber: value)
        case .string:
            guard !value.inside.isEmpty else { return nil }
            guard value.hasEscapes else { return Fingerprint.of(value.inside) }
            unescaped.removeAll()
            JSONText.unescape(value.inside, into: unescaped)
            return Fingerprint.of(unescaped.bytes)
        case .array:
            var hash: UInt64 = 2
            value.forEachElement { hash = Fingerprint.of(hash, self.hash(of: $0) ?? 0) }
            return hash
        case .object:
            var hash: UInt64 = 3
            value.forEachMember { name, value in
                if let print = self.hash(of: value) { hash &+= Fingerprint.of(Fingerprint.of(name.inside), print) }
            }
            return hash
        }
    }

    private func hash(ofNumber value: JSONValue) -> UInt64 {
        let text = value.inside
        if text.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }) { return Fingerprint.of(text) }
        guard let number = value.double else { return Fingerprint.of(text) }
        if number.rounded() == number, abs(number) < 1e15 {
            return Fingerprint.of(String(Int(number)))
        }
        return Fingerprint.of(number.bitPattern, 4)
    }
}
