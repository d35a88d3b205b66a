import StageKit

/// The sort column of a report: `--sort`.
public struct RowSort: Sendable, Equatable {
    public let column: String
    public let isDescending: Bool

    /// `observations`, or `-observations` for the largest first.
    public init(_ text: String) {
        isDescending = text.hasPrefix("-")
        column = isDescending ? String(text.dropFirst()) : text
    }

    /// The message for a column that the report does not have.
    public func unknownColumn(_ columns: [String]) -> String {
        "--sort: unknown column \(Finding.quoted(column)); \(NearestNames.words(column, among: columns))"
    }

    /// Returns the indices of values in sorted order; null comes last in both directions, and equal values keep their
    /// order.
    package func order<Value: Equatable>(
        _ values: [Value], null: Value, precedes: (Value, Value) -> Bool
    ) -> [Int] {
        values.indices.sorted { left, right in
            let (first, second) = (values[left], values[right])
            if first == second { return left < right }
            if first == null { return false }
            if second == null { return true }
            if isDescending ? precedes(second, first) : precedes(first, second) { return true }
            if isDescending ? precedes(first, second) : precedes(second, first) { return false }
            return left < right
        }
    }
}
