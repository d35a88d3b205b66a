extension Rule {
    static let fares = RuleGroup(
        "Fares",
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
                "fare_transfer_rule_duration_limit_type_without_duration_limit", .error,
                "duration_limit_type is present without duration_limit.",
                remedy: "Set duration_limit, or remove duration_limit_type.",
                breaks: "edit fare_transfer_rules.txt 1: duration_limit=",
                passes: "edit fare_transfer_rules.txt 1: duration_limit_type=; duration_limit=",
                .row(
                    of: "fare_transfer_rules", .all([.has("duration_limit_type"), .lacks("duration_limit")]),
                    shows: "duration_limit_type")),
            Rule(
                "fare_transfer_rule_invalid_transfer_count", .error,
                "Both leg groups are the same, and transfer_count is 0 or below -1.",
                remedy: "Set transfer_count to -1 for any number of transfers, or to at least 1.",
                breaks: "edit fare_transfer_rules.txt 1: transfer_count=0",
                passes: "edit fare_transfer_rules.txt 1: transfer_count=-1",
                .row(
                    of: "fare_transfer_rules",
                    .all([
                        .isSameID("from_leg_group_id", "to_leg_group_id"),
                        // The type of the field has no 0, which is a null therefore.
                        .has("transfer_count"),
                        .any([.isBelow(-1, "transfer_count"), .not(.isBelow(.max, "transfer_count"))]),
                    ]), shows: "transfer_count")),
            Rule(
                "fare_transfer_rule_without_transfer_count", .error,
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
                "transfer_count is present, but the leg groups differ or one of them is missing.",
                remedy: "Remove transfer_count, or make both leg groups the same.",
                breaks: "edit fare_transfer_rules.txt 2: transfer_count=1",
                passes: "edit fare_transfer_rules.txt 2: transfer_count=1; to_leg_group_id=LG",
                .row(
                    of: "fare_transfer_rules",
                    .all([
                        .not(.isSameID("from_leg_group_id", "to_leg_group_id")),
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
            .timeframeStartOrEndTimeGreaterThanTwentyFourHours,
            .timeframeOverlap,
            .duplicateFareMedia,
            .invalidCurrencyAmount,
        ])

    static let fareProductWithMultipleDefaultRiderCategories = Rule(
        "fare_product_with_multiple_default_rider_categories", .error,
        "A fare product has more than one default rider category.",
        remedy: "Keep is_default_fare_category at 1 for one rider category of the product.",
        breaks: "edit rider_categories.txt 2: is_default_fare_category=1 && add fare_products.txt FP,RK,1.00,EUR",
        passes: "edit rider_categories.txt 2: is_default_fare_category=1 && add fare_products.txt FR,RK,1.00,EUR")

    static let timeframeStartOrEndTimeGreaterThanTwentyFourHours = Rule(
        "timeframe_start_or_end_time_greater_than_twenty_four_hours", .error,
        "start_time or end_time of a timeframe is after 24:00:00.",
        remedy: "Write a timeframe that crosses midnight as two rows: one until 24:00:00, one from 00:00:00.",
        breaks: "edit timeframes.txt 1: end_time=24:00:01",
        passes: "edit timeframes.txt 1: end_time=24:00:00")

    static let duplicateFareMedia = Rule(
        "duplicate_fare_media", .warning,
        "Two fare media have the same fare_media_name and fare_media_type.",
        remedy: "Merge the two fare media, or give each a name of its own.",
        breaks:
            "file fare_media.txt fare_media_id,fare_media_name,fare_media_type && add fare_media.txt M1,Card,2 && add fare_media.txt M2,Card,2",
        passes:
            "file fare_media.txt fare_media_id,fare_media_name,fare_media_type && add fare_media.txt M1,Card,2 && add fare_media.txt M2,Card,4"
    )

    static let invalidCurrencyAmount = Rule(
        "invalid_currency_amount", .error,
        "The amount of a fare product has more or fewer decimals than ISO 4217 gives its currency.",
        remedy: "Write as many decimals as the currency has, such as 2.50 for EUR and 250 for JPY.",
        breaks: "edit fare_products.txt 1: amount=1.9",
        passes: "edit fare_products.txt 1: amount=190; currency=JPY")

    static let timeframeOverlap = Rule(
        "timeframe_overlap", .error,
        "Two timeframes of the same group and service overlap.",
        remedy: "Change start_time or end_time, so that one timeframe ends before the next begins.",
        breaks: "add timeframes.txt TF,08:59:00,10:00:00,WK",
        passes: "add timeframes.txt TF,09:00:00,10:00:00,WK")
}
