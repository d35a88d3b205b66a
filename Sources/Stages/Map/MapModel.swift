import Geometry
import Networks
import Occupancy

/// What a map shows: the records that were read, as values, in the order in which they came.
///
/// Colours are six hexadecimal digits in upper case, or nil. Coordinates are valid; lines do not jump at the
/// antimeridian (their longitudes may pass ±180). The pages and pictures are drawn from this and from nothing else.
public struct MapModel: Sendable {
    public var lines: [NetworkLine] = []
    public var pins: [NetworkPin] = []
    public var trips: [MapTrip] = []
    public var departures: [MapDeparture] = []
    /// Those on which nothing departs: the others are their departures.
    public var emptyBoards: [MapBoard] = []
    /// The newest state of each vehicle, by the order in which they were first met.
    public var vehicles: [MapVehicle] = []
    public var occupancy: [MapOccupancyRow] = []
    /// In the order in which they are listed.
    public var alerts: [MapAlert] = []
    /// What is played; nil where there is nothing that changes. Its vehicles are not among `vehicles`.
    public var playback: Playback?
    /// The same of frames; nil where there is a `playback`.
    public var frames: PlaybackFrames?

    public init() {}

    public var isEmpty: Bool {
        lines.isEmpty && pins.isEmpty && trips.isEmpty && departures.isEmpty && emptyBoards.isEmpty
            && vehicles.isEmpty && occupancy.isEmpty && alerts.isEmpty && !isPlayed
    }

    /// The zone of the map's clock, an IANA name: that of most lines, else of most trips; nil where none is known.
    public var zone: String? {
        func most(_ zones: [String?]) -> String? {
            let counts = zones.compactMap { $0 }.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        return most(lines.map { $0.agencyTimezone ?? $0.routes.lazy.compactMap(\.agencyTimezone).first })
            ?? most(trips.map(\.timezone))
    }

    /// Whether there is anything that moves.
    public var isPlayed: Bool { playback != nil || frames != nil }

    /// The box around lines, pins and the stops of trips, or around vehicles where there are none of those; nil without
    /// any coordinates. A vehicle far off with a wrong position does not shrink the network.
    public var bounds: Bounds? {
        let network = lines.flatMap(\.parts) + pins.map { Polyline([$0.coordinate]) } + trips.flatMap(\.pieces)
        return Bounds(around: network) ?? Bounds(around: (vehicles.map(\.coordinate) + played).map { Polyline([$0]) })
    }

    /// The places of vehicles that are played.
    var played: [Coordinate] {
        func coordinate(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
            Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
        }
        return (playback?.fixes.map { coordinate($0.latitude, $0.longitude) } ?? [])
            + (frames?.sights.map { coordinate($0.latitude, $0.longitude) } ?? [])
    }

    /// The stops that pins make, a station each once. Cost: made anew each time it is asked for.
    public var stops: NetworkStops { NetworkStops(pins) }

    /// The pieces of way among the lines. Cost: made anew each time it is asked for.
    public var ways: NetworkWays { NetworkWays(lines) }

    /// Whether there is anything that a map of the whole network draws: a trip alone is drawn in its own card.
    public var hasNetwork: Bool { !lines.isEmpty || !pins.isEmpty || !vehicles.isEmpty || isPlayed }

    /// Whether there is anything at all to draw on a map.
    public var hasCoordinates: Bool { hasNetwork || trips.contains { !$0.pieces.isEmpty } }
}

/// A `trip_details` record. Its key is feedID, tripID, startDate and startTime: that is how a departure names it.
public struct MapTrip: Sendable, Equatable {
    public var feedID: String?
    public var tripID: String
    /// `YYYYMMDD`
    public var startDate: String?
    /// `HH:MM:SS`
    public var startTime: String?
    public var routeID: String?
    public var routeShortName: String?
    public var routeLongName: String?
    public var routeColor: String?
    public var routeTextColor: String?
    public var routeType: Int?
    public var directionID: Int?
    public var headsign: String?
    /// 0 unknown, 1 accessible, 2 not.
    public var wheelchairAccessible: Int?
    public var scheduleRelationship: Int?
    /// The IANA name of the zone of the stops' times.
    public var timezone: String?
    public var stops: [MapTripStop]
    public var vehicle: MapTripVehicle?
    /// The alerts of the trip and of its stops.
    public var alertIDs: [String] = []
    /// The id of the entity that detours it.
    public var modificationsID: String?
    /// The line of the detour; empty if there is no detour or no line.
    public var detourLine: [Coordinate] = []

