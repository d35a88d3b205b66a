/// Codes of the canonical validator that no rule here has, and why.
enum UnreportedCodes {
    static let all: [(code: String, reason: String)] = [
        (
            "fare_transfer_rule_missing_transfer_count",
            "Deprecated; `fare_transfer_rule_without_transfer_count` replaces it."
        ),
        ("i_o_error", failure),
        (
            "missing_prior_day_booking_field_value",
            "Deprecated; `missing_prior_notice_last_day` and `missing_prior_notice_last_time` replace it."
        ),
        ("missing_recommended_column", "Deprecated; `missing_recommended_field` counts each row of the file."),
        ("runtime_exception_in_loader_error", failure),
        ("runtime_exception_in_validator_error", failure),
        ("thread_execution_error", failure),
        ("too_many_rows", "The canonical validator stops after a billion rows of a file; linefeed does not."),
        ("u_r_i_syntax_error", failure),
        ("unused_parent_station", "Deprecated; `unused_station` replaces it."),
    ]

    private static let failure =
        "A failure of that program, not of a feed; linefeed prints a message and ends with an exit status."
}
