/// The fields that the published definitions call required.
///
/// `CGTFSRealtime` declares them optional, since live feeds leave them out and the rest must be read all the same.
enum RequiredFields {
    static let names: Set<String> = [
        "FeedMessage.header", "FeedHeader.gtfs_realtime_version", "FeedEntity.id", "TripUpdate.trip",
        "Position.latitude", "Position.longitude", "TranslatedString.Translation.text",
        "TranslatedImage.LocalizedImage.url", "TranslatedImage.LocalizedImage.media_type",
        "UpdateBundle.GTFSStaticBundle", "UpdateBundle.update_sequence", "CarriageDescriptor.position_in_consist",
        "NyctFeedHeader.nyct_subway_version", "MercuryFeedHeader.mercury_version",
        "MercuryStationAlternative.affected_entity", "MercuryStationAlternative.notes", "MercuryAlert.created_at",
        "MercuryAlert.updated_at", "MercuryAlert.alert_type", "MercuryEntitySelector.sort_order",
    ]
}
