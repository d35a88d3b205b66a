import Contract
import NDJSON
import Schedule
import StageKit
import VehiclePaths

/// The file that keeps vehicles and errors between runs: a line of the time, then lines of the errors by horizon, of the
/// pace of routes, and of vehicles, each followed by a line a position.
struct PredictState {
    private struct Line: Members {
        static let columns = Line()
        let clock = instant("clock", .ifKnown)
        /// How many vehicles there are.
        let vehicles = whole("vehicles", .ifKnown)
        let horizon = whole("horizon", .ifKnown)
        let counts = numbers("counts", .ifKnown)
        let routeID = text("route_id", .ifKnown)
        let directionID = whole("direction_id", .ifKnown)
        let actual = number("actual", .ifKnown)
        let expected = number("expected", .ifKnown)
        let measured = instant("measured", .ifKnown)
        /// In hexadecimal digits.
        let vehicle = text("vehicle", .ifKnown)
        let vehicleID = text("vehicle_id", .ifKnown)
        let vehicleLabel = text("vehicle_label", .ifKnown)
        let licensePlate = text("license_plate", .ifKnown)
        let tripID = text("trip_id", .ifKnown)
        let startDate = day("start_date", .ifKnown)
        let startTime = whole("start_time", .ifKnown)
        let arrived = whole("arrived", .ifKnown)
        let anchorTime = instant("anchor_time", .ifKnown)
        let anchorClock = number("anchor_clock", .ifKnown)
        let anchorNext = whole("anchor_next", .ifKnown)
        let actualOfVehicle = number("driven", .ifKnown)
        let expectedOfVehicle = number("driven_as_expected", .ifKnown)
        let pendingStops = numbers("pending_stops", .ifKnown)
        let pendingTimes = numbers("pending_times", .ifKnown)
        /// How many positions follow.
        let positions = whole("positions", .ifKnown)
        let time = instant("time", .ifKnown)
        /// Ten millionths of a degree.
        let latitude = whole("latitude", .ifKnown)
        let longitude = whole("longitude", .ifKnown)
        let sequence = whole("stop_sequence", .ifKnown)
        let stopID = text("stop_id", .ifKnown)
        let status = whole("status", .ifKnown)
    }

    private let columns = Line.columns
    private let file: LinedState

    /// - Throws: `StageFailure` with status 73 where it cannot be written, 75 where another run has it.
    init(_ path: String) throws { file = try LinedState(path, of: Predict.name, version: 1) }

    // MARK: Reading

    /// A vehicle whose positions are being read.
    private struct Reading {
        let vehicle: PredictedVehicle?
        let count: Int
        var fixes: [Fix] = []
    }

    /// Gives a fleet what the file has; nothing where there is no file yet, or an empty one.
    /// - Throws: `StageFailure` with status 65 for what is not a state of this version: it is not replaced.
    func restore(_ fleet: Fleet) throws {
        var reading: Reading?
        var expected: Int?
        var found = 0
        func end() -> Bool {
            guard let done = reading else { return true }
            reading = nil
            guard done.fixes.count == done.count else { return false }
            done.vehicle?.restore(done.fixes)
            return true
        }
        let count = try file.read(Line.all) { line in
            if let time = line.value(columns.time) {
                guard reading != nil, let fix = fix(line, time, fleet) else { return false }
                reading?.fixes.append(fix)
                return true
            }
            guard end() else { return false }
            if let vehicles = line.value(columns.vehicles) {
                fleet.restore(clock: line.value(columns.clock))
                expected = vehicles
                return true
            }
            guard expected != nil else { return false }
            if let horizon = line.value(columns.horizon) {
                let counts = numbers(line, columns.counts)
                guard 0..<Spread.horizons ~= horizon, counts.count == Spread.classes,
                    counts.allSatisfy({ $0 >= 0 && $0 < 1e9 })
                else { return false }
                fleet.restore(counts, horizon: horizon)
                return true
            }
            if let actual = line.value(columns.actual) {
                guard let expected = line.value(columns.expected), let time = line.value(columns.measured),
                    actual >= 0, expected >= 0, actual.isFinite, expected.isFinite
                else { return false }
                fleet.restorePace(
                    route: line.value(columns.routeID), line.value(columns.directionID), (actual, expected, time))
                return true
            }
            guard let positions = line.value(columns.positions), 0...PredictedVehicle.mostFixes ~= positions,
                let key = line.value(columns.vehicle).flatMap({ UInt64($0, radix: 16) }), fleet.vehicles[key] == nil
            else { return false }
            found += 1
            reading = Reading(vehicle: vehicle(line, key, fleet), count: positions)
            return true
        }
        guard end(), found == expected ?? found else { throw file.unusable(count ?? 1) }
    }

    private func numbers<P: RecordPresence>(_ line: ColumnScanner, _ column: Column<Line, List<Real>, P>) -> [Double] {
        var values: [Double] = []
        line[column].forEachElement { values.append($0.double ?? .nan) }
        return values
    }