    /// The line of the detour, or else the straight line from stop to stop. One position if only one stop has
    /// coordinates; empty if no stop has coordinates.
    public var pieces: [Polyline] {
        let coordinates = detourLine.isEmpty ? stops.compactMap(\.coordinate) : detourLine
        return coordinates.isEmpty ? [] : [Polyline(coordinates).unwrapped]
    }
}

/// An element of `stops` in `trip_details`.
public struct MapTripStop: Sendable, Equatable {
    public var stopID: String?
    public var stopName: String?
    public var stopSequence: Int?
    public var coordinate: Coordinate?
    /// Seconds from noon minus 12 hours of the service day, as scheduled; so is `departure`.
    public var arrival: Int?
    public var departure: Int?
    public var platformCode: String?
    public var wheelchairBoarding: Int?
    /// Seconds late, where a prediction applies.
    public var delay: Int?
    public var isSkipped: Bool
    /// Predicted for the departure from the stop; nil if nothing is.
    public var occupancyStatus: OccupancyStatus?
    /// What is usual on departure; nil if nobody says.
    public var typicalStatus: OccupancyStatus?
    public var alertIDs: [String] = []
}

/// `vehicle` in `trip_details`.
public struct MapTripVehicle: Sendable, Equatable {
    public var vehicleID: String?
    public var label: String?
    public var coordinate: Coordinate?
    /// Degrees clockwise from north.
    public var bearing: Double?
    /// POSIX seconds.
    public var timestamp: Int?
    public var occupancyStatus: OccupancyStatus?
    public var occupancyPercentage: Int?
}

/// A `boards` record.
public struct MapBoard: Sendable, Equatable {
    public var feedID: String?
    public var stopID: String?
    public var stopName: String?
    /// POSIX seconds.
    public var at: Int
    /// Seconds.
    public var horizon: Int?
}

/// A `departures` record.
public struct MapDeparture: Sendable, Equatable {
    public var feedID: String?
    public var stopID: String?
    public var stopName: String?
    public var platformCode: String?
    public var tripID: String?
    public var startDate: String?
    public var startTime: String?
    public var routeID: String?
    public var routeShortName: String?
    public var routeColor: String?
    public var routeTextColor: String?
    public var routeType: Int?
    public var headsign: String?
    public var wheelchairAccessible: Int?
    /// POSIX seconds.
    public var scheduledTime: Int?
    /// RFC 3339 with the agency's offset, as are all `Local` ones.
    public var scheduledTimeLocal: String?
    public var departureTime: Int
    public var departureTimeLocal: String?
    /// Seconds late; nil where no prediction applies.
    public var delay: Int?
    public var isRealtime: Bool
    public var scheduleRelationship: Int?
    /// From the board's time; nil where the record was made without one.
    public var countdown: Int?
    public var vehicleID: String?
    public var occupancyStatus: OccupancyStatus?
    public var occupancyPercentage: Int?
    /// What is usual, whatever was measured; nil if nobody says.
    public var typicalStatus: OccupancyStatus?
    public var alertIDs: [String] = []
    /// The id of the entity that detours the trip.
    public var modificationsID: String?
}

/// The newest `vehicle_positions`, `vehicle_events` or `frames` state of one vehicle.
public struct MapVehicle: Sendable, Equatable {
    public var feedID: String?
    /// The first rung of `VehicleRung` that it has.
    public var vehicleID: String
    public var label: String?
    public var tripID: String?
    public var startDate: String?
    public var routeID: String?
    public var coordinate: Coordinate
    /// Degrees clockwise from north.
    public var bearing: Double?
    /// POSIX seconds: when it was there, else when the feed said so.
    public var time: Int?
    public var occupancyStatus: OccupancyStatus?
    public var occupancyPercentage: Int?
}

/// An `occupancy` record: how crowded a group's vehicles were, in counts that may be added up.
public struct MapOccupancyRow: Sendable, Equatable {
    public var feedID: String?
    public var routeID: String?
    public var directionID: Int?
    public var hour: Int?
    public var observations: Int
    /// Observations with a status from 0 to 6.
    public var withStatus: Int
    /// Of those, by level: low, moderate, high, very crowded.
    public var levels: [Int]
}
