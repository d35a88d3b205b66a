import StageKit

extension StageOptions {
    /// The same with a change.
    public func with(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }
}
