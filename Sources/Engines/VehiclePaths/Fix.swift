import Geometry

/// One position of a vehicle on a run, as little of it as a visit needs: 28 bytes.
package struct Fix {
    package static let none = Int32.min

    /// POSIX seconds: when it was measured, and when the newest message that has it was made.
    package var time: UInt32
    package var feedTime: UInt32
    /// Ten millionths of a degree; `none` for a fix without a place.
    package var latitude = Fix.none
    package var longitude = Fix.none
    /// current_stop_sequence; `none` if it is not told.
    package var sequence = Fix.none
    /// The number of stop_id among those that realtime names; -1 for none.
    package var stop: Int32 = -1
    /// VehicleStopStatus; -1 if it is not told.
    package var status: Int8 = -1
    /// OccupancyStatus; -1 if it is not told.
    package var occupancyStatus: Int8 = -1
    /// Per cent; -1 if it is not told.
    package var occupancyPercentage: Int16 = -1

    package static let stoppedAt: Int8 = 1

    package init(time: UInt32, feedTime: UInt32) {
        self.time = time
        self.feedTime = feedTime
    }

    package var coordinate: Coordinate? {
        latitude == Fix.none
            ? nil : Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    package func isSamePlace(as other: Fix) -> Bool { latitude == other.latitude && longitude == other.longitude }

    /// Whether a vehicle cannot have been at both places at once: they are 60 metres apart or more.
    func contradicts(_ other: Fix) -> Bool {
        guard let here = coordinate, let there = other.coordinate else { return false }
        return Ellipsoid.distance(here, there) >= 60
    }

    /// Whether the fix says how full the vehicle is.
    package var tellsOccupancy: Bool { (0...6).contains(occupancyStatus) || occupancyPercentage >= 0 }

    /// Of two records of one vehicle and time, whether this is the one that counts: that of the newest message, then the
    /// most crowded.
    package func outranks(_ other: Fix) -> Bool {
        (feedTime, occupancyStatus, occupancyPercentage) > (
            other.feedTime, other.occupancyStatus, other.occupancyPercentage
        )
    }
}

/// What a fix has beside, for `vehicle_locations`.
package struct FixDetails {
    package var bearing: Float = .nan
    package var speed: Float = .nan
    package var odometer: Double = .nan
    package var time: UInt32 = 0
    package var feedTime: UInt32 = 0

    package init(time: UInt32, feedTime: UInt32) {
        self.time = time
        self.feedTime = feedTime
    }
}

/// The fixes of one vehicle on a run.
package final class Track {
    package let vehicle: UInt64
    /// What the vehicle is called: the first of vehicle_id, vehicle_label, license_plate, entity_id; nil if it has no name.
    package let name: String?
    package var fixes: [Fix] = []
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
    }

    package func append(_ fix: Fix, _ early: EarlySequence? = nil) {
        // Snapshots repeat a fix until there is a newer one.
        if let last = fixes.last, last.time == fix.time {
            guard fix.outranks(last) else { return }
            fixes[fixes.count - 1] = fix
            if self.early.last?.place == fixes.count - 1 { self.early.removeLast() }
        } else {
            fixes.append(fix)
        }
        if let early { self.early.append((fixes.count - 1, early)) }
    }

    /// How many sequences count as a detour numbers its stops that the run does not take.
    package var earlyCount: Int { early.count }

    /// Gives the fixes the sequences that a detour numbers, now that the run takes it.
    package func takeEarly(of detour: String) {
        guard !early.isEmpty else { return }
        for (place, sequence) in early where sequence.detour == detour { fixes[place].sequence = sequence.sequence }
        early.removeAll { $0.1.detour == detour }
    }

    /// Brings the fixes in the order of time, each time once; of one time two that contradict each other are kept, the one
    /// that counts first: a clock that slipped put one of them there.
    package func sort() {
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

    package func sortDetails() {
        details.sort { ($0.time, UInt32.max - $0.feedTime) < ($1.time, UInt32.max - $1.feedTime) }
        var kept: [FixDetails] = []
        for detail in details where kept.last?.time != detail.time { kept.append(detail) }
        details = kept
    }
}
