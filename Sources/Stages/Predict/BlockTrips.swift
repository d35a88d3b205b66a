import RealtimeJoin
import Schedule

/// The trips of blocks, in the order in which they start.
///
/// Memory: 16 bytes a trip with a block.
final class BlockTrips {
    private let timetable: WholeTimetable
    private let finder: RunFinder
    private lazy var trips: [Int: [(first: Int, trip: WholeTimetable.TripIndex)]] = {
        var trips: [Int: [(first: Int, trip: WholeTimetable.TripIndex)]] = [:]
        for trip in timetable.listedTrips {
            guard let block = timetable.blockNumber(of: trip), let first = timetable.service(of: trip).first,
                timetable.frequencies(of: trip).isEmpty
            else { continue }
            trips[block, default: []].append((first, trip))
        }
        for block in trips.keys {
            trips[block]?.sort { ($0.first, timetable.id($0.trip)) < ($1.first, timetable.id($1.trip)) }
        }
        return trips
    }()

    /// A vehicle that rests longer leaves as planned whatever came before, and nothing need be predicted.
    private static let mostLayover = 3600

    init(_ timetable: WholeTimetable, _ finder: RunFinder) {
        self.timetable = timetable
        self.finder = finder
    }

    /// The next trip of a run's block on its day, and the seconds that the timetable plans between the end of the run and
    /// the departure; nil without one within an hour of the planned end.
    func next(after run: PredictedRun) -> (trip: WholeTimetable.TripIndex, planned: Int)? {
        guard run.startTime == nil, let block = timetable.blockNumber(of: run.trip), let own = trips[block],
            let first = timetable.service(of: run.trip).first, let last = run.times?.rows.count,
            let end = run.scheduledArrival(last - 1)
        else { return nil }
        for (start, trip) in own where start > first && trip != run.trip {
            guard finder.runs(timetable.service(of: trip), on: run.day) else { continue }
            let departure = finder.start(of: run.day) + start
            guard departure - end <= BlockTrips.mostLayover else { return nil }
            return (trip, max(departure - end, 0))
        }
        return nil
    }
}
