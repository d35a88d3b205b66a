import Contract

/// What the page's data has beside the records' own columns.
struct MapPageMembers: Members {
    static let columns = MapPageMembers()

    let title = text("title", .always)
    let place = text("place", .ifKnown, "What the names of the board's stops have in common.")
    let hasNetwork = flag("has_network", .ifKnown)
    let basemap = object("basemap", of: Basemap.self, .ifKnown)
    let ground = object("ground", of: Ground.self, .ifKnown)
    let lines = json("lines", .array(.any), .ifKnown)
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
    let stopCount = whole("stop_count", .ifKnown)
    let missingStopCount = whole("missing_stop_count", .ifKnown, "Stops without coordinates.")
    let time = instant("time", .ifKnown, "When a vehicle was there, else when the feed said so.")
    let platforms = json(
        "platforms", .array(.any), .ifKnown,
        "Of a station: its stops that lines pass, with names and access where these differ from the station's.")
    let levels = numbers("levels", .ifKnown, "A group's observations by level.")

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
}