    /// The vehicle of a line, which joins the fleet; nil if the feed does not have its trip any more.
    private func vehicle(_ line: ColumnScanner, _ key: UInt64, _ fleet: Fleet) -> PredictedVehicle? {
        let names = VehicleNames(
            id: line.value(columns.vehicleID), label: line.value(columns.vehicleLabel),
            plate: line.value(columns.licensePlate))
        guard let day = line.value(columns.startDate),
            let run = fleet.run(ofState: line.value(columns.tripID) ?? "", day, line.value(columns.startTime))
        else { return nil }
        let vehicle = PredictedVehicle(key, names, run)
        let last = (run.times?.positions.count ?? 1) - 1
        vehicle.arrived = min(line.value(columns.arrived) ?? -1, last)
        if let time = line.value(columns.anchorTime), let clock = line.value(columns.anchorClock),
            let next = line.value(columns.anchorNext), 0...last ~= next
        {
            vehicle.anchor = (time, clock, next)
        }
        vehicle.paceActual = line.value(columns.actualOfVehicle) ?? 0
        vehicle.paceExpected = line.value(columns.expectedOfVehicle) ?? 0
        let stops = numbers(line, columns.pendingStops)
        let times = numbers(line, columns.pendingTimes)
        for horizon in 0..<min(Spread.horizons, stops.count, times.count)
        where stops[horizon] >= 0 && stops[horizon] <= Double(last) && times[horizon] >= 0 && times[horizon] < 4.2e9 {
            vehicle.pending[horizon] = Pending(stop: Int32(stops[horizon]), time: UInt32(times[horizon]))
        }
        fleet.add(vehicle)
        return vehicle
    }

    private func fix(_ line: ColumnScanner, _ time: Int, _ fleet: Fleet) -> Fix? {
        var fix = Fix(time: UInt32(time), feedTime: UInt32(time))
        if let latitude = line.value(columns.latitude), let longitude = line.value(columns.longitude) {
            guard abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000 else { return nil }
            (fix.latitude, fix.longitude) = (Int32(latitude), Int32(longitude))
        }
        if let sequence = line.value(columns.sequence) { fix.sequence = Int32(exactly: sequence) ?? Fix.none }
        if let stop = line.value(columns.stopID) { fix.stop = stop.withBytes { fleet.stopNumber($0) } }
        if let status = line.value(columns.status), 0...2 ~= status { fix.status = Int8(status) }
        return fix
    }

    // MARK: Writing

    /// Puts a fleet in the file's place.
    /// - Throws: `StageFailure` with status 74; the old file stays then.
    func replace(_ fleet: Fleet) throws {
        try file.replace { writer in
            LinedState.line(writer) { (row: Row<Line>) in
                row[columns.clock] = fleet.clock
                row[columns.vehicles] = fleet.order.count
            }
            for horizon in 0..<Spread.horizons {
                let first = horizon * Spread.classes
                LinedState.line(writer) { (row: Row<Line>) in
                    row[columns.horizon] = horizon
                    row.numbers(
                        columns.counts, Array(fleet.spread.counts[first..<(first + Spread.classes)]), decimals: 0)
                }
            }
            for (routeID, directionID, sums) in fleet.knownPaces where sums.expected > 0 {
                LinedState.line(writer) { (row: Row<Line>) in
                    row[columns.routeID] = routeID
                    row[columns.directionID] = directionID
                    row[columns.actual] = sums.actual
                    row[columns.expected] = sums.expected
                    row[columns.measured] = sums.time
                }
            }
            for key in fleet.order {
                guard let vehicle = fleet.vehicles[key] else { continue }
                LinedState.line(writer) { write(vehicle, $0) }
                for fix in vehicle.fixes { LinedState.line(writer) { write(fix, fleet, $0) } }
            }
        }
    }

    private func write(_ vehicle: PredictedVehicle, _ row: Row<Line>) {
        row[columns.vehicle] = String(vehicle.key, radix: 16)
        row[columns.vehicleID] = vehicle.names.id
        row[columns.vehicleLabel] = vehicle.names.label
        row[columns.licensePlate] = vehicle.names.plate
        row[columns.tripID] = vehicle.run.tripID
        row[columns.startDate] = vehicle.run.day
        row[columns.startTime] = vehicle.run.startTime
        row[columns.arrived] = vehicle.arrived
        row[columns.anchorTime] = vehicle.anchor?.time
        row[columns.anchorClock] = vehicle.anchor?.clock
        row[columns.anchorNext] = vehicle.anchor?.next
        row[columns.actualOfVehicle] = vehicle.paceActual
        row[columns.expectedOfVehicle] = vehicle.paceExpected
        row.numbers(columns.pendingStops, vehicle.pending.map { Double($0.stop) }, decimals: 0)
        row.numbers(columns.pendingTimes, vehicle.pending.map { Double($0.time) }, decimals: 0)
        row[columns.positions] = vehicle.fixes.count
    }

    private func write(_ fix: Fix, _ fleet: Fleet, _ row: Row<Line>) {
        row[columns.time] = Int(fix.time)
        if fix.coordinate != nil {
            row[columns.latitude] = Int(fix.latitude)
            row[columns.longitude] = Int(fix.longitude)
        }
        row[columns.sequence] = fix.sequence == Fix.none ? nil : Int(fix.sequence)
        row[columns.stopID] = fleet.stopName(fix.stop)
        row[columns.status] = fix.status < 0 ? nil : Int(fix.status)
    }
}
