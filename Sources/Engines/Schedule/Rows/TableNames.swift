import Contract

/// The names of the tables that rows are of: `Table.name` makes its text anew, and a row may ask for it by the million.
enum TableNames {
    static let agency = Tables.Agency.name
    static let calendar = Tables.Calendar.name
    static let calendarDates = Tables.CalendarDates.name
    static let frequencies = Tables.Frequencies.name
    static let routes = Tables.Routes.name
    static let shapes = Tables.Shapes.name
    static let stopTimes = Tables.StopTimes.name
    static let stops = Tables.Stops.name
    static let trips = Tables.Trips.name
}
