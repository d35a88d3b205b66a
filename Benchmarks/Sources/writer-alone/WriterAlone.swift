import Glibc
import NDJSON

/// What writing alone takes: rows as long as those of `decode-rt` over 2,000 vehicles, from values that are at hand.
///
///     writer-alone TIMES
///
/// writes the 2,000 rows so many times, in blocks as a stage's sink does.
@main
struct WriterAlone {
    private struct Vehicle {
        let trip: [UInt8]
        let route: [UInt8]
        let name: [UInt8]
        let plate: [UInt8]
        let stop: [UInt8]
        let latitude: Float
        let longitude: Float
    }

    static func main() {
        guard CommandLine.arguments.count == 2, let times = Int(CommandLine.arguments[1]) else { exit(64) }
        let vehicles = (0..<2000).map { number in
            Vehicle(
                trip: Array("B-\(number % 80)-wd-\(number % 9)-\(number % 97)".utf8),
                route: Array("B-\(number % 80)".utf8),
                name: Array("bus-\(2000 + number)".utf8), plate: Array("\(2000 + number)LT".utf8),
                stop: Array("S\(1000 + number % 899)".utf8), latitude: -25 - Float(number * 37 % 9973) / 1e4,
                longitude: 150 + Float(number * 53 % 9967) / 1e4)
        }
        let writer = RecordWriter(capacity: 1 << 18)
        for time in 0..<times {
            for (number, vehicle) in vehicles.enumerated() {
                write(vehicle, number, 1_772_398_800 + time * 15, writer)
                if writer.count >= 1 << 17 { flush(writer) }
            }
        }
        flush(writer)
    }

    private static func write(_ vehicle: Vehicle, _ number: Int, _ time: Int, _ out: RecordWriter) {
        out.beginObject()
        out.firstKey(Keys.table)
        out.string("vehicle_positions")
        integer(Keys.feedTimestamp, time, out)
        text(Keys.entityID, vehicle.name, out)
        text(Keys.tripID, vehicle.trip, out)
        text(Keys.routeID, vehicle.route, out)
        integer(Keys.directionID, number & 1, out)
        text(Keys.startTime, Keys.start, out)
        text(Keys.startDate, Keys.date, out)
        integer(Keys.scheduleRelationship, 0, out)
        text(Keys.vehicleID, vehicle.name, out)
        text(Keys.vehicleLabel, vehicle.name, out)
        text(Keys.licensePlate, vehicle.plate, out)
        integer(Keys.wheelchairAccessible, 2, out)
        float(Keys.latitude, vehicle.latitude, out)
        float(Keys.longitude, vehicle.longitude, out)
        float(Keys.bearing, Float(number % 360), out)
        float(Keys.speed, Float(number % 150) / 10, out)
        integer(Keys.currentStopSequence, number % 30, out)
        text(Keys.stopID, vehicle.stop, out)
        integer(Keys.currentStatus, 2, out)
        integer(Keys.timestamp, time - number % 15, out)
        integer(Keys.congestionLevel, 1, out)
        integer(Keys.occupancyStatus, number % 6, out)
        out.endObject()
        out.newline()
    }

    private enum Keys {
        static let table = JSONKey("table")
        static let feedTimestamp = JSONKey("feed_timestamp")
        static let entityID = JSONKey("entity_id")
        static let tripID = JSONKey("trip_id")
        static let routeID = JSONKey("route_id")
        static let directionID = JSONKey("direction_id")
        static let startTime = JSONKey("start_time")
        static let startDate = JSONKey("start_date")
        static let scheduleRelationship = JSONKey("schedule_relationship")
        static let vehicleID = JSONKey("vehicle_id")
        static let vehicleLabel = JSONKey("vehicle_label")
        static let licensePlate = JSONKey("license_plate")
        static let wheelchairAccessible = JSONKey("wheelchair_accessible")
        static let latitude = JSONKey("latitude")
        static let longitude = JSONKey("longitude")
        static let bearing = JSONKey("bearing")
        static let speed = JSONKey("speed")
        static let currentStopSequence = JSONKey("current_stop_sequence")
        static let stopID = JSONKey("stop_id")
        static let currentStatus = JSONKey("current_status")
        static let timestamp = JSONKey("timestamp")
        static let congestionLevel = JSONKey("congestion_level")
        static let occupancyStatus = JSONKey("occupancy_status")
        static let start = Array("06:59:00".utf8)
        static let date = Array("20260302".utf8)
    }

    private static func text(_ key: JSONKey, _ value: [UInt8], _ out: RecordWriter) {
        out.member(key)
        value.withUnsafeBytes { out.string($0) }
    }

    private static func integer(_ key: JSONKey, _ value: Int, _ out: RecordWriter) {
        out.member(key)
        out.integer(value)
    }

    private static func float(_ key: JSONKey, _ value: Float, _ out: RecordWriter) {
        out.member(key)
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
