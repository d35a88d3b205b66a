import GTFSSchedule
import Geometry
import RealtimeJoin
import Schedule
import StageKit

/// The lines of detours, for the runs that take them.
struct DetourLines {
    private struct Key: Hashable {
        let tripID: String
        let modificationsID: String
    }

    private var lines: [Key: [Coordinate]] = [:]

    /// Cost: if a run has a detour, one call of `TimetableSource.shapes`; otherwise none.
    init(of found: some Sequence<TripRun>, _ runs: TripRuns, _ source: any TimetableSource, _ diagnostics: Diagnostics)
        throws
    {
        guard !runs.modified.isEmpty else { return }
        var detoured: [(key: Key, trip: Timetable.Trip, entry: TripDetours.Entry)] = []
        var seen: Set<Key> = []
        for run in found {
            guard let entry = runs.detour(of: run), let trip = run.trip else { continue }
            let key = Key(tripID: run.tripID, modificationsID: entry.id)
            if seen.insert(key).inserted { detoured.append((key, runs.timetable[trip], entry)) }
        }
        guard !detoured.isEmpty else { return }
        let ids = detoured.flatMap { [$0.entry.shapeID, $0.trip.shapeID].compactMap(\.self) }
        let shapes = try source.shapes(Set(ids))
        let stops = DetourStops(runs.timetable)
        for (key, trip, entry) in detoured {
            let line = runs.realtime.detours.line(
                of: entry, from: trip.stopTimes, stops, diagnostics, scheduled: { shapes[$0] ?? [] },
                original: { trip.shapeID.flatMap { shapes[$0] } ?? [] })
            lines[key] = line?.points
        }
    }

    /// The line of a run's detour; nil if the run has no detour, or the detour has no line.
    subscript(run: TripRun) -> [Coordinate]? {
        run.modificationsID.flatMap { lines[Key(tripID: run.tripID, modificationsID: $0)] }
    }
}
