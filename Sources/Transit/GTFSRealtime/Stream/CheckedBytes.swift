import NDJSON

/// The bytes of a source, one after another, through a buffer that does not grow; of lines of base64 those that each
/// stands for.
struct CheckedBytes {
    private static let size = 1 << 17

    private let source: (any ByteSource)?
    private let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var taken = 0
    private var hasEnded = false
    private(set) var failure: (any Error)?
    private(set) var isTooLong = false

    /// The place of the next byte, from the start of the file or of the line's message.
    private(set) var offset = 0
    var decodesLines = false
    /// Counted from 1; nil where there are no lines of base64.
    private(set) var line: Int?
    /// Whether the line stopped being base64.
    private(set) var isDamaged = false
    private var group: [UInt8] = []
    private var decoded: [UInt8] = []
    private var decodedPosition = 0

    init(_ source: (any ByteSource)? = nil, limit: Int = 0) {
        self.source = source
        self.limit = limit
        hasEnded = source == nil
    }

    /// Lends the first bytes, as many as there are up to `count`.
    mutating func lendStart<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        while buffer.count < count, refill() {}
        return buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }

    /// Adds a piece to the buffer, whose read part goes; false at the end.
    private mutating func refill() -> Bool {
        guard !hasEnded, let source else { return false }
        buffer.removeFirst(position)
        position = 0
        let room = CheckedBytes.size - buffer.count
        do {
            let piece = try [UInt8](unsafeUninitializedCapacity: room) { memory, count in
                count = try source.read(into: UnsafeMutableRawBufferPointer(memory))
            }
            taken += piece.count
            isTooLong = taken > limit
            buffer += piece
            hasEnded = piece.isEmpty || isTooLong
            return !hasEnded
        } catch {
            failure = error
            hasEnded = true
            return false
        }
    }

    private mutating func raw() -> UInt8? {
        if position == buffer.count, !refill() { return nil }
        defer { position += 1 }
        return buffer[position]
    }

    // MARK: Bytes

    var hasMore: Bool {
        mutating get {
            guard decodesLines else { return position < buffer.count || refill() }
            return decodedPosition < decoded.count || decodeGroup()
        }
    }

    mutating func next() -> UInt8? {
        guard hasMore else { return nil }
        offset += 1
        guard decodesLines else {
            position += 1
            return buffer[position - 1]
        }
        decodedPosition += 1
        return decoded[decodedPosition - 1]
    }

    /// The place so many bytes on, which must not be beyond `end`.
    func place(after count: UInt64, until end: Int, at field: Int) throws(WireBreak) -> Int {
        guard count < 1 << 50, offset + Int(count) <= end else { throw WireBreak(.pastEnd, field) }
        return offset + Int(count)
    }

    /// Passes over everything up to `target`; false where the bytes end before.
    mutating func skip(to target: Int) -> Bool {
        while offset < target {
            guard hasMore else { return false }
            let there = decodesLines ? decoded.count - decodedPosition : buffer.count - position
            let step = min(there, target - offset)
            if decodesLines { decodedPosition += step } else { position += step }
            offset += step
        }
        return true
    }

    // MARK: Lines of base64

    /// Goes to the next line that holds something; false where there is none.
    mutating func beginLine() -> Bool {
        // What is left of a line that was not read to its end.
        while isInLine, let byte = raw() { endLine(at: byte) }
        offset = 0
        isDamaged = false
        isOver = false
        decoded = []
        decodedPosition = 0
        line = (line ?? 1) + linesEnded
        linesEnded = 0
        while let byte = raw() {
            switch byte {
            case 0x0A: line = (line ?? 0) + 1
            case 0x20, 0x09, 0x0D, 0xEF, 0xBB, 0xBF: continue
            default:
                position -= 1
                isInLine = true
                return true
            }
        }
        return false
    }

    private var isInLine = false
    private var linesEnded = 0
    private var isOver = false

    private mutating func endLine(at byte: UInt8) {
        guard byte == 0x0A else { return }
        isInLine = false
        linesEnded += 1
    }

    /// Decodes the line's next four characters, or those that are left of it; false at its end.
    private mutating func decodeGroup() -> Bool {
        guard isInLine, !isDamaged else { return false }
        group.removeAll(keepingCapacity: true)
        while group.count < 4 {
            guard let byte = raw() else {
                isInLine = false
                break
            }
            if byte == 0x0A {
                endLine(at: byte)
                break
            }
            let isBlank = byte == 0x0D || byte == 0x20 || byte == 0x09
            // Padding and blanks end a line.
            if !isBlank, isOver, byte != UInt8(ascii: "=") { isDamaged = true }
            isOver = isOver || isBlank || byte == UInt8(ascii: "=")
            if !isBlank { group.append(byte) }
        }
        guard !group.isEmpty else { return false }
        decoded = [UInt8](repeating: 0, count: 8)
        let count = group.withUnsafeBytes { text in
            decoded.withUnsafeMutableBytes { Base64.decode(text, into: $0.baseAddress!) }
        }
        isDamaged = isDamaged || count == nil
        decoded.removeLast(8 - (count ?? 0))
        decodedPosition = 0
        return !decoded.isEmpty
    }
}
