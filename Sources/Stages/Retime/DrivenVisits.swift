import Containers
import Contract
import GTFSSchedule
import RealtimeJoin
import StageKit
import TimeZones
import Visits

/// Reads the visits of runs and the performed trips.
///
/// Memory: 12 bytes a visit, about 300 a run.
struct DrivenVisits: HasFeedOption, ReadsOnlyColumns {
    private static let visit = Tables.StopVisits.columns
    private static let trip = Tables.TripsPerformed.columns

    let tables = [Tables.StopVisits.name, Tables.TripsPerformed.name]
    let columns: [any AnyColumn] = [
        visit.serviceDate, visit.tripIDPerformed, visit.tripStopSequence, visit.scheduledStopSequence, visit.stopID,
        visit.actualArrivalTime, visit.actualDepartureTime, visit.scheduleRelationship, visit.tripID, visit.startTime,
        visit.routeID, visit.directionID, visit.arrivalSource, visit.arrivalUncertainty, visit.departureSource,
        visit.departureUncertainty, trip.tripIDScheduled, trip.visitsScheduled,
    ]
    let scansAhead = true
    let needs = RecordNeeds(
        anyOf: [Tables.StopVisits.name],
        advice: [(Tables.VehiclePositions.name, "pipe them through stop-visits --feed FEED")])

    var adviceOnMessages: String { "pipe it through decode-rt and stop-visits --feed FEED" }

    /// The uncertainty in seconds above which an observed time counts as approximate.
    static let certain = 60
    private static let mostStops = 100_000

    private let options: RetimeOptions
    private let finder: RunFinder
    private let reader: ColumnReader
    private let context: StageContext
    private var runIDs = IdentifierTable<DrivenRun>()
    private(set) var runs: [DrivenRun] = []
    private let calls = DrivenCalls()
    /// Texts of records, each kept once.
    private var texts: [String: String] = [:]
    private var stops = IdentifierTable<Timetable.Stop>()
    private var dayNumbers: [Int: UInt16] = [:]
    private let wantedDays: Set<Int>
    private(set) var filtered = (visits: 0, trips: 0)
    private(set) var rejected = (visits: 0, trips: 0)

    init(_ options: RetimeOptions, _ finder: RunFinder, _ context: StageContext) {
        self.options = options
        self.finder = finder
        self.context = context
        wantedDays = Set(options.serviceDates)
        reader = ColumnReader(context.diagnostics)
    }

    /// The service days with an observed run, in order.
    var observedDays: [Int] { Set(runs.lazy.filter(\.isObserved).map(\.day)).sorted() }

    /// The stop ids that the visits name, by their number.
    func stopNumbers(in timetable: Timetable) -> [StopIndex?] {
        (0..<stops.count).map { number in
            timetable.stopNumbers[String(decoding: stops.text(Identifier(number)), as: UTF8.self)]
        }
    }

    mutating func process(_ record: Record) {
        reader.begin(record)
        if record.table == 0 { takeVisit(record) } else { takeTrip(record) }
    }

    func finish() {}

    // MARK: Records

    private mutating func takeTrip(_ record: Record) {
        let trip = DrivenVisits.trip
        guard let day = reader[trip.serviceDate], let name = reader.bytes(trip.tripIDPerformed) else {
            rejected.trips += 1
            return reject(record, "no_performed_trip", "the record does not identify the performed trip")
        }
        guard takes(day) else {
            filtered.trips += 1
            return
        }
        guard let run = run(day, name, record, isVisit: false) else { return }
        guard run.relationship == nil else {
            rejected.trips += 1
            return reject(record, "trip_twice", "an earlier record has the same performed trip; the first counts")
        }
        run.relationship =
            switch reader.text(trip.scheduleRelationship) {
            case "Canceled": .canceled
            case "Added", "Unscheduled", "Duplicated": .added
            default: .scheduled
            }
        if let id = shared(reader.text(trip.tripIDScheduled)) { run.tripID = id }
        if run.startTime == nil { run.startTime = reader[trip.startTime] }
        if run.routeID == nil { run.routeID = shared(reader.text(trip.routeID)) }
        if run.directionID == nil { run.directionID = reader[trip.directionID] }
        if let count = reader[trip.visitsScheduled], (1...DrivenVisits.mostStops).contains(count) {
            run.stopCount = count
        }
    }

    private mutating func takeVisit(_ record: Record) {
        let visit = DrivenVisits.visit
        guard let day = reader[visit.serviceDate], let name = reader.bytes(visit.tripIDPerformed) else {
            rejected.visits += 1
            return reject(record, "no_performed_trip", "the visit does not identify its performed trip")
        }
        guard takes(day) else {
            filtered.visits += 1
            return
        }
        guard let run = run(day, name, record, isVisit: true) else { return }
        guard let position = reader[visit.tripStopSequence], (1...DrivenVisits.mostStops).contains(position) else {
            rejected.visits += 1
            return reject(record, "no_trip_stop_sequence", "the visit has no trip_stop_sequence")
        }
        guard run.add(call(position, of: run)) else {
            rejected.visits += 1
            return reject(
                record, "visit_twice", "an earlier visit has the same trip and trip_stop_sequence; the first counts")
        }
    }

