/// Finds the alerts about something by their selectors, without looking at those about anything else.
///
/// Entities that give the same selectors with the same values share a list; a question looks up one list for each set
/// of selectors that occurs, which are at most 256 however many alerts there are. Memory: about 50 bytes an entity.
package struct AlertIndex {
    /// What may be informed about: a run of a trip, a stop, or a run at a stop. nil is unknown or none.
    package struct Subject {
        package var agencyID: String?
        package var routeID: String?
        package var routeType: Int?
        package var directionID: Int?
        package var tripID: String?
        /// Days since 1970-01-01.
        package var startDate: Int?
        /// Seconds of the service day.
        package var startTime: Int?
        /// The stop with its stations.
        package var stopIDs: [String] = []

        package init() {}
    }

    /// The selectors in the order of a key's numbers; -1 in a key is any.
    private typealias Key = SIMD8<Int64>
    private static let stopPlace = 7

    /// The numbers of texts that entities have.
    private var numbers: [String: Int64] = [:]
    /// The places in the list of alerts, rising, by key.
    private var lists: [Key: [Int32]] = [:]
    /// The sets of selectors that occur, a bit for each place of a key.
    private var masks: [UInt8] = []

    package init() {}

    package var isEmpty: Bool { lists.isEmpty }

    /// Adds an entity of the alert at `place`; places must not fall.
    package mutating func add(_ selector: AlertSelector, place: Int) {
        var key = Key(repeating: -1)
        key[0] = number(selector.agencyID)
        key[1] = number(selector.routeID)
        key[2] = AlertIndex.whole(selector.routeType)
        key[3] = AlertIndex.whole(selector.directionID)
        key[4] = number(selector.tripID)
        key[5] = AlertIndex.whole(selector.startDate)
        key[6] = AlertIndex.whole(selector.startTime)
        key[AlertIndex.stopPlace] = number(selector.stopID)
        let mask = AlertIndex.mask(of: key)
        if !masks.contains(mask) { masks.append(mask) }
        let place = Int32(place)
        if lists[key]?.last != place { lists[key, default: []].append(place) }
    }

    private mutating func number(_ text: String?) -> Int64 {
        guard let text else { return -1 }
        if let known = numbers[text] { return known }
        let number = Int64(numbers.count)
        numbers[text] = number
        return number
    }

    /// A number as a key has it: numbers of a feed may be negative.
    private static func whole(_ number: Int?) -> Int64 { number.map { Int64($0) << 1 & Int64.max } ?? -1 }

    private static func mask(of key: Key) -> UInt8 {
        (0..<8).reduce(0) { key[$1] < 0 ? $0 : $0 | 1 << UInt8($1) }
    }

    /// Returns the lists of alerts about a subject.
    ///
    /// - Parameter part: which of them: those that name a stop alone, the others, or all.
    func lists(of subject: Subject, _ part: Part = .all) -> [[Int32]] {
        guard !masks.isEmpty else { return [] }
        var whole = Key(repeating: -1)
        whole[0] = known(subject.agencyID)
        whole[1] = known(subject.routeID)
        whole[2] = AlertIndex.whole(subject.routeType)
        whole[3] = AlertIndex.whole(subject.directionID)
        whole[4] = known(subject.tripID)
        whole[5] = AlertIndex.whole(subject.startDate)
        whole[6] = AlertIndex.whole(subject.startTime)
        let stops = subject.stopIDs.compactMap { numbers[$0] }
        var found: [[Int32]] = []
        let stopMask: UInt8 = 1 << UInt8(AlertIndex.stopPlace)
        for mask in masks where part.takes(mask, stopMask) {
            var key = Key(repeating: -1)
            for place in 0..<AlertIndex.stopPlace where mask & 1 << UInt8(place) != 0 { key[place] = whole[place] }
            guard AlertIndex.mask(of: key) == mask & ~stopMask else { continue }
            guard mask & stopMask != 0 else {
                if let list = lists[key] { found.append(list) }
                continue
            }
            for stop in stops {
                key[AlertIndex.stopPlace] = stop
                if let list = lists[key] { found.append(list) }
            }
        }
        return found
    }

    /// Which entities are asked for.
    package enum Part {
        case all, stopAlone, atStop, otherThanStops

        func takes(_ mask: UInt8, _ stop: UInt8) -> Bool {
            switch self {
            case .all: true
            case .stopAlone: mask == stop
            case .atStop: mask & stop != 0
            case .otherThanStops: mask & stop == 0
            }
        }
    }

    private func known(_ text: String?) -> Int64 { text.flatMap { numbers[$0] } ?? -1 }
}
