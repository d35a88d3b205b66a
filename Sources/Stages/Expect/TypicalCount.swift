import Containers
import Occupancy
import Reports
import StageKit
import Visits

/// The visits that typical figures are made of.
///
/// Memory: 15 bytes a visit, 12 a performed trip, and the keys of groups.
struct TypicalCount {
    /// The visits, a column for each value: the numbers of the groups of their trips and routes, `none` for none.
    private let trips = ChunkedColumn<UInt32>()
    private let routes = ChunkedColumn<UInt32>()
    private let dayNumbers = ChunkedColumn<UInt16>()
    /// Seconds; `noDelay` if unknown.
    private let delays = ChunkedColumn<Int32>()
    /// -1 if unknown.
    private let statuses = ChunkedColumn<Int8>()
    private var numberedDays = NumberedDays()

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
    ) throws {
        func number(_ group: Int?) -> UInt32 { group.map { UInt32(truncatingIfNeeded: $0) } ?? TypicalCount.none }
        func seconds(_ delay: Int?) -> Int32 { delay.map { Int32(truncatingIfNeeded: $0) } ?? TypicalCount.noDelay }
        while lasts.count <= visit.run { lasts.append(Last()) }
        if visit.sequence > lasts[visit.run].sequence {
            lasts[visit.run] = Last(
                sequence: Int32(truncatingIfNeeded: visit.sequence), place: Int32(truncatingIfNeeded: trips.count),
                arrivalDelay: seconds(arrivalDelay))
        }
        dayNumbers.append(try numberedDays.number(of: visit.day))
        trips.append(number(trip))
        routes.append(number(route))
        delays.append(seconds(departureDelay))
        statuses.append(Int8(truncatingIfNeeded: status ?? -1))
        days = days.map { min($0.lowerBound, visit.day)...max($0.upperBound, visit.day) } ?? visit.day...visit.day
    }

    /// Settles which visits were at the last stop of their run, and drops those of which nothing is known.
    /// - Returns: the number of visits that were dropped.
    mutating func finish(_ runs: PerformedRuns) -> Int {
        for (run, last) in lasts.enumerated() where last.place >= 0 && Int(last.sequence) >= runs.last(of: run) {
            delays[Int(last.place)] = last.arrivalDelay
        }
        lasts = []
        let count = trips.count
        var kept = 0
        for place in 0..<count where statuses[place] >= 0 || delays[place] != TypicalCount.noDelay {
            trips[kept] = trips[place]
            routes[kept] = routes[place]
            dayNumbers[kept] = dayNumbers[place]
            delays[kept] = delays[place]
            statuses[kept] = statuses[place]
            kept += 1
        }
        trips.truncate(to: kept)
        routes.truncate(to: kept)
        dayNumbers.truncate(to: kept)
        delays.truncate(to: kept)
        statuses.truncate(to: kept)
        return count - kept
    }

    /// Calls `body` with each group that has a visit, in the order of the keys, and its figures.
    func forEachGroup(_ body: (_ key: UnsafeRawBufferPointer, _ figures: TypicalRow) throws -> Void) throws {
        // A group is of a trip or of a route, so one list of places serves both.
        try GroupBlocks.forEach(
            groups.inOrder(), of: groups.count,
            { add in
                for place in 0..<trips.count {
                    if trips[place] != TypicalCount.none { add(UInt32(truncatingIfNeeded: place), Int(trips[place])) }
                    if routes[place] != TypicalCount.none { add(UInt32(truncatingIfNeeded: place), Int(routes[place])) }
                }
            },
            { group, places in
                let row = row(places)
                try groups.withKey(group) { try body($0, row) }
            })
    }

    private func row(_ places: ArraySlice<UInt32>) -> TypicalRow {
        var (days, statusDays, delayDays): ([Int32], [Int32], [Int32]) = ([], [], [])
        days.reserveCapacity(places.count)
        var counts = Array(repeating: 0, count: OccupancyStatus.codes.count + 1)
        var known: [(value: Int, count: Int)] = []
        known.reserveCapacity(places.count)
        for place in places {
            let day = numberedDays[dayNumbers[Int(place)]]
            days.append(day)
            let status = statuses[Int(place)]
            if status >= 0 {
                statusDays.append(day)
                counts[Int(status)] += 1
            }
            let delay = delays[Int(place)]
            if delay != TypicalCount.noDelay {
                delayDays.append(day)
                known.append((Int(delay), 1))
            }
        }
        let dayCount = TypicalCount.distinct(&days)
        return TypicalRow(
            days: dayCount, first: Int(days.first ?? 0), last: Int(days.last ?? 0), observations: places.count,
            statusDays: TypicalCount.distinct(&statusDays),
            crowding: CrowdingFigures(counts: counts, vehicles: 0, trips: 0, percentages: []),
            delayDays: TypicalCount.distinct(&delayDays), delays: Distribution(known.sorted { $0.value < $1.value }))
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
