import Geometry

/// The fixes of one vehicle on a run.
///
/// Memory: 28 bytes for each fix that there is room for: 16, or up to twice as many as there are.
package final class VehicleTrack {
    package let vehicle: UInt64
    /// Where `PositionsBefore` has the track.
    package var placeInSnapshot = 0
    /// The fixes gathered while the run is under way. The track manages this memory itself, because each append to an array
    /// would also load the array's header.
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
    /// Stop sequences in the numbering of a detour that the run has not taken so far, each with the index of its fix,
    /// ascending.
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

    /// The number of stop sequences in the numbering of a detour that the run has not taken.
    package var earlyCount: Int { early.count }

    /// Renumbers the sequences of the fixes that have one.
    package func renumber(_ renumbered: (Int32) -> Int32) {
        for place in 0..<count where gathered[place].sequence != Fix.none {
            gathered[place].sequence = renumbered(gathered[place].sequence)
        }
    }

    /// Copies the stop sequences that `detour` numbers into their fixes, now that the run takes this detour.
    package func takeEarly(of detour: String) {
        guard !early.isEmpty else { return }
        for (place, sequence) in early where sequence.detour == detour { gathered[place].sequence = sequence.sequence }
        early.removeAll { $0.1.detour == detour }
    }

    // MARK: Once the run is over

    /// Ends the gathering and sorts the fixes by time. Of several fixes of one time, the one that outranks the others is
    /// kept, and after it a second one that contradicts it, because a clock that slipped gave one of them a wrong time.
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

    /// Returns the details of each fix: those of a record with the same time and coordinates, else those of the newest
    /// message with the same time, else details without values.
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
