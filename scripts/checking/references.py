"""Lists what each id refers to, by the GTFS Schedule reference: for each table and column, the columns with the ids."""
SERVICES = ["calendar.service_id", "calendar_dates.service_id"]
REFERENCES = {
    "stops": {"parent_station": ["stops.stop_id"], "level_id": ["levels.level_id"]},
    "routes": {"agency_id": ["agency.agency_id"]},
    "trips": {"route_id": ["routes.route_id"], "shape_id": ["shapes.shape_id"], "service_id": SERVICES},
    "stop_times": {"trip_id": ["trips.trip_id"], "stop_id": ["stops.stop_id"], "location_id": ["locations.id"],
                   "location_group_id": ["location_groups.location_group_id"],
                   "pickup_booking_rule_id": ["booking_rules.booking_rule_id"],
                   "drop_off_booking_rule_id": ["booking_rules.booking_rule_id"]},
    "fare_attributes": {"agency_id": ["agency.agency_id"]},
    "fare_rules": {"fare_id": ["fare_attributes.fare_id"], "route_id": ["routes.route_id"], "origin_id": ["stops.zone_id"],
                   "destination_id": ["stops.zone_id"], "contains_id": ["stops.zone_id"]},
    "timeframes": {"service_id": SERVICES},
    "fare_products": {"rider_category_id": ["rider_categories.rider_category_id"],
                      "fare_media_id": ["fare_media.fare_media_id"]},
    "fare_leg_rules": {"network_id": ["routes.network_id", "networks.network_id"], "from_area_id": ["areas.area_id"],
                       "to_area_id": ["areas.area_id"], "fare_product_id": ["fare_products.fare_product_id"],
                       "from_timeframe_group_id": ["timeframes.timeframe_group_id"],
                       "to_timeframe_group_id": ["timeframes.timeframe_group_id"]},
    "fare_transfer_rules": {"from_leg_group_id": ["fare_leg_rules.leg_group_id"],
                            "to_leg_group_id": ["fare_leg_rules.leg_group_id"],
                            "fare_product_id": ["fare_products.fare_product_id"]},
    "stop_areas": {"area_id": ["areas.area_id"], "stop_id": ["stops.stop_id"]},
    "route_networks": {"network_id": ["networks.network_id"], "route_id": ["routes.route_id"]},
    "frequencies": {"trip_id": ["trips.trip_id"]},
    "transfers": {"from_stop_id": ["stops.stop_id"], "to_stop_id": ["stops.stop_id"], "from_route_id": ["routes.route_id"],
                  "to_route_id": ["routes.route_id"], "from_trip_id": ["trips.trip_id"], "to_trip_id": ["trips.trip_id"]},
    "pathways": {"from_stop_id": ["stops.stop_id"], "to_stop_id": ["stops.stop_id"]},
    "location_group_stops": {"location_group_id": ["location_groups.location_group_id"], "stop_id": ["stops.stop_id"]},
    "booking_rules": {"prior_notice_service_id": ["calendar.service_id"]},
    "attributions": {"agency_id": ["agency.agency_id"], "route_id": ["routes.route_id"], "trip_id": ["trips.trip_id"]},
}


def references():
    """(table, column, [(table, column)]) of each column that refers to another."""
    for table, columns in REFERENCES.items():
        for column, targets in columns.items():
            yield table, column, [tuple(target.split(".")) for target in targets]
