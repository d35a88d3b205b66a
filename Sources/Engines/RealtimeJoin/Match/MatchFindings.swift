import Contract
import Schedule
import StageKit

/// The result of matching: counts, samples and reasons.
package struct MatchFindings {
    /// The days of the records compared with the days of service in the schedule.
    struct DateGap: Equatable {
        /// `YYYYMMDD` as numbers.
        let realtime: ClosedRange<Int>
        let service: ClosedRange<Int>

        var isOutside: Bool { !realtime.overlaps(service) }
    }

    /// By kind.
    let matched: [Int]
    package let unmatched: [Int]
    /// The first unmatched ids in sorted order, by kind.
    let samples: [[String]]
    /// At most one hint for each kind.
    var hints: [MatchHint] = []
    /// The contradictions, for stages that use the stops of trips.
    package var contradictions: Contradictions?
    /// The counts of trips without a valid trip_id, if they were matched (`--match loose`).
    package var loose: LooseCounts?
    /// How many alerts are about something in the schedule; nil if there are no alerts.
    package var alerts: AlertMatch?
    /// Further remarks of the stage, each with its code.
    package var remarks: [(code: String, sentence: String)] = []
    /// The gap between the days; nil if the schedule covers the days of the records or either is unknown.
    private(set) var dateGap: DateGap?

    init(matched: [Int], unmatched: [Int], samples: [[String]]) {
        self.matched = matched
        self.unmatched = unmatched
        self.samples = samples
    }

    mutating func compare(_ realtime: ClosedRange<Int>, with service: ClosedRange<Int>) {
        guard realtime.lowerBound < service.lowerBound || realtime.upperBound > service.upperBound else { return }
        dateGap = DateGap(realtime: realtime, service: service)
    }

    // MARK: Sentences

    /// `the feed has 12 of 230 trips, 4 of 4 routes, 31 of 33 stops`
    var counts: String {
        "the feed has "
            + IdentifierKind.allCases.map {
                "\(matched[$0.rawValue]) of \(matched[$0.rawValue] + unmatched[$0.rawValue]) \($0.plural)"
            }.joined(separator: ", ")
    }

    /// The reasons why ids do not match, each with its code and field; empty if none was found.
    var reasons: [(code: String, field: String?, sentence: String)] {
        var reasons: [(code: String, field: String?, sentence: String)] = hints.map {
            ("match_hint", $0.kind.field, $0.sentence)
        }
        if let dateGap { reasons.append(("service_dates_differ", nil, MatchFindings.sentence(dateGap))) }
        if hints.isEmpty, dateGap?.isOutside != true, let general = generalReason {
            reasons.append(("nothing_matches", nil, general))
        }
        reasons += remarks.map { ($0.code, nil, $0.sentence) }
        return reasons
    }

    private static func sentence(_ gap: DateGap) -> String {
        let service =
            "the feed has service on \(days(gap.service)), but the realtime records are from \(days(gap.realtime))"
        if gap.realtime.upperBound < gap.service.lowerBound { return service + "; use an earlier feed" }
        if gap.realtime.lowerBound > gap.service.upperBound { return service + "; use a later feed" }
        return service + ", which the feed covers only in part"
    }

    private static func days(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }

    private var generalReason: String? {
        let trip = IdentifierKind.trip.rawValue
        let named = IdentifierKind.allCases.filter { matched[$0.rawValue] + unmatched[$0.rawValue] > 0 }
        if matched.allSatisfy({ $0 == 0 }), !named.isEmpty {
            let kinds = named.map { "\(unmatched[$0.rawValue]) \($0.plural)" }.joined(separator: ", ")
            return
                "the feed has none of \(kinds), and no prefix or suffix would make them match; is it the schedule of this agency?"
        }
        if matched[trip] == 0, unmatched[trip] > 0 {
            let known = named.filter { $0 != .trip && matched[$0.rawValue] > 0 }.map(\.plural)
            return
                "the feed has the \(known.joined(separator: " and ")), but none of the trips; is it another version of the schedule?"
        }
        return nil
    }

    /// The complete message about trips for a failure: `12 of the 230 trips in the realtime records are in the feed; …`
    var sentenceOnTrips: String {
        let trip = IdentifierKind.trip.rawValue
        let all = matched[trip] + unmatched[trip]
        let head = "\(matched[trip]) of the \(all) trips in the realtime records are in the feed"
        let why = reasons.filter { $0.field == nil || $0.field == IdentifierKind.trip.field }.map(\.sentence)
        let example = samples[trip].first.map { "\(Finding.quoted($0)) is not" }
        return ([head] + (why.isEmpty ? [example].compactMap { $0 } : why)).joined(separator: "; ")
    }

    /// The failure of `--min-match`; nil if the schedule has at least that share of the trips, or if the records have
    /// no trips.
    package func failure(below minimum: Double) -> StageFailure? {
        let trip = IdentifierKind.trip.rawValue
        let all = matched[trip] + unmatched[trip]
        guard all > 0, Double(matched[trip]) < minimum * Double(all) else { return nil }
        return StageFailure(.dataUnusable, "--min-match \(minimum): \(sentenceOnTrips)")
    }

    // MARK: Telling

    /// Reports unmatched ids (samples individually, the rest as counts), the reasons, and a note with the counts.
    package func report(_ context: StageContext) {
        for kind in IdentifierKind.allCases {
            let code = "unmatched_\(kind.field)"
            for id in samples[kind.rawValue] {
                context.diagnostics.report(
                    Finding(
                        .unmatched, code, field: kind.field, value: id,
                        message: "\(Finding.quoted(id)) is not among the feed's \(kind.plural)"))
            }
            let rest = unmatched[kind.rawValue] - samples[kind.rawValue].count
            if rest > 0 { context.diagnostics.count(.unmatched, code, times: rest) }
        }
        alerts?.report(context.diagnostics)
        for reason in reasons {
            context.diagnostics.report(Finding(.warning, reason.code, field: reason.field, message: reason.sentence))
        }
        context.diagnostics.report(Finding(.note, "match_report", message: counts))
    }

    /// The additional values for an archive.
    package struct Archive {
        /// POSIX seconds.
        let first: Int
        let last: Int
        let gaps: [(from: Int, to: Int)]
        /// The counts, in the order of the columns of `reason_counts`.
        let reasonCounts: [Int]
        /// Whether every scheduled run has a record, observed or not.
        let listsMissing: Bool

        package init(
            first: Int, last: Int, gaps: [(from: Int, to: Int)], reasonCounts: [Int], listsMissing: Bool
        ) {
            self.first = first
            self.last = last
            self.gaps = gaps
            self.reasonCounts = reasonCounts
            self.listsMissing = listsMissing
        }
    }

    /// Writes the `match_reports` record.
    package func write(_ context: StageContext, archive: Archive? = nil) throws {
        try context.rows(of: Tables.MatchReports.self).write { row, columns in
            func count(_ list: [Int], _ kind: IdentifierKind) -> Int { list[kind.rawValue] }
            row[columns.matchedTrips] = count(matched, .trip)
            row[columns.unmatchedTrips] = count(unmatched, .trip)
            row[columns.matchedRoutes] = count(matched, .route)
            row[columns.unmatchedRoutes] = count(unmatched, .route)
            row[columns.matchedStops] = count(matched, .stop)
            row[columns.unmatchedStops] = count(unmatched, .stop)
            row[columns.contradictingStops] = contradictions?.count
            row[columns.matchedAlerts] = alerts?.matched
            row[columns.unmatchedAlerts] = alerts?.unmatched
            if let unknown = alerts?.samples, !unknown.isEmpty { row.texts(columns.sampleUnmatchedAlerts, unknown) }
            row.texts(columns.sampleUnmatched, samples.joined())
            if let trips = contradictions?.sampleTrips, !trips.isEmpty { row.texts(columns.sampleContradicting, trips) }
            if !hints.isEmpty { row.objects(columns.hints, hints) { $1.write($0) } }
            row.set(columns.realtimeFirstDate, compact: dateGap?.realtime.lowerBound)
            row.set(columns.realtimeLastDate, compact: dateGap?.realtime.upperBound)
            row.set(columns.serviceFirstDate, compact: dateGap?.service.lowerBound)
            row.set(columns.serviceLastDate, compact: dateGap?.service.upperBound)
            if !reasons.isEmpty { row.texts(columns.reasons, reasons.map(\.sentence)) }
            row.object(columns.looseMatches, loose) { object, loose in
                let names = Tables.MatchReports.LooseMatches.columns
                object[names.startTime] = loose.byStartTime
                object[names.stops] = loose.byStops
                object[names.ambiguous] = loose.ambiguous
                object[names.unmatched] = loose.unmatched
            }
            guard let archive else { return }
            row.object(columns.reasonCounts) { object in
                for (column, count) in zip(Tables.MatchReports.ReasonCounts.columns.all, archive.reasonCounts) {
                    object[column] = count
                }
            }
            row[columns.listsMissing] = archive.listsMissing
            row[columns.archiveFirst] = archive.first
            row[columns.archiveLast] = archive.last
            if !archive.gaps.isEmpty {
                row.objects(columns.archiveGaps, archive.gaps) { object, gap in
                    object[Tables.MatchReports.ArchiveGap.columns.from] = gap.from
                    object[Tables.MatchReports.ArchiveGap.columns.to] = gap.to
                }
            }
        }
    }
}
