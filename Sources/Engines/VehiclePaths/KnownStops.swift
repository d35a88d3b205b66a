import GTFSSchedule
import Schedule

/// The stops that positions name, by number.
package struct KnownStops {
    package private(set) var names: [String] = []
    /// nil for a stop that the feed does not have.
    private(set) var indices: [StopIndex?] = []
    package var stations: Stations

    package init(_ stations: Stations) { self.stations = stations }

    package mutating func append(_ name: String) {
        names.append(name)
        indices.append(stations.number(of: name))
    }
}
