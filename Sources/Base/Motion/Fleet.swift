/// The states of all vehicles on a map. Only `Fleet` changes them.
///
/// Each change of a vehicle begins with a call that returns a generation and ends with `complete`, which takes that
/// generation. If another change began in between, the completion is stale and has no effect. So an entry that ends
/// after its vehicle was removed, or an exit that ends after the vehicle came back, does no harm.
///
/// | call | absent | idle | entering | updating | pending | exiting |
/// |---|---|---|---|---|---|---|
/// | `enter` | entering | – | – | – | – | entering |
/// | `update` | – | updating | updating | updating | – | – |
/// | `markRemoval` | – | pending | pending | pending | – | – |
/// | `recover` | – | – | – | – | updating | – |
/// | `beginExit(generation:)` | – | – | – | – | exiting | – |
/// | `remove` | – | exiting | exiting | exiting | exiting | – |
/// | `complete(generation:)` | – | – | idle | idle | – | absent |
///
/// A dash means that the call is refused: it returns nil or false, and nothing changes. `pending` is idle with a
/// pending removal; marking it completes any change under way. Every call that begins a change returns a new
/// generation; `beginExit` and `complete` are refused unless their generation is the vehicle's current one.
public struct Fleet<ID: Hashable & Sendable>: Sendable {
    private var states: [ID: VehicleState] = [:]
    /// The largest generation of any removed vehicle. A new vehicle starts above it, so that no stale completion of an
    /// earlier vehicle with the same id matches.
    public private(set) var lastGenerationGone = 0

    public init() {}

    /// - Parameters:
    ///   - states: idle or pending vehicles, with their generations.
    ///   - lastGenerationGone: the value of the fleet that is resumed.
    public init(resuming states: [ID: (generation: Int, isPendingRemoval: Bool)], lastGenerationGone: Int) {
        self.states = states.mapValues {
            VehicleState(phase: .idle, generation: $0.generation, isPendingRemoval: $0.isPendingRemoval)
        }
        self.lastGenerationGone = lastGenerationGone
    }

    public var count: Int { states.count }

    public subscript(id: ID) -> VehicleState? { states[id] }

    // MARK: Beginning

    /// Begins the entry of a vehicle that is absent or exiting.
    /// - Returns: the generation to pass to `complete`; nil if the call is refused.
    public mutating func enter(_ id: ID) -> Int? {
        guard let state = states[id] else {
            states[id] = VehicleState(phase: .entering, generation: lastGenerationGone + 1)
            return lastGenerationGone + 1
        }
        guard state.phase == .exiting else { return nil }
        return begin(.entering, id) { _ in true }
    }

    /// Begins the movement to a newer position; it replaces any change under way.
    public mutating func update(_ id: ID) -> Int? {
        begin(.updating, id) { $0.phase != .exiting && !$0.isPendingRemoval }
    }

    /// Marks a missing vehicle for removal. It stays until `beginExit` or `recover`.
    public mutating func markRemoval(_ id: ID) -> Int? {
        begin(.idle, id, isPendingRemoval: true) { $0.phase != .exiting && !$0.isPendingRemoval }
    }

    /// Cancels the pending removal of a vehicle.
    public mutating func recover(_ id: ID) -> Int? { begin(.updating, id) { $0.isPendingRemoval } }

    /// Begins the exit of a vehicle whose removal was marked with this generation and is still pending.
    public mutating func beginExit(_ id: ID, generation: Int) -> Int? {
        begin(.exiting, id) { $0.isPendingRemoval && $0.generation == generation }
    }

    /// Begins the exit of a vehicle that the feed reports as gone, whatever its state.
    public mutating func remove(_ id: ID) -> Int? { begin(.exiting, id) { $0.phase != .exiting } }

    @inline(__always)
    private mutating func begin(
        _ phase: LifePhase, _ id: ID, isPendingRemoval: Bool = false, where isAllowed: (VehicleState) -> Bool
    ) -> Int? {
        guard let index = states.index(forKey: id), isAllowed(states.values[index]) else { return nil }
        let generation = states.values[index].generation + 1
        let velocity = states.values[index].headingVelocity
        states.values[index] = VehicleState(
            phase: phase, generation: generation, isPendingRemoval: isPendingRemoval, headingVelocity: velocity)
        return generation
    }

    // MARK: Completing

    /// Completes the change that a vehicle has under way.
    /// - Returns: whether the generation was current; false for a stale or finished change.
    public mutating func complete(_ id: ID, generation: Int) -> Bool {
        guard let index = states.index(forKey: id), states.values[index].generation == generation,
            states.values[index].phase != .idle
        else { return false }
        guard states.values[index].phase == .exiting else {
            states.values[index].phase = .idle
            return true
        }
        states.remove(at: index)
        lastGenerationGone = max(lastGenerationGone, generation)
        return true
    }

    /// Records how fast a vehicle turns.
    /// - Parameters:
    ///   - velocity: degrees per second, clockwise.
    ///   - id: the vehicle; an unknown one is ignored.
    public mutating func setHeadingVelocity(_ velocity: Double, of id: ID) { states[id]?.headingVelocity = velocity }
}
