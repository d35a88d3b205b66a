import Contract
import Geometry
import Motion
import NDJSON
import Occupancy
import StageKit

/// What a page plays: the fixes of events, or frames.
extension MapRecords {
    private static let event = Tables.VehicleEvents.columns
    private static let frame = Tables.Frames.columns
    private static let seen = Tables.Frames.Vehicle.columns

    static let playbackColumns: [any AnyColumn] = [
        event.generation, event.from, event.stale, event.heading, event.timestamp, frame.playback,
    ]
    /// Of the place where a vehicle was before.
    static let fromColumns: [any AnyColumn] = [Tables.VehicleEvents.From.columns.timestamp]
    /// Of the vehicles of a frame.
    static let sightColumns: [any AnyColumn] = [
        seen.feedID, seen.scale, seen.opacity, seen.rotation, seen.phase, seen.generation,
    ]

    /// Degrees as the page has them: millionths.
    private static func millionths(_ degrees: Double) -> Int32 { Int32((degrees * 1e6).rounded()) }

    /// A direction as the page has it: tenths of a degree, −1 for none.
    private static func tenths(_ degrees: Double?) -> Int16 {
        guard let degrees, degrees.isFinite else { return -1 }
        return Int16((Angle.normalized(degrees) * 10).rounded()) % 3600
    }

    private static func code(_ status: OccupancyStatus?) -> Int8 { Int8(status?.code ?? -1) }

    // MARK: Events

    /// Keeps an event to be played.
    /// - Parameters:
    ///   - number: of `vehicles`.
    ///   - coordinate: nil where the event has none: who leaves then leaves from where it was, and nothing else is played.
    mutating func keepFix(_ record: Record, _ number: Int, _ coordinate: Coordinate?) {
        let columns = MapRecords.event
        guard keepsPlayback, let kind = reader[columns.event].flatMap(LifeEvent.init), let at = reader[columns.at],
            abs(at) < 1 << 40
        else { return }
        while playbackPlaces.count <= number { playbackPlaces.append(-1) }
        var place = coordinate.map { (MapRecords.millionths($0.latitude), MapRecords.millionths($0.longitude)) }
        // A receiver without a fix says 0, 0.
        if place.map({ $0 == (0, 0) }) != false {
            guard playbackPlaces[number] >= 0, kind == .exit || kind == .pendingRemoval else { return }
            place = lastPlaces[Int(playbackPlaces[number])]
        }
        guard let place else { return }
        if playbackPlaces[number] < 0 {
            playbackPlaces[number] = Int32(playback.vehicles.count)
            playback.vehicles.append(Playback.Vehicle(feedID: feedID, vehicleID: name ?? ""))
            lastPlaces.append(place)
            labelTimes.append(Int.min)
        }
        let played = Int(playbackPlaces[number])
        if at >= labelTimes[played], let label = reader[columns.vehicleLabel] {
            playback.vehicles[played].label = label
            labelTimes[played] = at
        }
        lastPlaces[played] = place
        let hasFrom = record[columns.from].isPresent
        if hasFrom { fromMembers.scan(record[columns.from]) }
        func age(_ time: Int?) -> Int32 { time.map { Int32(clamping: max(0, at - $0)) } ?? -1 }
        playback.fixes.append(
            Playback.Fix(
                vehicle: Int32(played), at: at, latitude: place.0, longitude: place.1,
                heading: MapRecords.tenths(reader[columns.heading]), kind: kind,
                hasFrom: hasFrom, isStale: record[columns.stale].bool == true,
                occupancy: MapRecords.code(status(columns.occupancyStatus, in: record.values)),
                trip: playback.trips.place(reader[columns.tripID]),
                route: playback.routes.place(
                    reader[columns.routeID].map { Playback.Route(feedID: feedID, routeID: $0) }),
                generation: Int32(clamping: reader[columns.generation] ?? 0), age: age(reader[columns.timestamp]),
                leftAge: age(
                    hasFrom ? reader.value(of: Tables.VehicleEvents.From.columns.timestamp, in: fromMembers) : nil)))
    }

    // MARK: Frames

    /// Keeps a frame to be played.
    /// - Returns: its place; nil where frames are not played.
    mutating func keepFrame(_ record: Record, _ time: Double) -> Int32? {
        guard keepsPlayback else { return nil }
        frames.frames.append(
            PlaybackFrames.Frame(time: time, playback: record[MapRecords.frame.playback].double ?? 0))
        return Int32(frames.frames.count - 1)
    }

    /// Keeps a vehicle of a frame.
    mutating func keepSight(_ members: ColumnScanner, of vehicle: MapVehicle, in frame: Int32) {
        let columns = MapRecords.seen
        func tenThousandths(_ value: Double?) -> Int { Int((min(max(value ?? 1, 0), 100) * 1e4).rounded()) }
        let phase = reader.value(of: columns.phase, in: members).flatMap(LifePhase.init) ?? .idle
        let place = frames.vehicles.place(Playback.Vehicle(feedID: vehicle.feedID, vehicleID: vehicle.vehicleID))
        frames.sights.append(
            PlaybackFrames.Sight(
                frame: frame, vehicle: place, latitude: MapRecords.millionths(vehicle.coordinate.latitude),
                longitude: MapRecords.millionths(vehicle.coordinate.longitude),
                heading: MapRecords.tenths(vehicle.bearing),
                scale: Int32(tenThousandths(members[columns.scale].double)),
                opacity: Int16(min(10_000, tenThousandths(members[columns.opacity].double))),
                rotation: max(0, MapRecords.tenths(members[columns.rotation].double)),
                phase: UInt8(LifePhase.allCases.firstIndex(of: phase) ?? 0),
                occupancy: MapRecords.code(vehicle.occupancyStatus),
                generation: Int32(clamping: reader.value(of: columns.generation, in: members) ?? 0)))
    }

    // MARK: What is played

    /// Chooses what is played, and what stands still beside it.
    mutating func settlePlayback() {
        let strays = playback.dropStrays()
        if strays > 0 {
            diagnostics.report(
                .surprise, "events_out_of_time", field: MapRecords.event.at.name,
                message: "\(strays) \(strays == 1 ? "event is" : "events are") more than a year away from all others"
                    + "; not played", count: strays)
        }
        let isPlayed = playback.span != nil
        model.vehicles = vehicles.present { number in
            // One that is played is not shown a second time.
            isPlayed && number < playbackPlaces.count && playbackPlaces[number] >= 0
        }
        frames.sort()
        if isPlayed {
            model.playback = playback
            if !frames.frames.isEmpty {
                diagnostics.report(
                    .note, "frames_beside_events",
                    message:
                        "the input has both vehicle_events and frames; the page plays the events and ignores the frames"
                )
            }
        } else if frames.span != nil {
            model.frames = frames
        } else {
            model.vehicles += lastFrame.vehicles
        }
    }
}
