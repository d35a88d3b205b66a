import Contract
import Geometry
import NDJSON
import Platform
import StageKit

/// The file that keeps vehicles between runs: a line that says what it is, then a line a feed, and after each a line a
/// vehicle. It is locked as long as a run has it, and replaced whole.
struct TrackState {
    /// A line of the file.
    private struct Line: Members {
        static let columns = Line()
        let state = text("state", .ifKnown)
        let version = whole("version", .ifKnown)
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

    private static let version = 1
    private let columns = Line.columns
    private let path: String
    private let file: ReplacementFile

    /// - Throws: `StageFailure` with status 73 where it cannot be written, 75 where another run has it.
    init(_ path: String) throws {
        self.path = path
        file = try ReplacementFile(path: path)
    }

    // MARK: Reading

    /// The feeds of the file; none where there is no file yet, or an empty one.
    /// - Throws: `StageFailure` with status 65 for what is not a state of this version: it is not replaced.
    func trackers(
        _ options: TrackOptions, _ limits: JumpLimits, _ findings: TrackFindings
    ) throws -> [Tracker] {
        guard access(file.target, F_OK) == 0 else { return [] }
        let scanner = ColumnScanner(Line.all)
        let lines = LineReader(try InputFile(file.target, inflates: false, named: path))
        var trackers: [Tracker] = []
        var feed: (id: String?, clock: Int?, lastGenerationGone: Int, vehicles: Int)?
        var known: [(vehicle: TrackedVehicle, generation: Int, isPendingRemoval: Bool)] = []
        func end() throws {
            guard let feed else { return }
            // Cut short, or put together from two.
            guard known.count == feed.vehicles, Set(known.map(\.vehicle.fingerprint)).count == known.count,
                !trackers.contains(where: { $0.feedID == feed.id })
            else { throw unusable(lines.number) }
            trackers.append(
                Tracker(
                    resuming: feed.id, clock: feed.clock, lastGenerationGone: feed.lastGenerationGone, known, options,
                    limits, findings))
            known.removeAll()
        }
        while let line = try lines.next() {
            guard case .line(let bytes) = line, (try? scanner.scan(bytes)) != nil else { throw unusable(lines.number) }
            if lines.number == 1 {
                guard scanner.value(columns.state) == Track.name, scanner.value(columns.version) == TrackState.version
                else { throw unusable(1) }
            } else if scanner.value(columns.feed) != nil {
                try end()
                feed = (
                    scanner.value(columns.feedID), scanner.value(columns.clock),
                    scanner.value(columns.lastGenerationGone) ?? 0, scanner.value(columns.vehicles) ?? -1
                )
            } else {
                guard feed != nil, let vehicle = vehicle(scanner) else { throw unusable(lines.number) }
                known.append(vehicle)
            }
        }
        try end()
        return trackers
    }

    private func unusable(_ line: Int) -> StageFailure {
        StageFailure(
            .dataUnusable,
            "--state: \(path):\(line): this is not a state file of track; not replaced; name another file, or remove it"
        )
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
        let writer = RecordWriter(capacity: 1 << 16)
        func line(_ fill: (Row<Line>) -> Void) {
            Row<Line>.object(writer, fill)
            writer.newline()
        }
        line {
            $0[columns.state] = Track.name
            $0[columns.version] = TrackState.version
        }
        for (place, tracker) in trackers.enumerated() {
            let known = tracker.known
            line {
                $0[columns.feed] = place
                $0[columns.feedID] = tracker.feedID
                $0[columns.clock] = tracker.clock
                $0[columns.lastGenerationGone] = tracker.lastGenerationGone
                $0[columns.vehicles] = known.count
            }
            for known in known { line { write(known.vehicle, known.generation, known.isPendingRemoval, $0) } }
        }
        let descriptor = uninterrupted { open(file.temporary, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0, UnnamedFile.write(writer.bytes, to: descriptor), close(descriptor) == 0 else {
            throw StageFailure(.ioFailed, "--state: \(path): cannot write: \(systemMessage(errno))")
        }
        try file.commit()
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
