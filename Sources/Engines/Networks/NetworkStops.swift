/// The stops of a network as a map shows them: pins with a `parent_station` are one stop a station.
///
/// A pin without one stays by itself, unless others name it as theirs: trips that call at a station and trips that call
/// at its platforms call at one stop. Stations of one id in two feeds are two.
public struct NetworkStops: Sendable {
    /// In the order of their first pins.
    public let all: [NetworkStop]
    /// The stations among `all` by their platforms.
    private let stations: [Key: Int]

    private struct Key: Hashable {
        let feed: String?
        let stop: String
    }

    private struct Platform: Hashable {
        let station: Int
        let stop: String
    }

    public init(_ pins: [NetworkPin]) {
        let parents = Set(pins.lazy.compactMap { pin in pin.parentStation.map { Key(feed: pin.feedID, stop: $0) } })
        /// The pins of each stop, with its id where it is a station.
        var groups: [(station: String?, pins: [NetworkPin])] = []
        var places: [Key: Int] = [:]
        var platforms: [Platform: Int] = [:]
        var stations: [Key: Int] = [:]
        for pin in pins {
            let station = Key(feed: pin.feedID, stop: pin.parentStation ?? pin.stopID)
            guard parents.contains(station) else {
                groups.append((nil, [pin]))
                continue
            }
            let place = places[station] ?? groups.count
            if place == groups.count {
                places[station] = place
                groups.append((station.stop, []))
            }
            let platform = Platform(station: place, stop: pin.stopID)
            if let known = platforms[platform] {
                // Records of two runs may have a platform each, with the routes that were drawn.
                groups[place].pins[known].routeIDs += pin.routeIDs
            } else {
                platforms[platform] = groups[place].pins.count
                groups[place].pins.append(pin)
                stations[Key(feed: pin.feedID, stop: pin.stopID)] = place
            }
        }
        all = groups.map { group in
            group.station.map { NetworkStop($0, platforms: group.pins) } ?? NetworkStop(group.pins[0])
        }
        self.stations = stations
    }

    /// How many stops are on a line: the platforms of a station are one.
    public func count(on line: NetworkLine) -> Int {
        guard !stations.isEmpty else { return line.stopIDs.count }
        var passed: Set<Int> = []
        return line.stopIDs.count { stop in
            guard let station = stations[Key(feed: line.feedID, stop: stop)] else { return true }
            return passed.insert(station).inserted
        }
    }
}
