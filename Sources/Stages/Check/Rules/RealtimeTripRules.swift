/// Rules of trip descriptors, and of vehicles.
extension Rule {
    static let descriptorWithoutTripID = Rule(
        "realtime_trip_without_trip_id", .warning,
        "A trip has no trip_id (W006).",
        remedy: "Send the trip_id of the published timetable.",
        differs:
            "a trip with route_id, direction_id, start_time and start_date, and a trip of a detour (modified_trip), need no trip_id.",
        breaks: "edit realtime.ndjson 4: trip_id=; start_time=",
        passes: "edit realtime.ndjson 4: trip_id=")

    static let relationshipMissing = Rule(
        "realtime_schedule_relationship_missing", .warning,
        "A trip, or a stop time update of a trip, has no schedule_relationship, or an unknown one (W009).",
        remedy: "Send schedule_relationship, even if it is SCHEDULED.",
        differs: "a trip of a detour (modified_trip) needs none. The stop time updates of a trip count once.",
        breaks: "edit realtime.ndjson 4: schedule_relationship=",
        passes: "edit realtime.ndjson 4: schedule_relationship=0")

    static let startTimeInvalid = Rule(
        "realtime_start_time_invalid", .error,
        "start_time is not a time as HH:MM:SS or H:MM:SS (E020).",
        remedy: "Write start_time as 08:05:00; a time after midnight of the service day is 24:00:00 or more.",
        breaks: #"edit realtime.ndjson 4: start_time="08:00""#,
        passes: #"edit realtime.ndjson 4: start_time="8:00:00""#)

    static let startDateInvalid = Rule(
        "realtime_start_date_invalid", .error,
        "start_date is not a date as YYYYMMDD (E021).",
        remedy: "Write start_date as 20260302.",
        breaks: #"edit realtime.ndjson 4: start_date="2026-03-02""#,
        passes: #"edit realtime.ndjson 4: start_date="20260303""#)

    static let frequencyRunUnnamed = Rule(
        "realtime_frequency_run_unnamed", .error,
        "A trip of frequencies.txt with exact_times 0 lacks start_date or start_time; each counts (E006).",
        remedy: "Send start_date and start_time, which together name the run of the trip.",
        breaks: #"edit realtime.ndjson 4: trip_id="T3"; start_time="#,
        passes: #"edit realtime.ndjson 4: trip_id="T3"; start_time="10:20:00""#)

    static let frequencyRunScheduled = Rule(
        "realtime_frequency_run_scheduled", .error,
        "A trip of frequencies.txt with exact_times 0 has a schedule_relationship other than UNSCHEDULED (E013).",
        remedy: "Mark the trip as UNSCHEDULED, or leave schedule_relationship out.",
        differs: "CANCELED and DELETED are accepted: a run that was announced may be canceled.",
        breaks: #"edit realtime.ndjson 4: trip_id="T3"; start_time="10:20:00"; schedule_relationship=0"#,
        passes: #"edit realtime.ndjson 4: trip_id="T3"; start_time="10:20:00"; schedule_relationship=2"#)

    static let frequencyRunWithoutVehicle = Rule(
        "realtime_frequency_run_without_vehicle", .warning,
        "A trip of frequencies.txt with exact_times 0 has no vehicle_id (W005).",
        remedy: "Send the vehicle's id, which tells runs of the trip apart.",
        breaks:
            #"edit realtime.ndjson 4: trip_id="T3"; start_time="10:20:00"; schedule_relationship=2; vehicle_id="#,
        passes: #"edit realtime.ndjson 4: trip_id="T3"; start_time="10:20:00"; schedule_relationship=2"#)

    static let startTimeOffHeadway = Rule(
        "realtime_start_time_off_headway", .error,
        "start_time of a trip of frequencies.txt with exact_times 1 is missing, or is not a whole number of headways after a row's start_time and before its end_time (E019).",
        remedy: "Send the start_time of a run that frequencies.txt makes.",
        differs: "a trip that has rows with exact_times 0 too is not checked.",
        breaks:
            #"column frequencies.txt exact_times=1 && edit realtime.ndjson 4: trip_id="T3"; start_time="10:05:00""#,
        passes:
            #"column frequencies.txt exact_times=1 && edit realtime.ndjson 4: trip_id="T3"; start_time="10:10:00""#)

    static let stopIsNoPlatform = Rule(
        "realtime_stop_is_no_platform", .error,
        "A position or stop time update names a station, an entrance, a node or a boarding area (E015).",
        remedy: "Send the stop_id of a stop or platform.",
        breaks: #"edit realtime.ndjson 5: stop_id="ST""#,
        passes: #"edit realtime.ndjson 5: stop_id="P1""#)

    static let speedUnrealistic = Rule(
        "realtime_speed_unrealistic", .warning,
        "A vehicle is faster than 26 m/s, or its speed is below 0 (W004).",
        remedy: "Send metres per second, not kilometres or miles per hour.",
        differs:
            "on metro, rail and air routes the limit is the speed limit of `fast_travel_between_consecutive_stops`.",
        breaks: "edit realtime.ndjson 4: speed=26.5",
        passes: "edit realtime.ndjson 4: speed=26")
}
