extension Rule {
    static let agencies = RuleGroup(
        "Agencies and the feed",
        [
            .inconsistentAgencyTimezone,
            .inconsistentAgencyLang,
            .missingRequiredAgencyId,
            .feedInfoLangAndAgencyLangMismatch,
            Rule(
                "missing_feed_info_date", .warning,
                "Only one of feed_start_date and feed_end_date is present.",
                remedy: "Fill in both feed_start_date and feed_end_date.",
                breaks: "edit feed_info.txt 1: feed_end_date=",
                passes: "edit feed_info.txt 1: feed_start_date=; feed_end_date=",
                .row(
                    of: "feed_info", .hasOnlyOne("feed_start_date", "feed_end_date"),
                    shows: "feed_start_date", "feed_end_date")),
            Rule(
                "missing_feed_contact_email_and_url", .warning,
                "feed_info.txt has neither feed_contact_email nor feed_contact_url.",
                remedy: "Fill in feed_contact_email or feed_contact_url, so that users of the feed can report errors.",
                breaks: "edit feed_info.txt 1: feed_contact_email=",
                passes: "edit feed_info.txt 1: feed_contact_email=; feed_contact_url=https://harbour.example.com",
                .row(of: "feed_info", .all([.lacks("feed_contact_email"), .lacks("feed_contact_url")]))),
            .feedExpirationDate7Days,
            .feedExpirationDate30Days,
            .futureFeed,
            Rule(
                "attribution_without_role", .warning,
                "An attribution is marked neither as producer nor as operator nor as authority.",
                remedy: "Set is_producer, is_operator or is_authority to 1.",
                breaks: "edit attributions.txt 1: is_producer=0",
                passes: "edit attributions.txt 1: is_producer=1",
                .row(
                    of: "attributions",
                    .not(
                        .any([
                            .isOne(of: [1], "is_producer"), .isOne(of: [1], "is_operator"),
                            .isOne(of: [1], "is_authority"),
                        ])),
                    shows: "organization_name")),
        ])

    static let inconsistentAgencyTimezone = Rule(
        "inconsistent_agency_timezone", .error,
        "The agencies of the feed have different time zones.",
        remedy: "Give all agencies the same time zone, or publish one feed for each time zone.",
        breaks: "add agency.txt A2,Hill Lines,https://hill.example.com,Europe/Rome,fr,1,",
        passes: "add agency.txt A2,Hill Lines,https://hill.example.com,Europe/Paris,fr,1,")

    static let inconsistentAgencyLang = Rule(
        "inconsistent_agency_lang", .warning,
        "The agencies of the feed have different languages.",
        remedy: "Give all agencies the same language, or leave agency_lang empty and set feed_lang to mul.",
        breaks: "add agency.txt A2,Hill Lines,https://hill.example.com,Europe/Paris,it,1,",
        passes: "add agency.txt A2,Hill Lines,https://hill.example.com,Europe/Paris,FR,1,")

    static let missingRequiredAgencyId = Rule(
        "missing_required_agency_id", .error,
        "The feed has several agencies, and a row has no agency_id.",
        remedy: "Fill in agency_id in each row.",
        breaks:
            "add agency.txt A2,Hill Lines,https://hill.example.com,Europe/Paris,fr,1, && edit routes.txt 1: agency_id=",
        passes: "edit routes.txt 1: agency_id=")

    static let feedInfoLangAndAgencyLangMismatch = Rule(
        "feed_info_lang_and_agency_lang_mismatch", .warning,
        "The language of an agency differs from feed_lang, which is not mul.",
        remedy: "Set feed_lang to the agencies' language, or to mul if the feed has several languages.",
        breaks: "edit feed_info.txt 1: feed_lang=en",
        passes: "edit feed_info.txt 1: feed_lang=mul")

    static let feedExpirationDate7Days = Rule(
        "feed_expiration_date7_days", .warning,
        "feed_end_date is less than seven days after today.",
        remedy: "Publish a feed that covers at least the next seven days, preferably thirty.",
        breaks: "edit feed_info.txt 1: feed_end_date=20260308",
        passes: "edit feed_info.txt 1: feed_end_date=20260309")

    static let feedExpirationDate30Days = Rule(
        "feed_expiration_date30_days", .warning,
        "feed_end_date is at least seven and less than thirty days after today.",
        remedy: "Publish a feed that covers at least the next thirty days.",
        breaks: "edit feed_info.txt 1: feed_end_date=20260331",
        passes: "edit feed_info.txt 1: feed_end_date=20260401")

    static let futureFeed = Rule(
        "future_feed", .info,
        "feed_start_date is after today.",
        remedy: "Publish the feed together with the days until then, or when it begins.",
        breaks: "edit feed_info.txt 1: feed_start_date=20260303",
        passes: "edit feed_info.txt 1: feed_start_date=20260302")
}
