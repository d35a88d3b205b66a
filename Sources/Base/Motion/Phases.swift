/// An animation through a sequence of phases, each with its own timing.
public struct PhaseAnimation<Value: Animatable>: Sendable, Equatable {
    /// The value of each phase; the animation begins with the first.
    public var phases: [Value]
    /// The timing of the motion into each phase, by index; index 0 is the return to the first phase.
    public var options: [Options]
    /// Whether the animation repeats after the last phase; otherwise it returns to the first and rests.
    public var repeats: Bool

    /// Creates a phase animation.
    ///
    /// - Parameters:
    ///   - phases: the values, in order.
    ///   - options: one value for all phases, or one for each.
    ///   - repeats: whether the animation repeats after the last phase.
    public init(_ phases: [Value], options: [Options] = [Options()], repeats: Bool = false) {
        self.phases = phases
        self.options = options
        self.repeats = repeats
    }

    /// Returns the phases as a chain that begins at the first phase.
    /// - Throws: `ChainFault`; `empty` without phases or options.
    public func chain() throws(ChainFault) -> Chain<Value> {
        guard let first = phases.first, !options.isEmpty else { throw .empty }
        var stages: [Stage<Value>] = []
        for place in phases.indices.dropFirst() {
            stages.append(
                Stage("\(place)", perform: phases[place], options: options[min(place, options.count - 1)]))
        }
        stages.append(Stage("0", load: stages.isEmpty ? first : nil, perform: first, options: options[0]))
        for place in stages.indices {
            stages[place].next = place + 1 < stages.count ? stages[place + 1].name : repeats ? stages[0].name : nil
        }
        return try Chain(stages)
    }
}
