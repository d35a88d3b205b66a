import Occupancy
import TimeZones

/// One departure of a board: the timetable's row with what realtime says about it.
struct Departure {
    var stopID: String
    var stopName: String?
    var platformCode: String?
    var tripID: String
    /// The service day.
    var startDate: CivilDate
    /// `HH:MM:SS`, where it takes a time to tell the trip from others: of frequencies, and added by realtime.
    var startTime: String?
    var stopSequence: Int?
    var routeID: String?
    var routeShortName: String?
    /// Shown where there is no short name; no member of the record.
    var routeLongName: String?
    /// Six hexadecimal digits, as the feed has them.
    var routeColor: String?
    var routeTextColor: String?
    var routeType: Int?
    /// stop_headsign, else trip_headsign.
    var headsign: String?
    var directionID: Int?
    /// The timetable's enumeration: 0 unknown, 1 yes, 2 no; nil where nobody says.
    var wheelchairAccessible: Int?
    /// POSIX seconds; nil for a trip that the timetable does not have.
    var scheduledTime: Int?
    /// POSIX seconds: predicted where that is known, else scheduled.
    var departureTime: Int
    /// Seconds later than scheduled; nil where no prediction applies.
    var delay: Int?
    /// Whether a prediction applies; a position alone is none.
    var isRealtime = false
    var isInterpolated = false
    /// TripDescriptor.ScheduleRelationship; 0 is SCHEDULED.
    var scheduleRelationship = 0
    /// Seconds from the board's time to the departure.
    var countdown: Int
    var vehicleID: String?
    /// 0 to 6, or nil.
    var occupancyStatus: OccupancyStatus?
    /// Per cent, may pass 100.
    var occupancyPercentage: Int?
}
