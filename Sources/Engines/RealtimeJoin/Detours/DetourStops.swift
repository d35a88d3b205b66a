import GTFSSchedule
import Geometry
import Schedule

/// The stops of a schedule and of realtime, as far as detours ask for them.
package struct DetourStops {
    /// What a stop may be to a trip.
    package enum Kind {
        /// Nobody describes it.
        case unknown
        /// Vehicles stop there.
        case platform
        /// A station, an entrance or a node.
        case other
    }

    /// The number of a stop; nil if nobody names it.
    let number: (String) -> StopIndex?
    let kind: (StopIndex) -> Kind
    /// Its place; nil if it has none.
    let place: (StopIndex) -> Coordinate?

    package init(
        number: @escaping (String) -> StopIndex?, kind: @escaping (StopIndex) -> Kind,
        place: @escaping (StopIndex) -> Coordinate?
    ) {
        self.number = number
        self.kind = kind
        self.place = place
    }

    /// The stops of a timetable.
    package init(_ timetable: Timetable) {
        let stops = timetable.stops
        self.init(
            number: { timetable.stopNumbers[$0] },
            kind: { number in
                let stop = stops[number.index]
                guard stop.isListed else { return .unknown }
                return Stations.isPlatform(locationType: stop.locationType) ? .platform : .other
            },
            place: { stops[$0.index].coordinate })
    }

    /// Metres between two stops; nil if one has no place.
    package func distance(_ from: StopIndex, _ to: StopIndex) -> Double? {
        guard let from = place(from), let to = place(to) else { return nil }
        return Ellipsoid.distance(from, to)
    }
}
