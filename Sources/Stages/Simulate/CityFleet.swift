/// What a vehicle's equipment lets it tell about crowding.
enum OccupancyPractice {
    case status
    case statusAndPercentage
    /// The percentage and each carriage's.
    case carriages
    /// NO_DATA_AVAILABLE: it counts, but the count is not to be had.
    case noData
    /// No field at all: it cannot count.
    case absent

    /// occupancy_status and occupancy_percentage of a load, as far as the vehicle tells them.
    func told(_ load: Int) -> (status: UInt64?, percentage: Int?) {
        switch self {
        case .absent: (nil, nil)
        case .noData: (7, nil)
        case .status: (SimulatedCrowding.status(load), nil)
        case .statusAndPercentage, .carriages: (SimulatedCrowding.status(load), load)
        }
    }
}

/// A vehicle that sends realtime data.
struct Vehicle {
    /// Position among all vehicles; its chances hang on it.
    var index: Int
    var route: Int
    var block: Int
    var id: String
    var label: String
    var plate: String?
    /// trips.wheelchair_accessible: 0 unknown, 1 yes, 2 no.
    var wheelchair: Int
    var report: OccupancyPractice
    /// Whether the vehicle runs, instead of a block, a trip outside the timetable or copies of a trip.
    var isExtra = false
}

/// The vehicles, in the order of routes and blocks.
struct CityFleet {
    let vehicles: [Vehicle]
    static let carriages = 6

    /// - Parameters:
    ///   - extraRoute: adds a vehicle on this route for a trip outside the timetable.
    ///   - copyRoute: adds a vehicle, the last one, for copies of this route's trips.
    init(_ timetable: CityTimetable, extraOn extraRoute: Int?, copyOn copyRoute: Int?) {
        var vehicles: [Vehicle] = []
        var buses = 0
        func add(_ route: Int, _ block: Int, isExtra: Bool) {
            let line = timetable.city.routes[route]
            let index = vehicles.count
            let number = String(line.isTrain ? 101 + index : 2001 + index)
            var report: OccupancyPractice = line.sendsPercentage ? .statusAndPercentage : .status
            if line.isTrain {
                report = .carriages
            } else {
                if buses % 8 == 2 { report = .absent }
                if buses % 16 == 5 { report = .noData }
                buses += 1
            }
            vehicles.append(
                Vehicle(
                    index: index, route: route, block: block, id: (line.isTrain ? "train-" : "bus-") + number,
                    label: number, plate: line.isTrain ? nil : number + "LT",
                    wheelchair: CityFleet.wheelchair(route: route, block: block, line.isTrain), report: report,
                    isExtra: isExtra))
        }
        for (route, schedule) in timetable.schedules.enumerated() {
            for block in 0..<schedule.tracked { add(route, block, isExtra: false) }
        }
        if let extraRoute { add(extraRoute, timetable.schedules[extraRoute].blocks, isExtra: true) }
        if let copyRoute { add(copyRoute, timetable.schedules[copyRoute].blocks + 1, isExtra: true) }
        self.vehicles = vehicles
    }

    /// trips.wheelchair_accessible of a block: a few old buses have steps, of a few nobody knows.
    static func wheelchair(route: Int, block: Int, _ isTrain: Bool) -> Int {
        if isTrain { return 1 }
        switch (route * 3 + block) % 11 {
        case 7: return 2
        case 9: return 0
        default: return 1
        }
    }
}
