public struct TripDetailsOptions {
    /// A zip, a folder, a store or a file of records.
    public var feed = ""
    /// The trip that is asked for; nil takes each departures record for a request.
    public var trip: String?
    /// Days after 1970-01-01.
    public var day: Int?
    /// Files of records; nil reads none.
    public var files: [String]?

    public init() {}
}
