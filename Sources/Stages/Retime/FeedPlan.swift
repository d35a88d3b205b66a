import GTFSSchedule
import Schedule
import ServiceFigures

/// A trip as it is written.
struct WrittenTrip {
    /// Its trip_id, if that is not the row's.
    var id: String?
    /// Its service_id, if that is not the row's.
    var service: String?
    /// Its stop times; nil if they stay as planned.
    var times: NewTimes?
    /// The type of day on which it runs, if its trip was parted.
    var dayType: DayType?
    /// The number of days with an observed time, for the column `observed_days`.
    var observedDays: Int?
    /// Whether it is a run besides the trip, which then has no place in the trip's block.
    var isRepeat = false
    /// Whether it overlaps with another trip of its block.
    var losesBlock = false
}

/// What becomes of a trip of the feed.
struct TripFate {
    /// Empty for a trip that is left out.
    var written: [WrittenTrip]
    /// Whether the rows of frequencies.txt stay.
    var keepsFrequencies = false

    static var leftOut: TripFate { TripFate(written: []) }
}

/// A run that becomes a trip that the feed does not have.
struct AddedTrip {
    let id: String
    let routeID: String
    let directionID: Int?
    let service: String
    let times: NewTimes
}

/// The calendar as it is written.
enum NewCalendar {
    /// One day: the services that run on it, and others that must be defined because a table refers to them.
    case day(Int, active: [String], inactive: [String])
    /// The feed's own, with services parted by day type.
    case parted([String: PartedService])
}

/// A service that is parted by day type.
struct PartedService {
    /// The service_id of each day type.
    let ids: [(type: DayType, id: String)]
    /// Whether the rows of the service itself stay, because a table besides trips refers to it.
    let staysItself: Bool
}

/// All that is to be written, known before the feed is read again.
final class FeedPlan {
    /// By index of the trip in the timetable.
    private var fates: [Int: TripFate] = [:]
    /// What becomes of trips without a fate of their own.
    private let usual: TripFate
    var added: [AddedTrip] = []
    var calendar: NewCalendar

    init(usual: TripFate, _ calendar: NewCalendar) {
        self.usual = usual
        self.calendar = calendar
    }

    subscript(_ trip: WholeTimetable.TripIndex) -> TripFate {
        get { fates[trip.index] ?? usual }
        set { fates[trip.index] = newValue }
    }
}

/// Gives out ids that the feed does not have.
struct FreeIDs {
    private var taken: Set<String> = []
    private let isTaken: (String) -> Bool

    init(_ isTaken: @escaping (String) -> Bool) { self.isTaken = isTaken }

    /// Returns the id if it is free, otherwise the id with the first free number after it.
    mutating func take(_ id: String) -> String {
        var free = id
        var number = 2
        while taken.contains(free) || isTaken(free) {
            free = "\(id)-\(number)"
            number += 1
        }
        taken.insert(free)
        return free
    }
}
