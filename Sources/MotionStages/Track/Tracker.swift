import Contract
import Geometry
import Motion
import StageKit

/// The vehicles of one feed: takes snapshot after snapshot and says what became of them.
///
/// Memory: some 400 bytes a vehicle, whatever the time.
final class Tracker {
    let feedID: String?
    private let options: TrackOptions
    private let findings: TrackFindings
    /// The newest snapshot's time; nil before the first.
    private(set) var clock: Int?
    /// By place; nil for places that are free.
    private var vehicles: [TrackedVehicle?] = []
    private var free: [Int] = []
    private var places: [VehicleKey: Int] = [:]
    private var fleet: Fleet<Int>
    /// What the last snapshot began, which ends before the next.
    private var begun: [(place: Int, generation: Int)] = []
    /// By place: the last snapshot that had the vehicle.
    private var seen: [Int] = []
    private var snapshots = 0

    init(_ feedID: String?, _ options: TrackOptions, _ findings: TrackFindings) {
        self.feedID = feedID
        self.options = options
        self.findings = findings
        fleet = Fleet()
    }

    init(
        resuming feedID: String?, clock: Int?, lastGenerationGone: Int,
        _ known: [(vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)], _ options: TrackOptions,
        _ findings: TrackFindings
    ) {
        self.feedID = feedID
        self.options = options
        self.findings = findings
        self.clock = clock
        vehicles = known.map(\.vehicle)
        seen = known.map { _ in 0 }
        var states: [Int: (generation: Int, isPendingRemoval: Bool)] = [:]
        for (place, known) in known.enumerated() {
            places[known.vehicle.key] = place
            states[place] = (known.generation, known.isPendingRemoval)
        }
        fleet = Fleet(resuming: states, lastGenerationGone: lastGenerationGone)
    }

    var lastGenerationGone: Int { fleet.lastGenerationGone }

    /// All vehicles with their states, in the order of their keys.
    var known: [(vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)] {
        places.sorted { $0.key < $1.key }.compactMap { _, place in
            guard let vehicle = vehicles[place], let state = fleet[place] else { return nil }
            return (vehicle, state.generation, state.isPendingRemoval)
        }
    }

    // MARK: A snapshot

    /// Takes the next snapshot.
    /// - Returns: what became of vehicles: those that it has in its order, then those that it lacks by their keys.
    func take(_ snapshot: Snapshot) -> [VehicleEvent] {
        findings.duplicates(snapshot)
        guard let now = time(of: snapshot) else { return [] }
        if let clock, now < clock {
            findings.late(snapshot, now, clock)
            return []
        }
        let isRepeat = now == clock
        clock = now
        snapshots += 1
        for (place, generation) in begun { _ = fleet.complete(place, generation: generation) }
        begun.removeAll(keepingCapacity: true)
        var events: [VehicleEvent] = []
        for sighting in snapshot.sightings where !sighting.isDeleted {
            if let event = see(sighting, snapshot, now) { events.append(event) }
        }
        events += deletions(snapshot, now)
        if snapshot.isEmpty {
            if !places.isEmpty { findings.empty(snapshot, vehicles: places.count) }
        } else if isRepeat {
            findings.frozen(snapshot, now)
        } else if !snapshot.sightings.isEmpty || snapshot.hasOthers {
            events += absences(snapshot, now)
        }
        if !snapshot.sightings.isEmpty, let newest = snapshot.newestPosition, now - newest > options.staleAfter {
            findings.stale(snapshot, newest, now)
        }
        return events
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
        if let newest { return max(newest, clock ?? newest) }
        if let clock { return clock }
        if !snapshot.isEmpty { findings.timeless(snapshot) }
        return nil
    }

    private func note(_ place: Int, _ generation: Int) { begun.append((place, generation)) }

    private func event(
        _ kind: VehicleEvent.Kind, _ place: Int, _ generation: Int, _ snapshot: Snapshot, _ now: Int,
        _ vehicle: TrackedVehicle
    ) -> VehicleEvent {
        note(place, generation)
        return VehicleEvent(
            kind: kind, phase: fleet[place]?.phase ?? .idle, generation: generation, at: now,
            feedTimestamp: snapshot.timestamp, vehicle: vehicle)
    }

    // MARK: Who is there

