/// Rules of stop time updates that need their events or the timetable's stop times.
extension Rule {
    static let stopSequenceMissing = Rule(
        "realtime_stop_sequence_missing", .error,
        "A trip calls at a stop several times, and one of its stop time updates has no stop_sequence (E009).",
        remedy: "Send stop_sequence with every stop time update of the trip.",
        breaks:
            #"add stop_times.txt T1,08:20:00,08:20:00,P1,,4,,,,,,,1,, && edit realtime.ndjson 2: stop_time_updates=[{"stop_id":"S2","arrival_time":1772435160}]"#,
        passes:
            #"add stop_times.txt T1,08:20:00,08:20:00,P1,,4,,,,,,,1,, && edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160}]"#
    )

    static let repeatedStopID = Rule(
        "realtime_repeated_stop_id", .error,
        "Two consecutive stop time updates of a trip have the same stop_id (E037).",
        remedy: "Send one stop time update for each stop, with both arrival and departure.",
        differs: "two updates are accepted if their stop_sequence differs and the timetable calls at the stop at both.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_id":"S2","arrival_time":1772435160},{"stop_id":"S2","departure_time":1772435170}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_id":"S2","arrival_time":1772435160},{"stop_id":"S3","departure_time":1772435170}]"#
    )

    static let timeOfNoData = Rule(
        "realtime_time_of_no_data", .error,
        "A stop time update with schedule_relationship NO_DATA has an arrival or a departure; each counts (E042).",
        remedy: "Leave arrival and departure out, or remove NO_DATA.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160,"schedule_relationship":2}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"schedule_relationship":2}]"#)

    static let eventWithoutTime = Rule(
        "realtime_event_without_time", .error,
        "An arrival or a departure has neither time nor delay, and the stop is not SKIPPED (E044).",
        remedy: "Send a time or a delay, or leave the arrival or departure out.",
        differs:
            "records do not show an arrival or departure that is entirely empty; `realtime_update_without_time` reports a stop time update that has no other.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_uncertainty":30}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_delay":60,"arrival_uncertainty":30}]"#
    )

    static let delayWithoutSchedule = Rule(
        "realtime_delay_without_schedule", .error,
        "An arrival or a departure has only a delay, and the timetable has no time there (E046).",
        remedy: "Send a time instead of a delay, or add the time to stop_times.txt.",
        differs: "a stop without stop_sequence is looked up only if the trip calls at no stop several times.",
        breaks:
            #"edit stop_times.txt 2: arrival_time=; departure_time=; timepoint=0 && edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_delay":60}]"#,
        passes:
            #"edit stop_times.txt 2: arrival_time=; departure_time=; timepoint=0 && edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160}]"#
    )
}
