extension Rule {
    static let locations = RuleGroup(
        "Locations",
        [
            .duplicateGeographyId,
            .duplicateGeoJsonKey,
            .geoJsonDuplicatedElement,
            .geoJsonUnknownElement,
            .missingRequiredElement,
            .unsupportedGeoJsonType,
            .unsupportedFeatureType,
            .unsupportedGeometryType,
            .invalidGeometry,
        ])

    static let duplicateGeographyId = Rule(
        "duplicate_geography_id", .error,
        "Two of stops.txt, location_groups.txt and locations.geojson have the same id; each such id counts once.",
        remedy: "Give each stop, location group and location an id of its own, and change all references to it.",
        breaks:
            "edit location_groups.txt 1: location_group_id=S4 && edit location_group_stops.txt 1: location_group_id=S4",
        passes:
            "edit location_groups.txt 1: location_group_id=S5 && edit location_group_stops.txt 1: location_group_id=S5")

    static let duplicateGeoJsonKey = Rule(
        "duplicate_geo_json_key", .error,
        "Two features of locations.geojson have the same id.",
        remedy: "Give each feature an id of its own.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}},{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}},{"type":"Feature","id":"E","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let geoJsonDuplicatedElement = Rule(
        "geo_json_duplicated_element", .error,
        "An object of locations.geojson has a member twice; each counts.",
        remedy: "Remove one of the two members.",
        differs: "Each repeated member counts; the canonical validator stops at the first.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","id":"E","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let geoJsonUnknownElement = Rule(
        "geo_json_unknown_element", .info,
        "The collection, a feature or a geometry of locations.geojson has a member that GTFS does not use.",
        remedy: "Remove the member, or tell the users of the feed what it means.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","bbox":[2.3,48.8,2.4,48.9],"properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let missingRequiredElement = Rule(
        "missing_required_element", .error,
        "The collection has no type; or a feature has no id, type, properties or geometry; or a geometry has no type or coordinates.",
        remedy: "Add the missing member.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":null,"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let unsupportedGeoJsonType = Rule(
        "unsupported_geo_json_type", .error,
        "The type of locations.geojson is not FeatureCollection.",
        remedy: "Write the zones as the features of one FeatureCollection.",
        breaks:
            #"file locations.geojson {"type":"GeometryCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let unsupportedFeatureType = Rule(
        "unsupported_feature_type", .error,
        "An element of features in locations.geojson is not of type Feature.",
        remedy: "Write each zone as a Feature.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Zone","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]}}]}"#
    )

    static let unsupportedGeometryType = Rule(
        "unsupported_geometry_type", .error,
        "The geometry of a feature is neither a Polygon nor a MultiPolygon.",
        remedy: "Write the area of the zone as a Polygon or a MultiPolygon.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Point","coordinates":[2.3,48.8]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.8]]]]}}]}"#
    )

    static let invalidGeometry = Rule(
        "invalid_geometry", .error,
        "A polygon has a ring that is not closed, has fewer than three corners or meets itself, rings or polygons that cross, or a hole or polygon in the wrong place.",
        remedy: "Repair the polygon with a geographic information system, and export it again.",
        differs:
            "Touching rings that cut the inside in two pass, and so does an area that 20 million comparisons of edges do not settle.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.9],[2.4,48.8],[2.3,48.9],[2.3,48.8]]]}}]}"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"D","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.9],[2.3,48.8]]]}}]}"#
    )
}
