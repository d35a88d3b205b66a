import Geometry

/// One position of a vehicle on a run, as little of it as a visit needs: 28 bytes.
package struct Fix {
    package static let none = Int32.min

    /// POSIX seconds: when it was measured, and when the newest message that has it was made.
    package var time: UInt32
    package var feedTime: UInt32
    /// Ten millionths of a degree; `none` for a fix without a place.
    package var latitude = Fix.none
    package var longitude = Fix.none
    /// current_stop_sequence; `none` if it is not told.
    package var sequence = Fix.none
    /// The number of stop_id among those that realtime names; -1 for none.
    package var stop: Int32 = -1
    /// VehicleStopStatus; -1 if it is not told.
    package var status: Int8 = -1
    /// OccupancyStatus; -1 if it is not told.
    package var occupancyStatus: Int8 = -1
    /// Per cent; -1 if it is not told.
    package var occupancyPercentage: Int16 = -1

    package static let stoppedAt: Int8 = 1

    package init(time: UInt32, feedTime: UInt32) {
        self.time = time
        self.feedTime = feedTime
    }

    package var coordinate: Coordinate? {
        latitude == Fix.none
            ? nil : Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    package func isSamePlace(as other: Fix) -> Bool { latitude == other.latitude && longitude == other.longitude }

    /// Whether a vehicle cannot have been at both places at once: they are 60 metres apart or more.
    func contradicts(_ other: Fix) -> Bool {
        guard let here = coordinate, let there = other.coordinate else { return false }
        return Ellipsoid.distance(here, there) >= 60
    }

    /// Whether the fix says how full the vehicle is.
    package var tellsOccupancy: Bool { (0...6).contains(occupancyStatus) || occupancyPercentage >= 0 }

    /// Of two records of one vehicle and time, whether this is the one that counts: that of the newest message, then the
    /// most crowded.
    package func outranks(_ other: Fix) -> Bool {
        (feedTime, occupancyStatus, occupancyPercentage) > (
            other.feedTime, other.occupancyStatus, other.occupancyPercentage
        )
    }
}

/// What a fix has beside, for `vehicle_locations`.
package struct FixDetails {
    package var bearing: Float = .nan
    package var speed: Float = .nan
    package var odometer: Double = .nan
    package let time: UInt32
    package let feedTime: UInt32
    let latitude: Int32
    let longitude: Int32

    package init(of fix: Fix) {
        time = fix.time
        feedTime = fix.feedTime
        latitude = fix.latitude
        longitude = fix.longitude
    }
}
