/// A key of a record with its punctuation, laid out once so that writing it is one copy: `,"stop_id":`.
///
/// The bytes live as long as the process, unless they are given back: keys belong into static tables, and other names are
/// written with `RecordWriter.member(named:)`.
public struct JSONKey: @unchecked Sendable {
    /// The bytes `,"name":`.
    public let bytes: UnsafeRawPointer
    public let count: Int

    /// The name without punctuation, as a reader would look for it.
    public let name: String

    public init(_ name: String) {
        self.name = name
        let writer = RecordWriter(capacity: name.utf8.count + 8)
        writer.key(named: name)
        count = writer.count
        let copy = UnsafeMutableRawPointer.allocate(byteCount: writer.count, alignment: 8)
        copy.copyMemory(from: writer.bytes.baseAddress!, byteCount: writer.count)
        bytes = UnsafeRawPointer(copy)
    }

    /// Gives the bytes back, after which the key must not be used.
    public func deallocate() { bytes.deallocate() }
}
