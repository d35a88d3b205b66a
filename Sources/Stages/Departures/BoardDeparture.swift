import Expectations
import Occupancy
import RealtimeJoin
import TimeZones

/// One departure of a board: the timetable's row with what realtime says about it.
package struct BoardDeparture {
    package var stopID: String
    package var stopName: String?
    package var platformCode: String?
    package var tripID: String
    /// The service day.
    package var startDate: CivilDate
    /// Seconds of the service day, where it takes a time to tell the trip from others: of frequencies, and added by
    /// realtime.
    package var startTime: Int?
    package var stopSequence: Int?
    package var routeID: String?
    package var routeShortName: String?
    /// Shown where there is no short name; no member of the record.
    package var routeLongName: String?
    /// Six hexadecimal digits, as the feed has them.
    package var routeColor: String?
    package var routeTextColor: String?
    package var routeType: Int?
    /// stop_headsign, else trip_headsign.
    package var headsign: String?
    package var directionID: Int?
    /// The timetable's enumeration: 0 unknown, 1 yes, 2 no; nil where nobody says.
    package var wheelchairAccessible: Int?
    /// POSIX seconds; nil for a trip that the timetable does not have.
    package var scheduledTime: Int?
    /// POSIX seconds: predicted where that is known, else scheduled.
    package var departureTime: Int
    /// The clock at the stop, where it is not the agency's.
    package var stopZone: Zone?
    /// Seconds later than scheduled; nil where no prediction applies.
    package var delay: Int?
    /// Whether a prediction applies; a position alone is none.
    package var isRealtime = false
    package var isInterpolated = false
    /// TripDescriptor.ScheduleRelationship; 0 is SCHEDULED.
    package var scheduleRelationship = 0
    /// What its update was matched by, if that has no valid trip_id.
    package var match: LooseEvidence?
    /// The id of the TripModifications entity that detours the trip.
    package var modificationsID: String?
    /// Seconds from the board's time to the departure.
    package var countdown: Int
    package var vehicleID: String?
    /// 0 to 6, or nil.
    package var occupancyStatus: OccupancyStatus?
    /// Per cent, may pass 100.
    package var occupancyPercentage: Int?
    /// What is usual there, whatever was measured; nil where no typical records were given.
    package var typical: TypicalFigure?
}
