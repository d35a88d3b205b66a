import GTFSSchedule
import Hashing

/// The days of a set of services, grouped by the services that run on them.
package struct ServiceDays {
    /// The days with the same services, in ascending order, since 1970-01-01.
    package struct Kind {
        /// An identifier of the set of services.
        let hash: UInt64
        package var days: [Int]
    }

    /// The groups of days, in the order of their first days.
    package private(set) var kinds: [Kind] = []
    private let hashes: [UInt64]
    private let first: Int

    /// - Parameters:
    ///   - services: each once.
    ///   - days: the covered days.
    package init(_ services: some Sequence<Int>, _ calendar: ServiceCalendar, on days: ScopeDays) {
        let range = days.range
        first = range.lowerBound
        var hashes = [UInt64](repeating: 0, count: range.count)
        for service in services {
            guard let bounds = calendar.bounds(of: service), bounds.overlaps(range) else { continue }
            for day in bounds.clamped(to: range) where calendar.runs(service, on: day) {
                hashes[day - first] &+= Fingerprint.of(UInt64(service) &+ 1, 0)
            }
        }
        var places: [UInt64: Int] = [:]
        for (place, hash) in hashes.enumerated() where hash != 0 && days.contains(first + place) {
            if let known = places[hash] {
                kinds[known].days.append(first + place)
            } else {
                places[hash] = kinds.count
                kinds.append(Kind(hash: hash, days: [first + place]))
            }
        }
        self.hashes = hashes
    }

    /// An identifier of the services on a day; 0 if none runs.
    package func hash(on day: Int) -> UInt64 { hashes[day - first] }
}
