import Contract
import Geometry
import NDJSON
import Occupancy
import StageKit
import TableFormats

/// Writes a report as records of its table, segments as GeoJSON Features.
struct PerformanceRecordWriter {
    /// Decimals that coordinates are rounded to: 11 cm.
    private static let decimals = 6

    let context: StageContext

    /// Each table by its own type: rows may be many, and what is compiled for any table writes them more slowly.
    func write(_ rows: PerformanceRows, _ format: TableFormat?) throws {
        switch rows.kind {
        case .punctuality: try write(rows, format, Tables.Punctuality.self)
        case .headways: try write(rows, format, Tables.Headways.self)
        case .segments: try write(rows, format, Tables.Segments.self)
        case .load: try write(rows, format, Tables.LoadProfiles.self)
        case .delivery: try write(rows, format, Tables.ServiceDelivered.self)
        case .predictions: try write(rows, format, Tables.PredictionAccuracy.self)
        }
    }

    private func write<T: Table>(_ rows: PerformanceRows, _ format: TableFormat?, _ table: T.Type) throws {
        let columns = rows.columns.all.compactMap { column in
            T.all.first { $0.name == column.name }.flatMap { $0 as? Column<T, Anything, WhereAsked> }
        }
        let isAlwaysThere = rows.columns.all.map(\.isAlwaysThere)
        func fill(_ row: Row<T>, _ cells: [PerformanceCell]) {
            for place in columns.indices {
                let cell = cells[place]
                // What is not known is an absent optional field.
                if cell == .null, !isAlwaysThere[place] { continue }
                row.json(columns[place]) { cell.write(to: $0) }
            }
        }
        if let format { try context.writeTable(T.self, columns: columns, as: format) }
        guard T.description.isFeature, format?.holdsFeatures != false else {
            let sink = context.rows(of: T.self)
            for place in 0..<rows.count {
                let cells = rows[place].cells
                try sink.write { row, _ in fill(row, cells) }
            }
            return
        }
        let head = context.head(T.name, isFeature: true)
        let figures = context.summary.table(T.name)
        for place in 0..<rows.count {
            let row = rows[place]
            context.sink.begin(head)
            let parts = rows.way(row).map { $0.cutAtAntimeridian } ?? []
            Row<Tables.Feature>.members(context.sink.writer) { feature in
                let columns = Tables.Feature.columns
                if let bounds = Bounds(around: parts) {
                    feature.numbers(
                        columns.bbox, [bounds.west, bounds.south, bounds.east, bounds.north],
                        decimals: PerformanceRecordWriter.decimals)
                }
                feature.json(columns.properties) { Row<T>.object($0) { fill($0, row.cells) } }
                feature.json(columns.geometry) { PerformanceRecordWriter.geometry(parts, $0) }
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

    // MARK: Parts

    /// Writes the parts and returns how many they are.
    func writeParts(_ count: any VisitCount, _ input: VisitInput, _ terms: PerformanceTerms) throws -> Int {
        let sink = context.rows(of: Tables.PerformancePartials.self)
        var written = 0
        try count.writeParts { keys, values in
            written += 1
            try sink.write { row, columns in
                terms.write(row, columns)
                row.json(columns.keys) { writer in
                    writer.beginArray()
                    for (key, value) in zip(terms.rowKeys, GroupKeyBytes.values(keys)) {
                        writer.separator()
                        key.cell(value).write(to: writer)
                    }
                    writer.endArray()
                }
                row.json(columns.values) { writer in
                    writer.beginObject()
                    let part = PartWriter(writer: writer)
                    input.write(to: part)
                    values(part)
                    writer.endObject()
                }
            }
        }
        guard written == 0, input.listing != .silent else { return written }
        // A part without figures still says whether all runs are listed.
        try sink.write { row, columns in
            terms.write(row, columns)
            row.json(columns.keys) { writer in
                writer.beginArray()
                writer.endArray()
            }
            row.json(columns.values) { writer in
                writer.beginObject()
                input.write(to: PartWriter(writer: writer))
                writer.endObject()
            }
        }
        return 1
    }
}
