/// JSON read a second time (RFC 8259), the short way: for what the scanner of lines accepts and refuses.
indirect enum SmallJSON: Equatable {
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    /// UTF-8.
    case string([UInt8])
    case array([SmallJSON])
    case object([Member])

    struct Member: Equatable {
        let name: [UInt8]
        let value: SmallJSON
    }

    /// The member of a name, the last of several; nil of what is no object.
    subscript(_ name: String) -> SmallJSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == Array(name.utf8) }?.value
    }

    /// How many arrays and objects lie in one another.
    var depth: Int {
        switch self {
        case .array(let items): 1 + (items.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }

    struct Refusal: Error {}

    /// nil where the bytes are none, or nested deeper than `deepest`.
    static func read(_ bytes: [UInt8], deepest: Int = 512) -> SmallJSON? {
        var reader = Reader(bytes: bytes, deepest: deepest)
        do {
            let value = try reader.value(0)
            reader.blanks()
            return reader.place == bytes.count ? value : nil
        } catch { return nil }
    }

    private struct Reader {
        let bytes: [UInt8]
        let deepest: Int
        var place = 0

        init(bytes: [UInt8], deepest: Int) {
            self.bytes = bytes
            self.deepest = deepest
        }

        mutating func blanks() {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
        }

        var next: UInt8? { place < bytes.count ? bytes[place] : nil }

        mutating func take(_ text: String) throws {
            for byte in text.utf8 {
                guard next == byte else { throw Refusal() }
                place += 1
            }
        }

        mutating func value(_ depth: Int) throws -> SmallJSON {
            blanks()
            switch next {
            case UInt8(ascii: "n"):
                try take("null")
                return .null
            case UInt8(ascii: "t"):
                try take("true")
                return .bool(true)
            case UInt8(ascii: "f"):
                try take("false")
                return .bool(false)
            case UInt8(ascii: "\""): return .string(try string())
            case UInt8(ascii: "["):
                guard depth < deepest else { throw Refusal() }
                return .array(try list(UInt8(ascii: "]")) { reader in try reader.value(depth + 1) })
            case UInt8(ascii: "{"):
                guard depth < deepest else { throw Refusal() }
                return .object(
                    try list(UInt8(ascii: "}")) { reader in
                        reader.blanks()
                        guard reader.next == UInt8(ascii: "\"") else { throw Refusal() }
                        let name = try reader.string()
                        reader.blanks()
                        try reader.take(":")
                        return Member(name: name, value: try reader.value(depth + 1))
                    })
            default: return .number(try number())
            }
        }

        mutating func list<Item>(_ end: UInt8, _ item: (inout Reader) throws -> Item) throws -> [Item] {
            place += 1
            var items: [Item] = []
            blanks()
            if next == end {
                place += 1
                return items
            }
            while true {
                items.append(try item(&self))
                blanks()
                if next == end {
                    place += 1
                    return items
                }
                try take(",")
            }
        }

        mutating func digits() throws {
            guard let first = next, (0x30...0x39).contains(first) else { throw Refusal() }
            while let digit = next, (0x30...0x39).contains(digit) { place += 1 }
        }

        mutating func number() throws -> String {
            let from = place
            if next == UInt8(ascii: "-") { place += 1 }
            if next == UInt8(ascii: "0") { place += 1 } else { try digits() }
            if next == UInt8(ascii: ".") {
                place += 1
                try digits()
            }
            if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
                place += 1
                if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
                try digits()
            }
            return String(decoding: bytes[from..<place], as: UTF8.self)
        }

        mutating func unit() throws -> UInt32 {
            guard place + 4 <= bytes.count,
                let unit = UInt32(String(decoding: bytes[place..<(place + 4)], as: UTF8.self), radix: 16),
                bytes[place] != UInt8(ascii: "+"), bytes[place] != UInt8(ascii: "-")
            else { throw Refusal() }
            place += 4
            return unit
        }

        mutating func string() throws -> [UInt8] {
            place += 1
            var text: [UInt8] = []
            while let byte = next {
                place += 1
                switch byte {
                case UInt8(ascii: "\""):
                    guard String(validating: text, as: UTF8.self) != nil else { throw Refusal() }
                    return text
                case 0..<0x20: throw Refusal()
                case UInt8(ascii: "\\"):
                    guard let kind = next else { throw Refusal() }
                    place += 1
                    let plain: [UInt8: UInt8] = [
                        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
                    ]
                    if let escaped = plain[kind] {
                        text.append(escaped)
                        continue
                    }
                    guard kind == UInt8(ascii: "u") else { throw Refusal() }
                    var scalar = try unit()
                    if (0xD800..<0xDC00).contains(scalar) {
                        try take("\\u")
                        let low = try unit()
                        guard (0xDC00..<0xE000).contains(low) else { throw Refusal() }
                        scalar = 0x10000 + (scalar - 0xD800) * 0x400 + (low - 0xDC00)
                    }
                    guard let scalar = Unicode.Scalar(scalar) else { throw Refusal() }
                    text += Array(String(Character(scalar)).utf8)
                default: text.append(byte)
                }
            }
            throw Refusal()
        }
    }
}
