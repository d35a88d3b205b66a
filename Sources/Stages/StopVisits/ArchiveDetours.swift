import GTFSSchedule
import Geometry
import RealtimeJoin
import Schedule
import StageKit
import VehiclePaths

/// The detours of an archive, and the trips that they make of the timetable's.
///
/// Memory: the newest statement of each detour; the stop times of each trip as its newest detour runs it, and as runs under
/// way take it. With `keepsPast` also what each message changed of a detour, until the days of its runs are closed.
final class ArchiveDetours {
    /// A trip as a detour runs it.
    final class Modified {
        let selection: DetourSelection
        let trip: WholeTimetable.TripIndex
        let original: WholeTimetable.TripIndex
        let rows: ModifiedRows
        /// The index of each original stop time that stays.
        let places: [Int: Int]
        private let timetable: WholeTimetable

        init(
            _ selection: DetourSelection, _ trip: WholeTimetable.TripIndex, of original: WholeTimetable.TripIndex,
            _ rows: ModifiedRows, in timetable: WholeTimetable
        ) {
            self.selection = selection
            self.timetable = timetable
            self.trip = trip
            self.original = original
            self.rows = rows
            var places: [Int: Int] = [:]
            for (place, index) in rows.originals.enumerated() { if let index { places[index] = place } }
            self.places = places
        }

        deinit { timetable.removeModified(trip) }

        var id: String { selection.modification.id }

        /// The index here of each stop time of another detour of the trip; nil for a stop time that this detour lacks.
        ///
        /// A replacement stop is the same one if both detours call there exactly once as a replacement.
        func places(of other: Modified) -> [Int?] {
            let replacements = self.replacements
            let others = other.replacements
            return other.rows.originals.enumerated().map { place, original in
                if let original { return places[original] }
                guard let stop = other.rows.stopTimes[place].stop, others[stop]?.count == 1,
                    replacements[stop]?.count == 1
                else { return nil }
                return replacements[stop]?.first
            }
        }

        /// The indices of the replacement stops, by stop.
        private var replacements: [StopIndex: [Int]] {
            var found: [StopIndex: [Int]] = [:]
            for (place, original) in rows.originals.enumerated() where original == nil {
                if let stop = rows.stopTimes[place].stop { found[stop, default: []].append(place) }
            }
            return found
        }

        /// The stop_sequence after the detour of an original one; `Fix.none` for a stop that the detour skips.
        func sequence(of original: Int32, _ rows: [Timetable.StopTime]) -> Int32 {
            self.rows.place(ofOriginal: Int(original), rows).map { Int32($0 + 1) } ?? Fix.none
        }
    }

    private struct Key: Hashable {
        let id: String
        let trip: WholeTimetable.TripIndex
    }

    private let timetable: WholeTimetable
    private let diagnostics: Diagnostics
    private var detours = Detours()
    private var messageTime: Int?
    /// The detours in effect that select each trip; nil if a message began or a detour came since they were needed.
    private var current: [String: [DetourSelection]]?
    /// The resolved detours of each trip, with the selections from which they were resolved.
    private var resolved: [WholeTimetable.TripIndex: (from: [DetourSelection], detours: TripDetours)] = [:]
    /// Trips whose refused detours are reported after the message, because its Stop entities may still follow.
    private var unreported: Set<WholeTimetable.TripIndex> = []
    /// The modified trips, by the detour and the original trip, each as the newest statement has it.
    private var made: [Key: Modified] = [:]
    private var mostMade = 1000
    /// The modified trip that was made last for runs that nobody saw.
    private var madeOfPast: Modified?
    /// The detours of the past, for runs that nobody saw; nil if such runs are not wanted.
    private var past: [PastDetours.Span]?
    /// The places in `past` of detours in effect.
    private var open: [String: Int] = [:]
    /// The detours that the current message changed.
    private var changed: Set<String> = []

    /// - Parameter keepsPast: whether detours that have ended are kept for `pastDetours`.
    init(_ timetable: WholeTimetable, keepsPast: Bool, _ diagnostics: Diagnostics) {
        self.timetable = timetable
        self.diagnostics = diagnostics
        past = keepsPast ? [] : nil
    }

    func begin(at time: Int?) {
        endMessage()
        detours.begin(at: time)
        messageTime = time ?? messageTime
        // The message that ended may have ended detours.
        current = nil
    }

    func sawUpdate() { detours.sawUpdate() }
    func sawVehicle() { detours.sawVehicle() }

    /// - Returns: whether the detour is new, differs from the known one, or was not in effect before the message.
    func take(_ modification: TripModification) -> Bool {
        let isNews = detours.take(modification)
        messageTime = messageTime ?? modification.feedTimestamp
        current = nil
        if isNews { changed.insert(modification.id) }
        return isNews
    }

    /// - Returns: whether the stop is new.
    func take(_ stop: RealtimeStop) -> Bool {
        // Every message says it again.
        guard timetable.frame.stopNumbers[stop.id].map({ timetable.frame[$0].isListed }) != true else { return false }
        timetable.add([stop.row])
        resolved = resolved.filter { $0.value.detours.refused.isEmpty }
        return true
    }

