/// Timing options of a stage.
public struct Options: Sendable, Equatable {
    /// The duration of the motion in seconds. If it is nil, a spring runs until it settles and a timing curve takes
    /// 0.35 s.
    public var duration: Double?
    /// The delay between load and perform, in seconds.
    public var delay: Double
    public var curve: Curve
    /// How long the value stays at the end before the next stage begins, in seconds.
    public var hold: Double

    public init(duration: Double? = nil, delay: Double = 0, curve: Curve = .easeInOut, hold: Double = 0) {
        self.duration = duration
        self.delay = delay
        self.curve = curve
        self.hold = hold
    }

    /// The seconds from the start of the motion to rest.
    public var motionDuration: Double {
        if let duration { return duration }
        if case .spring = curve { return curve.settlingTime(duration: 0) }
        return 0.35
    }

    /// The seconds from load to the end of the hold.
    public var total: Double { delay + motionDuration + hold }
}

/// A step of motion: the value it starts from, the value it moves to, and the stage that follows.
public struct Stage<Value: Animatable>: Sendable, Equatable {
    /// The unique name of the stage in its chain.
    public var name: String
    /// The value set when the stage begins; nil keeps the value where the previous stage left it.
    public var load: Value?
    /// The value that the stage moves to.
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

/// Why stages do not form a valid chain.
public enum ChainFault: Error, Equatable, Sendable {
    case empty
    case nameTwice(String)
    case noSuchStage(String, after: String)
    /// A negative, infinite or undefined number in the options of a stage.
    case impossibleTime(String)
    /// A loop whose total duration is 0.
    case endlessLoop(String)
}

/// Stages linked by `next`, starting with the first; a link back to an earlier stage makes a loop.
public struct Chain<Value: Animatable>: Sendable, Equatable {
    public let stages: [Stage<Value>]
    /// The order in which stages run, as places in `stages`, up to where the first one comes again.
    let order: [Int]
    /// The index in `order` at which the loop begins; nil for a chain that ends.
    public let loopStart: Int?

    /// Creates a chain.
    ///
    /// - Throws: `ChainFault` if the stages do not form a valid chain.
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

    /// The total duration in seconds; infinity for a loop.
    public var duration: Double {
        loopStart != nil ? .infinity : order.reduce(0) { $0 + stages[$1].options.total }
    }
}

extension Chain where Value == Appearance {
    /// An endless pulse: the scale shrinks to 0.9 and grows back to 1, two seconds each.
    public static var pulse: Chain {
        let half = Options(duration: 2, curve: .easeInOut)
        return Chain(
            loop: [
                Stage("shrink", perform: Appearance(scale: 0.9), options: half, next: "grow"),
                Stage("grow", perform: Appearance(scale: 1), options: half, next: "shrink"),
            ])
    }
}
