import GTFSSchedule
import RealtimeJoin
import Schedule
import VehiclePaths

/// A run that is being watched: which it is, and what was said and seen of it.
final class RunUnderWay {
    // What each position needs comes first, so that it lies together in memory (see `PositionsBefore`).

    /// The detour that the run takes.
    private(set) var detour: ArchiveDetours.Modified?
    /// The newest time of a record of the run, POSIX seconds.
    var lastHeard = Int.min
    /// The newest time at which a vehicle was at the last stop, and the oldest at which it was away from there.
    var atEnd = Int.min
    var awayFromEnd = Int.max
    /// When it is to be looked at whether the run is over.
    var check = Int.max
    /// What a position's trip says it is; the newest counts.
    var relationship: (value: Int, time: Int)?
    var positionAges = PositionAges()
    /// The last stop's place, where there is one: degrees, and the square of a metre's share of them.
    var end: EndOfWay?
    private(set) var tracks: [VehicleTrack] = []

    private(set) var identity: RunIdentity
    /// Whether an update of the modified trip came: then others are for readers that do not know of the detour.
    var hasModifiedUpdates = false
    /// What tells the run from others.
    let key: UInt64
    /// What realtime says of the trip.
    private(set) var reference: TripReference
    let match: RunMatch
    /// Where each vehicle's track is, once there are more than a few.
    private var trackPlaces: [UInt64: Int] = [:]
    private static let fewTracks = 8
    var predictions: Predictions?
    /// References by which records find the run.
    var references: [UInt64] = []

    init(_ identity: RunIdentity, key: UInt64, reference: TripReference, match: RunMatch) {
        self.identity = identity
        self.key = key
        self.reference = reference
        self.match = match
    }

    /// The track of a vehicle, made now if it is new.
    @inline(__always)
    func track(of vehicle: UInt64, _ name: () -> String?) -> VehicleTrack {
        if tracks.count <= RunUnderWay.fewTracks {
            for track in tracks where track.vehicle == vehicle { return track }
        } else if let place = trackPlaces[vehicle] {
            return tracks[place]
        }
        let track = VehicleTrack(vehicle: vehicle, name: name())
        add(track)
        return track
    }

    private func add(_ track: VehicleTrack) {
        tracks.append(track)
        if tracks.count == RunUnderWay.fewTracks + 1 {
            for (place, track) in tracks.enumerated() { trackPlaces[track.vehicle] = place }
        } else if tracks.count > RunUnderWay.fewTracks {
            trackPlaces[track.vehicle] = tracks.count - 1
        }
    }

    /// Takes a detour, the first one or another one. What was predicted of stop times that stay is kept, and sequences
    /// count as the detour numbers them.
    func take(_ modified: ArchiveDetours.Modified, rows: [Timetable.StopTime]) {
        guard case .scheduled(_, let day, let start) = identity, detour !== modified else { return }
        if let detour, detour.selection.isSame(as: modified.selection) {
            // The stops are the same; the line may not be.
            self.detour = modified
            identity = .scheduled(modified.trip, day: day, startTime: start)
            return
        }
        // The new index of each stop time of the detour so far; without one, of each stop time of the timetable.
        let moved = detour.map { modified.places(of: $0) } ?? rows.indices.map { modified.places[$0] }
        let isFirst = detour == nil
        detour = modified
        identity = .scheduled(modified.trip, day: day, startTime: start)
        if let predictions, !predictions.stops.isEmpty {
            var stops = [Predictions.Stop](repeating: .init(), count: modified.rows.stopTimes.count)
            for (place, stop) in predictions.stops.enumerated() {
                if place < moved.count, let new = moved[place] { stops[new] = stop }
            }
            predictions.stops = stops
        }
        for track in tracks {
            track.renumber { sequence in
                if isFirst { return modified.sequence(of: sequence, rows) }
                // A detour numbers its stops from 1.
                let known = moved.indices.contains(Int(sequence) - 1) ? moved[Int(sequence) - 1] : nil
                return known.map { Int32($0 + 1) } ?? Fix.none
            }
            track.takeEarly(of: modified.id)
        }
    }

    /// Takes of the date and the start_time what was not told so far.
    func complete(_ other: TripReference) {
        reference.startDate = reference.startDate ?? other.startDate
        reference.startTime = reference.startTime ?? other.startTime
    }

    /// Whether a vehicle was seen at the last stop, as far as it takes to see that roughly.
    var hasReachedEnd: Bool { atEnd > awayFromEnd || (atEnd > .min && end?.returns == false) }

    /// When the run is over, if nothing more is heard of it.
    ///
    /// - Parameters:
    ///   - idle: seconds after the last stop was reached.
    ///   - scheduledEnd: of a run of the timetable; one that was not seen to reach its last stop may come back.
    func over(idle: Int, scheduledEnd: Int?) -> Int {
        if hasReachedEnd { return lastHeard + idle }
        return max(lastHeard, scheduledEnd ?? lastHeard) + RunUnderWay.patience * idle
    }

    /// How many times as long a run is waited for that was not seen to reach its last stop.
    private static let patience = 4
}

/// The last stop of a run, as far as it takes to see roughly that a vehicle is there.
struct EndOfWay {
    let latitude: Double
    let longitude: Double
    /// Metres a degree.
    let metresPerLatitude: Double
    let metresPerLongitude: Double
    /// Whether the way ends near where it begins.
    let returns: Bool
    /// stop_sequence of the last stop.
    let sequence: Int

    /// Metres, for what is near; as good as it must be for what is far.
    @inline(__always)
    func distance(_ latitude: Double, _ longitude: Double) -> Double {
        let north = (latitude - self.latitude) * metresPerLatitude
        let east = (longitude - self.longitude) * metresPerLongitude
        return (north * north + east * east).squareRoot()
    }
}
