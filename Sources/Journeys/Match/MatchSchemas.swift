import StageKit

/// The table that stages write which match realtime records with a schedule.
package enum MatchSchemas {
    package static let matchReports = TableSchema(
        "match_reports", stages: ["departures", "occupancy-report"],
        "How many of the distinct ids in the records the schedule knows, and what would make others match.",
        columns: [
            Column("matched_trips", .integer, required: true),
            Column("unmatched_trips", .integer, required: true),
            Column("matched_routes", .integer, required: true),
            Column("unmatched_routes", .integer, required: true),
            Column("matched_stops", .integer, required: true),
            Column("unmatched_stops", .integer, required: true),
            Column(
                "contradicting_stops", .integer,
                "Of departures: stop time updates whose stop_sequence and stop_id are at different places in the "
                    + "timetable, other platforms of one station aside."),
            Column(
                "sample_unmatched", .array(.string), required: true,
                "Up to five trip, route and stop ids each, the first in order."),
            Column(
                "sample_contradicting", .array(.string),
                "The trips of such stop time updates, the first five; absent where there are none."),
            Column(
                "hints",
                .array(
                    .object([
                        Column("kind", .string, required: true, "trip_id, route_id or stop_id."),
                        Column(
                            "rule", .string, required: true,
                            "What to do with realtime ids: "
                                + MatchHint.Rule.allCases.map(\.rawValue)
                                .joined(separator: ", ") + "."),
                        Column("affix", .string, "What to strip or add; of a varying one the separator at its end."),
                        Column("would_match", .integer, required: true, "How many of those tested would be known."),
                        Column("tested", .integer, required: true, "Unmatched ids tried, at most 2048."),
                        Column("realtime_id", .string, required: true, "An example."),
                        Column("schedule_id", .string, required: true, "What it is in the schedule."),
                    ])),
                "Present where a change to the ids was found that makes them match; at most one a kind."),
            Column(
                "realtime_first_date", .date,
                "Present, as are the dates after it, where ids are unmatched and some days of the records lie outside "
                    + "the schedule's service."),
            Column("realtime_last_date", .date),
            Column("service_first_date", .date, "The first day of service of calendar and calendar_dates."),
            Column("service_last_date", .date),
            Column(
                "reasons", .array(.string), "Why records do not match, or are of no effect; absent where all is well."),
        ])
}
