import GTFSRealtime
import GTFSSchedule
import TimeZones

/// Writes the snapshots of a scenario as GTFS-Realtime messages; field numbers are the specification's.
struct RealtimeMessages {
    let scenario: Scenario
    private let writer = ProtobufWriter()

    init(_ scenario: Scenario) { self.scenario = scenario }

    /// A trip that starts later is not predicted yet.
    private static let predictedAhead = 1200

    private func begin(_ snapshot: Int) {
        writer.removeAll()
        writer.message(1) {
            $0.string(1, "2.0")
            $0.unsigned(2, 0)
            $0.unsigned(3, UInt64(snapshot))
        }
    }

    // MARK: VehiclePosition

    /// The positions known at `snapshot` as a FeedMessage, valid until the next call, and how many they are.
    func vehiclePositions(at snapshot: Int) -> (bytes: UnsafeRawBufferPointer, entities: Int) {
        begin(snapshot)
        var entities = 0
        for (index, day) in scenario.days.enumerated() {
            let time = scenario.reported(day.vehicle, by: snapshot)
            if let vanished = scenario.vanished, vanished.vehicle == index, vanished.time.contains(snapshot) {
                continue
            }
            guard let fix = day.fix(at: time) else { continue }
            entities += 1
            writer.message(2) { entity in
                entity.string(1, day.vehicle.id)
                entity.message(4) { write(fix, day, $0) }
            }
        }
        return (writer.bytes, entities)
    }

    private func write(_ fix: Fix, _ day: VehicleDay, _ writer: ProtobufWriter) {
        let vehicle = day.vehicle
        let route = scenario.city.routes[vehicle.route]
        let place = scenario.received(fix, vehicle)
        let run = fix.run.map { day.runs[$0] }
        if let run { writer.message(1) { descriptor(run, $0) } }
        writer.message(2) {
            $0.float(1, Float(Location.latitude(place)))
            $0.float(2, Float(Location.longitude(place)))
            // Some receivers tell the place alone.
            guard vehicle.index % 13 != 4 else { return }
            $0.float(3, Float(Int(fix.bearing.rounded()) % 360))
            if let run, route.isTrain {
                let trips = Double(run.trip.ordinal) * (route.patterns[0].distances.last ?? 0)
                $0.double(4, (trips + fix.distance).rounded())
            }
            $0.float(5, Float((fix.speed * 10).rounded() / 10))
        }
        if let run {
            let pattern = route.patterns[run.trip.direction]
            writer.unsigned(3, UInt64(fix.stop + 1))
            writer.unsigned(4, fix.status)
            writer.unsigned(5, UInt64(fix.time))
            if !route.isTrain { writer.unsigned(6, RealtimeMessages.congestion(fix.pace)) }
            writer.string(7, scenario.city.stops[pattern.stops[fix.stop]].id)
        } else {
            writer.unsigned(5, UInt64(fix.time))
        }
        writer.message(8) { descriptor(vehicle, $0) }
        guard run != nil else {
            // NOT_BOARDABLE: nobody can get on a vehicle that runs no trip.
            if vehicle.report != .absent { writer.unsigned(9, 8) }
            return
        }
        occupancy(fix, vehicle, writer)
    }

    /// RUNNING_SMOOTHLY to SEVERE_CONGESTION.
    private static func congestion(_ pace: Double) -> UInt64 {
        switch pace {
        case ..<1.2: 1
        case ..<1.45: 2
        case ..<2: 3
        default: 4
        }
    }

    private func occupancy(_ fix: Fix, _ vehicle: Vehicle, _ writer: ProtobufWriter) {
        switch vehicle.report {
        case .absent: break
        case .noData: writer.unsigned(9, 7)
        case .status: writer.unsigned(9, Crowding.status(fix.load))
        case .statusAndPercentage, .carriages:
            writer.unsigned(9, Crowding.status(fix.load))
            writer.unsigned(10, UInt64(fix.load))
        }
        guard vehicle.report == .carriages else { return }
        // People stand where the stairs are; the weights' mean is 100.
        let weights = [72, 93, 118, 124, 105, 88]
        for carriage in 0..<Fleet.carriages {
            let load = fix.load * weights[carriage] / 100
            writer.message(11) {
                $0.string(1, vehicle.id + "-" + String(carriage + 1))
                $0.string(2, String(carriage + 1))
                // One carriage of every other train has no counter.
                if carriage != 4 || vehicle.index % 2 == 0 {
                    $0.unsigned(3, Crowding.status(load))
                    $0.signed(4, Int64(load))
                }
                $0.unsigned(5, UInt64(carriage + 1))
            }
        }
    }

