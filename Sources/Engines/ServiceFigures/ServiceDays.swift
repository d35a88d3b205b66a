import GTFSSchedule
import Hashing

/// The days of some services, those with the same services taken together: what runs on them is the same.
package struct ServiceDays {
    /// Days after 1970-01-01, ascending, on which the same services run.
    package struct Kind {
        /// The same for the same services.
        let hash: UInt64
        package var days: [Int]
    }

    /// In the order of their first days.
    package private(set) var kinds: [Kind] = []
    private let hashes: [UInt64]
    private let first: Int

    /// - Parameters:
    ///   - services: each once.
    ///   - days: those that are looked at.
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

    /// What tells a day's services from those of other days; 0 where none runs.
    package func hash(on day: Int) -> UInt64 { hashes[day - first] }
}
