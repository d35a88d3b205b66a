import GTFSSchedule
import Schedule

extension Way {
    /// Metres a second that stop times on the path ask for at the most; nil where they do not tell.
    package func pace(_ rows: [Timetable.StopTime]) -> Double? {
        var fastest: Double?
        for place in rows.indices.dropFirst() {
            guard let from = rows[place - 1].departure, let to = rows[place].arrival, to > from,
                let metres = distance(to: place)
            else { continue }
            // Times of whole minutes say little of stops that are close together.
            fastest = max(fastest ?? 0, metres / Double(max(to - from, 30)))
        }
        return fastest
    }
}
