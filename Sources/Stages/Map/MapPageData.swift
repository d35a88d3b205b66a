import Contract
import Geometry
import NDJSON
import Networks
import Occupancy

/// Writes what a page shows as the one JSON value in it; members have the records' names.
struct MapPageData {
    let model: MapModel
    private let overlay: OverlayContent?
    private let options: MapOptions
    private let ground: MapGround?
    private let stops: NetworkStops
    let writer = RecordWriter(capacity: 1 << 20)
    let page = MapPageMembers.columns

    /// The JSON's bytes, safe inside a script element: no `<`, and nothing that ends a line of a script.
    static func bytes(
        of model: MapModel, title: String, place: String?, licence: [UInt8]?, ground: MapGround? = nil,
        overlay: OverlayContent? = nil, _ options: MapOptions
    ) -> [UInt8] {
        let data = MapPageData(model: model, ground: ground, overlay: overlay, options: options)
        data.write(title: title, place: place, licence: licence)
        return escaped(data.writer.bytes)
    }

    private init(model: MapModel, ground: MapGround?, overlay: OverlayContent?, options: MapOptions) {
        self.model = model
        self.ground = ground
        self.overlay = overlay
        stops = model.stops
        self.options = options
    }

    /// `<`, `>`, `&` and U+2028 and U+2029 as JSON's own escapes; outside strings JSON has none of them.
    static func escaped(_ json: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(json.count + json.count / 64)
        var index = 0
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "<"): result += Array("\\u003c".utf8)
            case UInt8(ascii: ">"): result += Array("\\u003e".utf8)
            case UInt8(ascii: "&"): result += Array("\\u0026".utf8)
            case 0xE2 where index + 2 < json.count && json[index + 1] == 0x80 && json[index + 2] & 0xFE == 0xA8:
                result += Array((json[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
                index += 2
            case let byte: result.append(byte)
            }
            index += 1
        }
        return result
    }

    // MARK: Members

    func text<M, P: RecordPresence>(_ column: Column<M, Text, P>, _ value: String?) {
        guard let value else { return }
        writer.member(column)
        writer.string(value)
    }

    /// A date or time as the record has it.
    private func text<M, V: ColumnValue, P: RecordPresence>(_ column: Column<M, V, P>, written value: String?) {
        guard let value else { return }
        writer.member(column)
        writer.string(value)
    }

    func integer<M, V: ColumnValue, P>(_ column: Column<M, V, P>, _ value: Int?) where V.Value == Int {
        guard let value else { return }
        writer.member(column)
        writer.integer(value)
    }

    func number<M, P: RecordPresence>(_ column: Column<M, Real, P>, _ value: Double?, decimals: Int) {
        guard let value else { return }
        writer.member(column)
        writer.rounded(value, decimals: decimals)
    }

    /// An array of what `write` makes of each element.
    private func list<M, V, P, Element>(
        _ column: Column<M, V, P>, _ elements: [Element], _ write: (Element) -> Void
    ) {
        writer.member(column)
        writer.beginArray()
        for element in elements {
            writer.separator()
            write(element)
        }
        writer.endArray()
    }

    func texts<M, P: RecordPresence>(_ column: Column<M, List<Text>, P>, _ texts: [String]) {
        list(column, texts) { writer.string($0) }
    }

    func numbers<M, P: RecordPresence>(_ column: Column<M, List<Real>, P>, _ numbers: [Double], decimals: Int) {
        list(column, numbers) { writer.rounded($0, decimals: decimals) }
    }

    private func bounds<M, P: RecordPresence>(_ column: Column<M, List<Real>, P>, _ box: Bounds) {
        numbers(column, [box.west, box.south, box.east, box.north], decimals: 6)
    }

    func object<M, V, P>(_ column: Column<M, V, P>, _ write: () -> Void) {
        writer.member(column)
        writer.beginObject()
        write()
        writer.endObject()
    }

    func flag<M, P: RecordPresence>(_ column: Column<M, Flag, P>, _ value: Bool) {
        guard value else { return }
        writer.member(column)
        writer.bool(true)
    }

    func feed(_ id: String?) { text(Tables.AnyRecord.columns.feedID, id) }

    private func at(_ coordinate: Coordinate) {
        writer.member(page.position)
        writer.beginArray()
        writer.rounded(coordinate.longitude, decimals: 6)
        writer.append(UInt8(ascii: ","))
        writer.rounded(coordinate.latitude, decimals: 6)
        writer.endArray()
    }

