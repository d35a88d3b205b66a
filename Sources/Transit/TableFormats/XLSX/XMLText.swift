import NDJSON

/// Text of a cell as XML of a spreadsheet has it (ECMA-376 Part 1, §22.9.2.19, ST_Xstring).
enum XMLText {
    /// Appends UTF-8 with what XML cannot hold in the form `_x0007_`, and text that looks like that form with its first
    /// underscore in it.
    static func append(_ text: UnsafeRawBufferPointer, to out: RecordWriter) {
        guard let start = text.baseAddress else { return }
        var plain = 0
        var place = 0
        func escape(_ length: Int, _ write: () -> Void) {
            out.append(start + plain, place - plain)
            write()
            place += length
            plain = place
        }
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "&"): escape(1) { out.append("&amp;") }
            case UInt8(ascii: "<"): escape(1) { out.append("&lt;") }
            case UInt8(ascii: ">"): escape(1) { out.append("&gt;") }
            case 0x09, 0x0A: place += 1
            case let control where control < 0x20: escape(1) { appendUnit(UInt16(control), to: out) }
            case UInt8(ascii: "_") where isEscape(text, at: place): escape(1) { out.append("_x005F_") }
            // U+FFFE and U+FFFF are no characters of XML.
            case 0xEF where place + 2 < text.count && text[place + 1] == 0xBF && text[place + 2] >= 0xBE:
                escape(3) { appendUnit(text[place + 2] == 0xBE ? 0xFFFE : 0xFFFF, to: out) }
            default: place += 1
            }
        }
        out.append(start + plain, place - plain)
    }

    /// Whether blanks of a text would be lost if XML were not told to keep them.
    static func needsSpace(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        return first <= 0x20 || last <= 0x20 || text.contains { $0 == 0x0A || $0 == 0x09 }
    }

    /// How many bytes of a text have at most `limit` UTF-16 units, in which spreadsheets count.
    static func prefix(of text: UnsafeRawBufferPointer, units limit: Int) -> Int {
        guard text.count > limit else { return text.count }
        var units = 0
        for (place, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
            units += byte >= 0xF0 ? 2 : 1
            if units > limit { return place }
        }
        return text.count
    }

    private static func isEscape(_ text: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard place + 6 < text.count, text[place + 1] == UInt8(ascii: "x"), text[place + 6] == UInt8(ascii: "_") else {
            return false
        }
        return text[(place + 2)..<(place + 6)].allSatisfy { hexadecimal.contains($0) }
    }

    private static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)

    private static func appendUnit(_ unit: UInt16, to out: RecordWriter) {
        let digits: StaticString = "0123456789ABCDEF"
        out.append("_x")
        for shift in [12, 8, 4, 0] as [UInt16] { out.append(digits.utf8Start[Int(unit >> shift & 15)]) }
        out.append("_")
    }
}
