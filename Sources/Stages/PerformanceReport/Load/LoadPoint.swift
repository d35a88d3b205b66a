import Occupancy

/// Finds the stop where vehicles are fullest.
///
/// By the 90th percentile of the percentage if at every stop at least half of the samples have a percentage, because one
/// vehicle that counts riders must not outvote a fleet that does not. Else by the share of crowded visits.
enum LoadPoint {
    /// A row that may be the maximum load point: a stop of a pattern, but for the last.
    struct Candidate {
        let row: Int
        let sequence: Int
        let pattern: Identifier
        let stop: Identifier
        /// How many calls of the pattern at this stop come before.
        let earlierCalls: Int
        let trips: Int
        let samples: Int
        /// Visits with a percentage, and its 90th percentile.
        let percentages: Int
        let percentage: Int?
        /// Visits with a status.
        let statuses: Int
        /// Of them those at `--crowded` or worse, very crowded, at high occupancy: compared in this order.
        let crowded: [Int]
    }

    /// An id, compared byte by byte.
    struct Identifier: Hashable, Comparable {
        let bytes: [UInt8]

        init(_ text: String) { bytes = Array(text.utf8) }

        static func < (left: Identifier, right: Identifier) -> Bool {
            left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    /// Whether percentages decide.
    /// - Parameter stops: of each stop how many samples there are, and how many of them have a percentage.
    static func isByPercentage(_ stops: [(samples: Int, percentages: Int)]) -> Bool {
        stops.contains { $0.percentages > 0 } && stops.allSatisfy { 2 * $0.percentages >= $0.samples }
    }

    // MARK: Of a pattern

    /// The row of the most loaded of a pattern's stops; of several the first along the way.
    static func ofPattern(_ candidates: [Candidate]) -> Int? {
        let stops = candidates.sorted { ($0.sequence, $0.stop) < ($1.sequence, $1.stop) }
        let isByPercentage = isByPercentage(stops.map { ($0.samples, $0.percentages) })
        var best: Candidate?
        for stop in stops where isByPercentage ? stop.percentage != nil : stop.statuses > 0 {
            if let best {
                let isMore =
                    isByPercentage
                    ? stop.percentage ?? 0 > best.percentage ?? 0 : hasLargerShares(stop, than: best)
                guard isMore else { continue }
            }
            best = stop
        }
        return best?.row
    }

    private static func hasLargerShares(_ left: Candidate, than right: Candidate) -> Bool {
        for (first, second) in zip(left.crowded, right.crowded) {
            let (first, second) = (Int128(first) * Int128(right.statuses), Int128(second) * Int128(left.statuses))
            if first != second { return first > second }
        }
        return false
    }

    // MARK: Of a route

    /// A stop over all patterns: a stop that a pattern calls at twice is two.
    private struct Place {
        var rows: [Candidate] = []
        var samples = 0
        var percentages = 0
        /// Loads times trips.
        var percentage = Int128(0)
        var crowded = [Int128](repeating: 0, count: 3)
        var hasStatus = false
        /// The row that the place is marked by: that of the pattern with the most trips.
        var mark: Candidate { rows[0] }
    }

    /// The row of the stop where the trips of all patterns together are most loaded: each pattern's load counts as often as
    /// it has trips there, and a pattern that does not call there adds nothing.
    static func ofRoute(_ candidates: [Candidate]) -> Int? {
        struct Call: Hashable {
            let stop: Identifier
            let number: Int
        }
        var order: [Call: Int] = [:]
        var places: [Place] = []
        for stop in candidates.sorted(by: { ($0.pattern, $0.sequence, $0.stop) < ($1.pattern, $1.sequence, $1.stop) }) {
            let key = Call(stop: stop.stop, number: stop.earlierCalls)
            let number = order[key] ?? places.count
            if number == places.count {
                order[key] = number
                places.append(Place())
            }
            places[number].rows.append(stop)
            places[number].samples += stop.samples
            places[number].percentages += stop.percentages
            places[number].percentage += Int128(stop.trips) * Int128(stop.percentage ?? 0)
            places[number].hasStatus = places[number].hasStatus || stop.statuses > 0
            for (look, count) in stop.crowded.enumerated() {
                places[number].crowded[look] +=
                    Int128(stop.trips) * Int128(CrowdingFigures.tenThousandths(count, of: stop.statuses) ?? 0)
            }
        }
        for number in places.indices {
            places[number].rows.sort {
                ($1.trips, $0.pattern, $0.sequence, $0.stop) < ($0.trips, $1.pattern, $1.sequence, $1.stop)
            }
        }
        places.sort { ($0.mark.sequence, $0.mark.stop) < ($1.mark.sequence, $1.mark.stop) }
        let isByPercentage = isByPercentage(places.map { ($0.samples, $0.percentages) })
        var best: Place?
        for place in places where isByPercentage ? place.percentages > 0 : place.hasStatus {
            if let best {
                let isMore =
                    isByPercentage
                    ? place.percentage > best.percentage : best.crowded.lexicographicallyPrecedes(place.crowded)
                guard isMore else { continue }
            }
            best = place
        }
        return best?.mark.row
    }
}
