import Geometry
import NDJSON

/// The parts of a line as GeoJSON (RFC 7946), as WKT (OGC 06-103r4 §7) and as encoded polylines; longitude first in
/// the first two.
enum GeometryText {
    /// `{"type":"LineString","coordinates":[[…],…]}`, or a MultiLineString of several parts.
    static func geoJSON(_ parts: [Polyline], decimals: Int, into writer: RecordWriter) {
        if parts.count == 1 {
            writer.append("{\"type\":\"LineString\",\"coordinates\":")
            positions(parts[0], decimals: decimals, into: writer)
        } else {
            writer.append("{\"type\":\"MultiLineString\",\"coordinates\":[")
            for part in parts {
                writer.separator()
                positions(part, decimals: decimals, into: writer)
            }
            writer.endArray()
        }
        writer.endObject()
    }

    /// A JSON string, `"LINESTRING (…)"` or `"MULTILINESTRING ((…), (…))"`.
    static func wkt(_ parts: [Polyline], decimals: Int, into writer: RecordWriter) {
        writer.append(parts.count == 1 ? "\"LINESTRING " : "\"MULTILINESTRING (")
        for (index, part) in parts.enumerated() {
            writer.append(index == 0 ? "(" : ", (")
            for (place, coordinate) in part.coordinates.enumerated() {
                if place > 0 { writer.append(", ") }
                pair(coordinate, decimals: decimals, into: writer)
            }
            writer.append(")")
        }
        writer.append(parts.count == 1 ? "\"" : ")\"")
    }

    /// A JSON string, or an array of one string a part.
    static func encoded(_ parts: [Polyline], precision: Int, into writer: RecordWriter) {
        if parts.count == 1 {
            return writer.string(EncodedPolyline.encode(parts[0].coordinates, precision: precision))
        }
        writer.beginArray()
        for part in parts {
            writer.separator()
            writer.string(EncodedPolyline.encode(part.coordinates, precision: precision))
        }
        writer.endArray()
    }

    /// `{"type":"Point","coordinates":[…]}`
    static func geoJSON(_ point: Coordinate, decimals: Int, into writer: RecordWriter) {
        writer.append("{\"type\":\"Point\",\"coordinates\":")
        position(point, decimals: decimals, into: writer)
        writer.endObject()
    }

    /// A JSON string, `"POINT (…)"`.
    static func wkt(_ point: Coordinate, decimals: Int, into writer: RecordWriter) {
        writer.append("\"POINT (")
        pair(point, decimals: decimals, into: writer)
        writer.append(")\"")
    }

    /// `[longitude,latitude]`
    private static func position(_ coordinate: Coordinate, decimals: Int, into writer: RecordWriter) {
        writer.beginArray()
        writer.rounded(coordinate.longitude, decimals: decimals)
        writer.append(UInt8(ascii: ","))
        writer.rounded(coordinate.latitude, decimals: decimals)
        writer.endArray()
    }

    /// `longitude latitude`
    private static func pair(_ coordinate: Coordinate, decimals: Int, into writer: RecordWriter) {
        writer.rounded(coordinate.longitude, decimals: decimals)
        writer.append(UInt8(ascii: " "))
        writer.rounded(coordinate.latitude, decimals: decimals)
    }

    private static func positions(_ part: Polyline, decimals: Int, into writer: RecordWriter) {
        writer.beginArray()
        for (index, coordinate) in part.coordinates.enumerated() {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            position(coordinate, decimals: decimals, into: writer)
        }
        writer.endArray()
    }
}
