extension Tables {
    /// What a GeoJSON Feature has beside the record's head; a table's columns are its properties.
    public struct Feature: Members {
        public static let columns = Feature()
        public let bbox = numbers("bbox", .ifKnown, "Bounding box in degrees: west, south, east, north.")
        public let properties = json("properties", .object([]), .always)
        public let geometry = object("geometry", of: Geometry.self, .always)

        public struct Geometry: Members {
            public static let columns = Geometry()
            public let type = text("type", .always, "Geometry type, such as Point, LineString or MultiLineString.")
            public let coordinates = json("coordinates", .array(.any), .always, "Longitude first.")
        }
    }
}
