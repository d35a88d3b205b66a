/// The states of all vehicles, and the only one who changes them.
///
/// Whatever moves a vehicle begins something here, gets a generation for it, and completes it with that generation. What
/// was begun in between makes the completion stale, and it changes nothing: so an entry that ends after its vehicle was
/// removed, or an exit that ends after it came back, does no harm.
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
/// A dash is a refusal: nil or false, and nothing changes. `pending` is idle with a removal pending: what was under way
/// when it was marked counts as done. Every call that begins something gives a new generation; `beginExit` and `complete`
/// are refused unless theirs is the vehicle's own.
public struct Fleet<ID: Hashable & Sendable>: Sendable {
    private var states: [ID: VehicleState] = [:]
    /// The largest generation of a vehicle that has gone: who comes after it begins above, so that no completion of a
    /// former life fits the next.
    public private(set) var lastGenerationGone = 0

    public init() {}

    /// - Parameters:
    ///   - states: vehicles that are idle, or pending, with their generations.
    ///   - lastGenerationGone: that of the fleet which is taken up again.
    public init(resuming states: [ID: (generation: Int, isPendingRemoval: Bool)], lastGenerationGone: Int) {
        self.states = states.mapValues {
            VehicleState(phase: .idle, generation: $0.generation, isPendingRemoval: $0.isPendingRemoval)
        }
        self.lastGenerationGone = lastGenerationGone
    }

    public var count: Int { states.count }

    public subscript(id: ID) -> VehicleState? { states[id] }

    // MARK: Beginning

    /// Begins the entry of a vehicle that is not there, or that is exiting.
    /// - Returns: the generation to complete it with.
    public mutating func enter(_ id: ID) -> Int? {
        guard let state = states[id] else {
            states[id] = VehicleState(phase: .entering, generation: lastGenerationGone + 1)
            return lastGenerationGone + 1
        }
        guard state.phase == .exiting else { return nil }
        return begin(.entering, id) { _ in true }
    }

    /// Begins the way to a newer position; one that is under way is given up for it.
    public mutating func update(_ id: ID) -> Int? {
        begin(.updating, id) { $0.phase != .exiting && !$0.isPendingRemoval }
    }

    /// Marks a vehicle that was missed. It stays as it is until `beginExit` or `recover`.
    public mutating func markRemoval(_ id: ID) -> Int? {
        begin(.idle, id, isPendingRemoval: true) { $0.phase != .exiting && !$0.isPendingRemoval }
    }

    /// Takes a vehicle back that was to be removed.
    public mutating func recover(_ id: ID) -> Int? { begin(.updating, id) { $0.isPendingRemoval } }

    /// Begins the exit of a vehicle that is still pending since the removal of that generation was marked.
    public mutating func beginExit(_ id: ID, generation: Int) -> Int? {
        begin(.exiting, id) { $0.isPendingRemoval && $0.generation == generation }
    }

    /// Begins the exit of a vehicle that was said to be gone, whatever it does.
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

    /// Ends what a vehicle has under way.
    /// - Returns: whether it was this; false for what is stale, or over already.
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

    /// Notes how fast a vehicle turns.
    /// - Parameter velocity: degrees a second, clockwise.
    public mutating func setHeadingVelocity(_ velocity: Double, of id: ID) { states[id]?.headingVelocity = velocity }
}
