import Geometry
import Motion

/// The vehicles of one feed: takes snapshot after snapshot and says what became of them.
///
/// Memory: some 400 bytes a vehicle, whatever the time.
final class Tracker {
    let feedID: String?
    private let options: TrackOptions
    private let limits: JumpLimits
    private let findings: TrackFindings
    /// The newest snapshot's time; nil before the first.
    private(set) var clock: Int?
    /// By place; nil for places that are free.
    private var vehicles: [TrackedVehicle?] = []
    private var free: [Int] = []
    /// By what vehicles are known by, as a hash: two of one hash are a chance of one in 10¹⁹ for each pair.
    private var places: [UInt64: Int] = [:]
    /// How many vehicles are known by each text, on whatever rung.
    private var names: [String: Int] = [:]
    private var fleet: Fleet<Int>
    /// What the last snapshot began, which ends before the next.
    private var begun: [(place: Int, generation: Int)] = []
    /// By place: the last snapshot that had the vehicle.
    private var seen: [Int] = []
    private var snapshots = 0
    /// By place: the snapshot being gathered, if it has the vehicle, and where in it.
    private var sighted: [(snapshot: Int, place: Int)] = []
    private var gathered = 0

    init(_ feedID: String?, _ options: TrackOptions, _ limits: JumpLimits, _ findings: TrackFindings) {
        self.feedID = feedID
        self.options = options
        self.limits = limits
        self.findings = findings
        fleet = Fleet()
    }

    init(
        resuming feedID: String?, clock: Int?, lastGenerationGone: Int,
        _ known: [(vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)], _ options: TrackOptions,
        _ limits: JumpLimits, _ findings: TrackFindings
    ) {
        self.feedID = feedID
        self.options = options
        self.limits = limits
        self.findings = findings
        self.clock = clock
        vehicles = known.map(\.vehicle)
        seen = known.map { _ in 0 }
        sighted = known.map { _ in (-1, 0) }
        var states: [Int: (generation: Int, isPendingRemoval: Bool)] = [:]
        for (place, known) in known.enumerated() {
            places[known.vehicle.fingerprint] = place
            names[known.vehicle.key.id, default: 0] += 1
            states[place] = (known.generation, known.isPendingRemoval)
        }
        fleet = Fleet(resuming: states, lastGenerationGone: lastGenerationGone)
    }

    var isEmpty: Bool { places.isEmpty }

    var lastGenerationGone: Int { fleet.lastGenerationGone }

    /// All vehicles with their states, in the order of their keys.
    var known: [(vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)] {
        let all = vehicles.enumerated().compactMap { place, vehicle in
            vehicle.flatMap { vehicle in fleet[place].map { (vehicle, $0.generation, $0.isPendingRemoval) } }
        }
        return all.sorted { $0.0.key < $1.0.key }
    }

    // MARK: While a snapshot is gathered

    /// The vehicle kept at a place.
    subscript(place: Int) -> TrackedVehicle? { vehicles[place] }

    /// Where a vehicle is kept.
    func place(of fingerprint: UInt64) -> Int? { places[fingerprint] }

    /// Where the snapshot being gathered has the vehicle kept at a place.
    func sighting(at place: Int) -> Int? { sighted[place].snapshot == gathered ? sighted[place].place : nil }

    func note(sighting: Int, at place: Int) { sighted[place] = (gathered, sighting) }

    // MARK: A snapshot

    /// Takes the next snapshot, and says what became of vehicles: those that it has in its order, then those that it
    /// lacks by their keys.
    func take(_ snapshot: Snapshot, _ say: (VehicleEvent) throws -> Void) rethrows {
        gathered += 1
        findings.duplicates(snapshot)
        guard let now = time(of: snapshot) else { return }
        if let clock, now < clock {
            // A clock that was far ahead would silence the feed until then.
            let isSound = snapshot.newestPosition.map { abs(now - $0) <= TrackFindings.day } ?? false
            guard clock - now > TrackFindings.day, isSound else { return findings.late(snapshot, now, clock) }
            findings.setBack(snapshot, now, clock)
        }
        let isRepeat = now == clock
        clock = now
        snapshots += 1
        for (place, generation) in begun { _ = fleet.complete(place, generation: generation) }
        begun.removeAll(keepingCapacity: true)
        for index in snapshot.sightings.indices where !snapshot.sightings[index].isDeleted {
            if let event = see(snapshot.sightings[index], snapshot, now) { try say(event) }
        }
        try deletions(snapshot, now).forEach(say)
        if snapshot.isEmpty, !snapshot.isDifferential {
            if !places.isEmpty { findings.empty(snapshot, vehicles: places.count) }
        } else if isRepeat {
            if !snapshot.isEmpty { findings.frozen(snapshot, now) }
        } else {
            try absences(snapshot, now).forEach(say)
        }
        if !snapshot.sightings.isEmpty, let newest = snapshot.newestPosition, now - newest > options.staleAfter {
            findings.stale(snapshot, newest, now)
        }
    }

