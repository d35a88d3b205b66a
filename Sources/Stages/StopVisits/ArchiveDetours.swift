import Containers
import GTFSSchedule
import Geometry
import RealtimeJoin
import Schedule
import StageKit

/// The detours of an archive, and the trips that they make of the timetable's.
///
/// Memory: what the messages say, and the stop times of each trip that they detour.
final class ArchiveDetours {
    /// A trip as a detour runs it.
    final class Modified {
        let id: String
        let trip: WholeTimetable.TripIndex
        let original: WholeTimetable.TripIndex
        let rows: ModifiedRows
        /// The index of each original stop time that stays.
        let places: [Int: Int]

        init(
            _ id: String, _ trip: WholeTimetable.TripIndex, of original: WholeTimetable.TripIndex, _ rows: ModifiedRows
        ) {
            self.id = id
            self.trip = trip
            self.original = original
            self.rows = rows
            var places: [Int: Int] = [:]
            for (place, index) in rows.originals.enumerated() { if let index { places[index] = place } }
            self.places = places
        }

        /// The stop_sequence after the detour of an original one; `Fix.none` for a stop that the detour skips.
        func sequence(of original: Int32, _ rows: [Timetable.StopTime]) -> Int32 {
            let place = rows.firstPlace { $0.sequence >= Int(original) }
            guard place < rows.count, rows[place].sequence == Int(original), let new = places[place] else {
                return Fix.none
            }
            return Int32(new + 1)
        }
    }

    private struct Key: Hashable {
        let id: String
        let trip: WholeTimetable.TripIndex
    }

    private let timetable: WholeTimetable
    private let diagnostics: Diagnostics
    private var detours = Detours()
    /// The detours of each trip, once they were asked for since the last message with one.
    private var byTrip: [WholeTimetable.TripIndex: [TripModification]]?
    /// The trips that were made; nil for detours that are not applied.
    private var made: [Key: Modified?] = [:]

    init(_ timetable: WholeTimetable, _ diagnostics: Diagnostics) {
        self.timetable = timetable
        self.diagnostics = diagnostics
    }

    func begin(at time: Int?) { detours.begin(at: time) }
    func sawUpdate() { detours.sawUpdate() }
    func sawVehicle() { detours.sawVehicle() }

    /// - Returns: whether it is new or another one than before.
    func take(_ modification: TripModification) -> Bool {
        let isKnown = detours.modifications.contains { $0.isSame(as: modification) }
        detours.take(modification)
        byTrip = nil
        guard !isKnown else { return false }
        made = made.filter { $0.key.id != modification.id }
        return true
    }

    func take(_ stop: RealtimeStop) {
        // Every message says it again.
        guard timetable.frame.stopNumbers[stop.id].map({ timetable.frame[$0].isListed }) != true else { return }
        timetable.add([stop.row])
    }

    func takeShape(_ id: String, _ line: String) { detours.takeShape(id, line) }

    // MARK: Asking

    /// The detour of a run; nil if it has none, or several.
    func modified(_ trip: WholeTimetable.TripIndex, on day: Int, startTime: Int?) -> Modified? {
        let found = (current[trip] ?? []).filter { modification in
            modification.days.contains(day)
                && (modification.startTimes.isEmpty
                    || (startTime ?? timetable.service(of: trip).first).map(modification.startTimes.contains) ?? false)
        }
        guard found.count == 1 else {
            if found.count > 1 {
                DetourRefusal.severalModifications.report(of: found[1].id, trip: timetable.id(trip), diagnostics)
            }
            return nil
        }
        let key = Key(id: found[0].id, trip: trip)
        if let known = made[key] { return known }
        let fresh = make(found[0], trip)
        made[key] = .some(fresh)
        return fresh
    }

    private var current: [WholeTimetable.TripIndex: [TripModification]] {
        if let byTrip { return byTrip }
        var newest = detours
        newest.finish()
        var trips: [WholeTimetable.TripIndex: [TripModification]] = [:]
        for modification in newest.modifications {
            var seen: Set<String> = []
            for id in modification.selections.flatMap(\.tripIDs) where seen.insert(id).inserted {
                if let trip = timetable.trip(id) { trips[trip, default: []].append(modification) }
            }
        }
        byTrip = trips
        return trips
    }

    private func make(_ modification: TripModification, _ trip: WholeTimetable.TripIndex) -> Modified? {
        guard let times = timetable.runningTimes(of: trip) else { return nil }
        let stops = DetourStops(timetable.frame)
        do throws(DetourRefusal) {
            let rows = try ModifiedRows(times.times.stopTimes, modification.changes, stops)
            let id = timetable.id(trip)
            let shapeID = modification.selections.first { $0.tripIDs.contains(id) }?.shapeID
            let added = timetable.addModified(
                trip, stopTimes: rows.stopTimes, shape: shape(shapeID, modification, trip, rows, stops))
            return Modified(modification.id, added, of: trip, rows)
        } catch {
            error.report(of: modification.id, trip: timetable.id(trip), diagnostics)
            return nil
        }
    }

    /// The shape of a detour: its own, or the original's with straight lines to the stops that replace others.
    private func shape(
        _ id: String?, _ modification: TripModification, _ trip: WholeTimetable.TripIndex, _ rows: ModifiedRows,
        _ stops: DetourStops
    ) -> (id: String, line: [Coordinate]?)? {
        if let id {
            if timetable.hasShape(id) { return (id, nil) }
            if let line = detours.shape(id).flatMap({ EncodedPolyline.decode($0.utf8) }), line.count > 1 {
                return (id, line)
            }
        }
        let original = timetable.shapeLine(of: trip)
        guard original.count > 1, let times = timetable.runningTimes(of: trip) else { return nil }
        let line = rows.line(from: times.times.stopTimes, along: original, stops)
        return ((timetable.shapeID(of: trip) ?? "") + "/" + modification.id + "/" + timetable.id(trip), line)
    }
}
