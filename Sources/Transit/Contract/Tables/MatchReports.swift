extension Tables {
    /// How many of the distinct ids in the records the schedule knows.
    public struct MatchReports: Table {
        public static let columns = MatchReports()
        public static let about = About<MatchReports>(
            "match_reports",
            "How many of the distinct ids in the records the schedule knows, and what would make others match.",
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
            "Of departures: stop time updates whose stop_sequence and stop_id are at different places in the timetable, "
                + "other platforms of one station aside.")
        public let sampleUnmatched = texts(
            "sample_unmatched", .always, "Up to five trip, route and stop ids each, the first in order.")
        public let sampleContradicting = texts(
            "sample_contradicting", .ifKnown,
            "The trips of such stop time updates, the first five; absent where there are none.")
        public let hints = objects(
            "hints", of: Hint.self, .ifKnown,
            "Present where a change to the ids was found that makes them match; at most one a kind.")
        public let realtimeFirstDate = day(
            "realtime_first_date", .ifKnown,
            "Present, as are the dates after it, where ids are unmatched and some days of the records lie outside the "
                + "schedule's service.")
        public let realtimeLastDate = day("realtime_last_date", .ifKnown)
        public let serviceFirstDate = day(
            "service_first_date", .ifKnown, "The first day of service of calendar and calendar_dates.")
        public let serviceLastDate = day("service_last_date", .ifKnown)
        public let reasons = texts(
            "reasons", .ifKnown, "Why records do not match, or are of no effect; absent where all is well.")
        public let reasonCounts = object(
            "reason_counts", of: ReasonCounts.self, .ifKnown,
            "Of stop-visits: realtime trips without a scheduled run, each once, by the reason.")
        public let listsMissing = flag(
            "lists_missing", .ifKnown,
            "Of stop-visits: whether every run that was due has its record, seen or not, as --missing asks for.")
        public let archiveFirst = instant("archive_first", .ifKnown, "Of stop-visits: the archive's first time.")
        public let archiveLast = instant("archive_last", .ifKnown, "Of stop-visits: the archive's last time.")
        public let archiveGaps = objects(
            "archive_gaps", of: ArchiveGap.self, .ifKnown, "Of stop-visits: stretches over 5 minutes without a record.")

        /// Why a realtime trip has no scheduled run.
        public struct ReasonCounts: Members {
            public static let columns = ReasonCounts()
            public let unknownTrip = whole("unknown_trip", .always, "The timetable does not have the trip_id.")
            public let noServiceThatDay = whole("no_service_that_day", .always, "It has, and not on that day.")
            public let contradictingStops = whole(
                "contradicting_stops", .always, "No stop that realtime names is one at which the trip calls.")
            public let ambiguous = whole("ambiguous", .always, "More than one run may be meant.")
            public let noTripID = whole("no_trip_id", .always, "Vehicles and updates that name no trip.")
            public let frequencyWithoutStartTime = whole(
                "frequency_without_start_time", .always, "A trip of frequencies, and no start_time says which run.")

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
            public let kind = text("kind", .always, "trip_id, route_id or stop_id.")
            public let rule = text(
                "rule", .always,
                "What to do with realtime ids: " + MatchRule.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            public let affix = text(
                "affix", .ifKnown, "What to strip or add; of a varying one the separator at its end.")
            public let wouldMatch = whole("would_match", .always, "How many of those tested would be known.")
            public let tested = whole("tested", .always, "Unmatched ids tried, at most 2048.")
            public let realtimeID = text("realtime_id", .always, "An example.")
            public let scheduleID = text("schedule_id", .always, "What it is in the schedule.")
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
