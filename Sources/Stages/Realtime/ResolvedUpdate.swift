import GTFSSchedule

/// Which call of its trip a stop time update means, and on what evidence.
enum StopUpdateOutcome: Equatable {
    enum Evidence {
        /// Its stop_sequence, and its stop_id, if it has one, does not say otherwise.
        case sequence
        /// Its stop_id: it has no stop_sequence, or one that is no help.
        case stop
    }

    /// The place of the call among the trip's, and
    /// - contradicts: whether the timetable has another stop at the update's stop_sequence,
    /// - moves: whether the vehicle calls at the update's stop instead, another platform of the same station.
    case call(Int, by: Evidence, contradicts: Bool, moves: Bool)
    /// The trip has no such call.
    case noCall(contradicts: Bool)

    var call: Int? { if case .call(let place, _, _, _) = self { place } else { nil } }

    /// Whether the update's own stop_sequence and stop_id are at different places in the timetable.
    var contradicts: Bool {
        switch self {
        case .call(_, _, let contradicts, _), .noCall(let contradicts): contradicts
        }
    }

    /// Whether the update sends the vehicle to another platform of the station.
    var moves: Bool { if case .call(_, _, _, let moves) = self { moves } else { false } }
}

/// A trip update beside its trip in the timetable: which of its stop time updates speaks of which call.
///
/// Made once for each update; boards, trips and match reports all stand on it.
struct ResolvedUpdate {
    /// By the place of the stop time update.
    private(set) var outcomes: [StopUpdateOutcome] = []
    /// By the place of the call: the place of the update that speaks of it. Empty if the trip has no calls.
    private(set) var updateOfCall: [Int?] = []
    /// How many updates were of calls of which another update speaks too.
    private(set) var repeated = 0

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
    private lazy var numbering = SequenceNumbering(unambiguousPairs(), visits)

    init(_ updates: [StopUpdate], _ visits: [Timetable.Visit], _ stations: Stations) {
        self.updates = updates
        self.visits = visits
        self.stations = stations
        index = CallIndex(visits)
    }

    mutating func outcome(of place: Int) -> StopUpdateOutcome {
        let outcome = resolve(updates[place])
        if let call = outcome.call { next = call + 1 }
        return outcome
    }

    private mutating func resolve(_ update: StopUpdate) -> StopUpdateOutcome {
        let row = update.sequence.flatMap { index.place(ofSequence: $0) }
        guard let id = update.stopID else {
            return row.map { .call($0, by: .sequence, contradicts: false, moves: false) } ?? .noCall(contradicts: false)
        }
        let stop = stations.number(of: id)
        let calls = index.places(ofStop: stop)
        guard let row, let sequence = update.sequence else {
            if let call = call(at: calls, update.sequence) {
                return .call(call, by: .stop, contradicts: false, moves: false)
            }
            return platformByPosition(stop, update.sequence, contradicts: false) ?? .noCall(contradicts: false)
        }
        if let stop, stop == visits[row].stop {
            // A loop whose sequences are positions: what is at the row of that number is the stop by chance.
            if calls.count > 1, let position = numbering.place(ofPosition: sequence), calls.contains(position) {
                return .call(position, by: position == row ? .sequence : .stop, contradicts: false, moves: false)
            }
            return .call(row, by: .sequence, contradicts: false, moves: false)
        }
        if let position = numbering.place(ofPosition: sequence), calls.contains(position) {
            return .call(position, by: .stop, contradicts: true, moves: false)
        }
        if let moved = platformByPosition(stop, sequence, contradicts: true) { return moved }
        if let stop, let scheduled = visits[row].stop, stations.isSame(stop, scheduled) {
            return .call(row, by: .sequence, contradicts: false, moves: stations.isPlatform(stop))
        }
        guard let call = call(at: calls, sequence) else { return .noCall(contradicts: true) }
        return .call(call, by: .stop, contradicts: true, moves: false)
    }

    /// Which of the calls at a stop an update means; nil if there is none.
    private mutating func call(at calls: [Int], _ sequence: Int?) -> Int? {
        guard calls.count > 1 else { return calls.first }
        if let sequence, let call = numbering.call(of: sequence, among: calls) { return call }
        let later = CallIndex.first(in: calls.count) { calls[$0] >= next }
        return later < calls.count ? calls[later] : nil
    }

    /// The change of platform at the call that a numbering by position points at, if it is at the stop's station.
    private mutating func platformByPosition(
        _ stop: RowNumber<Timetable.Stop>?, _ sequence: Int?, contradicts: Bool
    ) -> StopUpdateOutcome? {
        guard let stop, let sequence, let position = numbering.place(ofPosition: sequence),
            let scheduled = visits[position].stop, stations.isSame(stop, scheduled)
        else { return nil }
        return .call(position, by: .sequence, contradicts: contradicts, moves: stations.isPlatform(stop))
    }

    /// Sequences beside the places of calls of which there is no doubt: those at stops that are called at once.
    private mutating func unambiguousPairs() -> [SequenceNumbering.Pair] {
        var pairs: [SequenceNumbering.Pair] = []
        for update in updates {
            guard let sequence = update.sequence, let id = update.stopID else { continue }
            let calls = index.places(ofStop: stations.number(of: id))
            if calls.count == 1 { pairs.append(SequenceNumbering.Pair(sequence: sequence, place: calls[0])) }
        }
        return pairs
    }
}