    func array<M, V, P, Element>(
        _ column: Column<M, V, P>, _ elements: [Element], evenEmpty: Bool = false, _ write: (Element) -> Void
    ) {
        guard evenEmpty || !elements.isEmpty else { return }
        list(column, elements) { element in
            writer.beginObject()
            write(element)
            writer.endObject()
        }
    }

    private func write(_ ground: MapGround) {
        let columns = MapPageMembers.Ground.columns
        text(columns.schema, ground.schema?.rawValue)
        integer(columns.tileSize, ground.tileSize)
        integer(columns.minZoom, ground.zooms.lowerBound)
        integer(columns.maxZoom, ground.zooms.upperBound)
        bounds(columns.bounds, ground.bounds)
        text(columns.attribution, ground.attribution)
    }

    // MARK: The whole

    private func write(title: String, place: String?, licence: [UInt8]?) {
        writer.beginObject()
        text(page.title, title)
        text(page.place, place)
        flag(page.hasNetwork, model.hasNetwork)
        text(page.timezone, options.timezone ?? model.zone)
        writePlayback()
        if let basemap = options.server, model.hasCoordinates {
            let columns = MapPageMembers.Basemap.columns
            object(page.basemap) {
                texts(columns.tiles, basemap.templates)
                text(columns.scheme, basemap.isTMS ? "tms" : "xyz")
                text(columns.attribution, basemap.attribution)
            }
        }
        if let ground { object(page.ground) { write(ground) } }
        if let overlay { object(page.overlay) { write(overlay) } }
        // Longitudes in the page run on over the antimeridian around the first one.
        let anchor =
            model.lines.first?.parts.first?.coordinates.first ?? model.pins.first?.coordinate
            ?? model.vehicles.first?.coordinate
        let ways = MapPageWays(model, stops.all)
        array(page.wayRoutes, ways.network.routes, write)
        array(page.lines, ways.lines) { write($0, ways, near: anchor) }
        array(page.pins, Array(stops.all.enumerated())) { number, stop in
            write(stop, near: anchor)
            array(page.capsules, ways.capsules(of: number)) { write($0, near: anchor) }
        }
        array(page.departures, model.departures, write)
        array(page.boards, model.emptyBoards, write)
        array(page.trips, model.trips, write)
        array(page.vehicles, model.vehicles) { write($0, near: anchor) }
        array(page.occupancy, model.occupancy, write)
        array(page.alerts, model.alerts, write)
        if let licence { text(page.licence, String(decoding: licence, as: UTF8.self)) }
        writer.endObject()
    }

    /// The position moved by whole turns to be nearest to another.
    private func near(_ anchor: Coordinate?, _ coordinate: Coordinate) -> Coordinate {
        guard let anchor else { return coordinate }
        var moved = coordinate
        moved.longitude -= ((coordinate.longitude - anchor.longitude) / 360).rounded() * 360
        return moved
    }

    private func write(_ overlay: OverlayContent) {
        let columns = MapPageMembers.Overlay.columns
        array(columns.frames, overlay.frames, evenEmpty: true) { frame in
            text(columns.name, frame.name)
            number(columns.time, frame.time, decimals: 3)
            number(columns.duration, frame.duration, decimals: 6)
        }
        integer(columns.minZoom, overlay.zooms.lowerBound)
        integer(columns.maxZoom, overlay.zooms.upperBound)
        if let box = overlay.bounds { bounds(columns.bounds, box) }
        text(columns.attribution, overlay.attribution)
        if !overlay.failed.isEmpty { texts(columns.failed, overlay.failed) }
        if let server = overlay.server {
            texts(columns.tiles, server.templates)
            text(columns.scheme, server.isTMS ? "tms" : "xyz")
        } else {
            text(columns.attachment, OverlayContent.attachmentName)
        }
    }

    private func write(_ board: MapBoard) {
        let columns = Tables.Boards.columns
        feed(board.feedID)
        text(columns.stopID, board.stopID)
        text(columns.stopName, board.stopName)
        writer.member(columns.at)
        writer.integer(board.at)
        integer(columns.horizonSeconds, board.horizon)
    }

    /// A route of pieces of way.
    private func write(_ route: NetworkWays.Route) {
        let columns = Tables.Polylines.WayRoute.columns
        feed(route.feedID)
        text(columns.routeID, route.facts.routeID)
        text(columns.routeShortName, route.facts.routeShortName)
        text(columns.routeLongName, route.facts.routeLongName)
        text(columns.routeColor, route.facts.routeColor)
        text(columns.routeTextColor, route.facts.routeTextColor)
    }

