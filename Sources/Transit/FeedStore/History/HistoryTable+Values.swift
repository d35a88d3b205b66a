import Contract
import Hashing
import NDJSON
import SQLite

/// A value as the file will hold it.
enum StoredValue {
    case null
    case integer(Int)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    /// Text that a column of numbers would change.
    case bytes(UnsafeRawBufferPointer)
}

extension HistoryTable {
    /// The type of a column whose first value this is.
    static func type(of value: JSONValue) -> HistoryDefinition.ColumnType {
        switch value.kind {
        case .bool: .integer
        case .number: value.integer != nil ? .integer : isWhole(value) || value.double == nil ? .text : .real
        default: .text
        }
    }

    /// Whether a number is written without fraction and exponent.
    private static func isWhole(_ value: JSONValue) -> Bool {
        value.inside.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
    }

    /// Inserts the collected record.
    func write() throws -> Outcome {
        guard let primary else { return .merged }
        let key = definition.key
        var time: Int?
        for place in plan.time {
            time = RecordTime.seconds(cells[place], least: leastTime)
            guard time != nil else { continue }
            if Instant.scale(of: cells[place]) != nil { note(.timeNotInSeconds, place: place, cells[place]) }
            break
        }
        var hash: UInt64?
        var isNatural = false
        switch key.identity {
        case .columns: isNatural = plan.required.allSatisfy { $0 >= 0 && cells[$0].isPresent }
        case .ladder: hash = ladderHash()
        case .content: break
        }
        let needsContent = hash == nil && !isNatural
        let useSecondary = key.identity.isColumns ? !isNatural : key.isTimed && time == nil
        guard let statement = useSecondary ? secondary : primary else { return .merged }

        statement.clearBindings()
        var content: UInt64 = 0
        for place in present {
            let value = stored(place, notes: true)
            try bind(statement, place &+ 1, value)
            // A sum, so that the order of members makes no difference.
            if needsContent, !plan.excepted.contains(place) {
                content &+= RecordHash.of(word: contentHash(place, value), seed: columns[place].hash)
            }
        }
        if overflow.count > 0, let place = overflowPlace {
            try statement.bind(place + 1, inPlace: overflow.bytes)
            if needsContent { content &+= RecordHash.of(overflow.bytes, seed: 2) }
        }
        if needsContent { hash = RecordHash.of(word: content, seed: 3) }
        if let time, let timePlace { try statement.bind(timePlace + 1, time) }
        if let hash, let keyPlace { try statement.bind(keyPlace + 1, Int(truncatingIfNeeded: hash)) }
        try statement.run()
        return history.changedRows > 0 ? .written : .merged
    }

    @inline(__always)
    private func bind(_ statement: Statement, _ parameter: Int, _ value: StoredValue) throws {
        switch value {
        case .null: break
        case .integer(let number): try statement.bind(parameter, number)
        case .real(let number): try statement.bind(parameter, number)
        case .text(let text): try statement.bind(parameter, inPlace: text)
        case .bytes(let bytes): try statement.bind(parameter, copyingBlob: bytes)
        }
    }

    // MARK: Keys

    /// The hash of the feed and of the first group of the ladder that is there; nil where none is.
    private func ladderHash() -> UInt64? {
        HistoryTable.ladderHash(plan.ladder, isNamed: isNamed) { stored($0, notes: false) }
    }

    /// The hash of the first group whose first member is named, of values that are got by their places.
    @inline(__always)
    static func ladderHash(
        _ ladder: [KeyPlan.Rung], isNamed: (Int) -> Bool, value: (Int) -> StoredValue
    ) -> UInt64? {
        for (index, rung) in ladder.enumerated() where rung.first >= 0 && isNamed(rung.first) {
            var hash = RecordHash.of(word: UInt64(index), seed: 4)
            for place in rung.places {
                hash = RecordHash.of(word: HistoryTable.hash(place >= 0 ? value(place) : .null), seed: hash)
            }
            return hash
        }
        return nil
    }

    /// Whether a member is there and not empty, as the ladder of an observation asks.
    @inline(__always)
    private func isNamed(_ place: Int) -> Bool {
        cells[place].isPresent && !(cells[place].kind == .string && cells[place].inside.isEmpty)
    }

    /// The hash of a value of a whole record: blanks between the parts of an array or object do not count.
    private func contentHash(_ place: Int, _ value: StoredValue) -> UInt64 {
        guard cells[place].kind == .array || cells[place].kind == .object else { return HistoryTable.hash(value) }
        compacted.removeAll()
        HistoryTable.compact(cells[place].inside, into: compacted)
        return HistoryTable.hash(.text(compacted.bytes))
    }

    private static func hash(_ value: StoredValue) -> UInt64 {
        switch value {
        case .null: RecordHash.of(word: 0, seed: 10)
        case .integer(let number): RecordHash.of(word: UInt64(bitPattern: Int64(number)), seed: 11)
        case .real(let number): RecordHash.of(word: number.bitPattern, seed: 12)
        case .text(let text), .bytes(let text): RecordHash.of(text, seed: 13)
        }
    }

    // MARK: Values

