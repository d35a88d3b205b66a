import GTFSSchedule
import RealtimeJoin
import Schedule

/// The stops that fixes name by current_stop_sequence and stop_id, beside the stop times of their trip.
///
/// They are resolved as stop time updates are: which of the two says what is meant, how sequences are counted, which
/// call of a loop it is.
package struct NamedStops {
    /// By fix.
    package let stops: [NamedStop]
    /// Whether a fix names a stop by its id, and whether one of those is the trip's.
    package let namesStops: Bool
    package let namesItsStops: Bool

    private struct Pair: Hashable {
        let sequence: Int32
        let stop: Int32
    }

    package init(_ fixes: [Fix], stopNames: [String], rows: [Timetable.StopTime], _ stations: Stations) {
        var numbers: [Pair: Int] = [:]
        var updates: [StopUpdate] = []
        let places = fixes.map { fix -> Int in
            guard fix.sequence != Fix.none || fix.stop >= 0 else { return -1 }
            let pair = Pair(sequence: fix.sequence, stop: fix.stop)
            if let known = numbers[pair] { return known }
            var update = StopUpdate()
            update.sequence = fix.sequence == Fix.none ? nil : Int(fix.sequence)
            update.stopID = fix.stop < 0 ? nil : stopNames[Int(fix.stop)]
            numbers[pair] = updates.count
            updates.append(update)
            return updates.count - 1
        }
        let resolved = ResolvedUpdate(updates, stopTimes: rows, stations)
        var calls: [Int: [Int]] = [:]
        var callsOfStop: [StopIndex: [Int]] = [:]
        if updates.contains(where: { $0.sequence == nil }) {
            for (place, row) in rows.enumerated() {
                if let stop = row.stop { callsOfStop[stop, default: []].append(place) }
            }
        }
        for (place, update) in updates.enumerated() where update.sequence == nil {
            guard let stop = update.stopID.flatMap(stations.number) else { continue }
            if let several = callsOfStop[stop], several.count > 1 { calls[place] = several }
        }
        stops = places.map { place in
            guard place >= 0, place < resolved.outcomes.count else { return place < 0 ? .none : .stranger }
            if let several = calls[place] { return .oneOf(several) }
            return resolved.outcomes[place].stopTime.map { .stop($0) } ?? .stranger
        }
        namesStops = updates.contains { $0.stopID != nil }
        namesItsStops = zip(updates, resolved.outcomes).contains { $0.stopID != nil && $1.stopTime != nil }
    }
}
