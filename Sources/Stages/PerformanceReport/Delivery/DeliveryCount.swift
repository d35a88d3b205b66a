import Containers
import Contract
import Hashing
import Reports
import StageKit
import Visits

/// What of the service ran: the runs of each group, each with what is known of it.
///
/// Memory: 48 to 96 bytes a run of a group, and a distinct age of positions of it.
final class DeliveryCount: VisitCount {
    typealias RowTable = Tables.ServiceDelivered

    static let pageKeys: [ReportKey] = [.routeID]
    static let countsTrips = true
    static let readsListing = true
    static let words = [
        "trips_scheduled": "due", "trips_observed": "ran", "trips_canceled": "canceled", "trips_added": "added",
        "trips_no_data": "no data", "trips_not_covered": "not covered", "stops_skipped": "skipped",
        "share_observed": "ran %", "position_age_p50": "age p50", "position_age_max": "age max",
    ]

    let input: VisitInput
    /// By run, of which two vehicles may tell: what is known of it.
    private var runs = RunOutcomes()
    private var ages = GroupedCounts()
    private var distributions: [Distribution] = []
    private var tallies: [Tally] = []
    private(set) var labels = RowLabels()

    private struct Tally {
        var scheduled = 0
        var observed = 0
        var canceled = 0
        var added = 0
        var noData = 0
        var notCovered = 0
        var skipped = 0
    }

    private static let trip = Tables.TripsPerformed.columns

    init(_ parameters: PerformanceParameters, _ input: VisitInput) { self.input = input }

    static func conflict(with keys: [ReportKey]) -> String? {
        keys.first { $0 == .stopID || $0 == .stopSequence }.map {
            "--by \($0.name): --of delivery counts whole trips and has no stops"
        }
    }

