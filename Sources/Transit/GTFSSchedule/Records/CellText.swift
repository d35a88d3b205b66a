import CVectors
import Contract
import NDJSON

/// Cells of the checked types as JSON: times, dates and numbers, null where the type is broken.
enum CellText {
    @inline(__always)
    static func null(_ place: inout UnsafeMutableRawPointer) {
        place.storeBytes(of: UInt32(littleEndian: 0x6C6C_756E), as: UInt32.self)
        place += 4
    }

    @inline(__always)
    static func put(_ byte: UInt8, _ place: inout UnsafeMutableRawPointer) {
        place.storeBytes(of: byte, as: UInt8.self)
        place += 1
    }

    /// Writes a time, a date or a number. The output is at most eight bytes longer than the cell.
    /// - Parameter type: must be the type of a time, date or number.
    @inline(__always)
    static func checked(_ cell: CSVCell, as type: FieldType, to place: inout UnsafeMutableRawPointer) -> CellIssue? {
        switch type {
        case .time: time(cell, isLocal: false, to: &place)
        case .localTime: time(cell, isLocal: true, to: &place)
        case .date: date(cell, to: &place)
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            integer(cell, type, to: &place)
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount:
            number(cell, type, to: &place)
        case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color:
            preconditionFailure("\(type) is not checked")
        }
    }

    /// Whether a cell is six hexadecimal digits.
    static func isColor(_ cell: CSVCell) -> Bool {
        guard cell.count == 6 else { return false }
        for byte in cell.bytes {
            let isHex = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
            if !isHex { return false }
        }
        return true
    }

    // MARK: Strings

    /// Whether a string of UTF-8 has a byte that must be escaped in JSON (RFC 8259 §7).
    @inline(__always)
    static func needsEscape(_ cell: CSVCell) -> Bool {
        var offset = 0
        while offset < cell.count {
            if needsEscape(cell, from: offset) { return true }
            offset &+= 16
        }
        return false
    }

    /// Whether any of the next 16 bytes from `offset` on, within the cell, must be escaped. `offset` must be less than the cell's
    /// length.
    @inline(__always)
    static func needsEscape(_ cell: CSVCell, from offset: Int) -> Bool {
        let escapes = UInt32(linefeed_json_escapes(cell.start + offset))
        // Marks of bytes after the end of the cell are ignored. If 16 or more bytes remain, `beyond` covers none of the 16 marks.
        let beyond: UInt32 = ~0 &<< UInt32(truncatingIfNeeded: min(cell.count &- offset, 16))
        return escapes & ~beyond != 0
    }

    // MARK: Times

    /// Whether a cell is `HH:MM:SS` with minutes and seconds below 60.
    @inline(__always)
    static func isTime(_ cell: CSVCell) -> Bool {
        guard cell.count == 8 else { return false }
        let word = UInt64(littleEndian: cell.start.loadUnaligned(as: UInt64.self))
        // '00:00:00' turns digits into their values and colons into 0.
        let values = word ^ 0x3030_3A30_303A_3030
        let tens: UInt64 = 0x060A_0006_0A00_0606
        // Digits above 9, and minutes and seconds from 60 on, reach the next four bits.
        return (values | (values &+ tens)) & 0xF0F0_FFF0_F0FF_F0F0 == 0
    }

    /// Writes `HH:MM:SS`; hours may have one to three digits, minutes and seconds are below 60.
    @inline(__always)
    static func time(_ cell: CSVCell, isLocal: Bool, to place: inout UnsafeMutableRawPointer) -> CellIssue? {
        if !isLocal, isTime(cell) {
            put(0x22, &place)
            place.storeBytes(of: cell.start.loadUnaligned(as: UInt64.self), as: UInt64.self)
            place += 8
            put(0x22, &place)
            return nil
        }
        return slowTime(cell, isLocal: isLocal, to: &place)
    }

