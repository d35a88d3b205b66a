/// Rules of messages and of what several messages say together.
extension Rule {
    static let timestampMissing = Rule(
        "realtime_timestamp_missing", .warning,
        "A vehicle, a trip update or the header of a message of version 1.0 has no timestamp (W001).",
        remedy: "Set the timestamp of each entity to the time of its measurement or prediction.",
        differs: "a timestamp of 0 is `realtime_timestamp_zero`; alerts have no timestamp.",
        breaks: "edit realtime.ndjson 4: timestamp=",
        passes: "edit realtime.ndjson 4: timestamp=1772435080")

    static let incrementalityMissing = Rule(
        "realtime_incrementality_missing", .error,
        "The header of a message has no incrementality, or an unknown one, and its version is not 1.0 (E049).",
        remedy: "Set incrementality to FULL_DATASET.",
        breaks: "edit realtime.ndjson 1: incrementality=",
        passes: #"edit realtime.ndjson 1: gtfs_realtime_version="1.0"; incrementality="#)

    static let deletionInFullDataset = Rule(
        "realtime_deletion_in_full_dataset", .error,
        "An entity of a message with incrementality FULL_DATASET has the field is_deleted (E039).",
        remedy: "Leave is_deleted out; leave out deleted entities too.",
        breaks: "edit realtime.ndjson 4: is_deleted=false",
        passes: "edit realtime.ndjson 3: incrementality=1 && edit realtime.ndjson 4: is_deleted=false")

    static let contentChanged = Rule(
        "realtime_content_changed", .error,
        "A message has the timestamp of the previous message of the same kind, but other entities (E017).",
        remedy: "Give each message with new content a new timestamp, on every server.",
        differs:
            "the order of entities does not matter, and two messages are of one kind if their first entities are of one table.",
        breaks:
            #"add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","incrementality":0,"timestamp":1772435100} && add realtime.ndjson {"table":"vehicle_positions","entity_id":"V1","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435090}"#,
        passes:
            #"add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","incrementality":0,"timestamp":1772435101} && add realtime.ndjson {"table":"vehicle_positions","entity_id":"V1","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435090}"#
    )

    static let refreshedTooRarely = Rule(
        "realtime_refreshed_too_rarely", .warning,
        "A message is more than 35 seconds newer than the previous message with entities of the same table (W007).",
        remedy: "Publish a new message at least every 30 seconds.",
        differs: "a message without entities counts as a refresh, whatever it would contain.",
        breaks:
            #"add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","incrementality":0,"timestamp":1772435136} && add realtime.ndjson {"table":"vehicle_positions","entity_id":"V1","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435120}"#,
        passes:
            #"add realtime.ndjson {"table":"feed_messages","source":"vehicles-2.pb","gtfs_realtime_version":"2.0","incrementality":0,"timestamp":1772435135} && add realtime.ndjson {"table":"vehicle_positions","entity_id":"V1","vehicle_id":"101","latitude":48.865,"longitude":2.345,"timestamp":1772435120}"#
    )

    static let pairingMismatch = Rule(
        "realtime_pairing_mismatch", .error,
        "A vehicle's position and the trip updates pair its vehicle_id and trip_id differently (E047).",
        remedy: "Take vehicle and trip of positions and trip updates from the same assignment.",
        differs: RealtimeRuleWords.pairs + " A position counts once.",
        breaks: #"edit realtime.ndjson 2: vehicle_id="102""#,
        passes: "edit realtime.ndjson 2: vehicle_id=")

    static let missingInOtherFeed = Rule(
        "realtime_id_missing_in_other_feed", .warning,
        "No trip update has the trip_id of a position, or no position has the vehicle_id of a trip update (W003).",
        remedy: "Send a trip update for each trip with a vehicle, and a position of each vehicle in trip updates.",
        differs:
            RealtimeRuleWords.pairs
            + " A trip update without a position of its trip is no breach: its vehicle may be on the trip before.",
        breaks: #"edit realtime.ndjson 2: vehicle_id="103""#,
        passes: #"edit realtime.ndjson 2: vehicle_id="102""#)
}

private enum RealtimeRuleWords {
    /// How vehicles and trips are compared.
    static let pairs =
        "the newest message with positions is compared with the newest message with trip updates, if their timestamps are at "
        + "most 65 seconds apart, be they of one feed or of two."
}
