import Contract

/// What the page's data has beside the records' own columns.
struct MapPageMembers: Members {
    static let columns = MapPageMembers()

    let title = text("title", .always)
    let place = text("place", .ifKnown, "What the names of the board's stops have in common.")
    let hasNetwork = flag("has_network", .ifKnown)
    let basemap = object("basemap", of: Basemap.self, .ifKnown)
    let overlay = object("overlay", of: Overlay.self, .ifKnown)
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
