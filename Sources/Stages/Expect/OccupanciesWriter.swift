import Contract
import Expectations
import GTFSSchedule
import Occupancy
import Reports
import Schedule
import StageKit
import TimeZones

/// Writes `occupancies.txt`: the typical status of each trip at the stops where it changes.
///
/// A stop without a row of its own has the status of the stop before it: the file has no way to say that a status is
/// unknown.
///
/// Memory: the rows of one trip; with a feed, 40 to 80 bytes a typical record.
final class OccupanciesWriter {
    /// A stop of the trip at hand with its typical status.
    private struct Stop {
        let dayType: Int
        let sequence: Int
        let status: OccupancyStatus?
        let days: Int
    }

    private let rows: RowSink<Tables.Occupancies>
    private let options: ExpectOptions
    /// Days after 1970-01-01.
    private let valid: ClosedRange<Int>
    private let timetable: WholeTimetable?
    private let context: StageContext
    private var figures = TypicalFigures()
    /// The trip at hand, and its stops.
    private var trip: String?
    private var stops: [Stop] = []
    private var frequent = 0
    private var unsequenced = 0
    private var carried = 0
    private(set) var written = 0

    init(_ options: ExpectOptions, valid: ClosedRange<Int>, _ timetable: WholeTimetable?, _ context: StageContext)
        throws
    {
        try context.writeTable(Tables.Occupancies.self, as: .csv)
        rows = context.rows(of: Tables.Occupancies.self)
        self.options = options
        self.valid = valid
        self.timetable = timetable
        self.context = context
    }

    /// Takes the figures of a key; keys come in their order.
    func take(_ key: TypicalKey, _ row: TypicalRow) throws {
        let status = row.statusDays >= options.minimumDays ? row.crowding.modeStatus : nil
        guard timetable == nil else { return add(key, status) }
        guard let id = key.tripID else { return }
        if key.startTime != nil {
            if status != nil { frequent += 1 }
            return
        }
        guard let sequence = key.stopSequence else {
            if status != nil { unsequenced += 1 }
            return
        }
        if id != trip {
            try endTrip()
            trip = id
        }
        stops.append(Stop(dayType: key.dayType, sequence: sequence, status: status, days: row.statusDays))
    }

    /// Writes what is left, and reports what the file cannot say.
    func finish() throws {
        if let timetable { try writeTrips(of: timetable) } else { try endTrip() }
        func tell(_ code: String, _ count: Int, _ one: String, _ several: String, _ rest: String) {
            guard count > 0 else { return }
            context.diagnostics.report(
                Finding(.surprise, code, message: "\(counted(count, one, plural: several)) \(rest)"))
        }
        if timetable == nil {
            tell(
                "frequency_trips", frequent, "typical status is", "typical statuses are",
                "of runs in frequencies.txt, which occupancies.txt cannot name; not written")
        } else {
            tell(
                "frequency_trips", frequent, "trip is", "trips are",
                "in frequencies.txt, whose runs occupancies.txt cannot name; not written")
        }
        tell(
            "no_stop_sequence", unsequenced, "typical status has", "typical statuses have",
            "no stop_sequence, which occupancies.txt needs; not written")
        tell(
            "status_carried", carried, "stop of a trip has", "stops of trips have",
            "no typical status; occupancies.txt repeats that of an earlier stop")
    }

    // MARK: From the figures of trips

    private func endTrip() throws {
        defer { stops.removeAll(keepingCapacity: true) }
        guard let trip else { return }
        for dayType in ReportKey.dayTypes.indices {
            let weekdays = (0..<7).map { DayTypes.place(ofWeekday: $0) == dayType }
            var statuses: [(sequence: Int, status: OccupancyStatus?)] = []
            // Where a trip called at several platforms under one number, the one of more days counts.
            let ordered = stops.enumerated().filter { $0.element.dayType == dayType }.sorted {
                ($0.element.sequence, -$0.element.days, $0.offset) < ($1.element.sequence, -$1.element.days, $1.offset)
            }
            for (_, stop) in ordered where statuses.last?.sequence != stop.sequence {
                statuses.append((stop.sequence, stop.status))
            }
            try write(trip, statuses, weekdays)
        }
    }

    // MARK: From a feed

    private func add(_ key: TypicalKey, _ status: OccupancyStatus?) {
        guard let status else { return }
        let figure = TypicalFigure(status: status, delayP50: nil)
        key.stopID.withBytes { stop in
            if let trip = key.tripID {
                trip.withBytes { trip in
                    _ = figures.add(
                        figure, trip: trip, startTime: key.startTime, stopSequence: key.stopSequence, stopID: stop,
                        dayType: key.dayType)
                }
            } else if let bin = key.timeBin {
                (key.routeID ?? "").withBytes { route in
                    _ = figures.add(
                        figure, route: route, directionID: key.directionID, start: bin, options.bin,
                        stopSequence: key.stopSequence, stopID: stop, dayType: key.dayType)
                }
            }
        }
    }

    /// Writes the trips of a feed by trip_id, each for the days of the week on which it runs while the file is valid.
    private func writeTrips(of timetable: WholeTimetable) throws {
        let trips = timetable.listedTrips.map { (id: timetable.id($0), trip: $0) }.sorted { $0.id < $1.id }
        for (id, trip) in trips {
            let service = timetable.service(of: trip)
            guard service.frequencies.isEmpty else {
                frequent += 1
                continue
            }
            guard let number = service.service?.index, let times = timetable.runningTimes(of: trip) else { continue }
            var runs = Array(repeating: false, count: 7)
            var example: [Int: Int] = [:]
            for day in valid where timetable.frame.calendar.runs(number, on: day) {
                runs[CivilDate.weekday(daysSinceEpoch: day)] = true
                if example[DayTypes.place(ofDay: day)] == nil { example[DayTypes.place(ofDay: day)] = day }
            }
            for dayType in ReportKey.dayTypes.indices {
                guard let day = example[dayType] else { continue }
                let statuses = times.times.stopTimes.compactMap { row -> (sequence: Int, status: OccupancyStatus?)? in
                    guard let stop = row.stop else { return nil }
                    // What the clock shows on every day but those on which it is changed.
                    let second = (row.departure ?? row.arrival).map { ($0 + times.start) % 86_400 }
                    let figure = figures.figure(
                        TypicalQuestion(
                            tripID: id, startTime: nil, routeID: timetable.route(of: trip)?.id,
                            directionID: timetable.directionID(of: trip), stopSequence: row.sequence,
                            stopID: timetable.frame[stop].id, day: day, second: second))
                    return (row.sequence, figure.status)
                }
                try write(id, statuses, (0..<7).map { runs[$0] && DayTypes.place(ofWeekday: $0) == dayType })
            }
        }
    }

    // MARK: Rows

    private func write(
        _ trip: String, _ statuses: [(sequence: Int, status: OccupancyStatus?)], _ weekdays: [Bool]
    ) throws {
        var last: OccupancyStatus?
        for (sequence, status) in statuses {
            guard let status else {
                if last != nil { carried += 1 }
                continue
            }
            guard status != last else { continue }
            last = status
            written += 1
            try rows.write { row, columns in
                row[columns.tripID] = trip
                row[columns.stopSequence] = sequence
                row[columns.occupancyStatus] = status.code
                for (column, runs) in zip(columns.weekdays, weekdays) { row[column] = runs ? 1 : 0 }
                row[columns.startDate] = valid.lowerBound
                row[columns.endDate] = valid.upperBound
            }
        }
    }
}
