extension Tables {
    /// What became of a vehicle from one snapshot to the next.
    public struct VehicleEvents: Table {
        public static let columns = VehicleEvents()
        public static let about = About<VehicleEvents>(
            "vehicle_events", "What became of a vehicle from one snapshot to the next.", from: "track"
        ) {
            .ladder(
                [[$0.vehicleID]], with: [$0.event, $0.phase, $0.generation, $0.timestamp],
                time: [$0.at, $0.feedTimestamp, $0.timestamp], conflict: .last)
        }

        public let vehicleID = text("vehicle_id", .always, "What the vehicle is known by.")
        public let event = text("event", .always, "enter, update, pending_removal, recover or exit.")
        public let phase = text(
            "phase", .always, "What has begun: entering, updating or exiting; idle where nothing has.")
        public let generation = whole("generation", .always, "Grows with every event of the vehicle.")
        public let at = instant("at", .always, "The snapshot's clock.")
        public let feedTimestamp = instant("feed_timestamp", .ifKnown, "POSIX seconds of the message's header.")
        public let timestamp = instant("timestamp", .ifKnown, "When the position was measured.")
        public let tripID = text("trip_id", .ifKnown)
        public let routeID = text("route_id", .ifKnown)
        public let latitude = number("latitude", .always, unit: .degrees, "Where it is, or was last.")
        public let longitude = number("longitude", .always, unit: .degrees)
        public let bearing = number("bearing", .ifKnown, unit: .degrees, "As the feed has it.")
        public let heading = number(
            "heading", .ifKnown, decimals: 1, unit: .degrees,
            "The bearing, else the course made good, else the heading before; clockwise from north.")
        public let headingVelocity = number(
            "heading_velocity", .ifKnown, decimals: 3, "Degrees a second that it turned since the event before.")
        public let speed = number("speed", .ifKnown, unit: .metresPerSecond)
        public let from = object(
            "from", of: From.self, .ifKnown,
            "Where it moved from; left out where it did not move there: after a jump too.")
        public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus, .nullable)
        public let stale = flag("stale", .ifKnown, "True while its position is older than --stale-after.")

        /// Where a vehicle moved from.
        public struct From: Members {
            public static let columns = From()
            public let latitude = number("latitude", .always, unit: .degrees)
            public let longitude = number("longitude", .always, unit: .degrees)
            public let heading = number("heading", .ifKnown, decimals: 1, unit: .degrees)
        }
    }

    /// Where all vehicles are at an instant of an animation.
    public struct Frames: Table {
        public static let columns = Frames()
        public static let about = About<Frames>(
            "frames", "Where all vehicles are at an instant of an animation.", from: "animate"
        ) { _ in .wholeRecord }

        public let frame = whole("frame", .always, "Counted from 0.")
        public let time = number("time", .always, decimals: 3, unit: .posixSeconds, "The feed's time.")
        public let playback = number("playback", .always, decimals: 3, unit: .seconds, "Since the first frame.")
        public let vehicles = objects("vehicles", of: Vehicle.self, .always)

        /// A vehicle in a frame.
        public struct Vehicle: Members {
            public static let columns = Vehicle()
            public let feedID = text("feed_id", .ifKnown)
            public let vehicleID = text("vehicle_id", .always)
            public let latitude = number("latitude", .always, decimals: 7, unit: .degrees)
            public let longitude = number("longitude", .always, decimals: 7, unit: .degrees)
            public let bearing = number("bearing", .ifKnown, decimals: 1, unit: .degrees, "Where it heads.")
            public let scale = number("scale", .always, decimals: 4, "1 is its own size.")
            public let opacity = number("opacity", .always, decimals: 4, "0 is invisible, 1 solid.")
            public let phase = text("phase", .always, "idle, entering, updating or exiting.")
            public let generation = whole("generation", .always)
            public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus, .nullable)
            public let progress = number(
                "progress", .ifKnown, decimals: 4, "With --inspect: how much of what has begun has passed, 0 to 1.")
            public let velocityEast = number(
                "velocity_east", .ifKnown, decimals: 3, "With --inspect: metres a second of playback.")
            public let velocityNorth = number("velocity_north", .ifKnown, decimals: 3, "The same.")
            public let headingVelocity = number(
                "heading_velocity", .ifKnown, decimals: 3, "With --inspect: degrees a second of playback.")
        }
    }

    /// The life of a vehicle as a GeoJSON line in time.
    public struct VehiclePaths: Table {
        public static let columns = VehiclePaths()
        public static let about = About<VehiclePaths>(
            "vehicle_paths", isFeature: true,
            "The life of a vehicle as a GeoJSON LineString; the fourth number of a position is its time.",
            from: "animate"
        ) { _ in .wholeRecord }

        public let vehicleID = text("vehicle_id", .always)
        public let tripID = text("trip_id", .ifKnown, "Its last.")
        public let routeID = text("route_id", .ifKnown)
        public let timeOrigin = number(
            "time_origin", .ifKnown, decimals: 3, unit: .posixSeconds,
            "With --time-origin start: what was taken from all times.")
    }
}
