extension Rule {
    static let service = RuleGroup(
        "Service",
        [
            Rule(
                "start_and_end_range_out_of_order", .error,
                "A range ends before it starts: dates, times of a frequency, or arrival and departure at a stop.",
                remedy: "Swap or correct the start and the end; a time after midnight is written as 24:00:00 or more.",
                breaks: "edit frequencies.txt 2: end_time=11:59:59",
                passes: "edit frequencies.txt 2: end_time=12:00:01",
                .row(
                    of: "feed_info", .isLess("feed_end_date", than: "feed_start_date"),
                    shows: "feed_start_date", "feed_end_date"),
                .row(
                    of: "calendar", .isLess("end_date", than: "start_date"), shows: "start_date",
                    "end_date"), .row(of: "frequencies", .isLess("end_time", than: "start_time"), shows: "end_time"),
                .row(of: "timeframes", .isLess("end_time", than: "start_time")),
                .row(
                    of: "stop_times", .isLess("departure_time", than: "arrival_time"),
                    shows: "arrival_time", "departure_time")),
            Rule(
                "start_and_end_range_equal", .error,
                "A range of times that must not be empty ends at its start.",
                remedy: "Move the end of the range behind its start, or remove the row.",
                breaks: "edit frequencies.txt 2: end_time=12:00:00",
                passes: "edit frequencies.txt 2: end_time=12:00:01",
                .row(of: "frequencies", .isEqual("end_time", "start_time"), shows: "end_time"),
                .row(of: "timeframes", .isEqual("end_time", "start_time"))),
            Rule(
                "service_has_no_active_day_of_the_week", .warning,
                "A row of calendar.txt has no active weekday.",
                remedy: "Mark the weekdays of the service, or list its days in calendar_dates.txt only.",
                breaks: "add calendar.txt WX,0,0,0,0,0,0,0,20260101,20261231",
                passes: "add calendar.txt WX,0,0,0,0,0,0,1,20260101,20261231", .row(of: "calendar", .noWeekday)),
            .serviceNeverActive,
            .expiredCalendar,
            .tripCoverageNotActiveForNext7Days,
            .bigGapInService,
            .serviceExtendsFarInTheFuture,
            .serviceWindowOutsideFeedPeriod,
            .feedValidBeyondTotalServiceWindow,
            .futureCalendar,
            .inconsistentRouteTypeForBlockId,
            .overlappingFrequency,
            .blockTripsWithOverlappingStopTimes,
        ])

    static let serviceNeverActive = Rule(
        "service_never_active", .warning,
        "A service is active on no day.",
        remedy: "Add days to the service, or remove it together with its trips.",
        differs: "The canonical validator has no such rule; trips of such a service never run.",
        breaks: "add calendar.txt WX,0,0,0,0,0,0,0,20260101,20261231",
        passes: "add calendar.txt WX,0,0,0,0,0,0,0,20260101,20261231 && add calendar_dates.txt WX,20260501,1")

    static let expiredCalendar = Rule(
        "expired_calendar", .warning,
        "The last day of a service in calendar.txt is before today, or the last days of all services are, in a feed without calendar.txt.",
        remedy: "Remove the service and its trips, or extend its dates.",
        breaks: "add calendar.txt WX,1,1,1,1,1,1,1,20260101,20260301",
        passes: "add calendar.txt WX,1,1,1,1,1,1,1,20260101,20260302")

    static let tripCoverageNotActiveForNext7Days = Rule(
        "trip_coverage_not_active_for_next7_days", .warning,
        "The days on which most trips run do not cover today and the next seven days: days with at least three quarters of the trips of a busy day.",
        remedy: "Publish a feed whose trips run today and on each of the next seven days.",
        breaks: "edit calendar.txt 1: end_date=20260308",
        passes: "edit calendar.txt 1: end_date=20260309")

    static let bigGapInService = Rule(
        "big_gap_in_service", .info,
        "A service in calendar.txt does not run for 14 days or longer between two of its days.",
        remedy: "Check whether service really stops for that long, and add the missing days otherwise.",
        breaks: "edit calendar.txt 1: end_date=20260401 && add calendar_dates.txt WK,20260416,1",
        passes: "edit calendar.txt 1: end_date=20260401 && add calendar_dates.txt WK,20260415,1")

    static let serviceExtendsFarInTheFuture = Rule(
        "service_extends_far_in_the_future", .info,
        "The last day of a service in calendar.txt is more than 730 days after today.",
        remedy: "End the service where its timetable is really known.",
        breaks: "edit calendar.txt 1: end_date=20280302",
        passes: "edit calendar.txt 1: end_date=20280301")

    static let serviceWindowOutsideFeedPeriod = Rule(
        "service_window_outside_feed_period", .info,
        "A service with trips runs before feed_start_date or after feed_end_date.",
        remedy: "Correct the feed's dates, or shorten the service.",
        breaks: "edit calendar.txt 1: start_date=20251231",
        passes: "edit calendar.txt 1: start_date=20260102")

    static let feedValidBeyondTotalServiceWindow = Rule(
        "feed_valid_beyond_total_service_window", .info,
        "feed_start_date is more than 14 days before the first day of service, or feed_end_date more than 14 days after the last.",
        remedy: "Correct the feed's dates, or add the missing service.",
        breaks: "edit feed_info.txt 1: feed_end_date=20270115",
        passes: "edit feed_info.txt 1: feed_end_date=20270114")

    static let futureCalendar = Rule(
        "future_calendar", .info,
        "The first day of all services with trips is after today.",
        remedy: "Add the service of today, or publish the feed when its service begins.",
        breaks: "edit calendar.txt 1: start_date=20260303",
        passes: "edit calendar.txt 1: start_date=20260302")

    static let inconsistentRouteTypeForBlockId = Rule(
        "inconsistent_route_type_for_block_id", .warning,
        "The trips of a block belong to routes with different route_types.",
        remedy: "Correct block_id or route_type; a vehicle cannot be a bus on one trip and a train on the next.",
        breaks: "edit trips.txt 2: route_id=R2 && edit routes.txt 2: route_type=2",
        passes: "edit trips.txt 2: route_id=R2")

    static let overlappingFrequency = Rule(
        "overlapping_frequency", .error,
        "Two frequencies of a trip overlap.",
        remedy: "Change start_time or end_time, so that one frequency ends before the next begins.",
        differs:
            "Each row that begins before an earlier row ends is reported; the canonical rule compares neighbours only.",
        breaks: "edit frequencies.txt 2: start_time=11:59:00",
        passes: "edit frequencies.txt 2: start_time=12:00:00")

    static let blockTripsWithOverlappingStopTimes = Rule(
        "block_trips_with_overlapping_stop_times", .error,
        "Two trips of a block overlap on a day when both run; each such pair of trips counts.",
        remedy: "Assign one of the trips to another block, or correct its times or its service.",
        differs: "A trip is compared with trips of at most 64 sets of service days that have not ended.",
        breaks: "edit stop_times.txt 3: arrival_time=09:01:00; departure_time=09:01:00",
        passes: "edit stop_times.txt 3: arrival_time=09:00:00; departure_time=09:00:00")
}
