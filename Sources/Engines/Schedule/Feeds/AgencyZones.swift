import StageKit

/// The time zones of a feed's agencies, which should be equal (agency.txt, agency_timezone).
package enum AgencyZones {
    /// Reports that the agencies of a feed have several time zones, also in logs, because times may be wrong by hours.
    ///
    /// - Parameters:
    ///   - zones: the time zones of the agencies, in the order of their rows.
    ///   - consequence: how the stage reads times, given the first zone.
    package static func reportSeveral(
        _ zones: [String], _ diagnostics: Diagnostics, consequence: (_ first: String) -> String
    ) {
        var seen: Set<String> = []
        let distinct = zones.filter { seen.insert($0).inserted }
        guard distinct.count > 1 else { return }
        let names = distinct.prefix(5).map { Finding.printable($0) }.joined(separator: ", ")
        let rest = distinct.count > 5 ? " and \(distinct.count - 5) more" : ""
        diagnostics.report(
            Finding(
                .surprise, "agencies_in_several_zones", field: "agency_timezone",
                message: "the agencies are in several time zones, \(names)\(rest); "
                    + consequence(Finding.printable(distinct[0]))
                    + "; 'linefeed select --agency' extracts the feed of one agency"))
    }
}
