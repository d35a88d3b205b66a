import Hashing
import Occupancy
import Reports
import Schedule
import StageKit
import TimeZones

/// Typical crowding and delay at a stop.
package struct TypicalFigure: Equatable {
    package var status: OccupancyStatus?
    /// Seconds.
    package var delayP50: Int?

    package init(status: OccupancyStatus?, delayP50: Int?) {
        self.status = status
        self.delayP50 = delayP50
    }
}

/// A call of a run whose typical crowding and delay are looked for.
package struct TypicalQuestion {
    package var tripID: String
    /// Seconds of the service day; only for trips in frequencies.txt.
    package var startTime: Int?
    package var routeID: String?
    package var directionID: Int?
    package var stopSequence: Int?
    package var stopID: String
    /// The service day, days after 1970-01-01.
    package var day: Int
    /// Seconds of the day at which the call is scheduled, on the agency's clock; nil if the timetable has no time.
    package var second: Int?

    package init(
        tripID: String, startTime: Int?, routeID: String?, directionID: Int?, stopSequence: Int?, stopID: String,
        day: Int, second: Int?
    ) {
        self.tripID = tripID
        self.startTime = startTime
        self.routeID = routeID
        self.directionID = directionID
        self.stopSequence = stopSequence
        self.stopID = stopID
        self.day = day
        self.second = second
    }
}

/// The figures of `typical` records, to be looked up.
///
/// The record of the trip counts; what it does not know, the record of the route and direction at that time of day says.
///
/// Memory: 40 to 80 bytes a record. Two keys are told apart by 64 bits of a hash.
package struct TypicalFigures {
    private struct Entry {
        var delayP50: Int32
        /// -1 for none.
        var status: Int8
    }

    private static let noDelay = Int32.min

    private var entries: [UInt64: Entry] = [:]
    private let bytes = GroupKeyBytes()
    /// The lengths of bins, each once; a file has one.
    private var bins: [TimeBin] = []

    package init() {}

    package var count: Int { entries.count }

    /// Adds the record of a trip; false if an earlier record has the same key, which then counts.
    @inline(__always)
    package mutating func add(
        _ figure: TypicalFigure, trip tripID: @autoclosure () -> TypicalKey.Bytes?, startTime: Int?,
        stopSequence: Int?, stopID: @autoclosure () -> TypicalKey.Bytes?, dayType: Int
    ) -> Bool {
        // A trip is known by its id: the route it belonged to does not matter.
        TypicalKey.layOut(
            trip: tripID(), startTime: startTime, routeID: nil, directionID: nil, stopSequence: stopSequence,
            stopID: stopID(), dayType: dayType, in: bytes)
        return insert(figure, seed: 0)
    }

    /// Adds the record of a route and direction; false if an earlier record has the same key, which then counts.
    /// - Parameter start: the start of the bin in seconds of the day.
    @inline(__always)
    package mutating func add(
        _ figure: TypicalFigure, route routeID: @autoclosure () -> TypicalKey.Bytes?, directionID: Int?, start: Int,
        _ bin: TimeBin, stopSequence: Int?, stopID: @autoclosure () -> TypicalKey.Bytes?, dayType: Int
    ) -> Bool {
        if !bins.contains(where: { $0.seconds == bin.seconds }) { bins.append(bin) }
        TypicalKey.layOut(
            route: routeID(), directionID: directionID, timeBin: start, stopSequence: stopSequence, stopID: stopID(),
            dayType: dayType, in: bytes)
        return insert(figure, seed: UInt64(bin.seconds))
    }

    private mutating func insert(_ figure: TypicalFigure, seed: UInt64) -> Bool {
        let key = Fingerprint.of(bytes.bytes, seed: seed)
        guard entries[key] == nil else { return false }
        entries[key] = Entry(
            delayP50: figure.delayP50.map { Int32(clamping: $0) } ?? TypicalFigures.noDelay,
            status: figure.status.map { Int8(clamping: $0.code) } ?? -1)
        return true
    }

    /// What usually happens at a call; a member is nil where no record says it.
    package func figure(_ question: TypicalQuestion) -> TypicalFigure {
        let dayType = DayTypes.place(ofDay: question.day)
        return question.tripID.withBytes { trip in
            question.stopID.withBytes { stop in
                TypicalKey.layOut(
                    trip: trip, startTime: question.startTime, routeID: nil, directionID: nil,
                    stopSequence: question.stopSequence, stopID: stop, dayType: dayType, in: bytes)
                var figure = laidOut(seed: 0)
                guard figure.status == nil || figure.delayP50 == nil, let second = question.second,
                    let route = question.routeID
                else { return figure }
                for bin in bins {
                    let others = route.withBytes { route in
                        TypicalKey.layOut(
                            route: route, directionID: question.directionID,
                            timeBin: bin.place(ofSecond: second) * bin.seconds, stopSequence: question.stopSequence,
                            stopID: stop, dayType: dayType, in: bytes)
                        return laidOut(seed: UInt64(bin.seconds))
                    }
                    figure.status = figure.status ?? others.status
                    figure.delayP50 = figure.delayP50 ?? others.delayP50
                }
                return figure
            }
        }
    }

    /// The figure of the key that is laid out.
    private func laidOut(seed: UInt64) -> TypicalFigure {
        guard let entry = entries[Fingerprint.of(bytes.bytes, seed: seed)] else {
            return TypicalFigure(status: nil, delayP50: nil)
        }
        return TypicalFigure(
            status: entry.status < 0 ? nil : OccupancyStatus(code: Int(entry.status)),
            delayP50: entry.delayP50 == TypicalFigures.noDelay ? nil : Int(entry.delayP50))
    }
}
