import GTFSSchedule
import StageKit
import TimeZones

/// The clocks that people see at stops, where the feed says that they are not the agency's (stop_timezone).
final class StopClocks {
    private let timetable: Timetable
    private let agencyZone: Zone
    private let diagnostics: Diagnostics
    /// By name; nil for one that is none.
    private var zones: [String: Zone?] = [:]

    /// - Parameter agencyZone: the clock of stop_times, and of stops that say nothing.
    init(_ timetable: Timetable, agencyZone: Zone, _ diagnostics: Diagnostics) {
        self.timetable = timetable
        self.agencyZone = agencyZone
        self.diagnostics = diagnostics
    }

    /// The clock at a stop; nil where it is the agency's.
    ///
    /// - Throws: `StageFailure` with status 69 where the system has no zone files, 74 where the zone's cannot be read.
    func zone(of stop: StopIndex) throws -> Zone? {
        guard let name = timetable.zoneName(of: stop), name != agencyZone.name else { return nil }
        if let known = zones[name] { return known }
        let zone = try read(name)
        zones[name] = .some(zone)
        return zone
    }

    private func read(_ name: String) throws -> Zone? {
        do throws(ZoneFault) {
            return try Zone(named: name)
        } catch {
            if error.isOfSystem { throw StageFailure(error, of: "stop_timezone") }
            diagnostics.report(
                .incomplete, "unknown_timezone", field: "stop_timezone", value: name,
                message: "\(error); times are on the agency's clock")
            return nil
        }
    }
}
