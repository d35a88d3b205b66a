/// A feature of GTFS that a feed may use. The names come from the list on gtfs.org.
package struct FeedFeature: Equatable {
    package let group: String
    package let name: String
    private let evidence: [(table: String, column: String?)]

    package static func == (left: FeedFeature, right: FeedFeature) -> Bool { left.name == right.name }

    /// - Parameter evidence: `table` means any row, `table.column` any value of the column. One item is enough.
    private init(_ group: String, _ name: String, _ evidence: String...) {
        self.group = group
        self.name = name
        self.evidence = evidence.map { text in
            let parts = text.split(separator: ".").map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
    }

    /// The features for which a feed has evidence, in the order of the list.
    ///
    /// - Parameter isUsed: whether a table has a row, or a row with a value of the column.
    package static func used(_ isUsed: (_ table: String, _ column: String?) -> Bool) -> [FeedFeature] {
        all.filter { feature in feature.evidence.contains { isUsed($0.table, $0.column) } }
    }

    /// Returns the columns of a table whose values are evidence of a feature.
    package static func columns(of table: String) -> [String] {
        all.flatMap(\.evidence).filter { $0.table == table }.compactMap(\.column)
    }

    private static let all: [FeedFeature] = [
        FeedFeature("Base", "Feed Information", "feed_info"),
        FeedFeature("Base", "Shapes", "shapes"),
        FeedFeature("Base", "Route Colors", "routes.route_color", "routes.route_text_color"),
        FeedFeature("Base", "Bike Allowed", "trips.bikes_allowed"),
        FeedFeature("Base", "Cars Allowed", "trips.cars_allowed"),
        FeedFeature("Base", "Headsigns", "trips.trip_headsign", "stop_times.stop_headsign"),
        FeedFeature("Base", "Location Types", "stops.location_type"),
        FeedFeature("Base", "Frequency-Based Service", "frequencies"),
        FeedFeature("Base", "Transfers", "transfers"),
        FeedFeature("Base", "Translations", "translations"),
        FeedFeature("Base", "Attributions", "attributions"),
        FeedFeature("Accessibility", "Stops Wheelchair Accessibility", "stops.wheelchair_boarding"),
        FeedFeature("Accessibility", "Trips Wheelchair Accessibility", "trips.wheelchair_accessible"),
        FeedFeature("Accessibility", "Text-to-Speech", "stops.tts_stop_name"),
        FeedFeature("Fares", "Fares V1", "fare_attributes"),
        FeedFeature("Fares", "Fare Products", "fare_products"),
        FeedFeature("Fares", "Fare Media", "fare_media"),
        FeedFeature("Fares", "Rider Categories", "rider_categories"),
        FeedFeature("Fares", "Route-Based Fares", "route_networks", "routes.network_id"),
        FeedFeature("Fares", "Time-Based Fares", "timeframes"),
        FeedFeature("Fares", "Zone-Based Fares", "areas", "stop_areas"),
        FeedFeature("Fares", "Fare Transfers", "fare_transfer_rules"),
        FeedFeature("Fares", "Contactless EMV Support", "agency.cemv_support", "routes.cemv_support"),
        FeedFeature("Pathways", "Pathway Connections", "pathways"),
        FeedFeature(
            "Pathways", "Pathway Details", "pathways.max_slope", "pathways.min_width", "pathways.length",
            "pathways.stair_count"),
        FeedFeature("Pathways", "Levels", "levels"),
        FeedFeature("Pathways", "In-station Traversal Time", "pathways.traversal_time"),
        FeedFeature("Pathways", "Pathway Signs", "pathways.signposted_as", "pathways.reversed_signposted_as"),
        FeedFeature("Pathways", "Stop Access", "stops.stop_access"),
        FeedFeature(
            "Flexible Services", "Continuous Stops", "routes.continuous_pickup", "routes.continuous_drop_off",
            "stop_times.continuous_pickup", "stop_times.continuous_drop_off"),
        FeedFeature("Flexible Services", "Booking Rules", "booking_rules"),
        FeedFeature(
            "Flexible Services", "Fixed-Stops Demand Responsive Transit", "location_groups", "location_group_stops"),
        FeedFeature("Flexible Services", "Zone-Based Demand Responsive Services", "locations"),
    ]
}
