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
            .overlappingFrequency,
            .blockTripsWithOverlappingStopTimes,
        ])

    static let serviceNeverActive = Rule(
        "service_never_active", .warning,
        "A service is active on no day.",
        remedy: "Add days to the service, or remove it together with its trips.",
        breaks: "add calendar.txt WX,0,0,0,0,0,0,0,20260101,20261231",
        passes: "add calendar.txt WX,0,0,0,0,0,0,0,20260101,20261231 && add calendar_dates.txt WX,20260501,1")

    static let expiredCalendar = Rule(
        "expired_calendar", .warning,
        "The last day of a service is before today.",
        remedy: "Remove the service and its trips, or extend its dates.",
        breaks: "add calendar.txt WX,1,1,1,1,1,1,1,20260101,20260301",
        passes: "add calendar.txt WX,1,1,1,1,1,1,1,20260101,20260302")

    static let tripCoverageNotActiveForNext7Days = Rule(
        "trip_coverage_not_active_for_next7_days", .warning,
        "The days with trips do not cover the next seven days.",
        remedy: "Publish a feed whose trips run today and on each of the next seven days.",
        breaks: "edit calendar.txt 1: end_date=20260308",
        passes: "edit calendar.txt 1: end_date=20260309")

    static let bigGapInService = Rule(
        "big_gap_in_service", .info,
        "The feed has a gap of at least 14 days without service.",
        remedy: "Check whether service really stops for that long, and add the missing days otherwise.",
        breaks: "edit calendar.txt 1: end_date=20260401 && add calendar_dates.txt WK,20260416,1",
        passes: "edit calendar.txt 1: end_date=20260401 && add calendar_dates.txt WK,20260415,1")

    static let overlappingFrequency = Rule(
        "overlapping_frequency", .error,
        "Two frequencies of a trip overlap.",
        remedy: "Change start_time or end_time, so that one frequency ends before the next begins.",
        breaks: "edit frequencies.txt 2: start_time=11:59:00",
        passes: "edit frequencies.txt 2: start_time=12:00:00")

    static let blockTripsWithOverlappingStopTimes = Rule(
        "block_trips_with_overlapping_stop_times", .error,
        "Two trips of a block overlap on a day when both run.",
        remedy: "Assign one of the trips to another block, or correct its times or its service.",
        breaks: "edit stop_times.txt 3: arrival_time=09:01:00; departure_time=09:01:00",
        passes: "edit stop_times.txt 3: arrival_time=09:00:00; departure_time=09:00:00")
}
