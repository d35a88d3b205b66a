import GTFSSchedule
import Geometry

extension Timetable.Stop {
    /// The position; nil if the feed gives none.
    package var coordinate: Coordinate? {
        get { latitude.isNaN ? nil : Coordinate(latitude: latitude, longitude: longitude) }
        set {
            latitude = newValue?.latitude ?? .nan
            longitude = newValue?.longitude ?? .nan
        }
    }
}

extension Timetable {
    /// Adds stops beside those of the schedule, which count if both have an id.
    mutating func add(_ added: [Timetable.Stop]) {
        guard !added.isEmpty else { return }
        for stop in added { add(stop) }
        placeStops()
    }

    /// Assigns the positions of stations to stops without one.
    mutating func placeStops() {
        for index in stops.indices where stops[index].latitude.isNaN && stops[index].parentStation != nil {
            stops[index].coordinate = StopPlace.find(
                index, own: { stops[$0].coordinate },
                parent: { stops[$0].parentStation.flatMap { stopNumbers[$0]?.index } })
        }
    }
}

extension Timetable {
    /// The language of a feed by its feed_lang; nil if it is missing or `mul`, which stands for several.
    static func language(feedLang: String?) -> String? {
        guard let feedLang, !feedLang.isEmpty, feedLang.lowercased() != "mul" else { return nil }
        return feedLang
    }

    /// The agency of a route: a feed with one agency need not name it in routes.txt.
    package func agencyID(of route: Route) -> String? {
        route.agencyID ?? (agencies.count == 1 ? agencies[0].id : nil)
    }
}
