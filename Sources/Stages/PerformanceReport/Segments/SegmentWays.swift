import GTFSSchedule
import Geometry
import Schedule

/// The ways from stops to the next ones, as the trips of a schedule take them.
///
/// Memory: the schedule's trips, see `WholeTimetable`, and some 60 bytes for each two stops that follow each other.
final class SegmentWays {
    private struct Pair: Hashable {
        let from: Int
        let to: Int
    }

    private let timetable: WholeTimetable
    /// A trip that goes from a stop to another, and the place of the first among its stop times.
    private var examples: [Pair: (trip: WholeTimetable.TripIndex, place: Int)] = [:]

    init(_ timetable: WholeTimetable) {
        self.timetable = timetable
        // Trips of one pattern and shape take one way.
        var seen: Set<WholeTimetable.WayKey> = []
        for trip in timetable.listedTrips {
            guard let key = timetable.wayKey(of: trip), seen.insert(key).inserted,
                let rows = timetable.runningTimes(of: trip)?.times.stopTimes
            else { continue }
            for place in rows.indices.dropLast() {
                guard let from = rows[place].stop, let to = rows[place + 1].stop else { continue }
                let pair = Pair(from: from.index, to: to.index)
                if examples[pair] == nil { examples[pair] = (trip, place) }
            }
        }
    }

    /// The way between two stops: along the shape of a trip that calls at one after the other, else straight; nil where
    /// the schedule does not have them, or where they are.
    func between(_ from: String, _ to: String) -> Polyline? {
        guard let start = timetable.frame.stopNumbers[from], let end = timetable.frame.stopNumbers[to] else {
            return nil
        }
        if let example = examples[Pair(from: start.index, to: end.index)], let way = timetable.way(of: example.trip) {
            let positions = (way.stopPositions[example.place], way.stopPositions[example.place + 1])
            if positions.0 < positions.1 {
                let part = way.line.part(from: positions.0, to: positions.1)
                if part.count > 1 { return Polyline(part) }
            }
        }
        guard let first = timetable.frame[start].coordinate, let last = timetable.frame[end].coordinate else {
            return nil
        }
        return Polyline([first, last])
    }
}
