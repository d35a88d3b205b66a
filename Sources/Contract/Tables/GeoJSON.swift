extension Tables.Feature {
    /// A Feature's `geometry`.
    public struct Geometry: Members {
        public static let columns = Geometry()
        public let type = text("type", .always, "Point, LineString, MultiLineString and so on.")
        public let coordinates = json("coordinates", .array(.any), .always, "Longitude first.")
    }
}
