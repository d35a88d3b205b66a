/// Says when a vehicle drove from one position to the next, given its events in order.
///
/// A leg ends when the new position was measured and begins when the vehicle was last measured at the old one. A vehicle
/// that stood before it drove therefore stands in between. Legs of a vehicle do not overlap.
public struct LegClock: Sendable {
    /// The longest leg in seconds, and the longest time between a measurement and its snapshot: a vehicle that reported
    /// nothing for longer stands at its old position until this long before the snapshot.
    public static let longest = 300

    private var last: Int?
    private var isGone = false

    public init() {}

    /// Takes the next event of the vehicle.
    ///
    /// - Parameters:
    ///   - kind: the event.
    ///   - at: the time of the snapshot.
    ///   - measured: when the position was measured; nil if that is not known.
    ///   - left: when the vehicle was last measured at its previous position; nil if that is not known or if the vehicle
    ///     did not drive.
    ///   - isMove: whether position or heading are not those of the previous event.
    ///   - drives: whether the vehicle drove to its position.
    /// - Returns: the time of the leg; begin and end are the same if the vehicle does not drive; nil for an event that
    ///   leaves the vehicle where it is.
    public mutating func take(
        _ kind: LifeEvent, at: Int, measured: Int?, left: Int?, isMove: Bool, drives: Bool
    ) -> ClosedRange<Int>? {
        let isFirst = last == nil || isGone || kind == .enter
        switch kind {
        case .exit:
            isGone = true
            return nil
        case .pendingRemoval where !isFirst: return nil
        default:
            guard isMove || isFirst else { return nil }
        }
        isGone = false
        let earliest = at - LegClock.longest
        let before = last ?? earliest
        let time = min(at, max(measured ?? at, earliest))
        // A clock that stands, or counts in minutes, does not say when; the snapshot does.
        let end = time > before || last == nil ? time : max(at, before)
        last = end
        guard drives, !isFirst else { return end...end }
        return min(end, max(left ?? before, before, earliest))...end
    }
}
