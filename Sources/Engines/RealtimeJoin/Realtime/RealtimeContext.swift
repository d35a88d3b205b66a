import Schedule

/// The latest realtime information about each trip and vehicle.
///
/// Memory: the latest update of each trip, about 100 bytes for each stop.
package struct RealtimeContext {
    package private(set) var updates: [TripUpdate] = []
    package private(set) var vehicles: [VehicleState] = []
    /// The latest time of a message, POSIX seconds.
    package private(set) var newest: Int?
    /// The schedule version in the last message that gives one (FeedHeader.feed_version).
    package var feedVersion: String?
    /// The detours, with the stops and shapes that realtime adds.
    package var detours = Detours()

    private struct Key: Hashable {
        let tripID: String?
        let startDate: Int?
        let startTime: Int?
        /// A key that distinguishes duplicates of a trip and trips without an id.
        let other: String?
        /// What is said of a modified trip is not said of the trip of the timetable.
        let modificationsID: String?

        init(_ trip: TripReference, other: String?) {
            tripID = trip.tripID
            startDate = trip.startDate
            startTime = trip.startTime
            self.other = other
            modificationsID = trip.modificationsID
        }
    }

    private var updateNumbers: [Key: Int] = [:]
    private var updatesOfTrip: [String: [Int]] = [:]
    private var vehicleNumbers: [Key: Int] = [:]
    private var vehiclesOfTrip: [String: [Int]] = [:]
    private var vehicleOfID: [String: Int] = [:]
    /// The processed rows of exploded updates, by index.
    private var rowsOfUpdate: [Int: Set<StopUpdate>] = [:]

    package mutating func saw(timestamp: Int?) {
        guard let timestamp else { return }
        newest = max(newest ?? timestamp, timestamp)
    }

    /// Adds an update; of two for the same trip the newer counts, or the later one if they have the same time.
    package mutating func take(_ update: TripUpdate) {
        let isCopy = update.trip.relationship == TripRelationship.duplicated
        let key = Key(
            update.trip,
            other: isCopy ? update.properties.tripID ?? "" : update.trip.tripID == nil ? update.trip.routeID : nil)
        if let known = updateNumbers[key] {
            if (update.timestamp ?? .min) >= (updates[known].timestamp ?? .min) {
                updates[known] = update
                rowsOfUpdate[known] = nil
            }
            return
        }
        updateNumbers[key] = updates.count
        if let id = update.trip.tripID { updatesOfTrip[id, default: []].append(updates.count) }
        updates.append(update)
    }

    /// Removes implausible times from an update.
    mutating func disbelieve(
        _ place: Int, stop: Int, arrival: Int?, departure: Int?, _ take: (UnbelievedTime) -> Void
    ) {
        updates[place].disbelieve(stop, arrival: arrival, departure: departure, take)
    }

    /// Gives an update the trip that it means.
    mutating func assign(update place: Int, tripID: String, _ start: RunStart) {
        updates[place].trip.tripID = tripID
        updates[place].trip.startDate = start.day
        updates[place].trip.startTime = start.time
        updatesOfTrip[tripID, default: []].append(place)
    }

    /// Gives a vehicle the trip that it means.
    mutating func assign(vehicle place: Int, tripID: String, _ start: RunStart) {
        vehicles[place].trip.tripID = tripID
        vehicles[place].trip.startDate = start.day
        vehicles[place].trip.startTime = start.time
        vehiclesOfTrip[tripID, default: []].append(place)
    }

    /// Adds one row of an exploded update, after the rows before it.
    package mutating func take(_ stop: StopUpdate, of update: TripUpdate) {
        let key = Key(update.trip, other: update.trip.tripID == nil ? update.trip.routeID : nil)
        guard let known = updateNumbers[key] else {
            var fresh = update
            fresh.stops = [stop]
            take(fresh)
            return
        }
        let age = (update.timestamp ?? .min, updates[known].timestamp ?? .min)
        if age.0 > age.1 {
            var fresh = update
            fresh.stops = [stop]
            updates[known] = fresh
            rowsOfUpdate[known] = [stop]
        } else if age.0 == age.1,
            rowsOfUpdate[known, default: Set(updates[known].stops)].insert(stop).inserted
        {
            // The same row twice is the same snapshot twice.
            updates[known].stops.append(stop)
        }
    }

    package mutating func take(_ vehicle: VehicleState) {
        let known: Int?
        let key = Key(vehicle.trip, other: vehicle.trip.tripID == nil ? vehicle.vehicleID : nil)
        known = vehicleNumbers[key]
        if let known {
            guard (vehicle.timestamp ?? .min) >= (vehicles[known].timestamp ?? .min) else { return }
            vehicles[known] = vehicle
        } else {
            vehicleNumbers[key] = vehicles.count
            if let id = vehicle.trip.tripID { vehiclesOfTrip[id, default: []].append(vehicles.count) }
            vehicles.append(vehicle)
        }
        guard let id = vehicle.vehicleID else { return }
        let place = known ?? vehicles.count - 1
        if let other = vehicleOfID[id], (vehicles[other].timestamp ?? .min) > (vehicle.timestamp ?? .min) { return }
        vehicleOfID[id] = place
    }

    /// The indices in `updates` of the updates for a trip of the timetable.
    package func updates(of tripID: String) -> [Int] { updatesOfTrip[tripID] ?? [] }

    /// The vehicles on a trip.
    package func vehicles(of tripID: String) -> [VehicleState] { (vehiclesOfTrip[tripID] ?? []).map { vehicles[$0] } }

    /// The latest position of a vehicle.
    package func vehicle(_ id: String) -> VehicleState? { vehicleOfID[id].map { vehicles[$0] } }

    /// The distinct trip_ids of the realtime records, in order of first occurrence.
    package var tripIDs: [String] {
        var seen: Set<String> = []
        var ids: [String] = []
        for id in updates.lazy.compactMap(\.trip.tripID) where seen.insert(id).inserted { ids.append(id) }
        for id in vehicles.lazy.compactMap(\.trip.tripID) where seen.insert(id).inserted { ids.append(id) }
        return ids
    }

    /// What of a schedule the detours need: their trips, and the stops beside those of the schedule.
    package func addDetours(to request: inout TimetableRequest, trips: Set<String>? = nil) {
        request.addedStops = detours.stops
        guard !detours.isEmpty else { return }
        request.trips += detours.tripIDs.filter { trips?.contains($0) ?? true }
        request.namedStops += detours.replacementStopIDs
    }

    /// The routes of trips that need not be in the timetable.
    package var routeIDsOfExtras: [String] {
        var seen: Set<String> = []
        return updates.compactMap { update in
            let isPlain = (update.trip.relationship ?? TripRelationship.scheduled) == TripRelationship.scheduled
            guard !isPlain, let id = update.trip.routeID, seen.insert(id).inserted else { return nil }
            return id
        }
    }

    /// The trips whose stop times are needed for any requested stop: their updates move them to stops where the
    /// timetable may not have them, or have a stop_sequence and stop_id that may contradict each other.
    package var tripIDsToResolve: [String] {
        updates.compactMap { update in
            let needsCalls =
                update.trip.relationship == TripRelationship.replacement
                || update.trip.relationship == TripRelationship.duplicated
                || update.stops.contains { $0.assignedStopID != nil || ($0.sequence != nil && $0.stopID != nil) }
            return needsCalls ? update.trip.tripID : nil
        }
    }

    /// The stops in updates of the given trips, or of all trips if none are given.
    package func stopIDs(of trips: Set<String>? = nil) -> [String] {
        var seen: Set<String> = []
        var ids: [String] = []
        for update in updates where trips == nil || update.shownID.map(trips!.contains) ?? false {
            for stop in update.stops {
                for id in [stop.stopID, stop.assignedStopID] {
                    if let id, seen.insert(id).inserted { ids.append(id) }
                }
            }
        }
        return ids
    }
}
