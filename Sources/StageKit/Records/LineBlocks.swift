/// Passes blocks of complete lines to a closure inside the process.
public final class LineBlocks: ByteDestination {
    private let take: (UnsafeRawBufferPointer) throws -> Void
    public init(_ take: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.take = take }
    public func write(_ bytes: UnsafeRawBufferPointer) throws { try take(bytes) }
    public func commit() {}
    public func discard() {}
}
