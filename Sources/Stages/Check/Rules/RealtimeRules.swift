extension Rule {
    static let realtime = RuleGroup(
        "Realtime",
        note: """
            Numbers are those of the
            [canonical GTFS-Realtime validator](https://github.com/MobilityData/gtfs-realtime-validator), which calls its rules
            by nothing else.
            """,
        [
            headerTimestampMissing, timestampMissing, timestampZero, timestampNotPosix, timestampInFuture,
            timestampAfterHeader, headerTimestampDecreased, contentChanged, refreshedTooRarely, headerStale,
            versionUnknown, incrementalityMissing, deletionInFullDataset, unknownTripID, unknownRouteID,
            unknownStopID, stopIsNoPlatform, unknownAgencyID, addedTripInSchedule, tripOfOtherRoute,
            directionMismatch, descriptorWithoutTripID, relationshipMissing, startDateInvalid,
            startDateWithoutService, startTimeInvalid, startTimeMismatch, startTimeOffHeadway, frequencyRunUnnamed,
            frequencyRunScheduled, frequencyRunWithoutVehicle, updatesOutOfOrder, repeatedStopSequence,
            repeatedStopID, stopSequenceMissing, updateWithoutStop, updateWithoutTime, eventWithoutTime,
            timeOfNoData, delayWithoutSchedule, delayNotBelieved, arrivalAfterDeparture, timesNotIncreasing,
            unknownStopSequence, stopAndSequenceMismatch, tripUpdateWithoutStops, predictionsInThePast,
            predictionsTooFarAhead, vehicleWithoutID, repeatedVehicleID, pairingMismatch, missingInOtherFeed,
            positionInvalid, bearingInvalid, speedUnrealistic, positionOutsideArea, positionFarFromWay,
            vehicleFrozen, alertWithoutEntities, entityWithoutSpecifier, alertTripOfOtherRoute, alertRoutesDiffer,
        ])

    static let headerTimestampMissing = Rule(
        "realtime_header_timestamp_missing", .error,
        "The header of a message has no timestamp, and its version is not 1.0 (E048).",
        remedy: "Set the header's timestamp to the time when the message was made.",
        breaks: "edit realtime.ndjson 3: timestamp=",
        passes: "edit realtime.ndjson 3: timestamp=1772435101")

    static let timestampZero = Rule(
        "realtime_timestamp_zero", .warning,
        "The timestamp of a vehicle or trip update is 0; the timestamp of its message is used instead (W001).",
        remedy: "Set the timestamp to the time of the measurement.",
        breaks: "edit realtime.ndjson 4: timestamp=0",
        passes: "edit realtime.ndjson 4: timestamp=")

    static let timestampNotPosix = Rule(
        "realtime_timestamp_not_posix", .error,
        "A timestamp in POSIX seconds lies before 2000 or after 2100; it may be in milliseconds (E001).",
        remedy: "Send seconds since 1970-01-01T00:00:00Z, not milliseconds.",
        breaks: "edit realtime.ndjson 3: timestamp=1772435100000",
        passes: "edit realtime.ndjson 3: timestamp=1772435099")

    static let timestampInFuture = Rule(
        "realtime_timestamp_in_future", .error,
        "The timestamp of a header, a vehicle or a trip update is more than a minute in the future (E050).",
        remedy: "Synchronize the clock of the server that makes the messages.",
        breaks: "edit realtime.ndjson 3: timestamp=1772435191",
        passes: "edit realtime.ndjson 3: timestamp=1772435190")

    static let timestampAfterHeader = Rule(
        "realtime_timestamp_after_header", .error,
        "A vehicle or trip update is newer than its message (E012).",
        remedy:
            "Set the header's timestamp after the last entity was added, and synchronize the clocks of vehicles and server.",
        breaks: "edit realtime.ndjson 4: timestamp=1772435101",
        passes: "edit realtime.ndjson 4: timestamp=1772435100")

    static let headerTimestampDecreased = Rule(
        "realtime_header_timestamp_decreased", .error,
        "A message is older than the previous message of the same kind (E018).",
        remedy: "Serve the newest message from every server, and never an older one after it.",
        breaks:
            #"add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","timestamp":1772435099} && add realtime.ndjson {"table":"vehicle_positions","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435090}"#,
        passes:
            #"add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","timestamp":1772435100} && add realtime.ndjson {"table":"vehicle_positions","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435090}"#
    )

    static let headerStale = Rule(
        "realtime_header_stale", .warning,
        "The newest message of a kind is more than 65 seconds old (W008).",
        remedy: "Publish a new message at least every 30 seconds.",
        breaks: "edit realtime.ndjson 1: timestamp=1772435064",
        passes: "edit realtime.ndjson 1: timestamp=1772435065")

    static let versionUnknown = Rule(
        "realtime_version_unknown", .error,
        "gtfs_realtime_version is neither 1.0 nor 2.0 (E038).",
        remedy: "Set gtfs_realtime_version to 2.0.",
        breaks: #"edit realtime.ndjson 1: gtfs_realtime_version="3.0""#,
        passes: #"edit realtime.ndjson 1: gtfs_realtime_version="1.0""#)

    static let unknownTripID = Rule(
        "realtime_unknown_trip_id", .error,
        "A trip is not in the timetable, and the message does not mark it as added (E003).",
        remedy: "Send the trip_id of the published timetable, or mark the trip as NEW.",
        differs: "trips that are NEW, UNSCHEDULED or DUPLICATED count as added too, and trips of alerts are checked.",
        breaks: #"edit realtime.ndjson 4: trip_id="T9""#,
        passes: #"edit realtime.ndjson 4: trip_id="T9"; schedule_relationship=1"#)

    static let unknownRouteID = Rule(
        "realtime_unknown_route_id", .error,
        "A route is not in the timetable (E004).",
        remedy: "Send the route_id of the published timetable.",
        breaks: #"edit realtime.ndjson 5: route_id="R9""#,
        passes: #"edit realtime.ndjson 5: route_id="R2""#)

    static let unknownStopID = Rule(
        "realtime_unknown_stop_id", .error,
        "A stop is not in the timetable (E011).",
        remedy: "Send the stop_id of the published timetable.",
        breaks: #"edit realtime.ndjson 5: stop_id="S9""#,
        passes: #"edit realtime.ndjson 5: stop_id="S3""#)

    static let addedTripInSchedule = Rule(
        "realtime_added_trip_in_schedule", .error,
        "A trip marked as added or new is in the timetable (E016).",
        remedy: "Mark the trip as SCHEDULED, or give the extra trip a trip_id of its own.",
        breaks: "edit realtime.ndjson 4: schedule_relationship=1",
        passes: "edit realtime.ndjson 4: schedule_relationship=0")

    static let tripOfOtherRoute = Rule(
        "realtime_trip_of_other_route", .error,
        "A trip has a different route_id than in the timetable (E035).",
        remedy: "Send the trip's route_id from the timetable, or leave the field out.",
        breaks: #"edit realtime.ndjson 4: route_id="R2""#,
        passes: "edit realtime.ndjson 4: route_id=")

    static let directionMismatch = Rule(
        "realtime_direction_mismatch", .error,
        "direction_id differs from the timetable (E024).",
        remedy: "Send the trip's direction_id from the timetable, or leave the field out.",
        differs: "a trip without direction_id in the timetable contradicts nothing.",
        breaks: "edit realtime.ndjson 4: direction_id=1",
        passes: "edit realtime.ndjson 4: direction_id=")

    static let startDateWithoutService = Rule(
        "realtime_start_date_without_service", .error,
        "A scheduled trip does not run on the given start_date.",
        remedy: "Send the service day on which the trip began, which after midnight is the day before.",
        breaks: #"edit realtime.ndjson 4: start_date="20260714""#,
        passes: #"edit realtime.ndjson 4: start_date="20260713""#)

    static let startTimeMismatch = Rule(
        "realtime_start_time_mismatch", .error,
        "start_time differs from the trip's first departure, and the trip is not in frequencies.txt (E023).",
        remedy: "Send the trip's first departure_time from the timetable, or leave the field out.",
        breaks: #"edit realtime.ndjson 4: start_time="08:01:00""#,
        passes: #"edit realtime.ndjson 4: trip_id="T3"; start_time="10:20:00""#)

    static let updatesOutOfOrder = Rule(
        "realtime_updates_out_of_order", .error,
        "Stop time updates are not sorted by stop_sequence (E002).",
        remedy: "Sort the stop time updates by stop_sequence.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":3,"arrival_time":1772435160},{"stop_sequence":2,"arrival_time":1772435460}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160},{"stop_sequence":3,"arrival_time":1772435460}]"#
    )

    static let repeatedStopSequence = Rule(
        "realtime_repeated_stop_sequence", .error,
        "Two consecutive stop time updates of a trip have the same stop_sequence (E036).",
        remedy: "Send one stop time update for each stop, with both arrival and departure.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160},{"stop_sequence":2,"departure_time":1772435170}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160},{"stop_sequence":3,"departure_time":1772435170}]"#
    )

    static let updateWithoutStop = Rule(
        "realtime_update_without_stop", .error,
        "A stop time update has neither stop_sequence nor stop_id (E040).",
        remedy: "Send stop_sequence, stop_id or both with each stop time update.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"arrival_time":1772435160}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_id":"S2","arrival_time":1772435160}]"#)

    static let updateWithoutTime = Rule(
        "realtime_update_without_time", .error,
        "A stop time update has neither arrival nor departure, and is neither SKIPPED nor NO_DATA (E043).",
        remedy: "Send an arrival or a departure, or mark the update as SKIPPED or NO_DATA.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"schedule_relationship":1}]"#)

    static let delayNotBelieved = Rule(
        "realtime_delay_not_believed", .warning,
        "A delay is more than three hours early or three days late; all stages ignore it.",
        remedy: "Check that delays are in seconds and that the update belongs to this day's trip.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_id":"S2","departure_delay":259201}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_id":"S2","departure_delay":259200}]"#)

    static let arrivalAfterDeparture = Rule(
        "realtime_arrival_after_departure", .error,
        "A departure from a stop is earlier than the arrival there (E025).",
        remedy: "Predict a departure that is not earlier than the arrival.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160,"departure_time":1772435159}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"arrival_time":1772435160,"departure_time":1772435160}]"#
    )

    static let timesNotIncreasing = Rule(
        "realtime_times_not_increasing", .error,
        "A time at a stop is not later than the times at the stops before it (E022).",
        remedy: "Predict times that increase along the trip.",
        differs: "a stop counts once, however many of its times are too early, and SKIPPED stops are left out.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"departure_time":1772435170},{"stop_sequence":3,"arrival_time":1772435170}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"departure_time":1772435170},{"stop_sequence":3,"arrival_time":1772435171}]"#
    )

    static let unknownStopSequence = Rule(
        "realtime_unknown_stop_sequence", .error,
        "The trip has no stop time with this stop_sequence (E051).",
        remedy: "Send the stop_sequence of the published timetable.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":4,"arrival_time":1772435160}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":3,"arrival_time":1772435160}]"#)

    static let stopAndSequenceMismatch = Rule(
        "realtime_stop_and_sequence_mismatch", .error,
        "stop_sequence and stop_id refer to different stops; other platforms of the same station are accepted (E045).",
        remedy: "Send the stop_id that the timetable has for the stop_sequence, or set assigned_stop_id.",
        differs: "the canonical validator accepts no other platform, but feeds announce changes of platform so.",
        breaks:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":2,"stop_id":"S3","arrival_time":1772435160}]"#,
        passes:
            #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":1,"stop_id":"ST","arrival_time":1772435160}]"#
    )

    static let tripUpdateWithoutStops = Rule(
        "realtime_trip_update_without_stops", .error,
        "A trip update has neither stop time updates nor a delay, and the trip is not canceled (E041).",
        remedy: "Send at least one stop time update, or mark the trip as CANCELED.",
        differs: "a delay of the whole trip is enough, and DELETED trips need no stop time updates.",
        breaks: "edit realtime.ndjson 2: stop_time_updates=",
        passes: "edit realtime.ndjson 2: stop_time_updates=; delay=60")

    static let predictionsInThePast = Rule(
        "realtime_predictions_in_the_past", .warning,
        "The last time in a trip update is more than ten minutes before the message.",
        remedy: "Remove a trip update once the trip has ended.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":3,"arrival_time":1772434499}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":3,"arrival_time":1772434500}]"#)

    static let predictionsTooFarAhead = Rule(
        "realtime_predictions_too_far_ahead", .warning,
        "A time is more than a day after the message.",
        remedy: "Check start_date and the time zone of the predictions.",
        breaks: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":3,"arrival_time":1772521501}]"#,
        passes: #"edit realtime.ndjson 2: stop_time_updates=[{"stop_sequence":3,"arrival_time":1772521500}]"#)

    static let vehicleWithoutID = Rule(
        "realtime_vehicle_without_id", .warning,
        "A vehicle position or trip update has no vehicle id (W002).",
        remedy: "Send an id for each vehicle that stays the same from message to message.",
        differs: "trip updates of CANCELED and DELETED trips need no vehicle.",
        breaks: #"edit realtime.ndjson 5: vehicle_id=; vehicle_label="Red""#,
        passes: #"edit realtime.ndjson 5: vehicle_id="Red""#)

    static let repeatedVehicleID = Rule(
        "realtime_repeated_vehicle_id", .error,
        "Two positions of one message have the same vehicle_id (E052).",
        remedy: "Send one position for each vehicle, and an id of its own for each vehicle.",
        breaks: #"edit realtime.ndjson 5: vehicle_id="101""#,
        passes: #"edit realtime.ndjson 5: vehicle_id="103""#)

    static let positionInvalid = Rule(
        "realtime_position_invalid", .error,
        "A position is not a valid coordinate, or lies within a degree of 0° N 0° E (E026).",
        remedy: "Leave out positions that the vehicle does not know instead of sending 0.",
        breaks: "edit realtime.ndjson 5: latitude=0; longitude=0",
        passes: "edit realtime.ndjson 5: latitude=0; longitude=1")

    static let bearingInvalid = Rule(
        "realtime_bearing_invalid", .error,
        "A bearing is outside 0 to 360 (E027).",
        remedy: "Send degrees clockwise from north, from 0 to 360, or leave the bearing out.",
        breaks: "edit realtime.ndjson 4: bearing=360.5",
        passes: "edit realtime.ndjson 4: bearing=360")

    static let positionOutsideArea = Rule(
        "realtime_position_outside_area", .error,
        "A position is more than 1,609 m outside the box around all stops and shapes (E028).",
        remedy: "Check that latitude and longitude are not swapped, and leave out vehicles that are not in service.",
        breaks: "edit realtime.ndjson 5: latitude=48.905",
        passes: "edit realtime.ndjson 5: latitude=48.904")

    static let positionFarFromWay = Rule(
        "realtime_position_far_from_way", .warning,
        "A vehicle is more than 200 m from its trip's shape or, if the trip has no shape, from the line through its stops (E029).",
        remedy: "Check the trip that the vehicle is assigned to, and the trip's shape.",
        differs:
            "the severity is WARNING instead of ERROR because shapes are often coarse, and an alert about a detour changes nothing; a detour of trip_modifications does.",
        breaks: "edit realtime.ndjson 4: latitude=48.8687",
        passes: "edit realtime.ndjson 4: latitude=48.8680"
    )

    static let vehicleFrozen = Rule(
        "realtime_vehicle_frozen", .warning,
        "A vehicle's timestamp and position have not changed for five minutes of messages.",
        remedy: "Remove vehicles that have stopped sending positions.",
        breaks:
            #"edit realtime.ndjson 3: timestamp=1772434800 && edit realtime.ndjson 4: timestamp=1772434790 && add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","timestamp":1772435100} && add realtime.ndjson {"table":"vehicle_positions","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772434790}"#,
        passes:
            #"edit realtime.ndjson 3: timestamp=1772434800 && edit realtime.ndjson 4: timestamp=1772434790 && add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","timestamp":1772435100} && add realtime.ndjson {"table":"vehicle_positions","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435000}"#
    )

    static let alertWithoutEntities = Rule(
        "realtime_alert_without_entities", .error,
        "An alert has no informed entities (E032).",
        remedy: "Name at least one agency, route, trip or stop that the alert is about.",
        breaks: "edit realtime.ndjson 6: informed_entity=[]",
        passes: #"edit realtime.ndjson 6: informed_entity=[{"stop_id":"S2"}]"#)
}
