import AnimateStage
import Glibc
import NDJSON
import StageKit
import TestSupport
import TrackStage

/// Vehicles that come, move and go at random, as snapshots of records.
struct MotionWorld {
    struct Snapshot {
        var timestamp: Int
        var vehicles: [(id: String, latitude: Double, longitude: Double, timestamp: Int)]

        var lines: [String] {
            [#"{"table":"feed_messages","source":"-","incrementality":0,"timestamp":\#(timestamp)}"#]
                + vehicles.map {
                    #"{"table":"vehicle_positions","feed_timestamp":\#(timestamp),"vehicle_id":"\#($0.id)","#
                        + #""latitude":\#($0.latitude),"longitude":\#($0.longitude),"timestamp":\#($0.timestamp),"#
                        + #""occupancy_status":null}"#
                }
        }
    }

    var snapshots: [Snapshot] = []

    /// How often something is tried: so many times in the deep tests, an eighth of it in every run.
    static func times(_ count: Int) -> Int { getenv("LINEFEED_DEEP") == nil ? (count + 7) / 8 : count }

    init(_ random: inout some RandomNumberGenerator, snapshots count: Int, vehicles: Int) {
        var time = 1_772_402_400
        // A position near 0, 0 is one that nobody knows.
        var places = (0..<vehicles).map { _ in
            let latitude = Double.random(in: 3...60, using: &random)
            return (
                Bool.random(using: &random) ? latitude : -latitude, Double.random(in: -180...180, using: &random)
            )
        }
        var present = (0..<vehicles).map { _ in Bool.random(using: &random) }
        for _ in 0..<count {
            var snapshot = Snapshot(timestamp: time, vehicles: [])
            for index in 0..<vehicles {
                if Int.random(in: 0..<5, using: &random) == 0 { present[index].toggle() }
                if Int.random(in: 0..<3, using: &random) > 0 {
                    // A few hundred metres, now and then only a step or a jump.
                    let reach = [0.002, 0.002, 0.000005, 0.02].randomElement(using: &random)!
                    places[index].0 += .random(in: -reach...reach, using: &random)
                    places[index].1 += .random(in: -reach...reach, using: &random)
                    if places[index].1 > 180 { places[index].1 -= 360 }
                    if places[index].1 < -180 { places[index].1 += 360 }
                }
                guard present[index] else { continue }
                let age = [5, 5, 20, 400].randomElement(using: &random)!
                snapshot.vehicles.append(("V\(index)", places[index].0, places[index].1, time - age))
            }
            snapshots.append(snapshot)
            time += [15, 30, 30, 60, 120].randomElement(using: &random)!
        }
    }

    var text: String { MotionWorld.text(snapshots) }

    static func text(_ snapshots: [Snapshot]) -> String {
        snapshots.flatMap(\.lines).map { $0 + "\n" }.joined()
    }

    static func track(_ text: String, _ configure: (inout TrackOptions) -> Void = { _ in }) throws -> InMemoryRun {
        var options = TrackOptions()
        options.files = [TemporaryFolder.shared.write(text)]
        configure(&options)
        return try InMemoryRun("track") { [options] in try Track.run(options, $0) }
    }

    static func animate(_ text: String, _ configure: (inout AnimateOptions) -> Void = { _ in }) throws -> InMemoryRun {
        var options = AnimateOptions()
        options.files = [TemporaryFolder.shared.write(text)]
        configure(&options)
        return try InMemoryRun("animate") { [options] in try Animate.run(options, $0) }
    }
}

/// An event as a test reads it.
struct TrackedEvent {
    var vehicle = ""
    var event = ""
    var generation = 0
    var at = 0
    var latitude = 0.0
    var longitude = 0.0
    var hasFrom = false

    private static let names = ["vehicle_id", "event", "generation", "at", "latitude", "longitude", "from"]

    static func all(_ run: InMemoryRun) -> [TrackedEvent] {
        let scanner = RecordScanner(fields: names)
        return run.lines.compactMap { line in
            var line = line
            return line.withUTF8 { bytes in
                guard (try? scanner.scan(UnsafeRawBufferPointer(bytes))) != nil else { return nil }
                return TrackedEvent(
                    vehicle: scanner[0].string ?? "", event: scanner[1].string ?? "",
                    generation: scanner[2].integer ?? 0, at: scanner[3].integer ?? 0,
                    latitude: scanner[4].double ?? 0, longitude: scanner[5].double ?? 0,
                    hasFrom: scanner[6].isPresent)
            }
        }
    }
}

/// A vehicle of a frame as a test reads it.
struct ShownVehicle {
    var vehicle = ""
    var latitude = 0.0
    var longitude = 0.0
    var scale = 0.0
    var opacity = 0.0
    var phase = ""
    var generation = 0
    var velocityEast = 0.0
    var velocityNorth = 0.0

    private static let names = [
        "vehicle_id", "latitude", "longitude", "scale", "opacity", "phase", "generation", "velocity_east",
        "velocity_north",
    ]

    /// Frame by frame.
    static func frames(_ run: InMemoryRun) -> [(time: Double, vehicles: [ShownVehicle])] {
        let frame = RecordScanner(fields: ["time", "vehicles"])
        let scanner = RecordScanner(fields: names)
        return run.lines.compactMap { line in
            var line = line
            return line.withUTF8 { bytes in
                guard (try? frame.scan(UnsafeRawBufferPointer(bytes))) != nil else { return nil }
                var vehicles: [ShownVehicle] = []
                frame[1].forEachElement { element in
                    try? scanner.scan(element.inside)
                    vehicles.append(
                        ShownVehicle(
                            vehicle: scanner[0].string ?? "", latitude: scanner[1].double ?? .nan,
                            longitude: scanner[2].double ?? .nan, scale: scanner[3].double ?? .nan,
                            opacity: scanner[4].double ?? .nan, phase: scanner[5].string ?? "",
                            generation: scanner[6].integer ?? 0, velocityEast: scanner[7].double ?? 0,
                            velocityNorth: scanner[8].double ?? 0))
                }
                return (frame[0].double ?? 0, vehicles)
            }
        }
    }
}
