import NDJSON

/// Where a text is among the bytes of a record or of a row of a file, in 32 bits, so that a mark can contain it (`RowMark`).
public struct TextRange: BitwiseCopyable, Sendable {
    private let start: UInt16
    private let count: UInt16

    public static let none = TextRange(word: 0)

    /// Creates a range from the low 32 bits of a word.
    public init(word: UInt64) {
        start = UInt16(truncatingIfNeeded: word)
        count = UInt16(truncatingIfNeeded: word >> 16)
    }

    /// The range as a number below 2 ^ 32.
    public var word: UInt64 { UInt64(start) | UInt64(count) << 16 }

    /// Creates the range of a string without escapes; nil for another value, and for one whose offset or length does not fit into
    /// 16 bits.
    /// - Parameter start: where the record begins.
    public init?(_ value: JSONValue, from start: UnsafeRawPointer) {
        let text = value.inside
        guard value.kind == .string, !value.hasEscapes, let first = text.baseAddress,
            let offset = UInt16(exactly: first - start), let count = UInt16(exactly: text.count)
        else { return nil }
        self.start = offset
        self.count = count
    }

    public var isEmpty: Bool { count == 0 }

    @inline(__always)
    public func text(of record: Record) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: record.bytes[Int(start)..<Int(start) + Int(count)])
    }
}
