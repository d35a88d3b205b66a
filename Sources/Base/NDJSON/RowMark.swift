/// What was computed from a row alone, before its turn: words whose meaning only the stage knows.
public struct RowMark: BitwiseCopyable, Sendable {
    public var first: UInt64
    public var second: UInt64
    public var third: UInt64
    public var fourth: UInt64
    /// Whether the mark replaces the row's values: the stage reads only the mark, and the bytes to which it points. The values
    /// may be those of an earlier row, and the bytes may be the row of a file instead of a record.
    public var standsForValues: Bool

    /// A mark of zeros, which does not replace the row's values.
    public init() { self.init(0, 0) }

    public init(
        _ first: UInt64, _ second: UInt64, _ third: UInt64 = 0, _ fourth: UInt64 = 0, standsForValues: Bool = false
    ) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
        self.standsForValues = standsForValues
    }
}
