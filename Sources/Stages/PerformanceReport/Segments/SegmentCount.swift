import Containers
import Contract
import Reports
import StageKit
import Visits

/// How long the ways from a stop to the next took.
///
/// Memory: 48 to 96 bytes a distinct pair of time and distance, scheduled time, loss of time and dwell of a row.
final class SegmentCount: VisitCount {
    typealias RowTable = Tables.Segments

    static let pageKeys: [ReportKey] = [.routeID, .directionID]
    static let words = [
        "from_stop_id": "from", "to_stop_id": "to", "from_stop_name": "from name", "to_stop_name": "to name",
        "scheduled_run_time_p50": "due p50", "time_lost_samples": "lost of", "time_lost_p50": "lost p50",
        "time_lost_total": "lost total", "run_time_": "secs ", "speed_kph_": "km/h ",
    ]

    let input: VisitInput
    private var run = RunVisits()
    private(set) var rows = GroupKeys()
    private let rowKey = GroupKeyBytes()
    /// Groups with two stops, and the row of each.
    private var segments = PairPlaces()
    private var rowOfSegment: [Int] = []
    /// Run times with distances, packed.
    private var ways = GroupedCounts()
    private var scheduled = GroupedCounts()
    /// Run times less the scheduled ones.
    private var lost = GroupedCounts()
    private var dwells = GroupedCounts()
    private(set) var labels = RowLabels()
    private var fromNames = RowNames()
    private var toNames = RowNames()
    private var figures: [Figures] = []

    private struct Figures {
        var ways: Distribution
        var runTimes: Distribution
        var distances: Distribution
        /// Speeds in the order of size, with how often each came.
        var speeds: [(kilometresPerHour: Double, count: Int)]
        var scheduled: Distribution
        var lost: Distribution
        var dwells: Distribution
    }

    /// Metres of a segment: more than around the Earth is none.
    private static let distances = 0...(1 << 26)
    private static let visit = Tables.StopVisits.columns

    init(_ parameters: PerformanceParameters, _ input: VisitInput) { self.input = input }

    static func conflict(with keys: [ReportKey]) -> String? {
        keys.contains(.stopID)
            ? "--by stop_id has no effect: rows of segments always have from_stop_id and to_stop_id"
            : nil
    }

