import Geometry
import NDJSON
import Occupancy

/// Writes what a page shows as the one JSON value in it; members have the records' names.
struct MapPageData {
    private let model: MapModel
    private let options: MapOptions
    private let writer = RecordWriter(capacity: 1 << 20)

    /// The JSON's bytes, safe inside a script element: no `<`, and nothing that ends a line of a script.
    static func bytes(
        of model: MapModel, title: String, place: String?, licence: [UInt8]?, _ options: MapOptions
    ) -> [UInt8] {
        let data = MapPageData(model: model, options: options)
        data.write(title: title, place: place, licence: licence)
        return escaped(data.writer.bytes)
    }

    private init(model: MapModel, options: MapOptions) {
        self.model = model
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

    private func key(_ name: StaticString) {
        writer.separator()
        writer.append("\"")
        writer.append(UnsafeRawPointer(name.utf8Start), name.utf8CodeUnitCount)
        writer.append("\":")
    }

    private func text(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        writer.string(value)
    }

    private func integer(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        writer.integer(value)
    }

    private func number(_ name: StaticString, _ value: Double?, decimals: Int) {
        guard let value else { return }
        key(name)
        writer.rounded(value, decimals: decimals)
    }

    private func flag(_ name: StaticString, _ value: Bool) {
        guard value else { return }
        key(name)
        writer.bool(true)
    }

    private func at(_ coordinate: Coordinate) {
        key("at")
        writer.beginArray()
        writer.rounded(coordinate.longitude, decimals: 6)
        writer.append(UInt8(ascii: ","))
        writer.rounded(coordinate.latitude, decimals: 6)
        writer.endArray()
    }

    private func array<Element>(_ name: StaticString, _ elements: [Element], _ write: (Element) -> Void) {
        guard !elements.isEmpty else { return }
        key(name)
        writer.beginArray()
        for element in elements {
            writer.separator()
            writer.beginObject()
            write(element)
            writer.endObject()
        }
        writer.endArray()
    }

    // MARK: The whole

    private func write(title: String, place: String?, licence: [UInt8]?) {
        writer.beginObject()
        text("title", title)
        text("place", place)
        flag("has_network", model.hasNetwork)
        if let basemap = options.basemap, model.hasCoordinates {
            key("basemap")
            writer.beginObject()
            key("tiles")
            writer.beginArray()
            for template in basemap.templates {
                writer.separator()
                writer.string(template)
            }
            writer.endArray()
            text("scheme", basemap.isTMS ? "tms" : "xyz")
            text("attribution", basemap.attribution)
            writer.endObject()
        }
        // Longitudes in the page run on over the antimeridian around the first one.
        let anchor =
            model.lines.first?.parts.first?.coordinates.first ?? model.pins.first?.coordinate
            ?? model.vehicles.first?.coordinate
        array("lines", model.lines) { write($0, near: anchor) }
        array("pins", model.pins) { write($0, near: anchor) }
        array("departures", model.departures, write)
        array("boards", model.emptyBoards, write)
        array("trips", model.trips, write)
        array("vehicles", model.vehicles) { write($0, near: anchor) }
        array("occupancy", model.occupancy, write)
        if let licence { text("licence", String(decoding: licence, as: UTF8.self)) }
        writer.endObject()
    }

    /// The position moved by whole turns to be nearest to another.
    private func near(_ anchor: Coordinate?, _ coordinate: Coordinate) -> Coordinate {
        guard let anchor else { return coordinate }
        var moved = coordinate
        moved.longitude -= ((coordinate.longitude - anchor.longitude) / 360).rounded() * 360
        return moved
    }

    private func write(_ board: MapBoard) {
        text("feed_id", board.feedID)
        text("stop_id", board.stopID)
        text("stop_name", board.stopName)
        key("at")
        writer.integer(board.at)
        integer("horizon_seconds", board.horizon)
    }

    private func write(_ line: MapLine, near anchor: Coordinate?) {
        text("feed_id", line.feedID)
        text("polyline_id", line.polylineID)
        text("trip_id", line.tripID)
        text("route_id", line.routeID)
        integer("direction_id", line.directionID)
        text("route_short_name", line.routeShortName)
        text("route_long_name", line.routeLongName)
        text("route_color", line.routeColor)
        integer("trip_count", line.tripCount)
        integer("runs", line.runs)
        number("length_m", line.length, decimals: 1)
        integer("stop_count", line.stopCount)
        if line.missingStopCount > 0 { integer("missing_stop_count", line.missingStopCount) }
        key("parts")
        writer.beginArray()
        for part in line.parts {
            writer.separator()
            let shift = part.coordinates.first.map { near(anchor, $0).longitude - $0.longitude } ?? 0
            let moved =
                shift == 0
                ? part.coordinates
                : part.coordinates.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + shift) }
            writer.string(EncodedPolyline.encode(moved, precision: 6))
        }
        writer.endArray()
    }

    private func write(_ pin: MapPin, near anchor: Coordinate?) {
        text("feed_id", pin.feedID)
        text("stop_id", pin.stopID)
        text("stop_name", pin.stopName)
        integer("wheelchair_boarding", pin.wheelchairBoarding)
        if !pin.routeIDs.isEmpty {
            key("route_ids")
            writer.beginArray()
            for route in pin.routeIDs {
                writer.separator()
                writer.string(route)
            }
            writer.endArray()
        }
        at(near(anchor, pin.coordinate))
    }

    private func write(_ departure: MapDeparture) {
        text("feed_id", departure.feedID)
        text("stop_id", departure.stopID)
        text("stop_name", departure.stopName)
        text("platform_code", departure.platformCode)
        text("trip_id", departure.tripID)
        text("start_date", departure.startDate)
        text("start_time", departure.startTime)
        text("route_id", departure.routeID)
        text("route_short_name", departure.routeShortName)
        text("route_color", departure.routeColor)
        text("route_text_color", departure.routeTextColor)
        text("headsign", departure.headsign)
        integer("wheelchair_accessible", departure.wheelchairAccessible)
        integer("scheduled_time", departure.scheduledTime)
        text("scheduled_time_local", departure.scheduledTimeLocal)
        integer("departure_time", departure.departureTime)
        text("departure_time_local", departure.departureTimeLocal)
        integer("delay", departure.delay)
        flag("realtime", departure.isRealtime)
        integer("schedule_relationship", departure.scheduleRelationship)
        integer("countdown_seconds", departure.countdown)
        integer("occupancy_status", departure.occupancyStatus?.code)
        integer("occupancy_percentage", departure.occupancyPercentage)
    }

    private func write(_ trip: MapTrip) {
        text("feed_id", trip.feedID)
        text("trip_id", trip.tripID)
        text("start_date", trip.startDate)
        text("start_time", trip.startTime)
        text("route_id", trip.routeID)
        text("route_short_name", trip.routeShortName)
        text("route_long_name", trip.routeLongName)
        text("route_color", trip.routeColor)
        text("route_text_color", trip.routeTextColor)
        text("headsign", trip.headsign)
        integer("wheelchair_accessible", trip.wheelchairAccessible)
        integer("schedule_relationship", trip.scheduleRelationship)
        text("timezone", trip.timezone)
        key("stops")
        writer.beginArray()
        for stop in trip.stops {
            writer.separator()
            writer.beginObject()
            write(stop)
            writer.endObject()
        }
        writer.endArray()
        guard let vehicle = trip.vehicle else { return }
        key("vehicle")
        writer.beginObject()
        text("vehicle_id", vehicle.vehicleID)
        text("vehicle_label", vehicle.label)
        number("latitude", vehicle.coordinate?.latitude, decimals: 6)
        number("longitude", vehicle.coordinate?.longitude, decimals: 6)
        number("bearing", vehicle.bearing, decimals: 1)
        integer("timestamp", vehicle.timestamp)
        integer("occupancy_status", vehicle.occupancyStatus?.code)
        integer("occupancy_percentage", vehicle.occupancyPercentage)
        writer.endObject()
    }

    private func write(_ stop: MapTripStop) {
        text("stop_id", stop.stopID)
        text("stop_name", stop.stopName)
        number("lat", stop.coordinate?.latitude, decimals: 6)
        number("lon", stop.coordinate?.longitude, decimals: 6)
        integer("arrival_time_secs", stop.arrival)
        integer("departure_time_secs", stop.departure)
        text("platform_code", stop.platformCode)
        integer("wheelchair_boarding", stop.wheelchairBoarding)
        integer("delay", stop.delay)
        flag("skipped", stop.isSkipped)
        integer("occupancy_status", stop.occupancyStatus?.code)
    }

    private func write(_ vehicle: MapVehicle, near anchor: Coordinate?) {
        text("feed_id", vehicle.feedID)
        text("vehicle_id", vehicle.vehicleID)
        text("vehicle_label", vehicle.label)
        text("trip_id", vehicle.tripID)
        text("route_id", vehicle.routeID)
        number("bearing", vehicle.bearing, decimals: 1)
        integer("time", vehicle.time)
        integer("occupancy_status", vehicle.occupancyStatus?.code)
        integer("occupancy_percentage", vehicle.occupancyPercentage)
        at(near(anchor, vehicle.coordinate))
    }

    private func write(_ row: MapOccupancyRow) {
        text("feed_id", row.feedID)
        text("route_id", row.routeID)
        integer("observations", row.observations)
        key("levels")
        writer.beginArray()
        for count in row.levels {
            writer.separator()
            writer.integer(count)
        }
        writer.endArray()
    }
}
