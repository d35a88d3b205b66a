extension Tables {
    /// A line as a GeoJSON Feature with a LineString, or a MultiLineString, and a bbox.
    public struct Polylines: Table {
        public static let columns = Polylines()
        public static let about = About<Polylines>(
            "polylines", isFeature: true,
            "A line of a route, pattern or trip, or (with --by way) a piece of path that routes share, as a GeoJSON feature.",
            from: "build-polylines"
        ) { .columns([$0.polylineID]) }

        public let polylineID = text("polyline_id", .always, "Identifies the line; stable from run to run.")
        public let tripID = text("trip_id", .ifKnown, "The trip, if the line shows a single trip.")
        public let routeID = text("route_id", .ifKnown, "The route; with --by way, see route_ids.")
        public let directionID = whole("direction_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let routeLongName = text("route_long_name", .ifKnown)
        public let routeType = whole("route_type", .ifKnown, "Route type, as in routes.txt.")
        public let routeColor = text(
            "route_color", .ifKnown, "Copied from the feed; the reference requires six hexadecimal digits.")
        public let routeTextColor = text(
            "route_text_color", .ifKnown, "Copied from the feed: color of text drawn on route_color.")
        public let agencyName = text(
            "agency_name", .ifKnown, "Name of the route's agency; if the route names none, of the feed's only agency.")
        public let agencyTimezone = text(
            "agency_timezone", .ifKnown,
            "IANA time zone of the route's agency, or the one that all agencies share; it applies to the line's times.")
        public let routeIDs = texts(
            "route_ids", .ifKnown,
            "With --by way: the routes along the piece, from left to right when facing from from_node to to_node."
        )
        public let routes = objects(
            "routes", of: WayRoute.self, .ifKnown, "With --by way: details of each route, in the order of route_ids.")
        public let fromNode = whole(
            "from_node", .ifKnown,
            "With --by way: the node where the piece begins; pieces that meet share the node's number.")
        public let toNode = whole("to_node", .ifKnown, "With --by way: the node where the piece ends.")
        public let tripCount = whole(
            "trip_count", .always,
            "Number of trips along the line: with --date, trips that run that day; otherwise all trips. A trip in "
                + "frequencies.txt counts once.")
        public let runs = whole(
            "runs", .ifKnown, "With --date: number of runs that day, counting each run of a frequency.")
        public let stopIDs = texts("stop_ids", .ifKnown, "The stops of the line, in order; absent with --by way.")
        public let length = number(
            "length_m", .always, decimals: 1, unit: .metres,
            "Metres on WGS 84 before simplification, to 0.1 m; for a route, each piece of its path counts once.")
        public let modificationsID = text(
            "modifications_id", .ifKnown, "Id of the TripModifications entity that detours the line's trips.")
        public let geometrySource = text("geometry_source", .always, "Where the geometry comes from: stops or shapes.")
        public let missingStopIDs = texts(
            "missing_stop_ids", .ifKnown,
            "Stops without coordinates, which the line omits; absent with --by way.")

        /// A route of a piece of way.
        public struct WayRoute: Members {
            public static let columns = WayRoute()
            public let routeID = text("route_id", .always)
            public let routeShortName = text("route_short_name", .ifKnown)
            public let routeLongName = text("route_long_name", .ifKnown)
            public let routeType = whole("route_type", .ifKnown, "Route type, as in routes.txt.")
            public let routeColor = text("route_color", .ifKnown, "Copied from the feed.")
            public let routeTextColor = text("route_text_color", .ifKnown, "Copied from the feed.")
            public let agencyName = text("agency_name", .ifKnown)
            public let agencyTimezone = text("agency_timezone", .ifKnown)
            public let tripCount = whole(
                "trip_count", .always, "Number of the route's trips along the piece, counted as in trip_count.")
            public let runs = whole("runs", .ifKnown, "With --date: number of runs that day.")
            public let fromPieces = texts(
                "from_pieces", .always,
                "polyline_id of the pieces that trips of the route continue to or come from at from_node.")
            public let toPieces = texts(
                "to_pieces", .always,
                "polyline_id of the pieces that trips of the route continue to or come from at to_node.")
        }
    }

    /// A stop as a GeoJSON Feature with a Point.
    public struct StopPins: Table {
        public static let columns = StopPins()
        public static let about = About<StopPins>(
            "stop_pins", isFeature: true, "A stop on the lines, as a GeoJSON feature.", from: "build-polylines"
        ) { .columns([$0.stopID]) }

        public let stopID = text("stop_id", .always)
        public let stopName = text("stop_name", .ifKnown)
        public let parentStation = text(
            "parent_station", .ifKnown, "The station that the stop belongs to; map draws one pin for each station.")
        public let stationName = text("station_name", .ifKnown, "stop_name of parent_station.")
        public let platformCode = text("platform_code", .ifKnown, "Copied from the feed.")
        public let wheelchairBoarding = whole(
            "wheelchair_boarding", .ifKnown, "Value of the stop, or of its parent_station if the stop has none.")
        public let routeIDs = texts("route_ids", .always, "Routes whose lines pass the stop.")
    }

    /// What a line has after its properties under `--format encoded`.
    public struct EncodedLine: Members {
        public static let columns = EncodedLine()
        public let bbox = numbers("bbox", .always, "Bounding box in degrees: west, south, east, north.")
        public let precision = whole("precision", .always, "Decimal places of the encoded polyline, 5 or 6.")
        public let encoded = json(
            "encoded", .any, .always, "Encoded polyline; an array of encoded polylines if the line has several parts.")
    }

    /// What a pin has after its properties under `--format encoded`.
    public struct EncodedPoint: Members {
        public static let columns = EncodedPoint()
        public let precision = whole("precision", .always, "Decimal places of the encoded polyline, 5 or 6.")
        public let encoded = text("encoded", .always, "Encoded polyline of one point.")
    }

    /// What a line has after its properties under `--format wkt`.
    public struct TextLine: Members {
        public static let columns = TextLine()
        public let bbox = numbers("bbox", .always, "Bounding box in degrees: west, south, east, north.")
        public let wkt = text("wkt", .always, "Well-known text (WKT), longitude first.")
    }

    /// What lines of CSV, and pins under `--format wkt` too, have after their properties.
    public struct TextGeometry: Members {
        public static let columns = TextGeometry()
        public let wkt = text("wkt", .always, "Well-known text (WKT), longitude first.")
    }
}