    private func takes(_ day: Int) -> Bool {
        if !wantedDays.isEmpty, !wantedDays.contains(day) { return false }
        guard let weekdays = options.weekdays else { return true }
        return weekdays & (1 << UInt8(CivilDate.weekday(daysSinceEpoch: day))) != 0
    }

    private mutating func run(
        _ day: Int, _ name: UnsafeRawBufferPointer, _ record: Record, isVisit: Bool
    ) -> DrivenRun? {
        guard let number = number(of: day) else {
            if isVisit { rejected.visits += 1 } else { rejected.trips += 1 }
            reject(record, "too_many_days", "the input has more than \(grouped(Int(UInt16.max))) service days")
            return nil
        }
        let place = runIDs.intern(name, feed: number).index
        if place == runs.count {
            let run = DrivenRun(day: day, name: shared(String(decoding: name, as: UTF8.self)), calls: calls)
            runs.append(run)
        }
        let run = runs[place]
        if isVisit, !run.hasCalls {
            let visit = DrivenVisits.visit
            if run.tripID == nil { run.tripID = shared(reader.text(visit.tripID)) ?? run.name }
            if run.startTime == nil { run.startTime = reader[visit.startTime] }
            if run.routeID == nil { run.routeID = shared(reader.text(visit.routeID)) }
            if run.directionID == nil { run.directionID = reader[visit.directionID] }
        }
        return run
    }

    /// The same text as one before, so that the days of a trip share its name.
    private mutating func shared(_ text: String) -> String {
        if let known = texts[text] { return known }
        texts[text] = text
        return text
    }

    private mutating func shared(_ text: String?) -> String? { text.map { shared($0) } }

    private mutating func number(of day: Int) -> UInt16? {
        if let known = dayNumbers[day] { return known }
        guard let number = UInt16(exactly: dayNumbers.count) else { return nil }
        dayNumbers[day] = number
        return number
    }

    private mutating func call(_ position: Int, of run: DrivenRun) -> DrivenCall {
        let visit = DrivenVisits.visit
        var call = DrivenCall(position: position)
        if let sequence = reader[visit.scheduledStopSequence], let short = Int32(exactly: sequence), short >= 0 {
            call.sequence = short
        }
        if let id = reader.bytes(visit.stopID) { call.stop = stops.intern(id, feed: 0).number }
        if let word = reader.bytes(visit.scheduleRelationship) {
            if word.elementsEqual("Skipped".utf8) { call.traits.insert(.skipped) }
            if word.elementsEqual("Added".utf8) { call.traits.insert(.added) }
            if word.elementsEqual("Missing".utf8) { call.traits.insert(.missing) }
        }
        // A visit that did not happen has no time, whatever its record says.
        guard call.traits.isDisjoint(with: [.skipped, .missing]) else { return call }
        call.arrival = seconds(visit.actualArrivalTime, run)
        call.departure = seconds(visit.actualDepartureTime, run)
        if isApproximate(visit.arrivalSource, visit.arrivalUncertainty) { call.traits.insert(.approximateArrival) }
        if isApproximate(visit.departureSource, visit.departureUncertainty) {
            call.traits.insert(.approximateDeparture)
        }
        return call
    }

    private func isApproximate(
        _ source: Column<Tables.StopVisits, Text, IfKnown>, _ uncertainty: Column<Tables.StopVisits, Whole, IfKnown>
    ) -> Bool {
        reader.bytes(source)?.elementsEqual("final_prediction".utf8) == true
            || (reader[uncertainty] ?? 0) > DrivenVisits.certain
    }

    private func seconds(_ column: Column<Tables.StopVisits, DateTime, IfKnown>, _ run: DrivenRun) -> Int32 {
        guard let time = reader[column] else { return DrivenCall.unknown }
        guard Moment(instant: time.instant, offset: time.offset).isOf(run.day) else {
            let finding = VisitReader.otherDay
            reader.report(.null, finding.code, field: column.name, finding.message)
            return DrivenCall.unknown
        }
        return Int32(time.instant - finder.start(of: run.day))
    }

    private func reject(_ record: Record, _ code: String, _ message: String) {
        context.diagnostics.report(
            .reject, code, file: record.displayName, line: record.line, message: "\(message); skipped")
        context.diagnostics.keepReject(
            file: record.displayName, line: record.line, code: code, message: message, raw: record.bytes)
    }
}
