import Containers
import GTFSSchedule
import Schedule

/// Which stop time of its trip a stop time update means, and on what evidence.
package enum StopUpdateOutcome: Equatable {
    package enum Evidence {
        /// Its stop_sequence, and its stop_id, if it has one, does not say otherwise.
        case sequence
        /// Its stop_sequence, in the numbering that the trip's other updates show.
        case numbering
        /// Its stop_id: it has no stop_sequence, or one that is no help.
        case stop
    }

    /// The place of the stop time among the trip's, and
    /// - contradicts: whether the timetable has another stop at the update's stop_sequence, or none but the stop
    ///   elsewhere,
    /// - moves: whether the vehicle calls at the update's stop instead, another platform of the same station.
    case stopTime(Int, by: Evidence, contradicts: Bool, moves: Bool)
    /// The trip has no such stop time.
    case noStopTime(contradicts: Bool)

    package var stopTime: Int? { if case .stopTime(let place, _, _, _) = self { place } else { nil } }

    /// Whether the update's own stop_sequence and stop_id are at different places in the timetable.
    package var contradicts: Bool {
        switch self {
        case .stopTime(_, _, let contradicts, _), .noStopTime(let contradicts): contradicts
        }
    }

    /// Whether the update sends the vehicle to another platform of the station.
    package var moves: Bool { if case .stopTime(_, _, _, let moves) = self { moves } else { false } }
}

/// A trip update beside its trip in the timetable: which of its stop time updates speaks of which stop time.
///
/// Made once for each update; boards, trips and match reports all stand on it.
package struct ResolvedUpdate {
    /// By the place of the stop time update.
    package private(set) var outcomes: [StopUpdateOutcome] = []
    /// By the place of the stop time: the place of the update that speaks of it. Empty if the trip has no stop times.
    package private(set) var updateOfStopTime: [Int?] = []
    /// How many updates were of stop times of which another update speaks too.
    package private(set) var repeated = 0

    /// Neither trip nor stop times are known.
    static let none = ResolvedUpdate()

    private init() {}

    /// Cost: that of sorting the updates, whatever they say.
    package init(_ updates: [StopUpdate], stopTimes: [Timetable.StopTime], _ stations: Stations) {
        guard !stopTimes.isEmpty else { return }
        var resolver = StopUpdateResolver(updates, stopTimes, stations)
        updateOfStopTime = [Int?](repeating: nil, count: stopTimes.count)
        outcomes.reserveCapacity(updates.count)
        for place in updates.indices {
            let outcome = resolver.outcome(of: place)
            outcomes.append(outcome)
            guard let stopTime = outcome.stopTime else { continue }
            if let known = updateOfStopTime[stopTime] {
                repeated += 1
                // What contradicts itself does not outdo what does not; else the later counts.
                if outcome.contradicts && !outcomes[known].contradicts { continue }
            }
            updateOfStopTime[stopTime] = place
        }
    }
}

/// Works out which stop times the stop time updates of one trip update mean.
///
/// The stop_sequence decides if the timetable has the update's stop there, or the update names none. Another platform
/// of that stop's station is a change of platform. Otherwise the stop time at the update's stop_id is meant; of several
/// that which the update's numbering points at, else the first after the stop time of the update before.
private struct StopUpdateResolver {
    private let updates: [StopUpdate]
    private let stopTimes: [Timetable.StopTime]
    private let stations: Stations
    private var index: StopTimeIndex
    /// Where to look for a stop that is called at several times: behind the stop time of the update before.
    private var next = 0
    private let numbering: SequenceNumbering

    init(_ updates: [StopUpdate], _ stopTimes: [Timetable.StopTime], _ stations: Stations) {
        self.updates = updates
        self.stopTimes = stopTimes
        self.stations = stations
        var index = StopTimeIndex(stopTimes)
        numbering = SequenceNumbering(StopUpdateResolver.anchors(updates, stopTimes, stations, &index), index)
        self.index = index
    }

    /// The sequences at stops that are called at once, but for one that may as well be the platform to which the row of
    /// its number has moved.
    private static func anchors(
        _ updates: [StopUpdate], _ stopTimes: [Timetable.StopTime], _ stations: Stations, _ index: inout StopTimeIndex
    ) -> [SequenceNumbering.Anchor] {
        var anchors: [SequenceNumbering.Anchor] = []
        for update in updates {
            guard let sequence = update.sequence, let stop = update.stopID.flatMap(stations.number) else { continue }
            let places = index.places(ofStop: stop)
            guard places.count == 1 else { continue }
            if let row = index.place(ofSequence: sequence), row != places[0], let scheduled = stopTimes[row].stop,
                stations.isSame(stop, scheduled)
            {
                continue
            }
            anchors.append(SequenceNumbering.Anchor(sequence: sequence, place: places[0]))
        }
        return anchors
    }

    mutating func outcome(of place: Int) -> StopUpdateOutcome {
        let outcome = resolve(updates[place])
        if let stopTime = outcome.stopTime { next = stopTime + 1 }
        return outcome
    }

    private mutating func resolve(_ update: StopUpdate) -> StopUpdateOutcome {
        guard let id = update.stopID else {
            let place = update.sequence.flatMap { numbering.place(of: $0) }
            return place.map { .stopTime($0, by: .sequence, contradicts: false, moves: false) }
                ?? .noStopTime(contradicts: false)
        }
        let stop = stations.number(of: id)
        let places = index.places(ofStop: stop)
        guard let sequence = update.sequence else {
            return self.place(among: places, nil).map { .stopTime($0, by: .stop, contradicts: false, moves: false) }
                ?? .noStopTime(contradicts: false)
        }
        // What the timetable has at that number, whatever is meant by it.
        let row = index.place(ofSequence: sequence)
        func contradicts(_ place: Int?) -> Bool {
            guard let row else { return !places.isEmpty }
            return place != row && (stop == nil || stopTimes[row].stop != stop)
        }
        let meant = numbering.place(of: sequence)
        if let meant, let stop, stopTimes[meant].stop == stop {
            return .stopTime(
                meant, by: meant == row ? .sequence : .numbering, contradicts: contradicts(meant), moves: false)
        }
        if let place = numbering.place(of: sequence, among: places) {
            return .stopTime(place, by: .numbering, contradicts: contradicts(place), moves: false)
        }
        for place in [numbering.place(ofPosition: sequence), meant] {
            guard let place, let stop, let scheduled = stopTimes[place].stop, stations.isSame(stop, scheduled) else {
                continue
            }
            return .stopTime(
                place, by: place == row ? .sequence : .numbering, contradicts: contradicts(place),
                moves: stations.isPlatform(stop))
        }
        guard let place = place(among: places, sequence) else { return .noStopTime(contradicts: contradicts(nil)) }
        return .stopTime(place, by: .stop, contradicts: contradicts(place), moves: false)
    }

    /// Which of the stop times at a stop an update means; nil if there is none.
    private func place(among places: [Int], _ sequence: Int?) -> Int? {
        guard places.count > 1 else { return places.first }
        if let sequence, let place = numbering.place(between: sequence, among: places) { return place }
        let later = places.firstPlace { $0 >= next }
        return later < places.count ? places[later] : nil
    }
}
