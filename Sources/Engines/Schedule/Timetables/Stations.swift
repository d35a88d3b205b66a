import GTFSSchedule

/// The stations of the stops in a timetable: stops whose parent_station leads to the same stop.
package struct Stations {
    private let timetable: Timetable
    /// The number of the station of each stop; the stop itself without a station.
    private let roots: [Int]

    /// Cost: linear in the number of stops, even with long or circular chains of parents.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        var roots = [Int](repeating: -1, count: timetable.stops.count)
        var chain: [Int] = []
        // Stations that the feed names and does not have: the first stop that names one stands for it.
        var unlisted: [String: Int] = [:]
        for start in timetable.stops.indices where roots[start] < 0 {
            var stop = start
            chain.removeAll(keepingCapacity: true)
            while roots[stop] < 0 {
                chain.append(stop)
                // Where a chain leads back into itself its first stop stands for the station.
                roots[stop] = start
                guard let parent = timetable.stops[stop].parentStation else {
                    roots[stop] = stop
                    break
                }
                guard let number = timetable.stopNumbers[parent] else {
                    roots[stop] = unlisted[parent] ?? stop
                    unlisted[parent] = roots[stop]
                    break
                }
                stop = number.index
            }
            let root = roots[stop]
            for member in chain { roots[member] = root }
        }
        self.roots = roots
    }

    package func number(of id: String) -> StopIndex? { timetable.stopNumbers[id] }

    package func isSame(_ left: StopIndex, _ right: StopIndex) -> Bool {
        roots[left.index] == roots[right.index]
    }

    /// Whether vehicles stop there: false for stations, entrances and nodes (location_type 1, 2 and 3).
    package func isPlatform(_ stop: StopIndex) -> Bool {
        Stations.isPlatform(locationType: timetable[stop].locationType)
    }

    /// Whether vehicles stop at a stop with this location_type; nil if the field is empty.
    package static func isPlatform(locationType: Int?) -> Bool {
        let type = locationType ?? 0
        return type == 0 || type == 4
    }
}
