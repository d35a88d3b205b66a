import Platform

/// A growing buffer with methods to write JSON records.
///
/// The writer does not check the order of calls; it is for code that knows the shape of its records. Strings must be
/// valid UTF-8. Memory: at most twice the largest unflushed content.
public final class RecordWriter {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    @usableFromInline var used = 0

    /// The number of bytes written.
    @inlinable public var count: Int { used }

    public init(capacity: Int = 1 << 16) {
        self.capacity = max(capacity, 64)
        base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    /// What has been written; valid until the next write.
    public var bytes: UnsafeRawBufferPointer {
        @inlinable get { UnsafeRawBufferPointer(start: base, count: used) }
    }

    /// The number of readable bytes from the first one. Bytes beyond `count` have no meaning.
    public var readable: Int { capacity }

    public func removeAll() { used = 0 }

    /// Gives what is written to another writer, and takes what that one has.
    public func swapContent(with other: RecordWriter) {
        swap(&base, &other.base)
        swap(&capacity, &other.capacity)
        swap(&used, &other.used)
    }

    /// Puts another byte in the place of one that was written.
    @inlinable @inline(__always)
    public func replace(at position: Int, with byte: UInt8) {
        base.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
    }

    /// Takes back everything written after `count` was `position`.
    public func truncate(to position: Int) { used = position }

    /// Puts bytes between those before and those from `position` on.
    public func insert(_ source: UnsafeRawBufferPointer, at position: Int) {
        guard let start = source.baseAddress else { return }
        reserve(source.count)
        memmove(base + position + source.count, base + position, used - position)
        (base + position).copyMemory(from: start, byteCount: source.count)
        used += source.count
    }

    @inlinable @inline(__always)
    public func reserve(_ extra: Int) {
        if used &+ extra > capacity { grow(extra) }
    }

    @usableFromInline @inline(never)
    func grow(_ extra: Int, keeping kept: Int = 0) {
        let target = max(capacity * 2, used + extra)
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: target, alignment: 16)
        fresh.copyMemory(from: base, byteCount: used + kept)
        base.deallocate()
        base = fresh
        capacity = target
    }

    // MARK: Bytes

    /// Memory for `count` bytes after those that are written. The caller puts bytes there and then counts them with `add`. Valid
    /// until the next write.
    /// - Parameter kept: how many bytes were put there before and must remain.
    @inlinable @inline(__always)
    public func space(_ count: Int, keeping kept: Int = 0) -> UnsafeMutableRawPointer {
        if used &+ count > capacity { grow(count, keeping: kept) }
        return base + used
    }

    /// Counts the next bytes, which the caller has put into `space`, as written.
    @inlinable @inline(__always)
    public func add(_ count: Int) { used &+= count }

    @inlinable @inline(__always)
    public func append(_ byte: UInt8) {
        reserve(1)
        (base + used).storeBytes(of: byte, as: UInt8.self)
        used &+= 1
    }

    @inlinable @inline(__always)
    public func append(_ source: UnsafeRawPointer, _ length: Int) {
        reserve(length)
        (base + used).copyMemory(from: source, byteCount: length)
        used &+= length
    }

    /// Appends what `body` writes at the address it is given, and returns the number of.
    @inlinable @inline(__always)
    public func append(atMost limit: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
        reserve(limit)
        used &+= body(base + used)
    }

    @inlinable
    public func append(_ source: UnsafeRawBufferPointer) {
        if let start = source.baseAddress { append(start, source.count) }
    }

    @inlinable
    public func append(_ text: StaticString) { append(UnsafeRawPointer(text.utf8Start), text.utf8CodeUnitCount) }

