/// The fields that the published definitions call required.
///
/// `CGTFSRealtime` declares them optional, since live feeds leave them out and the rest must be read all the same. .proto files say
/// `required` themselves.
enum RequiredFields {
    static let names: Set<String> = [
        "FeedMessage.header", "FeedHeader.gtfs_realtime_version", "FeedEntity.id", "TripUpdate.trip",
        "Position.latitude", "Position.longitude", "TranslatedString.Translation.text",
        "TranslatedImage.LocalizedImage.url", "TranslatedImage.LocalizedImage.media_type",
    ]
}
