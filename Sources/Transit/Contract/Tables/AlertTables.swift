/// What stages read of alerts, and what they say of them.
extension Tables {
    // MARK: Inside an alert

    /// A period of an alert, from `start` to before `end`; either may be open.
    public struct AlertPeriod: MessageMembers {
        public static let columns = AlertPeriod()
        public let start = instant("start")
        public let end = instant("end")
    }

    /// What an alert is about: all given selectors hold together.
    public struct InformedEntity: MessageMembers {
        public static let columns = InformedEntity()
        public let agencyID = text("agency_id")
        public let routeID = text("route_id")
        public let routeType = whole("route_type")
        public let trip = message("trip", InformedTrip.self)
        public let stopID = text("stop_id")
        public let directionID = whole("direction_id")
    }

    /// The trip of an informed entity.
    public struct InformedTrip: MessageMembers {
        public static let columns = InformedTrip()
        public let tripID = text("trip_id")
        public let routeID = text("route_id")
        public let directionID = whole("direction_id")
        public let startTime = serviceTime("start_time")
        public let startDate = day("start_date")
        public let modifiedTrip = message("modified_trip", ModifiedTripSelector.self)
    }

    // MARK: What is said of it

    /// An alert with its texts, as a board or a trip lists it.
    public struct AlertNote: Members {
        public static let columns = AlertNote()
        public let alertID = text("alert_id", .always, "entity_id of the alert.")
        public let scope = text(
            "scope", .always,
            "stop: the alert is about the stop itself. departures: it is about departures from the stop. trip: it is "
                + "about the trip. stops: it is about the trip at some of its stops.")
        public let cause = enumeration("cause", .cause, .ifKnown)
        public let effect = enumeration("effect", .effect, .ifKnown)
        public let severityLevel = enumeration("severity_level", .severityLevel, .ifKnown)
        public let headerText = text("header_text", .ifKnown, "At most 300 characters; a longer text ends with `…`.")
        public let descriptionText = text(
            "description_text", .ifKnown,
            "At most 4,000 characters, in the language of the header; absent if it has no such translation.")
        public let url = text("url", .ifKnown, "Only addresses that begin with https:// or http://.")
        public let language = text(
            "language", .ifKnown, "Language of the texts, as the alert names it; absent if the alert does not.")
        public let activeFrom = instant(
            "active_from", .ifKnown, "Start of the period in which the alert is in force; absent if it is open.")
        public let activeUntil = instant(
            "active_until", .ifKnown, "First second after that period; absent if it is open.")
    }

    /// An alert as a departure names it; its texts are in the record of the board.
    public struct AlertMention: Members {
        public static let columns = AlertMention()
        public let alertID = text("alert_id", .always, "entity_id of the alert.")
        public let effect = enumeration("effect", .effect, .ifKnown)
        public let severityLevel = enumeration("severity_level", .severityLevel, .ifKnown)
        public let headerText = text("header_text", .ifKnown, "At most 300 characters; a longer text ends with `…`.")
    }

    /// One informed entity of an alert, with what it matches in the schedule.
    public struct AlertsMatched: Table {
        public static let columns = AlertsMatched()
        public static let about = About<AlertsMatched>(
            "alerts_matched", "One informed entity of an alert, with what it matches in the schedule.",
            from: "departures"
        ) { _ in .wholeRecord }

        public let alertID = text("alert_id", .always, "entity_id of the alert.")
        public let entity = whole("entity", .always, "Place of the entity in the alert, from 0.")
        public let agencyID = text("agency_id", .ifKnown, "The selectors of the entity, with those of its trip.")
        public let routeID = text("route_id", .ifKnown)
        public let routeType = whole("route_type", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let tripID = text("trip_id", .ifKnown)
        public let startDate = day("start_date", .ifKnown)
        public let startTime = serviceTime("start_time", .ifKnown)
        public let stopID = text("stop_id", .ifKnown)
        public let matchedRoutes = whole("matched_routes", .always, "Number of routes of the matched trips.")
        public let matchedTrips = whole(
            "matched_trips", .always, "Number of trips in trips.txt that all selectors fit.")
        public let matchedStops = whole(
            "matched_stops", .always,
            "Number of stops: without stop_id all stops of the matched trips, else those of them that stop_id "
                + "includes, or the stop itself if no trip calls there.")
        public let routeIDs = texts("route_ids", .always, "The first 50 matched routes, in sorted order.")
        public let stopIDs = texts("stop_ids", .always, "The first 50 matched stops, in sorted order.")
        public let active = flag("active", .always, "Whether the alert is in force at the time of --at.")
        public let activeFrom = instant(
            "active_from", .ifKnown,
            "Start of the period at that time, or else of the next period, or else of the last; absent if it is open.")
        public let activeUntil = instant(
            "active_until", .ifKnown, "First second after that period; absent if it is open.")
        public let cause = enumeration("cause", .cause, .ifKnown)
        public let effect = enumeration("effect", .effect, .ifKnown)
        public let severityLevel = enumeration("severity_level", .severityLevel, .ifKnown)
        public let headerText = text("header_text", .ifKnown, "At most 300 characters; a longer text ends with `…`.")
        public let descriptionText = text("description_text", .ifKnown, "At most 4,000 characters.")
        public let url = text("url", .ifKnown)
        public let language = text("language", .ifKnown)
    }
}
