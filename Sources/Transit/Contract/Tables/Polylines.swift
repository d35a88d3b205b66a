extension Tables {
    /// A line as a GeoJSON Feature with a LineString, or a MultiLineString, and a bbox.
    public struct Polylines: Table {
        public static let columns = Polylines()
        public static let about = About<Polylines>(
            "polylines", isFeature: true, "Lines of routes as GeoJSON.", from: "build-polylines"
        ) { .columns([$0.polylineID]) }

        public let polylineID = text("polyline_id", .always, "Names the line; the same from run to run.")
        public let tripID = text("trip_id", .ifKnown, "The trip, where one line is one trip.")
        public let routeID = text("route_id", .ifKnown, "Not of a piece of way: there it is route_ids.")
        public let directionID = whole("direction_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let routeLongName = text("route_long_name", .ifKnown)
        public let routeType = whole("route_type", .ifKnown, "The specification's number.")
        public let routeColor = text(
            "route_color", .ifKnown, "As the feed has it: six hexadecimal digits by the reference.")
        public let routeTextColor = text(
            "route_text_color", .ifKnown, "As the feed has it: what is read on route_color.")
        public let agencyName = text(
            "agency_name", .ifKnown, "Of the route's agency; of the feed's only one where the route names none.")
        public let agencyTimezone = text(
            "agency_timezone", .ifKnown,
            "Of the route's agency, or of all of the feed: the clock of the line's times, an IANA zone name.")
        public let routeIDs = texts(
            "route_ids", .ifKnown,
            "With --by way: the routes that run along the piece, from left to right as it leads from from_node to to_node."
        )
        public let routes = objects(
            "routes", of: WayRoute.self, .ifKnown, "With --by way: what is known of each of route_ids, in their order.")
        public let fromNode = whole(
            "from_node", .ifKnown,
            "With --by way: the node the piece begins at, one number for all pieces of the feed that meet there.")
        public let toNode = whole("to_node", .ifKnown, "With --by way: the node the piece ends at.")
        public let tripCount = whole(
            "trip_count", .always,
            "The rows of trips along the line: with --date those that run that day, else of all calendars together. One "
                + "with frequencies is one trip.")
        public let runs = whole(
            "runs", .ifKnown, "With --date: how often the trips run that day, each run of a frequency counted.")
        public let stopIDs = texts("stop_ids", .ifKnown, "The stops on the line, in order; not of a piece of way.")
        public let length = number(
            "length_m", .always, decimals: 1, unit: .metres,
            "Metres on WGS 84, before simplification, to 0.1 m; of a route the way, each piece once.")
        public let geometrySource = text("geometry_source", .always, "stops or shapes.")
        public let missingStopIDs = texts(
            "missing_stop_ids", .ifKnown,
            "Stops of the line that have no coordinates and are left out of it; not of a piece of way.")

        /// A route of a piece of way.
        public struct WayRoute: Members {
            public static let columns = WayRoute()
            public let routeID = text("route_id", .always)
            public let routeShortName = text("route_short_name", .ifKnown)
            public let routeLongName = text("route_long_name", .ifKnown)
            public let routeType = whole("route_type", .ifKnown, "The specification's number.")
            public let routeColor = text("route_color", .ifKnown, "As the feed has it.")
            public let routeTextColor = text("route_text_color", .ifKnown, "As the feed has it.")
            public let agencyName = text("agency_name", .ifKnown)
            public let agencyTimezone = text("agency_timezone", .ifKnown)
            public let tripCount = whole(
                "trip_count", .always, "The route's rows of trips along the piece, as trip_count.")
            public let runs = whole("runs", .ifKnown, "With --date: how often those run that day.")
            public let fromPieces = texts(
                "from_pieces", .always,
                "The pieces, by polyline_id, that trips of the route run on to at from_node, or come from.")
            public let toPieces = texts("to_pieces", .always, "The same at to_node.")
        }
    }

    /// A stop as a GeoJSON Feature with a Point.
    public struct StopPins: Table {
        public static let columns = StopPins()
        public static let about = About<StopPins>(
            "stop_pins", isFeature: true, "Stops on the lines as GeoJSON.", from: "build-polylines"
        ) { .columns([$0.stopID]) }

        public let stopID = text("stop_id", .always)
        public let stopName = text("stop_name", .ifKnown)
        public let parentStation = text(
            "parent_station", .ifKnown, "The station that the stop is a platform of; map draws one pin a station.")
        public let stationName = text("station_name", .ifKnown, "The stop_name of parent_station.")
        public let platformCode = text("platform_code", .ifKnown, "As the feed has it.")
        public let wheelchairBoarding = whole(
            "wheelchair_boarding", .ifKnown, "Of the stop, or of its parent_station where it says nothing.")
        public let routeIDs = texts("route_ids", .always, "The routes of the lines through the stop.")
    }

    /// What a line has after its properties under `--format encoded`.
    public struct EncodedLine: Members {
        public static let columns = EncodedLine()
        public let bbox = numbers("bbox", .always, "West, south, east, north.")
        public let precision = whole("precision", .always, "Decimals of the encoded polyline, 5 or 6.")
        public let encoded = json(
            "encoded", .any, .always, "A polyline string; an array of them where the line is in parts.")
    }

    /// What a pin has after its properties under `--format encoded`.
    public struct EncodedPoint: Members {
        public static let columns = EncodedPoint()
        public let precision = whole("precision", .always, "Decimals of the encoded polyline, 5 or 6.")
        public let encoded = text("encoded", .always, "A polyline string of one point.")
    }

    /// What a line has after its properties under `--format wkt`.
    public struct TextLine: Members {
        public static let columns = TextLine()
        public let bbox = numbers("bbox", .always, "West, south, east, north.")
        public let wkt = text("wkt", .always, "Well-known text, longitude first.")
    }

    /// What lines of CSV, and pins under `--format wkt` too, have after their properties.
    public struct TextGeometry: Members {
        public static let columns = TextGeometry()
        public let wkt = text("wkt", .always, "Well-known text, longitude first.")
    }
}
