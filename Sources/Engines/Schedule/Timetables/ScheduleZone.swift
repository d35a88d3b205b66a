import StageKit
import TimeZones

/// The time zone of a schedule: a feed has one, whatever the number of its agencies (agency.txt).
package enum ScheduleZone {
    /// - Throws: `StageFailure` with status 69 if the system has no zone files, 74 if the zone file cannot be read.
    package static func zone(ofAgencies zones: [String], _ context: StageContext, advice: String) throws -> Zone {
        AgencyZones.reportSeveral(zones, context.diagnostics) {
            "all times are read in \($0), the time zone of the first agency\(advice)"
        }
        guard let name = zones.first else {
            context.diagnostics.report(
                Finding(
                    .incomplete, "no_agency_timezone", field: "agency_timezone",
                    message: "the feed has no time zone; times are in UTC\(advice)"))
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
                    message: "\(error); times are in UTC\(advice)"))
            return .utc
        }
    }
}
