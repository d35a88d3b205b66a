import Containers

/// The numbering of stop times in the updates of a trip, if it differs from stop_times.txt.
///
/// Some producers number stop times by position, from 0 or 1, or by another version of the timetable: shifted or
/// multiplied. The numbering is derived from stops with a single call in the trip.
struct SequenceNumbering {
    /// An anchor: a sequence with the index of the stop time that it certainly means.
    struct Anchor {
        let sequence: Int
        let place: Int
    }

    /// A numbering: the index, or the stop_sequence, of a stop time is `sequence * factor / divisor + shift`.
    private struct Way {
        let isPosition: Bool
        var factor = 1
        var divisor = 1
        let shift: Int

        func number(_ sequence: Int) -> Int? {
            let (product, tooLarge) = sequence.multipliedReportingOverflow(by: factor)
            guard !tooLarge, product % divisor == 0 else { return nil }
            let (number, overflow) = (product / divisor).addingReportingOverflow(shift)
            return overflow ? nil : number
        }
    }

    /// The anchors in ascending order, each once; empty if all agree with the timetable.
    private let anchors: [Anchor]
    /// Whether no anchor agrees with the timetable, and indices ascend with sequences.
    private let isOther: Bool
    /// The numberings that fit all anchors, by position first.
    private var fitting: [Way] = []
    /// The numbering that enough anchors prove.
    private var proven: Way?
    private let index: StopTimeIndex

    /// - Parameter anchors: in any order.
    init(_ anchors: [Anchor], _ index: StopTimeIndex) {
        self.index = index
        var sorted: [Anchor] = []
        for anchor in anchors.sorted(by: { ($0.sequence, $0.place) < ($1.sequence, $1.place) })
        where sorted.last.map({ $0.sequence != anchor.sequence || $0.place != anchor.place }) ?? true {
            sorted.append(anchor)
        }
        let agreeing = sorted.count { index.sequence(at: $0.place) == $0.sequence }
        guard agreeing < sorted.count, let first = sorted.first else {
            self.anchors = []
            isOther = false
            return
        }
        self.anchors = sorted
        isOther = agreeing == 0 && zip(sorted, sorted.dropFirst()).allSatisfy { $0.place < $1.place }
        for way in SequenceNumbering.ways(through: first, own: index.sequence(at: first.place))
        where sorted.allSatisfy({ place(of: $0.sequence, way) == $0.place }) {
            fitting.append(way)
            // Two stops that are where a count by position says cannot be chance; for what fits anything, it takes
            // three.
            let isCount = way.isPosition && way.factor == way.divisor && (-1...0).contains(way.shift)
            if proven == nil, sorted.count >= (isCount ? 2 : 3) { proven = way }
        }
    }

    private static func ways(through first: Anchor, own: Int) -> [Way] {
        var ways = [Way(isPosition: true, shift: -1), Way(isPosition: true, shift: 0)]
        let (moved, overflow) = own.subtractingReportingOverflow(first.sequence)
        if !overflow { ways.append(Way(isPosition: false, shift: moved)) }
        let (back, tooFar) = first.place.subtractingReportingOverflow(first.sequence)
        if !tooFar { ways.append(Way(isPosition: true, shift: back)) }
        guard first.sequence > 0 else { return ways }
        if own > 0 { ways.append(Way(isPosition: false, factor: own, divisor: first.sequence, shift: 0)) }
        for begin in [1, 0] where first.place + begin > 0 {
            ways.append(Way(isPosition: true, factor: first.place + begin, divisor: first.sequence, shift: -begin))
        }
        return ways
    }

    private func place(of sequence: Int, _ way: Way) -> Int? {
        guard let number = way.number(sequence) else { return nil }
        if way.isPosition { return index.isPlace(number) ? number : nil }
        return index.place(ofSequence: number)
    }

    /// Returns the index of the stop time with a sequence: by the proven numbering, else by the timetable.
    func place(of sequence: Int) -> Int? {
        proven.map { place(of: sequence, $0) } ?? index.place(ofSequence: sequence)
    }

    /// Returns the index of the stop time whose position is the sequence; nil unless the anchors fit that.
    func place(ofPosition sequence: Int) -> Int? {
        fitting.first { $0.isPosition && $0.factor == $0.divisor && (-1...0).contains($0.shift) }
            .flatMap { place(of: sequence, $0) }
    }

    /// Returns the stop time, among ascending candidates, for which a numbering that fits the anchors gives the
    /// sequence; nil if there is none.
    func place(of sequence: Int, among places: [Int]) -> Int? {
        for way in fitting {
            guard let place = place(of: sequence, way) else { continue }
            // A stop may be called at as often as there are updates: a binary search.
            let found = places.firstPlace { $0 >= place }
            if found < places.count, places[found] == place { return place }
        }
        return nil
    }

    /// Returns the only candidate between the stop times of smaller and larger sequences; nil if the sequences are the
    /// timetable's, or if there are none or several.
    func place(between sequence: Int, among places: [Int]) -> Int? {
        guard isOther else { return nil }
        let upper = anchors.firstPlace { $0.sequence > sequence }
        let from = upper > 0 ? anchors[upper - 1].place + 1 : 0
        let to = upper < anchors.count ? anchors[upper].place : Int.max
        let first = places.firstPlace { $0 >= from }
        guard first < places.count, places[first] < to else { return nil }
        return first + 1 < places.count && places[first + 1] < to ? nil : places[first]
    }
}
