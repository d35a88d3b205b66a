import GTFSSchedule
import Schedule

/// The detours, stops and shapes of the messages that were read, each as its newest statement.
///
/// Memory: what the messages hold; nothing for messages without detours.
package struct Detours {
    /// What one message contains.
    private struct Message {
        var time: Int?
        var hasModifications = false
        var hasUpdates = false
        var hasVehicles = false
    }

    private var all: [TripModification] = []
    private var numbers: [String: Int] = [:]
    private var stopsByID: [String: Int] = [:]
    private var addedStops: [RealtimeStop] = []
    private var shapes: [String: String] = [:]
    private var message = Message()
    /// The newest message with detours.
    private var latest: Message?
    /// The newest times of messages without detours that have trip updates, and vehicles.
    private var updatesAlone: Int?
    private var vehiclesAlone: Int?
    /// How many detours there may be before those that are superseded are forgotten.
    private var mostSuperseded = 1000

    package init() {}

    // MARK: Reading

    /// Begins a message.
    package mutating func begin(at time: Int?) {
        fold()
        forgetSuperseded()
        message = Message(time: time)
    }

    /// Notes a trip update of the message.
    package mutating func sawUpdate() { message.hasUpdates = true }

    /// Notes a vehicle position of the message.
    package mutating func sawVehicle() { message.hasVehicles = true }

    /// Adds a detour; of two with one id the newer counts, or the later one if they have the same time.
    ///
    /// - Returns: whether the detour is new, differs from the known one, or was not in effect before the message.
    @discardableResult
    package mutating func take(_ modification: TripModification) -> Bool {
        message.hasModifications = true
        if message.time == nil { message.time = modification.feedTimestamp }
        guard let known = numbers[modification.id] else {
            numbers[modification.id] = all.count
            all.append(modification)
            return true
        }
        guard (modification.feedTimestamp ?? .min) >= (all[known].feedTimestamp ?? .min) else { return false }
        guard all[known].isSame(as: modification) else {
            all[known] = modification.sharing(all[known])
            return true
        }
        let wasInEffect = isInEffect(all[known])
        // Each message repeats the detour. The known copy keeps its arrays: comparing an array with itself costs
        // nothing, whatever its size.
        all[known].feedTimestamp = modification.feedTimestamp
        return !wasInEffect
    }

    package mutating func take(_ stop: RealtimeStop) {
        if let known = stopsByID[stop.id] {
            addedStops[known] = stop
        } else {
            stopsByID[stop.id] = addedStops.count
            addedStops.append(stop)
        }
    }

    /// - Parameter line: the encoded polyline.
    package mutating func takeShape(_ id: String, _ line: String) { shapes[id] = line }

    /// Forgets detours that a newer message lacks, when there are many: nothing can bring them back.
    private mutating func forgetSuperseded() {
        guard all.count > mostSuperseded, let time = latest?.time else { return }
        all.removeAll { ($0.feedTimestamp ?? .min) < time }
        numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
        mostSuperseded = max(1000, 2 * all.count)
    }

    private mutating func fold() {
        let time = message.time ?? .min
        if message.hasModifications {
            if latest.map({ time >= $0.time ?? .min }) ?? true { latest = message }
            return
        }
        if message.hasUpdates { updatesAlone = max(updatesAlone ?? time, time) }
        if message.hasVehicles { vehiclesAlone = max(vehiclesAlone ?? time, time) }
    }

    /// Ends the last message and drops the detours that the newest message no longer has.
    ///
    /// A detour is in effect until it leaves the feed. A newer message proves that only if it comes from the same feed:
    /// if it has trip updates or vehicles, as the message with the detour did.
    package mutating func finish() {
        fold()
        message = Message()
        guard latest != nil else { return }
        let kept = all.filter(isInEffect)
        all = kept
        numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
    }

    /// Whether the messages that ended leave a detour in effect.
    private func isInEffect(_ modification: TripModification) -> Bool {
        guard let latest else { return true }
        let time = latest.time ?? .min
        let isGone =
            latest.hasUpdates && (updatesAlone ?? .min) > time || latest.hasVehicles && (vehiclesAlone ?? .min) > time
        return !isGone && !modification.isDeleted && (modification.feedTimestamp ?? .min) >= time
    }

    /// The detours in effect while a message is being read.
    ///
    /// A message whose detours have not come yet proves nothing: they may come after its trip updates and vehicles.
    package var whileReading: Detours {
        var newest = self
        if !message.hasModifications { newest.message = Message() }
        newest.finish()
        return newest
    }

    // MARK: Asking

    package var isEmpty: Bool { all.isEmpty }

    package var modifications: [TripModification] { all }

    func has(_ id: String) -> Bool { numbers[id] != nil }

    /// The ids of the trips that detours change, each once, in order.
    package var tripIDs: [String] {
        var seen: Set<String> = []
        return all.flatMap { $0.selections.flatMap(\.tripIDs) }.filter { seen.insert($0).inserted }
    }

    /// The detours that select each trip, by trip_id, in the order of the messages.
    package var selections: [String: [DetourSelection]] {
        var found: [String: [DetourSelection]] = [:]
        for modification in all {
            for (id, selection) in modification.selected { found[id, default: []].append(selection) }
        }
        return found
    }

    /// The ids of the stops that replace others, each once, in order.
    package var replacementStopIDs: [String] {
        var seen: Set<String> = []
        return all.flatMap { $0.changes.flatMap(\.replacements) }.compactMap(\.stopID)
            .filter { seen.insert($0).inserted }
    }

    /// The stops that messages add, as stops of a timetable.
    package var stops: [Timetable.Stop] { addedStops.map(\.row) }

    /// The encoded polyline of a shape that a message adds.
    package func shape(_ id: String) -> String? { shapes[id] }
}

extension RealtimeStop {
    /// The stop as a row of stops.txt; vehicles stop there (location_type 0).
    package var row: Timetable.Stop {
        var stop = Timetable.Stop(id: id)
        stop.name = name
        stop.coordinate = place
        stop.platformCode = platformCode
        stop.parentStation = parentStation
        stop.timezone = timezone
        stop.wheelchairBoarding = wheelchairBoarding
        stop.locationType = 0
        return stop
    }
}
