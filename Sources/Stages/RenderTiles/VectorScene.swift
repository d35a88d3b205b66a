import Geometry
import MapTiles
import Networks

/// Lines and stops at one zoom as vector tiles have them.
///
/// Layers: `routes` and `stops`, their properties under GTFS's names.
struct VectorScene: Sendable {
    private struct Line: Sendable {
        let properties: [VectorTile.Property]
        /// Units of a tile from the world's corner, unwrapped.
        let parts: [[Place]]
    }

    struct Place: Sendable {
        let x: Double
        let y: Double
    }

    private struct Content: Sendable {
        var lines: [Int32] = []
        var stops: [Int32] = []
    }

    /// Units across a tile.
    static let extent = 4096
    /// Units beyond a tile's edge to which lines go on: 8 pixels of 512.
    static let buffer = 64
    /// Units that positions may lie off the line: a quarter of a pixel of 256.
    static let tolerance = 4.0

    let z: Int
    private var lines: [Line] = []
    private var stops: [(properties: [VectorTile.Property], place: Place)] = []
    private var contents: [UInt64: Content] = [:]

    init(_ network: WayNetwork, z: Int) {
        self.z = z
        let pixels = Double(VectorScene.buffer) / Double(VectorScene.extent) * TileScene.tileSide
        for line in network.lines where line.routes.isEmpty {
            var parts: [[Place]] = []
            var cover = TileCover(z: z)
            for part in line.parts {
                let unit = TileScene.metresPerPixel(part, z: z) * TileScene.tileSide / Double(VectorScene.extent)
                let simple = part.simplified(metres: VectorScene.tolerance * unit)
                parts.append(simple.coordinates.map(place))
                cover.insert(simple, buffer: pixels)
            }
            append(VectorScene.properties(line), parts, cover)
        }
        let strands = addWays(network, buffer: pixels)
        for (station, bars) in zip(network.stops, network.bars) {
            var properties = VectorScene.properties(station)
            var middle = place(station.coordinate)
            if let first = bars.first, let bar = strands?.bar(on: first.piece, at: first.share) {
                middle = VectorScene.place(bar.middle)
                properties.append(.init("bearing", .double(VectorScene.rounded(first.bearing, to: 0.1))))
                properties.append(.init("way_routes", .int64(Int64(network.ways.pieces[first.piece].strands.count))))
            }
            var cover = TileCover(z: z)
            cover.insert(coordinate(middle), buffer: pixels)
            let number = Int32(stops.count)
            stops.append((properties, middle))
            cover.forEachTile { contents[$0.packed, default: Content()].stops.append(number) }
        }
    }

    mutating func append(_ properties: [VectorTile.Property], _ parts: [[Place]], _ cover: TileCover) {
        let number = Int32(lines.count)
        lines.append(Line(properties: properties, parts: parts))
        cover.forEachTile { contents[$0.packed, default: Content()].lines.append(number) }
    }

    var tiles: [UInt64] { contents.keys.sorted() }

    var worldSide: Double { Double(VectorScene.extent) * Double(1 << z) }

    func place(_ coordinate: Coordinate) -> Place {
        let point = WebMercator.point(coordinate)
        return Place(x: point.x * worldSide, y: point.y * worldSide)
    }

    /// A tile's bytes, not compressed; nil where nothing lies in it.
    func tile(_ packed: UInt64) -> [UInt8]? {
        guard let content = contents[packed] else { return nil }
        let tile = Tile(packed: packed)
        let corner = Place(
            x: Double(tile.x * VectorScene.extent), y: Double(tile.y * VectorScene.extent))
        var routes = VectorTile.Layer(name: VectorLayer.routes.rawValue)
        for number in content.lines { routes.features += features(lines[Int(number)], corner) }
        var pins = VectorTile.Layer(name: VectorLayer.stops.rawValue)
        for number in content.stops {
            let stop = stops[Int(number)]
            let turns = ((stop.place.x - corner.x - Double(VectorScene.extent / 2)) / worldSide).rounded()
            let place = position(stop.place, corner, turns)
            pins.features.append(
                VectorTile.Feature(type: .point, parts: [[place]], properties: stop.properties))
        }
        let made = VectorTile(layers: [routes, pins]).clipped(buffer: VectorScene.buffer)
        guard made.layers.contains(where: { !$0.features.isEmpty }) else { return nil }
        return VectorTileWriter().bytes(of: made)
    }

