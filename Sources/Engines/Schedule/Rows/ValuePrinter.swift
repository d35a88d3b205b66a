import Contract
import Hashing
import NDJSON

/// Makes 64-bit prints of values: the same for values that say the same, however they are written.
///
/// A value that is null or empty is none; `5`, `5.0` and `"5"` are one value; texts are compared by their characters, not
/// by their escapes.
package final class ValuePrinter {
    private let unescaped = RecordWriter(capacity: 256)

    package init() {}

    /// The prints of the names of members that are no column of a row's file.
    package static let heads = [Tables.AnyRecord.columns.table.name, Tables.AnyRecord.columns.feedID.name].map {
        Fingerprint.of($0)
    }

    /// The print of a value; nil for no value.
    package func fingerprint(of value: JSONValue) -> UInt64? {
        switch value.kind {
        case .absent, .null: return nil
        case .bool: return Fingerprint.of(value.inside, seed: 1)
        case .number: return fingerprint(ofNumber: value)
        case .string:
            guard !value.inside.isEmpty else { return nil }
            guard value.hasEscapes else { return Fingerprint.of(value.inside) }
            unescaped.removeAll()
            JSONText.unescape(value.inside, into: unescaped)
            return Fingerprint.of(unescaped.bytes)
        case .array:
            var hash: UInt64 = 2
            value.forEachElement { hash = Fingerprint.of(hash, self.fingerprint(of: $0) ?? 0) }
            return hash
        case .object:
            // A sum: members may come in any order.
            var hash: UInt64 = 3
            value.forEachMember { name, value in
                if let print = self.fingerprint(of: value) {
                    hash &+= Fingerprint.of(Fingerprint.of(name.inside), print)
                }
            }
            return hash
        }
    }

    private func fingerprint(ofNumber value: JSONValue) -> UInt64 {
        let text = value.inside
        if text.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }) { return Fingerprint.of(text) }
        guard let number = value.double else { return Fingerprint.of(text) }
        if number.rounded() == number, abs(number) < 1e15 {
            return Fingerprint.of(String(Int(number)))
        }
        return Fingerprint.of(number.bitPattern, 4)
    }
}