    // MARK: TripUpdate

    /// The trip updates known at `snapshot` as a FeedMessage, valid until the next call, and how many they are.
    func tripUpdates(at snapshot: Int) -> (bytes: UnsafeRawBufferPointer, entities: Int) {
        begin(snapshot)
        var entities = 0
        for day in scenario.days {
            let time = scenario.reported(day.vehicle, by: snapshot)
            for run in day.runs {
                if run.relationship == .canceled {
                    guard run.plannedBegin - 3600 <= time, time < run.plannedEnd else { continue }
                } else {
                    guard time < run.end + VehicleDay.lingering else { continue }
                    guard run.plannedBegin <= time + RealtimeMessages.predictedAhead else { break }
                }
                entities += 1
                write(run, day.vehicle, time)
            }
        }
        return (writer.bytes, entities)
    }

    private func write(_ run: Run, _ vehicle: Vehicle, _ time: Int) {
        let route = scenario.city.routes[run.trip.route]
        let pattern = route.patterns[run.trip.direction]
        writer.message(2) { entity in
            entity.string(
                1, run.tripID + "-" + CivilTime.date(run.day) + (route.kind == .loop ? "-\(run.trip.start)" : ""))
            entity.message(3) { update in
                update.message(1) { descriptor(run, $0) }
                if run.relationship != .canceled {
                    for stopTime in run.predictions(at: time) {
                        update.message(2) { write(stopTime, of: run, pattern, isTrain: route.isTrain, $0) }
                    }
                    update.message(3) { descriptor(vehicle, $0) }
                }
                update.unsigned(4, UInt64(time))
            }
        }
    }

    private func write(
        _ stopTime: PredictedStopTime, of run: Run, _ pattern: Pattern, isTrain: Bool, _ writer: ProtobufWriter
    ) {
        func event(_ number: Int, _ time: Int?, _ planned: Int) {
            guard let time else { return }
            writer.message(number) {
                // A trip that is in no timetable cannot be late.
                if run.relationship == .scheduled { $0.signed(1, Int64(time - planned)) }
                $0.signed(2, Int64(time))
            }
        }
        writer.unsigned(1, UInt64(stopTime.stop + 1))
        event(2, stopTime.arrival, run.plannedArrivals[stopTime.stop])
        event(3, stopTime.departure, run.plannedDepartures[stopTime.stop])
        writer.string(4, scenario.city.stops[pattern.stops[stopTime.stop]].id)
        if isTrain, stopTime.departure != nil { writer.unsigned(7, Crowding.status(run.loads[stopTime.stop])) }
    }

    // MARK: Descriptors

    private func descriptor(_ run: Run, _ writer: ProtobufWriter) {
        writer.string(1, run.tripID)
        writer.string(2, ScheduleTime.text(run.trip.start))
        writer.string(3, CivilTime.date(run.day))
        switch run.relationship {
        case .scheduled: writer.unsigned(4, 0)
        case .added: writer.unsigned(4, 1)
        case .canceled: writer.unsigned(4, 3)
        }
        writer.string(5, scenario.city.routes[run.trip.route].id)
        writer.unsigned(6, UInt64(run.trip.direction))
    }

    private func descriptor(_ vehicle: Vehicle, _ writer: ProtobufWriter) {
        writer.string(1, vehicle.id)
        writer.string(2, vehicle.label)
        if let plate = vehicle.plate { writer.string(3, plate) }
        // WHEELCHAIR_ACCESSIBLE and WHEELCHAIR_INACCESSIBLE; left out where nobody knows.
        if vehicle.wheelchair > 0 { writer.unsigned(4, vehicle.wheelchair == 1 ? 2 : 3) }
    }
}
