import GTFSSchedule
import StageKit
import TimeZones

/// The zone of a schedule: a feed has one, whatever the number of its agencies (agency.txt).
package enum ScheduleZone {
    /// - Throws: `StageFailure` with status 69 where the system has no zone files, 74 where the zone's cannot be read.
    package static func zone(ofAgencies zones: [String], _ context: StageContext, advice: String) throws -> Zone {
        var seen: Set<String> = []
        let distinct = zones.filter { seen.insert($0).inserted }
        if distinct.count > 1 {
            context.diagnostics.report(
                Finding(
                    .surprise, "agencies_in_several_zones", field: "agency_timezone",
                    message: "the agencies are in several time zones, "
                        + distinct.prefix(5).map { Finding.printable($0) }.joined(separator: ", ")
                        + (distinct.count > 5 ? " and \(distinct.count - 5) more" : "")
                        + "; all times are read on the clock of \(Finding.printable(distinct[0])), the first agency's"
                        + advice + "; 'linefeed select --agency' makes a feed of one agency"))
        }
        guard let name = distinct.first else {
            context.diagnostics.report(
                Finding(
                    .incomplete, "no_agency_timezone", field: "agency_timezone",
                    message: "the feed names no zone (times are in UTC\(advice))"))
            return .utc
        }
        do throws(ZoneFault) {
            return try Zone(named: name)
        } catch {
            // UTC was not asked for, and every time would be wrong.
            if error.isOfSystem { throw StageFailure(error, of: "agency_timezone") }
            context.diagnostics.report(
                Finding(
                    .incomplete, "unknown_timezone", field: "agency_timezone", value: name,
                    message: "\(error) (times are in UTC\(advice))"))
            return .utc
        }
    }
}
