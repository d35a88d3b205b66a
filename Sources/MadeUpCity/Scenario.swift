/// Everything that moves in the window, and what happens to it there.
struct Scenario {
    let city: City
    let timetable: CityTimetable
    let days: [VehicleDay]
    /// The vehicle whose positions stop and come back, and when they are missing.
    let vanished: (vehicle: Int, time: Range<Int>)?
    /// The vehicle whose round trip is cancelled.
    let canceled: Int?
    /// What of all this the feed has.
    let telemetry: Telemetry

    /// The window in POSIX seconds.
    static func window(_ options: SimulateOptions) -> Range<Int> {
        options.start..<(options.start + options.minutes * 60)
    }

    init(_ options: SimulateOptions) {
        let city = City(options)
        let window = Scenario.window(options)
        let wantsExtra = options.vehicles >= 8
        let timetable = CityTimetable(city: city, vehicles: options.vehicles - (wantsExtra ? 1 : 0))
        let operation = Operation(timetable: timetable, seed: options.seed, window: window)
        let radials = city.routes.indices.filter {
            city.routes[$0].kind == .radial && timetable.schedules[$0].tracked > 0
        }
        let extraRoute = wantsExtra ? radials.first { $0 != operation.incident.route } ?? radials.first : nil
        let fleet = Fleet(timetable, extraOn: extraRoute)
        var days = fleet.vehicles.map { vehicle in
            VehicleDay(
                vehicle: vehicle,
                runs: vehicle.isExtra
                    ? [Scenario.extraRun(vehicle, operation)]
                    : operation.runs(route: vehicle.route, block: vehicle.block), city: city)
        }
        self.city = city
        self.timetable = timetable
        telemetry = Telemetry(seed: options.seed, doses: options.doses, vehicles: fleet.vehicles)
        canceled =
            options.vehicles >= 6 ? Scenario.cancel(in: &days, window, besides: operation.incident.route, city) : nil
        vanished =
            options.vehicles >= 4 ? Scenario.vanish(days, window, options.interval, besides: canceled, city) : nil
        self.days = days
    }

    // MARK: What happens

    /// A trip into the centre that is in no timetable, under way when the window begins.
    private static func extraRun(_ vehicle: Vehicle, _ operation: Operation) -> Run {
        let begin = operation.window.lowerBound - 240
        let day = CivilTime.localDay(begin)
        let trip = PlannedTrip(
            route: vehicle.route, direction: 1, block: vehicle.block, ordinal: 0,
            start: (begin - CivilTime.midnight(day)) / 60 * 60, isPeak: true)
        let id = operation.timetable.city.routes[vehicle.route].id + "-extra-1"
        var run = operation.run(trip, day: day, service: Service(day: day), id: id, after: nil)
        run.relationship = .added
        return run
    }

    /// Cancels a trip into the centre and the one back, as one vehicle's round trip.
    private static func cancel(in days: inout [VehicleDay], _ window: Range<Int>, besides route: Int, _ city: City)
        -> Int?
    {
        let soon = window.lowerBound + 120..<max(window.upperBound, window.lowerBound + 900)
        let later = soon.lowerBound..<(window.lowerBound + 3600)
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

    /// Chooses a vehicle that is out all through the window and hides it for a fifth of it.
    private static func vanish(
        _ days: [VehicleDay], _ window: Range<Int>, _ interval: Int, besides canceled: Int?, _ city: City
    ) -> (vehicle: Int, time: Range<Int>)? {
        guard window.count >= 5 * interval else { return nil }
        let begin = window.lowerBound + window.count * 3 / 10
        let hidden = begin..<(begin + max(window.count / 5, 2 * interval))
        let candidates = days.indices.filter { index in
            index != canceled && !days[index].vehicle.isExtra
                && [window.lowerBound, begin, hidden.upperBound, window.upperBound].allSatisfy {
                    days[index].fix(at: $0)?.run != nil
                }
        }
        let bus = candidates.first { !city.routes[days[$0].vehicle.route].isTrain }
        return (bus ?? candidates.first).map { ($0, hidden) }
    }
}
