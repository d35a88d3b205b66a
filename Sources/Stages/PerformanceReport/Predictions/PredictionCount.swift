import Containers
import Contract
import Platform
import Reports
import StageKit
import Visits

/// Whether predictions held, by how far ahead they were made.
///
/// Memory: some 150 bytes a visit, 80 to 90 a prediction that counts: one a minute, trip and stop. Of predictions that
/// come after the visits only those are kept that may be less than 15 minutes ahead.
final class PredictionCount: VisitCount {
    typealias RowTable = Tables.PredictionAccuracy

    static let pageKeys: [ReportKey] = [.routeID]
    static let furtherTables = [Tables.StopTimeUpdates.name, Tables.TripUpdates.name]
    static let words = ["share_accurate": "held", "actuals_excluded": "excluded", "error_": "error "]

    let input: VisitInput
    private var predictions = PredictionSet()
    private var calls: PredictedCalls
    private(set) var rows = GroupKeys()
    private let rowKey = GroupKeyBytes()
    private var errors = GroupedCounts()
    private var distributions: [Distribution] = []
    private var tallies: [Tally] = []
    private(set) var labels = RowLabels()
    private var update = UpdateReader()
    private var updatesRead = 0

    private struct Tally {
        var accurate = 0
        var excluded = 0
    }

    /// Minutes ahead, the lower end included.
    private static let horizons: [(from: Int, to: Int, name: String)] = [
        (0, 3, "0-3"), (3, 6, "3-6"), (6, 10, "6-10"), (10, 15, "10-15"),
    ]
    /// Seconds after which no horizon is left.
    private static let farthest = (horizons.last?.to ?? 0) * 60
    private static let visit = Tables.StopVisits.columns
    /// What a vehicle was seen doing; another source is itself a prediction.
    private static let sources: [StaticString] = ["stopped", "halted", "passed", "truth"]

    init(_ parameters: PerformanceParameters, _ input: VisitInput) {
        self.input = input
        calls = PredictedCalls { [unowned input] in input.texts.precedes($0, $1) }
    }

    var columns: [any AnyColumn] {
        let visit = PredictionCount.visit
        return VisitTimes.columns + UpdateReader.columns + [
            visit.scheduledStopSequence, visit.vehicleID, visit.stopID, visit.tripID, visit.startDate, visit.startTime,
            visit.arrivalSource, visit.departureSource,
        ]
    }

