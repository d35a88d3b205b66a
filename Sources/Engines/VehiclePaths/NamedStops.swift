import Containers
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

    package init(_ fixes: [Fix], _ known: KnownStops, rows: [Timetable.StopTime]) {
        self =
            NamedStops(agreeing: fixes, stopIndices: known.indices, rows: rows)
            ?? NamedStops(fixes, stopNames: known.names, rows: rows, known.stations)
    }

    init(_ fixes: [Fix], stopNames: [String], rows: [Timetable.StopTime], _ stations: Stations) {
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

    /// Resolves fixes that agree with the timetable, to what the other initializer makes of them but at once; nil unless each
    /// fix that names a stop has a stop_sequence, and the timetable has no other stop there.
    /// - Parameter stopIndices: by number of the stop_ids that realtime names; nil for one that the feed does not have.
    init?(agreeing fixes: [Fix], stopIndices: [StopIndex?], rows: [Timetable.StopTime]) {
        var stops: [NamedStop] = []
        stops.reserveCapacity(fixes.count)
        var namesStops = false
        for fix in fixes {
            guard fix.sequence != Fix.none else {
                guard fix.stop < 0 else { return nil }
                stops.append(.none)
                continue
            }
            let sequence = Int(fix.sequence)
            let place = rows.firstPlace { $0.sequence >= sequence }
            let isRow = place < rows.count && rows[place].sequence == sequence
            if fix.stop >= 0 {
                guard isRow, let stop = stopIndices[Int(fix.stop)], rows[place].stop == stop else { return nil }
                namesStops = true
            }
            stops.append(isRow ? .stop(place) : .stranger)
        }
        self.stops = stops
        self.namesStops = namesStops
        namesItsStops = namesStops
    }
}
