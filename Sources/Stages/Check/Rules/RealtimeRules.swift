extension Rule {
    /// Rules of realtime. Numbers are those of the canonical GTFS-Realtime validator, which calls its rules by nothing else.
    public static let realtime: [Rule] = [
        headerTimestampMissing, timestampZero, timestampNotPosix, timestampInFuture, timestampAfterHeader,
        headerTimestampDecreased, headerStale, versionUnknown, unknownTripID, unknownRouteID, unknownStopID,
        addedTripInSchedule, tripOfOtherRoute, directionMismatch, startDateWithoutService, startTimeMismatch,
        updatesOutOfOrder, repeatedStopSequence, updateWithoutStop, updateWithoutTime, delayNotBelieved,
        arrivalAfterDeparture, timesNotIncreasing, unknownStopSequence, stopAndSequenceMismatch, tripUpdateWithoutStops,
        predictionsInThePast, predictionsTooFarAhead, vehicleWithoutID, repeatedVehicleID, positionInvalid,
        bearingInvalid, positionOutsideArea, positionFarFromWay, vehicleFrozen, alertWithoutEntities,
    ]

    static let headerTimestampMissing = Rule(
        "realtime_header_timestamp_missing", .error, "The header of a message has no timestamp (E048).")
    static let timestampZero = Rule(
        "realtime_timestamp_zero", .warning,
        "The timestamp of a vehicle or trip update is 0; the timestamp of its message is used instead (W001).")
    static let timestampNotPosix = Rule(
        "realtime_timestamp_not_posix", .error,
        "A timestamp in POSIX seconds lies before 2000 or after 2100; it may be in milliseconds (E001).")
    static let timestampInFuture = Rule(
        "realtime_timestamp_in_future", .error, "The header's timestamp is more than a minute in the future (E050).")
    static let timestampAfterHeader = Rule(
        "realtime_timestamp_after_header", .error, "A vehicle or trip update is newer than its message (E012).")
    static let headerTimestampDecreased = Rule(
        "realtime_header_timestamp_decreased", .error,
        "A message is older than the previous message of the same kind (E018).")
    static let headerStale = Rule(
        "realtime_header_stale", .warning,
        "The newest message of a kind is more than 65 seconds old (W008).")
    static let versionUnknown = Rule(
        "realtime_version_unknown", .error, "gtfs_realtime_version is neither 1.0 nor 2.0 (E038).")
    static let unknownTripID = Rule(
        "realtime_unknown_trip_id", .error,
        "A trip is not in the timetable, and the message does not mark it as added (E003).")
    static let unknownRouteID = Rule("realtime_unknown_route_id", .error, "A route is not in the timetable (E004).")
    static let unknownStopID = Rule("realtime_unknown_stop_id", .error, "A stop is not in the timetable (E011).")
    static let addedTripInSchedule = Rule(
        "realtime_added_trip_in_schedule", .error, "A trip marked as added or new is in the timetable (E016).")
    static let tripOfOtherRoute = Rule(
        "realtime_trip_of_other_route", .error, "A trip has a different route_id than in the timetable (E035).")
    static let directionMismatch = Rule(
        "realtime_direction_mismatch", .error, "direction_id differs from the timetable (E024).")
    static let startDateWithoutService = Rule(
        "realtime_start_date_without_service", .error, "A scheduled trip does not run on the given start_date.")
    static let startTimeMismatch = Rule(
        "realtime_start_time_mismatch", .error,
        "start_time differs from the trip's first departure, and the trip is not in frequencies.txt (E023).")
    static let updatesOutOfOrder = Rule(
        "realtime_updates_out_of_order", .error, "Stop time updates are not sorted by stop_sequence (E002).")
    static let repeatedStopSequence = Rule(
        "realtime_repeated_stop_sequence", .error,
        "Two consecutive stop time updates of a trip have the same stop_sequence (E036).")
    static let updateWithoutStop = Rule(
        "realtime_update_without_stop", .error, "A stop time update has neither stop_sequence nor stop_id (E040).")
    static let updateWithoutTime = Rule(
        "realtime_update_without_time", .error,
        "A stop time update has neither arrival nor departure, and is neither SKIPPED nor NO_DATA (E043).")
    static let delayNotBelieved = Rule(
        "realtime_delay_not_believed", .warning,
        "A delay is more than three hours early or three days late; all stages ignore it.")
    static let arrivalAfterDeparture = Rule(
        "realtime_arrival_after_departure", .error, "A departure from a stop is earlier than the arrival there (E025).")
    static let timesNotIncreasing = Rule(
        "realtime_times_not_increasing", .error,
        "A time at a stop is earlier than the time at the previous stop (E022).")
    static let unknownStopSequence = Rule(
        "realtime_unknown_stop_sequence", .error, "The trip has no stop time with this stop_sequence (E051).")
    static let stopAndSequenceMismatch = Rule(
        "realtime_stop_and_sequence_mismatch", .error,
        "stop_sequence and stop_id refer to different stops; other platforms of the same station are accepted (E045).")
    static let tripUpdateWithoutStops = Rule(
        "realtime_trip_update_without_stops", .error,
        "A trip update has neither stop time updates nor a delay, and the trip is not canceled (E041).")
    static let predictionsInThePast = Rule(
        "realtime_predictions_in_the_past", .warning,
        "The last time in a trip update is more than ten minutes before the message.")
    static let predictionsTooFarAhead = Rule(
        "realtime_predictions_too_far_ahead", .warning, "A time is more than a day after the message.")
    static let vehicleWithoutID = Rule(
        "realtime_vehicle_without_id", .warning, "A vehicle position has no vehicle id (W002).")
    static let repeatedVehicleID = Rule(
        "realtime_repeated_vehicle_id", .error, "Two positions of one message have the same vehicle_id (E052).")
    static let positionInvalid = Rule(
        "realtime_position_invalid", .error,
        "A position is not a valid coordinate, or lies within a degree of 0° N 0° E (E026).")
    static let bearingInvalid = Rule("realtime_bearing_invalid", .error, "A bearing is outside 0 to 360 (E027).")
    static let positionOutsideArea = Rule(
        "realtime_position_outside_area", .error,
        "A position is more than 1,609 m outside the box around all stops and shapes (E028).")
    static let positionFarFromWay = Rule(
        "realtime_position_far_from_way", .warning,
        "A vehicle is more than 200 m from its trip's shape or, if the trip has no shape, from the line through its stops (E029)."
    )
    static let vehicleFrozen = Rule(
        "realtime_vehicle_frozen", .warning,
        "A vehicle's timestamp and position have not changed for five minutes of messages.")
    static let alertWithoutEntities = Rule(
        "realtime_alert_without_entities", .error, "An alert has no informed entities (E032).")
}
