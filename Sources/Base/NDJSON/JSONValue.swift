/// Where a JSON value stands in a line, and what kind it is.
public struct JSONValue {
    public enum Kind: UInt8, Sendable {
        case absent, null, bool, number, string, array, object

        /// The kind of a value that is a string, a number or null.
        /// - Parameter first: its first byte.
        @inlinable @inline(__always)
        public init(ofWritten first: UInt8) {
            switch first {
            case UInt8(ascii: "\""): self = .string
            case UInt8(ascii: "n"): self = .null
            default: self = .number
            }
        }
    }

    @usableFromInline let start: UnsafeRawPointer
    @usableFromInline let length: UInt32
    public let kind: Kind
    /// True when a string has a backslash in it.
    public let hasEscapes: Bool
    /// The number of bytes, without a string's quotes.
    @inlinable var count: Int { Int(length) }

    /// - Parameter count: less than `RecordScanner.sizeLimit`.
    @usableFromInline
    init(kind: Kind, hasEscapes: Bool, start: UnsafeRawPointer, count: Int) {
        self.kind = kind
        self.hasEscapes = hasEscapes
        self.start = start
        length = UInt32(truncatingIfNeeded: count)
    }

    /// A value by what the one who wrote it knows.
    /// - Parameters:
    ///   - written: the value's bytes as they stand in a line, a string's quotes included.
    ///   - hasEscapes: whether a string has a backslash in it.
    @inlinable
    public init(_ kind: Kind, written: UnsafeRawBufferPointer, hasEscapes: Bool) {
        let quote = kind == .string ? 1 : 0
        self.init(
            kind: kind, hasEscapes: hasEscapes, start: written.baseAddress.unsafelyUnwrapped + quote,
            count: written.count - 2 * quote)
    }

    /// The object that a whole line is, which must have passed `RecordScanner`.
    public static func object(_ line: UnsafeRawBufferPointer) -> JSONValue {
        guard let start = line.firstIndex(of: UInt8(ascii: "{")), let base = line.baseAddress else { return .absent }
        return JSONValue(kind: .object, hasEscapes: false, start: base + start, count: line.count - start)
    }

    /// A value that is not in the line.
    public static var absent: JSONValue {
        JSONValue(kind: .absent, hasEscapes: false, start: UnsafeRawPointer(bitPattern: 8)!, count: 0)
    }

    /// A string's bytes between its quotes, escapes as written; another value's bytes as written.
    @inlinable public var inside: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// The value's bytes as they stand in the line, a string's quotes included.
    @inlinable public var raw: UnsafeRawBufferPointer {
        kind == .string
            ? UnsafeRawBufferPointer(start: start - 1, count: count + 2)
            : UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The place after the value, and after a string's closing quote.
    @inline(__always)
    var after: UnsafeRawPointer { start + (kind == .string ? count + 1 : count) }

    @inlinable public var isPresent: Bool { kind != .absent && kind != .null }

    /// The value of a number that is a whole one and fits, `5.0` and `5e0` included; nil otherwise.
    public var integer: Int? {
        guard kind == .number else { return nil }
        // Eighteen digits fit whatever they are.
        guard count <= 18 else { return longInteger }
        let isNegative = start.load(as: UInt8.self) == UInt8(ascii: "-")
        var magnitude = 0
        var first = isNegative ? 1 : 0
        if count &- first >= 8,
            let eight = JSONNumber.eightDigits(start.loadUnaligned(fromByteOffset: first, as: UInt64.self))
        {
            magnitude = eight
            first &+= 8
        }
        for position in first..<count {
            let digit = start.load(fromByteOffset: position, as: UInt8.self) &- 0x30
            guard digit < 10 else { return wholeDouble }
            magnitude = magnitude &* 10 &+ Int(digit)
        }
        return isNegative ? -magnitude : magnitude
    }

    private var wholeDouble: Int? {
        guard let value = double, value.rounded() == value, abs(value) < 9e15 else { return nil }
        return Int(value)
    }

    private var longInteger: Int? {
        var position = 0
        let negative = inside[0] == UInt8(ascii: "-")
        if negative { position = 1 }
        var magnitude: UInt64 = 0
        while position < count {
            let digit = inside[position] &- 0x30
            guard digit < 10 else { return wholeDouble }
            let (product, tooBig) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, tooBigToo) = product.addingReportingOverflow(UInt64(digit))
            if tooBig || tooBigToo { return nil }
            magnitude = sum
            position += 1
        }
        if negative { return magnitude <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil }
        return Int(exactly: magnitude)
    }

    /// The value of a number that has no fraction and fits 64 bits without sign; nil otherwise.
    public var unsigned: UInt64? {
        guard kind == .number else { return nil }
        var magnitude: UInt64 = 0
        for byte in inside {
            let digit = byte &- 0x30
            guard digit < 10 else { return nil }
            let (product, tooBig) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, tooBigToo) = product.addingReportingOverflow(UInt64(digit))
            if tooBig || tooBigToo { return nil }
            magnitude = sum
        }
        return magnitude
    }

    /// The value of a number; nil for anything else and for one beyond binary64.
    public var double: Double? { kind == .number ? JSONNumber.double(inside) : nil }

    public var bool: Bool? { kind == .bool ? inside[0] == UInt8(ascii: "t") : nil }

    /// The text of a string, escapes resolved, as a String: for cold paths.
    public var string: String? {
        guard kind == .string else { return nil }
        guard hasEscapes else { return String(decoding: inside, as: UTF8.self) }
        let writer = RecordWriter(capacity: count)
        JSONText.unescape(inside, into: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Calls `body` with each element of an array, in order; does nothing for another kind.
    public func forEachElement(_ body: (JSONValue) throws -> Void) rethrows {
        guard kind == .array else { return }
        var cursor = JSONCursor(start: start, count: count)
        cursor.position = 1
        cursor.skipBlanks()
        while let byte = cursor.peek, byte != UInt8(ascii: "]") {
            // The line has been scanned, so a fault cannot occur any more.
            guard let value = try? cursor.value(depth: 1) else { return }
            try body(value)
            cursor.skipBlanks()
            if cursor.peek == UInt8(ascii: ",") { cursor.position += 1 }
            cursor.skipBlanks()
        }
    }

    /// Calls `body` with each member of an object, in order, keys with their escapes as written.
    public func forEachMember(_ body: (_ key: JSONValue, _ value: JSONValue) throws -> Void) rethrows {
        guard kind == .object else { return }
        var cursor = JSONCursor(start: start, count: count)
        cursor.position = 1
        cursor.skipBlanks()
        while let byte = cursor.peek, byte != UInt8(ascii: "}") {
            guard let key = try? cursor.key() else { return }
            cursor.skipBlanks()
            guard let value = try? cursor.value(depth: 1) else { return }
            try body(key, value)
            cursor.skipBlanks()
            if cursor.peek == UInt8(ascii: ",") { cursor.position += 1 }
            cursor.skipBlanks()
        }
    }
}
