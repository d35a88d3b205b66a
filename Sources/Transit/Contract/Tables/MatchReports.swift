extension Tables {
    /// How many of the distinct ids in the records the schedule knows.
    public struct MatchReports: Table {
        public static let columns = MatchReports()
        public static let about = About<MatchReports>(
            "match_reports",
            "How many distinct realtime ids exist in the schedule, and which changes would make others match.",
            from: "departures", "occupancy-report", "stop-visits"
        ) { _ in .wholeRecord }

        public let matchedTrips = whole("matched_trips", .always)
        public let unmatchedTrips = whole("unmatched_trips", .always)
        public let matchedRoutes = whole("matched_routes", .always)
        public let unmatchedRoutes = whole("unmatched_routes", .always)
        public let matchedStops = whole("matched_stops", .always)
        public let unmatchedStops = whole("unmatched_stops", .always)
        public let contradictingStops = whole(
            "contradicting_stops", .ifKnown,
            "With departures: stop time updates whose stop_sequence and stop_id are different stops of the trip, "
                + "not counting other platforms of the same station.")
        public let matchedAlerts = whole(
            "matched_alerts", .ifKnown,
            "With alerts: how many are about something in the schedule; of expired and future ones too.")
        public let unmatchedAlerts = whole(
            "unmatched_alerts", .ifKnown, "With alerts: how many have no informed entity that the schedule has.")
        public let sampleUnmatchedAlerts = texts(
            "sample_unmatched_alerts", .ifKnown, "Up to five of those, by alert_id; absent if there are none.")
        public let sampleUnmatched = texts(
            "sample_unmatched", .always, "Up to five unmatched ids each of trips, routes and stops, in sorted order.")
        public let sampleContradicting = texts(
            "sample_contradicting", .ifKnown,
            "Up to five trips with such stop time updates; absent if there are none.")
        public let hints = objects(
            "hints", of: Hint.self, .ifKnown,
            "Changes to realtime ids that would make them match; at most one for each kind of id.")
        public let realtimeFirstDate = day(
            "realtime_first_date", .ifKnown,
            "Present, with the dates after it, if ids are unmatched and some days of the records lie outside the "
                + "schedule's service.")
        public let realtimeLastDate = day("realtime_last_date", .ifKnown)
        public let serviceFirstDate = day(
            "service_first_date", .ifKnown, "First day of service in calendar and calendar_dates.")
        public let serviceLastDate = day("service_last_date", .ifKnown)
        public let reasons = texts(
            "reasons", .ifKnown, "Why records do not match or have no effect; absent if all records match.")
        public let looseMatches = object(
            "loose_matches", of: LooseMatches.self, .ifKnown,
            "With --match loose: what became of the updates without a valid trip_id.")
        public let reasonCounts = object(
            "reason_counts", of: ReasonCounts.self, .ifKnown,
            "With stop-visits: distinct realtime trips without a scheduled run, counted by reason.")
        public let listsMissing = flag(
            "lists_missing", .ifKnown,
            "With stop-visits: whether every scheduled run has a record, observed or not (--missing).")
        public let archiveFirst = instant("archive_first", .ifKnown, "With stop-visits: first time in the archive.")
        public let archiveLast = instant("archive_last", .ifKnown, "With stop-visits: last time in the archive.")
        public let archiveGaps = objects(
            "archive_gaps", of: ArchiveGap.self, .ifKnown,
            "With stop-visits: gaps of more than 5 minutes between records.")

        /// Updates without a valid trip_id, by what they were matched by.
        public struct LooseMatches: Members {
            public static let columns = LooseMatches()
            public let startTime = whole(
                "start_time", .always, "Matched by route_id, direction_id, start_time and start_date.")
            public let stops = whole("stops", .always, "Matched by the stops of the update, in their order.")
            public let ambiguous = whole("ambiguous", .always, "Several runs fit; not matched.")
            public let unmatched = whole("unmatched", .always, "No run fits.")
        }

        /// Why a realtime trip has no scheduled run.
        public struct ReasonCounts: Members {
            public static let columns = ReasonCounts()
            public let unknownTrip = whole("unknown_trip", .always, "The trip_id is not in the timetable.")
            public let noServiceThatDay = whole(
                "no_service_that_day", .always, "The trip is in the timetable, but does not run on that day.")
            public let contradictingStops = whole(
                "contradicting_stops", .always, "The trip calls at none of the stops in the realtime record.")
            public let ambiguous = whole("ambiguous", .always, "More than one run fits the record.")
            public let noTripID = whole("no_trip_id", .always, "Vehicle positions and trip updates without a trip.")
            public let frequencyWithoutStartTime = whole(
                "frequency_without_start_time", .always,
                "The trip is in frequencies.txt and the record has no start_time to identify the run.")

            /// In their order.
            public var all: [Column<Self, Whole, Always>] {
                [unknownTrip, noServiceThatDay, contradictingStops, ambiguous, noTripID, frequencyWithoutStartTime]
            }
        }

        /// A stretch without a record.
        public struct ArchiveGap: Members {
            public static let columns = ArchiveGap()
            public let from = instant("from", .always)
            public let to = instant("to", .always)
        }

        public struct Hint: Members {
            public static let columns = Hint()
            public let kind = text("kind", .always, "Which ids are compared: trip_id, route_id or stop_id.")
            public let rule = text(
                "rule", .always,
                "How to change realtime ids: " + MatchRule.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            public let affix = text(
                "affix", .ifKnown, "Text to strip or add; for a varying affix, the separator at its end.")
            public let wouldMatch = whole("would_match", .always, "How many of the tested ids would then match.")
            public let tested = whole("tested", .always, "Number of unmatched ids tested, at most 2048.")
            public let realtimeID = text(
                "realtime_id", .always, "An unmatched realtime id that the change would match.")
            public let scheduleID = text("schedule_id", .always, "The matching id in the schedule.")
        }
    }
}

/// What to do with realtime ids so that they are the schedule's.
public enum MatchRule: String, CaseIterable, Sendable {
    /// Taking the same bytes from the front or the end of every realtime id.
    case stripPrefix = "strip_prefix"
    case stripSuffix = "strip_suffix"
    /// Putting the same bytes before or behind every realtime id.
    case addPrefix = "add_prefix"
    case addSuffix = "add_suffix"
    case changeCase = "change_case"
    case stripLeadingZeros = "strip_leading_zeros"
    case addLeadingZeros = "add_leading_zeros"
    /// Taking what comes before or behind a separator, which is the affix; it differs from id to id.
    case stripVaryingPrefix = "strip_varying_prefix"
    case stripVaryingSuffix = "strip_varying_suffix"
    /// Putting something before or behind that ends or begins with the separator and differs from id to id.
    case addVaryingPrefix = "add_varying_prefix"
    case addVaryingSuffix = "add_varying_suffix"

    /// Whether the affix differs from id to id.
    public var varies: Bool {
        switch self {
        case .stripVaryingPrefix, .stripVaryingSuffix, .addVaryingPrefix, .addVaryingSuffix: true
        default: false
        }
    }

    public var hasAffix: Bool {
        switch self {
        case .changeCase, .stripLeadingZeros, .addLeadingZeros: false
        default: true
        }
    }
}
