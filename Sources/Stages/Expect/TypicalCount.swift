import Containers
import Occupancy
import Reports
import StageKit
import Visits

/// The visits that typical figures are made of.
///
/// Memory: 20 bytes a visit, 12 a performed trip, and the keys of groups.
struct TypicalCount {
    /// A visit: its groups, its day, and what is known of it.
    private struct Seen {
        /// The number of the group of its trip, and of its route; `none` for none.
        var trip: UInt32
        var route: UInt32
        /// Days after 1970-01-01.
        var day: Int32
        /// Seconds; `noDelay` if unknown.
        var delay: Int32
        /// -1 if unknown.
        var status: Int8
    }

    /// The visit of a performed trip that may be at its last stop.
    private struct Last {
        var sequence: Int32 = 0
        var place: Int32 = -1
        var arrivalDelay = TypicalCount.noDelay
    }

    private static let none = UInt32.max
    private static let noDelay = Int32.min

    /// The keys of the groups of trips and of routes.
    private(set) var groups = GroupKeys()
    private var seen: [Seen] = []
    private var lasts: [Last] = []
    /// Service dates of the visits, days after 1970-01-01; nil without visits.
    private(set) var days: ClosedRange<Int>?

    /// The number of a group by its key laid out.
    mutating func group(_ bytes: GroupKeyBytes) throws -> Int {
        guard let group = groups.intern(bytes.bytes) else { throw TypicalCount.tooMany }
        return group
    }

    static let tooMany = StageFailure(
        .dataUnusable, "more than \(GroupKeys.capacity) groups; give fewer visits to one run")

    /// Adds a visit.
    /// - Parameters:
    ///   - trip: the group of its trip; nil for none.
    ///   - departureDelay: seconds; nil if unknown.
    ///   - arrivalDelay: counts instead if the visit is at the last stop of the run.
    mutating func add(
        _ visit: Visit, trip: Int?, route: Int?, status: Int?, departureDelay: Int?, arrivalDelay: Int?
    ) {
        func number(_ group: Int?) -> UInt32 { group.map { UInt32(truncatingIfNeeded: $0) } ?? TypicalCount.none }
        func seconds(_ delay: Int?) -> Int32 { delay.map { Int32(truncatingIfNeeded: $0) } ?? TypicalCount.noDelay }
        while lasts.count <= visit.run { lasts.append(Last()) }
        if visit.sequence > lasts[visit.run].sequence {
            lasts[visit.run] = Last(
                sequence: Int32(truncatingIfNeeded: visit.sequence), place: Int32(truncatingIfNeeded: seen.count),
                arrivalDelay: seconds(arrivalDelay))
        }
        seen.append(
            Seen(
                trip: number(trip), route: number(route), day: Int32(truncatingIfNeeded: visit.day),
                delay: seconds(departureDelay), status: Int8(truncatingIfNeeded: status ?? -1)))
        days = days.map { min($0.lowerBound, visit.day)...max($0.upperBound, visit.day) } ?? visit.day...visit.day
    }

    /// Settles which visits were at the last stop of their run, and drops those of which nothing is known.
    /// - Returns: the number of visits that were dropped.
    mutating func finish(_ runs: PerformedRuns) -> Int {
        for (run, last) in lasts.enumerated() where last.place >= 0 && Int(last.sequence) >= runs.last(of: run) {
            seen[Int(last.place)].delay = last.arrivalDelay
        }
        lasts = []
        let count = seen.count
        seen.removeAll { $0.status < 0 && $0.delay == TypicalCount.noDelay }
        return count - seen.count
    }

    /// Calls `body` with each group that has a visit, in the order of the keys, and its figures.
    func forEachGroup(_ body: (_ key: UnsafeRawBufferPointer, _ figures: TypicalRow) throws -> Void) throws {
        // A group is of a trip or of a route, so one list of places serves both.
        var counts = Array(repeating: 0, count: groups.count)
        for visit in seen {
            if visit.trip != TypicalCount.none { counts[Int(visit.trip)] += 1 }
            if visit.route != TypicalCount.none { counts[Int(visit.route)] += 1 }
        }
        let visits = GroupedValues<UInt32>(counts: counts) { add in
            for (place, visit) in seen.enumerated() {
                let place = UInt32(truncatingIfNeeded: place)
                if visit.trip != TypicalCount.none { add(place, Int(visit.trip)) }
                if visit.route != TypicalCount.none { add(place, Int(visit.route)) }
            }
        }
        for group in groups.inOrder() where counts[group] > 0 {
            let row = row(visits[group])
            try groups.withKey(group) { try body($0, row) }
        }
    }

    private func row(_ places: ArraySlice<UInt32>) -> TypicalRow {
        var (days, statusDays, delayDays): ([Int32], [Int32], [Int32]) = ([], [], [])
        days.reserveCapacity(places.count)
        var counts = Array(repeating: 0, count: OccupancyStatus.codes.count + 1)
        var delays: [(value: Int, count: Int)] = []
        delays.reserveCapacity(places.count)
        for place in places {
            let visit = seen[Int(place)]
            days.append(visit.day)
            if visit.status >= 0 {
                statusDays.append(visit.day)
                counts[Int(visit.status)] += 1
            }
            if visit.delay != TypicalCount.noDelay {
                delayDays.append(visit.day)
                delays.append((Int(visit.delay), 1))
            }
        }
        let dayCount = TypicalCount.distinct(&days)
        return TypicalRow(
            days: dayCount, first: Int(days.first ?? 0), last: Int(days.last ?? 0), observations: places.count,
            statusDays: TypicalCount.distinct(&statusDays),
            crowding: CrowdingFigures(counts: counts, vehicles: 0, trips: 0, percentages: []),
            delayDays: TypicalCount.distinct(&delayDays), delays: Distribution(delays.sorted { $0.value < $1.value }))
    }

    /// Sorts days and counts how many there are.
    static func distinct(_ days: inout [Int32]) -> Int {
        days.sort()
        return days.indices.reduce(0) { $0 + ($1 == 0 || days[$1] != days[$1 - 1] ? 1 : 0) }
    }
}

/// The figures of a group of visits.
struct TypicalRow {
    /// Service dates.
    let days: Int
    /// Days after 1970-01-01.
    let first: Int
    let last: Int
    let observations: Int
    let statusDays: Int
    let crowding: CrowdingFigures
    let delayDays: Int
    let delays: Distribution
}
