import Motion

/// What becomes of vehicles in time: the fixes that a page plays.
///
/// Memory: 56 bytes a fix, and the texts that are told apart.
public struct Playback: Sendable {
    /// An event of a vehicle. Whole numbers, as the page has them.
    public struct Fix: Sendable, Equatable {
        /// The place in `vehicles`.
        var vehicle: Int32
        /// POSIX seconds of the snapshot.
        var at: Int
        /// Millionths of a degree.
        var latitude: Int32
        var longitude: Int32
        /// Tenths of a degree clockwise from north; −1 where it is not known.
        var heading: Int16
        var kind: LifeEvent
        /// Whether it drove here.
        var hasFrom: Bool
        var isStale: Bool
        /// The number of an occupancy_status that says how crowded it is; −1 for none.
        var occupancy: Int8
        /// Places in `trips` and `routes`; −1 for none.
        var trip: Int32
        var route: Int32
        var generation: Int32
        /// How many seconds before the snapshot the position was measured, and the previous one for the last time; −1
        /// where it is not known.
        var age: Int32 = -1
        var leftAge: Int32 = -1
    }

    /// Who there is.
    public struct Vehicle: Sendable, Hashable {
        var feedID: String?
        var vehicleID: String
        /// What people call it, by its latest event that says it.
        var label: String?
    }

    public internal(set) var vehicles: [Vehicle] = []
    public internal(set) var fixes: [Fix] = []
    public internal(set) var trips = Names<String>()
    public internal(set) var routes = Names<Route>()

    public struct Route: Sendable, Hashable {
        var feedID: String?
        var routeID: String
    }

    /// What is told apart, by the order in which it was first met.
    public struct Names<Name: Hashable & Sendable>: Sendable {
        public private(set) var list: [Name] = []
        private var places: [Name: Int32] = [:]

        /// The place of a name, which is new if it was not met before; −1 for none.
        mutating func place(_ name: Name?) -> Int32 {
            guard let name else { return -1 }
            if let place = places[name] { return place }
            let place = Int32(list.count)
            list.append(name)
            places[name] = place
            return place
        }
    }

    /// Seconds between two events: those of a longer time apart are not of one day, but one of a clock that is wrong.
    static let longestGap = 366 * 86_400

    /// Leaves out events that are more than a year from all others: of the stretches of time the fullest stays.
    /// - Returns: how many were left out.
    mutating func dropStrays() -> Int {
        let times = fixes.map(\.at).sorted()
        var best: (range: ClosedRange<Int>, count: Int)?
        var first = 0
        for index in times.indices
        where index + 1 == times.count || times[index + 1] - times[index] > Playback.longestGap {
            let count = index + 1 - first
            if count > best?.count ?? 0 { best = (times[first]...times[index], count) }
            first = index + 1
        }
        guard let best, best.count < fixes.count else { return 0 }
        let all = fixes.count
        fixes.removeAll { !best.range.contains($0.at) }
        return all - fixes.count
    }

    /// POSIX seconds of the first and the last snapshot; nil without two of them.
    public var span: ClosedRange<Int>? {
        guard let first = fixes.lazy.map(\.at).min(), let last = fixes.lazy.map(\.at).max(), first < last else {
            return nil
        }
        return first...last
    }

    // MARK: As the page has it

    /// The fixes as varints, of each vehicle one after another in the order of time:
    ///
    /// | what | |
    /// |---|---|
    /// | the number of fixes | of a vehicle |
    /// | and of each fix | seconds since the fix before, or since the span's start |
    /// | a byte | kind (its place in `LifeEvent.allCases`) · 8 drove here · 16 stale · 32 place · 64 heading · 128 the rest |
    /// | place | east and north of the one before, in millionths of a degree, signed |
    /// | heading | tenths of a degree, or 3600 where it is not known |
    /// | the rest | trip + 1, route + 1, occupancy + 1 |
    /// | generation | more than one after the one before, signed |
    /// | leg | 0 for a fix that leaves the vehicle where it is; else 1 more than the seconds from its end to the snapshot |
    /// | its length | seconds, after the end of a leg of a fix that drove here |
    ///
    /// The first fix of a vehicle follows a place of 0, 0, no heading, and −1 of the rest and the generation.
    func packed() -> [UInt8] {
        guard let start = span?.lowerBound else { return [] }
        var counts = [Int](repeating: 0, count: vehicles.count)
        for fix in fixes { counts[Int(fix.vehicle)] += 1 }
        // In the order of time, and of those of one time in which they came.
        let order = fixes.indices.sorted {
            (fixes[$0].vehicle, fixes[$0].at, $0) < (fixes[$1].vehicle, fixes[$1].at, $1)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fixes.count * 11)
        var vehicle = -1
        var last = Fix.nothing(at: start)
        var clock = LegClock()
        var heading: Int16 = -1
        for index in order {
            let fix = fixes[index]
            while vehicle < Int(fix.vehicle) {
                vehicle += 1
                bytes.append(varint: UInt(counts[vehicle]))
                last = .nothing(at: start)
                clock = LegClock()
                heading = -1
            }
            fix.append(to: &bytes, after: last)
            // Who says nothing of it heads where it did; but a life does not go on from the one before.
            if fix.kind == .enter { heading = -1 }
            let known = fix.heading < 0 ? heading : fix.heading
            let isElsewhere = fix.longitude != last.longitude || fix.latitude != last.latitude
            let leg = clock.take(
                fix.kind, at: fix.at, measured: fix.age < 0 ? nil : fix.at - Int(fix.age),
                left: fix.leftAge < 0 ? nil : fix.at - Int(fix.leftAge), isMove: isElsewhere || known != heading,
                drives: fix.hasFrom && isElsewhere)
            heading = fix.kind == .exit ? -1 : known
            bytes.append(varint: leg.map { UInt(1 + fix.at - $0.upperBound) } ?? 0)
            if let leg, fix.hasFrom { bytes.append(varint: UInt(leg.count - 1)) }
            last = fix
        }
        for _ in vehicle + 1..<max(vehicles.count, vehicle + 1) { bytes.append(varint: 0) }
        return bytes
    }
}

extension Playback.Fix {
    /// What the first fix of a vehicle follows.
    fileprivate static func nothing(at: Int) -> Playback.Fix {
        Playback.Fix(
            vehicle: 0, at: at, latitude: 0, longitude: 0, heading: -1, kind: .enter, hasFrom: false, isStale: false,
            occupancy: -1, trip: -1, route: -1, generation: -1)
    }

    fileprivate func append(to bytes: inout [UInt8], after last: Playback.Fix) {
        let isElsewhere = latitude != last.latitude || longitude != last.longitude
        let isOther = trip != last.trip || route != last.route || occupancy != last.occupancy
        bytes.append(varint: UInt(at - last.at))
        bytes.append(
            UInt8(LifeEvent.allCases.firstIndex(of: kind) ?? 0) | (hasFrom ? 8 : 0) | (isStale ? 16 : 0)
                | (isElsewhere ? 32 : 0) | (heading != last.heading ? 64 : 0) | (isOther ? 128 : 0))
        if isElsewhere {
            bytes.append(signed: Int(longitude) - Int(last.longitude))
            bytes.append(signed: Int(latitude) - Int(last.latitude))
        }
        if heading != last.heading { bytes.append(varint: heading < 0 ? 3600 : UInt(heading)) }
        if isOther {
            bytes.append(varint: UInt(trip + 1))
            bytes.append(varint: UInt(route + 1))
            bytes.append(varint: UInt(occupancy + 1))
        }
        bytes.append(signed: Int(generation) - Int(last.generation) - 1)
    }
}