    /// The header's time, else the newest position's, which never goes back; nil where nothing tells a time.
    private func time(of snapshot: Snapshot) -> Int? {
        let newest = snapshot.newestPosition
        if let header = snapshot.timestamp {
            guard let newest, header - newest > TrackFindings.day, let clock, header - clock > TrackFindings.day
            else { return header }
            findings.headerAhead(snapshot, header, newest)
            return max(newest, clock)
        }
        if newest != nil, let newest = snapshot.soundNewestPosition { return max(newest, clock ?? newest) }
        if let clock { return clock }
        if !snapshot.isEmpty { findings.timeless(snapshot) }
        return nil
    }

    private func event(
        _ kind: LifeEvent, _ phase: LifePhase, _ place: Int, _ generation: Int, _ snapshot: Snapshot,
        _ now: Int, _ vehicle: TrackedVehicle
    ) -> VehicleEvent {
        begun.append((place, generation))
        return VehicleEvent(
            kind: kind, phase: phase, generation: generation, at: now,
            feedTimestamp: snapshot.timestamp, vehicle: vehicle)
    }

    // MARK: Who is there

    private func see(_ sighting: Sighting, _ snapshot: Snapshot, _ now: Int) -> VehicleEvent? {
        var measured = sighting.timestamp ?? snapshot.timestamp
        if let time = measured, time > now {
            if time - now > TrackFindings.clockSkew { findings.future(sighting, name(sighting), snapshot, time, now) }
            measured = now
        }
        guard let place = sighting.place, let vehicle = vehicles[place] else {
            return enter(sighting, measured, snapshot, now)
        }
        seen[place] = snapshots
        let lastPresent = vehicle.lastPresent
        vehicle.lastPresent = now
        if let id = sighting.entityID { vehicle.entityID = id }
        let before = (place: vehicle.place, heading: vehicle.heading, measured: vehicle.measured)
        var hasMoved = false
        var isJump = false
        var hasChanged = false
        var isStale = vehicle.isStale
        if let time = measured, let known = vehicle.measured, time < known {
            findings.older(sighting, name(sighting), snapshot, time, known)
        } else {
            isStale = measured.map { now - $0 > options.staleAfter } ?? false
            hasChanged = vehicle.attributes != sighting.attributes
            if hasChanged { vehicle.attributes = sighting.attributes }
            if let label = sighting.label { vehicle.label = label }
            if let position = sighting.position, !isStale {
                vehicle.measured = measured
                vehicle.timestamp = sighting.timestamp
                vehicle.speed = sighting.speed
                let distance = position == vehicle.place ? 0 : Ellipsoid.distance(vehicle.place, position)
                hasMoved = distance > options.jitterMetres
                if hasMoved {
                    // A clock that stood says nothing of how long the vehicle drove.
                    let seconds = before.measured.flatMap { then in measured.map { $0 - then } } ?? 0
                    isJump = limits.isJump(
                        distance, seconds: seconds > 0 ? seconds : now - lastPresent,
                        route: vehicle.attributes.routeID)
                    vehicle.place = position
                    vehicle.bearing = sighting.bearing
                    vehicle.heading =
                        sighting.bearing
                        ?? (isJump ? before.heading : SphereCenter(before.place).course(to: position))
                }
            }
        }
        // What has grown old while nothing newer came.
        if !isStale, let time = vehicle.measured, now - time > options.staleAfter { isStale = true }
        hasChanged = hasChanged || hasMoved || isStale != vehicle.isStale
        vehicle.isStale = isStale
        let isPending = fleet[place]?.isPendingRemoval ?? false
        guard isPending || hasChanged, let generation = isPending ? fleet.recover(place) : fleet.update(place)
        else { return nil }
        var event = event(isPending ? .recover : .update, .updating, place, generation, snapshot, now, vehicle)
        if hasMoved, !isJump {
            event.from = (before.place, before.heading, before.measured)
            if let old = before.heading, let new = vehicle.heading, let then = before.measured, let time = measured,
                time > then
            {
                event.headingVelocity = Angle.turn(from: old, to: new) / Double(time - then)
                fleet.setHeadingVelocity(event.headingVelocity ?? 0, of: place)
            }
        }
        return event
    }