    @inline(never)
    private static func slowTime(
        _ cell: CSVCell, isLocal: Bool, to place: inout UnsafeMutableRawPointer
    ) -> CellIssue? {
        let bytes = cell.bytes
        let hourDigits = cell.count - 6
        func digit(_ position: Int) -> Int? {
            let value = bytes[position] &- 0x30
            return value < 10 ? Int(value) : nil
        }
        func two(_ position: Int) -> Int? {
            guard let tens = digit(position), let ones = digit(position + 1) else { return nil }
            return tens * 10 + ones
        }
        var hour = 0
        guard (1...3).contains(hourDigits), bytes[hourDigits] == 0x3A, bytes[hourDigits + 3] == 0x3A,
            let minute = two(hourDigits + 1), minute < 60, let second = two(hourDigits + 4), second < 60
        else {
            null(&place)
            return isLocal ? .notLocalTime : .notTime
        }
        for position in 0..<hourDigits {
            guard let value = digit(position) else {
                null(&place)
                return isLocal ? .notLocalTime : .notTime
            }
            hour = hour * 10 + value
        }
        if isLocal, hour * 3600 + minute * 60 + second > 86_400 {
            null(&place)
            return .notLocalTime
        }
        put(0x22, &place)
        if hour >= 100 { put(0x30 + UInt8(hour / 100), &place) }
        put(0x30 + UInt8(hour / 10 % 10), &place)
        put(0x30 + UInt8(hour % 10), &place)
        for position in hourDigits..<bytes.count { put(bytes[position], &place) }
        put(0x22, &place)
        return hourDigits == 1 || (hourDigits == 3 && hour < 100) ? .hourPadded : nil
    }

    /// Writes a date that the calendar has.
    static func date(_ cell: CSVCell, to place: inout UnsafeMutableRawPointer) -> CellIssue? {
        var digits = 0
        for byte in cell.bytes {
            let digit = byte &- 0x30
            guard digit < 10, cell.count == 8 else {
                null(&place)
                return .notDate
            }
            digits = digits * 10 + Int(digit)
        }
        let year = digits / 10_000
        let month = digits / 100 % 100
        let day = digits % 100
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days =
            switch month {
            case 1, 3, 5, 7, 8, 10, 12: 31
            case 4, 6, 9, 11: 30
            case 2: isLeap ? 29 : 28
            default: 0
            }
        guard (1...max(days, 1)).contains(day), days > 0 else {
            null(&place)
            return .notDate
        }
        put(0x22, &place)
        place.storeBytes(of: cell.start.loadUnaligned(as: UInt64.self), as: UInt64.self)
        place += 8
        put(0x22, &place)
        return nil
    }

    // MARK: Numbers

    /// Writes an integer with the digits it has, without a plus and leading zeros.
    @inline(__always)
    static func integer(_ cell: CSVCell, _ type: FieldType, to place: inout UnsafeMutableRawPointer) -> CellIssue? {
        if cell.count == 1 {
            let byte = cell.start.load(as: UInt8.self)
            if byte &- 0x31 < 9 || (byte == 0x30 && type != .positiveInteger && type != .nonZeroInteger) {
                put(byte, &place)
                return nil
            }
        }
        return anyInteger(cell, type, to: &place)
    }

    @inline(never)
    private static func anyInteger(
        _ cell: CSVCell, _ type: FieldType, to place: inout UnsafeMutableRawPointer
    ) -> CellIssue? {
        let bytes = cell.bytes
        let isNegative = bytes[0] == 0x2D
        var position = isNegative || bytes[0] == 0x2B ? 1 : 0
        let hasDigits = position < bytes.count
        var isWhole = hasDigits
        for index in position..<bytes.count where bytes[index] &- 0x30 > 9 { isWhole = false }
        guard isWhole else {
            null(&place)
            return type == .enumeration ? .notEnumeration : .notInteger
        }
        while position < bytes.count - 1, bytes[position] == 0x30 { position += 1 }
        let isZero = bytes[position] == 0x30
        let digits = UnsafeRawBufferPointer(rebasing: bytes[position...])
        var issue: CellIssue?
        switch type {
        case .enumeration: if isNegative && !isZero { issue = .notEnumeration }
        case .nonNegativeInteger: if isNegative && !isZero { issue = .negative }
        case .positiveInteger: if isNegative || isZero { issue = .notPositive }
        case .nonZeroInteger: if isZero { issue = .zero }
        default: break
        }
        if issue == nil, digits.count > 18, !fits(digits, isNegative: isNegative) { issue = .integerTooLarge }
        if let issue {
            null(&place)
            return issue
        }
        if isNegative { put(0x2D, &place) }
        for byte in digits { put(byte, &place) }
        return nil
    }

