import Contract

/// What becomes of the rows of a table when a feed is cut.
///
/// A row stays where each id that it has in a column of `conditions` belongs to something that stays, and, with `key`, its
/// own is one that another row needs. What it has in the columns of `needs` stays then too.
struct CutRule {
    let table: String
    var key: String?
    var conditions: [String] = []
    var needs: [String] = []

    static let all: [CutRule] = [
        CutRule(table: Tables.Agency.name, key: "agency_id"),
        CutRule(table: Tables.Levels.name, key: "level_id"),
        CutRule(table: Tables.Stops.name, key: "stop_id", needs: ["level_id"]),
        CutRule(table: Tables.Areas.name, key: "area_id"),
        CutRule(table: Tables.StopAreas.name, conditions: ["stop_id"], needs: ["area_id"]),
        CutRule(table: Tables.LocationGroups.name, key: "location_group_id"),
        CutRule(table: Tables.LocationGroupStops.name, conditions: ["location_group_id"], needs: ["stop_id"]),
        CutRule(table: Tables.Locations.name, key: "id"),
        CutRule(table: Tables.BookingRules.name, key: "booking_rule_id", needs: ["prior_notice_service_id"]),
        CutRule(table: Tables.Networks.name, key: "network_id"),
        CutRule(table: Tables.Routes.name, key: "route_id", needs: ["agency_id", "network_id"]),
        CutRule(table: Tables.RouteNetworks.name, conditions: ["route_id"], needs: ["network_id"]),
        CutRule(table: Tables.Calendar.name, key: "service_id"),
        CutRule(table: Tables.CalendarDates.name, key: "service_id"),
        CutRule(table: Tables.Shapes.name, key: "shape_id"),
        CutRule(table: Tables.Trips.name, key: "trip_id", needs: ["route_id", "service_id", "shape_id"]),
        CutRule(
            table: Tables.StopTimes.name, conditions: ["trip_id"],
            needs: [
                "stop_id", "location_group_id", "location_id", "pickup_booking_rule_id", "drop_off_booking_rule_id",
            ]),
        CutRule(table: Tables.Frequencies.name, conditions: ["trip_id"]),
        CutRule(table: Tables.Occupancies.name, conditions: ["trip_id"]),
        CutRule(
            table: Tables.Transfers.name,
            conditions: ["from_stop_id", "to_stop_id", "from_route_id", "to_route_id", "from_trip_id", "to_trip_id"]),
        CutRule(table: Tables.Pathways.name, conditions: ["from_stop_id", "to_stop_id"]),
        CutRule(
            table: Tables.FareRules.name, conditions: ["route_id", "origin_id", "destination_id", "contains_id"],
            needs: ["fare_id"]),
        CutRule(table: Tables.FareAttributes.name, key: "fare_id", conditions: ["agency_id"]),
        CutRule(
            table: Tables.FareLegRules.name, conditions: ["network_id", "from_area_id", "to_area_id"],
            needs: ["from_timeframe_group_id", "to_timeframe_group_id", "fare_product_id", "leg_group_id"]),
        CutRule(
            table: Tables.FareLegJoinRules.name,
            conditions: ["from_network_id", "to_network_id", "from_stop_id", "to_stop_id"]),
        CutRule(
            table: Tables.FareTransferRules.name, conditions: ["from_leg_group_id", "to_leg_group_id"],
            needs: ["fare_product_id"]),
        CutRule(
            table: Tables.FareProducts.name, key: "fare_product_id", needs: ["rider_category_id", "fare_media_id"]),
        CutRule(table: Tables.RiderCategories.name, key: "rider_category_id"),
        CutRule(table: Tables.FareMedia.name, key: "fare_media_id"),
        CutRule(table: Tables.Timeframes.name, key: "timeframe_group_id", needs: ["service_id"]),
        CutRule(table: Tables.Attributions.name, conditions: ["agency_id", "route_id", "trip_id"]),
    ]

    /// Tables whose rows are kept in memory to learn what they need, the needed ones after those that need them.
    static let held: [String] = [
        Tables.LocationGroupStops.name, Tables.StopAreas.name, Tables.RouteNetworks.name, Tables.FareRules.name,
        Tables.FareLegRules.name, Tables.FareTransferRules.name, Tables.FareProducts.name, Tables.Timeframes.name,
        Tables.BookingRules.name,
    ]
}
