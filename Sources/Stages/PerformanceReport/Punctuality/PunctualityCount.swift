import Containers
import Contract
import Reports
import StageKit
import Visits

/// How late visits were: the delays of each group, of which every figure is made.
///
/// Memory: 48 to 96 bytes a distinct delay of a group, and 20 a performed trip.
final class PunctualityCount: VisitCount {
    typealias RowTable = Tables.Punctuality

    static let pageKeys: [ReportKey] = [.routeID, .hour]
    static let words = ["share_on_time": "on time", "on_time": "good", "delay_mean": "mean", "delay_": "late "]

    private let early: Int
    private let late: Int
    private let isAtDeparture: Bool
    private let timepointsOnly: Bool
    let input: VisitInput
    private var delays = GroupedCounts()
    private(set) var labels = RowLabels()
    /// Of each performed trip the visit with the largest place so far, which may be its last stop's.
    private var pending: [Pending] = []
    private var distributions: [Distribution] = []

    private struct Pending {
        var sequence: Int32 = 0
        var delay: Int32 = 0
        var group: UInt32 = 0
        var names = VisitNames()
    }

    private static let visit = Tables.StopVisits.columns

    init(_ parameters: PerformanceParameters, _ input: VisitInput) {
        (early, late, timepointsOnly) = (parameters.early, parameters.late, parameters.timepointsOnly)
        isAtDeparture = parameters.end == .departure
        self.input = input
    }

    var columns: [any AnyColumn] {
        let visit = PunctualityCount.visit
        return VisitTimes.columns + [isAtDeparture ? visit.departureDelay : visit.arrivalDelay]
            + (timepointsOnly ? [visit.timepoint] : [])
    }

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        guard visit.isTaken else { return }
        guard visit.relationship == .scheduled else { return input.leaveOut(.notScheduled) }
        if timepointsOnly, input.reader.flag(record, PunctualityCount.visit.timepoint) != true {
            return input.leaveOut(.noTimepoint)
        }
        let times = VisitTimes(record, of: visit.day, input.reader)
        let (actual, scheduled, moment) =
            isAtDeparture
            ? (times.departure, times.scheduledDeparture, times.atDeparture)
            : (times.arrival, times.scheduledArrival, times.atArrival)
        guard actual.isKnown else { return input.leaveOut(.notObserved) }
        let known =
            isAtDeparture
            ? input.reader.whole(record, PunctualityCount.visit.departureDelay, in: VisitReader.seconds)
            : input.reader.whole(record, PunctualityCount.visit.arrivalDelay, in: VisitReader.seconds)
        // Other producers of stop_visits write no delays.
        guard let delay = known ?? (scheduled.isKnown ? actual.instant - scheduled.instant : nil),
            VisitReader.seconds.contains(delay)
        else { return input.leaveOut(.noSchedule) }
        guard input.clock.takes(day: visit.day, moment) else { return input.outsideVisits += 1 }
        if !isAtDeparture, visit.sequence == 1 { return input.leaveOut(.firstStop) }
        let group = try input.group(visit, record, at: moment)
        let names = input.names(record)
        guard isAtDeparture, visit.sequence >= input.runs.largest(of: visit.run) else {
            return add(delay, group, names)
        }
        while pending.count <= visit.run { pending.append(Pending()) }
        let before = pending[visit.run]
        if before.sequence > 0 { add(Int(before.delay), Int(before.group), before.names) }
        pending[visit.run] = Pending(
            sequence: Int32(truncatingIfNeeded: visit.sequence), delay: Int32(truncatingIfNeeded: delay),
            group: UInt32(truncatingIfNeeded: group), names: names)
    }

    func finish(_ input: VisitInput) {
        var lastStops = 0
        for (run, visit) in pending.enumerated() where visit.sequence > 0 {
            if Int(visit.sequence) < input.runs.last(of: run) {
                add(Int(visit.delay), Int(visit.group), visit.names)
            } else {
                lastStops += 1
            }
        }
        pending = []
        input.leaveOut(.lastStop, times: lastStops)
        distributions = delays.grouped(rows.count)
    }

    @inline(__always)
    private func add(_ delay: Int, _ group: Int, _ names: VisitNames) {
        delays.add(delay, group: group)
        labels.note(names, row: group, input.texts)
    }

    // MARK: Rows

    func isRow(_ row: Int) -> Bool { distributions[row].count > 0 }
    func events(_ row: Int) -> Int { distributions[row].count }

    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell] {
        let delays = distributions[row]
        let earlyCount = delays.count(upTo: -early - 1)
        let onTime = delays.count(upTo: late) - earlyCount
        return [
            .integer(delays.count), .integer(earlyCount), .integer(onTime),
            .integer(delays.count - earlyCount - onTime),
            ReportCell(onTime, of: delays.count), ReportCell(delays.percentile(10)),
            ReportCell(delays.percentile(50)), ReportCell(delays.percentile(90)),
            ReportCell(Double(delays.sum) / Double(delays.count), decimals: 1),
        ]
    }

    // MARK: Parts

    func write(_ row: Int, to part: PartWriter) { part.counts("delays", distributions[row].values) }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        let group = try input.groups.number(of: keys)
        labels.note(try RowLabels.names(values, input), row: group, input.texts)
        try values.counts("delays", in: VisitReader.seconds) { delays.add($0, group: group, times: $1) }
    }
}

extension VisitInput.Reason {
    static let notScheduled = Self(
        code: "not_scheduled", one: "visit is Skipped, Added or Missing, so its delay is unknown",
        words: "visits are Skipped, Added or Missing, so their delay is unknown")
    static let noTimepoint = Self(
        code: "no_timepoint", one: "visit is not at a timepoint; skipped",
        words: "visits are not at a timepoint; skipped")
    static let notObserved = Self(
        code: "not_observed", one: "visit has no actual time; skipped",
        words: "visits have no actual time; skipped")
    static let noSchedule = Self(
        code: "no_schedule_time", one: "visit has no scheduled time; skipped",
        words: "visits have no scheduled time; skipped")
    static let firstStop = Self(
        code: "first_stop", one: "arrival is at a trip's first stop; skipped",
        words: "arrivals are at a trip's first stop; skipped")
    static let lastStop = Self(
        code: "last_stop", one: "departure is from a trip's last stop; skipped",
        words: "departures are from a trip's last stop; skipped")
}

// MARK: Its picture

extension PunctualityCount {
    static let drawsHeatMaps = true

    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture {
        if PerformanceDrawing.areOfHeatMap(figures.keys) { return HeatPicture.map(figures) }
        return BarPicture(
            figures,
            .init(
                title: "Delays", noun: "visit", meaning: figures.punctualitySentence,
                columns: [.splits(figures), .delays(figures)]))
    }
}
