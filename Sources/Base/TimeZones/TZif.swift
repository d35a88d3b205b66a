/// A compiled zone file taken apart (RFC 9636 §3; versions 1 to 4).
struct TZif {
    struct LocalTimeType: Equatable {
        /// Seconds east of Greenwich.
        let offset: Int
        let isDaylight: Bool
        let abbreviation: String
    }

    /// What is wrong with a file.
    struct Fault: Error { let reason: String }

    /// POSIX seconds, ascending.
    var transitions: [Int] = []
    /// The type that begins with the transition of the same position.
    var typeIndexes: [UInt8] = []
    var types: [LocalTimeType] = []
    /// The rule for times after the last transition; nil in version 1 and where the footer is empty.
    var rule: PosixRule?

    init(_ bytes: [UInt8]) throws(Fault) {
        var reader = Reader(bytes: bytes)
        var header = try Header(&reader)
        if header.version >= 2 {
            // §3.1: the first block is for readers of version 1; the second says the same with 64-bit times.
            try reader.skip(header.bodyLength(timeSize: 4))
            header = try Header(&reader)
            try readBody(header, &reader, timeSize: 8)
            try readFooter(&reader)
        } else {
            try readBody(header, &reader, timeSize: 4)
        }
    }

    private struct Header {
        let version: Int
        let isUTCount: Int
        let isStandardCount: Int
        let leapCount: Int
        let timeCount: Int
        let typeCount: Int
        let characterCount: Int

        init(_ reader: inout Reader) throws(Fault) {
            guard try reader.take(4) == [0x54, 0x5A, 0x69, 0x66] else { throw Fault(reason: "not a zone file") }
            let mark = try reader.take(1).first!
            // §4: a later version may add to the end of a block only, so it is read as the latest known one.
            guard mark == 0 || mark >= UInt8(ascii: "2") else { throw Fault(reason: "unknown version of TZif") }
            version = mark == 0 ? 1 : Int(mark - 0x30)
            try reader.skip(15)
            isUTCount = try reader.count()
            isStandardCount = try reader.count()
            leapCount = try reader.count()
            timeCount = try reader.count()
            typeCount = try reader.count()
            characterCount = try reader.count()
            guard typeCount > 0, typeCount <= 256, characterCount > 0 else {
                throw Fault(reason: "the file has no local time type")
            }
        }

        func bodyLength(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4) + isStandardCount
                + isUTCount
        }
    }

    private mutating func readBody(_ header: Header, _ reader: inout Reader, timeSize: Int) throws(Fault) {
        guard header.leapCount == 0 else {
            // The `right/` files count leap seconds, which POSIX time does not have.
            throw Fault(reason: "it counts leap seconds")
        }
        guard header.timeCount <= 1 << 16 else { throw Fault(reason: "the file has too many transitions") }
        for _ in 0..<header.timeCount {
            let time = try reader.signed(timeSize)
            if let last = transitions.last, last >= time { throw Fault(reason: "the transitions are out of order") }
            transitions.append(time)
        }
        typeIndexes = try reader.take(header.timeCount)
        guard typeIndexes.allSatisfy({ Int($0) < header.typeCount }) else {
            throw Fault(reason: "a transition refers to a missing local time type")
        }
        var raw: [(offset: Int, isDaylight: Bool, name: Int)] = []
        for _ in 0..<header.typeCount {
            let offset = try reader.signed(4)
            let flags = try reader.take(2)
            guard abs(offset) <= 26 * 3600, flags[0] <= 1, Int(flags[1]) < header.characterCount else {
                throw Fault(reason: "a local time type is out of range")
            }
            raw.append((offset, flags[0] == 1, Int(flags[1])))
        }
        let characters = try reader.take(header.characterCount)
        types = raw.map { type in
            LocalTimeType(
                offset: type.offset, isDaylight: type.isDaylight,
                abbreviation: String(decoding: characters[type.name...].prefix { $0 != 0 }, as: UTF8.self))
        }
        try reader.skip(header.isStandardCount + header.isUTCount)
    }

    /// §3.3: a newline, a TZ string, a newline.
    private mutating func readFooter(_ reader: inout Reader) throws(Fault) {
        guard try reader.take(1) == [0x0A] else { throw Fault(reason: "no footer") }
        guard let text = reader.upToNewline() else { throw Fault(reason: "the footer is cut off") }
        guard !text.isEmpty else { return }
        guard let parsed = PosixRule(text) else {
            throw Fault(reason: "the footer '\(String(decoding: text, as: UTF8.self))' is not a POSIX TZ rule")
        }
        rule = parsed
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func take(_ length: Int) throws(Fault) -> [UInt8] {
            guard length <= bytes.count - position else { throw Fault(reason: "the file is cut off") }
            defer { position += length }
            return Array(bytes[position..<(position + length)])
        }

        mutating func skip(_ length: Int) throws(Fault) {
            guard length <= bytes.count - position else { throw Fault(reason: "the file is cut off") }
            position += length
        }

        mutating func count() throws(Fault) -> Int {
            let value = try take(4).reduce(0) { $0 << 8 | Int($1) }
            // More than the file has bytes is a lie that must not become an allocation.
            guard value <= bytes.count else { throw Fault(reason: "the file is cut off") }
            return value
        }

        mutating func signed(_ size: Int) throws(Fault) -> Int {
            let raw = try take(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 8 ? Int(Int64(bitPattern: raw)) : Int(Int32(truncatingIfNeeded: raw))
        }

        mutating func upToNewline() -> [UInt8]? {
            guard let end = bytes[position...].firstIndex(of: 0x0A) else { return nil }
            defer { position = end + 1 }
            return Array(bytes[position..<end])
        }
    }
}
