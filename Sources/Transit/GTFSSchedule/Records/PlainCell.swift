import Contract
import NDJSON

/// Finds cells that a record has exactly as they are written: `RowEncoder` copies such a cell, in quotes if it is a string,
/// escapes nothing and notices nothing.
public enum PlainCell {
    /// The kind of a cell's value; nil if `RowEncoder` may write the cell differently.
    /// - Parameter cell: not empty.
    @inline(__always)
    public static func kind(_ cell: CSVCell, as type: FieldType) -> JSONValue.Kind? {
        switch type {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode:
            CellText.needsEscape(cell) ? nil : .string
        case .time: CellText.isTime(cell) ? .string : nil
        case .enumeration, .integer, .nonNegativeInteger: isWhole(cell) ? .number : nil
        case .positiveInteger, .nonZeroInteger:
            isWhole(cell) && cell.start.load(as: UInt8.self) != 0x30 ? .number : nil
        case .latitude, .longitude, .float, .nonNegativeFloat: PlainDecimal(cell)?.suits(type) == true ? .number : nil
        // Few of a feed's cells have these types.
        case .color, .date, .localTime, .positiveFloat, .currencyAmount: nil
        }
    }

    /// Converts a cell that is not plain: writes the value as `RowEncoder` does.
    /// - Parameters:
    ///   - member: the index of the cell's member.
    ///   - room: how many bytes may be written at `place`.
    /// - Returns: the kind of the value and what was noticed about it; nil for a string, and if there is not enough room.
    public static func convert(
        _ cell: CSVCell, as type: FieldType, of member: Int, to place: inout UnsafeMutableRawPointer, room: Int
    ) -> (kind: JSONValue.Kind, noticed: NoticedCell?)? {
        switch type {
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color: return nil
        default: break
        }
        guard cell.count + 16 <= room else { return nil }
        let start = place
        let noticed = CellText.checked(cell, as: type, to: &place).map { NoticedCell(issue: $0, member: member) }
        return (JSONValue.Kind(ofWritten: start.load(as: UInt8.self)), noticed)
    }

    /// Whether the cell has one to 18 digits, without leading zeros.
    @inline(__always)
    private static func isWhole(_ cell: CSVCell) -> Bool {
        let first = cell.start.load(as: UInt8.self)
        guard first &- 0x30 < 10, cell.count == 1 || (first != 0x30 && cell.count <= 18) else { return false }
        for index in 1..<max(cell.count, 1) where cell.start.load(fromByteOffset: index, as: UInt8.self) &- 0x30 > 9 {
            return false
        }
        return true
    }
}
