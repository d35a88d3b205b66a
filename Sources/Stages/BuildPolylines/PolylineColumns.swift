import Contract

extension BuildPolylines {
    /// The columns that are looked at, at hand for every row.
    enum Columns {
        static let record = Tables.AnyRecord.columns
        static let stopTime = Tables.StopTimes.columns
        static let shape = Tables.Shapes.columns
        static let stop = Tables.Stops.columns
        static let route = Tables.Routes.columns
        static let agency = Tables.Agency.columns
        static let trip = Tables.Trips.columns
        static let calendar = Tables.Calendar.columns
        static let exception = Tables.CalendarDates.columns
        static let frequency = Tables.Frequencies.columns
        static let tripDetails = Tables.TripDetails.columns

        /// In each table's order, for there a column is found where the last one leads to expect it.
        static let all: [any AnyColumn] =
            [
                record.feedID, stopTime.tripID, stopTime.stopID, stopTime.stopSequence, shape.shapeID, shape.shapePtLat,
                shape.shapePtLon, shape.shapePtSequence, stop.stopName, stop.stopLat, stop.stopLon, stop.parentStation,
                stop.wheelchairBoarding, stop.platformCode, route.routeID, route.agencyID, agency.agencyName,
                agency.agencyTimezone, trip.directionID, route.routeShortName, route.routeColor, route.routeTextColor,
                tripDetails.timezone, tripDetails.modificationsID, tripDetails.encodedPolyline, tripDetails.stops,
                stopTime.locationID,
                stopTime.locationGroupID,
                route.routeLongName, route.routeType, calendar.serviceID, calendar.startDate, calendar.endDate,
                exception.date, exception.exceptionType, frequency.startTime, frequency.endTime, frequency.headwaySecs,
            ] + calendar.weekdays

        /// The further columns that decide where a detour leads.
        static let ofDetours: [any AnyColumn] = [
            stopTime.arrivalTime, stopTime.departureTime, stopTime.shapeDistTraveled, stop.locationType,
        ]
    }
}

/// The tables that lines are drawn from.
enum PolylineTable: CaseIterable {
    case stops, routes, agencies, trips, shapes, calendar, frequencies, calendarDates, stopTimes, tripDetails

    var name: String {
        switch self {
        case .stops: Tables.Stops.name
        case .routes: Tables.Routes.name
        case .agencies: Tables.Agency.name
        case .trips: Tables.Trips.name
        case .shapes: Tables.Shapes.name
        case .calendar: Tables.Calendar.name
        case .frequencies: Tables.Frequencies.name
        case .calendarDates: Tables.CalendarDates.name
        case .stopTimes: Tables.StopTimes.name
        case .tripDetails: Tables.TripDetails.name
        }
    }
}