    public func append(_ text: String) {
        var copy = text
        copy.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    // MARK: Punctuation

    /// Writes `,"name":`.
    @inlinable @inline(__always)
    public func key(_ key: JSONKey) { name(key.bytes, key.count) }

    /// Writes `"name":`, for the first member of an object.
    @inlinable @inline(__always)
    public func firstKey(_ key: JSONKey) { name(key.bytes + 1, key.count - 1) }

    /// Copies a key in two moves, whatever its length, because most keys are short; the bytes behind it are overwritten.
    @inlinable @inline(__always)
    func name(_ start: UnsafeRawPointer, _ length: Int) {
        guard length <= JSONKey.reach else { return append(start, length) }
        reserve(JSONKey.reach)
        (base + used).storeBytes(of: start.loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
        used &+= length
    }

    /// Writes `,"name":`, or `"name":` when an object or array has just been opened.
    @inlinable
    public func member(_ key: JSONKey) {
        let previous = used > 0 ? base.load(fromByteOffset: used - 1, as: UInt8.self) : UInt8(ascii: "{")
        if previous == UInt8(ascii: "{") { firstKey(key) } else { self.key(key) }
    }

    /// The same with the bytes of a `JSONKey`.
    @inlinable
    public func member(_ key: UnsafeRawPointer, _ length: Int) {
        let previous = used > 0 ? base.load(fromByteOffset: used - 1, as: UInt8.self) : UInt8(ascii: "{")
        if previous == UInt8(ascii: "{") { name(key + 1, length - 1) } else { name(key, length) }
    }

    /// Writes members that were formatted before, the first one with its comma.
    @inlinable
    public func members(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        let previous = used > 0 ? base.load(fromByteOffset: used - 1, as: UInt8.self) : UInt8(ascii: "{")
        if previous == UInt8(ascii: "{") { append(start + 1, bytes.count - 1) } else { append(start, bytes.count) }
    }

    /// Writes `,"name":` of a name that no static table has.
    public func key(named name: String) {
        append(UInt8(ascii: ","))
        string(name)
        append(UInt8(ascii: ":"))
    }

    /// The same, or `"name":` when an object has just been opened.
    public func member(named name: String) {
        separator()
        string(name)
        append(UInt8(ascii: ":"))
    }

    /// Writes a comma unless an object or array has just been opened.
    @inlinable
    public func separator() {
        guard used > 0 else { return }
        let previous = base.load(fromByteOffset: used - 1, as: UInt8.self)
        if previous != UInt8(ascii: "["), previous != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    }

    @inlinable public func beginObject() { append(UInt8(ascii: "{")) }
    @inlinable public func endObject() { append(UInt8(ascii: "}")) }
    @inlinable public func beginArray() { append(UInt8(ascii: "[")) }
    @inlinable public func endArray() { append(UInt8(ascii: "]")) }
    @inlinable public func newline() { append(UInt8(ascii: "\n")) }

    // MARK: Values

    @inlinable public func null() { append("null") }
    @inlinable public func bool(_ value: Bool) { if value { append("true") } else { append("false") } }

    public func string(_ text: String) {
        var copy = text
        copy.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a JSON string of bytes that are valid UTF-8, escaping what RFC 8259 §7 demands and nothing else.
    @inlinable
    public func string(_ text: UnsafeRawBufferPointer) {
        let length = text.count
        reserve(length &+ 2)
        (base + used).storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        used &+= 1
        if let start = text.baseAddress {
            let plain = JSONText.plainPrefix(start, length)
            (base + used).copyMemory(from: start, byteCount: plain)
            used &+= plain
            if plain < length { escaped(start + plain, length - plain) }
        }
        append(UInt8(ascii: "\""))
    }

    @usableFromInline @inline(never)
    func escaped(_ start: UnsafeRawPointer, _ length: Int) {
        var position = 0
        while position < length {
            let byte = start.load(fromByteOffset: position, as: UInt8.self)
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0x08: append("\\b")
            case 0x0C: append("\\f")
            case 0..<0x20:
                append("\\u00")
                append(JSONText.hexDigit(byte >> 4))
                append(JSONText.hexDigit(byte & 15))
            default: append(byte)
            }
            position += 1
            let plain = JSONText.plainPrefix(start + position, length - position)
            append(start + position, plain)
            position += plain
        }
    }
}
