import Geometry

/// What a position says of where its vehicle is on its trip. Bytes are valid until the answer is given.
package struct StopQuestion {
    package let tripID: UnsafeRawBufferPointer
    /// The trip's first service day, `YYYYMMDD` as a number.
    package let startDate: Int?
    /// POSIX seconds.
    package let instant: Int?
    package let place: Coordinate?
    /// What the position names of its stop: one of the two, or neither.
    package let stopID: UnsafeRawBufferPointer?
    package let stopSequence: Int?
}

/// A stop of a trip.
package struct FoundStop {
    package let stopID: [UInt8]
    /// As stop_times have it.
    package let stopSequence: Int

    package init(stopID: [UInt8], stopSequence: Int) {
        self.stopID = stopID
        self.stopSequence = stopSequence
    }
}

/// Finds, in a timetable, the stop at or before which a vehicle is.
package protocol StopFinder: AnyObject {
    /// The stop; nil where the timetable cannot tell: a trip that it does not have, a place far from the trip's way.
    ///
    /// What the question names of the stop is taken as it is: the answer has the rest. It depends on the question alone,
    /// so that neither the order of records nor their split into parts matters.
    func stop(_ question: StopQuestion) -> FoundStop?
}
