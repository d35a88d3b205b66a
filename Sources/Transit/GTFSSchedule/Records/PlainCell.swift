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
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            integer(cell, as: type) == nil ? nil : .number
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

    /// The value of a cell with one to 18 digits, without leading zeros; nil for other cells, and for a zero that the type forbids.
    /// - Parameters:
    ///   - cell: not empty.
    ///   - type: one of the integers, or an enumeration.
    @inline(__always)
    static func integer(_ cell: CSVCell, as type: FieldType) -> Int? {
        var value = Int(cell.start.load(as: UInt8.self) &- 0x30)
        guard value < 10 else { return nil }
        if value == 0 {
            return cell.count == 1 && type != .positiveInteger && type != .nonZeroInteger ? 0 : nil
        }
        guard cell.count <= 18 else { return nil }
        for index in 1..<max(cell.count, 1) {
            let digit = cell.start.load(fromByteOffset: index, as: UInt8.self) &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }

    /// The seconds of a time that is written as `HH:MM:SS`; nil for other cells.
    @inline(__always)
    static func seconds(_ cell: CSVCell) -> Int? {
        guard CellText.isTime(cell) else { return nil }
        // The digits as bytes, the first digit in the lowest one.
        let digits = UInt64(littleEndian: cell.start.loadUnaligned(as: UInt64.self)) & 0x0F0F_000F_0F00_0F0F
        @inline(__always)
        func digit(_ place: Int) -> Int { Int(truncatingIfNeeded: digits &>> UInt64(place &* 8)) & 15 }
        func two(_ place: Int) -> Int { digit(place) &* 10 &+ digit(place &+ 1) }
        return two(0) &* 3600 &+ two(3) &* 60 &+ two(6)
    }
}