    private func see(_ sighting: Sighting, _ snapshot: Snapshot, _ now: Int) -> VehicleEvent? {
        var measured = sighting.timestamp ?? snapshot.timestamp
        if let time = measured, time - now > max(options.staleAfter, TrackFindings.clockSkew) {
            findings.future(sighting, time, now)
            measured = now
        }
        guard let place = places[sighting.key], var vehicle = vehicles[place] else {
            return enter(sighting, measured, snapshot, now)
        }
        seen[place] = snapshots
        vehicle.lastPresent = now
        vehicle.entityID = sighting.entityID ?? vehicle.entityID
        let before = vehicle
        var moved: Double?
        var isJump = false
        if let time = measured, let known = vehicle.measured, time < known {
            findings.older(sighting, time, known)
        } else {
            let isStale = measured.map { now - $0 > options.staleAfter } ?? false
            vehicle.isStale = isStale
            vehicle.attributes = sighting.attributes
            if let position = sighting.position, !isStale {
                vehicle.measured = measured
                vehicle.timestamp = sighting.timestamp
                vehicle.speed = sighting.speed
                let distance = position == vehicle.place ? 0 : Ellipsoid.distance(vehicle.place, position)
                if distance > options.jitterMetres {
                    moved = distance
                    isJump = distance > options.jumpMetres
                    vehicle.place = position
                    vehicle.bearing = sighting.bearing
                    vehicle.heading =
                        sighting.bearing
                        ?? (isJump ? before.heading : SphereCenter(before.place).course(to: position))
                }
            }
        }
        // What has grown old while nothing newer came.
        if !vehicle.isStale, let time = vehicle.measured, now - time > options.staleAfter { vehicle.isStale = true }
        vehicles[place] = vehicle
        let isPending = fleet[place]?.isPendingRemoval ?? false
        let hasChanged = moved != nil || vehicle.attributes != before.attributes || vehicle.isStale != before.isStale
        guard isPending || hasChanged, let generation = isPending ? fleet.recover(place) : fleet.update(place)
        else { return nil }
        var event = event(isPending ? .recover : .update, place, generation, snapshot, now, vehicle)
        if moved != nil, !isJump {
            event.from = (before.place, before.heading)
            if let old = before.heading, let new = vehicle.heading, let then = before.measured, let time = measured,
                time > then
            {
                event.headingVelocity = Angle.turn(from: old, to: new) / Double(time - then)
            }
        }
        fleet.setHeadingVelocity(event.headingVelocity ?? 0, of: place)
        return event
    }

    private func enter(_ sighting: Sighting, _ measured: Int?, _ snapshot: Snapshot, _ now: Int) -> VehicleEvent? {
        guard let position = sighting.position else {
            findings.unplaced(sighting)
            return nil
        }
        let vehicle = TrackedVehicle(
            key: sighting.key, place: position, heading: sighting.bearing, bearing: sighting.bearing,
            speed: sighting.speed, measured: measured, timestamp: sighting.timestamp, attributes: sighting.attributes,
            entityID: sighting.entityID, lastPresent: now,
            isStale: measured.map { now - $0 > options.staleAfter } ?? false)
        let place = free.popLast() ?? vehicles.count
        if place == vehicles.count {
            vehicles.append(vehicle)
            seen.append(snapshots)
        } else {
            vehicles[place] = vehicle
            seen[place] = snapshots
        }
        places[sighting.key] = place
        guard let generation = fleet.enter(place) else { return nil }
        return event(.enter, place, generation, snapshot, now, vehicle)
    }

    // MARK: Who is not

    /// Exits of vehicles whose entities are taken back, unless the snapshot has them under another.
    private func deletions(_ snapshot: Snapshot, _ now: Int) -> [VehicleEvent] {
        var gone = snapshot.sightings.filter(\.isDeleted).compactMap { places[$0.key] }
        if !snapshot.deletedEntities.isEmpty {
            var entities: [String: Int] = [:]
            for (key, place) in places where !snapshot.contains(key) {
                if let id = vehicles[place]?.entityID { entities[id] = place }
            }
            gone += snapshot.deletedEntities.compactMap { entities[$0] }
        }
        return gone.compactMap { place in
            guard let vehicle = vehicles[place], seen[place] != snapshots,
                let generation = fleet.remove(place)
            else { return nil }
            return exit(place, generation, vehicle, snapshot, now)
        }
    }

    private func exit(
        _ place: Int, _ generation: Int, _ vehicle: TrackedVehicle, _ snapshot: Snapshot, _ now: Int
    ) -> VehicleEvent {
        let event = VehicleEvent(
            kind: .exit, phase: .exiting, generation: generation, at: now, feedTimestamp: snapshot.timestamp,
            vehicle: vehicle)
        // It is over when it is written.
        _ = fleet.complete(place, generation: generation)
        places[vehicle.key] = nil
        vehicles[place] = nil
        free.append(place)
        return event
    }

    /// Marks the vehicles that a whole snapshot lacks, and lets those exit that are missed for long.
    private func absences(_ snapshot: Snapshot, _ now: Int) -> [VehicleEvent] {
        var missing: [(key: VehicleKey, place: Int)] = []
        for (place, vehicle) in vehicles.enumerated() {
            guard let vehicle, seen[place] != snapshots else { continue }
            if snapshot.isDifferential, now - vehicle.lastPresent < options.exitAfter { continue }
            missing.append((vehicle.key, place))
        }
        missing.sort { $0.key < $1.key }
        var events: [VehicleEvent] = []
        for (_, place) in missing {
            guard let vehicle = vehicles[place] else { continue }
            if let generation = fleet.markRemoval(place) {
                events.append(event(.pendingRemoval, place, generation, snapshot, now, vehicle))
            }
            guard now - vehicle.lastPresent >= options.exitAfter, let mark = fleet[place]?.generation,
                let generation = fleet.exit(place, generation: mark)
            else { continue }
            events.append(exit(place, generation, vehicle, snapshot, now))
        }
        return events
    }
}
