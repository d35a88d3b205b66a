/// What was computed from a row alone, before its turn: two words whose meaning only the stage knows.
public struct RowMark: BitwiseCopyable, Sendable {
    public var first: UInt64
    public var second: UInt64

    public init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }
}
