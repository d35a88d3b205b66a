extension Tables {
    /// What happened to a vehicle between two positions, as a tracker tells it; the columns that are read already.
    public struct VehicleEvents: Table {
        public static let columns = VehicleEvents()
        public static let about = About<VehicleEvents>("vehicle_events", "What a vehicle did.", from: "track") {
            .ladder(
                [[$0.vehicleID]], with: [$0.event, $0.phase, $0.generation, $0.timestamp],
                time: [$0.at, $0.feedTimestamp, $0.timestamp], conflict: .last)
        }

        public let vehicleID = text("vehicle_id", .always, "The ladder's value.")
        public let event = text("event", .always)
        public let phase = text("phase", .ifKnown)
        public let generation = whole("generation", .ifKnown)
        public let at = instant("at", .always)
        public let feedTimestamp = instant("feed_timestamp", .ifKnown)
        public let timestamp = instant("timestamp", .ifKnown)
        public let heading = number("heading", .ifKnown, unit: .degrees, "The way it goes, clockwise from north.")
    }

    /// Where all vehicles are at an instant of an animation; the columns that are read already.
    public struct Frames: Table {
        public static let columns = Frames()
        public static let about = About<Frames>(
            "frames", "Where all vehicles are at an instant of an animation.", from: "animate"
        ) { _ in .wholeRecord }

        public let frame = whole("frame", .always, "Counted from 0.")
        public let time = number("time", .always, unit: .posixSeconds, "The feed's time.")
        public let vehicles = json("vehicles", .array(.any), .always, "Each with its id, position and state.")
    }

    /// A tile of an animation; its key.
    public struct Tiles: Table {
        public static let columns = Tiles()
        public static let about = About<Tiles>("tiles", "A tile of an animation.", from: "tiles") {
            .columns([$0.z, $0.x, $0.y, $0.frame], required: [$0.x.name, $0.y.name])
        }

        public let z = whole("z", .always)
        public let x = whole("x", .always)
        public let y = whole("y", .always)
        public let frame = whole("frame", .ifKnown)
    }
}
