import Geometry

/// The fixes of one vehicle on a run.
///
/// Memory: 28 bytes for each fix, and room for up to as many more; at least 16 fixes.
package final class VehicleTrack {
    package let vehicle: UInt64
    /// Where `PositionsBefore` has the track.
    package var placeInSnapshot = 0
    /// What is gathered while the run is under way. The memory is the track's own, because an array would make each new fix
    /// load its header from memory too.
    private var gathered: UnsafeMutablePointer<Fix>
    package private(set) var count = 0
    private var capacity = VehicleTrack.leastCapacity
    private static let leastCapacity = 16
    /// What the vehicle is called: the first of vehicle_id, vehicle_label, license_plate, entity_id; nil if it has no name.
    package let name: String?
    /// The fixes in the order of time, once the run is over.
    package private(set) var fixes: [Fix] = []
    /// By fix, where locations are asked for.
    package var details: [FixDetails] = []
    /// By fix, in their order: the sequences that count as a detour numbers its stops that the run does not take so far.
    private var early: [(place: Int, EarlySequence)] = []

    /// A stop_sequence of the modified trip of a detour.
    package struct EarlySequence {
        package let detour: String
        package let sequence: Int32

        package init(detour: String, sequence: Int32) {
            self.detour = detour
            self.sequence = sequence
        }
    }

    package init(vehicle: UInt64, name: String?) {
        self.vehicle = vehicle
        self.name = name
        gathered = .allocate(capacity: capacity)
    }

    deinit { gathered.deallocate() }

    // MARK: While the run is under way

    /// The address of the newest fix, behind which the next one will be stored.
    package var newest: UnsafeRawPointer { UnsafeRawPointer(gathered + (count - 1)) }

    @inline(__always)
    package func append(_ fix: Fix, _ early: EarlySequence? = nil) {
        // Snapshots repeat a fix until there is a newer one.
        if count > 0, gathered[count - 1].time == fix.time {
            guard fix.outranks(gathered[count - 1]) else { return }
            gathered[count - 1] = fix
            if self.early.last?.place == count - 1 { self.early.removeLast() }
        } else {
            if count == capacity { grow() }
            (gathered + count).initialize(to: fix)
            count += 1
        }
        if let early { self.early.append((count - 1, early)) }
    }

    @inline(never)
    private func grow() {
        let wider = max(2 * capacity, VehicleTrack.leastCapacity)
        let larger = UnsafeMutablePointer<Fix>.allocate(capacity: wider)
        larger.initialize(from: gathered, count: count)
        gathered.deallocate()
        gathered = larger
        capacity = wider
    }

    /// How many sequences count as a detour numbers its stops that the run does not take.
    package var earlyCount: Int { early.count }

    /// Renumbers the sequences of the fixes that have one.
    package func renumber(_ renumbered: (Int32) -> Int32) {
        for place in 0..<count where gathered[place].sequence != Fix.none {
            gathered[place].sequence = renumbered(gathered[place].sequence)
        }
    }

    /// Gives the fixes the sequences that a detour numbers, now that the run takes it.
    package func takeEarly(of detour: String) {
        guard !early.isEmpty else { return }
        for (place, sequence) in early where sequence.detour == detour { gathered[place].sequence = sequence.sequence }
        early.removeAll { $0.1.detour == detour }
    }

    // MARK: Once the run is over

    /// Ends the gathering and brings the fixes into the order of time, each time once. Of two fixes of one time that
    /// contradict each other, both are kept, the one that counts first: a clock that slipped put one of them there.
    package func sort() {
        guard capacity > 0 else { return }
        fixes = Array(UnsafeBufferPointer(start: gathered, count: count))
        gathered.deallocate()
        gathered = .allocate(capacity: 0)
        (count, capacity) = (0, 0)
        guard !zip(fixes, fixes.dropFirst()).allSatisfy({ $0.time < $1.time }) else { return }
        fixes.sort { $0.time != $1.time ? $0.time < $1.time : $0.outranks($1) }
        var kept: [Fix] = []
        kept.reserveCapacity(fixes.count)
        for fix in fixes {
            if let last = kept.last, last.time == fix.time {
                let isThird = kept.count > 1 && kept[kept.count - 2].time == fix.time
                guard !isThird, last.contradicts(fix) else { continue }
            }
            kept.append(fix)
        }
        fixes = kept
    }

    /// By fix, its details: those of the record at its time and place.
    package func detailsByFix() -> [FixDetails] {
        details.sort { ($0.time, UInt32.max - $0.feedTime) < ($1.time, UInt32.max - $1.feedTime) }
        var begin = 0
        return fixes.map { fix in
            while begin < details.count, details[begin].time < fix.time { begin += 1 }
            let ofTime = details[begin...].prefix { $0.time == fix.time }
            return ofTime.first { $0.latitude == fix.latitude && $0.longitude == fix.longitude } ?? ofTime.first
                ?? FixDetails(of: fix)
        }
    }
}