    /// The value of a column as the file will hold it.
    @inline(__always)
    func stored(_ place: Int, notes: Bool) -> StoredValue {
        let value = cells[place]
        switch value.kind {
        case .absent, .null: return .null
        case .string:
            guard columns[place].type == .text else { return textAmongNumbers(place, text(value), notes) }
            return .text(value.hasEscapes ? text(value) : value.inside)
        case .number:
            switch columns[place].type {
            case .text: return .text(value.inside)
            case .integer, .any: return number(place, value, notes)
            case .real:
                if let double = value.double, value.inside.count < 16 { return .real(double) }
                return number(place, value, notes)
            }
        case .bool:
            if columns[place].type == .text { return .text(value.inside) }
            return .integer(value.bool == true ? 1 : 0)
        case .array, .object: return .text(value.inside)
        }
    }

    private func number(_ place: Int, _ value: JSONValue, _ notes: Bool) -> StoredValue {
        let isReal = columns[place].type == .real
        if let integer = value.integer {
            guard isReal else { return .integer(integer) }
            if Int(exactly: Double(integer)) == integer { return .real(Double(integer)) }
        } else if !HistoryTable.isWhole(value), let double = value.double {
            return .real(double)
        }
        if notes { note(.numberTooLarge, place: place, value) }
        return columns[place].type == .any ? .text(value.inside) : .bytes(value.inside)
    }

    /// Text in a column that is not of text: a name of the enumeration, a number, or neither.
    @inline(never)
    private func textAmongNumbers(_ place: Int, _ text: UnsafeRawBufferPointer, _ notes: Bool) -> StoredValue {
        let column = columns[place]
        if column.type == .any { return .text(text) }
        if let known = column.names.first(where: { text.elementsEqual($0.name) }) { return .integer(known.value) }
        let numeric = NumericText(text)
        guard numeric.isNumber else { return .text(text) }
        // What SQLite would print as it stands loses nothing; a column of the contract holds numbers.
        if numeric.isPlain || column.isKnown {
            let digits = String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }
            if notes, column.isKnown { note(.textAsNumber, place: place, cells[place]) }
            if let integer = Int(digits), column.type == .integer { return .integer(integer) }
            if !numeric.isWhole || column.type == .real, let double = Double(digits), double.isFinite {
                return .real(double)
            }
        }
        if notes { note(.numericText, place: place, cells[place]) }
        return .bytes(text)
    }

    /// Appends JSON text without the blanks between its parts.
    private static func compact(_ text: UnsafeRawBufferPointer, into writer: RecordWriter) {
        var isInside = false
        var isEscaped = false
        var from = 0
        for place in text.indices {
            let byte = text[place]
            if isInside {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInside = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInside = true
            } else if byte <= 0x20 {
                writer.append(UnsafeRawBufferPointer(rebasing: text[from..<place]))
                from = place + 1
            }
        }
        writer.append(UnsafeRawBufferPointer(rebasing: text[from...]))
    }

    /// The text of a string, escapes resolved into `scratch`, where it stays until the next record.
    @inline(never)
    private func text(_ value: JSONValue) -> UnsafeRawBufferPointer {
        guard value.hasEscapes else { return value.inside }
        let from = scratch.count
        JSONText.unescape(value.inside, into: scratch)
        return UnsafeRawBufferPointer(rebasing: scratch.bytes[from...])
    }
}

/// Whether text is a number to SQLite, which a column of numbers would turn it into ("Datatypes", §3).
struct NumericText {
    private(set) var isNumber = false
    /// Without fraction and exponent.
    private(set) var isWhole = true
    /// Written as SQLite prints the number, so that it can be had back: no blanks, plus, exponent or idle zeros.
    private(set) var isPlain = false

    init(_ text: UnsafeRawBufferPointer) {
        var place = 0
        func digit(_ place: Int) -> Bool { place < text.count && text[place] &- 0x30 < 10 }
        func isBlank(_ place: Int) -> Bool {
            place < text.count && (text[place] == 0x20 || (0x09...0x0D).contains(text[place]))
        }
        while isBlank(place) { place += 1 }
        let begin = place
        if place < text.count, text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+") { place += 1 }
        let first = place
        while digit(place) { place += 1 }
        let whole = place - first
        var fraction = 0
        if place < text.count, text[place] == UInt8(ascii: ".") {
            isWhole = false
            let point = place
            place += 1
            while digit(place) { place += 1 }
            fraction = place - point - 1
        }
        guard whole + fraction > 0 else { return }
        let mantissaEnd = place
        if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            place += 1
            if place < text.count, text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+") { place += 1 }
            guard digit(place) else { return }
            while digit(place) { place += 1 }
        }
        let numberEnd = place
        while isBlank(place) { place += 1 }
        guard place == text.count else { return }
        isNumber = true
        isPlain =
            begin == 0 && numberEnd == text.count && mantissaEnd == numberEnd && text[0] != UInt8(ascii: "+")
            && whole > 0 && (whole == 1 || text[first] != UInt8(ascii: "0"))
            && (isWhole
                ? whole <= 18 && !(first == 1 && text[first] == UInt8(ascii: "0"))
                : fraction > 0 && whole + fraction <= 15 && text[mantissaEnd - 1] != UInt8(ascii: "0"))
    }
}

extension NaturalKey.Identity {
    var isColumns: Bool { if case .columns = self { true } else { false } }
}
