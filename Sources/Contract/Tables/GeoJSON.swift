extension Tables {
    /// A GeoJSON Feature, as records of tables of features are; the table's columns are its properties.
    public struct Feature: Members {
        public static let columns = Feature()
        public let type = text("type", .always, "Feature.")
        public let properties = json("properties", .object([]), .nullable)
        public let geometry = object("geometry", of: Geometry.self, .nullable)

        public struct Geometry: Members {
            public static let columns = Geometry()
            public let type = text("type", .always, "Point, LineString, MultiLineString and so on.")
            public let coordinates = json("coordinates", .array(.any), .always, "Longitude first.")
        }
    }
}
