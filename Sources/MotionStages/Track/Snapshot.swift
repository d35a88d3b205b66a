import Contract

/// All that one message says about vehicles; without messages, all positions with one feed_timestamp.
struct Snapshot {
    /// POSIX seconds of the header.
    var timestamp: Int?
    /// Whether vehicles that it does not have may still be there.
    var isDifferential = false
    private(set) var sightings: [Sighting] = []
    private var places: [VehicleKey: Int] = [:]
    /// Entities that are taken back without more being said of them.
    var deletedEntities: [String] = []
    /// Positions that were replaced by another of the same vehicle.
    private(set) var duplicates = 0
    /// Whether it had records of vehicles that were passed over or left out, so that it may not be called empty.
    var hasOthers = false
    /// The place of its first record.
    var file = "-"
    var line = 0

    init(timestamp: Int?, isDifferential: Bool = false, file: String, line: Int) {
        self.timestamp = timestamp
        self.isDifferential = isDifferential
        self.file = file
        self.line = line
    }

    var isEmpty: Bool { sightings.isEmpty && deletedEntities.isEmpty && !hasOthers }

    func contains(_ key: VehicleKey) -> Bool { places[key] != nil }

    mutating func add(_ sighting: Sighting) {
        if let place = places[sighting.key] {
            duplicates += 1
            if sighting.outdoes(sightings[place]) { sightings[place] = sighting }
            return
        }
        places[sighting.key] = sightings.count
        sightings.append(sighting)
    }

    /// The newest position's time.
    var newestPosition: Int? { sightings.lazy.compactMap(\.timestamp).max() }
}
