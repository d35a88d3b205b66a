extension Rule {
    static let fares = RuleGroup(
        "Fares, frequencies and bookings",
        [
            Rule(
                "fare_transfer_rule_duration_limit_without_type", .error,
                "duration_limit is present without duration_limit_type.",
                remedy: "Set duration_limit_type, or remove duration_limit.",
                breaks: "edit fare_transfer_rules.txt 1: duration_limit_type=",
                passes: "edit fare_transfer_rules.txt 1: duration_limit_type=; duration_limit=",
                .row(
                    of: "fare_transfer_rules", .all([.has("duration_limit"), .lacks("duration_limit_type")]),
                    shows: "duration_limit")),
            Rule(
                "fare_transfer_rule_invalid_transfer_count", .error,
                "transfer_count is below -1.",
                remedy: "Set transfer_count to -1 for any number of transfers, or to at least 1.",
                breaks: "edit fare_transfer_rules.txt 1: transfer_count=-2",
                passes: "edit fare_transfer_rules.txt 1: transfer_count=-1",
                .row(
                    of: "fare_transfer_rules", .isBelow(-1, "transfer_count"),
                    shows: "transfer_count")),
            Rule(
                "fare_transfer_rule_missing_transfer_count", .error,
                "Both leg groups are the same, but transfer_count is missing.",
                remedy: "Set transfer_count to -1 for any number of transfers, or to at least 1.",
                breaks: "edit fare_transfer_rules.txt 1: transfer_count=",
                passes: "edit fare_transfer_rules.txt 1: transfer_count=; to_leg_group_id=LH",
                .row(
                    of: "fare_transfer_rules",
                    .all([.isSameID("from_leg_group_id", "to_leg_group_id"), .lacks("transfer_count")]),
                    shows: "from_leg_group_id", "to_leg_group_id")),
            Rule(
                "fare_transfer_rule_with_forbidden_transfer_count", .error,
                "The leg groups differ, but transfer_count is present.",
                remedy: "Remove transfer_count, or make both leg groups the same.",
                breaks: "edit fare_transfer_rules.txt 2: transfer_count=1",
                passes: "edit fare_transfer_rules.txt 2: transfer_count=1; to_leg_group_id=LG",
                .row(
                    of: "fare_transfer_rules",
                    .all([
                        .not(.isSameID("from_leg_group_id", "to_leg_group_id")),
                        .hasAny("from_leg_group_id", "to_leg_group_id"),
                        .has("transfer_count"),
                    ]), shows: "transfer_count")),
            .fareProductWithMultipleDefaultRiderCategories,
            Rule(
                "timeframe_only_start_or_end_time_specified", .error,
                "A timeframe has only one of start_time and end_time.",
                remedy: "Fill in both times, or remove both for the whole day.",
                breaks: "edit timeframes.txt 1: end_time=",
                passes: "edit timeframes.txt 1: start_time=; end_time=",
                .row(of: "timeframes", .hasOnlyOne("start_time", "end_time"))),
            .timeframeOverlap,
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
                    .all([.priorDay, .isLess("prior_notice_start_day", than: "prior_notice_last_day")]),
                    shows: "prior_notice_last_day", "prior_notice_start_day")),
        ])

    static let fareProductWithMultipleDefaultRiderCategories = Rule(
        "fare_product_with_multiple_default_rider_categories", .error,
        "A fare product has more than one default rider category.",
        remedy: "Keep is_default_fare_category at 1 for one rider category of the product.",
        breaks: "edit rider_categories.txt 2: is_default_fare_category=1 && add fare_products.txt FP,RK,1.00,EUR",
        passes: "edit rider_categories.txt 2: is_default_fare_category=1 && add fare_products.txt FR,RK,1.00,EUR")

    static let timeframeOverlap = Rule(
        "timeframe_overlap", .error,
        "Two timeframes of the same group and service overlap.",
        remedy: "Change start_time or end_time, so that one timeframe ends before the next begins.",
        breaks: "add timeframes.txt TF,08:59:00,10:00:00,WK",
        passes: "add timeframes.txt TF,09:00:00,10:00:00,WK")
}
