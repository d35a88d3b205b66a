/// Values with how often each came, ascending.
public struct Distribution {
    public private(set) var values: [(value: Int, count: Int)]
    public let count: Int

    public init(_ values: [(value: Int, count: Int)]) {
        self.values = values
        count = values.reduce(0) { $0 + $1.count }
    }

    /// The smallest value that at least `share` of a hundred do not pass (nearest rank); nil without any.
    /// - Parameter share: 1 to 100.
    public func percentile(_ share: Int) -> Int? {
        guard count > 0 else { return nil }
        var rank = (count * share + 99) / 100
        for (value, times) in values {
            rank -= times
            if rank <= 0 { return value }
        }
        return values.last?.value
    }

    public var largest: Int? { values.last?.value }

    public var sum: Int128 { values.reduce(0) { $0 + Int128($1.value) * Int128($1.count) } }

    /// How many do not pass a value.
    public func count(upTo limit: Int) -> Int { values.reduce(0) { $0 + ($1.value <= limit ? $1.count : 0) } }
}
