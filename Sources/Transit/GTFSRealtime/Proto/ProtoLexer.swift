/// A word, number, string or sign of a .proto file.
struct ProtoToken {
    enum Kind {
        case word, integer, float, string, sign, end
    }

    let kind: Kind
    /// As it is written; a string without its quotes, its escapes resolved; empty for a sign.
    let text: String
    /// The sign's character; 0 for all else.
    var sign: UInt8 = 0
    let line: Int

    func `is`(_ sign: Unicode.Scalar) -> Bool { UInt32(self.sign) == sign.value }

    /// The token in a message for people.
    var name: String {
        switch kind {
        case .end: "the end of the file"
        case .string: "a string"
        case .sign: "'\(Unicode.Scalar(sign))'"
        case .word, .integer, .float: "'" + ProtoToken.shortened(text) + "'"
        }
    }

    /// Text from a file, cut so that it fits a line.
    static func shortened(_ text: String) -> String { text.utf8.count > 60 ? String(text.prefix(60)) + "…" : text }
}

/// Takes a .proto file apart (https://protobuf.dev/reference/protobuf/proto2-spec#lexical_elements).
struct ProtoLexer {
    private static let wordLimit = 255

    private let file: String
    private let bytes: [UInt8]
    private var position = 0
    private(set) var line = 1

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private func fault(_ reason: String, line: Int? = nil) -> ProtoFault {
        ProtoFault(file: file, line: line ?? self.line, reason: reason)
    }

    mutating func next() throws(ProtoFault) -> ProtoToken {
        try skipBlanksAndComments()
        guard position < bytes.count else { return ProtoToken(kind: .end, text: "", line: line) }
        let byte = bytes[position]
        if ProtoLexer.isLetter(byte) { return try word() }
        if ProtoLexer.isDigit(byte) || byte == UInt8(ascii: ".") && isDigit(at: position + 1) { return try number() }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string(closing: byte) }
        guard ProtoLexer.signs.contains(byte) else {
            throw fault(
                0x21...0x7E ~= byte
                    ? "'\(Character(Unicode.Scalar(byte)))' has no meaning here"
                    : "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not allowed outside strings and comments"
            )
        }
        position += 1
        return ProtoToken(kind: .sign, text: "", sign: byte, line: line)
    }

    private static let signs = Set("{}[]()<>=;,.:-+/".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private func isDigit(at place: Int) -> Bool { place < bytes.count && ProtoLexer.isDigit(bytes[place]) }

    private func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

    // MARK: Between tokens

    private mutating func skipBlanksAndComments() throws(ProtoFault) {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), 0x09, 0x0B, 0x0C, 0x0D: position += 1
            case UInt8(ascii: "/"):
                guard position + 1 < bytes.count else { return }
                if bytes[position + 1] == UInt8(ascii: "/") {
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
                } else if bytes[position + 1] == UInt8(ascii: "*") {
                    try skipBlockComment()
                } else {
                    return
                }
            default: return
            }
        }
    }

    private mutating func skipBlockComment() throws(ProtoFault) {
        let first = line
        position += 2
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                position += 2
                return
            }
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        throw fault("the comment that begins here is not closed", line: first)
    }

    // MARK: Tokens

    private mutating func word() throws(ProtoFault) -> ProtoToken {
        let start = position
        while position < bytes.count, ProtoLexer.isLetter(bytes[position]) || ProtoLexer.isDigit(bytes[position]) {
            position += 1
        }
        guard position - start <= ProtoLexer.wordLimit else {
            throw fault("the name has \(position - start) bytes; the limit is \(ProtoLexer.wordLimit)")
        }
        return ProtoToken(kind: .word, text: text(from: start), line: line)
    }

    private mutating func number() throws(ProtoFault) -> ProtoToken {
        let start = position
        var kind = ProtoToken.Kind.integer
        let isHexadecimal =
            bytes[position] == UInt8(ascii: "0") && position + 1 < bytes.count
            && bytes[position + 1] | 0x20 == UInt8(ascii: "x")
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ".") {
                kind = .float
            } else if !isHexadecimal, byte | 0x20 == UInt8(ascii: "e") {
                kind = .float
                if position + 1 < bytes.count,
                    bytes[position + 1] == UInt8(ascii: "-") || bytes[position + 1] == UInt8(ascii: "+")
                {
                    position += 1
                }
            } else if !ProtoLexer.isLetter(byte), !ProtoLexer.isDigit(byte) {
                break
            }
            position += 1
        }
        let token = ProtoToken(kind: kind, text: text(from: start), line: line)
        if kind == .integer, ProtoLexer.integer(token.text) == nil, !token.text.utf8.allSatisfy(ProtoLexer.isDigit) {
            throw fault("\(token.name) is not a number")
        }
        return token
    }

    /// The value of a decimal, octal or hexadecimal number; nil if it is not one or is beyond 64 bits.
    static func integer(_ text: String) -> UInt64? {
        if text.hasPrefix("0x") || text.hasPrefix("0X") { return UInt64(text.dropFirst(2), radix: 16) }
        return text.hasPrefix("0") && text.utf8.count > 1 ? UInt64(text.dropFirst(), radix: 8) : UInt64(text)
    }

    private mutating func string(closing quote: UInt8) throws(ProtoFault) -> ProtoToken {
        position += 1
        var content: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
            let byte = bytes[position]
            position += 1
            if byte == quote {
                return ProtoToken(kind: .string, text: String(decoding: content, as: UTF8.self), line: line)
            }
            if byte == UInt8(ascii: "\\") { try escape(into: &content) } else { content.append(byte) }
        }
        throw fault("the string is not closed on its line")
    }

    private mutating func escape(into content: inout [UInt8]) throws(ProtoFault) {
        guard position < bytes.count else { throw fault("the string is not closed on its line") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): content.append(byte)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            position -= 1
            content.append(UInt8(truncatingIfNeeded: digits(radix: 8, atMost: 3)))
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            content.append(UInt8(truncatingIfNeeded: digits(radix: 16, atMost: 2)))
        case UInt8(ascii: "u"): content += String(scalar(digits(radix: 16, atMost: 4))).utf8
        case UInt8(ascii: "U"): content += String(scalar(digits(radix: 16, atMost: 8))).utf8
        default: throw fault("the string has an unknown escape sequence")
        }
    }

    private func scalar(_ number: UInt32) -> Character { Character(Unicode.Scalar(number) ?? "\u{FFFD}") }

    private mutating func digits(radix: Int, atMost limit: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<limit where position < bytes.count {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, digit < radix else { break }
            value = value &* UInt32(radix) &+ UInt32(digit)
            position += 1
        }
        return value
    }
}
