import Containers

/// The visits that predictions are held against, found as updates name them.
///
/// Memory: some 150 bytes a visit.
struct PredictedCalls {
    struct Call {
        /// What tells vehicles on one run apart: a hash, and the trip_id_performed.
        var performed: UInt64
        var name: UInt32
        var sequence: Int?
        var stop: UInt32
        var vehicle: UInt32
        var feed: UInt32
        /// POSIX seconds where a vehicle was seen; nil where nobody saw it, or a prediction stands for it.
        var arrival: Int?
        var departure: Int?
        var scheduledArrival: Int?
        var scheduledDeparture: Int?
        /// The keys' values; nil where the visit is in no figure.
        var group: Int?
        var names: VisitNames
    }

    enum Resolution: Equatable {
        case none
        case call(Int)
        /// Several vehicles were there, and nothing tells which is meant; one of them.
        case anyOf(Int)
    }

    private(set) var calls: [Call] = []
    private var places = PairPlaces()
    /// The calls of each run.
    private var runs: [[Int]] = []
    /// The runs of each trip, by its number.
    private var runsOfTrip: [Int: [Int]] = [:]
    /// Further from it a time of an update without a date means another day.
    private static let halfDay = 43_200

    private let precedes: (UInt32, UInt32) -> Bool

    /// - Parameter precedes: the order of names, so that the order of the input does not matter.
    init(_ precedes: @escaping (UInt32, UInt32) -> Bool) { self.precedes = precedes }

    var count: Int { calls.count }

    mutating func add(_ call: Call, trip: UInt32, day: Int, start: Int?) {
        let place = places.place(Int(trip), PredictedCalls.pack(day, start))
        if place == runs.count {
            runs.append([])
            runsOfTrip[Int(trip), default: []].append(place)
        }
        runs[place].append(calls.count)
        calls.append(call)
    }

    private static func pack(_ day: Int, _ start: Int?) -> Int { day << 24 | ((start ?? -1) + 1) }

    /// The call that an update means.
    /// - Parameter time: what it predicts, for an update without a date.
    func resolve(_ target: PredictionTarget, near time: (Call) -> Int?) -> Resolution {
        guard let day = target.day else { return resolveDateless(target, near: time) }
        // Only runs of frequencies have their start_time.
        let run =
            places.known(Int(target.trip), PredictedCalls.pack(day, target.start))
            ?? places.known(Int(target.trip), PredictedCalls.pack(day, nil))
        return run.map { resolve(target, in: $0) } ?? .none
    }

    private func resolveDateless(_ target: PredictionTarget, near time: (Call) -> Int?) -> Resolution {
        var best: (resolution: Resolution, distance: Int)?
        for run in runsOfTrip[Int(target.trip)] ?? [] {
            let found = resolve(target, in: run)
            guard let call = found.place.map({ calls[$0] }), let predicted = time(call),
                let own = call.scheduledDeparture ?? call.scheduledArrival ?? call.departure ?? call.arrival
            else { continue }
            let distance = abs(predicted - own)
            guard distance < PredictedCalls.halfDay else { continue }
            // As near to one day as to another is neither.
            if let known = best, distance == known.distance { return .none }
            if best.map({ distance < $0.distance }) ?? true { best = (found, distance) }
        }
        return best?.resolution ?? .none
    }

    private func resolve(_ target: PredictionTarget, in run: Int) -> Resolution {
        let own = runs[run].filter { target.feed == 0 || calls[$0].feed == 0 || calls[$0].feed == target.feed }
        var found: [Int] = []
        if let sequence = target.sequence {
            let there = own.filter { calls[$0].sequence == sequence }
            found = there
            // A stop that stands elsewhere in the run says that the sequence is another numbering's.
            if target.stop != 0, !there.contains(where: { calls[$0].stop == target.stop }) {
                let atStop = unambiguous(own, target.stop)
                if !atStop.isEmpty { found = atStop }
            }
        } else if target.stop != 0 {
            found = unambiguous(own, target.stop)
        }
        guard let first = found.min(by: isFirst) else { return .none }
        if found.count == 1 { return .call(first) }
        let ofVehicle = found.filter { target.vehicle != 0 && calls[$0].vehicle == target.vehicle }
        return ofVehicle.count == 1 ? .call(ofVehicle[0]) : .anyOf(first)
    }

    private func isFirst(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (calls[left], calls[right])
        if left.name != right.name { return precedes(left.name, right.name) }
        guard left.feed != right.feed, left.feed != 0, right.feed != 0 else { return left.feed < right.feed }
        return precedes(left.feed, right.feed)
    }

    /// The calls at a stop, none where a vehicle is there more than once.
    private func unambiguous(_ calls: [Int], _ stop: UInt32) -> [Int] {
        let there = calls.filter { self.calls[$0].stop == stop }
        let vehicles = Set(there.map { self.calls[$0].performed })
        return vehicles.count == there.count ? there : []
    }
}

extension PredictedCalls.Resolution {
    var place: Int? {
        switch self {
        case .none: nil
        case .call(let place), .anyOf(let place): place
        }
    }
}
