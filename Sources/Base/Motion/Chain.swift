/// How a stage of a chain runs.
public struct Options: Sendable, Equatable {
    /// Seconds that the motion lasts; nil for as long as a spring needs. A timing curve without a duration lasts 0.35 s.
    public var duration: Double?
    /// Seconds to wait between load and perform.
    public var delay: Double
    public var curve: Curve
    /// Seconds to stay at the end before the next stage.
    public var hold: Double

    public init(duration: Double? = nil, delay: Double = 0, curve: Curve = .easeInOut, hold: Double = 0) {
        self.duration = duration
        self.delay = delay
        self.curve = curve
        self.hold = hold
    }

    /// Seconds from perform to rest.
    public var motionDuration: Double {
        if let duration { return duration }
        if case .spring = curve { return curve.settlingTime(duration: 0) }
        return 0.35
    }

    /// Seconds from load to the end of the hold.
    public var total: Double { delay + motionDuration + hold }
}

/// A step of motion: what it is set to at once, what it then moves to, and what comes after.
public struct Stage<Value: Animatable>: Sendable, Equatable {
    /// What it is called in its chain.
    public var name: String
    /// Set at once when the stage begins; nil leaves the value where the stage before left it.
    public var load: Value?
    /// What the value moves to.
    public var perform: Value
    public var options: Options
    /// The name of the stage that follows; nil ends the chain.
    public var next: String?

    public init(_ name: String, load: Value? = nil, perform: Value, options: Options = Options(), next: String? = nil) {
        self.name = name
        self.load = load
        self.perform = perform
        self.options = options
        self.next = next
    }
}

/// Why stages are no chain.
public enum ChainFault: Error, Equatable, Sendable {
    case empty
    case nameTwice(String)
    case noSuchStage(String, after: String)
    /// A negative, infinite or undefined number in the options of a stage.
    case impossibleTime(String)
    /// A loop that takes no time.
    case endlessLoop(String)
}

/// Stages linked by their `next`, beginning with the first; a link back makes a loop.
public struct Chain<Value: Animatable>: Sendable, Equatable {
    public let stages: [Stage<Value>]
    /// The order in which stages run, as places in `stages`, up to where the first one comes again.
    let order: [Int]
    /// The place in `order` at which the loop begins; nil for a chain that ends.
    public let loopStart: Int?

    /// - Throws: `ChainFault`.
    public init(_ stages: [Stage<Value>]) throws(ChainFault) {
        guard !stages.isEmpty else { throw .empty }
        var places: [String: Int] = [:]
        for (place, stage) in stages.enumerated() {
            guard places.updateValue(place, forKey: stage.name) == nil else { throw .nameTwice(stage.name) }
            let options = stage.options
            for time in [options.duration ?? 0, options.delay, options.hold, options.total]
            where !(time >= 0 && time.isFinite) { throw .impossibleTime(stage.name) }
        }
        var order: [Int] = []
        /// By stage its place in the order.
        var turns = [Int?](repeating: nil, count: stages.count)
        var loopStart: Int?
        var place: Int? = 0
        while let current = place {
            if let known = turns[current] {
                loopStart = known
                break
            }
            turns[current] = order.count
            order.append(current)
            guard let next = stages[current].next else { break }
            guard let following = places[next] else { throw .noSuchStage(next, after: stages[current].name) }
            place = following
        }
        if let loopStart, !order[loopStart...].contains(where: { stages[$0].options.total > 0 }) {
            throw .endlessLoop(stages[order[loopStart]].name)
        }
        self.stages = stages
        self.order = order
        self.loopStart = loopStart
    }

    /// Stages that follow each other in a ring, which is known to be one.
    fileprivate init(loop stages: [Stage<Value>]) {
        self.stages = stages
        order = Array(stages.indices)
        loopStart = 0
    }

    /// Seconds until the chain ends; infinity for a loop.
    public var duration: Double {
        loopStart != nil ? .infinity : order.reduce(0) { $0 + stages[$1].options.total }
    }
}

extension Chain where Value == Appearance {
    /// The pulse: down to nine tenths of its size and back, two seconds a half, for ever.
    public static var pulse: Chain {
        let half = Options(duration: 2, curve: .easeInOut)
        return Chain(
            loop: [
                Stage("shrink", perform: Appearance(scale: 0.9), options: half, next: "grow"),
                Stage("grow", perform: Appearance(scale: 1), options: half, next: "shrink"),
            ])
    }
}
