import Drawing
import Geometry
import Networks
import Occupancy
import TimeZones

/// The words of a still: its title, the titles of what is drawn, the text alternative.
struct StillWords {
    let title: String
    /// What is drawn, counted.
    let subtitle: String
    let description: String

    init(
        _ model: MapModel, _ routes: StillRoutes, _ stops: NetworkStops, view: MapView, vehiclesOutside outside: Int,
        hidesPins: Bool,
        title: String?, timezone: String?
    ) {
        let trips = model.trips.filter { !$0.pieces.isEmpty }
        if let title, !title.isEmpty {
            self.title = title
        } else if let trip = trips.first, trips.count == 1, !model.hasNetwork {
            self.title =
                [trip.routeShortName ?? trip.routeLongName ?? trip.routeID, trip.headsign].compactMap { $0 }
                .joined(separator: " ")
        } else {
            self.title =
                routes.all.isEmpty ? "Vehicles" : routes.all.count == 1 ? routes.all[0].name : "Transit network"
        }
        var parts: [String] = []
        func count(_ number: Int, _ noun: String) {
            if number > 0 { parts.append("\(number) \(noun)\(number == 1 ? "" : "s")") }
        }
        let pieces = model.lines.count { !$0.routes.isEmpty }
        count(model.lines.count - pieces, "line")
        if pieces > 0 { parts.append("\(pieces) piece\(pieces == 1 ? "" : "s") of way") }
        count(routes.all.count, "route")
        count(stops.all.count + trips.reduce(0) { $0 + $1.stops.count }, "stop")
        count(model.vehicles.count + trips.filter { $0.vehicle?.coordinate != nil }.count, "vehicle")
        var subtitle = parts.joined(separator: ", ")
        let missing = model.trips.count - trips.count
        if missing > 0 { subtitle += "; \(missing) trip\(missing == 1 ? "" : "s") without coordinates" }
        if outside > 0 { subtitle += "; \(outside) vehicle\(outside == 1 ? "" : "s") outside the picture" }
        if hidesPins { subtitle += "; stops are too dense to draw" }
        // A clock that is centuries off tells nothing.
        if let newest = model.vehicles.compactMap(\.time).max(), (0..<1 << 40).contains(newest) {
            subtitle += "; vehicles at \(StillWords.time(newest, timezone ?? model.zone))"
        }
        self.subtitle = subtitle + "."
        description =
            "A map of \(self.subtitle) "
            + StillWords.list("Routes: ", routes.sorted.map { routes.all[$0].name })
            + trips.prefix(5).map { trip in
                StillWords.list(
                    "Stops of trip \(StillWords.brief(trip.tripID)): ",
                    trip.stops.map { $0.stopName ?? $0.stopID ?? "?" })
            }.joined()
            + "The centre is at \(StillWords.degrees(view.center.latitude, "N", "S")), "
            + "\(StillWords.degrees(view.center.longitude, "E", "W"))."
    }

    /// Names up to a number that can be listened to.
    private static func list(_ head: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let most = 40
        let shown = names.prefix(most).map(brief).joined(separator: ", ")
        return head + shown + (names.count > most ? " and \(names.count - most) more. " : ". ")
    }

    private static func brief(_ name: String) -> String {
        name.unicodeScalars.count <= 80 ? name : String(name.prefix(79)) + "…"
    }

    // MARK: Titles

    func title(of line: NetworkLine, _ route: String) -> String {
        var text = "Route \(route)"
        if let direction = line.directionID { text += ", direction \(direction)" }
        if let length = line.length, (0...1e9).contains(length) {
            let hundreds = Int((length / 100).rounded())
            text += ", \(hundreds / 10).\(hundreds % 10) km"
        }
        if let runs = line.runs {
            text += ", \(runs) run\(runs == 1 ? "" : "s") that day"
        } else if let trips = line.tripCount {
            text += ", \(trips) trip\(trips == 1 ? "" : "s")"
            // A line of one trip is that trip's; others are of the whole timetable.
            if line.tripID == nil { text += " (all days)" }
        }
        if line.missingStopCount > 0 { text += ", \(line.missingStopCount) stops without coordinates" }
        return text
    }

    /// Of a route along pieces of way.
    func title(of route: StillRoutes.Route, metres: Double) -> String {
        guard (0...1e9).contains(metres) else { return "Route \(route.name)" }
        let hundreds = Int((metres / 100).rounded())
        return "Route \(route.name), \(hundreds / 10).\(hundreds % 10) km of path"
    }

    func title(of stop: NetworkStop) -> String {
        var text = (stop.isStation ? "Station " : "Stop ") + (stop.stopName ?? stop.stopID)
        if stop.platforms.count > 1 { text += ", \(stop.platforms.count) platforms" }
        if stop.wheelchairBoarding == 1 { text += ", wheelchair accessible" }
        if stop.wheelchairBoarding == 2 { text += ", not wheelchair accessible" }
        let accessible = stop.platforms.count { $0.wheelchairBoarding == 1 }
        if stop.accessDiffers, accessible > 0 { text += ", \(accessible) of them wheelchair accessible" }
        return text
    }

    func title(of trip: MapTrip, _ route: String) -> String {
        "Trip \(trip.tripID) of route \(route)" + (trip.headsign.map { " to \($0)" } ?? "")
    }

    func title(of stop: MapTripStop) -> String {
        var text = stop.stopName ?? stop.stopID ?? "Stop"
        if let time = stop.departure ?? stop.arrival { text += ", \(ClockTime.shortText(time))" }
        if let delay = stop.delay, delay != 0 {
            text += ", \((delay.magnitude / 60)) min " + (delay > 0 ? "late" : "early")
        }
        if let level = stop.occupancyStatus?.level { text += ", \(level.label)" }
        return text + (stop.isSkipped ? ", skipped" : "")
    }

    func title(of vehicle: MapTripVehicle) -> String {
        "Vehicle \(vehicle.label ?? vehicle.vehicleID ?? "")" + StillWords.level(vehicle.occupancyStatus)
    }

    func title(of vehicle: MapVehicle, _ route: String?) -> String {
        "Vehicle \(vehicle.label ?? vehicle.vehicleID)" + ((route ?? vehicle.routeID).map { " of route \($0)" } ?? "")
            + StillWords.level(vehicle.occupancyStatus)
    }

    private static func level(_ status: OccupancyStatus?) -> String {
        ", " + (status?.level?.label ?? "occupancy unknown")
    }

    // MARK: Figures

    static func percent(_ count: Int, of total: Int) -> String { CrowdingFigures.percent(count, of: total) ?? "–" }

    /// A time on the clock of a zone, with the zone's name; in UTC if the zone is not known.
    private static func time(_ time: Int, _ name: String?) -> String {
        let zone = name.flatMap { try? Zone(named: $0) } ?? .utc
        let (days, second) = CivilDate.split(time + zone.offset(at: time))
        return CivilDate(daysSinceEpoch: days).text + " " + ClockTime.shortText(second) + " " + zone.name
    }

    private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
        let tenThousandths = Int((abs(value) * 10_000).rounded())
        let digits = String(tenThousandths % 10_000)
        return "\(tenThousandths / 10_000).\(String(repeating: "0", count: 4 - digits.count))\(digits)° "
            + (value < 0 ? negative : positive)
    }
}