    /// - Returns: whether the shape is new.
    func takeShape(_ id: String, _ line: String) -> Bool {
        let isNew = detours.shape(id) == nil
        detours.takeShape(id, line)
        // A detour may come before its shape: its trips are made again when they are needed.
        if isNew { made = made.filter { $0.value.selection.shapeID != id } }
        return isNew
    }

    /// Ends the last message.
    func endMessage() {
        for trip in unreported.sorted(by: { $0.index < $1.index }) {
            for refused in resolved[trip]?.detours.refused ?? [] {
                refused.reason.report(of: refused.id, trip: timetable.id(trip), diagnostics)
            }
        }
        unreported.removeAll()
        notePast()
    }

    // MARK: Asking

    /// The detour of a run; nil if it has none, or several.
    func modified(_ trip: WholeTimetable.TripIndex, on day: Int, startTime: Int?) -> Modified? {
        if current == nil { current = detours.whileReading.selections }
        return modified(trip, current?[timetable.id(trip)] ?? [], on: day, startTime: startTime, isPast: false)
    }

    /// Returns the detoured trip of a run that nobody saw, from the detours that selected its trip.
    func modifiedOfPast(
        _ trip: WholeTimetable.TripIndex, _ selections: [DetourSelection], on day: Int, startTime: Int?
    ) -> Modified? {
        modified(trip, selections, on: day, startTime: startTime, isPast: true)
    }

    private func modified(
        _ trip: WholeTimetable.TripIndex, _ selections: [DetourSelection], on day: Int, startTime: Int?, isPast: Bool
    ) -> Modified? {
        guard !selections.isEmpty, let entry = detours(of: trip, selections)?.entry(on: day, startTime: startTime),
            let selection = selections.first(where: { $0.modification.id == entry.id })
        else { return nil }
        let key = Key(id: entry.id, trip: trip)
        if let known = made[key], known.selection.isSame(as: selection) { return known }
        if isPast, let known = madeOfPast, known.original == trip, known.selection.isSame(as: selection) {
            return known
        }
        guard let fresh = make(entry, selection, trip) else { return nil }
        if isPast {
            madeOfPast = fresh
        } else {
            made[key] = fresh
            forgetMade()
        }
        return fresh
    }

    /// Forgets the modified trips of detours that have ended, when there are many; runs under way hold theirs.
    private func forgetMade() {
        guard made.count > mostMade else { return }
        let ids = Set(detours.whileReading.modifications.map(\.id))
        made = made.filter { ids.contains($0.key.id) }
        mostMade = max(1000, 2 * made.count)
    }

    private func detours(of trip: WholeTimetable.TripIndex, _ selections: [DetourSelection]) -> TripDetours? {
        if let known = resolved[trip], known.from.elementsEqual(selections, by: { $0.isSame(as: $1) }) {
            return known.detours
        }
        guard let times = timetable.runningTimes(of: trip) else { return nil }
        let fresh = TripDetours(
            times.times.stopTimes,
            start: timetable.frequencies(of: trip).isEmpty ? .once(timetable.service(of: trip).first) : .frequencies,
            selections, DetourStops(timetable.frame))
        resolved[trip] = (selections, fresh)
        if !fresh.refused.isEmpty { unreported.insert(trip) }
        return fresh
    }

    private func make(
        _ entry: TripDetours.Entry, _ selection: DetourSelection, _ trip: WholeTimetable.TripIndex
    ) -> Modified? {
        guard let times = timetable.runningTimes(of: trip) else { return nil }
        let line = detours.line(
            of: entry, from: times.times.stopTimes, DetourStops(timetable.frame), diagnostics,
            scheduled: timetable.shapeLine
        ) { timetable.shapeLine(of: trip) }
        let ownID = (timetable.shapeID(of: trip) ?? "") + "/" + entry.id + "/" + timetable.id(trip)
        let added = timetable.addModified(
            trip, stopTimes: entry.rows.stopTimes, shape: line.map { ($0.shapeID ?? ownID, $0.points) })
        return Modified(selection, added, of: trip, entry.rows, in: timetable)
    }

    // MARK: The past

    /// Notes which detours began, changed or ended in the message that ends now.
    private func notePast() {
        defer { changed.removeAll() }
        guard past != nil, !detours.isEmpty || !open.isEmpty else { return }
        let time = messageTime ?? .min
        var newest = detours
        newest.finish()
        let now = newest.modifications
        let ids = Set(now.map(\.id))
        for (id, place) in open where !ids.contains(id) || changed.contains(id) {
            past?[place].until = time
            open[id] = nil
        }
        for modification in now where open[modification.id] == nil {
            open[modification.id] = past?.count
            past?.append(PastDetours.Span(modification: modification, from: time))
        }
    }

    /// Forgets the detours that ended before a time.
    func forget(before time: Int) {
        guard let all = past, all.contains(where: { $0.until < time }) else { return }
        let kept = all.filter { $0.until >= time }
        past = kept
        open = Dictionary(
            uniqueKeysWithValues: kept.enumerated().filter { $1.until == .max }.map { ($1.modification.id, $0) })
    }

    /// The detours of the past, for the runs of a day.
    func pastDetours() -> PastDetours {
        // A day may close before the next message begins.
        notePast()
        return PastDetours(self, past ?? [], idOfTrip: timetable.id)
    }
}