    // MARK: Visits

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        let columns = PredictionCount.visit
        let reader = input.reader
        let times = VisitTimes(record, of: visit.day, reader)
        let group = try input.groupInside(visit, record, at: times.atDeparture)
        let trip = input.texts.number(of: reader.text(record, columns.tripID))
        guard trip != 0 else { return input.leaveOut(.noTrip) }
        let isSeen = visit.isCalledAt
        func actual(_ moment: Moment, _ source: Column<Tables.StopVisits, Text, IfKnown>) -> Int? {
            isSeen && moment.isKnown && reader.word(record, source, of: PredictionCount.sources) != nil
                ? moment.instant : nil
        }
        calls.add(
            PredictedCalls.Call(
                performed: input.runs.fingerprint(of: visit.run),
                name: input.texts.number(of: reader.text(record, columns.tripIDPerformed)),
                sequence: reader.whole(record, columns.scheduledStopSequence, in: VisitReader.counts),
                stop: input.texts.number(of: reader.text(record, columns.stopID)),
                vehicle: input.texts.number(of: reader.text(record, columns.vehicleID)),
                feed: input.texts.number(of: reader.text(record, Tables.AnyRecord.columns.feedID)),
                arrival: actual(times.arrival, columns.arrivalSource),
                departure: actual(times.departure, columns.departureSource),
                scheduledArrival: times.scheduledArrival.isKnown ? times.scheduledArrival.instant : nil,
                scheduledDeparture: times.scheduledDeparture.isKnown ? times.scheduledDeparture.instant : nil,
                group: group, names: input.names(record)),
            trip: trip, day: reader.day(record, columns.startDate) ?? visit.day,
            start: reader.serviceTime(record, columns.startTime))
    }

    // MARK: Updates

    var lack: String? {
        updatesRead > 0
            ? nil : "the input has no records of \(Tables.StopTimeUpdates.name) or \(Tables.TripUpdates.name)"
    }

    func take(_ record: Record, ofFurther table: Int, _ input: VisitInput) {
        updatesRead += 1
        update.forEach(of: record, table == 0 ? .stop : .trip, input) { target, prediction in
            let number = predictions.number(of: target)
            if calls.count > 0, isFarAhead(prediction, target) { return }
            predictions.add(prediction, number)
        }
    }

    /// Whether no prediction of its minute can be less than 15 minutes ahead, or ahead at all.
    private func isFarAhead(_ prediction: Prediction, _ target: PredictionTarget) -> Bool {
        guard case .call(let place) = calls.resolve(target, near: { PredictionCount.time(prediction, $0) }) else {
            return false
        }
        // Another prediction of the minute may be of the other end of the visit; where that is not known, it stays.
        guard let arrival = calls.calls[place].arrival, let departure = calls.calls[place].departure else {
            return false
        }
        let minute = prediction.timestamp / 60 * 60
        return min(arrival, departure) - (minute + 59) >= PredictionCount.farthest || max(arrival, departure) < minute
    }

    /// What is predicted for a call: its arrival, or where it has none its departure.
    private static func time(_ prediction: Prediction, _ call: PredictedCalls.Call) -> Int? {
        arrival(prediction, call) ?? departure(prediction, call)
    }

    private static func arrival(_ prediction: Prediction, _ call: PredictedCalls.Call) -> Int? {
        if let time = prediction.arrival { return time }
        guard let delay = prediction.arrivalDelay, let scheduled = call.scheduledArrival else { return nil }
        return scheduled + delay
    }

    private static func departure(_ prediction: Prediction, _ call: PredictedCalls.Call) -> Int? {
        if let time = prediction.departure { return time }
        guard let delay = prediction.departureDelay, let scheduled = call.scheduledDeparture else { return nil }
        return scheduled + delay
    }

    /// A predicted time and the actual one of the same end of the visit: of the arrival where both are known, else of the
    /// departure.
    private static func compared(
        _ prediction: Prediction, _ call: PredictedCalls.Call
    ) -> (predicted: Int, actual: Int)? {
        if let predicted = arrival(prediction, call), let actual = call.arrival { return (predicted, actual) }
        if let predicted = departure(prediction, call), let actual = call.departure { return (predicted, actual) }
        return nil
    }

    // MARK: At the end

    func finish(_ input: VisitInput) throws {
        // Targets that name the same visit in other ways have one prediction a minute together.
        var minutes = PairPlaces()
        var samples: [Prediction] = []
        var unmatched = 0
        let resolutions: [PredictedCalls.Resolution?] = predictions.targets.map { target in
            target.day == nil ? nil : calls.resolve(target, near: { _ in nil })
        }
        predictions.forEach { number, minute, prediction in
            let found =
                resolutions[number]
                ?? calls.resolve(predictions.targets[number]) { PredictionCount.time(prediction, $0) }
            let key: Int
            switch found {
            case .none:
                unmatched += 1
                return
            case .call(let place): key = place << 1
            case .anyOf(let place): key = place << 1 | 1
            }
            let place = minutes.place(key, minute)
            if place == samples.count {
                samples.append(prediction)
            } else if PredictionSet.isLater(prediction, than: samples[place]) {
                samples[place] = prediction
            }
        }
        try minutes.forEach { place, key, _ in
            try count(samples[place], calls.calls[key >> 1], isCertain: key & 1 == 0)
        }
        if unmatched > 0 {
            input.context.diagnostics.report(
                Finding(
                    .unmatched, "no_visit",
                    message: counted(unmatched, "prediction matches", plural: "predictions match")
                        + " no visit of the input; skipped"),
                count: unmatched)
        }
        distributions = errors.grouped(rows.count)
    }

    private func count(_ prediction: Prediction, _ call: PredictedCalls.Call, isCertain: Bool) throws {
        guard let group = call.group else { return }
        guard isCertain, let (predicted, actual) = PredictionCount.compared(prediction, call) else {
            // How far ahead it was made only it tells itself.
            guard let predicted = PredictionCount.time(prediction, call) else { return input.leaveOut(.noPrediction) }
            guard let row = try row(group, predicted - prediction.timestamp, call) else { return }
            tallies[row].excluded += 1
            return
        }
        guard let row = try row(group, actual - prediction.timestamp, call) else { return }
        let error = actual - predicted
        errors.add(error, group: row)
        let ahead = Double(actual - prediction.timestamp) / 60
        let isAccurate = -60 * log(ahead + 1.3) < Double(error) && Double(error) < 60 * log(ahead + 1.5)
        if isAccurate { tallies[row].accurate += 1 }
    }

    /// The row of a group and of so many seconds ahead; nil beyond all horizons.
    private func row(_ group: Int, _ seconds: Int, _ call: PredictedCalls.Call) throws -> Int? {
        guard
            let horizon = PredictionCount.horizons.firstIndex(where: { seconds >= $0.from * 60 && seconds < $0.to * 60 }
            )
        else { return nil }
        let row = try input.groups.groups.withKey(group) { try self.row($0, horizon) }
        labels.note(call.names, row: row, input.texts)
        return row
    }

    private func row(_ keys: UnsafeRawBufferPointer, _ horizon: Int) throws -> Int {
        rowKey.removeAll()
        rowKey.append(values: keys)
        rowKey.append(horizon)
        guard let row = rows.intern(rowKey.bytes) else { throw VisitGroups.tooMany }
        while tallies.count <= row { tallies.append(Tally()) }
        return row
    }

    // MARK: Rows

    func isRow(_ row: Int) -> Bool { distributions[row].count > 0 || tallies[row].excluded > 0 }
    func events(_ row: Int) -> Int { distributions[row].count }

    private func horizon(_ row: Int) -> String {
        guard case .integer(let place)? = rows.withKey(row, GroupKeyBytes.values).last else { return "" }
        return PredictionCount.horizons[place].name
    }

    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell] {
        let errors = distributions[row]
        return [
            .text(horizon(row)), .integer(errors.count), .integer(tallies[row].accurate),
            ReportCell(tallies[row].accurate, of: errors.count), ReportCell(errors.percentile(50)),
            ReportCell(errors.percentile(90)), .integer(tallies[row].excluded),
        ]
    }

    // MARK: Parts

    func write(_ row: Int, to part: PartWriter) {
        part.text("horizon", horizon(row))
        part.integer("accurate", tallies[row].accurate)
        part.counts("errors", distributions[row].values)
        part.integer("actuals_excluded", tallies[row].excluded)
    }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        let name = try values.text("horizon")
        guard let horizon = PredictionCount.horizons.firstIndex(where: { $0.name == name }) else {
            throw BrokenPart("horizon")
        }
        let row = try row(keys, horizon)
        labels.note(try RowLabels.names(values, input), row: row, input.texts)
        tallies[row].accurate += try values.count("accurate")
        tallies[row].excluded += try values.count("actuals_excluded")
        // A prediction may be wrong by as much as it was made ahead, and then some.
        try values.counts("errors", in: -PartReader.largestCount...PartReader.largestCount) {
            errors.add($0, group: row, times: $1)
        }
    }
}

extension VisitInput.Reason {
    static let noTrip = Self(
        code: "no_trip_id", one: "visit has no trip_id, so no prediction can match it; skipped",
        words: "visits have no trip_id, so no prediction can match them; skipped")
    static let noPrediction = Self(
        code: "no_predicted_time", one: "prediction is a delay of a stop without a scheduled time; skipped",
        words: "predictions are delays of stops without a scheduled time; skipped")
}

// MARK: Its picture

extension PredictionCount {
    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture {
        BarPicture(
            figures,
            .init(
                title: "Whether predictions held", noun: "prediction", isByHorizon: true,
                columns: [.accurate(figures)]))
    }
}
