import Glibc
import NDJSON

/// Measures writing alone: 2,000 rows, TIMES times, in blocks as a stage's sink does.
///
///     writer-alone TIMES                  rows as long as those of `decode-rt` over 2,000 vehicles, from prepared values
///     writer-alone TIMES predictions      trip updates as `predict` writes them, each with 45 stops, from prepared values
///     writer-alone TIMES stop_times       records as long as the stop times of `ingest`, which are only copied
@main
struct WriterAlone {
    private struct Vehicle {
        let trip: UnsafeRawBufferPointer
        let route: UnsafeRawBufferPointer
        let name: UnsafeRawBufferPointer
        let plate: UnsafeRawBufferPointer
        let stop: UnsafeRawBufferPointer
        let latitude: Float
        let longitude: Float
    }

    static func main() {
        let words = CommandLine.arguments
        let what = words.count == 3 ? words[2] : ""
        guard 2...3 ~= words.count, ["", "predictions", "stop_times"].contains(what), let times = Int(words[1]) else {
            exit(64)
        }
        // F_SETPIPE_SZ: a pipe buffer as large as a stage's.
        _ = fcntl(1, 1031, 1 << 20)
        let vehicles = (0..<2000).map { vehicle($0) }
        let keys = Keys()
        let writer = RecordWriter(capacity: 1 << 18)
        if what == "stop_times" {
            let records = (0..<2000).map { stopTime($0) }
            for _ in 0..<times {
                for record in records {
                    writer.append(record)
                    if writer.count >= 1 << 17 { flush(writer) }
                }
            }
            flush(writer)
            return
        }
        if what == "predictions" {
            let stops = (0..<45).map { kept("S\(1000 + $0)") }
            for time in 0..<times {
                for (number, vehicle) in vehicles.enumerated() {
                    writeUpdate(vehicle, number, 1_772_398_800 + time * 15, stops, keys, writer)
                    if writer.count >= 1 << 17 { flush(writer) }
                }
            }
            flush(writer)
            return
        }
        for time in 0..<times {
            for (number, vehicle) in vehicles.enumerated() {
                write(vehicle, number, 1_772_398_800 + time * 15, keys, writer)
                if writer.count >= 1 << 17 { flush(writer) }
            }
        }
        flush(writer)
    }

