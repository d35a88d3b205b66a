import Contract
import Feeds
import Geometry
import NDJSON
import StageKit

/// Writes lines and pins in the format asked for.
///
/// Memory: the line at hand.
final class LineWriter {
    private let options: BuildPolylinesOptions
    private let schedule: ScheduleTables
    private let context: StageContext
    private let sink: RecordSink
    private let lineFigures: TableFigures
    private let pinFigures: TableFigures
    private var heads: [UInt16: (line: RecordHead, pin: RecordHead)] = [:]
    private var isFirst = true
    /// Decimals that coordinates are rounded to.
    private let decimals: Int

    private(set) var linesWritten = 0
    private(set) var pinsWritten = 0

    init(_ options: BuildPolylinesOptions, _ schedule: ScheduleTables, _ context: StageContext) {
        self.options = options
        self.schedule = schedule
        self.context = context
        sink = context.sink
        lineFigures = context.summary.table("polylines")
        pinFigures = context.summary.table("stop_pins")
        decimals = options.format == .encoded ? options.precision : options.digits
    }

    // MARK: The whole

    func begin() throws {
        switch options.format {
        case .csv:
            try context.writeCSV(Tables.Polylines.self, extra: [Tables.FlatGeometry.columns.wkt.name])
        case .geojson: try sink.text("{\"type\":\"FeatureCollection\",\"features\":[")
        case .geojsonl, .encoded, .wkt: break
        }
    }

    func end() throws {
        guard options.format == .geojson else { return }
        try sink.text("]}\n")
    }

    private var isFeature: Bool { options.format == .geojsonl || options.format == .geojson }

    private func head(_ feed: UInt16) -> (line: RecordHead, pin: RecordHead) {
        if let known = heads[feed] { return known }
        let id = context.options.feedID ?? schedule.feedID(feed)
        let fresh = (
            RecordHead(table: "polylines", feedID: id, isFeature: isFeature),
            RecordHead(table: "stop_pins", feedID: id, isFeature: isFeature)
        )
        heads[feed] = fresh
        return fresh
    }

    private func begin(_ head: RecordHead) throws {
        if options.format == .geojson { try sink.text(isFirst ? "\n" : ",") }
        isFirst = false
        sink.begin(head)
    }

    // MARK: Lines

    /// Writes a line; each of its parts has two positions at least.
    func write(_ line: Line) throws {
        let lines = line.parts.enumerated().map { number, part in
            var drawn = part.unwrapped
            if let metres = options.simplification {
                drawn = drawn.simplified(metres: metres, keeping: number < line.nodes.count ? line.nodes[number] : [])
            }
            drawn.coordinates = drawn.coordinates.map { $0.rounded(decimals: decimals) }
            return drawn
        }
        let parts = lines.flatMap(\.cutAtAntimeridian)
        guard let bounds = Bounds(around: lines) else { return }
        try begin(head(line.feed).line)
        let writer = sink.writer
        switch options.format {
        case .geojsonl, .geojson:
            write(bounds, writer)
            writer.append(",\"properties\":{")
            writeProperties(line, writer)
            writer.append("},\"geometry\":")
            GeometryText.geoJSON(parts, decimals: decimals, into: writer)
        case .encoded:
            writer.append(",")
            writeProperties(line, writer)
            write(bounds, writer)
            writer.key(Keys.precision)
            writer.integer(options.precision)
            writer.key(Keys.encoded)
            GeometryText.encoded(parts, precision: options.precision, into: writer)
        case .wkt, .csv:
            writer.append(",")
            writeProperties(line, writer)
            if options.format == .wkt { write(bounds, writer) }
            writer.key(Keys.wkt)
            GeometryText.wkt(parts, decimals: decimals, into: writer)
        }
        try sink.end(lineFigures)
        linesWritten += 1
    }

    /// Writes the properties, beginning with a member and no comma.
    private func writeProperties(_ line: Line, _ writer: RecordWriter) {
        writer.firstKey(Keys.polylineID)
        writer.string(line.polylineID)
        write(Keys.tripID, line.tripID, writer)
        write(Keys.routeID, line.routeID, writer)
        if line.direction < 2 {
            writer.key(Keys.directionID)
            writer.integer(Int(line.direction))
        }
        write(Keys.routeShortName, line.routeShortName, writer)
        write(Keys.routeLongName, line.routeLongName, writer)
        write(Keys.routeType, line.routeType, writer)
        write(Keys.routeColor, line.routeColor, writer)
        writer.key(Keys.tripCount)
        writer.integer(line.tripCount)
        write(Keys.runs, line.runs, writer)
        write(Keys.stopIDs, line.stops, writer)
        writer.key(Keys.length)
        writer.rounded(line.parts.reduce(0) { $0 + $1.length }, decimals: 1)
        write(Keys.geometrySource, line.source.rawValue, writer)
        write(Keys.missingStopIDs, line.missingStops, writer)
    }

