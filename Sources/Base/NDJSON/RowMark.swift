/// What was computed from a row alone, before its turn: words whose meaning only the stage knows.
public struct RowMark: BitwiseCopyable, Sendable {
    public var first: UInt64
    public var second: UInt64
    public var third: UInt64
    public var fourth: UInt64
    /// Whether the stage looks at nothing of the row but its mark and its bytes: its values need not be set.
    public var standsForValues: Bool

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
