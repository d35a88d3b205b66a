import Containers
import GTFSSchedule
import Schedule

/// Works out from the fixes of a vehicle on a run when it called at each stop.
///
/// Of each stop arrival and departure are known each for itself, from the best source that there is: fixes that say
/// the vehicle is stopped, fixes that stay at the stop, fixes before and after it.
package struct VisitFinder {
    private let rows: [Timetable.StopTime]
    private let way: Way?
    private let placed: PlacedFixes
    /// The places of fixes that are on the way.
    private let onWay: [Int]
    /// By fix: the place of the stop at which it says the vehicle is stopped; nil for none that can be trusted.
    private let stoppedAt: [Int?]
    /// Metres of the way within which a fix is at a stop.
    private let near: Double
    private let maximumGap: Int
    /// Metres within which a fix that says nothing is at a stop.
    private let zone: Double
    /// Metres within which it is not known on which side of a stop the vehicle was that passed it.
    private let passingZone: Double

    /// Receivers are so exact at best, in metres.
    private static let exactness = 15.0
    /// Metres a second with which vehicles come through the part of a zone that is wider than that.
    private static let zoneSpeed = 4.0
    /// Seconds that a vehicle that brakes may be in such a zone before it stands.
    private static let leastGap = 12

    /// - Parameters:
    ///   - near: metres within which a vehicle that stands is at a stop.
    ///   - maximumGap: seconds between two fixes over which nothing is concluded.
    package init(_ placed: PlacedFixes, rows: [Timetable.StopTime], way: Way?, near: Double, maximumGap: Int) {
        self.rows = rows
        self.way = way
        self.placed = placed
        onWay = placed.fixes.indices.filter { !placed.reached[$0].isNaN }
        self.near = near
        self.maximumGap = maximumGap
        zone = min(max(VisitFinder.exactness, placed.scatter, 3 * placed.noise), 60)
        passingZone = min(max(zone, 4 * placed.noise), 80)
        stoppedAt = VisitFinder.stops(placed, way, near: near)
    }

    /// Whether the vehicle says where it stops at all.
    private var hasStatus: Bool { stoppedAt.contains { $0 != nil } }

    // MARK: Where a fix says the vehicle is stopped

    private static func stops(_ placed: PlacedFixes, _ way: Way?, near: Double) -> [Int?] {
        return placed.fixes.indices.map { number in
            let fix = placed.fixes[number]
            guard fix.status == Fix.stoppedAt else { return nil }
            let along = placed.along[number]
            switch placed.stops[number] {
            case .none:
                return along.isNaN ? nil : way?.stop(nearestTo: along, within: near)
            case .stranger, .oneOf: return nil
            case .stop(let place):
                guard let stop = way?.stopPositions[place], !stop.isNaN else { return place }
                // It says where it is, and that is not on the way.
                if along.isNaN { return fix.coordinate == nil ? place : nil }
                // What says that it stands at a stop and is elsewhere says nothing.
                return abs(along - stop) <= near ? place : nil
            }
        }
    }

    // MARK: Stops

    /// What the fixes say of each stop.
    package func evidence() -> [StopEvidence] {
        var evidence = [StopEvidence](repeating: StopEvidence(), count: rows.count)
        let groups = self.groups()
        let usesStatus = hasStatus
        for place in rows.indices {
            if let group = groups[place] {
                evidence[place] = stay(group, .stopped, at: place)
                evidence[place].stop = placed.fixes[group.lowerBound].stop
            } else if let stop = way?.stopPositions[place], !stop.isNaN {
                let isEnd = place == 0 || place == rows.count - 1
                let isTold = usesStatus && !isEnd && !isDisbelieved(at: stop)
                let halt = isTold ? nil : self.halt(at: place, stop)
                evidence[place] = halt.map { stay($0, .halted, at: place) } ?? StopEvidence()
                if evidence[place].isEmpty { evidence[place] = pass(of: stop) ?? StopEvidence() }
            }
        }
        return VisitFinder.inOrder(evidence)
    }

    /// The fixes at each stop that say so: for the first stop the last stay, as vehicles come and go before they set
    /// out, for others the first.
    private func groups() -> [ClosedRange<Int>?] {
        var groups = [[ClosedRange<Int>]](repeating: [], count: rows.count)
        for (number, place) in stoppedAt.enumerated() {
            guard let place else { continue }
            if let last = groups[place].last, isOneStay(last.upperBound, number, place) {
                groups[place][groups[place].count - 1] = last.lowerBound...number
            } else {
                groups[place].append(number...number)
            }
        }
        return groups.enumerated().map { place, stays in place == 0 ? stays.last : stays.first }
    }

    /// Whether a vehicle stayed at a stop between two fixes there.
    private func isOneStay(_ first: Int, _ second: Int, _ place: Int) -> Bool {
        guard second > first + 1 else {
            return Int(placed.fixes[second].time) - Int(placed.fixes[first].time) <= maximumGap
                || sameSpot(first, second)
        }
        return ((first + 1)..<second).allSatisfy { number in
            if let other = stoppedAt[number], other != place { return false }
            let along = placed.along[number]
            guard !along.isNaN, let stop = way?.stopPositions[place], !stop.isNaN else { return true }
            return abs(along - stop) <= near + VisitFinder.exactness
        }
    }

    private func sameSpot(_ first: Int, _ second: Int) -> Bool {
        abs(placed.along[first] - placed.along[second]) <= VisitFinder.exactness
    }

    /// Whether a fix at a stop says that the vehicle is stopped somewhere, and is not believed: what it says of this stop
    /// is of no use then.
    private func isDisbelieved(at stop: Double) -> Bool {
        placed.fixes.indices.contains { number in
            placed.fixes[number].status == Fix.stoppedAt && stoppedAt[number] == nil
                && abs(placed.along[number] - stop) <= zone
        }
    }

    /// Successive fixes that stay at a stop, of a vehicle that does not say where it stops.
    ///
    /// One fix is enough at the ends of the way: before the first stop and behind the last there is none to pass.
    private func halt(at place: Int, _ stop: Double) -> ClosedRange<Int>? {
        let isEnd = place == 0 || place == rows.count - 1
        var best: ClosedRange<Int>?
        var stay: ClosedRange<Int>?
        // What a vehicle that comes backwards passes on the way to its first stop it does not call at.
        for number in placed.fixes.indices where place == 0 || number >= placed.start {
            let along = placed.along[number]
            guard !along.isNaN else { continue }
            let distance = abs(along - stop)
            if distance <= zone {
                let range = (stay?.lowerBound ?? number)...number
                stay = range
                if range.count > 1 || isEnd, best == nil || best?.lowerBound == range.lowerBound || place == 0 {
                    best = range
                }
            } else if distance > near {
                // What lies a little off between two fixes at the stop is the receiver's error.
                stay = nil
            }
        }
        return best
    }

    /// Arrival and departure of a vehicle that fixes show at a stop.
    private func stay(_ group: ClosedRange<Int>, _ source: TimeSource, at place: Int) -> StopEvidence {
        var evidence = StopEvidence(fixes: group, there: group)
        if let gap = gap(from: group.lowerBound, on: -1, source, place) {
            evidence.arrival = KnownTime(time: time(group.lowerBound), source: source, uncertainty: gap)
        }
        if let gap = gap(from: group.upperBound, on: 1, source, place) {
            evidence.departure = KnownTime(time: time(group.upperBound), source: source, uncertainty: gap)
        }
        return evidence
    }

    /// How far the time of the first or the last fix of a stay may be off; nil where nothing is concluded.
    ///
    /// It is the gap to the next fix that is elsewhere. A vehicle that does not say that it stands is in the zone before it
    /// stands and after it has left, and its receiver may put it out of the zone.
    private func gap(from fix: Int, on step: Int, _ source: TimeSource, _ place: Int) -> Int? {
        func isLinked(_ other: Int) -> Bool {
            placed.fixes.indices.contains(other) && abs(time(other) - time(other - step)) <= maximumGap
        }
        var outer = fix + step
        guard isLinked(outer) else { return nil }
        guard source == .halted else { return abs(time(outer) - time(fix)) }
        let stop = way?.stopPositions[place] ?? .nan
        // A fix that has no position is nowhere else.
        func isElsewhere(_ other: Int) -> Bool {
            placed.fixes[other].coordinate != nil && !(abs(placed.along[other] - stop) <= passingZone)
        }
        while !isElsewhere(outer), isLinked(outer + step) { outer += step }
        let wider = (zone - VisitFinder.exactness) / VisitFinder.zoneSpeed
        let gap = max(abs(time(outer) - time(fix)), VisitFinder.leastGap)
        return Int((Double(gap) + wider).rounded())
    }

    /// When the vehicle passed a stop at which no fix shows it to stay: by the way between the fix before and the one
    /// after.
    ///
    /// Of a fix at the stop itself, which a receiver's error puts before or behind it, nobody knows on which side it is:
    /// the time is that of the fix, and the gap that between its neighbours.
    private func pass(of stop: Double) -> StopEvidence? {
        let fixes = onWay
        let after = fixes.firstPlace { placed.reached[$0] >= stop }
        guard after > 0, after < fixes.count else { return nil }
        func isThere(_ place: Int) -> Bool { abs(placed.along[fixes[place]] - stop) <= passingZone }
        var low = after - 1
        var high = after
        while low >= 0, isThere(low) { low -= 1 }
        while high < fixes.count, isThere(high) { high += 1 }
        guard low >= 0, high < fixes.count,
            (low..<high).allSatisfy({ time(fixes[$0 + 1]) - time(fixes[$0]) <= maximumGap })
        else { return nil }
        let (from, to) = (time(fixes[low]), time(fixes[high]))
        let (start, end) = (placed.reached[fixes[after - 1]], placed.reached[fixes[after]])
        let (first, last) = (time(fixes[after - 1]), time(fixes[after]))
        var seconds = first + Int((Double(last - first) * (stop - start) / (end - start)).rounded())
        // Where it was seen at the stop it passed while it was.
        let there = high - low > 1 ? fixes[low + 1]...fixes[high - 1] : nil
        if let there { seconds = min(max(seconds, time(there.lowerBound)), time(there.upperBound)) }
        // What the receiver's error is worth at the speed with which it passed.
        let metres = max(placed.reached[fixes[high]] - placed.reached[fixes[low]], 1)
        let error = 3 * placed.noise * Double(to - from) / metres
        let half = Double(to - from) / 2
        let uncertainty = Int((half * half + error * error).squareRoot().rounded())
        let known = KnownTime(time: seconds, source: .passed, uncertainty: uncertainty)
        return StopEvidence(arrival: known, departure: known, fixes: fixes[low]...fixes[high], there: there)
    }

    private func time(_ fix: Int) -> Int { Int(placed.fixes[fix].time) }

    // MARK: The order of stops

    /// Drops times that contradict those of other stops: a vehicle is at its stops one after the other. Of two that do
    /// the one of the worse source goes, then the less certain one, then the later stop's.
    package static func inOrder(_ evidence: [StopEvidence]) -> [StopEvidence] {
        var result = evidence
        while let worst = contradiction(in: result) {
            if worst.isArrival { result[worst.place].arrival = nil } else { result[worst.place].departure = nil }
        }
        return result
    }

    private static func contradiction(in evidence: [StopEvidence]) -> (place: Int, isArrival: Bool)? {
        var events: [(time: KnownTime, place: Int, isArrival: Bool)] = []
        for (place, stop) in evidence.enumerated() {
            if let arrival = stop.arrival { events.append((arrival, place, true)) }
            if let departure = stop.departure { events.append((departure, place, false)) }
        }
        var latest = 0
        for number in events.indices.dropFirst() {
            if events[number].time.time >= events[latest].time.time {
                latest = number
                continue
            }
            let (one, other) = (events[latest], events[number])
            let isOtherWorse =
                (other.time.source.rawValue, other.time.uncertainty, other.place)
                >= (one.time.source.rawValue, one.time.uncertainty, one.place)
            let worse = isOtherWorse ? other : one
            return (worse.place, worse.isArrival)
        }
        return nil
    }
}

/// What a fix says of the stop that it is at or goes to.
package enum NamedStop {
    /// Neither a sequence nor a stop_id.
    case none
    /// One at which the trip does not call.
    case stranger
    case stop(Int)
    /// A stop_id alone, at which the trip calls at several times; fixes that lie on the way name one of them.
    case oneOf([Int])
}
