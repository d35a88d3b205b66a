import Contract

/// A feature of GTFS that a feed may use. Names are those of the list on gtfs.org.
struct Feature: Equatable {
    let group: String
    let name: String
    private let evidence: [(table: String, column: String?)]

    static func == (left: Feature, right: Feature) -> Bool { left.name == right.name }

    /// - Parameter evidence: `table` for any row, `table.column` for any value of the column; one is enough.
    private init(_ group: String, _ name: String, _ evidence: String...) {
        self.group = group
        self.name = name
        self.evidence = evidence.map { text in
            let parts = text.split(separator: ".").map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
    }

    /// The features for which a feed has evidence.
    static func used(by tables: [TableFill]) -> [Feature] {
        let byName = Dictionary(tables.map { ($0.table, $0) }, uniquingKeysWith: { first, _ in first })
        return all.filter { feature in
            feature.evidence.contains { table, column in
                guard let fill = byName[table], fill.rows > 0 else { return false }
                return column.map(fill.has) ?? true
            }
        }
    }

    static let all: [Feature] = [
        Feature("Base", "Feed Information", "feed_info"),
        Feature("Base", "Shapes", "shapes"),
        Feature("Base", "Route Colors", "routes.route_color", "routes.route_text_color"),
        Feature("Base", "Bike Allowed", "trips.bikes_allowed"),
        Feature("Base", "Cars Allowed", "trips.cars_allowed"),
        Feature("Base", "Headsigns", "trips.trip_headsign", "stop_times.stop_headsign"),
        Feature("Base", "Location Types", "stops.location_type"),
        Feature("Base", "Frequency-Based Service", "frequencies"),
        Feature("Base", "Transfers", "transfers"),
        Feature("Base", "Translations", "translations"),
        Feature("Base", "Attributions", "attributions"),
        Feature("Accessibility", "Stops Wheelchair Accessibility", "stops.wheelchair_boarding"),
        Feature("Accessibility", "Trips Wheelchair Accessibility", "trips.wheelchair_accessible"),
        Feature("Accessibility", "Text-to-Speech", "stops.tts_stop_name"),
        Feature("Fares", "Fares V1", "fare_attributes"),
        Feature("Fares", "Fare Products", "fare_products"),
        Feature("Fares", "Fare Media", "fare_media"),
        Feature("Fares", "Rider Categories", "rider_categories"),
        Feature("Fares", "Route-Based Fares", "route_networks", "routes.network_id"),
        Feature("Fares", "Time-Based Fares", "timeframes"),
        Feature("Fares", "Zone-Based Fares", "areas", "stop_areas"),
        Feature("Fares", "Fare Transfers", "fare_transfer_rules"),
        Feature("Fares", "Contactless EMV Support", "agency.cemv_support", "routes.cemv_support"),
        Feature("Pathways", "Pathway Connections", "pathways"),
        Feature(
            "Pathways", "Pathway Details", "pathways.max_slope", "pathways.min_width", "pathways.length",
            "pathways.stair_count"),
        Feature("Pathways", "Levels", "levels"),
        Feature("Pathways", "In-station Traversal Time", "pathways.traversal_time"),
        Feature("Pathways", "Pathway Signs", "pathways.signposted_as", "pathways.reversed_signposted_as"),
        Feature("Pathways", "Stop Access", "stops.stop_access"),
        Feature(
            "Flexible Services", "Continuous Stops", "routes.continuous_pickup", "routes.continuous_drop_off",
            "stop_times.continuous_pickup", "stop_times.continuous_drop_off"),
        Feature("Flexible Services", "Booking Rules", "booking_rules"),
        Feature(
            "Flexible Services", "Fixed-Stops Demand Responsive Transit", "location_groups", "location_group_stops"),
        Feature("Flexible Services", "Zone-Based Demand Responsive Services", "locations"),
    ]
}
