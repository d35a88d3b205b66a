import Feeds

public struct TripDetailsOptions {
    /// A zip, a folder, a store or a file of records.
    public var feed = ""
    /// The trip that is asked for; nil takes each departures record for a request.
    public var trip: String?
    /// Days after 1970-01-01.
    public var day: Int?
    /// POSIX seconds: the stage does not read the clock.
    public var now = 0
    /// Files of records; nil reads none.
    public var files: [String]?
    public var reader: (any ScheduleReader)?

    public init() {}
}
