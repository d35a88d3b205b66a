import Containers
import Contract
import Geometry
import StageKit

/// The plain stop times of a block, in runs of one trip.
final class StopTimeRuns: RowRuns {
    private enum Local {}

    /// The ids of the stops met since this table was last emptied. Their numbers are local to this object.
    private var ids = IdentifierTable<Local>()
    private let followers = GrowingColumn<IdentifierFollowers<Local>>()
    /// The stop of each row. Stops of rows that `close(after:)` removed may follow; they are not used.
    private let stops = GrowingColumn<Identifier<Local>>()
    /// For each stop in `ids`, its identifier in the schedule; `none` until it is looked up.
    private let known = GrowingColumn<Identifier<ScheduleTables.Stop>>()

    /// If `ids` has more stops or bytes than this, it is emptied before the next block, which bounds its memory.
    private static let most = (stops: 1 << 15, bytes: 1 << 20)

    @inline(__always)
    func append(_ row: PlainRow, _ record: Record) {
        guard !isClosed else { return }
        append(row.sequence, of: row.owner(record))
        stops.append(ids.intern(row.stop(record), feed: 0, followers))
    }

    override func removeAll() {
        super.removeAll()
        stops.removeAll()
        guard ids.count > StopTimeRuns.most.stops || ids.byteCount > StopTimeRuns.most.bytes else { return }
        ids = IdentifierTable()
        followers.removeAll()
        known.removeAll()
    }

    /// Passes the rows of the first runs to a schedule.
    func take(first count: Int, to schedule: ScheduleTables) throws {
        while known.count < ids.count { known.append(.none) }
        var first = 0
        for run in runs[..<count] {
            let trip = schedule.trip(run.owner, 0)
            let start = first
            try schedule.stopTimes.append(numbers.slice(start, start + run.count), to: trip) {
                let local = stops[start + $0]
                if known[local.index].isNone { known[local.index] = schedule.stop(ids.text(local), 0) }
                return known[local.index]
            }
            first += run.count
        }
    }
}

/// The valid shape points of a block, in runs of one shape.
final class ShapePointRuns: RowRuns {
    /// The point of each row. Points of rows that `close(after:)` removed may follow; they are not used.
    private let points = GrowingColumn<Coordinate>()

    @inline(__always)
    func append(_ row: PlainRow, _ record: Record) {
        guard !isClosed else { return }
        append(row.sequence, of: row.owner(record))
        points.append(row.point)
    }

    override func removeAll() {
        super.removeAll()
        points.removeAll()
    }

    /// Passes the rows of the first runs to a schedule.
    func take(first count: Int, to schedule: ScheduleTables) throws {
        var first = 0
        for run in runs[..<count] {
            let shape = schedule.shapeIDs.intern(run.owner, feed: 0)
            let start = first
            try schedule.shapePoints.append(numbers.slice(start, start + run.count), to: shape) { points[start + $0] }
            first += run.count
        }
    }
}

extension BuildPolylines {
    public func take(_ runs: RowRuns, first count: Int) throws {
        switch runs {
        case let stopTimes as StopTimeRuns: try stopTimes.take(first: count, to: schedule)
        case let points as ShapePointRuns: try points.take(first: count, to: schedule)
        default: preconditionFailure("no marker of this stage gathers such rows")
        }
    }
}
