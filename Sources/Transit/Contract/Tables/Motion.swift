extension Tables {
    /// A change in a vehicle's state from one snapshot to the next.
    public struct VehicleEvents: Table {
        public static let columns = VehicleEvents()
        public static let about = About<VehicleEvents>(
            "vehicle_events", "A change in a vehicle's state from one snapshot to the next.", from: "track"
        ) {
            .ladder(
                [[$0.vehicleID]], with: [$0.event, $0.phase, $0.generation, $0.timestamp],
                time: [$0.at, $0.feedTimestamp, $0.timestamp], conflict: .last)
        }

        public let vehicleID = text("vehicle_id", .always, "Identifies the vehicle.")
        public let vehicleLabel = text(
            "vehicle_label", .ifKnown, "Name of the vehicle that passengers see, as last reported.")
        public let event = text("event", .always, "The event: enter, update, pending_removal, recover or exit.")
        public let phase = text(
            "phase", .always, "The animation that the event starts: entering, updating or exiting; idle if none.")
        public let generation = whole("generation", .always, "Counts the events of the vehicle.")
        public let at = instant("at", .always, "Time of the snapshot, POSIX seconds.")
        public let feedTimestamp = instant(
            "feed_timestamp", .ifKnown, "Timestamp of the message header, POSIX seconds.")
        public let timestamp = instant("timestamp", .ifKnown, "When the position was measured, POSIX seconds.")
        public let tripID = text("trip_id", .ifKnown)
        public let routeID = text("route_id", .ifKnown)
        public let modificationsID = text(
            "modifications_id", .ifKnown,
            "Id of the TripModifications entity that detours the vehicle, if the position names the modified trip.")
        public let latitude = number(
            "latitude", .always, unit: .degrees, "Current or last known position, degrees north.")
        public let longitude = number("longitude", .always, unit: .degrees)
        public let bearing = number(
            "bearing", .ifKnown, unit: .degrees, "Bearing copied from the feed, degrees clockwise from north.")
        public let heading = number(
            "heading", .ifKnown, decimals: 1, unit: .degrees,
            "Degrees clockwise from north: the bearing, else the direction of movement, else the previous heading.")
        public let headingVelocity = number(
            "heading_velocity", .ifKnown, decimals: 3, "Turning rate since the previous event, degrees per second.")
        public let speed = number("speed", .ifKnown, unit: .metresPerSecond)
        public let from = object(
            "from", of: From.self, .ifKnown,
            "Previous position; absent if the vehicle did not move or jumped.")
        public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus, .nullable)
        public let stale = flag("stale", .ifKnown, "True while the position is older than --stale-after.")

        /// Where a vehicle moved from.
        public struct From: Members {
            public static let columns = From()
            public let latitude = number("latitude", .always, unit: .degrees)
            public let longitude = number("longitude", .always, unit: .degrees)
            public let heading = number("heading", .ifKnown, decimals: 1, unit: .degrees)
            public let timestamp = instant(
                "timestamp", .ifKnown, "When the vehicle was last measured there, POSIX seconds.")
        }
    }

    /// The positions of all vehicles at one instant of an animation.
    public struct Frames: Table {
        public static let columns = Frames()
        public static let about = About<Frames>(
            "frames", "The positions of all vehicles at one instant of an animation.", from: "animate"
        ) { _ in .wholeRecord }

        public let frame = whole("frame", .always, "Number of the frame, from 0.")
        public let time = number("time", .always, decimals: 3, unit: .posixSeconds, "Time in the feed, POSIX seconds.")
        public let playback = number(
            "playback", .always, decimals: 3, unit: .seconds, "Playback time since the first frame, seconds.")
        public let vehicles = objects("vehicles", of: Vehicle.self, .always)

        /// A vehicle in a frame.
        public struct Vehicle: Members {
            public static let columns = Vehicle()
            public let feedID = text("feed_id", .ifKnown)
            public let vehicleID = text("vehicle_id", .always)
            public let latitude = number("latitude", .always, decimals: 7, unit: .degrees)
            public let longitude = number("longitude", .always, decimals: 7, unit: .degrees)
            public let bearing = number(
                "bearing", .ifKnown, decimals: 1, unit: .degrees, "Heading, degrees clockwise from north.")
            public let scale = number("scale", .always, decimals: 4, "Size factor; 1 is normal size.")
            public let opacity = number("opacity", .always, decimals: 4, "Opacity from 0 (invisible) to 1 (opaque).")
            public let rotation = number(
                "rotation", .ifKnown, decimals: 1, unit: .degrees,
                "Degrees clockwise by which --keyframes turns the symbol beyond its heading; absent if it does not.")
            public let phase = text("phase", .always, "Current animation: idle, entering, updating or exiting.")
            public let generation = whole("generation", .always)
            public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus, .nullable)
            public let progress = number(
                "progress", .ifKnown, decimals: 4, "With --inspect: progress of the current animation, 0 to 1.")
            public let velocityEast = number(
                "velocity_east", .ifKnown, decimals: 3,
                "With --inspect: metres per second of playback, towards the east.")
            public let velocityNorth = number(
                "velocity_north", .ifKnown, decimals: 3,
                "With --inspect: metres per second of playback, towards the north.")
            public let headingVelocity = number(
                "heading_velocity", .ifKnown, decimals: 3, "With --inspect: degrees per second of playback.")
        }
    }

    /// The life of a vehicle as a GeoJSON line in time.
    public struct VehiclePaths: Table {
        public static let columns = VehiclePaths()
        public static let about = About<VehiclePaths>(
            "vehicle_paths", isFeature: true,
            "A vehicle's path from entry to exit as a GeoJSON LineString; the fourth number of a position is its time.",
            from: "animate"
        ) { _ in .wholeRecord }

        public let vehicleID = text("vehicle_id", .always)
        public let tripID = text("trip_id", .ifKnown, "The vehicle's last trip.")
        public let routeID = text("route_id", .ifKnown)
        public let timeOrigin = number(
            "time_origin", .ifKnown, decimals: 3, unit: .posixSeconds,
            "With --time-origin start: the time subtracted from all times.")
    }
}
