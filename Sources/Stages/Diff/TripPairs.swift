import GTFSSchedule
import Hashing
import Schedule
import StageKit

/// Which trips of NEW are trips of OLD under another id: those of one route, direction, service days, stops and times.
///
/// Service days are compared on the days that both feeds have service on, or may have: a newer feed most often begins
/// and ends later. Trips of which no day is among those are compared by all their days. Of several trips that are alike
/// those of one id are paired, then those of one block and shape, then in the order of their ids.
///
/// Memory: the timetable of one feed at a time, and 50 bytes a trip.
struct TripPairs {
    /// By the hash of an id in NEW that of the trip's id in OLD.
    private(set) var substitutes: [UInt64: UInt64] = [:]

    fileprivate struct Trip {
        let id: [UInt8]
        var signature: UInt64
        /// Of block and shape.
        let extra: UInt64
    }

    init(_ old: RereadableFeed, _ new: RereadableFeed, _ context: StageContext) throws {
        // Whole trips are paired, whichever of their rows --where takes.
        let quiet = try RereadableFeed.quietContext(like: context) { $0.column == "feed_id" }
        let before = try FeedTrips(old, quiet)
        let after = try FeedTrips(new, quiet)
        var common: ClosedRange<Int>?
        if let old = before.calendar.span, let new = after.calendar.span, old.overlaps(new) {
            common = old.clamped(to: new)
        }
        pair(before.signed(common), after.signed(common))
    }

    private mutating func pair(_ old: [Trip], _ new: [Trip]) {
        var oldByID: [[UInt8]: Int] = [:]
        for (place, trip) in old.enumerated() { oldByID[trip.id] = place }
        var isOldPaired = [Bool](repeating: false, count: old.count)
        var pairs = [Int?](repeating: nil, count: new.count)
        for (place, trip) in new.enumerated() {
            guard let same = oldByID[trip.id], old[same].signature == trip.signature else { continue }
            isOldPaired[same] = true
            pairs[place] = same
        }
        for isExact in [true, false] {
            func key(_ trip: Trip) -> UInt64 {
                isExact ? Fingerprint.of(trip.signature, trip.extra) : trip.signature
            }
            // In reverse, so that the least id is taken first.
            var waiting: [UInt64: [Int]] = [:]
            for place in old.indices.reversed() where !isOldPaired[place] {
                waiting[key(old[place]), default: []].append(place)
            }
            for (place, trip) in new.enumerated() where pairs[place] == nil {
                guard let same = waiting[key(trip)]?.popLast() else { continue }
                isOldPaired[same] = true
                pairs[place] = same
            }
        }
        for (place, trip) in new.enumerated() {
            let hash = trip.id.withUnsafeBytes { RowPrinter.hash(ofID: $0) }
            if let same = pairs[place] {
                let other = old[same].id.withUnsafeBytes { RowPrinter.hash(ofID: $0) }
                if other != hash { substitutes[hash] = other }
            } else if let same = oldByID[trip.id], isOldPaired[same] {
                // Its id is that of a trip which has another one now.
                substitutes[hash] = Fingerprint.of(hash, 5)
            }
        }
    }
}

/// The trips of a feed with what they are paired by.
private struct FeedTrips {
    let calendar: ServiceCalendar
    /// In the order of their ids; signatures without the days.
    private var trips: [TripPairs.Trip] = []
    private var services: [Int?] = []

    init(_ feed: RereadableFeed, _ context: StageContext) throws {
        let timetable = try WholeTimetable.read(feed, context)
        calendar = timetable.frame.calendar
        let stops = timetable.frame.stops.map { Fingerprint.of($0.id) }
        var profiles: [Int: UInt64] = [:]
        var found: [(trip: TripPairs.Trip, service: Int?)] = []
        for number in timetable.listedTrips {
            var signature = Fingerprint.of(timetable.route(of: number)?.id ?? "")
            func add(_ value: Int) { signature = Fingerprint.of(signature, UInt64(bitPattern: Int64(value))) }
            add(timetable.directionID(of: number) ?? -1)
            if let profile = timetable.profileNumber(of: number), let times = timetable.runningTimes(of: number) {
                let hash = profiles[profile] ?? FeedTrips.hash(times.times, stops)
                profiles[profile] = hash
                signature = Fingerprint.of(signature, hash)
                add(times.start)
            }
            let frequencies = timetable.frequencies(of: number).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            for frequency in frequencies {
                for value in [frequency.start, frequency.end, frequency.headway, frequency.isExact ? 1 : 0] {
                    add(value)
                }
            }
            let extra = Fingerprint.of(
                Fingerprint.of(timetable.blockID(of: number) ?? ""),
                Fingerprint.of(timetable.shapeID(of: number) ?? ""))
            found.append(
                (
                    TripPairs.Trip(id: Array(timetable.id(number).utf8), signature: signature, extra: extra),
                    timetable.service(of: number).service?.index
                ))
        }
        found.sort { $0.trip.id.lexicographicallyPrecedes($1.trip.id) }
        trips = found.map(\.trip)
        services = found.map(\.service)
    }

    /// The trips with the days of their services in their signatures: those of `common`, or all where none is of those.
    func signed(_ common: ClosedRange<Int>?) -> [TripPairs.Trip] {
        var hashes: [Int: UInt64] = [:]
        return zip(trips, services).map { trip, service in
            var trip = trip
            guard let service else { return trip }
            let hash = hashes[service] ?? hash(ofDays: service, common)
            hashes[service] = hash
            trip.signature = Fingerprint.of(trip.signature, hash)
            return trip
        }
    }

    private func hash(ofDays service: Int, _ common: ClosedRange<Int>?) -> UInt64 {
        guard let bounds = calendar.bounds(of: service) else { return 0 }
        var all: UInt64 = 0
        var shared: UInt64 = 0
        for day in bounds where calendar.runs(service, on: day) {
            all = Fingerprint.of(all, UInt64(bitPattern: Int64(day)))
            if let common, common.contains(day) { shared = Fingerprint.of(shared, UInt64(bitPattern: Int64(day))) }
        }
        return shared == 0 ? all : shared
    }

    private static func hash(_ times: WholeTimetable.RunningTimes, _ stops: [UInt64]) -> UInt64 {
        times.stopTimes.reduce(UInt64(times.stopTimes.count)) { hash, row in
            let hash = Fingerprint.of(hash, row.stop.map { stops[$0.index] } ?? 0)
            return Fingerprint.of(
                hash, UInt64(bitPattern: Int64(row.arrival ?? -1) << 32 ^ Int64(row.departure ?? -1)))
        }
    }
}
