import GTFSSchedule

/// How the updates of a trip number its calls, if not as stop_times.txt does.
///
/// Producers are seen to count calls by position, from 0 or from 1, or to number by another version of the timetable.
/// What their sequences mean is read off the stops that the trip calls at once, and used for those that it calls at
/// several times.
struct SequenceNumbering {
    struct Pair {
        let sequence: Int
        /// The place of the call among the trip's.
        let place: Int
    }

    /// In ascending order of both; empty if sequences and places do not ascend together.
    private let pairs: [Pair]
    /// What the first call has for a number, if the sequences are positions and not those of the timetable.
    private let base: Int?
    private let count: Int

    init(_ pairs: [Pair], _ visits: [Timetable.Visit]) {
        count = visits.count
        let contradicts = pairs.contains { $0.sequence != visits[$0.place].sequence }
        base =
            contradicts
            ? [0, 1].first { base in pairs.allSatisfy { $0.sequence == $0.place &+ base } } : nil
        var sorted: [Pair] = []
        for pair in pairs.sorted(by: { ($0.sequence, $0.place) < ($1.sequence, $1.place) }) {
            guard let last = sorted.last else {
                sorted.append(pair)
                continue
            }
            if last.sequence == pair.sequence, last.place == pair.place { continue }
            guard last.sequence < pair.sequence, last.place < pair.place else {
                sorted = []
                break
            }
            sorted.append(pair)
        }
        self.pairs = sorted
    }

    /// The place of the call with a position for sequence; nil if the sequences are not known to be positions.
    func place(ofPosition sequence: Int) -> Int? {
        guard let base, sequence >= base, sequence - base < count else { return nil }
        return sequence - base
    }

    /// The one of some calls that a sequence can mean: by its position, else the only one between the calls with the next
    /// smaller and the next larger sequence; nil if that leaves none or several.
    func call(of sequence: Int, among calls: [Int]) -> Int? {
        if let position = place(ofPosition: sequence), calls.contains(position) { return position }
        guard !pairs.isEmpty else { return nil }
        let upper = CallIndex.first(in: pairs.count) { pairs[$0].sequence > sequence }
        let lower = CallIndex.first(in: pairs.count) { pairs[$0].sequence >= sequence }
        let from = lower > 0 ? pairs[lower - 1].place + 1 : 0
        let to = upper < pairs.count ? pairs[upper].place : count
        let first = CallIndex.first(in: calls.count) { calls[$0] >= from }
        guard first < calls.count, calls[first] < to else { return nil }
        return first + 1 < calls.count && calls[first + 1] < to ? nil : calls[first]
    }
}
