import Containers
import Contract
import Occupancy
import Reports
import StageKit
import Visits

/// How full vehicles left the stops of their patterns.
///
/// Memory: some 150 bytes a row, and 48 to 96 a distinct percentage of it.
final class LoadCount: VisitCount {
    typealias RowTable = Tables.LoadProfiles

    static let pageKeys: [ReportKey] = [.routeID, .directionID]
    static let furtherKeys: [ReportKey] = [.patternID, .stopSequence, .stopID]
    static let words = [
        "share_low": "low", "share_moderate": "mod", "share_high": "high", "share_very_crowded": "very",
        "crowded_minutes": "crowded min", "is_max_load_point": "load", "percentage_observations": "% of",
        "status_observations": "shares of", "percentage_": "% ",
    ]

    /// The least crowded status that counts as crowded.
    private let crowdedFrom: Int
    private let isOfRoute: Bool
    let input: VisitInput
    private var run = RunVisits()
    private var tallies: [Tally] = []
    private var percentages = GroupedCounts()
    private var distributions: [Distribution] = []
    private(set) var labels = RowLabels()
    /// The place of each pattern's last stop, by the number of the pattern's id.
    private var lastStops: [Int] = []
    private var patterns = TextNumbers.Chain()
    private var maxima: Set<Int> = []

    private struct Tally {
        /// Visits by status, 0 to 6.
        var statuses = (0, 0, 0, 0, 0, 0, 0)
        var trips = 0
        var samples = 0
        var crowdedSeconds = 0

        mutating func add(_ status: Int, _ times: Int = 1) {
            withUnsafeMutableBytes(of: &statuses) { $0.withMemoryRebound(to: Int.self) { $0[status] += times } }
        }

        func count(_ codes: ClosedRange<Int>) -> Int {
            withUnsafeBytes(of: statuses) { $0.withMemoryRebound(to: Int.self) { $0[codes].reduce(0, +) } }
        }

        var withStatus: Int { count(OccupancyStatus.crowdingCodes) }
    }

    private static let visit = Tables.StopVisits.columns

    init(_ parameters: PerformanceParameters, _ input: VisitInput) {
        crowdedFrom = parameters.crowded.codes.lowerBound
        isOfRoute = parameters.loadPoint == .route
        self.input = input
    }

