import Contract
import Occupancy
import StageKit

/// How long the ways from a stop to the next took.
///
/// Memory: 48 to 96 bytes a distinct pair of time and distance, scheduled time and dwell of a row.
final class SegmentCount: VisitCount {
    private let input: VisitInput
    private var run = RunVisits()
    private(set) var rows = GroupKeys()
    private let rowKey = GroupKeyBytes()
    /// Groups with two stops, and the row of each.
    private var segments = PairPlaces()
    private var rowOfSegment: [Int] = []
    /// Run times with distances, packed.
    private var ways = GroupedCounts()
    private var scheduled = GroupedCounts()
    private var dwells = GroupedCounts()
    private var routeNames = RowNames()
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
        var dwells: Distribution
    }

    /// Metres of a segment: more than around the Earth is none.
    private static let distances = 0...(1 << 26)
    private static let visit = Tables.StopVisits.columns

    init(_ input: VisitInput) { self.input = input }

    var columns: [any AnyColumn] {
        let visit = SegmentCount.visit
        return VisitTimes.columns + [visit.stopID, visit.stopName, visit.distance, visit.dwell]
    }

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        try run.open(visit, record, input, settle)
        let times = VisitTimes(record, input.reader)
        var group = -1
        if visit.isTaken {
            if input.clock.takes(day: visit.day, times.atDeparture) {
                group = try input.group(visit, record, at: times.atDeparture)
            } else {
                input.outsideVisits += 1
            }
        }
        let columns = SegmentCount.visit
        var called = RunVisit(visit, group: group, times)
        called.stop = input.texts.number(of: input.reader.text(record, columns.stopID), in: &input.stops)
        called.stopName = input.texts.number(of: input.reader.text(record, columns.stopName), in: &input.stopNames)
        called.routeName = input.routeName(record)
        called.first = input.reader.whole(record, columns.distance, in: SegmentCount.distances)
        called.second = input.reader.whole(record, columns.dwell, in: VisitReader.seconds)
        run.add(called)
    }

    func take(_ trip: PerformedTrip, _ record: Record, _ input: VisitInput) {}

    func finish(_ input: VisitInput) throws {
        try run.close(input, settle)
        let ways = self.ways.grouped(rows.count)
        let scheduled = self.scheduled.grouped(rows.count)
        let dwells = self.dwells.grouped(rows.count)
        figures = rows.inNumbers.map { SegmentCount.figures(ways[$0], scheduled[$0], dwells[$0]) }
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
            scheduled.add(to.scheduledArrival - from.scheduledDeparture, group: row)
        }
        if let dwell = from.second { dwells.add(dwell, group: row) }
        routeNames.note(from.routeName, row: row, input.texts)
        fromNames.note(from.stopName, row: row, input.texts)
        toNames.note(to.stopName, row: row, input.texts)
    }

    private func row(_ from: RunVisit, _ to: RunVisit) throws -> Int {
        let place = segments.place(from.group << 32 | Int(from.stop), Int(to.stop))
        if place < rowOfSegment.count { return rowOfSegment[place] }
        rowKey.removeAll()
        input.groups.groups.withKey(from.group) { rowKey.append(values: $0) }
        for stop in [from.stop, to.stop] {
            input.texts.withText(stop) { if let id = $0 { rowKey.append(id) } else { rowKey.appendNull() } }
        }
        guard let row = rows.intern(rowKey.bytes) else { throw VisitGroups.tooMany }
        rowOfSegment.append(row)
        return row
    }

    // MARK: A time with its distance in one number

    private static let longest = 1 << 28

    private static func pack(_ seconds: Int, _ metres: Int?) -> Int { seconds << 28 | (metres ?? noDistance) }
    private static let noDistance = 1 << 28 - 1
    private static func seconds(_ way: Int) -> Int { way >> 28 }
    private static func metres(_ way: Int) -> Int? { way & noDistance == noDistance ? nil : way & noDistance }

    // MARK: Rows

    private static func figures(_ ways: Distribution, _ scheduled: Distribution, _ dwells: Distribution) -> Figures {
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
            scheduled: scheduled, dwells: dwells)
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
    func routeName(_ row: Int) -> String? { input.texts.string(routeNames[row]) }

    func figures(_ row: Int) -> [PerformanceCell] {
        let row = (keys: rows.withKey(row, GroupKeyBytes.values), number: row, figures: figures[row])
        let figures = row.figures
        func stop(_ value: GroupKeyBytes.Value) -> PerformanceCell {
            // A visit without a stop_id is nowhere, which is a place too.
            if case .text(let id) = value { .text(id) } else { .text("") }
        }
        return [
            stop(row.keys[row.keys.count - 2]), stop(row.keys[row.keys.count - 1]), .integer(figures.ways.count),
            PerformanceCell(figures.distances.percentile(50)), PerformanceCell(figures.runTimes.percentile(20)),
            PerformanceCell(figures.runTimes.percentile(50)), PerformanceCell(figures.runTimes.percentile(80)),
            PerformanceCell(SegmentCount.percentile(figures.speeds, 20), decimals: 1),
            PerformanceCell(SegmentCount.percentile(figures.speeds, 50), decimals: 1),
            PerformanceCell(SegmentCount.percentile(figures.speeds, 80), decimals: 1),
            PerformanceCell(figures.scheduled.percentile(50)), PerformanceCell(figures.dwells.percentile(50)),
            PerformanceCell(input.texts.string(fromNames[row.number])),
            PerformanceCell(input.texts.string(toNames[row.number])),
        ]
    }

    // MARK: Parts

    func writeParts(_ write: (UnsafeRawBufferPointer, (PartWriter) -> Void) throws -> Void) throws {
        for row in rows.inOrder() where isRow(row) {
            let figures = figures[row]
            let key = rows.withKey(row, GroupKeyBytes.values)
            func stop(_ value: GroupKeyBytes.Value) -> String? { if case .text(let id) = value { id } else { nil } }
            try rows.withKey(row) { keys in
                try write(keys) { part in
                    part.text("route_short_name", routeName(row))
                    part.text("from_stop_id", stop(key[key.count - 2]))
                    part.text("to_stop_id", stop(key[key.count - 1]))
                    part.text("from_stop_name", input.texts.string(fromNames[row]))
                    part.text("to_stop_name", input.texts.string(toNames[row]))
                    part.lists("ways") { add in
                        for (way, count) in figures.ways.values {
                            add([SegmentCount.seconds(way), SegmentCount.metres(way), count])
                        }
                    }
                    part.counts("scheduled", figures.scheduled)
                    part.counts("dwells", figures.dwells)
                }
            }
        }
    }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        rowKey.removeAll()
        rowKey.append(values: keys)
        for name in ["from_stop_id", "to_stop_id"] as [StaticString] {
            if var id = try values.text(name) {
                id.withUTF8 { rowKey.append(UnsafeRawBufferPointer($0)) }
            } else {
                rowKey.appendNull()
            }
        }
        guard let row = rows.intern(rowKey.bytes) else { throw VisitGroups.tooMany }
        routeNames.note(input.number(of: try values.text("route_short_name")), row: row, input.texts)
        fromNames.note(input.number(of: try values.text("from_stop_name")), row: row, input.texts)
        toNames.note(input.number(of: try values.text("to_stop_name")), row: row, input.texts)
        try values.lists("ways", of: 3) { way in
            guard let seconds = way[0], let count = way[2], (0...SegmentCount.longest).contains(seconds),
                SegmentCount.distances.contains(way[1] ?? 0), (1...PartReader.largestCount).contains(count)
            else { throw BrokenPart(member: "ways") }
            ways.add(SegmentCount.pack(seconds, way[1]), group: row, times: count)
        }
        try values.counts("scheduled", in: VisitReader.seconds) { scheduled.add($0, group: row, times: $1) }
        try values.counts("dwells", in: VisitReader.seconds) { dwells.add($0, group: row, times: $1) }
    }
}

extension VisitInput.Reason {
    static let turnedTimes = Self(
        code: "times_out_of_order", words: "ways to the next stop end before they begin (left out)")
}

extension GroupKeys {
    /// The numbers of all keys.
    var inNumbers: Range<Int> { 0..<count }
}
