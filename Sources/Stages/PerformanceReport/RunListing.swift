import Contract
import NDJSON
import StageKit
import Visits

/// Whether an input says that every run that was due is in it, seen or not: `stop-visits --missing` says so in its
/// `match_reports`.
///
/// A report that says no outweighs one that says yes, and a part without a report leaves it to the others, so that parts
/// of an input say together what the whole says.
enum RunListing: Int {
    case silent, yes, no

    init(_ isListed: Bool?) { self = isListed.map { $0 ? .yes : .no } ?? .silent }

    /// What a report says; one that is not of `stop-visits` says nothing.
    init(_ record: Record, _ reader: VisitReader) {
        let report = Tables.MatchReports.columns
        if let isListed = reader.flag(record, report.listsMissing) {
            self.init(isListed)
        } else {
            self = record[report.reasonCounts].isPresent ? .no : .silent
        }
    }

    var isListed: Bool? { self == .silent ? nil : self == .yes }

    mutating func merge(_ other: RunListing) { if other.rawValue > rawValue { self = other } }

    /// Reports that runs nobody saw may be missing from the input, and what that does to the figures.
    static func report(_ consequence: String, _ context: StageContext) {
        context.diagnostics.report(
            Finding(
                .surprise, "runs_not_listed",
                message:
                    "the input may not list every scheduled run, so \(consequence); make the visits "
                    + "with 'linefeed stop-visits --missing' and pass all its records, match_reports included"))
    }
}