    private func write(_ key: JSONKey, _ text: String?, _ writer: RecordWriter) {
        guard let text else { return }
        writer.key(key)
        writer.string(text)
    }

    private func write(_ key: JSONKey, _ number: Int?, _ writer: RecordWriter) {
        guard let number else { return }
        writer.key(key)
        writer.integer(number)
    }

    private func write(_ key: JSONKey, _ stops: [Identifier<ScheduleTables.Stop>], _ writer: RecordWriter) {
        writer.key(key)
        writer.beginArray()
        for stop in stops {
            writer.separator()
            writer.string(schedule.stopIDs.text(stop))
        }
        writer.endArray()
    }

    private func write(_ bounds: Bounds, _ writer: RecordWriter) {
        writer.key(Keys.bbox)
        writer.beginArray()
        for degrees in [bounds.west, bounds.south, bounds.east, bounds.north] {
            writer.separator()
            writer.rounded(degrees, decimals: decimals)
        }
        writer.endArray()
    }

    // MARK: Pins

    /// Writes a stop that has coordinates.
    func write(
        _ stop: Identifier<ScheduleTables.Stop>, at coordinate: Coordinate, routes: [Identifier<ScheduleTables.Route>]
    ) throws {
        try begin(head(schedule.stopIDs.feed(stop)).pin)
        let writer = sink.writer
        writer.append(isFeature ? ",\"properties\":{" : ",")
        writer.firstKey(Keys.stopID)
        writer.string(schedule.stopIDs.text(stop))
        if let name = schedule.bytes(schedule[stop].name) {
            writer.key(Keys.stopName)
            writer.string(name)
        }
        if let boarding = schedule.wheelchairBoarding(stop) {
            writer.key(Keys.wheelchairBoarding)
            writer.integer(Int(boarding))
        }
        writer.key(Keys.routeIDs)
        writer.beginArray()
        for route in routes {
            writer.separator()
            writer.string(schedule.routeIDs.text(route))
        }
        writer.endArray()
        switch options.format {
        case .geojsonl, .geojson:
            writer.append("},\"geometry\":{\"type\":\"Point\",\"coordinates\":")
            GeometryText.position(coordinate, decimals: decimals, into: writer)
            writer.endObject()
        case .encoded:
            writer.key(Keys.precision)
            writer.integer(options.precision)
            writer.key(Keys.encoded)
            writer.string(EncodedPolyline.encode([coordinate], precision: options.precision))
        case .wkt, .csv:
            writer.key(Keys.wkt)
            writer.append("\"POINT (")
            GeometryText.pair(coordinate, decimals: decimals, into: writer)
            writer.append(")\"")
        }
        try sink.end(pinFigures)
        pinsWritten += 1
    }

    private enum Keys {
        static let polylineID = JSONKey("polyline_id")
        static let tripID = JSONKey("trip_id")
        static let routeID = JSONKey("route_id")
        static let directionID = JSONKey("direction_id")
        static let routeShortName = JSONKey("route_short_name")
        static let routeLongName = JSONKey("route_long_name")
        static let routeType = JSONKey("route_type")
        static let routeColor = JSONKey("route_color")
        static let runs = JSONKey("runs")
        static let tripCount = JSONKey("trip_count")
        static let stopIDs = JSONKey("stop_ids")
        static let length = JSONKey("length_m")
        static let geometrySource = JSONKey("geometry_source")
        static let missingStopIDs = JSONKey("missing_stop_ids")
        static let bbox = JSONKey("bbox")
        static let precision = JSONKey("precision")
        static let encoded = JSONKey("encoded")
        static let wkt = JSONKey("wkt")
        static let stopID = JSONKey("stop_id")
        static let stopName = JSONKey("stop_name")
        static let wheelchairBoarding = JSONKey("wheelchair_boarding")
        static let routeIDs = JSONKey("route_ids")
    }
}
