import Containers
import Contract
import GTFSSchedule
import Schedule
import StageKit
import TimeZones

/// What runs on one service day: calendar with calendar_dates, or either alone, and frequencies.
///
/// Memory: 60 bytes a row of calendar and calendar_dates, 50 a row of frequencies.
final class ServiceDay {
    typealias Service = Identifier<ScheduleTables.Service>
    typealias Trip = Identifier<ScheduleTables.Trip>

    let date: CivilDate
    private let day: Int
    private let diagnostics: Diagnostics
    private var calendar = ServiceCalendar()
    private var weeks: [(service: Service, weekdays: UInt8, first: Int, last: Int)] = []
    private var exceptions: [(service: Service, day: Int, runs: Bool)] = []
    /// By number: whether calendar or calendar_dates has a row of it.
    private var isKnown: [Bool] = []
    private var frequencies: [UInt32: [Timetable.Frequency]] = [:]
    /// Trips with the start_time of each of their rows.
    private var starts: Set<UInt64> = []
    /// Runs of trips with frequencies, once they have been counted.
    private var counted: [UInt32: Int] = [:]
    /// The services of the trips asked for.
    private var services: Set<UInt32> = []
    private var tripsAsked = 0
    private var tripsRunning = 0
    private var runsAsked = 0

    /// How many more runs of rows that overlap are told apart one by one, in all trips together.
    private var overlappingLeft = 1_000_000

    init(_ date: CivilDate, _ diagnostics: Diagnostics) {
        self.date = date
        self.diagnostics = diagnostics
        day = date.daysSinceEpoch
    }

    // MARK: Rows

    func addWeek(_ service: Service, weekdays: UInt8, first: Int, last: Int) {
        know(service)
        calendar.addWeek(service.index, weekdays: weekdays, first: first, last: last)
        weeks.append((service, weekdays, first, last))
    }

    func addException(_ service: Service, day: Int, runs: Bool) {
        know(service)
        calendar.addException(service.index, day: day, runs: runs)
        exceptions.append((service, day, runs))
    }

    /// Notes that the calendars have a row of a service.
    func know(_ service: Service) {
        while isKnown.count <= service.index { isKnown.append(false) }
        isKnown[service.index] = true
    }

    /// Notes that a trip runs by frequencies.
    func addFrequencies(of trip: Trip) { frequencies[trip.number, default: []] += [] }

    /// Takes a row of frequencies; of rows of one start_time, which is half the key, the first counts.
    func add(_ row: Timetable.Frequency, of trip: Trip) {
        guard starts.insert(UInt64(trip.number) << 32 | UInt64(row.start)).inserted else { return }
        frequencies[trip.number, default: []].append(row)
    }

    // MARK: Runs

    /// Lets no service run if the clocks of the feed's zone never showed the date.
    /// - Parameter zones: the zones of the feed's agencies.
    func leaveOutAbsentDates(inZones zones: [String]) {
        AbsentDates.leaveOut(of: &calendar, inZones: zones)
        if calendar.plannedAbsentDays.contains(day) { AbsentDates.report(calendar, diagnostics) }
    }

    /// How often a trip runs on the day.
    func runs(of trip: Trip, _ schedule: ScheduleTables) -> Int {
        let service = schedule[trip].service
        guard !service.isNone, calendar.runs(service.index, on: day) else { return 0 }
        guard let rows = frequencies[trip.number] else { return 1 }
        if let known = counted[trip.number] { return known }
        let runs = count(rows, trip, schedule)
        counted[trip.number] = runs
        return runs
    }