    /// A text in memory that is never freed.
    private static func kept(_ text: String) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 8)
        copy.copyBytes(from: text.utf8)
        return UnsafeRawBufferPointer(copy)
    }

    private static func stopTime(_ number: Int) -> UnsafeRawBufferPointer {
        let second = 10 + number % 50
        return kept(
            """
            {"table":"stop_times","trip_id":"B-10-su-1-32-w\(number % 10)","arrival_time":"25:02:\(second)",\
            "departure_time":"25:03:\(second)","stop_id":"0\(1000 + number % 899)","stop_sequence":\(number % 30),\
            "pickup_type":0,"drop_off_type":0,"shape_dist_traveled":\(100 + number * 7),"timepoint":0}

            """)
    }

    private static func vehicle(_ number: Int) -> Vehicle {
        let north = Float(number * 37 % 9973) / 1e4
        let east = Float(number * 53 % 9967) / 1e4
        return Vehicle(
            trip: kept("B-\(number % 80)-wd-\(number % 9)-\(number % 97)"), route: kept("B-\(number % 80)"),
            name: kept("bus-\(2000 + number)"), plate: kept("\(2000 + number)LT"),
            stop: kept("S\(1000 + number % 899)"), latitude: -25 - north, longitude: 150 + east)
    }

    private static func write(
        _ vehicle: Vehicle, _ number: Int, _ time: Int, _ keys: borrowing Keys, _ out: RecordWriter
    ) {
        out.beginObject()
        out.firstKey(keys.table)
        out.string("vehicle_positions")
        integer(keys.feedTimestamp, time, out)
        text(keys.entityID, vehicle.name, out)
        text(keys.tripID, vehicle.trip, out)
        text(keys.routeID, vehicle.route, out)
        integer(keys.directionID, number & 1, out)
        text(keys.startTime, keys.start, out)
        text(keys.startDate, keys.date, out)
        integer(keys.scheduleRelationship, 0, out)
        text(keys.vehicleID, vehicle.name, out)
        text(keys.vehicleLabel, vehicle.name, out)
        text(keys.licensePlate, vehicle.plate, out)
        integer(keys.wheelchairAccessible, 2, out)
        float(keys.latitude, vehicle.latitude, out)
        float(keys.longitude, vehicle.longitude, out)
        float(keys.bearing, Float(number % 360), out)
        float(keys.speed, Float(number % 150) / 10, out)
        integer(keys.currentStopSequence, number % 30, out)
        text(keys.stopID, vehicle.stop, out)
        integer(keys.currentStatus, 2, out)
        integer(keys.timestamp, time - number % 15, out)
        integer(keys.congestionLevel, 1, out)
        integer(keys.occupancyStatus, number % 6, out)
        out.endObject()
        out.newline()
    }

    private static func writeUpdate(
        _ vehicle: Vehicle, _ number: Int, _ time: Int, _ stops: [UnsafeRawBufferPointer], _ keys: borrowing Keys,
        _ out: RecordWriter
    ) {
        out.beginObject()
        out.firstKey(keys.table)
        out.string("trip_updates")
        integer(keys.feedTimestamp, time, out)
        text(keys.entityID, vehicle.trip, out)
        text(keys.tripID, vehicle.trip, out)
        text(keys.routeID, vehicle.route, out)
        integer(keys.directionID, number & 1, out)
        text(keys.startDate, keys.date, out)
        integer(keys.scheduleRelationship, 0, out)
        text(keys.vehicleID, vehicle.name, out)
        text(keys.vehicleLabel, vehicle.name, out)
        text(keys.licensePlate, vehicle.plate, out)
        integer(keys.timestamp, time - number % 15, out)
        out.key(keys.stopTimeUpdates)
        out.beginArray()
        for (place, stop) in stops.enumerated() {
            let ahead = place * 100 + number % 100
            out.separator()
            out.beginObject()
            out.firstKey(keys.stopSequence)
            out.integer(place + 1)
            text(keys.stopID, stop, out)
            integer(keys.arrivalTime, time + ahead, out)
            integer(keys.arrivalUncertainty, 30 + ahead / 7, out)
            integer(keys.departureTime, time + ahead + 20, out)
            integer(keys.departureUncertainty, 33 + ahead / 7, out)
            out.endObject()
        }
        out.endArray()
        out.endObject()
        out.newline()
    }

    private struct Keys {
        let table = JSONKey("table")
        let feedTimestamp = JSONKey("feed_timestamp")
        let entityID = JSONKey("entity_id")
        let tripID = JSONKey("trip_id")
        let routeID = JSONKey("route_id")
        let directionID = JSONKey("direction_id")
        let startTime = JSONKey("start_time")
        let startDate = JSONKey("start_date")
        let scheduleRelationship = JSONKey("schedule_relationship")
        let vehicleID = JSONKey("vehicle_id")
        let vehicleLabel = JSONKey("vehicle_label")
        let licensePlate = JSONKey("license_plate")
        let wheelchairAccessible = JSONKey("wheelchair_accessible")
        let latitude = JSONKey("latitude")
        let longitude = JSONKey("longitude")
        let bearing = JSONKey("bearing")
        let speed = JSONKey("speed")
        let currentStopSequence = JSONKey("current_stop_sequence")
        let stopID = JSONKey("stop_id")
        let currentStatus = JSONKey("current_status")
        let timestamp = JSONKey("timestamp")
        let congestionLevel = JSONKey("congestion_level")
        let occupancyStatus = JSONKey("occupancy_status")
        let stopTimeUpdates = JSONKey("stop_time_updates")
        let stopSequence = JSONKey("stop_sequence")
        let arrivalTime = JSONKey("arrival_time")
        let arrivalUncertainty = JSONKey("arrival_uncertainty")
        let departureTime = JSONKey("departure_time")
        let departureUncertainty = JSONKey("departure_uncertainty")
        let start = kept("06:59:00")
        let date = kept("20260302")
    }

    private static func text(_ key: JSONKey, _ value: UnsafeRawBufferPointer, _ out: RecordWriter) {
        out.key(key)
        out.string(value)
    }

    private static func integer(_ key: JSONKey, _ value: Int, _ out: RecordWriter) {
        out.key(key)
        out.integer(value)
    }

    private static func float(_ key: JSONKey, _ value: Float, _ out: RecordWriter) {
        out.key(key)
        out.float(value)
    }

    private static func flush(_ writer: RecordWriter) {
        var rest = writer.bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = Glibc.write(1, start, rest.count)
            if count <= 0 { exit(74) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        writer.removeAll()
    }
}
