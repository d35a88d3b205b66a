/// A position in a line of JSON and the grammar that moves it on (RFC 8259).
struct JSONCursor {
    let start: UnsafeRawPointer
    let count: Int
    var position = 0

    @inline(__always)
    var byte: UInt8 { start.load(fromByteOffset: position, as: UInt8.self) }

    @inline(__always)
    var peek: UInt8? { position < count ? byte : nil }

    func fault(_ reason: String) -> JSONFault {
        JSONFault(offset: position, reason: position < count ? reason : "the line ends early: \(reason)")
    }

    @inline(__always)
    mutating func skipBlanks() {
        while position < count, byte <= 0x20, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position &+= 1
        }
    }

    /// Whether a blank stands `count` bytes farther on.
    func isBlank(after count: Int) -> Bool {
        var next = self
        next.position &+= count
        let before = next.position
        next.skipBlanks()
        return next.position > before
    }

    mutating func expectEnd() throws(JSONFault) {
        skipBlanks()
        if position < count { throw fault("unexpected text after the end of the value") }
    }

    /// Reads a member's name and the colon after it.
    @inline(__always)
    mutating func key() throws(JSONFault) -> JSONValue {
        guard peek == UInt8(ascii: "\"") else { throw fault("expected a member name in quotes") }
        let name = try string()
        skipBlanks()
        guard peek == UInt8(ascii: ":") else { throw fault("':' expected") }
        position &+= 1
        return name
    }

    /// Reads the value at the position, which no blank precedes.
    mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard position < count else { throw fault("a value expected") }
        let from = position
        let kind: JSONValue.Kind
        switch byte {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "-"), 0x30...0x39:
            try number()
            kind = .number
        case UInt8(ascii: "{"):
            try object(depth: depth)
            kind = .object
        case UInt8(ascii: "["):
            try array(depth: depth)
            kind = .array
        case UInt8(ascii: "t"):
            try literal("true")
            kind = .bool
        case UInt8(ascii: "f"):
            try literal("false")
            kind = .bool
        case UInt8(ascii: "n"):
            try literal("null")
            kind = .null
        default: throw fault("a value expected")
        }
        return JSONValue(kind: kind, hasEscapes: false, start: start + from, count: position - from)
    }

    mutating func skipValue(depth: Int) throws(JSONFault) { _ = try value(depth: depth) }

    private mutating func object(depth: Int) throws(JSONFault) {
        guard depth < RecordScanner.depthLimit else {
            throw fault("nesting deeper than \(RecordScanner.depthLimit) levels")
        }
        position &+= 1
        skipBlanks()
        if peek == UInt8(ascii: "}") {
            position &+= 1
            return
        }
        while true {
            _ = try key()
            skipBlanks()
            try skipValue(depth: depth + 1)
            skipBlanks()
            switch peek {
            case UInt8(ascii: ","): position &+= 1
            case UInt8(ascii: "}"):
                position &+= 1
                return
            default: throw fault("',' or '}' expected")
            }
            skipBlanks()
        }
    }

    private mutating func array(depth: Int) throws(JSONFault) {
        guard depth < RecordScanner.depthLimit else {
            throw fault("nesting deeper than \(RecordScanner.depthLimit) levels")
        }
        position &+= 1
        skipBlanks()
        if peek == UInt8(ascii: "]") {
            position &+= 1
            return
        }
        while true {
            try skipValue(depth: depth + 1)
            skipBlanks()
            switch peek {
            case UInt8(ascii: ","): position &+= 1
            case UInt8(ascii: "]"):
                position &+= 1
                return
            default: throw fault("',' or ']' expected")
            }
            skipBlanks()
        }
    }

    private mutating func literal(_ text: StaticString) throws(JSONFault) {
        let length = text.utf8CodeUnitCount
        for offset in 0..<length {
            guard position + offset < count,
                start.load(fromByteOffset: position + offset, as: UInt8.self) == text.utf8Start[offset]
            else { throw fault("a value expected") }
        }
        position &+= length
    }

    private mutating func digits() -> Int {
        let from = position
        while position < count, byte &- 0x30 < 10 { position &+= 1 }
        return position &- from
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    private mutating func number() throws(JSONFault) {
        if byte == UInt8(ascii: "-") { position &+= 1 }
        let leading = peek
        let whole = digits()
        if whole == 0 { throw fault("a digit expected") }
        if whole > 1, leading == 0x30 {
            position -= whole
            throw fault("a number must not begin with 0")
        }
        if peek == UInt8(ascii: ".") {
            position &+= 1
            if digits() == 0 { throw fault("expected a digit after the decimal point") }
        }
        if let mark = peek, mark | 0x20 == UInt8(ascii: "e") {
            position &+= 1
            if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position &+= 1 }
            if digits() == 0 { throw fault("expected a digit in the exponent") }
        }
    }

    /// Reads a string from its opening quote.
    @inline(__always)
    mutating func string() throws(JSONFault) -> JSONValue {
        position &+= 1
        let from = position
        while position &+ 8 <= count {
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let marks = JSONText.specials(word) | (word & JSONText.highs)
            if marks == 0 {
                position &+= 8
                continue
            }
            position &+= marks.trailingZeroBitCount / 8
            break
        }
        if position < count, byte == UInt8(ascii: "\"") {
            let value = JSONValue(kind: .string, hasEscapes: false, start: start + from, count: position &- from)
            position &+= 1
            return value
        }
        return try stringRest(from: from)
    }

    private mutating func stringRest(from: Int) throws(JSONFault) -> JSONValue {
        var escapes = false
        while position < count {
            let byte = self.byte
            switch byte {
            case UInt8(ascii: "\""):
                let value = JSONValue(
                    kind: .string, hasEscapes: escapes, start: start + from, count: position &- from)
                position &+= 1
                return value
            case UInt8(ascii: "\\"):
                escapes = true
                try escape()
            case 0..<0x20: throw fault("a control character must be escaped in a string")
            case 0x20..<0x80: position &+= 1
            default:
                let length = JSONText.sequenceLength(start + position, available: count - position)
                if length == 0 { throw fault("not UTF-8") }
                position &+= length
            }
        }
        throw fault("a string is not closed")
    }

    private mutating func escape() throws(JSONFault) {
        position &+= 1
        guard let kind = peek else { throw fault("an escape sequence is cut off") }
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 1
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if unit & 0xFC00 == 0xDC00 { throw fault("a low surrogate without the high one before it") }
            guard unit & 0xFC00 == 0xD800 else { return }
            guard position + 1 < count, byte == UInt8(ascii: "\\"),
                start.load(fromByteOffset: position + 1, as: UInt8.self) == UInt8(ascii: "u")
            else { throw fault("a high surrogate without the low one after it") }
            position &+= 1
            if try codeUnit() & 0xFC00 != 0xDC00 { throw fault("a high surrogate without the low one after it") }
        default: throw fault("unknown escape sequence")
        }
    }

    /// Reads `uXXXX` and returns its value.
    private mutating func codeUnit() throws(JSONFault) -> UInt32 {
        position &+= 1
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = JSONText.hexValue(byte) else {
                throw fault("expected four hexadecimal digits")
            }
            unit = unit << 4 | digit
            position &+= 1
        }
        return unit
    }
}