    var columns: [any AnyColumn] {
        let visit = LoadCount.visit
        return VisitTimes.columns + [
            visit.patternID, visit.occupancyStatus, visit.occupancyPercentage,
            Tables.TripsPerformed.columns.visitsScheduled,
        ]
    }

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        try run.open(visit, record, input, settle)
        note(lastStop: visit.sequence, of: input.reader.text(record, LoadCount.visit.patternID))
        let times = VisitTimes(record, of: visit.day, input.reader)
        let group = try input.groupInside(visit, record, at: times.atDeparture) ?? -1
        let columns = LoadCount.visit
        var called = RunVisit(visit, group: group, times)
        called.names = input.names(record)
        called.first = input.reader.status(record, columns.occupancyStatus)
        called.second = input.reader.percentage(record, columns.occupancyPercentage)
        run.add(called)
    }

    func take(_ trip: PerformedTrip, _ record: Record, _ input: VisitInput) {
        let stops = input.reader.whole(
            record, Tables.TripsPerformed.columns.visitsScheduled, in: 0...PerformedRuns.mostStops)
        note(lastStop: stops ?? 0, of: input.reader.text(record, LoadCount.visit.patternID))
    }

    private func note(lastStop: Int, of pattern: UnsafeRawBufferPointer?) {
        let number = Int(input.texts.number(of: pattern, in: &patterns))
        while lastStops.count <= number { lastStops.append(0) }
        lastStops[number] = max(lastStops[number], lastStop)
    }

    func finish(_ input: VisitInput) throws {
        run.close(input, settle)
        distributions = percentages.grouped(rows.count)
        while tallies.count < rows.count { tallies.append(Tally()) }
        findMaxima()
    }

    private func settle(_ visits: [RunVisit]) {
        for place in visits.indices where visits[place].group >= 0 {
            let visit = visits[place]
            while tallies.count <= visit.group { tallies.append(Tally()) }
            if visit.isObserved { tallies[visit.group].trips += 1 }
            if visit.first != nil || visit.second != nil { tallies[visit.group].samples += 1 }
            if let percentage = visit.second { percentages.add(percentage, group: visit.group) }
            if visit.isObserved || visit.first != nil || visit.second != nil {
                labels.note(visit.names, row: visit.group, input.texts)
            }
            guard let status = visit.first else { continue }
            tallies[visit.group].add(status)
            guard status >= crowdedFrom, visit.isObserved,
                let next = visits[(place + 1)...].first(where: { $0.isObserved })
            else { continue }
            let came = next.arrival != RunVisit.never ? next.arrival : next.departure
            let left = visit.departure != RunVisit.never ? visit.departure : visit.arrival
            let seconds = came - left
            if seconds < 0 { input.leaveOut(.turnedTimes) } else { tallies[visit.group].crowdedSeconds += seconds }
        }
    }

    // MARK: The maximum load point

    /// Of the rows of the same keys, and of one pattern unless the whole route has one point, the most loaded one.
    private func findMaxima() {
        let keys = input.groups.keys
        guard let pattern = keys.firstIndex(of: .patternID), let place = keys.firstIndex(of: .stopSequence),
            let stop = keys.firstIndex(of: .stopID)
        else { return }
        let mixesPatterns = isOfRoute && !input.askedForPatterns
        let calls = isOfRoute ? callsOfPatterns(pattern, place, stop) : [:]
        var ways: [[UInt8]: [LoadPoint.Candidate]] = [:]
        let way = GroupKeyBytes()
        for row in rows.inOrder() where isRow(row) {
            let values = rows.withKey(row, GroupKeyBytes.values)
            guard case .text(let id) = values[pattern], case .integer(let sequence) = values[place],
                sequence < lastStop(of: id)
            else { continue }
            way.removeAll()
            for (number, value) in values.enumerated()
            where number != place && number != stop && !(mixesPatterns && number == pattern) { way.append(value) }
            var stopID = LoadPoint.Identifier("")
            if case .text(let id) = values[stop] { stopID = LoadPoint.Identifier(id) }
            let tally = tallies[row]
            ways[Array(way.bytes), default: []].append(
                LoadPoint.Candidate(
                    row: row, sequence: sequence, pattern: LoadPoint.Identifier(id), stop: stopID,
                    earlierCalls: calls[PatternStop(pattern: id, stop: stopID)]?.firstIndex(of: sequence) ?? 0,
                    trips: tally.trips,
                    samples: tally.samples, percentages: distributions[row].count,
                    percentage: distributions[row].percentile(90), statuses: tally.withStatus,
                    crowded: [
                        tally.count(crowdedFrom...6), tally.count(OccupancyLevel.veryCrowded.codes),
                        tally.count(OccupancyLevel.high.codes),
                    ]))
        }
        for rows in ways.values {
            if let best = isOfRoute ? LoadPoint.ofRoute(rows) : LoadPoint.ofPattern(rows) { maxima.insert(best) }
        }
    }

    private struct PatternStop: Hashable {
        let pattern: String
        let stop: LoadPoint.Identifier
    }

    /// The places in each pattern at which it calls at a stop, in order, by the rows of all keys: a row of an hour may be of
    /// the second call alone.
    private func callsOfPatterns(_ pattern: Int, _ place: Int, _ stop: Int) -> [PatternStop: [Int]] {
        var calls: [PatternStop: Set<Int>] = [:]
        for row in rows.inOrder() {
            let values = rows.withKey(row, GroupKeyBytes.values)
            guard case .text(let id) = values[pattern], case .integer(let sequence) = values[place] else { continue }
            var stopID = LoadPoint.Identifier("")
            if case .text(let id) = values[stop] { stopID = LoadPoint.Identifier(id) }
            calls[PatternStop(pattern: id, stop: stopID), default: []].insert(sequence)
        }
        return calls.mapValues { $0.sorted() }
    }

    private func lastStop(of pattern: String) -> Int {
        let number = Int(input.number(of: pattern))
        return number < lastStops.count ? lastStops[number] : 0
    }

    // MARK: Rows

    func isRow(_ row: Int) -> Bool { tallies[row].trips > 0 || tallies[row].samples > 0 }
    func events(_ row: Int) -> Int { tallies[row].samples }

    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell] {
        let tally = tallies[row]
        let percentages = distributions[row]
        return [
            .integer(tally.trips), .integer(tally.samples), .integer(percentages.count),
            ReportCell(percentages.percentile(50)), ReportCell(percentages.percentile(90)),
            ReportCell(percentages.largest), .integer(tally.withStatus),
        ]
            + OccupancyLevel.allCases.map { ReportCell(tally.count($0.codes), of: tally.withStatus) } + [
                .number(Double(tally.crowdedSeconds) / 60, decimals: 1), .flag(maxima.contains(row)),
            ]
    }

    func bases(_ row: Int) -> [Int]? {
        let (percentages, statuses) = (distributions[row].count, tallies[row].withStatus)
        return [0, 0, 0, percentages, percentages, percentages, 0, statuses, statuses, statuses, statuses, 0, 0]
    }

    // MARK: Parts

    func write(_ row: Int, to part: PartWriter) {
        let tally = tallies[row]
        part.integer("trips", tally.trips)
        part.integer("samples", tally.samples)
        part.counts(
            "statuses",
            OccupancyStatus.crowdingCodes.map { (value: $0, count: tally.count($0...$0)) }.filter { $0.count > 0 })
        part.counts("percentages", distributions[row].values)
        part.integer("crowded_seconds", tally.crowdedSeconds)
        guard let pattern = input.groups.keys.firstIndex(of: .patternID),
            case .text(let id) = rows.withKey(row, GroupKeyBytes.values)[pattern]
        else { return }
        part.integer("last_stop", lastStop(of: id))
    }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        let row = try input.groups.number(of: keys)
        while tallies.count <= row { tallies.append(Tally()) }
        labels.note(try RowLabels.names(values, input), row: row, input.texts)
        tallies[row].trips += try values.count("trips")
        tallies[row].samples += try values.count("samples")
        try values.counts("statuses", in: OccupancyStatus.crowdingCodes) { tallies[row].add($0, $1) }
        try values.counts("percentages", in: 0...Observation.largestPercentage) {
            percentages.add($0, group: row, times: $1)
        }
        tallies[row].crowdedSeconds += try values.count("crowded_seconds")
        guard let pattern = input.groups.keys.firstIndex(of: .patternID),
            case .text(var id) = GroupKeyBytes.values(keys)[pattern]
        else { return }
        let last = try values.count("last_stop")
        id.withUTF8 { note(lastStop: last, of: UnsafeRawBufferPointer($0)) }
    }
}

// MARK: Its picture

extension LoadCount {
    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture { LoadPicture(figures) }
}
