extension Tables {
    /// A tile of a map: that a region needs it, or what became of it when it was fetched.
    public struct Tiles: Table {
        public static let columns = Tiles()
        public static let about = About<Tiles>(
            "tiles", "A tile that a region needs, or what came of fetching it.", from: "cover-tiles", "fetch-tiles"
        ) {
            .columns([$0.z, $0.x, $0.y, $0.frame], required: [$0.x.name, $0.y.name])
        }

        public let z = whole("z", .always, "The zoom: the world is 2^z tiles wide.")
        public let x = whole("x", .always, "The column, counted from 180° W.")
        public let y = whole("y", .always, "The row, counted from the north.")
        public let quadkey = text("quadkey", .ifKnown, "A digit a zoom; empty for the world.")
        public let bbox = numbers("bbox", .ifKnown, "West, south, east, north in degrees.")
        public let frame = json("frame", .any, .ifKnown, "Its number, or its name where frames have names.")
        public let status = whole("status", .ifKnown, "The last answer's, if a server was asked.")
        public let bytes = whole("bytes", .ifKnown, unit: .bytes, "Of the tile as it is kept; 0 where there is none.")
        public let source = text(
            "source", .ifKnown,
            "server, file, or cache (fresh, or the server said that it still holds), stale (of the cache, for the "
                + "server failed), kept (of an earlier run); absent where there is no tile.")
        public let etag = text("etag", .ifKnown)
        public let overzoomFrom = whole(
            "overzoom_from", .ifKnown, "The zoom of the tile that it was scaled from, past --max-zoom.")
        public let error = text("error", .ifKnown, "Why there is no tile, or only a stale one.")
    }
}
