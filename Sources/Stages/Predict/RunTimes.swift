import Contract
import Expectations
import GTFSSchedule
import Schedule
import VehiclePaths

/// The stops of trips, as updates name them. Trips with the same stops and sequences share it.
///
/// Memory: the text of stop_sequence and stop_id, some 50 bytes a stop.
final class StopList {
    private let rows: [Timetable.StopTime]
    /// nil for rows that name no stop.
    let ids: [String?]
    /// By stop, how its update begins.
    let members: RowParts<Tables.StopTimeUpdateMembers>

    init(_ rows: [Timetable.StopTime], _ frame: Timetable) {
        self.rows = rows
        let ids = rows.map { $0.stop.map { frame[$0].id } }
        self.ids = ids
        members = RowParts(count: rows.count) { row, stop in
            let columns = Tables.StopTimeUpdateMembers.columns
            row[columns.stopSequence] = rows[stop].sequence
            row[columns.stopID] = ids[stop]
        }
    }

    /// Whether rows have these stops and sequences.
    func isOf(_ others: [Timetable.StopTime]) -> Bool {
        rows.elementsEqual(others) { $0.sequence == $1.sequence && $0.stop == $1.stop }
    }
}

/// The stops of a trip on its path, and how long a vehicle is expected to drive between them and to stand at them.
///
/// Trips with the same stops, times and shape share it.
final class RunTimes {
    let rows: [Timetable.StopTime]
    let way: Way
    /// Metres a second that the timetable asks for at the most; nil where it does not tell.
    let pace: Double?
    /// Metres along the path, by stop; never falling.
    let positions: [Double]
    /// Expected seconds from the departure at a stop to the arrival at the next one, by the first of the two.
    let drive: [Double]
    /// Expected seconds at a stop.
    let dwell: [Double]
    /// Whether a vehicle that is early waits at a stop for its scheduled departure.
    let waits: [Bool]
    /// Whether the times of the rows are a promise: not those of headways that are not exact.
    let hasSchedule: Bool
    /// Expected seconds since the departure at the first stop.
    let arrivalClock: [Double]
    let departureClock: [Double]
    /// Expected metres a second over the whole path, stops included.
    let speed: Double
    let stops: StopList

    /// Creates the times; nil for a trip that cannot be placed, or whose running times are not known.
    /// - Parameter typical: the usual seconds of driving from a stop to the next one, and of standing at the first of them.
    init?(
        _ rows: [Timetable.StopTime], _ way: Way?, hasSchedule: Bool, _ stops: StopList,
        typical: (_ from: Int) -> SegmentFigure?
    ) {
        guard let way, rows.count > 1, let positions = RunTimes.filled(way.stopPositions) else { return nil }
        self.rows = rows
        self.way = way
        self.positions = positions
        self.hasSchedule = hasSchedule
        self.stops = stops
        pace = way.pace(rows)
        var drive: [Double] = []
        var dwell: [Double] = []
        waits = rows.indices.map { $0 == 0 || rows[$0].timepoint == 1 && !rows[$0].isInterpolated }
        for place in rows.indices.dropFirst() {
            let usual = typical(place - 1)
            let planned = rows[place].arrival.flatMap { arrival in rows[place - 1].departure.map { arrival - $0 } }
            guard let seconds = usual.map({ Double($0.runTime) }) ?? planned.map({ Double(max($0, 0)) }) else {
                return nil
            }
            drive.append(seconds)
            let stay = rows[place - 1].departure.flatMap { departure in rows[place - 1].arrival.map { departure - $0 } }
            // The usual dwell at a timepoint contains the waiting of early vehicles.
            let usualStay = waits[place - 1] ? nil : usual?.dwell.map(Double.init)
            dwell.append(usualStay ?? Double(max(stay ?? 0, 0)))
        }
        dwell.append(0)
        self.drive = drive
        self.dwell = dwell
        var arrivals = [0.0]
        var departures = [0.0]
        for place in rows.indices.dropFirst() {
            arrivals.append(departures[place - 1] + drive[place - 1])
            departures.append(arrivals[place] + dwell[place])
        }
        arrivalClock = arrivals
        departureClock = departures
        let metres = positions[positions.count - 1] - positions[0]
        let seconds = arrivals[arrivals.count - 1]
        guard metres > 0, seconds > 0 else { return nil }
        speed = metres / seconds
    }

    /// Positions with those of stops without coordinates between their neighbours; nil if fewer than two are known.
    private static func filled(_ positions: [Double]) -> [Double]? {
        let known = positions.indices.filter { !positions[$0].isNaN }
        guard known.count > 1, let first = known.first, let last = known.last else { return nil }
        var filled = positions
        for place in 0..<first { filled[place] = positions[first] }
        for place in last..<positions.count { filled[place] = positions[last] }
        for (from, to) in zip(known, known.dropFirst()) where to > from + 1 {
            for place in (from + 1)..<to {
                let share = Double(place - from) / Double(to - from)
                filled[place] = positions[from] + share * (positions[to] - positions[from])
            }
        }
        return filled
    }

    /// Expected seconds since the departure at the first stop at which a vehicle is at a place on the path.
    /// - Parameter next: the stop that it comes to next.
    func clock(at along: Double, next: Int) -> Double {
        arrivalClock[next] - (next > 0 ? drive[next - 1] * left(at: along, next: next) : 0)
    }

    /// The share of the stretch to the next stop that is left to drive.
    func left(at along: Double, next: Int) -> Double {
        guard next > 0 else { return 0 }
        let stretch = positions[next] - positions[next - 1]
        guard stretch > 0 else { return 0 }
        return min(max((positions[next] - along) / stretch, 0), 1)
    }

    /// The first stop whose position is further than a place on the path; nil behind the last one.
    func next(after along: Double) -> Int? {
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] > along { high = middle } else { low = middle + 1 }
        }
        return low < positions.count ? low : nil
    }
}
