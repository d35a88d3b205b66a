/// All that one message says about vehicles; without messages, all positions with one feed_timestamp.
struct Snapshot {
    /// POSIX seconds of the header.
    var timestamp: Int?
    /// Whether vehicles that it does not have may still be there.
    var isDifferential = false
    private(set) var sightings: [Sighting] = []
    /// Where sightings are of vehicles that the tracker does not know.
    private var strangers: [UInt64: Int] = [:]
    /// The newest position's time.
    private(set) var newestPosition: Int?
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

    /// - Parameter tracker: who notes which of its vehicles the snapshot has.
    mutating func add(_ sighting: Sighting, _ tracker: Tracker) {
        let next = sightings.count
        if let time = sighting.timestamp { newestPosition = max(time, newestPosition ?? time) }
        let known: Int?
        if let place = sighting.place {
            known = tracker.sighting(at: place)
            if known == nil { tracker.note(sighting: next, at: place) }
        } else {
            known = strangers[sighting.fingerprint]
            if known == nil { strangers[sighting.fingerprint] = next }
        }
        guard let known else { return sightings.append(sighting) }
        duplicates += 1
        let isBetter = sighting.outdoes(sightings[known])
        let (winner, loser) = isBetter ? (sighting, sightings[known]) : (sightings[known], sighting)
        if winner.position == nil { winner.takePlace(of: loser) }
        sightings[known] = winner
    }

    /// The newest position's time without those that are more than a day ahead of most.
    var soundNewestPosition: Int? {
        let times = sightings.compactMap(\.timestamp).sorted()
        guard !times.isEmpty else { return nil }
        let middle = times[(times.count - 1) / 2]
        return times.last { $0 - middle <= TrackFindings.day }
    }
}