    private func write(_ line: MapPageWays.Line, _ ways: MapPageWays, near anchor: Coordinate?) {
        switch line {
        case .single(let line): write(line, near: anchor)
        case .piece(let number):
            let piece = ways.network.pieces[number]
            write(model.lines[piece.line], path: piece.path, near: anchor)
            array(page.routes, piece.strands) { strand in
                let columns = Tables.Polylines.WayRoute.columns
                integer(page.route, strand.route)
                integer(columns.tripCount, strand.tripCount)
                integer(columns.runs, strand.runs)
                whole(page.from, ways.ends(strand.from))
                whole(page.to, ways.ends(strand.to))
            }
        }
    }

    private func whole<M, P: RecordPresence>(_ column: Column<M, List<Real>, P>, _ numbers: [Int]) {
        if !numbers.isEmpty { list(column, numbers) { writer.integer($0) } }
    }

    private func write(_ capsule: MapPageWays.Capsule, near anchor: Coordinate?) {
        integer(page.line, capsule.line)
        at(near(anchor, capsule.bar.coordinate))
        number(page.bearing, capsule.bar.bearing, decimals: 1)
    }

    /// - Parameter path: what is drawn of the line, where that is not all of it.
    private func write(_ line: NetworkLine, path: Polyline? = nil, near anchor: Coordinate?) {
        let columns = Tables.Polylines.columns
        feed(line.feedID)
        text(columns.polylineID, line.polylineID)
        text(columns.tripID, line.tripID)
        text(columns.routeID, line.routeID)
        integer(columns.directionID, line.directionID)
        text(columns.routeShortName, line.routeShortName)
        text(columns.routeLongName, line.routeLongName)
        text(columns.routeColor, line.routeColor)
        text(columns.routeTextColor, line.routeTextColor)
        integer(columns.tripCount, line.tripCount)
        integer(columns.runs, line.runs)
        number(columns.length, line.length, decimals: 1)
        if line.routes.isEmpty { integer(page.stopCount, stops.count(on: line)) }
        if line.missingStopCount > 0 { integer(page.missingStopCount, line.missingStopCount) }
        texts(
            page.parts,
            (path.map { [$0] } ?? line.parts).map { part in
                let shift = part.coordinates.first.map { near(anchor, $0).longitude - $0.longitude } ?? 0
                let moved =
                    shift == 0
                    ? part.coordinates
                    : part.coordinates.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + shift) }
                return EncodedPolyline.encode(moved, precision: 6)
            })
    }

    private func write(_ stop: NetworkStop, near anchor: Coordinate?) {
        let columns = Tables.StopPins.columns
        feed(stop.feedID)
        text(columns.stopID, stop.stopID)
        text(columns.stopName, stop.stopName)
        integer(columns.wheelchairBoarding, stop.wheelchairBoarding)
        if !stop.routeIDs.isEmpty { texts(columns.routeIDs, stop.routeIDs) }
        at(near(anchor, stop.coordinate))
        array(page.platforms, stop.platforms) { platform in
            text(columns.stopID, platform.stopID)
            if platform.stopName != stop.stopName { text(columns.stopName, platform.stopName) }
            text(columns.platformCode, platform.platformCode)
            if stop.accessDiffers { integer(columns.wheelchairBoarding, platform.wheelchairBoarding) }
        }
    }

    private func write(_ departure: MapDeparture) {
        let columns = Tables.Departures.columns
        feed(departure.feedID)
        text(columns.stopID, departure.stopID)
        text(columns.stopName, departure.stopName)
        text(columns.platformCode, departure.platformCode)
        text(columns.tripID, departure.tripID)
        text(columns.startDate, written: departure.startDate)
        text(columns.startTime, written: departure.startTime)
        text(columns.routeID, departure.routeID)
        text(columns.routeShortName, departure.routeShortName)
        text(columns.routeColor, departure.routeColor)
        text(columns.routeTextColor, departure.routeTextColor)
        text(columns.headsign, departure.headsign)
        integer(columns.wheelchairAccessible, departure.wheelchairAccessible)
        integer(columns.scheduledTime, departure.scheduledTime)
        text(columns.scheduledTimeLocal, departure.scheduledTimeLocal)
        integer(columns.departureTime, departure.departureTime)
        text(columns.departureTimeLocal, departure.departureTimeLocal)
        integer(columns.delay, departure.delay)
        flag(columns.realtime, departure.isRealtime)
        integer(columns.scheduleRelationship, departure.scheduleRelationship)
        text(columns.modificationsID, departure.modificationsID)
        integer(columns.countdownSeconds, departure.countdown)
        integer(columns.occupancyStatus, departure.occupancyStatus?.code)
        integer(columns.occupancyPercentage, departure.occupancyPercentage)
        integer(columns.typicalOccupancyStatus, departure.typicalStatus?.code)
        if !departure.alertIDs.isEmpty { texts(page.alertIDs, departure.alertIDs) }
    }

    private func write(_ trip: MapTrip) {
        let columns = Tables.TripDetails.columns
        feed(trip.feedID)
        text(columns.tripID, trip.tripID)
        text(columns.startDate, written: trip.startDate)
        text(columns.startTime, written: trip.startTime)
        text(columns.routeID, trip.routeID)
        text(columns.routeShortName, trip.routeShortName)
        text(columns.routeLongName, trip.routeLongName)
        text(columns.routeColor, trip.routeColor)
        text(columns.routeTextColor, trip.routeTextColor)
        text(columns.headsign, trip.headsign)
        integer(columns.wheelchairAccessible, trip.wheelchairAccessible)
        integer(columns.scheduleRelationship, trip.scheduleRelationship)
        text(columns.modificationsID, trip.modificationsID)
        text(columns.timezone, trip.timezone)
        if !trip.detourLine.isEmpty {
            texts(page.parts, [EncodedPolyline.encode(Polyline(trip.detourLine).unwrapped.coordinates, precision: 6)])
        }
        array(columns.stops, trip.stops, evenEmpty: true, write)
        if !trip.alertIDs.isEmpty { texts(page.alertIDs, trip.alertIDs) }
        guard let vehicle = trip.vehicle else { return }
        let vehicleColumns = Tables.TripDetails.Vehicle.columns
        writer.member(columns.vehicle)
        writer.beginObject()
        text(vehicleColumns.vehicleID, vehicle.vehicleID)
        text(vehicleColumns.vehicleLabel, vehicle.label)
        number(vehicleColumns.latitude, vehicle.coordinate?.latitude, decimals: 6)
        number(vehicleColumns.longitude, vehicle.coordinate?.longitude, decimals: 6)
        number(vehicleColumns.bearing, vehicle.bearing, decimals: 1)
        integer(vehicleColumns.timestamp, vehicle.timestamp)
        integer(vehicleColumns.occupancyStatus, vehicle.occupancyStatus?.code)
        integer(vehicleColumns.occupancyPercentage, vehicle.occupancyPercentage)
        writer.endObject()
    }

    private func write(_ stop: MapTripStop) {
        let columns = Tables.TripDetails.Stop.columns
        text(columns.stopID, stop.stopID)
        text(columns.stopName, stop.stopName)
        number(columns.lat, stop.coordinate?.latitude, decimals: 6)
        number(columns.lon, stop.coordinate?.longitude, decimals: 6)
        integer(columns.arrivalTimeSecs, stop.arrival)
        integer(columns.departureTimeSecs, stop.departure)
        text(columns.platformCode, stop.platformCode)
        integer(columns.wheelchairBoarding, stop.wheelchairBoarding)
        integer(columns.delay, stop.delay)
        flag(columns.skipped, stop.isSkipped)
        integer(columns.occupancyStatus, stop.occupancyStatus?.code)
        integer(columns.typicalOccupancyStatus, stop.typicalStatus?.code)
        if !stop.alertIDs.isEmpty { texts(page.alertIDs, stop.alertIDs) }
    }

    private func write(_ vehicle: MapVehicle, near anchor: Coordinate?) {
        let columns = Tables.VehiclePositions.columns
        feed(vehicle.feedID)
        text(columns.vehicleID, vehicle.vehicleID)
        text(columns.vehicleLabel, vehicle.label)
        text(columns.tripID, vehicle.tripID)
        text(columns.routeID, vehicle.routeID)
        number(columns.bearing, vehicle.bearing, decimals: 1)
        integer(page.time, vehicle.time)
        integer(columns.occupancyStatus, vehicle.occupancyStatus?.code)
        integer(columns.occupancyPercentage, vehicle.occupancyPercentage)
        at(near(anchor, vehicle.coordinate))
    }

    private func write(_ row: MapOccupancyRow) {
        let columns = Tables.Occupancy.columns
        feed(row.feedID)
        text(columns.keys.routeID, row.routeID)
        integer(columns.observations, row.observations)
        list(page.levels, row.levels) { writer.integer($0) }
    }
}