    /// Runs of frequencies: from start_time in steps of the headway, end_time left out. A run is named by its start, so
    /// of rows that overlap those at one second are one, as they are on a board.
    private func count(_ rows: [Timetable.Frequency], _ trip: Trip, _ schedule: ScheduleTables) -> Int {
        let rows = rows.sorted { $0.start < $1.start }
        let sum = rows.reduce(0) { $0 + ($1.end - $1.start - 1) / $1.headway + 1 }
        guard zip(rows, rows.dropFirst()).contains(where: { $0.end > $1.start }) else { return sum }
        let id = schedule.tripIDs.text(trip)
        let areTold = sum <= overlappingLeft
        diagnostics.report(.warning, "overlapping_frequencies", of: Tables.Frequencies.columns.tripID, value: id) {
            "frequencies of trip \($0) overlap; "
                + (areTold ? "runs that start at the same second count once" : "the runs of each row are counted")
        }
        guard areTold else { return sum }
        overlappingLeft -= sum
        var starts: Set<Int> = []
        for row in rows { for start in stride(from: row.start, to: row.end, by: row.headway) { starts.insert(start) } }
        return starts.count
    }

    /// Whether a trip that was asked for runs; counts it.
    func takes(_ trip: Trip, _ schedule: ScheduleTables) -> Bool {
        tripsAsked += 1
        let service = schedule[trip].service
        if service.isNone {
            let id = schedule.tripIDs.text(trip)
            diagnostics.report(.warning, "no_service_id", of: Tables.Trips.columns.serviceID, value: id) {
                "trip \($0) has no service_id; it runs on no day"
            }
        } else if services.insert(service.number).inserted {
            if service.index >= isKnown.count || !isKnown[service.index] {
                let id = schedule.serviceIDs.text(service)
                diagnostics.report(.unmatched, "unknown_service", of: Tables.Trips.columns.serviceID, value: id) {
                    "neither calendar nor calendar_dates has \($0); its trips run on no day"
                }
            }
        }
        if !service.isNone, calendar.runs(service.index, on: day) { tripsRunning += 1 }
        guard runs(of: trip, schedule) > 0 else { return false }
        runsAsked += 1
        return true
    }

    /// Whether a run of trip_details is of the day; counts it.
    func takes(run startDate: String?) -> Bool {
        tripsAsked += 1
        guard startDate == date.compactText else { return false }
        tripsRunning += 1
        runsAsked += 1
        return true
    }

    // MARK: Findings

    /// Tells of frequencies of trips that there are not, and how many trips were left out.
    func report(_ schedule: ScheduleTables) {
        for number in frequencies.keys.sorted() {
            let trip = schedule.trips[Int(number)]
            guard !trip.isListed, !trip.isExcluded else { continue }
            let id = schedule.tripIDs.text(Trip(number))
            diagnostics.report(.unmatched, "unknown_trip", of: Tables.Frequencies.columns.tripID, value: id) {
                "trips has no \($0); its frequencies were skipped"
            }
        }
        let rest = tripsAsked - runsAsked
        guard runsAsked > 0, rest > 0 else { return }
        diagnostics.report(
            Finding(
                .note, "not_on_date",
                message: "\(rest) of \(tripsAsked) trips do\(rest == 1 ? "es" : "") not run on \(date.compactText); "
                    + "skipped"))
    }

    /// Why nothing runs; nil where something does.
    ///
    /// - Parameter all: whether all trips were asked for.
    func complaint(ofAll all: Bool) -> String? {
        guard tripsAsked > 0, runsAsked == 0 else { return nil }
        if weeks.isEmpty, exceptions.isEmpty, services.isEmpty {
            return "no trip has the start_date \(date.compactText) of --date"
        }
        if weeks.isEmpty, exceptions.isEmpty {
            return "the input has neither calendar nor calendar_dates, which --date needs"
        }
        if tripsRunning > 0 {
            return "no run of \(date.compactText) starts: the rows of frequencies start none"
        }
        var own = ServiceCalendar()
        own.leaveOut(calendar.absentDays.map(Int.init))
        for week in weeks where services.contains(week.service.number) {
            own.addWeek(week.service.index, weekdays: week.weekdays, first: week.first, last: week.last)
        }
        for exception in exceptions where services.contains(exception.service.number) {
            own.addException(exception.service.index, day: exception.day, runs: exception.runs)
        }
        let sentence = DayWithoutService.sentence(own, on: day...day)
        return sentence.map { all ? $0 : "among the requested trips, " + $0 }
    }
}
