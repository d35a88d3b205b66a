/// A key of a record with its punctuation, laid out once so that writing it is one copy: `,"stop_id":`.
///
/// The bytes live as long as the process, unless they are given back: keys belong into static tables, and other names are
/// written with `RecordWriter.member(named:)`.
public struct JSONKey: @unchecked Sendable {
    /// The bytes `,"name":`.
    public let bytes: UnsafeRawPointer
    public let count: Int
    /// The bytes that may be read from `bytes`, and from behind its comma, whatever the length of the name.
    @inlinable public static var reach: Int { 32 }

    /// The name without punctuation, as a reader would look for it.
    public let name: String

    public init(_ name: String) {
        self.name = name
        let writer = RecordWriter(capacity: name.utf8.count + 8)
        writer.key(named: name)
        count = writer.count
        let size = max(writer.count, JSONKey.reach + 1)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        copy.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        copy.copyMemory(from: writer.bytes.baseAddress!, byteCount: writer.count)
        bytes = UnsafeRawPointer(copy)
    }

    /// Gives the bytes back, after which the key must not be used.
    public func deallocate() { bytes.deallocate() }
}
