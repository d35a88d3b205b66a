import GTFSSchedule

/// Which call of its trip a stop time update means, and on what evidence.
package enum StopUpdateOutcome: Equatable {
    package enum Evidence {
        /// Its stop_sequence, and its stop_id, if it has one, does not say otherwise.
        case sequence
        /// Its stop_sequence, in the numbering that the trip's other updates show.
        case numbering
        /// Its stop_id: it has no stop_sequence, or one that is no help.
        case stop
    }

    /// The place of the call among the trip's, and
    /// - contradicts: whether the timetable has another stop at the update's stop_sequence, or none but the stop elsewhere,
    /// - moves: whether the vehicle calls at the update's stop instead, another platform of the same station.
    case call(Int, by: Evidence, contradicts: Bool, moves: Bool)
    /// The trip has no such call.
    case noCall(contradicts: Bool)

    package var call: Int? { if case .call(let place, _, _, _) = self { place } else { nil } }

    /// Whether the update's own stop_sequence and stop_id are at different places in the timetable.
    package var contradicts: Bool {
        switch self {
        case .call(_, _, let contradicts, _), .noCall(let contradicts): contradicts
        }
    }

    /// Whether the update sends the vehicle to another platform of the station.
    package var moves: Bool { if case .call(_, _, _, let moves) = self { moves } else { false } }
}

/// A trip update beside its trip in the timetable: which of its stop time updates speaks of which call.
///
/// Made once for each update; boards, trips and match reports all stand on it.
package struct ResolvedUpdate {
    /// By the place of the stop time update.
    package private(set) var outcomes: [StopUpdateOutcome] = []
    /// By the place of the call: the place of the update that speaks of it. Empty if the trip has no calls.
    private(set) var updateOfCall: [Int?] = []
    /// How many updates were of calls of which another update speaks too.
    package private(set) var repeated = 0

    /// Neither trip nor calls are known.
    static let none = ResolvedUpdate()

    private init() {}

    /// Cost: that of sorting the updates, whatever they say.
    init(_ updates: [StopUpdate], visits: [Timetable.Visit], _ stations: Stations) {
        guard !visits.isEmpty else { return }
        var resolver = StopUpdateResolver(updates, visits, stations)
        updateOfCall = [Int?](repeating: nil, count: visits.count)
        outcomes.reserveCapacity(updates.count)
        for place in updates.indices {
            let outcome = resolver.outcome(of: place)
            outcomes.append(outcome)
            guard let call = outcome.call else { continue }
            if let known = updateOfCall[call] {
                repeated += 1
                // What contradicts itself does not outdo what does not; else the later counts.
                if outcome.contradicts && !outcomes[known].contradicts { continue }
            }
            updateOfCall[call] = place
        }
    }
}

/// Works out which calls the stop time updates of one trip update mean.
///
/// The stop_sequence decides if the timetable has the update's stop there, or the update names none. Another platform of
/// that stop's station is a change of platform. Otherwise the call at the update's stop_id is meant; of several that
/// which the update's numbering points at, else the first after the call of the update before.
private struct StopUpdateResolver {
    private let updates: [StopUpdate]
    private let visits: [Timetable.Visit]
    private let stations: Stations
    private var index: CallIndex
    /// Where to look for a stop that is called at several times: behind the call of the update before.
    private var next = 0
    private let numbering: SequenceNumbering

    init(_ updates: [StopUpdate], _ visits: [Timetable.Visit], _ stations: Stations) {
        self.updates = updates
        self.visits = visits
        self.stations = stations
        var index = CallIndex(visits)
        numbering = SequenceNumbering(StopUpdateResolver.anchors(updates, visits, stations, &index), index)
        self.index = index
    }

    /// The sequences at stops that are called at once, but for one that may as well be the platform to which the row of
    /// its number has moved.
    private static func anchors(
        _ updates: [StopUpdate], _ visits: [Timetable.Visit], _ stations: Stations, _ index: inout CallIndex
    ) -> [SequenceNumbering.Anchor] {
        var anchors: [SequenceNumbering.Anchor] = []
        for update in updates {
            guard let sequence = update.sequence, let stop = update.stopID.flatMap(stations.number) else { continue }
            let calls = index.places(ofStop: stop)
            guard calls.count == 1 else { continue }
            if let row = index.place(ofSequence: sequence), row != calls[0], let scheduled = visits[row].stop,
                stations.isSame(stop, scheduled)
            {
                continue
            }
            anchors.append(SequenceNumbering.Anchor(sequence: sequence, place: calls[0]))
        }
        return anchors
    }

    mutating func outcome(of place: Int) -> StopUpdateOutcome {
        let outcome = resolve(updates[place])
        if let call = outcome.call { next = call + 1 }
        return outcome
    }

    private mutating func resolve(_ update: StopUpdate) -> StopUpdateOutcome {
        guard let id = update.stopID else {
            let call = update.sequence.flatMap { numbering.place(of: $0) }
            return call.map { .call($0, by: .sequence, contradicts: false, moves: false) }
                ?? .noCall(contradicts: false)
        }
        let stop = stations.number(of: id)
        let calls = index.places(ofStop: stop)
        guard let sequence = update.sequence else {
            return call(at: calls, nil).map { .call($0, by: .stop, contradicts: false, moves: false) }
                ?? .noCall(contradicts: false)
        }
        // What the timetable has at that number, whatever is meant by it.
        let row = index.place(ofSequence: sequence)
        func contradicts(_ call: Int?) -> Bool {
            guard let row else { return !calls.isEmpty }
            return call != row && (stop == nil || visits[row].stop != stop)
        }
        let meant = numbering.place(of: sequence)
        if let meant, let stop, visits[meant].stop == stop {
            return .call(
                meant, by: meant == row ? .sequence : .numbering, contradicts: contradicts(meant), moves: false)
        }
        if let call = numbering.call(of: sequence, among: calls) {
            return .call(call, by: .numbering, contradicts: contradicts(call), moves: false)
        }
        for place in [numbering.place(ofPosition: sequence), meant] {
            guard let place, let stop, let scheduled = visits[place].stop, stations.isSame(stop, scheduled) else {
                continue
            }
            return .call(
                place, by: place == row ? .sequence : .numbering, contradicts: contradicts(place),
                moves: stations.isPlatform(stop))
        }
        guard let call = call(at: calls, sequence) else { return .noCall(contradicts: contradicts(nil)) }
        return .call(call, by: .stop, contradicts: contradicts(call), moves: false)
    }

    /// Which of the calls at a stop an update means; nil if there is none.
    private func call(at calls: [Int], _ sequence: Int?) -> Int? {
        guard calls.count > 1 else { return calls.first }
        if let sequence, let call = numbering.call(between: sequence, among: calls) { return call }
        let later = CallIndex.first(in: calls.count) { calls[$0] >= next }
        return later < calls.count ? calls[later] : nil
    }
}
