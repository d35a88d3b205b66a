import Contract
import NDJSON
import StageKit

/// What is said of the colours in records that are drawn.
extension Diagnostics {
    /// Six hexadecimal digits in upper case, in the record with or without `#` before them; nil and a warning for
    /// anything else.
    public func color<M, P: RecordPresence>(
        _ record: Record, _ column: Column<M, Text, P>, in members: ColumnScanner
    ) -> String? {
        let value = members[column]
        guard value.isPresent, !value.inside.isEmpty else { return nil }
        var digits = value.inside[...]
        if digits.first == UInt8(ascii: "#") { digits = digits.dropFirst() }
        let isColor =
            digits.count == 6
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) }
        guard isColor, value.kind == .string || value.kind == .number else {
            warn(record, "invalid_\(column.name)", field: column.name, value: value) {
                "\($0) is not six hexadecimal digits; drawn without it"
            }
            return nil
        }
        return String(decoding: digits, as: UTF8.self).uppercased()
    }
}

extension ColumnScanner {
    /// The scanner with the columns of an object inside a record found; nil for another kind of value.
    public func opened(_ value: JSONValue) -> ColumnScanner? {
        scan(value)
        return value.kind == .object ? self : nil
    }
}
