import Platform
import VehiclePaths

/// The runs and the tracks of the positions in the previous snapshot, in their order.
///
/// The next snapshot lists nearly the same vehicles in nearly the same order. Most of its positions find their run and
/// track here without a lookup, while the processor already loads the memory of those that come next: the runs of
/// thousands of vehicles do not fit the fast caches.
///
/// Runs end between snapshots, and `remove` takes their tracks out. So no entry belongs to a run that is over.
///
/// Memory: 48 bytes for each position of a snapshot.
struct PositionsBefore {
    struct Entry {
        /// The fingerprint of how the record refers to its run.
        let reference: UInt64
        let run: Unmanaged<RunUnderWay>
        let track: Unmanaged<VehicleTrack>
    }

    /// How many entries are looked at to find the next position. Skipped entries belong to vehicles that left.
    private static let reach = 4
    /// How many positions ahead a run and its track are loaded, and then what they refer to.
    private static let far = 8
    private static let near = 4
    /// The size of a cache line, in bytes.
    private static let line = 64

    private var before: [Entry?] = []
    /// The place in `before` of the position that is expected next.
    private var next = 0
    private var current: [Entry?] = []

    /// Begins a snapshot.
    mutating func begin() {
        next = 0
        // A snapshot without positions, such as one of trip updates, does not replace the last one that had some.
        guard !current.isEmpty else { return }
        swap(&before, &current)
        current.removeAll(keepingCapacity: true)
    }

    /// The run and the track of the next position if the previous snapshot has an entry with the same reference near the
    /// expected place.
    @inline(__always)
    mutating func find(_ reference: UInt64) -> (run: RunUnderWay, track: VehicleTrack)? {
        var place = next
        let end = min(next &+ PositionsBefore.reach, before.count)
        while place < end {
            if let entry = before[place], entry.reference == reference {
                next = place &+ 1
                prefetch()
                return (entry.run.takeUnretainedValue(), entry.track.takeUnretainedValue())
            }
            place &+= 1
        }
        return nil
    }

    /// Adds a position to the snapshot.
    @inline(__always)
    mutating func add(_ reference: UInt64, _ run: RunUnderWay, _ track: VehicleTrack) {
        let entry = Entry(reference: reference, run: .passUnretained(run), track: .passUnretained(track))
        // A track has one entry, so that `remove` finds it.
        guard !isHere(track, in: current) else { return }
        // If the position was found by a lookup, those that followed it in the previous snapshot are expected.
        if isHere(track, in: before) { next = track.placeInSnapshot &+ 1 }
        track.placeInSnapshot = current.count
        current.append(entry)
    }

    /// Forgets the tracks of a run that is over. Call it after `begin` and before the first `add`, because only then does
    /// `placeInSnapshot` count in `before`. At the end of the input, call it at any time, because nothing is looked up any
    /// more.
    mutating func remove(_ run: RunUnderWay) {
        for track in run.tracks where isHere(track, in: before) { before[track.placeInSnapshot] = nil }
    }

    private func isHere(_ track: VehicleTrack, in entries: [Entry?]) -> Bool {
        let place = track.placeInSnapshot
        return place < entries.count && entries[place]?.track.toOpaque() == Unmanaged.passUnretained(track).toOpaque()
    }

    /// Loads memory for the next positions: the objects `far` ahead, and the memory that they refer to `near` ahead.
    @inline(__always)
    private func prefetch() {
        if case let place = next &+ PositionsBefore.far, place < before.count, let entry = before[place] {
            // `RunUnderWay` declares the properties that each position needs first. They span at most four lines.
            prefetch(lines: 4, UnsafeRawPointer(entry.run.toOpaque()))
            prefetch(lines: 2, UnsafeRawPointer(entry.track.toOpaque()))
        }
        if case let place = next &+ PositionsBefore.near, place < before.count, let entry = before[place] {
            prefetch(lines: 2, entry.track._withUnsafeGuaranteedRef { $0.newest })
            prefetch(lines: 3, entry.run._withUnsafeGuaranteedRef { $0.positionAges.address })
        }
    }

    @inline(__always)
    private func prefetch(lines: Int, _ address: UnsafeRawPointer) {
        for line in 0..<lines { Platform.prefetch(address + line * PositionsBefore.line) }
    }
}
