import GTFSRealtime
import GTFSSchedule
import Geometry
import NDJSON

/// A loop in which stages spend their time, with an input that never changes.
struct Loop {
    let name: String
    /// The bytes that one round processes.
    let bytes: Int
    /// One round. Its result depends on all its work, so that the compiler cannot remove any.
    let round: () throws -> Int

    static var all: [() -> Loop] { [csv, wire, jsonIn, jsonOut, floats, polylines] }

    /// Rows of stop_times.txt, split into cells.
    static func csv() -> Loop {
        var text = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,shape_dist_traveled\n"
        for row in 0..<20_000 {
            let minute = row % 60
            let time = "\(6 + row / 60 % 18):\(minute < 10 ? "0" : "")\(minute):00"
            let headsign = row % 7 == 0 ? "\"Harbour, by the \"\"Mole\"\"\"" : "Harbour"
            text += "trip-\(row / 30),\(time),\(time),stop-\(row % 30),\(row % 30 + 1),\(headsign),\(row % 30).5\n"
        }
        let bytes = Array(text.utf8)
        return Loop(name: "csv", bytes: bytes.count) {
            let reader = CSVReader(Memory(bytes))
            var sum = 0
            while try reader.next() != .end {
                for cell in 0..<reader.cellCount { sum &+= reader.cells[cell].count }
            }
            return sum
        }
    }

    /// A message of vehicle positions, read entity by entity.
    static func wire() -> Loop {
        let bytes = Message.vehicles(2000)
        let reader = FeedReader(RealtimeSchema(ExtensionChoice(), for: .reading), keepsUnknown: false)
        return Loop(name: "wire", bytes: bytes.count) {
            reader.open(Memory(bytes), framing: .message)
            var sum = 0
            while true {
                switch try reader.next() {
                case .entity: sum &+= reader.entityBytes.count
                case .end: return sum
                default: sum &+= 1
                }
            }
        }
    }

    /// Lines of vehicle positions, of which some members are read.
    static func jsonIn() -> Loop {
        // Kept until the program ends.
        let lines = (0..<5000).map { number in
            let text = Array(line(number).utf8)
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
            copy.copyBytes(from: text)
            return UnsafeRawBufferPointer(copy)
        }
        let scanner = RecordScanner(fields: [
            "table", "trip_id", "timestamp", "latitude", "longitude", "occupancy_status",
        ])
        return Loop(name: "json-in", bytes: lines.reduce(0) { $0 + $1.count }) {
            var sum = 0
            for line in lines {
                try scanner.scan(line)
                sum &+= scanner.text(1)?.count ?? 0
            }
            return sum
        }
    }

    private static func line(_ number: Int) -> String {
        "{\"table\":\"vehicle_positions\",\"feed_timestamp\":1772402100,\"entity_id\":\"v\(number)\",\"trip_id\":\"trip \(number / 3)\","
            + "\"route_id\":\"\(number % 80)\",\"vehicle_id\":\"\(number)\",\"vehicle_label\":\"L\\u00e9a \(number)\","
            + "\"latitude\":-27.\(number % 9000 + 1000),\"longitude\":153.\(number % 9000 + 1000),\"bearing\":\(number % 360),"
            + "\"current_status\":\(number % 3),\"timestamp\":\(1_772_402_000 + number),\"occupancy_status\":\(number % 7)}"
    }

    /// The same records, but written.
    static func jsonOut() -> Loop {
        let keys = ["table", "entity_id", "trip_id", "latitude", "longitude", "timestamp"].map { JSONKey($0) }
        let names = (0..<5000).map { Array("vehicle \($0)".utf8) }
        let writer = RecordWriter(capacity: 1 << 20)
        func round() -> Int {
            writer.removeAll()
            for (number, name) in names.enumerated() {
                writer.beginObject()
                writer.firstKey(keys[0])
                writer.string("vehicle_positions")
                for key in [keys[1], keys[2]] {
                    writer.member(key)
                    name.withUnsafeBytes { writer.string($0) }
                }
                writer.member(keys[3])
                writer.float(Float(-27.4 - Double(number) / 1e4))
                writer.member(keys[4])
                writer.float(Float(153.0 + Double(number) / 1e4))
                writer.member(keys[5])
                writer.integer(1_772_402_000 + number)
                writer.endObject()
                writer.newline()
            }
            return writer.count
        }
        return Loop(name: "json-out", bytes: round(), round: round)
    }

    /// Numbers written so that they read back exactly.
    static func floats() -> Loop {
        let values = (0..<20_000).map { Double($0 * 7919 % 100_003) / 977 - 50 }
        let writer = RecordWriter(capacity: 1 << 20)
        func round() -> Int {
            writer.removeAll()
            for value in values {
                writer.double(value)
                writer.float(Float(value))
            }
            return writer.count
        }
        return Loop(name: "floats", bytes: round(), round: round)
    }

    /// Encoded polylines.
    static func polylines() -> Loop {
        let way = (0..<20_000).map { number in
            Coordinate(
                latitude: -27.4 + Double(number * 37 % 1009) / 1e5, longitude: 153.0 + Double(number) / 1e5)
        }
        return Loop(name: "polylines", bytes: EncodedPolyline.encode(way).utf8.count) {
            EncodedPolyline.encode(way).utf8.count
        }
    }
}

/// Bytes in memory.
final class Memory: ByteSource {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
        }
        position += count
        return count
    }
}

/// Writes messages, by the numbers of gtfs-realtime.proto.
enum Message {
    static func vehicles(_ count: Int) -> [UInt8] {
        var message = field(1, field(1, text("2.0")) + field(2, 0) + field(3, 1_772_402_100))
        for number in 0..<count {
            let trip = field(1, text("trip-\(number / 3)")) + field(5, text("\(number % 80)"))
            let position =
                field(1, Float(-27.4 - Double(number) / 1e4)) + field(2, Float(153.0 + Double(number) / 1e4))
                + field(3, Float(number % 360))
            let vehicle =
                field(1, trip) + field(8, field(1, text("\(number)"))) + field(2, position) + field(3, number % 30 + 1)
                + field(4, number % 3) + field(5, 1_772_402_000 + number) + field(9, number % 7)
            message += field(2, field(1, text("v\(number)")) + field(4, vehicle))
        }
        return message
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func varint(_ value: Int) -> [UInt8] {
        var (rest, bytes) = (UInt64(bitPattern: Int64(value)), [UInt8]())
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(bytes.count) + bytes
    }

    private static func field(_ number: Int, _ value: Int) -> [UInt8] { varint(number << 3) + varint(value) }

    private static func field(_ number: Int, _ value: Float) -> [UInt8] {
        varint(number << 3 | 5) + withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    }
}