    var columns: [any AnyColumn] {
        let trip = DeliveryCount.trip
        return VisitTimes.columns + [
            trip.tripIDScheduled, trip.startTime, trip.scheduleTripStart, trip.actualTripStart, trip.visitsObserved,
            trip.shareCovered, trip.positionAges,
        ]
    }

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        guard visit.isTaken, visit.relationship == .skipped else { return }
        let moment = VisitTimes(record, of: visit.day, input.reader).atDeparture
        guard input.clock.takes(day: visit.day, moment) else { return input.outsideVisits += 1 }
        let group = try input.group(visit, record, at: moment)
        makeRoom(group)
        tallies[group].skipped += 1
        labels.note(input.names(record), row: group, input.texts)
    }

    func take(_ trip: PerformedTrip, _ record: Record, _ input: VisitInput) throws {
        let columns = DeliveryCount.trip
        let moment =
            input.reader.moment(record, columns.scheduleTripStart)
            ?? input.reader.moment(record, columns.actualTripStart)
        guard input.clock.takes(day: trip.day, moment) else { return input.outsideTrips += 1 }
        let second = input.groups.readsTimes && moment.isKnown ? input.clock.second(at: moment) : nil
        let group = try input.groups.group(
            record, day: trip.day, sequence: nil, second: second, tripID: columns.tripIDScheduled, input.reader)
        makeRoom(group)
        labels.note(input.names(record), row: group, input.texts)
        switch trip.relationship {
        case .added, .unscheduled, .duplicated: tallies[group].added += 1
        case .scheduled, .canceled, .other:
            var outcome = RunOutcomes.Outcome()
            if trip.relationship == .canceled {
                outcome.insert(.canceled)
            } else if (input.reader.whole(record, columns.visitsObserved, in: VisitReader.counts) ?? 0) > 0 {
                outcome.insert(.observed)
            }
            // What nobody looked at is not said to be covered, and not to be uncovered where nobody says so.
            if (covered(record) ?? 1) >= 0.5 { outcome.insert(.covered) }
            runs.add(outcome, of: identity(trip, record), group: group)
        }
        readAges(record, group)
    }

    private func covered(_ record: Record) -> Double? {
        let value = record[DeliveryCount.trip.shareCovered]
        guard value.isPresent else { return nil }
        if let share = value.double, (0...1).contains(share) { return share }
        input.reader.refuse(record, DeliveryCount.trip.shareCovered, "not a share from 0 to 1")
        return nil
    }

    /// The run of the timetable, in 53 bits; two vehicles on it have the same.
    private func identity(_ trip: PerformedTrip, _ record: Record) -> Int {
        let columns = DeliveryCount.trip
        let feed = input.reader.text(record, Tables.AnyRecord.columns.feedID).map { Fingerprint.of($0) } ?? 0
        var run = input.runs.fingerprint(of: trip.run)
        if let id = input.reader.text(record, columns.tripIDScheduled) {
            run = Fingerprint.of(id, seed: Fingerprint.of(feed, UInt64(bitPattern: Int64(trip.day))))
            if let start = input.reader.text(record, columns.startTime) { run = Fingerprint.of(start, seed: run) }
        }
        return Int(run >> 11)
    }

    private func readAges(_ record: Record, _ group: Int) {
        let column = DeliveryCount.trip.positionAges
        let value = record[column]
        guard value.isPresent else { return }
        guard value.kind == .array else { return input.reader.refuse(record, column, "not an array of pairs") }
        value.forEachElement { pair in
            var numbers: [Int] = []
            pair.forEachElement { numbers.append($0.integer ?? .min) }
            guard numbers.count == 2, VisitReader.seconds.contains(numbers[0]), VisitReader.counts.contains(numbers[1])
            else { return input.reader.refuse(record, column.name, pair, "not a pair of seconds and count") }
            if numbers[1] > 0 { ages.add(numbers[0], group: group, times: numbers[1]) }
        }
    }

    private func makeRoom(_ group: Int) { while tallies.count <= group { tallies.append(Tally()) } }

    func finish(_ input: VisitInput) {
        if rows.count > 0 { makeRoom(rows.count - 1) }
        distributions = ages.grouped(rows.count)
        if input.listing.isListed != true, !input.writesParts, rows.count > 0 {
            RunListing.report(
                "trips_scheduled, trips_no_data, trips_not_covered and share_observed are null",
                input.context)
        }
        runs.forEach { group, _, outcome in
            tallies[group].scheduled += 1
            if outcome.contains(.observed) {
                tallies[group].observed += 1
            } else if outcome.contains(.canceled) {
                tallies[group].canceled += 1
            } else if outcome.contains(.covered) {
                tallies[group].noData += 1
            } else {
                tallies[group].notCovered += 1
            }
        }
    }

    // MARK: Rows

    func isRow(_ row: Int) -> Bool {
        let tally = tallies[row]
        return tally.scheduled + tally.added + tally.skipped > 0 || distributions[row].count > 0
    }

    /// Scheduled trips; where nobody says which were due those that the input has.
    func events(_ row: Int) -> Int { tallies[row].scheduled }

    func bases(_ row: Int) -> [Int]? {
        let trips = tallies[row].scheduled
        return [0, 0, 0, 0, 0, 0, 0, trips, distributions[row].count, distributions[row].count]
    }

    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell] {
        let tally = tallies[row]
        let due = tally.scheduled - tally.canceled - tally.notCovered
        // Of runs that are not in the input nobody knows whether they were due.
        func known(_ cell: ReportCell) -> ReportCell { input.listing.isListed == true ? cell : .null }
        return [
            known(.integer(tally.scheduled)), .integer(tally.observed), .integer(tally.canceled), .integer(tally.added),
            known(.integer(tally.noData)), known(.integer(tally.notCovered)), .integer(tally.skipped),
            known(ReportCell(tally.observed, of: due)), ReportCell(distributions[row].percentile(50)),
            ReportCell(distributions[row].largest),
        ]
    }

    // MARK: Parts

    /// Runs of one part; a line must not grow without bound.
    private static let runsPerPart = 50_000

    func writeParts(_ write: (UnsafeRawBufferPointer, (PartWriter) -> Void) throws -> Void) throws {
        let outcomes = runs.grouped(rows.count)
        for row in rows.inOrder() where isRow(row) {
            let own = outcomes[row]
            var from = 0
            repeat {
                let until = min(from + DeliveryCount.runsPerPart, own.count)
                let part = own[from..<until]
                let isFirst = from == 0
                try rows.withKey(row) { keys in
                    try write(keys) { writer in
                        labels.write(row, input.texts, to: writer)
                        writer.lists("runs") { add in for (run, outcome) in part { add([run, Int(outcome.rawValue)]) } }
                        guard isFirst else { return }
                        writer.integer("added", tallies[row].added)
                        writer.integer("skipped", tallies[row].skipped)
                        writer.counts("position_ages", distributions[row].values)
                    }
                }
                from = until
            } while from < own.count
        }
    }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        let group = try input.groups.number(of: keys)
        makeRoom(group)
        labels.note(try RowLabels.names(values, input), row: group, input.texts)
        try values.lists("runs", of: 2) { list in
            guard let run = list[0], run >= 0, let outcome = list[1], (0...7).contains(outcome) else {
                throw BrokenPart("runs")
            }
            runs.add(RunOutcomes.Outcome(rawValue: UInt8(outcome)), of: run, group: group)
        }
        tallies[group].added += try values.count("added")
        tallies[group].skipped += try values.count("skipped")
        if values.has("position_ages") {
            try values.counts("position_ages", in: VisitReader.seconds) { ages.add($0, group: group, times: $1) }
        }
    }
}

/// What is known of each run of each group, from however many records.
struct RunOutcomes {
    struct Outcome: OptionSet {
        let rawValue: UInt8
        static let observed = Outcome(rawValue: 1)
        static let canceled = Outcome(rawValue: 2)
        /// The archive has snapshots in at least half of its span.
        static let covered = Outcome(rawValue: 4)
    }

    private var places = PairPlaces()
    private var outcomes: [Outcome] = []

    mutating func add(_ outcome: Outcome, of run: Int, group: Int) {
        let place = places.place(group, run)
        if place == outcomes.count { outcomes.append(outcome) } else { outcomes[place].formUnion(outcome) }
    }

    func forEach(_ body: (_ group: Int, _ run: Int, Outcome) -> Void) {
        places.forEach { body($1, $2, outcomes[$0]) }
    }

    /// The runs of each group, ascending.
    func grouped(_ groupCount: Int) -> [[(run: Int, outcome: Outcome)]] {
        var lists = [[(run: Int, outcome: Outcome)]](repeating: [], count: groupCount)
        forEach { lists[$0].append(($1, $2)) }
        return lists.map { $0.sorted { $0.run < $1.run } }
    }
}

// MARK: Its picture

extension DeliveryCount {
    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture {
        BarPicture(
            figures,
            .init(title: "Service delivered", noun: "trip", columns: [.delivered(figures), .ages(figures)]))
    }
}