    /// A line once for each turn of the globe in which it comes near the tile, which is once for nearly every line.
    private func features(_ line: Line, _ corner: Place) -> [VectorTile.Feature] {
        let far = Double(VectorScene.extent + VectorScene.buffer)
        var found: [VectorTile.Feature] = []
        for turn in -1...1 {
            let shift = corner.x + Double(turn) * worldSide
            // Only what comes near: a line across a country has more positions than a tile needs.
            var parts: [[TilePosition]] = []
            for part in line.parts {
                var run: [TilePosition] = []
                for index in part.indices.dropFirst() {
                    let (from, to) = (part[index - 1], part[index])
                    let isNear =
                        max(from.x, to.x) - shift >= -Double(VectorScene.buffer) && min(from.x, to.x) - shift <= far
                        && max(from.y, to.y) - corner.y >= -Double(VectorScene.buffer)
                        && min(from.y, to.y) - corner.y <= far
                    if isNear {
                        if run.isEmpty { run.append(position(from, corner, Double(turn))) }
                        run.append(position(to, corner, Double(turn)))
                    } else if !run.isEmpty {
                        parts.append(run)
                        run = []
                    }
                }
                if !run.isEmpty { parts.append(run) }
            }
            if !parts.isEmpty {
                found.append(VectorTile.Feature(type: .line, parts: parts, properties: line.properties))
            }
        }
        return found
    }

    private func position(_ place: Place, _ corner: Place, _ turns: Double) -> TilePosition {
        func limited(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), -1e9), 1e9)) }
        return TilePosition(x: limited(place.x - corner.x - turns * worldSide), y: limited(place.y - corner.y))
    }

    // MARK: Properties

    static func properties(_ line: NetworkLine) -> [VectorTile.Property] {
        var properties: [VectorTile.Property] = []
        func add(_ name: String, _ value: String?) {
            if let value { properties.append(.init(name, .string(value))) }
        }
        add("feed_id", line.feedID)
        add("polyline_id", line.polylineID)
        add("route_id", line.routeID)
        add("route_short_name", line.routeShortName)
        add("route_long_name", line.routeLongName)
        if let type = line.routeType { properties.append(.init("route_type", .int64(Int64(type)))) }
        add("route_color", line.routeColor)
        add("route_text_color", line.routeTextColor)
        add("agency_name", line.agencyName)
        if let direction = line.directionID { properties.append(.init("direction_id", .int64(Int64(direction)))) }
        add("trip_id", line.tripID)
        if let count = line.tripCount { properties.append(.init("trip_count", .int64(Int64(count)))) }
        if let runs = line.runs { properties.append(.init("runs", .int64(Int64(runs)))) }
        return properties
    }

    private static func properties(_ stop: NetworkStop) -> [VectorTile.Property] {
        var properties: [VectorTile.Property] = []
        if let feed = stop.feedID { properties.append(.init("feed_id", .string(feed))) }
        properties.append(.init("stop_id", .string(stop.stopID)))
        if let name = stop.stopName { properties.append(.init("stop_name", .string(name))) }
        if let access = stop.wheelchairBoarding {
            properties.append(.init("wheelchair_boarding", .int64(Int64(access))))
        }
        // A vector tile has no lists (§4.4).
        properties.append(.init("route_ids", .string(stop.routeIDs.joined(separator: ","))))
        if stop.isStation {
            properties.append(.init("location_type", .int64(1)))
            properties.append(.init("platforms", .string(stop.platforms.map(\.stopID).joined(separator: ","))))
        }
        return properties
    }
}

/// The layers of our vector tiles, and what their features have.
enum VectorLayer: String, CaseIterable {
    case routes
    case stops

    private var fields: KeyValuePairs<String, String> {
        switch self {
        case .routes:
            [
                "feed_id": "String", "polyline_id": "String", "route_id": "String", "route_short_name": "String",
                "route_long_name": "String", "route_type": "Number", "route_color": "String",
                "route_text_color": "String", "agency_name": "String", "direction_id": "Number", "trip_id": "String",
                "trip_count": "Number", "runs": "Number", "offset": "Number", "width": "Number",
            ]
        case .stops:
            [
                "feed_id": "String", "stop_id": "String", "stop_name": "String", "wheelchair_boarding": "Number",
                "route_ids": "String", "location_type": "Number", "platforms": "String", "bearing": "Number",
                "way_routes": "Number",
            ]
        }
    }

    /// The `vector_layers` of metadata as JSON (MBTiles 1.3).
    static func metadata(_ zooms: ClosedRange<Int>) -> String {
        let layers = allCases.map { layer in
            let fields = layer.fields.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
            return "{\"id\":\"\(layer.rawValue)\",\"fields\":{\(fields)},\"minzoom\":\(zooms.lowerBound),"
                + "\"maxzoom\":\(zooms.upperBound)}"
        }
        return "[" + layers.joined(separator: ",") + "]"
    }
}
