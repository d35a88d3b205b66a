import GTFSRealtime
import TimeZones

/// Writes the snapshots of a scenario as GTFS-Realtime messages; field numbers are the specification's.
struct CityMessages {
    let scenario: Scenario
    private let parts: EncodedParts
    private let writer = ProtobufWriter()
    private let sequences: Doses.Sequences

    init(_ scenario: Scenario, sequences: Doses.Sequences = .kept) {
        self.scenario = scenario
        parts = EncodedParts(scenario)
        self.sequences = sequences
    }

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
        func write(_ report: Report, _ index: Int) {
            entities += 1
            writer.message(2) { entity in
                entity.bytes(1, parts.entityIDs[report.vehicle.index])
                entity.message(4) { self.write(report, index, $0) }
            }
        }
        for index in scenario.days.indices {
            let day = scenario.days[index]
            if !isVanished(index, at: snapshot), let report = scenario.telemetry.report(day, by: snapshot) {
                write(report, index)
            }
            if let twin = scenario.telemetry.twin(of: day, by: snapshot) { write(twin, index) }
        }
        return (writer.bytes, entities)
    }

    private func isVanished(_ index: Int, at snapshot: Int) -> Bool {
        scenario.vanished.contains { $0.vehicle == index && $0.time.contains(snapshot) }
    }

    /// - Parameter index: of the vehicle whose runs the report is about, which a twin's is not.
    private func write(_ report: Report, _ index: Int, _ writer: ProtobufWriter) {
        let (fix, vehicle) = (report.fix, report.vehicle)
        let route = scenario.city.routes[vehicle.route]
        let place = scenario.telemetry.received(fix, vehicle)
        let trip = fix.run.map { scenario.days[index].runs[$0].trip }
        if let run = fix.run { writer.bytes(1, parts.trips[index][run]) }
        writer.message(2) {
            $0.float(1, Float(Location.latitude(place)))
            $0.float(2, Float(Location.longitude(place)))
            // Some receivers tell the place alone.
            guard vehicle.index % 13 != 4 else { return }
            $0.float(3, Float(Int(fix.bearing.rounded()) % 360))
            if let trip, route.isTrain {
                let trips = Double(trip.ordinal) * (route.patterns[0].distances.last ?? 0)
                $0.double(4, (trips + fix.distance).rounded())
            }
            $0.float(5, Float((fix.speed * 10).rounded() / 10))
        }
        if let trip {
            if sequences != .absent {
                writer.unsigned(3, sequence(fix.stop))
                writer.unsigned(4, fix.status)
            }
            writer.unsigned(5, UInt64(report.time))
            if !route.isTrain { writer.unsigned(6, CityMessages.congestion(fix.pace)) }
            // With a stop_id nobody would need a sequence that counts places.
            if sequences == .kept { writer.bytes(7, parts.stopIDs[route.patterns[trip.direction].stops[fix.stop]]) }
        } else {
            writer.unsigned(5, UInt64(report.time))
        }
        writer.bytes(8, parts.vehicles[vehicle.index])
        guard trip != nil else {
            // NOT_BOARDABLE: nobody can get on a vehicle that runs no trip.
            if vehicle.report != .absent { writer.unsigned(9, 8) }
            return
        }
        occupancy(fix, vehicle, writer)
    }

    private func sequence(_ stop: Int) -> UInt64 { UInt64(sequences == .position ? stop : stop + 1) }

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
        let told = vehicle.report.told(fix.load)
        if let status = told.status { writer.unsigned(9, status) }
        if let percentage = told.percentage { writer.unsigned(10, UInt64(percentage)) }
        guard vehicle.report == .carriages else { return }
        // People stand where the stairs are; the weights' mean is 100.
        let weights = [72, 93, 118, 124, 105, 88]
        for carriage in 0..<CityFleet.carriages {
            let load = fix.load * weights[carriage] / 100
            writer.message(11) {
                $0.string(1, vehicle.id + "-" + String(carriage + 1))
                $0.string(2, String(carriage + 1))
                // One carriage of every other train has no counter.
                if carriage != 4 || vehicle.index % 2 == 0 {
                    $0.unsigned(3, SimulatedCrowding.status(load))
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
            let time = scenario.telemetry.reported(day.vehicle, by: snapshot)
            // Runs that ended an hour ago are in no message.
            for index in day.firstRun(endingAfter: time - 3600)..<day.runs.count {
                let run = day.runs[index]
                if run.relationship == .canceled {
                    guard run.plannedBegin - 3600 <= time, time < run.plannedEnd else { continue }
                } else {
                    guard time < run.end + VehicleDay.lingering else { continue }
                    guard run.plannedBegin <= time + CityMessages.predictedAhead else { break }
                }
                entities += 1
                write(run, index, day.vehicle, time)
            }
        }
        return (writer.bytes, entities)
    }

    private func write(_ run: Run, _ index: Int, _ vehicle: Vehicle, _ time: Int) {
        let route = scenario.city.routes[run.trip.route]
        let pattern = route.patterns[run.trip.direction]
        writer.message(2) { entity in
            entity.string(
                1, run.tripID + "-" + CivilTime.date(run.day) + (route.kind == .loop ? "-\(run.trip.start)" : ""))
            entity.message(3) { update in
                update.bytes(1, parts.updatedTrips[vehicle.index][index])
                if run.relationship != .canceled {
                    for stopTime in run.predictions(at: time) {
                        update.message(2) { write(stopTime, of: run, pattern, isTrain: route.isTrain, $0) }
                    }
                    update.bytes(3, parts.vehicles[vehicle.index])
                }
                update.unsigned(4, UInt64(time))
                guard run.relationship == .duplicated else { return }
                update.message(6) {
                    $0.string(1, run.tripID)
                    $0.string(2, CivilTime.date(run.day))
                    $0.string(3, ScheduleTime.text(run.trip.start))
                }
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
                if run.hasSchedule { $0.signed(1, Int64(time - planned)) }
                $0.signed(2, Int64(time))
            }
        }
        writer.unsigned(1, sequence(stopTime.stop))
        event(2, stopTime.arrival, run.plannedArrivals[stopTime.stop])
        event(3, stopTime.departure, run.plannedDepartures[stopTime.stop])
        writer.bytes(4, parts.stopIDs[pattern.stops[stopTime.stop]])
        if isTrain, stopTime.departure != nil { writer.unsigned(7, SimulatedCrowding.status(run.loads[stopTime.stop])) }
    }
}
