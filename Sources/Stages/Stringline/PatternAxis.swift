/// The stops of one pattern from its first to its last: what distance is measured along.
///
/// Other patterns are laid on it by the stops that they share, in their order: a stop that a loop passes twice is two.
struct PatternAxis {
    struct Stop {
        var id: String
        var name: String
        /// Metres, or steps where no distance is known, from the first stop.
        var position = 0.0
    }

    private(set) var stops: [Stop] = []
    /// Whether the positions are metres.
    private(set) var isMeasured = false
    /// Stops of which the distance from the one before is not known.
    private(set) var evenSteps = 0
    /// The place on the axis of each place of a pattern; nil for one that is not on it.
    private var places: [String: [Int?]] = [:]
    /// Stops of other patterns that are not on the axis, in the order of their coming.
    private(set) var strangers: [Stop] = []
    private var strangerIDs: Set<String> = []
    /// Runs by pattern, the axis's own first.
    private(set) var patterns: [(id: String, runs: Int)] = []

    var length: Double { stops.last?.position ?? 0 }

    /// What is known of a pattern's stop; ties go by ids, whatever the order of the records.
    private struct Place {
        /// How often a stop was called at there; platforms change.
        var ids: [String: (name: String?, count: Int)] = [:]
        var distance: Int?

        mutating func add(_ call: Call) {
            if distance == nil { distance = call.distance }
            guard !call.stopID.isEmpty else { return }
            let known = ids[call.stopID]
            ids[call.stopID] = (known?.name ?? call.stopName, (known?.count ?? 0) + 1)
        }

        var stop: Stop? {
            let best = ids.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            return best.map { Stop(id: $0.key, name: $0.value.name.flatMap { $0.isEmpty ? nil : $0 } ?? $0.key) }
        }
    }

    /// Longer patterns are not drawn to their end.
    static let mostStops = 400

    init(_ runs: [Run]) {
        var order: [String] = []
        var known: [String: (places: [Place], runs: Set<Run.Key>)] = [:]
        for run in runs {
            if known[run.pattern] == nil {
                known[run.pattern] = ([], [])
                order.append(run.pattern)
            }
            known[run.pattern]!.runs.insert(run.key)
            for call in run.calls where call.place < PatternAxis.mostStops {
                let missing = call.place + 1 - known[run.pattern]!.places.count
                if missing > 0 {
                    known[run.pattern]!.places += Array(repeating: Place(), count: missing)
                }
                known[run.pattern]!.places[call.place].add(call)
            }
        }
        // The most runs, of as many the most stops.
        func rank(_ id: String) -> (Int, Int) { (known[id]!.runs.count, known[id]!.places.count) }
        order.sort { rank($0) != rank($1) ? rank($0) > rank($1) : $0 < $1 }
        patterns = order.map { ($0, known[$0]!.runs.count) }
        guard let first = order.first else { return }
        layOut(known[first]!.places, first)
        for id in order.dropFirst() { layOn(known[id]!.places.map(\.stop), id) }
    }

    /// The axis itself.
    private mutating func layOut(_ all: [Place], _ id: String) {
        var steps: [Int?] = []
        var own: [Int?] = []
        var isCut = false
        for place in all {
            guard let stop = place.stop else {
                own.append(nil)
                isCut = true
                continue
            }
            own.append(stops.count)
            // A distance counts from the stop before, which was never met.
            if !stops.isEmpty { steps.append(isCut ? nil : place.distance.map { max(0, $0) }) }
            isCut = false
            stops.append(stop)
        }
        places[id] = own
        let told = steps.compactMap { $0 }
        isMeasured = told.contains { $0 > 0 }
        evenSteps = steps.count - told.count
        let even = isMeasured ? Double(told.reduce(0, +)) / Double(told.count) : 1
        for (place, step) in steps.enumerated() {
            stops[place + 1].position = stops[place].position + (isMeasured ? step.map(Double.init) ?? even : 1)
        }
    }

    /// Another pattern, by the longest sequence of stops that it shares with the axis.
    private mutating func layOn(_ other: [Stop?], _ id: String) {
        let rows = other.count
        let columns = stops.count
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
        for row in stride(from: rows - 1, through: 0, by: -1) {
            for column in stride(from: columns - 1, through: 0, by: -1) {
                lengths[row][column] =
                    other[row]?.id == stops[column].id
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        var own = [Int?](repeating: nil, count: rows)
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            if other[row]?.id == stops[column].id {
                own[row] = column
                row += 1
                column += 1
            } else if lengths[row + 1][column] >= lengths[row][column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        places[id] = own
        for (place, stop) in zip(own, other) where place == nil {
            guard let stop, strangerIDs.insert(stop.id).inserted else { continue }
            strangers.append(stop)
        }
    }

    /// Where a call of a run lies; nil for one at a stop that is not on the axis.
    func place(of call: Call, _ run: Run) -> Int? {
        guard let own = places[run.pattern], call.place < own.count else { return nil }
        return own[call.place]
    }

    /// 0 to 1.
    func share(_ place: Int) -> Double { length > 0 ? stops[place].position / length : 0 }
}
