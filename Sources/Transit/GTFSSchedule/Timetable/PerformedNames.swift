import Hashing
import TimeZones

/// Names of a pattern of stops.
public enum PatternID {
    /// Sixteen hexadecimal digits of a hash of a route, a direction and the stops in their order: the same from run to
    /// run, and in every feed that calls them the same.
    public static func text(routeID: String?, directionID: Int?, stopIDs: some Sequence<String>) -> String {
        var hash = Fingerprint.of(Array((routeID ?? "").utf8), seed: UInt64(directionID.map { $0 + 1 } ?? 0))
        for id in stopIDs { hash = Fingerprint.of(Array(id.utf8), seed: hash) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// TIDES's trip_id_performed.
public enum PerformedTripID {
    /// The trip_id; of a run of frequencies, which share one, with its start_time: `10-loop_07:30:00`.
    public static func text(tripID: String, startTime: Int?) -> String {
        startTime.map { tripID + "_" + ClockTime.text($0) } ?? tripID
    }

    /// The same of a second vehicle on the run.
    public static func text(_ id: String, vehicleID: String) -> String { id + "_" + vehicleID }
}

extension Fingerprint {
    fileprivate static func of(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
        bytes.withUnsafeBytes { of($0, seed: seed) }
    }
}
