import NDJSON

/// How messages follow one another in a file.
public enum Framing: String, Sendable, CaseIterable {
    /// Told from the file's beginning.
    case auto
    /// The bytes of a message and nothing else; of several, a header starts the next.
    case message
    /// Each message after its length as a varint, as the protobuf libraries' "delimited" calls write them.
    case delimited
    /// Each message as base64 on a line of its own.
    case base64Lines = "base64-lines"
}

/// Tells a file's framing from its beginning by reading a header or an entity in each way and comparing.
struct FramingDetector {
    let schema: RealtimeSchema
    private let parser = MessageParser(keepsUnknown: false)

    init(_ schema: RealtimeSchema) { self.schema = schema }

    /// - Parameter head: the file's first bytes, all of them when it is short.
    func detect(_ head: UnsafeRawBufferPointer) -> Framing {
        let message = plausibility(head[...])
        var best = (framing: Framing.message, score: message)
        // Nothing is more plausible than this, and a tie is the plain form's.
        if message == 3 { return .message }
        let delimited = delimitedPlausibility(head)
        if delimited > best.score { best = (.delimited, delimited) }
        let lines = base64Plausibility(head)
        if lines > best.score { best = (.base64Lines, lines) }
        return best.framing
    }

    private func delimitedPlausibility(_ head: UnsafeRawBufferPointer) -> Int {
        // Messages of no bytes tell nothing; the first that has some does.
        let head = UnsafeRawBufferPointer(rebasing: head[(head.firstIndex { $0 != 0 } ?? head.count)...])
        var position = 0
        var length: UInt64 = 0
        while position < min(head.count, 5) {
            let byte = head[position]
            length |= UInt64(byte & 0x7F) << UInt64(7 * position)
            position += 1
            if byte < 0x80 { break }
        }
        guard position > 0, head[position - 1] < 0x80, length > 0 else { return 0 }
        let end = UInt64(position) + length
        return plausibility(head[position..<Int(min(end, UInt64(head.count)))])
    }

    private func base64Plausibility(_ head: UnsafeRawBufferPointer) -> Int {
        let hasMark = head.starts(with: [0xEF, 0xBB, 0xBF])
        let trimmed = head.dropFirst(hasMark ? 3 : 0).drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
        let line = trimmed.prefix { Base64.isCharacter($0) }
        let rest = trimmed[line.endIndex...].drop { $0 == UInt8(ascii: "=") || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
        guard line.count >= 4, rest.first == nil || rest.first == 0x0A else { return 0 }
        let whole = UnsafeRawBufferPointer(rebasing: head[line.startIndex..<(line.startIndex + line.count / 4 * 4)])
        let decoded = UnsafeMutableRawBufferPointer.allocate(byteCount: whole.count, alignment: 16)
        defer { decoded.deallocate() }
        guard let start = decoded.baseAddress, let count = Base64.decode(whole, into: start) else { return 0 }
        return plausibility(UnsafeRawBufferPointer(rebasing: decoded[0..<count])[...])
    }

    /// 3: begins with a whole header that has a version, as text; 2: with a header or an entity that reads well;
    /// 1: with the tag of one; 0: with neither.
    private func plausibility(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        guard var cursor = bytes.baseAddress, bytes.count > 0 else { return 0 }
        let end = cursor + bytes.count
        let tag = bytes[0]
        guard tag == 0x0A || tag == 0x12 else { return 0 }
        let plan = tag == 0x0A ? schema.header : schema.entity
        cursor += 1
        // A fault is what makes it implausible.
        guard let length = try? Wire.varint(&cursor, end) else { return 0 }
        // Less is there of a long entity, or of a file that is cut off.
        guard length <= UInt64(end - cursor) else { return length < 1 << 26 ? 1 : 0 }
        let block = parser.begin(plan)
        do throws(WireFault) {
            try parser.parse(plan, cursor, cursor + Int(length), into: block)
        } catch {
            return 0
        }
        guard parser.slots[block].bits & 1 != 0 else {
            // Without its first field: empty, or with another one that is known.
            return length == 0 || parser.slots[block].bits != 0 ? 1 : 0
        }
        guard tag == 0x0A else { return 2 }
        let version = parser.slots[block + 1].text
        return version.count <= 16 && version.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? 3 : 2
    }
}
