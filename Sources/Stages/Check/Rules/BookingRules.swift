extension Rule {
    static let bookings = RuleGroup(
        "Bookings",
        [
            Rule(
                "missing_prior_notice_duration_min", .error,
                "A same-day booking rule has no prior_notice_duration_min.",
                remedy: "Fill in prior_notice_duration_min, or change booking_type.",
                breaks: "edit booking_rules.txt 1: prior_notice_duration_min=",
                passes: "edit booking_rules.txt 1: prior_notice_duration_max=120",
                .row(of: "booking_rules", .all([.sameDay, .lacks("prior_notice_duration_min")]))),
            Rule(
                "missing_prior_notice_last_day", .error,
                "A prior-day booking rule has no prior_notice_last_day.",
                remedy: "Fill in prior_notice_last_day, or change booking_type.",
                breaks: "edit booking_rules.txt 2: prior_notice_last_day=",
                passes: "edit booking_rules.txt 2: prior_notice_last_day=0",
                .row(of: "booking_rules", .all([.priorDay, .lacks("prior_notice_last_day")]))),
            Rule(
                "missing_prior_notice_last_time", .error,
                "A prior-day booking rule has no prior_notice_last_time.",
                remedy: "Fill in prior_notice_last_time, or change booking_type.",
                breaks: "edit booking_rules.txt 2: prior_notice_last_time=",
                passes: "edit booking_rules.txt 2: prior_notice_last_time=00:00:00",
                .row(of: "booking_rules", .all([.priorDay, .lacks("prior_notice_last_time")]))),
            Rule(
                "missing_prior_notice_start_time", .error,
                "prior_notice_start_day is present without prior_notice_start_time.",
                remedy: "Fill in prior_notice_start_time, or remove prior_notice_start_day.",
                breaks: "edit booking_rules.txt 2: prior_notice_start_time=",
                passes: "edit booking_rules.txt 2: prior_notice_start_time=; prior_notice_start_day=",
                .row(
                    of: "booking_rules", .all([.has("prior_notice_start_day"), .lacks("prior_notice_start_time")]),
                    shows: "prior_notice_start_day")),
            Rule(
                "forbidden_prior_notice_start_time", .error,
                "prior_notice_start_time is present without prior_notice_start_day.",
                remedy: "Remove prior_notice_start_time, or fill in prior_notice_start_day.",
                breaks: "edit booking_rules.txt 2: prior_notice_start_day=",
                passes: "edit booking_rules.txt 2: prior_notice_start_day=1",
                .row(
                    of: "booking_rules", .all([.lacks("prior_notice_start_day"), .has("prior_notice_start_time")]),
                    shows: "prior_notice_start_time")),
            Rule(
                "forbidden_real_time_booking_field_value", .error,
                "A real-time booking rule has a field about prior notice.",
                remedy: "Remove the field, or set booking_type to 1 or 2.",
                breaks: "edit booking_rules.txt 3: prior_notice_duration_min=5",
                passes: "edit booking_rules.txt 3: prior_notice_duration_min=5; booking_type=1",
                .row(
                    of: "booking_rules",
                    .all([
                        .isOne(of: [0], "booking_type"),
                        .hasAny(
                            "prior_notice_duration_min", "prior_notice_duration_max", "prior_notice_last_day",
                            "prior_notice_last_time", "prior_notice_start_day", "prior_notice_start_time",
                            "prior_notice_service_id"),
                    ]))),
            Rule(
                "forbidden_same_day_booking_field_value", .error,
                "A same-day booking rule has a field for prior-day booking.",
                remedy: "Remove the field, or set booking_type to 2.",
                breaks: "edit booking_rules.txt 1: prior_notice_last_day=1",
                passes: "edit booking_rules.txt 1: prior_notice_duration_max=90",
                .row(
                    of: "booking_rules",
                    .all([
                        .sameDay, .hasAny("prior_notice_last_day", "prior_notice_last_time", "prior_notice_service_id"),
                    ]))
            ),
            Rule(
                "forbidden_prior_day_booking_field_value", .error,
                "A prior-day booking rule has a field for same-day booking.",
                remedy: "Remove the field, or set booking_type to 1.",
                breaks: "edit booking_rules.txt 2: prior_notice_duration_min=60",
                passes: "edit booking_rules.txt 2: prior_notice_last_day=2",
                .row(
                    of: "booking_rules",
                    .all([.priorDay, .hasAny("prior_notice_duration_min", "prior_notice_duration_max")]))),
            Rule(
                "prior_notice_last_day_after_start_day", .error,
                "prior_notice_last_day is greater than prior_notice_start_day.",
                remedy: "Set prior_notice_start_day to at least prior_notice_last_day.",
                breaks: "edit booking_rules.txt 2: prior_notice_last_day=8",
                passes: "edit booking_rules.txt 2: prior_notice_last_day=7",
                .row(
                    of: "booking_rules",
                    .isLess("prior_notice_start_day", than: "prior_notice_last_day"),
                    shows: "prior_notice_last_day", "prior_notice_start_day")),
            Rule(
                "forbidden_prior_notice_start_day", .error,
                "prior_notice_start_day is present together with prior_notice_duration_max.",
                remedy: "Keep one of the two: the earliest day, or the longest time before the trip.",
                breaks:
                    "edit booking_rules.txt 1: prior_notice_duration_max=120; prior_notice_start_day=2; prior_notice_start_time=08:00:00",
                passes: "edit booking_rules.txt 1: prior_notice_duration_max=120",
                .row(
                    of: "booking_rules", .all([.has("prior_notice_duration_max"), .has("prior_notice_start_day")]),
                    shows: "prior_notice_duration_max", "prior_notice_start_day")),
            Rule(
                "invalid_prior_notice_duration_min", .error,
                "prior_notice_duration_max is less than prior_notice_duration_min.",
                remedy: "Swap or correct the two durations.",
                breaks: "edit booking_rules.txt 1: prior_notice_duration_max=59",
                passes: "edit booking_rules.txt 1: prior_notice_duration_max=60",
                .row(
                    of: "booking_rules", .isLess("prior_notice_duration_max", than: "prior_notice_duration_min"),
                    shows: "prior_notice_duration_min", "prior_notice_duration_max")),
        ])
}
