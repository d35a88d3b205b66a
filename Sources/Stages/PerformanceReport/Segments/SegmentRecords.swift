import Contract
import Geometry
import NDJSON
import Reports
import StageKit
import TableFormats

/// Segments as GeoJSON Features.
extension SegmentCount {
    /// Decimals that coordinates are rounded to: 11 cm.
    private static let decimals = 6

    static func write(_ rows: PerformanceRows, as format: RecordFormat, _ context: StageContext) throws {
        let records = ReportRecords(rows.columns)
        if let table = format.table, !table.holdsFeatures { return try records.write(rows, as: format, context) }
        try records.begin(as: format, context)
        let head = context.head(RowTable.name, isFeature: true)
        let figures = context.summary.table(RowTable.name)
        for place in 0..<rows.count {
            let row = rows[place]
            context.sink.begin(head)
            let parts = rows.way(row).map { $0.cutAtAntimeridian } ?? []
            Row<Tables.Feature>.members(context.sink.writer) { feature in
                let columns = Tables.Feature.columns
                if let bounds = Bounds(around: parts) {
                    feature.numbers(
                        columns.bbox, [bounds.west, bounds.south, bounds.east, bounds.north], decimals: decimals)
                }
                feature.json(columns.properties) { records.object($0, row.cells) }
                feature.json(columns.geometry) { geometry(parts, $0) }
            }
            try context.sink.end(figures)
        }
    }

    /// A LineString, a MultiLineString of a way across the antimeridian, or null (RFC 7946 §3.2) of one unknown.
    private static func geometry(_ parts: [Polyline], _ writer: RecordWriter) {
        guard let first = parts.first else { return writer.null() }
        Row<Tables.Feature.Geometry>.object(writer) { row in
            row[Tables.Feature.Geometry.columns.type] = parts.count == 1 ? "LineString" : "MultiLineString"
            row.json(Tables.Feature.Geometry.columns.coordinates) { writer in
                if parts.count == 1 { return positions(first, writer) }
                writer.beginArray()
                for part in parts {
                    writer.separator()
                    positions(part, writer)
                }
                writer.endArray()
            }
        }
    }

    private static func positions(_ line: Polyline, _ writer: RecordWriter) {
        writer.beginArray()
        for coordinate in line.coordinates {
            writer.separator()
            writer.beginArray()
            writer.rounded(coordinate.longitude, decimals: decimals)
            writer.append(UInt8(ascii: ","))
            writer.rounded(coordinate.latitude, decimals: decimals)
            writer.endArray()
        }
        writer.endArray()
    }
}
