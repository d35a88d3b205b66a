import Contract

/// What the page's data has beside the records' own columns.
struct MapPageMembers: Members {
    static let columns = MapPageMembers()

    let title = text("title", .always)
    let place = text("place", .ifKnown, "What the names of the board's stops have in common.")
    let hasNetwork = flag("has_network", .ifKnown)
    let timezone = text("timezone", .ifKnown, "The clock of the page: an IANA zone name.")
    let playback = object("playback", of: Playback.self, .ifKnown)
    let basemap = object("basemap", of: Basemap.self, .ifKnown)
    let ground = object("ground", of: Ground.self, .ifKnown)
    let overlay = object("overlay", of: Overlay.self, .ifKnown)
    let lines = json("lines", .array(.any), .ifKnown)
    let wayRoutes = json("way_routes", .array(.any), .ifKnown, "The routes of all pieces of way, each once.")
    let pins = json("pins", .array(.any), .ifKnown)
    let departures = json("departures", .array(.any), .ifKnown)
    let boards = json("boards", .array(.any), .ifKnown)
    let trips = json("trips", .array(.any), .ifKnown)
    let vehicles = json("vehicles", .array(.any), .ifKnown)
    let occupancy = json("occupancy", .array(.any), .ifKnown)
    let licence = text("licence", .ifKnown, "MapLibre's.")

    // Of the elements.
    let position = numbers("at", .ifKnown, "Longitude, latitude.")
    let parts = texts("parts", .ifKnown, "A line's pieces as encoded polylines with 6 decimals.")
    let routes = json(
        "routes", .array(.any), .ifKnown, "Of a piece of way: the routes along it, from left to right.")
    let route = whole("route", .ifKnown, "A route's place among way_routes.")
    let from = numbers(
        "from", .ifKnown,
        "Where a route runs on at the piece's first position: twice a line's place, and 1 more for its last position.")
    let to = numbers("to", .ifKnown, "The same at its last position.")
    let capsules = json("capsules", .array(.any), .ifKnown, "Of a stop: where it lies across pieces of way.")
    let line = whole("line", .ifKnown, "A piece's place among the lines.")
    let bearing = number("bearing", .ifKnown, "The piece's direction there, in degrees clockwise from north.")
    let stopCount = whole("stop_count", .ifKnown)
    let missingStopCount = whole("missing_stop_count", .ifKnown, "Stops without coordinates.")
    let time = instant("time", .ifKnown, "When a vehicle was there, else when the feed said so.")
    let platforms = json(
        "platforms", .array(.any), .ifKnown,
        "Of a station: its stops that lines pass, with names and access where these differ from the station's.")
    let levels = numbers("levels", .ifKnown, "A group's observations by level.")

    /// What the page plays; the fixes or sights themselves are an attachment.
    struct Playback: Members {
        static let columns = Playback()
        let attachment = text("attachment", .always, "The attachment's name: fixes or frames.")
        let start = number("start", .always, unit: .posixSeconds)
        let end = number("end", .always, unit: .posixSeconds, "The last snapshot, or frame.")
        let speed = number("speed", .always, "Seconds of the feed in a second of playback.")
        let count = whole("count", .ifKnown, "Of fixes.")
        let vehicles = json(
            "vehicles", .array(.any), .always, "Their feed_id and vehicle_id, in the attachment's order.")
        let trips = texts("trips", .ifKnown, "Of fixes: trip_id by its place.")
        let routes = json("routes", .array(.any), .ifKnown, "Of fixes: feed_id and route_id by their place.")
        let times = numbers("times", .ifKnown, "Of frames: the seconds from the start of each.")
    }

    struct Basemap: Members {
        static let columns = Basemap()
        let tiles = texts("tiles", .always)
        let scheme = text("scheme", .always, "tms or xyz.")
        let attribution = text("attribution", .always)
    }

    /// The tiles that the page carries.
    struct Ground: Members {
        static let columns = Ground()
        let schema = text("schema", .ifKnown, "What vector tiles are drawn by: openmaptiles, protomaps or shortbread.")
        let tileSize = whole("tile_size", .always, "Pixels.")
        let minZoom = whole("min_zoom", .always)
        let maxZoom = whole("max_zoom", .always)
        let bounds = numbers("bounds", .always, "West, south, east and north of the lowest zoom's tiles.")
        let attribution = text("attribution", .ifKnown)
    }

    struct Overlay: Members {
        static let columns = Overlay()
        let frames = json(
            "frames", .array(.any), .always, "In the order in which they are shown: name, time, duration.")
        let name = text("name", .always, "Of a frame.")
        let time = number("time", .ifKnown, "Of a frame: POSIX seconds of the feed.")
        let duration = number("duration", .ifKnown, "Of a frame: seconds of playback.")
        let minZoom = whole("minzoom", .always)
        let maxZoom = whole("maxzoom", .always)
        let bounds = numbers("bounds", .ifKnown, "West, south, east, north.")
        let attribution = text("attribution", .ifKnown)
        let failed = texts("failed", .ifKnown, "Tiles that the page lacks, as frame/z/x/y.")
        let tiles = texts("tiles", .ifKnown, "Addresses, one for each server; none where the page carries the tiles.")
        let scheme = text("scheme", .ifKnown, "tms or xyz.")
        let attachment = text("attachment", .ifKnown, "The element with the tiles that the page carries.")
    }
}
