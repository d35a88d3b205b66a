/// Evaluates a chain at any time, without a clock: calls may ask for times in any order. Each stage begins at rest,
/// where the previous stage ended or at its `load` value.
public struct Executor<Value: Animatable>: Sendable {
    /// The state of a running chain.
    public struct Inspection: Sendable, Equatable {
        public enum Activity: Sendable, Equatable { case waiting, moving, holding, ended, stopped }

        /// The name of the current or last stage.
        public var stage: String
        public var activity: Activity
        /// The progress of the stage's motion, 0 to 1.
        public var progress: Double
        /// The number of stages that ended before this one.
        public var completed: Int
        public var movement: Movement<Value>
    }

    public let chain: Chain<Value>
    /// The value before the chain begins.
    public let initial: Value
    /// Where each stage of the first turn starts, in the chain's order, and its value then.
    private let starts: [(time: Double, value: Value)]
    /// Seconds of a turn of the loop, and the value with which turns after the first begin.
    private let period: Double
    private let loopValue: Value
    private var end: (time: Double, inspection: Inspection)?

    /// - Parameters:
    ///   - chain: the steps, in order.
    ///   - initial: the value before the chain begins.
    ///   - reducesMotion: whether values jump to their end state; delays and holds stay, motion takes no time.
    public init(_ chain: Chain<Value>, from initial: Value, reducesMotion: Bool = false) {
        let chain = reducesMotion ? chain.withoutMotion : chain
        self.chain = chain
        self.initial = initial
        var starts: [(time: Double, value: Value)] = []
        var time = 0.0
        var value = initial
        for place in chain.order {
            let stage = chain.stages[place]
            starts.append((time, stage.load ?? value))
            time += stage.options.total
            value = stage.perform
        }
        self.starts = starts
        period = chain.loopStart.map { time - starts[$0].time } ?? 0
        loopValue = value
    }

    /// Stops the chain at a time; from then on its value does not change.
    public mutating func stop(at time: Double) {
        guard end.map({ time < $0.time }) ?? true else { return }
        end = nil
        var inspection = inspect(at: time)
        inspection.activity = .stopped
        inspection.movement.velocity = .zero
        end = (time, inspection)
    }

    /// Returns the value at a time in seconds since the chain began.
    public func value(at time: Double) -> Value { inspect(at: time).movement.value }

    /// Returns the state of the chain at a time in seconds since it began.
    public func inspect(at time: Double) -> Inspection {
        if let end, time >= end.time { return end.inspection }
        var (local, turn) = (max(0, time), 0)
        if let loopStart = chain.loopStart, period > 0, local >= starts[loopStart].time + period {
            let into = local - starts[loopStart].time
            turn = Int(min(into / period, 9e15))
            // Rounding may not lead back before the loop.
            local = max(starts[loopStart].time, starts[loopStart].time + into.truncatingRemainder(dividingBy: period))
        }
        // The last stage that has begun; those that take no time are over when the next begins.
        let index = starts.lastIndex { $0.time <= local } ?? 0
        let stage = chain.stages[chain.order[index]]
        let isReentry = turn > 0 && index == chain.loopStart
        let begin = isReentry ? (stage.load ?? loopValue) : starts[index].value
        return inspection(
            of: stage, from: begin, after: local - starts[index].time,
            completed: index + turn * (chain.order.count - (chain.loopStart ?? 0)),
            isLast: chain.loopStart == nil && index == starts.count - 1)
    }

    private func inspection(
        of stage: Stage<Value>, from begin: Value, after time: Double, completed: Int, isLast: Bool
    ) -> Inspection {
        let options = stage.options
        let duration = options.motionDuration
        let moved = time - options.delay
        if moved < 0 {
            return Inspection(
                stage: stage.name, activity: .waiting, progress: 0, completed: completed, movement: Movement(begin))
        }
        if moved >= duration {
            let isOver = isLast && moved >= duration + options.hold
            return Inspection(
                stage: stage.name, activity: isOver ? .ended : .holding, progress: 1,
                completed: completed + (isOver ? 1 : 0), movement: Movement(stage.perform))
        }
        let movement = options.curve.movement(
            from: Movement(begin), to: stage.perform, duration: duration, at: moved)
        return Inspection(
            stage: stage.name, activity: .moving, progress: moved / duration, completed: completed, movement: movement)
    }
}

extension Chain {
    /// The chain with every motion a jump. A loop that then takes no time stands at its last stage.
    fileprivate var withoutMotion: Chain {
        var stages = stages
        for place in stages.indices { stages[place].options.duration = 0 }
        if let still = try? Chain(stages) { return still }
        stages[order[order.count - 1]].next = nil
        // The links were checked when the chain was made, and one of them is gone: the loop.
        return (try? Chain(stages)) ?? self
    }
}