    var columns: [any AnyColumn] {
        let visit = SegmentCount.visit
        return VisitTimes.columns + [visit.stopID, visit.stopName, visit.distance, visit.dwell]
    }

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        try run.open(visit, record, input, settle)
        let times = VisitTimes(record, of: visit.day, input.reader)
        let group = try input.groupInside(visit, record, at: times.atDeparture) ?? -1
        let columns = SegmentCount.visit
        var called = RunVisit(visit, group: group, times)
        called.stop = input.texts.number(of: input.reader.text(record, columns.stopID), in: &input.stops)
        called.names = input.names(record)
        called.names.stop = input.texts.number(of: input.reader.text(record, columns.stopName), in: &input.stopNames)
        called.first = input.reader.whole(record, columns.distance, in: SegmentCount.distances)
        called.second = input.reader.whole(record, columns.dwell, in: VisitReader.seconds)
        run.add(called)
    }

    func finish(_ input: VisitInput) throws {
        try run.close(input, settle)
        let ways = self.ways.grouped(rows.count)
        let scheduled = self.scheduled.grouped(rows.count)
        let lost = self.lost.grouped(rows.count)
        let dwells = self.dwells.grouped(rows.count)
        figures = (0..<rows.count).map { SegmentCount.figures(ways[$0], scheduled[$0], lost[$0], dwells[$0]) }
    }

    private func settle(_ visits: [RunVisit]) throws {
        guard visits.count > 1 else { return }
        for place in 1..<visits.count
        where visits[place].visit.sequence == visits[place - 1].visit.sequence + 1 {
            try settle(visits[place - 1], visits[place])
        }
    }

    @inline(__always)
    private func settle(_ from: RunVisit, _ to: RunVisit) throws {
        guard from.group >= 0, to.visit.isTaken, from.visit.isCalledAt, to.visit.isCalledAt,
            from.departure != RunVisit.never, to.arrival != RunVisit.never
        else { return }
        let runTime = to.arrival - from.departure
        guard (0...SegmentCount.longest).contains(runTime) else { return input.leaveOut(.turnedTimes) }
        let row = try row(from, to)
        ways.add(SegmentCount.pack(runTime, to.first), group: row)
        if to.scheduledArrival != RunVisit.never, from.scheduledDeparture != RunVisit.never {
            let due = to.scheduledArrival - from.scheduledDeparture
            if VisitReader.seconds.contains(due) {
                scheduled.add(due, group: row)
                lost.add(runTime - due, group: row)
            }
        }
        if let dwell = from.second { dwells.add(dwell, group: row) }
        labels.note(VisitNames(route: from.names.route), row: row, input.texts)
        fromNames.note(from.names.stop, row: row, input.texts)
        toNames.note(to.names.stop, row: row, input.texts)
    }

    private func row(_ from: RunVisit, _ to: RunVisit) throws -> Int {
        let place = segments.place(from.group << 32 | Int(from.stop), Int(to.stop))
        if place < rowOfSegment.count { return rowOfSegment[place] }
        rowKey.removeAll()
        input.groups.groups.withKey(from.group) { rowKey.append(values: $0) }
        for stop in [from.stop, to.stop] {
            input.texts.withText(stop) { rowKey.append($0) }
        }
        guard let row = rows.intern(rowKey.bytes) else { throw VisitGroups.tooMany }
        rowOfSegment.append(row)
        return row
    }

    // MARK: A time with its distance in one number

    private static let longest = 1 << 28
    private static let losses = VisitReader.seconds.lowerBound...longest - VisitReader.seconds.lowerBound

    private static func pack(_ seconds: Int, _ metres: Int?) -> Int { seconds << 28 | (metres ?? noDistance) }
    private static let noDistance = 1 << 28 - 1
    private static func seconds(_ way: Int) -> Int { way >> 28 }
    private static func metres(_ way: Int) -> Int? { way & noDistance == noDistance ? nil : way & noDistance }

    // MARK: Rows

    private static func figures(
        _ ways: Distribution, _ scheduled: Distribution, _ lost: Distribution, _ dwells: Distribution
    ) -> Figures {
        var runTimes: [(value: Int, count: Int)] = []
        var distances: [Int: Int] = [:]
        var speeds: [(kilometresPerHour: Double, count: Int)] = []
        for (way, count) in ways.values {
            let seconds = seconds(way)
            if runTimes.last?.value == seconds {
                runTimes[runTimes.count - 1].count += count
            } else {
                runTimes.append((seconds, count))
            }
            guard let metres = metres(way) else { continue }
            distances[metres, default: 0] += count
            if seconds > 0 { speeds.append((Double(metres) * 3.6 / Double(seconds), count)) }
        }
        return Figures(
            ways: ways, runTimes: Distribution(runTimes),
            distances: Distribution(distances.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }),
            speeds: speeds.sorted { ($0.kilometresPerHour, $0.count) < ($1.kilometresPerHour, $1.count) },
            scheduled: scheduled, lost: lost, dwells: dwells)
    }

    private static func percentile(_ speeds: [(kilometresPerHour: Double, count: Int)], _ share: Int) -> Double? {
        let total = speeds.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        var rank = (total * share + 99) / 100
        for (speed, count) in speeds {
            rank -= count
            if rank <= 0 { return speed }
        }
        return nil
    }

    func isRow(_ row: Int) -> Bool { figures[row].ways.count > 0 }
    func events(_ row: Int) -> Int { figures[row].ways.count }

    func bases(_ row: Int) -> [Int]? {
        let figures = figures[row]
        let (runs, distances, due) = (figures.ways.count, figures.distances.count, figures.lost.count)
        let speeds = figures.speeds.reduce(0) { $0 + $1.count }
        return [
            0, 0, 0, distances, runs, runs, runs, speeds, speeds, speeds, due, figures.dwells.count, 0, due, due, 0, 0,
        ]
    }

    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell] {
        let row = (keys: rows.withKey(row, GroupKeyBytes.values), number: row, figures: figures[row])
        let figures = row.figures
        // A visit without a stop_id is nowhere, which is a place too.
        let (from, to) = (SegmentCount.stop(row.keys.dropLast()) ?? "", SegmentCount.stop(row.keys) ?? "")
        return [
            .text(from), .text(to), .integer(figures.ways.count),
            ReportCell(figures.distances.percentile(50)), ReportCell(figures.runTimes.percentile(20)),
            ReportCell(figures.runTimes.percentile(50)), ReportCell(figures.runTimes.percentile(80)),
            ReportCell(SegmentCount.percentile(figures.speeds, 20), decimals: 1),
            ReportCell(SegmentCount.percentile(figures.speeds, 50), decimals: 1),
            ReportCell(SegmentCount.percentile(figures.speeds, 80), decimals: 1),
            ReportCell(figures.scheduled.percentile(50)), ReportCell(figures.dwells.percentile(50)),
            .integer(figures.lost.count), ReportCell(figures.lost.percentile(50)),
            figures.lost.count > 0 ? .integer(Int(clamping: figures.lost.sum)) : .null,
            ReportCell(input.texts.string(fromNames[row.number]) ?? places?.stopName(from)),
            ReportCell(input.texts.string(toNames[row.number]) ?? places?.stopName(to)),
        ]
    }

    // MARK: Parts

    /// The stop that is the last of some values.
    private static func stop(_ values: some BidirectionalCollection<GroupKeyBytes.Value>) -> String? {
        if case .text(let id)? = values.last { id } else { nil }
    }

    func write(_ row: Int, to part: PartWriter) {
        let figures = figures[row]
        let key = rows.withKey(row, GroupKeyBytes.values)
        part.text("from_stop_id", SegmentCount.stop(key.dropLast()))
        part.text("to_stop_id", SegmentCount.stop(key))
        part.text("from_stop_name", input.texts.string(fromNames[row]))
        part.text("to_stop_name", input.texts.string(toNames[row]))
        part.lists("ways") { add in
            for (way, count) in figures.ways.values {
                add([SegmentCount.seconds(way), SegmentCount.metres(way), count])
            }
        }
        part.counts("scheduled", figures.scheduled.values)
        part.counts("time_lost", figures.lost.values)
        part.counts("dwells", figures.dwells.values)
    }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        rowKey.removeAll()
        rowKey.append(values: keys)
        for name in ["from_stop_id", "to_stop_id"] as [StaticString] {
            rowKey.append(try values.text(name))
        }
        guard let row = rows.intern(rowKey.bytes) else { throw VisitGroups.tooMany }
        labels.note(try RowLabels.names(values, input), row: row, input.texts)
        fromNames.note(input.number(of: try values.text("from_stop_name")), row: row, input.texts)
        toNames.note(input.number(of: try values.text("to_stop_name")), row: row, input.texts)
        try values.lists("ways", of: 3) { way in
            guard let seconds = way[0], let count = way[2], (0...SegmentCount.longest).contains(seconds),
                SegmentCount.distances.contains(way[1] ?? 0), (1...PartReader.largestCount).contains(count)
            else { throw BrokenPart("ways") }
            ways.add(SegmentCount.pack(seconds, way[1]), group: row, times: count)
        }
        try values.counts("scheduled", in: VisitReader.seconds) { scheduled.add($0, group: row, times: $1) }
        try values.counts("time_lost", in: SegmentCount.losses) { lost.add($0, group: row, times: $1) }
        try values.counts("dwells", in: VisitReader.seconds) { dwells.add($0, group: row, times: $1) }
    }
}

extension VisitInput.Reason {
    static let turnedTimes = Self(
        code: "times_out_of_order", one: "segment ends before it begins; skipped",
        words: "segments end before they begin; skipped")
}

// MARK: Its picture

extension SegmentCount {
    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture { SegmentPicture(figures) }
}
