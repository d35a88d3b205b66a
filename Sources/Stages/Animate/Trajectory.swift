import Geometry
import Motion
import Platform

/// Where a vehicle is at each time, made of the positions that it reported: it drives from each to the next in the time
/// between their measurements, and keeps its speed where it does not stand. Queries go forward in time, but for less than
/// a leg.
///
/// Memory: some 200 bytes for each event that is not past.
final class Trajectory {
    /// How many seconds of events must be known ahead of a time: a leg ends at most `LegClock.longest` before its event,
    /// and the next leg decides its speed at the end.
    static let horizon = 2 * LegClock.longest

    struct State {
        var place: Coordinate
        var heading: Double?
        /// How much of the leg under way has passed, from 0 to 1; nil for a vehicle that stands.
        var progress: Double?
    }

    /// A position, and the time of the leg that leads to it.
    private struct Knot {
        let time: ClosedRange<Int>
        let center: SphereCenter
        let heading: Double?
        let tripID: String?
        let routeID: String?
        var leg: Leg?

        var drives: Bool { time.lowerBound < time.upperBound }
        var duration: Double { Double(time.upperBound - time.lowerBound) }
    }

    private let ways: Ways?
    private var clock = LegClock()
    private var knots: [Knot] = []
    /// The last knot whose leg has begun, as far as time has been asked for.
    private var current = 0
    private var last: (place: Coordinate, heading: Double?)?

    init(_ ways: Ways?) { self.ways = ways }

    /// Takes the vehicle's next event.
    func add(_ fix: AnimatedFix) {
        if fix.kind == .enter { last?.heading = nil }
        let heading = fix.heading ?? last?.heading
        let isMove = last.map { $0.place != fix.place || $0.heading != heading } ?? true
        let time = clock.take(
            fix.kind, at: fix.at, measured: fix.measured, left: fix.left, isMove: isMove,
            drives: fix.hasFrom && last?.place != fix.place)
        if fix.kind == .exit { last?.heading = nil }
        guard let time else { return }
        last = (fix.place, heading)
        knots.append(
            Knot(
                time: time, center: SphereCenter(fix.place), heading: heading, tripID: fix.tripID, routeID: fix.routeID)
        )
    }

    /// Whether nothing more happens after a time.
    func isOver(at time: Double) -> Bool { knots.last.map { Double($0.time.upperBound) <= time } ?? true }

    /// Nil before the first event.
    func state(at time: Double) -> State? {
        guard !knots.isEmpty else { return nil }
        while current > 0, Double(knots[current].time.lowerBound) > time { current -= 1 }
        while current + 1 < knots.count, Double(knots[current + 1].time.lowerBound) <= time { current += 1 }
        if current > 64 {
            // The leg before the one under way decides its speed.
            knots.removeFirst(current - 2)
            current = 2
        }
        let knot = knots[current]
        guard current > 0, knot.drives, time < Double(knot.time.upperBound) else { return resting(at: current) }
        let leg = leg(current)
        let seconds = time - Double(knot.time.lowerBound)
        let cubic = MonotoneCubic(
            length: leg.length, duration: knot.duration, startSpeed: speed(after: current - 1),
            endSpeed: speed(after: current))
        let share = leg.length > 0 ? cubic.movement(at: seconds).value / leg.length : 0
        let aim = leg.direction(at: share) ?? knot.heading
        var heading = aim
        if let aim, let before = resting(at: current - 1).heading {
            // A vehicle turns in the first third of a leg.
            let turned = min(1, max(0, seconds / knot.duration * 3))
            heading = Angle.normalized(
                before + Angle.turn(from: before, to: aim) * turned * turned * (3 - 2 * turned))
        }
        return State(place: leg.place(at: share), heading: heading, progress: seconds / knot.duration)
    }

    /// Where the vehicle stands after a leg: along a line it heads where the line does.
    private func resting(at index: Int) -> State {
        let knot = knots[index]
        let direction = index > 0 && knot.drives ? leg(index).direction(at: 1) : nil
        return State(place: knot.center.place, heading: direction ?? knot.heading)
    }

    /// The speed at the end of a leg; 0 unless the next one begins there and then.
    private func speed(after index: Int) -> Double {
        guard index > 0, index + 1 < knots.count, knots[index].drives, knots[index + 1].drives,
            knots[index].time.upperBound == knots[index + 1].time.lowerBound
        else { return 0 }
        let (before, after) = (leg(index), leg(index + 1))
        return MonotoneCubic.speed(
            between: (before.length, knots[index].duration), and: (after.length, knots[index + 1].duration),
            turn: before.end.east * after.start.east + before.end.north * after.start.north)
    }

    private func leg(_ index: Int) -> Leg {
        if let leg = knots[index].leg { return leg }
        let (from, to) = (knots[index - 1], knots[index])
        let leg = Leg(from.center, to.center, along: ways?.lines(trip: to.tripID, route: to.routeID) ?? [])
        knots[index].leg = leg
        return leg
    }
}

/// The path from one position to the next: along a line, or along a great circle.
struct Leg {
    /// Metres.
    let length: Double
    /// Directions at the start and the end, of length 1.
    let start: SphereOffset
    let end: SphereOffset
    private let target: SphereCenter
    /// Where the leg starts, seen from the target.
    private let offset: SphereOffset
    /// The stretch of a line, and how far the positions lie beside its ends.
    private let way: (line: WayLine, from: Double, to: Double, beside: SphereOffset, besideEnd: SphereOffset)?

    init(_ from: SphereCenter, _ target: SphereCenter, along lines: [WayLine]) {
        self.target = target
        offset = target.offset(of: from.place)
        let straight = SphereCenter.metres(offset)
        // Who moves across a line, or hardly along it, does not follow it.
        if let found = Ways.way(from: from.place, on: nil, to: target.place, along: lines),
            found.to - found.from > straight / 2
        {
            let (first, last) = (found.line.place(at: found.from), found.line.place(at: found.to))
            way = (
                found.line, found.from, found.to, SphereCenter(first).offset(of: from.place),
                SphereCenter(last).offset(of: target.place)
            )
            length = found.to - found.from
            start = found.line.direction(at: found.from)
            end = found.line.direction(at: found.to)
        } else {
            way = nil
            length = straight
            start = Leg.unit(from.offset(of: target.place))
            end = Leg.unit(offset.scaled(by: -1))
        }
    }

    private static func unit(_ offset: SphereOffset) -> SphereOffset {
        offset.magnitude > 0 ? offset.scaled(by: 1 / offset.magnitude) : .zero
    }

    /// The place after a share of the length.
    func place(at share: Double) -> Coordinate {
        guard let way else { return target.position(at: offset.scaled(by: 1 - share)) }
        let beside = way.beside + (way.besideEnd - way.beside).scaled(by: share)
        return SphereCenter(way.line.place(at: way.from + (way.to - way.from) * share)).position(at: beside)
    }

    /// The direction of the line after a share of the length, in degrees; nil off lines.
    func direction(at share: Double) -> Double? {
        guard let way else { return nil }
        let direction = way.line.direction(at: way.from + (way.to - way.from) * share)
        return Angle.normalized(atan2(direction.east, direction.north) * 180 / .pi)
    }
}
