/// A thing that goes through phases one after another, each with motion of its own.
public struct PhaseAnimation<Value: Animatable>: Sendable, Equatable {
    /// What it looks like in each phase; the first is where it begins.
    public var phases: [Value]
    /// How it moves into a phase, by the phase's place; the place 0 is the way back to the first.
    public var options: [Options]
    /// Whether it begins again after the last phase; else it goes back to the first and rests.
    public var repeats: Bool

    /// - Parameter options: one for all, or one for each phase.
    public init(_ phases: [Value], options: [Options] = [Options()], repeats: Bool = false) {
        self.phases = phases
        self.options = options
        self.repeats = repeats
    }

    /// The phases as a chain, which begins at the first phase.
    /// - Throws: `ChainFault`; of no phases or no options, `empty`.
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