    private func name(_ sighting: Sighting) -> String {
        sighting.key?.id ?? sighting.place.flatMap { vehicles[$0]?.key.id } ?? ""
    }

    private func enter(_ sighting: Sighting, _ measured: Int?, _ snapshot: Snapshot, _ now: Int) -> VehicleEvent? {
        guard let position = sighting.position, let key = sighting.key else {
            findings.unplaced(sighting, name(sighting), snapshot)
            return nil
        }
        let vehicle = TrackedVehicle(key, sighting.fingerprint, at: position, lastPresent: now)
        vehicle.heading = sighting.bearing
        vehicle.bearing = sighting.bearing
        vehicle.speed = sighting.speed
        vehicle.measured = measured
        vehicle.timestamp = sighting.timestamp
        vehicle.attributes = sighting.attributes
        vehicle.label = sighting.label
        vehicle.entityID = sighting.entityID
        vehicle.isStale = measured.map { now - $0 > options.staleAfter } ?? false
        let place = free.popLast() ?? vehicles.count
        if place == vehicles.count {
            vehicles.append(vehicle)
            seen.append(snapshots)
            sighted.append((-1, 0))
        } else {
            vehicles[place] = vehicle
            seen[place] = snapshots
        }
        places[sighting.fingerprint] = place
        names[key.id, default: 0] += 1
        if names[key.id] == 2 { findings.namesakes(key.id, snapshot, sighting.line) }
        guard let generation = fleet.enter(place) else { return nil }
        return event(.enter, .entering, place, generation, snapshot, now, vehicle)
    }

    // MARK: Who is not

    /// Exits of vehicles whose entities are taken back, unless the snapshot has them under another.
    private func deletions(_ snapshot: Snapshot, _ now: Int) -> [VehicleEvent] {
        var gone = snapshot.sightings.filter(\.isDeleted).compactMap(\.place)
        if !snapshot.deletedEntities.isEmpty {
            var entities: [String: Int] = [:]
            for (place, vehicle) in vehicles.enumerated() where seen[place] != snapshots {
                if let id = vehicle?.entityID { entities[id] = place }
            }
            gone += snapshot.deletedEntities.compactMap { entities[$0] }
        }
        return gone.compactMap { place in
            guard let vehicle = vehicles[place], seen[place] != snapshots,
                let generation = fleet.remove(place)
            else { return nil }
            return letGo(place, generation, vehicle, snapshot, now)
        }
    }

    private func letGo(
        _ place: Int, _ generation: Int, _ vehicle: TrackedVehicle, _ snapshot: Snapshot, _ now: Int
    ) -> VehicleEvent {
        let event = VehicleEvent(
            kind: .exit, phase: .exiting, generation: generation, at: now, feedTimestamp: snapshot.timestamp,
            vehicle: vehicle)
        // It is over when it is written.
        _ = fleet.complete(place, generation: generation)
        places[vehicle.fingerprint] = nil
        if let count = names[vehicle.key.id] { names[vehicle.key.id] = count > 1 ? count - 1 : nil }
        vehicles[place] = nil
        free.append(place)
        return event
    }

    /// Marks the vehicles that a whole snapshot lacks, and lets those exit that are missed for long.
    private func absences(_ snapshot: Snapshot, _ now: Int) -> [VehicleEvent] {
        var missing: [(key: VehicleKey, place: Int)] = []
        for place in vehicles.indices where seen[place] != snapshots {
            guard let vehicle = vehicles[place] else { continue }
            if snapshot.isDifferential, now - vehicle.lastPresent < options.exitAfter { continue }
            missing.append((vehicle.key, place))
        }
        missing.sort { $0.key < $1.key }
        var events: [VehicleEvent] = []
        for (_, place) in missing {
            guard let vehicle = vehicles[place] else { continue }
            if let generation = fleet.markRemoval(place) {
                events.append(event(.pendingRemoval, .idle, place, generation, snapshot, now, vehicle))
            }
            guard now - vehicle.lastPresent >= options.exitAfter, let mark = fleet[place]?.generation,
                let generation = fleet.beginExit(place, generation: mark)
            else { continue }
            events.append(letGo(place, generation, vehicle, snapshot, now))
        }
        return events
    }
}
