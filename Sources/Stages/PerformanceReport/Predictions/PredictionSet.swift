import Containers
import Hashing

/// What a trip update says of one stop of a run: whom it means, by everything that it names.
struct PredictionTarget: Equatable {
    /// Numbers of texts; 0 where the update has none.
    var trip: UInt32 = 0
    var stop: UInt32 = 0
    var vehicle: UInt32 = 0
    var feed: UInt32 = 0
    /// Days after 1970-01-01; nil where the update has none.
    var day: Int?
    /// Seconds of the service day.
    var start: Int?
    /// The timetable's stop_sequence.
    var sequence: Int?
}

/// One prediction for a stop of a run.
struct Prediction {
    /// POSIX seconds: when it was made, and when it was published.
    var timestamp = 0
    var feedTimestamp = 0
    /// POSIX seconds, or where only that was said how late.
    var arrival: Int?
    var departure: Int?
    var arrivalDelay: Int?
    var departureDelay: Int?

    var saysAnything: Bool {
        arrival != nil || departure != nil || arrivalDelay != nil || departureDelay != nil
    }
}

/// The latest prediction of each minute for each target.
///
/// Memory: 80 to 90 bytes a minute and target, and some 150 a target.
struct PredictionSet {
    private(set) var targets: [PredictionTarget] = []
    private var targetPlaces = PairPlaces()
    private var minutes = PairPlaces()
    private var latest: [Packed] = []

    /// A prediction in 24 bytes: seconds as they are until 2106.
    private struct Packed {
        var timestamp: UInt32
        var feedTimestamp: UInt32
        var arrival: UInt32
        var departure: UInt32
        var arrivalDelay: Int32
        var departureDelay: Int32

        init(_ prediction: Prediction) {
            timestamp = UInt32(clamping: prediction.timestamp)
            feedTimestamp = UInt32(clamping: prediction.feedTimestamp)
            arrival = UInt32(clamping: prediction.arrival ?? 0)
            departure = UInt32(clamping: prediction.departure ?? 0)
            arrivalDelay = prediction.arrivalDelay.map { Int32(clamping: $0) } ?? .min
            departureDelay = prediction.departureDelay.map { Int32(clamping: $0) } ?? .min
        }

        var prediction: Prediction {
            Prediction(
                timestamp: Int(timestamp), feedTimestamp: Int(feedTimestamp),
                arrival: arrival == 0 ? nil : Int(arrival),
                departure: departure == 0 ? nil : Int(departure),
                arrivalDelay: arrivalDelay == .min ? nil : Int(arrivalDelay),
                departureDelay: departureDelay == .min ? nil : Int(departureDelay))
        }

        /// Whether it is the later one; of two at once it must not matter which came first.
        func isAfter(_ other: Packed) -> Bool {
            if timestamp != other.timestamp { return timestamp > other.timestamp }
            if feedTimestamp != other.feedTimestamp { return feedTimestamp > other.feedTimestamp }
            return (arrival, departure, arrivalDelay, departureDelay)
                > (other.arrival, other.departure, other.arrivalDelay, other.departureDelay)
        }
    }

    /// The number of a target, known or new.
    mutating func number(of target: PredictionTarget) -> Int {
        var hash = Fingerprint.of(UInt64(target.vehicle), UInt64(target.feed))
        for part in [target.day ?? .min, target.start ?? .min, target.sequence ?? .min] {
            hash = Fingerprint.of(UInt64(bitPattern: Int64(part)), hash)
        }
        let place = targetPlaces.place(
            Int(target.trip) << 32 | Int(target.stop), Int(truncatingIfNeeded: hash))
        if place == targets.count { targets.append(target) }
        return place
    }

    /// Keeps a prediction if none of its minute is later.
    mutating func add(_ prediction: Prediction, _ target: Int) {
        let packed = Packed(prediction)
        let place = minutes.place(target, prediction.timestamp / 60)
        if place == latest.count {
            latest.append(packed)
        } else if packed.isAfter(latest[place]) {
            latest[place] = packed
        }
    }

    func forEach(_ body: (_ target: Int, _ minute: Int, Prediction) -> Void) {
        minutes.forEach { body($1, $2, latest[$0].prediction) }
    }

    /// Whether a prediction is later than another.
    static func isLater(_ prediction: Prediction, than other: Prediction) -> Bool {
        Packed(prediction).isAfter(Packed(other))
    }
}
