import Contract
import Geometry
import NDJSON
import StageKit

/// The file that keeps vehicles between runs: a line a feed, and after each a line a vehicle.
struct TrackState {
    /// A line of the file.
    private struct Line: Members {
        static let columns = Line()
        let feed = whole("feed", .ifKnown)
        let feedID = text("feed_id", .ifKnown)
        let clock = instant("clock", .ifKnown)
        let lastGenerationGone = whole("last_generation_gone", .ifKnown)
        let vehicles = whole("vehicles", .ifKnown)
        let rung = whole("rung", .ifKnown)
        let id = text("id", .ifKnown)
        let label = text("label", .ifKnown)
        /// In hexadecimal digits.
        let fingerprint = text("fingerprint", .ifKnown)
        let generation = whole("generation", .ifKnown)
        let isPendingRemoval = flag("is_pending_removal", .ifKnown)
        let latitude = number("latitude", .ifKnown)
        let longitude = number("longitude", .ifKnown)
        let heading = number("heading", .ifKnown)
        let bearing = number("bearing", .ifKnown)
        let speed = number("speed", .ifKnown)
        let measured = instant("measured", .ifKnown)
        let timestamp = instant("timestamp", .ifKnown)
        let tripID = text("trip_id", .ifKnown)
        let routeID = text("route_id", .ifKnown)
        let modificationsID = text("modifications_id", .ifKnown)
        let occupancyStatus = whole("occupancy_status", .ifKnown)
        let entityID = text("entity_id", .ifKnown)
        let lastPresent = instant("last_present", .ifKnown)
        let isStale = flag("is_stale", .ifKnown)
    }

    private let columns = Line.columns
    private let file: LinedState

    /// - Throws: `StageFailure` with status 73 where it cannot be written, 75 where another run has it.
    init(_ path: String) throws { file = try LinedState(path, of: Track.name, version: 1) }

    // MARK: Reading

    /// The feeds of the file; none where there is no file yet, or an empty one.
    /// - Throws: `StageFailure` with status 65 for what is not a state of this version: it is not replaced.
    func trackers(
        _ options: TrackOptions, _ limits: JumpLimits, _ findings: TrackFindings
    ) throws -> [Tracker] {
        var trackers: [Tracker] = []
        var feed: (id: String?, clock: Int?, lastGenerationGone: Int, vehicles: Int)?
        var known: [(vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)] = []
        func end() -> Bool {
            guard let feed else { return true }
            // Cut short, or put together from two.
            guard known.count == feed.vehicles, Set(known.map(\.vehicle.fingerprint)).count == known.count,
                !trackers.contains(where: { $0.feedID == feed.id })
            else { return false }
            trackers.append(
                Tracker(
                    resuming: feed.id, clock: feed.clock, lastGenerationGone: feed.lastGenerationGone, known, options,
                    limits, findings))
            known.removeAll()
            return true
        }
        let count = try file.read(Line.all) { line in
            if line.value(columns.feed) != nil {
                guard end() else { return false }
                feed = (
                    line.value(columns.feedID), line.value(columns.clock), line.value(columns.lastGenerationGone) ?? 0,
                    line.value(columns.vehicles) ?? -1
                )
                return true
            }
            guard feed != nil, let vehicle = vehicle(line) else { return false }
            known.append(vehicle)
            return true
        }
        guard end() else { throw file.unusable(count ?? 1) }
        return trackers
    }

    private func vehicle(_ line: ColumnScanner) -> (vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)? {
        guard let rung = line.value(columns.rung).flatMap(VehicleRung.init), let id = line.value(columns.id),
            let latitude = line.value(columns.latitude), let longitude = line.value(columns.longitude),
            Coordinate(latitude: latitude, longitude: longitude).isValid,
            let generation = line.value(columns.generation), generation > 0,
            let lastPresent = line.value(columns.lastPresent),
            let fingerprint = line.value(columns.fingerprint).flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        let vehicle = TrackedVehicle(
            VehicleKey(rung: rung, id: id), fingerprint, at: Coordinate(latitude: latitude, longitude: longitude),
            lastPresent: lastPresent)
        vehicle.heading = line.value(columns.heading)
        vehicle.bearing = line.value(columns.bearing)
        vehicle.speed = line.value(columns.speed)
        vehicle.measured = line.value(columns.measured)
        vehicle.timestamp = line.value(columns.timestamp)
        vehicle.attributes = Sighting.Attributes(
            tripID: line.value(columns.tripID), routeID: line.value(columns.routeID),
            modificationsID: line.value(columns.modificationsID),
            occupancyStatus: line.value(columns.occupancyStatus))
        vehicle.label = line.value(columns.label)
        vehicle.entityID = line.value(columns.entityID)
        vehicle.isStale = line.value(columns.isStale) ?? false
        return (vehicle, generation, line.value(columns.isPendingRemoval) ?? false)
    }

    // MARK: Writing

    /// Puts the vehicles in the file's place.
    /// - Throws: `StageFailure` with status 74; the old file stays then.
    func replace(_ trackers: [Tracker]) throws {
        try file.replace { writer in
            for (place, tracker) in trackers.enumerated() {
                let known = tracker.known
                LinedState.line(writer) { (row: Row<Line>) in
                    row[columns.feed] = place
                    row[columns.feedID] = tracker.feedID
                    row[columns.clock] = tracker.clock
                    row[columns.lastGenerationGone] = tracker.lastGenerationGone
                    row[columns.vehicles] = known.count
                }
                for known in known {
                    LinedState.line(writer) { write(known.vehicle, known.generation, known.isPendingRemoval, $0) }
                }
            }
        }
    }

    private func write(_ vehicle: TrackedVehicle, _ generation: Int, _ isPendingRemoval: Bool, _ row: Row<Line>) {
        row[columns.rung] = vehicle.key.rung.rawValue
        row[columns.id] = vehicle.key.id
        row[columns.label] = vehicle.label
        row[columns.fingerprint] = String(vehicle.fingerprint, radix: 16)
        row[columns.generation] = generation
        row[columns.isPendingRemoval] = isPendingRemoval ? true : nil
        row[columns.latitude] = vehicle.place.latitude
        row[columns.longitude] = vehicle.place.longitude
        row[columns.heading] = vehicle.heading
        row[columns.bearing] = vehicle.bearing
        row[columns.speed] = vehicle.speed
        row[columns.measured] = vehicle.measured
        row[columns.timestamp] = vehicle.timestamp
        row[columns.tripID] = vehicle.attributes.tripID
        row[columns.routeID] = vehicle.attributes.routeID
        row[columns.modificationsID] = vehicle.attributes.modificationsID
        row[columns.occupancyStatus] = vehicle.attributes.occupancyStatus
        row[columns.entityID] = vehicle.entityID
        row[columns.lastPresent] = vehicle.lastPresent
        row[columns.isStale] = vehicle.isStale ? true : nil
    }
}
