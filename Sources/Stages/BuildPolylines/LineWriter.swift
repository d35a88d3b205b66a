import Containers
import Contract
import Geometry
import StageKit
import TableFormats

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
    let decimals: Int

    /// Takes lines as values instead of writing them.
    var take: ((LineValue) -> Void)?
    private(set) var linesWritten = 0
    private(set) var pinsWritten = 0

    init(_ options: BuildPolylinesOptions, _ schedule: ScheduleTables, _ context: StageContext) {
        self.options = options
        self.schedule = schedule
        self.context = context
        sink = context.sink
        lineFigures = context.summary.table(Tables.Polylines.name)
        pinFigures = context.summary.table(Tables.StopPins.name)
        decimals = options.format == .own(.encoded) ? options.precision : options.digits
    }

    // MARK: The whole

    func begin() throws {
        if let folder = options.split, let format = options.fileFormat {
            return try context.split(into: folder, as: format, shapes: shape)
        }
        switch options.format {
        case .table(let format):
            // Lines of several feeds carry theirs.
            try context.writeTable(
                Tables.Polylines.self,
                columns: format.holdsFeatures
                    ? [Tables.AnyRecord.columns.feedID] + lineColumns
                    : lineColumns + [Tables.TextGeometry.columns.wkt], as: format)
        case .own(.geojson): try sink.text("{\"type\":\"FeatureCollection\",\"features\":[")
        case .own: break
        }
    }

    /// The columns of a table of lines: those of ways are there where it is of ways.
    private var lineColumns: [any AnyColumn] {
        let columns = Tables.Polylines.columns
        let ofWays = [columns.routeIDs.name, columns.routes.name, columns.fromNode.name, columns.toNode.name]
        return options.grouping == .way
            ? Tables.Polylines.all : Tables.Polylines.all.filter { !ofWays.contains($0.name) }
    }

    /// What the files of a folder have; those of several feeds carry their ids.
    private func shape(of table: String) -> TableShape? {
        let columns = table == Tables.StopPins.name ? Tables.StopPins.all : lineColumns
        let feedID: [any AnyColumn] = isFlat ? [] : [Tables.AnyRecord.columns.feedID]
        let geometry: [any AnyColumn] = isFlat ? [Tables.TextGeometry.columns.wkt] : []
        return TableShape(table, (feedID + columns + geometry).map(\.description), isFeature: isFeature)
    }

    func end() throws {
        guard options.format == .own(.geojson) else { return }
        try sink.text("]}\n")
    }

    private var isFeature: Bool {
        switch options.format {
        case .own(.geojsonl), .own(.geojson): true
        case .own(.encoded), .own(.wkt): false
        case .table(let format): format.holdsFeatures
        }
    }

    /// Whether lines are rows of a table that has their geometry as text.
    private var isFlat: Bool { options.format.table.map { !$0.holdsFeatures } ?? false }

    private func head(_ feed: UInt16) -> (line: RecordHead, pin: RecordHead) {
        if let known = heads[feed] { return known }
        let id = context.options.feedID ?? schedule.feedID(feed)
        let fresh = (
            RecordHead(table: Tables.Polylines.name, feedID: id, isFeature: isFeature),
            RecordHead(table: Tables.StopPins.name, feedID: id, isFeature: isFeature)
        )
        heads[feed] = fresh
        return fresh
    }

    private func begin(_ head: RecordHead) throws {
        if options.format == .own(.geojson) { try sink.text(isFirst ? "\n" : ",") }
        isFirst = false
        sink.begin(head)
    }

    // MARK: Lines

    /// Writes a line; each of its parts has two positions at least. A line whose parts are one position each as they are
    /// written has no length: it is reported and not written.
    func write(_ line: Line) throws {
        let lines = drawn(line).filter { part in part.coordinates.contains { $0 != part.coordinates.first } }
        guard !lines.isEmpty else {
            return context.diagnostics.report(
                Finding(
                    .warning, "line_without_length",
                    message:
                        "\(Finding.printable(line.title)): all its positions are the same with \(decimals) decimals; "
                        + "no line drawn"))
        }
        let parts = lines.flatMap(\.cutAtAntimeridian)
        guard let bounds = Bounds(around: lines) else { return }
        if let take {
            linesWritten += 1
            lineFigures.written += 1
            return take(LineValue(line, parts, schedule))
        }
        let bbox = [bounds.west, bounds.south, bounds.east, bounds.north]
        try begin(head(line.feed).line)
        let writer = sink.writer
        switch options.format {
        case _ where isFeature:
            Row<Tables.Feature>.members(writer) { row in
                let columns = Tables.Feature.columns
                row.numbers(columns.bbox, bbox, decimals: decimals)
                row.json(columns.properties) { Row<Tables.Polylines>.object($0) { set($0, line) } }
                row.json(columns.geometry) { GeometryText.geoJSON(parts, decimals: decimals, into: $0) }
            }
        case .own(.encoded):
            Row<Tables.Polylines>.members(writer) { set($0, line) }
            Row<Tables.EncodedLine>.members(writer) { row in
                let columns = Tables.EncodedLine.columns
                row.numbers(columns.bbox, bbox, decimals: decimals)
                row[columns.precision] = options.precision
                row.json(columns.encoded) { GeometryText.encoded(parts, precision: options.precision, into: $0) }
            }
        case .own(.wkt):
            Row<Tables.Polylines>.members(writer) { set($0, line) }
            Row<Tables.TextLine>.members(writer) { row in
                row.numbers(Tables.TextLine.columns.bbox, bbox, decimals: decimals)
                row.json(Tables.TextLine.columns.wkt) { GeometryText.wkt(parts, decimals: decimals, into: $0) }
            }
        default:
            Row<Tables.Polylines>.members(writer) { set($0, line) }
            Row<Tables.TextGeometry>.members(writer) { row in
                row.json(Tables.TextGeometry.columns.wkt) { GeometryText.wkt(parts, decimals: decimals, into: $0) }
            }
        }
        try sink.end(lineFigures)
        linesWritten += 1
    }

    /// A line's parts as they are asked for: simplified and rounded.
    private func drawn(_ line: Line) -> [Polyline] {
        line.parts.enumerated().map { number, part in
            var drawn = part.unwrapped
            if let metres = options.simplification {
                drawn = drawn.simplified(metres: metres, keeping: number < line.nodes.count ? line.nodes[number] : [])
            }
            drawn.coordinates = drawn.coordinates.map { $0.rounded(decimals: decimals) }
            return drawn
        }
    }

    private func set(_ row: Row<Tables.Polylines>, _ line: Line) {
        let columns = Tables.Polylines.columns
        row[columns.polylineID] = line.polylineID
        row[columns.tripID] = line.tripID
        row[columns.routeID] = line.routeID
        row[columns.directionID] = line.direction < 2 ? Int(line.direction) : nil
        row[columns.routeShortName] = line.routeShortName
        row[columns.routeLongName] = line.routeLongName
        row[columns.routeType] = line.routeType
        row[columns.routeColor] = line.routeColor
        row[columns.routeTextColor] = line.routeTextColor
        row[columns.agencyName] = line.agencyName
        row[columns.agencyTimezone] = line.agencyTimezone
        setWay(row, line)
        row[columns.tripCount] = line.tripCount
        row[columns.runs] = line.runs
        if line.wayRoutes.isEmpty { row.texts(columns.stopIDs, line.stops.lazy.map(schedule.stopIDs.text)) }
        row[columns.length] = line.parts.reduce(0) { $0 + $1.length }
        row[columns.modificationsID] = line.modificationsID
        row[columns.geometrySource] = line.source.rawValue
        if line.wayRoutes.isEmpty {
            row.texts(columns.missingStopIDs, line.missingStops.lazy.map(schedule.stopIDs.text))
        }
    }

    /// What a piece of way has, and no other line.
    private func setWay(_ row: Row<Tables.Polylines>, _ line: Line) {
        guard !line.wayRoutes.isEmpty else { return }
        let columns = Tables.Polylines.columns
        row.texts(columns.routeIDs, line.wayRoutes.lazy.map { $0.routeID ?? "" })
        row.objects(columns.routes, line.wayRoutes) { row, route in
            let columns = Tables.Polylines.WayRoute.columns
            row[columns.routeID] = route.routeID ?? ""
            row[columns.routeShortName] = route.routeShortName
            row[columns.routeLongName] = route.routeLongName
            row[columns.routeType] = route.routeType
            row[columns.routeColor] = route.routeColor
            row[columns.routeTextColor] = route.routeTextColor
            row[columns.agencyName] = route.agencyName
            row[columns.agencyTimezone] = route.agencyTimezone
            row[columns.tripCount] = route.tripCount
            row[columns.runs] = route.runs
            row.texts(columns.fromPieces, route.fromPieces)
            row.texts(columns.toPieces, route.toPieces)
        }
        row[columns.fromNode] = line.fromNode
        row[columns.toNode] = line.toNode
    }

    // MARK: Pins

    /// Writes a stop that has coordinates.
    func write(
        _ stop: Identifier<ScheduleTables.Stop>, at coordinate: Coordinate, routes: [Identifier<ScheduleTables.Route>]
    ) throws {
        try begin(head(schedule.stopIDs.feed(stop)).pin)
        let writer = sink.writer
        switch options.format {
        case _ where isFeature:
            Row<Tables.Feature>.members(writer) { row in
                let columns = Tables.Feature.columns
                row.json(columns.properties) { Row<Tables.StopPins>.object($0) { set($0, stop, routes) } }
                row.json(columns.geometry) { GeometryText.geoJSON(coordinate, decimals: decimals, into: $0) }
            }
        case .own(.encoded):
            Row<Tables.StopPins>.members(writer) { set($0, stop, routes) }
            Row<Tables.EncodedPoint>.members(writer) { row in
                let columns = Tables.EncodedPoint.columns
                row[columns.precision] = options.precision
                row[columns.encoded] = EncodedPolyline.encode([coordinate], precision: options.precision)
            }
        default:
            Row<Tables.StopPins>.members(writer) { set($0, stop, routes) }
            Row<Tables.TextGeometry>.members(writer) { row in
                row.json(Tables.TextGeometry.columns.wkt) { GeometryText.wkt(coordinate, decimals: decimals, into: $0) }
            }
        }
        try sink.end(pinFigures)
        pinsWritten += 1
    }

    private func set(
        _ row: Row<Tables.StopPins>, _ stop: Identifier<ScheduleTables.Stop>,
        _ routes: [Identifier<ScheduleTables.Route>]
    ) {
        let columns = Tables.StopPins.columns
        row.set(columns.stopID, schedule.stopIDs.text(stop))
        if let name = schedule.bytes(schedule[stop].name) { row.set(columns.stopName, name) }
        if let station = schedule.station(of: stop) {
            row.set(columns.parentStation, schedule.stopIDs.text(station))
            if let name = schedule.bytes(schedule[station].name) { row.set(columns.stationName, name) }
        }
        if let code = schedule.bytes(schedule[stop].platformCode) { row.set(columns.platformCode, code) }
        row[columns.wheelchairBoarding] = schedule.wheelchairBoarding(stop).map(Int.init)
        row.texts(columns.routeIDs, routes.lazy.map(schedule.routeIDs.text))
    }
}
