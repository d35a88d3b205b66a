/// Everything that moves in the window, and what happens to it there.
struct Scenario {
    let city: City
    let timetable: CityTimetable
    let days: [VehicleDay]
    /// Vehicles whose positions stop and come back, and when they are missing; one a day.
    let vanished: [(vehicle: Int, time: Range<Int>)]
    /// What of all this the feed has.
    let telemetry: Telemetry

    init(_ options: SimulateOptions) {
        let city = City(options)
        let scenes = options.scenes
        let wantsExtra = options.vehicles >= 8
        let timetable = CityTimetable(city: city, vehicles: options.vehicles - (wantsExtra ? 1 : 0))
        let operation = Operation(
            timetable: timetable, seed: options.seed, window: options.window, scenes: scenes, rhythm: options.rhythm,
            firstDay: options.firstServiceDay)
        let radials = city.routes.indices.filter {
            city.routes[$0].kind == .radial && timetable.schedules[$0].tracked > 0
        }
        let extraRoute = wantsExtra ? radials.first { $0 != operation.incidentRoute } ?? radials.first : nil
        let copyRoute =
            options.duplicates ? Scenario.nextRoute(of: radials, timetable, operation, from: scenes[0]) : nil
        let fleet = CityFleet(timetable, extraOn: extraRoute, copyOn: copyRoute)
        let copying = copyRoute.map { _ in fleet.vehicles.count - 1 }
        var days = fleet.vehicles.map { vehicle in
            VehicleDay(
                vehicle: vehicle,
                runs: vehicle.index == copying
                    ? []
                    : vehicle.isExtra
                        ? scenes.map { Scenario.extraRun(vehicle, operation, $0) }
                        : operation.runs(route: vehicle.route, block: vehicle.block), city: city)
        }
        self.city = city
        self.timetable = timetable
        telemetry = Telemetry(
            seed: options.seed, doses: options.doses, period: options.period, vehicles: fleet.vehicles)
        var vanished: [(vehicle: Int, time: Range<Int>)] = []
        for scene in scenes {
            let canceled =
                options.vehicles >= 6
                ? Scenario.cancel(in: &days, scene, besides: operation.incidentRoute, city) : nil
            guard options.vehicles >= 4 else { continue }
            if let hidden = Scenario.vanish(days, scene, options.interval, besides: canceled, city) {
                vanished.append(hidden)
            }
        }
        if let copying {
            for scene in scenes {
                if let run = Scenario.copiedRun(fleet.vehicles[copying], days, operation, scene) {
                    days[copying].runs.append(run)
                }
            }
        }
        self.vanished = vanished
        self.days = days
    }

    // MARK: What happens

    /// A trip into the centre that is in no timetable, under way when a scene begins.
    private static func extraRun(_ vehicle: Vehicle, _ operation: Operation, _ scene: Range<Int>) -> Run {
        let begin = scene.lowerBound - 240
        let day = CivilTime.localDay(begin)
        let trip = PlannedTrip(
            route: vehicle.route, direction: 1, block: vehicle.block, ordinal: 0,
            start: (begin - CivilTime.midnight(day)) / 60 * 60, isPeak: true)
        let id = operation.timetable.city.routes[vehicle.route].id + "-extra-1"
        var run = operation.run(trip, day: day, service: Service(day: day), id: id, after: nil)
        run.relationship = .added
        return run
    }

    /// How many minutes after the original trip a copy starts.
    private static let copyAfter = 4

    /// Returns the route with the first trip that starts at or after the beginning of a scene.
    private static func nextRoute(
        of routes: [Int], _ timetable: CityTimetable, _ operation: Operation, from scene: Range<Int>
    ) -> Int? {
        func start(_ route: Int) -> Int {
            (0..<timetable.schedules[route].tracked).flatMap { operation.runs(route: route, block: $0) }
                .map(\.plannedBegin).filter { $0 >= scene.lowerBound }.min() ?? .max
        }
        return routes.map { (start($0), $0) }.min { $0 < $1 }?.1
    }

    /// Returns a copy of the first trip on the vehicle's route that starts during a scene, or up to an hour after its
    /// beginning. The copy starts `copyAfter` minutes later. Nil if there is no such trip.
    private static func copiedRun(
        _ vehicle: Vehicle, _ days: [VehicleDay], _ operation: Operation, _ scene: Range<Int>
    ) -> Run? {
        let time = scene.lowerBound..<max(scene.upperBound, scene.lowerBound + 3600)
        let candidates = days.lazy.filter { $0.vehicle.route == vehicle.route && !$0.vehicle.isExtra }.flatMap(\.runs)
            .filter { $0.relationship == .scheduled && time.contains($0.plannedBegin) }
        guard let original = candidates.min(by: { ($0.plannedBegin, $0.tripID) < ($1.plannedBegin, $1.tripID) }) else {
            return nil
        }
        var trip = original.trip
        trip.block = vehicle.block
        trip.start += copyAfter * 60
        var run = operation.run(
            trip, day: original.day, service: Service(day: original.day), id: original.tripID + "-copy", after: nil)
        run.relationship = .duplicated
        run.originalID = original.tripID
        return run
    }

    /// Cancels a trip into the centre and the one back, as one vehicle's round trip.
    /// - Returns: the vehicle.
    private static func cancel(in days: inout [VehicleDay], _ scene: Range<Int>, besides route: Int, _ city: City)
        -> Int?
    {
        let soon = scene.lowerBound + 120..<max(scene.upperBound, scene.lowerBound + 900)
        let later = soon.lowerBound..<(scene.lowerBound + 3600)
        for (time, avoided) in [(soon, route), (soon, -1), (later, -1)] {
            for (index, day) in days.enumerated() {
                let vehicle = day.vehicle
                guard city.routes[vehicle.route].kind == .radial, vehicle.route != avoided, !vehicle.isExtra else {
                    continue
                }
                let found = day.runs.indices.dropLast().first {
                    time.contains(day.runs[$0].plannedBegin) && day.runs[$0].trip.direction == 1
                        && day.runs[$0 + 1].trip.direction == 0
                }
                guard let found else { continue }
                days[index].runs[found].relationship = .canceled
                days[index].runs[found + 1].relationship = .canceled
                return index
            }
        }
        return nil
    }

    /// Chooses a vehicle that is out all through a scene and hides it for a fifth of it.
    private static func vanish(
        _ days: [VehicleDay], _ scene: Range<Int>, _ interval: Int, besides canceled: Int?, _ city: City
    ) -> (vehicle: Int, time: Range<Int>)? {
        guard scene.count >= 5 * interval else { return nil }
        let begin = scene.lowerBound + scene.count * 3 / 10
        let hidden = begin..<(begin + max(scene.count / 5, 2 * interval))
        let candidates = days.indices.filter { index in
            index != canceled && !days[index].vehicle.isExtra
                && [scene.lowerBound, begin, hidden.upperBound, scene.upperBound].allSatisfy {
                    days[index].fix(at: $0)?.run != nil
                }
        }
        let bus = candidates.first { !city.routes[days[$0].vehicle.route].isTrain }
        return (bus ?? candidates.first).map { ($0, hidden) }
    }
}