    /// Whether digits, without leading zeros, fit 64 bits with their sign.
    private static func fits(_ digits: UnsafeRawBufferPointer, isNegative: Bool) -> Bool {
        guard digits.count < 20 else { return false }
        let magnitude = digits.reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1 &- 0x30) }
        return magnitude <= UInt64(Int64.max) + (isNegative ? 1 : 0)
    }

    /// Writes a number with the digits it has; `.5`, `+5`, `007` and `5.` become `0.5`, `5`, `7` and `5`.
    @inline(__always)
    static func number(_ cell: CSVCell, _ type: FieldType, to place: inout UnsafeMutableRawPointer) -> CellIssue? {
        guard let plain = PlainDecimal(cell), plain.suits(type) else { return anyNumber(cell, type, to: &place) }
        plain.copy(cell, to: &place)
        return nil
    }

    @inline(never)
    private static func anyNumber(
        _ cell: CSVCell, _ type: FieldType, to place: inout UnsafeMutableRawPointer
    ) -> CellIssue? {
        let bytes = cell.bytes
        let count = bytes.count
        let isNegative = bytes[0] == 0x2D
        var position = isNegative || bytes[0] == 0x2B ? 1 : 0
        var isZero = true
        var wholeStart = position
        while position < count, bytes[position] &- 0x30 < 10 {
            if bytes[position] != 0x30 { isZero = false }
            position &+= 1
        }
        let wholeEnd = position
        var fractionEnd = position
        if position < count, bytes[position] == 0x2E {
            position &+= 1
            while position < count, bytes[position] &- 0x30 < 10 {
                if bytes[position] != 0x30 { isZero = false }
                position &+= 1
            }
            fractionEnd = position
        }
        // Without a fraction both ends are the same; with an empty one they are a byte apart.
        let fraction = max(fractionEnd - wholeEnd - 1, 0)
        var isNumber = wholeEnd > wholeStart || fraction > 0
        let exponent = position
        if isNumber, position < count, bytes[position] | 0x20 == 0x65 {
            position &+= 1
            if position < count, bytes[position] == 0x2B || bytes[position] == 0x2D { position &+= 1 }
            if position == count { isNumber = false }
            while position < count, bytes[position] &- 0x30 < 10 { position &+= 1 }
        }
        guard isNumber, position == count else {
            null(&place)
            return type == .latitude ? .notLatitude : type == .longitude ? .notLongitude : .notNumber
        }
        while wholeStart < wholeEnd - 1, bytes[wholeStart] == 0x30 { wholeStart &+= 1 }
        let begin = place
        if isNegative { put(0x2D, &place) }
        if wholeStart == wholeEnd { put(0x30, &place) }
        for index in wholeStart..<wholeEnd { put(bytes[index], &place) }
        if fraction > 0 { for index in wholeEnd..<fractionEnd { put(bytes[index], &place) } }
        for index in exponent..<count { put(bytes[index], &place) }
        let issue = range(
            UnsafeRawBufferPointer(start: begin, count: place - begin), type, isNegative: isNegative, isZero: isZero,
            isPlain: exponent == count && wholeEnd - wholeStart < 300)
        if issue != nil {
            place = begin
            null(&place)
        }
        return issue
    }

    /// - Parameter isPlain: the number has no exponent and few enough digits not to overflow.
    @inline(__always)
    private static func range(
        _ text: UnsafeRawBufferPointer, _ type: FieldType, isNegative: Bool, isZero: Bool, isPlain: Bool
    ) -> CellIssue? {
        switch type {
        case .latitude: if !isWithin(text, 90, isNegative) { return .notLatitude }
        case .longitude: if !isWithin(text, 180, isNegative) { return .notLongitude }
        case .nonNegativeFloat: if isNegative && !isZero { return .negative }
        case .positiveFloat: if isNegative || isZero { return .notPositive }
        default: break
        }
        if !isPlain, JSONNumber.double(text) == nil { return .numberTooLarge }
        return nil
    }

    /// Whether the magnitude of a JSON number is at most `bound`, decided on the decimal digits where there are few.
    @inline(__always)
    private static func isWithin(_ text: UnsafeRawBufferPointer, _ bound: Int, _ isNegative: Bool) -> Bool {
        var whole = 0
        var position = isNegative ? 1 : 0
        while position < text.count, text[position] &- 0x30 < 10, whole < 1000 {
            whole = whole * 10 + Int(text[position] &- 0x30)
            position &+= 1
        }
        if position == text.count { return whole <= bound }
        if text[position] == 0x2E, whole < bound {
            // Only an exponent could take it out of the range.
            if text[text.count - 1] &- 0x30 < 10, text.count < 24, !text.contains(where: { $0 | 0x20 == 0x65 }) {
                return true
            }
        }
        guard let value = JSONNumber.double(text) else { return false }
        return value.magnitude <= Double(bound)
    }
}
