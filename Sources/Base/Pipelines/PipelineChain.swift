import TimeZones

/// Where a run stands in its pipeline: the chain as a value. It knows which stage is next and what a stage's end leads
/// to; who drives it runs stages and pauses.
public struct Chain: Sendable, Equatable {
    /// How much of the pipeline a run goes through.
    public enum Extent: Sendable, Equatable {
        /// To its end, which a loop may not have.
        case whole
        /// Until it would come to a stage that it has been at.
        case oneTurn
        /// The stage at this place alone.
        case only(Int)
    }

    /// What follows a stage.
    public enum Move: Sendable, Equatable {
        /// After a pause, the stage at this place.
        case go(to: Int, after: TimeSpan)
        /// The end, with the status to end with.
        case end(status: Int32)
    }

    public let stages: [PipelineStage]
    public let extent: Extent
    /// The place of the stage whose turn it is.
    public private(set) var position: Int
    /// Counted from 1; it grows when the chain comes to a stage that it has been at in this turn.
    public private(set) var turn = 1
    /// The last stage that failed for good, where the failure led to the stage whose turn it is.
    public private(set) var failure: Failure?
    private var visited: Set<Int>

    public struct Failure: Sendable, Equatable {
        public let stage: String
        public let status: Int32

        public init(stage: String, status: Int32) {
            self.stage = stage
            self.status = status
        }
    }

    public init(_ pipeline: Pipeline, extent: Extent = .whole) {
        stages = pipeline.stages
        self.extent = extent
        if case .only(let index) = extent { position = index } else { position = 0 }
        visited = [position]
    }

    public var stage: PipelineStage { stages[position] }

    /// Goes on from the stage whose turn it was, which ended with `status`.
    public mutating func advance(after status: Int32) -> Move {
        let stage = stage
        var target: Int?
        failure = nil
        if status == 0 || stage.onFailure == .proceed {
            if case .stage(let index) = stage.next { target = index }
        } else if case .stage(let index) = stage.onFailure {
            target = index
            failure = Failure(stage: stage.name, status: status)
        } else {
            return .end(status: status)
        }
        if case .only = extent { return .end(status: stage.onFailure == .proceed ? 0 : status) }
        guard let target else { return .end(status: 0) }
        if !visited.insert(target).inserted {
            // A failure that nobody is left to take up is the run's.
            if extent == .oneTurn { return .end(status: failure?.status ?? 0) }
            turn += 1
            visited = [target]
        }
        position = target
        return .go(to: target, after: stage.hold)
    }
}
