extension Tables {
    /// A tile of a map: that a region needs it, or what became of it when it was fetched.
    public struct Tiles: Table {
        public static let columns = Tiles()
        public static let about = About<Tiles>(
            "tiles", "A tile that a region needs, or the result of fetching it.", from: "cover-tiles", "fetch-tiles"
        ) {
            .columns([$0.z, $0.x, $0.y, $0.frame], required: [$0.x.name, $0.y.name])
        }

        public let z = whole("z", .always, "Zoom; the world is 2^z tiles wide.")
        public let x = whole("x", .always, "Column, counted from 180° W.")
        public let y = whole("y", .always, "Row, counted from the north.")
        public let quadkey = text("quadkey", .ifKnown, "One digit for each zoom; empty for zoom 0.")
        public let bbox = numbers("bbox", .ifKnown, "Bounding box in degrees: west, south, east, north.")
        public let frame = json("frame", .any, .ifKnown, "Number of the frame, or its name if frames have names.")
        public let status = whole("status", .ifKnown, "Status of the last response, if a server was asked.")
        public let bytes = whole("bytes", .ifKnown, unit: .bytes, "Size of the stored tile; 0 if there is none.")
        public let source = text(
            "source", .ifKnown,
            "server, file, cache (fresh or revalidated), stale (from the cache, because the "
                + "server failed) or kept (from an earlier run); absent if there is no tile.")
        public let etag = text("etag", .ifKnown)
        public let overzoomFrom = whole(
            "overzoom_from", .ifKnown, "Zoom of the tile that this one was scaled from, beyond --max-zoom.")
        public let error = text("error", .ifKnown, "Why the tile is missing or stale.")
    }
}
