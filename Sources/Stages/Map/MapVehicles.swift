import Containers

/// The newest state of each vehicle, whatever the order in which states come.
///
/// Memory: one state a vehicle, however many positions are read.
struct MapVehicles {
    private var identifiers = IdentifierTable<MapVehicle>()
    private var feeds = IdentifierTable<String>()
    private var states: [State] = []

    private struct State {
        /// When it was there, and when the feed said so: the larger is newer.
        var rank: (Int, Int)
        /// Nil for one that has left.
        var vehicle: MapVehicle?
    }

    /// The number of a vehicle by its feed's id and its own.
    mutating func number(_ id: UnsafeRawBufferPointer, feed: UnsafeRawBufferPointer?) -> Int {
        let feedNumber = feed.map { feeds.intern($0, feed: 0).index + 1 } ?? 0
        let number = identifiers.intern(id, feed: UInt16(truncatingIfNeeded: feedNumber)).index
        if number == states.count { states.append(State(rank: (Int.min, Int.min), vehicle: nil)) }
        return number
    }

    /// Whether a state of this time is as new as the one that is kept: of two equal ones the later read counts.
    func isNew(_ number: Int, _ rank: (Int, Int)) -> Bool { rank >= states[number].rank }

    /// Takes a state, or nil for a vehicle that has left.
    mutating func set(_ number: Int, _ rank: (Int, Int), _ vehicle: MapVehicle?) {
        states[number] = State(rank: rank, vehicle: vehicle)
    }

    /// Those that have not left.
    /// - Parameter isShown: whether the vehicle of a number is shown otherwise.
    func present(unless isShown: (_ number: Int) -> Bool) -> [MapVehicle] {
        states.indices.compactMap { isShown($0) ? nil : states[$0].vehicle }
    }
}
