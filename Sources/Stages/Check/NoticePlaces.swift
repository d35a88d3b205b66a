import Geometry

/// The places that the samples of a report are about, numbered in the order of the report.
///
/// A sample's places are the stops that it names, the stop of a trip's stop time that it names, and a position of its own.
struct NoticePlaces {
    struct Place {
        /// Counted from 1: the number on the map and in the tables.
        let number: Int
        /// `stop S4`, or the coordinates of a position.
        let name: String
        let coordinate: Coordinate
        /// The severity of the gravest notice about it.
        let severity: Severity
        /// The codes of the rules that are broken there.
        var codes: [String]
    }

    /// How many places a map has at most.
    static let limit = 400

    private(set) var places: [Place] = []
    /// How many places of samples are not on the map, because it has as many as it holds.
    private(set) var leftOut = 0
    private var numbers: [String: Int] = [:]
    private let feed: CheckedFeed

    /// - Parameter notices: the gravest first.
    init(_ notices: [NoticeBook.Notice], _ feed: CheckedFeed) {
        self.feed = feed
        for notice in notices {
            for sample in notice.samples { for place in found(in: sample) { add(place, notice) } }
        }
    }

    /// The numbers of a sample's places.
    func numbers(of sample: NoticeSample) -> [Int] {
        found(in: sample).compactMap { numbers[$0.name] }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private mutating func add(_ place: (name: String, coordinate: Coordinate), _ notice: NoticeBook.Notice) {
        if let number = numbers[place.name] {
            if !places[number - 1].codes.contains(notice.rule.code) {
                places[number - 1].codes.append(notice.rule.code)
            }
            return
        }
        guard places.count < NoticePlaces.limit else {
            leftOut += 1
            return
        }
        numbers[place.name] = places.count + 1
        places.append(
            Place(
                number: places.count + 1, name: place.name, coordinate: place.coordinate, severity: notice.severity,
                codes: [notice.rule.code]))
    }

    private func found(in sample: NoticeSample) -> [(name: String, coordinate: Coordinate)] {
        var found: [(name: String, coordinate: Coordinate)] = []
        func add(_ stop: IDSpace.ID) {
            guard let coordinate = feed.coordinate(stop), !coordinate.isNearOrigin else { return }
            found.append(("stop " + feed.stopIDs.text(stop), coordinate))
        }
        for field in sample.fields where NoticePlaces.namesStop(field.name) {
            if case .text(let id) = field.value, let stop = feed.stopIDs.defined(id) { add(stop) }
        }
        if let latitude = sample.number("latitude"), let longitude = sample.number("longitude"),
            let coordinate = Coordinate(place: latitude, longitude), !coordinate.isNearOrigin
        {
            let vehicle = sample.text("vehicle_id").map { "vehicle " + $0 } ?? "a vehicle"
            found.append(("\(vehicle) at \(latitude), \(longitude)", coordinate))
        }
        if found.isEmpty, let stop = call(of: sample) { add(stop) }
        return found
    }

    /// `stop_id`, `from_stop_id`, `parent_station`
    private static func namesStop(_ field: String) -> Bool { field.hasSuffix("stop_id") || field == "parent_station" }

    /// The stop at which the trip of a sample calls.
    private func call(of sample: NoticeSample) -> IDSpace.ID? {
        guard let trip = sample.text("trip_id").flatMap(feed.tripIDs.defined),
            let sequence = sample.number("stop_sequence")
        else { return nil }
        var calls: [CallPatterns.Call] = []
        feed.stopTimes.read(trip, into: &calls)
        return calls.first { Double($0.sequence) == sequence }?.stopTime.stop
    }
}

extension NoticeSample {
    /// The value of a field that is a number; nil where there is none.
    fileprivate func number(_ name: String) -> Double? {
        switch fields.first(where: { $0.name == name })?.value {
        case .whole(let number): Double(number)
        case .number(let number, _): number
        default: nil
        }
    }

    fileprivate func text(_ name: String) -> String? {
        if case .text(let text)? = fields.first(where: { $0.name == name })?.value { text } else { nil }
    }
}
