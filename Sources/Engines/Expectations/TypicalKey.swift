import Reports

/// The key of a `typical` record: a trip at a stop, or a route's trips at a stop in a part of the day.
///
/// Laid out, keys of trips come first, by trip_id; keys of routes follow.
public struct TypicalKey {
    /// nil in the key of a route.
    public let tripID: String?
    /// Seconds of the service day; only for trips in frequencies.txt.
    public let startTime: Int?
    public let routeID: String?
    public let directionID: Int?
    /// The start of the bin in seconds of the day; nil in the key of a trip, and for stops without a time.
    public let timeBin: Int?
    public let stopSequence: Int?
    public let stopID: String
    /// The place in `ReportKey.dayTypes`.
    public let dayType: Int

    /// A text of a record, which is valid until the next one is asked for.
    public typealias Bytes = UnsafeRawBufferPointer

    /// The key that was laid out as `bytes`; nil for other bytes.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        let values = GroupKeyBytes.values(bytes)
        func text(_ place: Int) -> String? { if case .text(let text) = values[place] { text } else { nil } }
        func number(_ place: Int) -> Int? { if case .integer(let number) = values[place] { number } else { nil } }
        guard values.count == 8, let dayType = number(7) else { return nil }
        (tripID, startTime, routeID, directionID) = (text(0), number(1), text(2), number(3))
        (timeBin, stopSequence, stopID, self.dayType) = (number(4), number(5), text(6) ?? "", dayType)
    }

    /// Lays out the key of a trip in `bytes`; each text is asked for when it is its turn.
    @inline(__always)
    public static func layOut(
        trip tripID: @autoclosure () -> Bytes?, startTime: Int?, routeID: @autoclosure () -> Bytes?, directionID: Int?,
        stopSequence: Int?, stopID: @autoclosure () -> Bytes?, dayType: Int, in bytes: GroupKeyBytes
    ) {
        bytes.removeAll()
        bytes.append(tripID())
        bytes.append(startTime)
        bytes.append(routeID())
        bytes.append(directionID)
        bytes.appendNull()
        bytes.append(stopSequence)
        bytes.append(stopID())
        bytes.append(dayType)
    }

    /// Lays out the key of a route's trips in `bytes`; each text is asked for when it is its turn.
    /// - Parameter timeBin: the start of the bin in seconds of the day.
    @inline(__always)
    public static func layOut(
        route routeID: @autoclosure () -> Bytes?, directionID: Int?, timeBin: Int?, stopSequence: Int?,
        stopID: @autoclosure () -> Bytes?, dayType: Int, in bytes: GroupKeyBytes
    ) {
        bytes.removeAll()
        bytes.appendNull()
        bytes.appendNull()
        bytes.append(routeID())
        bytes.append(directionID)
        bytes.append(timeBin)
        bytes.append(stopSequence)
        bytes.append(stopID())
        bytes.append(dayType)
    }
}
