import Contract

/// What the page's data has beside the records' own columns.
struct MapPageMembers: Members {
    static let columns = MapPageMembers()

    let title = text("title", .always)
    let place = text("place", .ifKnown, "The common part of the names of the board's stops.")
    let hasNetwork = flag("has_network", .ifKnown)
    let timezone = text("timezone", .ifKnown, "IANA time zone of the page's clock.")
    let playback = object("playback", of: Playback.self, .ifKnown)
    let basemap = object("basemap", of: Basemap.self, .ifKnown)
    let ground = object("ground", of: Ground.self, .ifKnown)
    let overlay = object("overlay", of: Overlay.self, .ifKnown)
    let lines = json("lines", .array(.any), .ifKnown)
    let wayRoutes = json("way_routes", .array(.any), .ifKnown, "The routes of all pieces of path, each once.")
    let pins = json("pins", .array(.any), .ifKnown)
    let departures = json("departures", .array(.any), .ifKnown)
    let boards = json("boards", .array(.any), .ifKnown)
    let trips = json("trips", .array(.any), .ifKnown)
    let vehicles = json("vehicles", .array(.any), .ifKnown)
    let occupancy = json("occupancy", .array(.any), .ifKnown)
    let alerts = json("alerts", .array(.any), .ifKnown, "The alerts of the page, the most severe first.")
    let licence = text("licence", .ifKnown, "MapLibre's.")

    // Of the elements.
    let position = numbers("at", .ifKnown, "Longitude, latitude.")
    let parts = texts("parts", .ifKnown, "Parts of a line, as encoded polylines with 6 decimal places.")
    let routes = json(
        "routes", .array(.any), .ifKnown, "For a piece of path: the routes along it, from left to right.")
    let route = whole("route", .ifKnown, "Index of the route in way_routes.")
    let from = numbers(
        "from", .ifKnown,
        "Where the route continues from the piece's first position: twice the index of a line, plus 1 for its last position."
    )
    let to = numbers("to", .ifKnown, "Where the route continues from the piece's last position, in the same form.")
    let capsules = json("capsules", .array(.any), .ifKnown, "For a stop: its positions across pieces of path.")
    let line = whole("line", .ifKnown, "Index of the piece among the lines.")
    let bearing = number("bearing", .ifKnown, "Direction of the piece at this position, degrees clockwise from north.")
    let stopCount = whole("stop_count", .ifKnown)
    let missingStopCount = whole("missing_stop_count", .ifKnown, "Number of stops without coordinates.")
    let time = instant("time", .ifKnown, "Time of the vehicle's position, or of the message if the position has none.")
    let platforms = json(
        "platforms", .array(.any), .ifKnown,
        "For a station: its stops on lines, with name and access if they differ from the station's.")
    let alertIDs = texts("alert_ids", .ifKnown, "Of a departure, trip or stop: its alerts.")
    let isOfBoard = flag("board", .ifKnown, "Of an alert: whether it is about the stop of a board itself.")
    let levels = numbers("levels", .ifKnown, "Observations of a group, by level.")

    /// What the page plays; the fixes or sights themselves are an attachment.
    struct Playback: Members {
        static let columns = Playback()
        let attachment = text("attachment", .always, "Name of the attachment: fixes or frames.")
        let start = number("start", .always, unit: .posixSeconds)
        let end = number("end", .always, unit: .posixSeconds, "Time of the last snapshot or frame.")
        let opening = number(
            "opening", .always, unit: .posixSeconds,
            "Time at which the page opens: the first with about as many vehicles as ever.")
        let speed = number("speed", .always, "Seconds of feed time per second of playback.")
        let count = whole("count", .ifKnown, "Of fixes.")
        let vehicles = json(
            "vehicles", .array(.any), .always,
            "feed_id, vehicle_id and vehicle_label of the vehicles, in the order of the attachment.")
        let trips = texts("trips", .ifKnown, "For fixes: trip_id by index.")
        let routes = json("routes", .array(.any), .ifKnown, "For fixes: feed_id and route_id by index.")
        let times = numbers("times", .ifKnown, "For frames: seconds from the start, for each frame.")
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
        let schema = text(
            "schema", .ifKnown, "Schema of the vector tiles: openmaptiles, protomaps, shortbread or linefeed.")
        let tileSize = whole("tile_size", .always, "Pixels.")
        let minZoom = whole("min_zoom", .always)
        let maxZoom = whole("max_zoom", .always)
        let bounds = numbers("bounds", .always, "Bounding box of the lowest zoom's tiles: west, south, east, north.")
        let attribution = text("attribution", .ifKnown)
    }

    struct Overlay: Members {
        static let columns = Overlay()
        let frames = json(
            "frames", .array(.any), .always, "The frames in display order: name, time, duration.")
        let name = text("name", .always, "Of a frame.")
        let time = number("time", .ifKnown, "For a frame: feed time, POSIX seconds.")
        let duration = number("duration", .ifKnown, "For a frame: duration in seconds of playback.")
        let minZoom = whole("minzoom", .always)
        let maxZoom = whole("maxzoom", .always)
        let bounds = numbers("bounds", .ifKnown, "Bounding box: west, south, east, north.")
        let attribution = text("attribution", .ifKnown)
        let failed = texts("failed", .ifKnown, "Tiles missing from the page, as frame/z/x/y.")
        let tiles = texts(
            "tiles", .ifKnown, "Tile addresses, one for each server; absent if the page contains the tiles.")
        let scheme = text("scheme", .ifKnown, "tms or xyz.")
        let attachment = text("attachment", .ifKnown, "Element of the page that contains the tiles.")
    }
}
