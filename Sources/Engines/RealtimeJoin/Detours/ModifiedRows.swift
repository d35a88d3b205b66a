import Containers
import GTFSSchedule
import StageKit

/// Why a detour is not applied to a trip.
package enum DetourRefusal: Int, CaseIterable, Error {
    case unknownStart, unknownEnd, ambiguousStop, endBeforeStart, overlap, unknownStop, notAPlatform, noServiceDates
    case startTime, someRuns, severalModifications, tooLarge

    package var code: String {
        switch self {
        case .unknownStart: "detour_unknown_start"
        case .unknownEnd: "detour_unknown_end"
        case .ambiguousStop: "detour_ambiguous_stop"
        case .endBeforeStart: "detour_end_before_start"
        case .overlap: "detour_overlap"
        case .unknownStop: "detour_unknown_stop"
        case .notAPlatform: "detour_not_a_platform"
        case .noServiceDates: "detour_no_service_dates"
        case .startTime: "detour_start_time"
        case .someRuns: "detour_of_some_runs"
        case .severalModifications: "several_detours"
        case .tooLarge: "detour_too_large"
        }
    }

    /// The reason, for a message.
    package var words: String {
        switch self {
        case .unknownStart: "its start_stop_selector is not a stop time of the trip"
        case .unknownEnd: "its end_stop_selector is not a stop time of the trip"
        case .ambiguousStop: "a selector names a stop at which the trip calls more than once, without a stop_sequence"
        case .endBeforeStart: "an end_stop_selector comes before its start_stop_selector"
        case .overlap: "two of its modifications overlap"
        case .unknownStop: "a replacement stop is neither in stops.txt nor in a Stop entity"
        case .notAPlatform: "a replacement stop is a station, an entrance or a node"
        case .noServiceDates: "it has no service_dates"
        case .startTime: "none of its start_times is a start of the trip"
        case .someRuns: "it has start_times, but a polyline represents all runs of the trip"
        case .severalModifications: "another TripModifications entity changes the trip on the same day"
        case .tooLarge:
            "it has more than \(grouped(ModifiedRows.mostReplacements)) replacement stops, or the detours of all trips have "
                + "more than \(grouped(ModifiedTrips.mostRows)) stop times"
        }
    }

    /// Reports that a detour is not applied.
    package func report(of id: String, trip: String?, _ diagnostics: Diagnostics) {
        let name = trip.map { " to trip \(Finding.quoted($0))" } ?? ""
        diagnostics.report(
            .warning, code, field: "entity_id", value: id,
            message: "TripModifications \(Finding.quoted(id)) is not applied\(name): \(words)")
    }
}

/// The stop times of a trip after its detour.
package struct ModifiedRows {
    /// Numbered from 1 (TripModifications); times from the same origin as the original's.
    package private(set) var stopTimes: [Timetable.StopTime] = []
    /// The index of the original stop time, by index of the new one; nil for a replacement stop.
    package private(set) var originals: [Int?] = []
    /// The indices of the original stop times that the trip no longer has.
    package private(set) var removed: [Int] = []
    /// The number of travel times that run backwards, which count as missing.
    package private(set) var backwardTimes = 0

    /// Returns the index in `stopTimes` of the stop time with this original stop_sequence. Returns nil if the detour
    /// skips that stop time, or if no original stop time has the stop_sequence.
    ///
    /// - Parameter rows: the original stop times, with ascending stop_sequence.
    package func place(ofOriginal sequence: Int, _ rows: [Timetable.StopTime]) -> Int? {
        let original = rows.firstPlace { $0.sequence >= sequence }
        guard original < rows.count, rows[original].sequence == sequence else { return nil }
        return originals.firstIndex(of: original)
    }

    /// The most replacement stops of a detour.
    static let mostReplacements = 1000

    /// A change, with the stop times that it replaces.
    private struct Span {
        let start: Int
        /// The stop times that it removes; empty at the place of an insertion.
        let removed: Range<Int>
        let change: TripModification.Change
        /// The last stop time that the change concerns.
        var end: Int { max(removed.upperBound - 1, start) }
    }

    /// Applies changes to the stop times of a trip, all or none.
    ///
    /// - Parameter rows: with ascending stop_sequence.
    package init(
        _ rows: [Timetable.StopTime], _ changes: [TripModification.Change], _ stops: DetourStops
    ) throws(DetourRefusal) {
        // Each change concerns a stop time of its own.
        guard changes.count <= max(rows.count, 1) else { throw .overlap }
        let replacements = changes.reduce(0) { $0 + $1.replacements.count }
        guard replacements <= ModifiedRows.mostReplacements else { throw .tooLarge }
        let index = StopTimeIndex(rows)
        var spans: [Span] = []
        for change in changes { spans.append(try ModifiedRows.span(of: change, rows, index, stops)) }
        spans.sort { $0.start < $1.start }
        for (span, next) in zip(spans, spans.dropFirst()) where next.start <= span.end { throw .overlap }
        var delay = 0
        var next = 0
        for span in spans {
            copy(rows, next..<span.removed.lowerBound, delay)
            removed += span.removed
            let reference = max(span.start - 1, 0)
            let arrival = (rows[reference].arrival ?? rows[reference].departure).map { $0 + delay }
            try insert(span.change.replacements, after: arrival, isFirst: span.start == 0, stops)
            delay += span.change.delay
            next = span.removed.upperBound
        }
        copy(rows, next..<rows.count, delay)
        var trip = Timetable.Trip(id: "")
        trip.stopTimes = stopTimes
        trip.fillTimes(distance: stops.distance)
        stopTimes = trip.stopTimes
        for place in stopTimes.indices { stopTimes[place].sequence = place + 1 }
    }

    private static func span(
        of change: TripModification.Change, _ rows: [Timetable.StopTime], _ index: StopTimeIndex, _ stops: DetourStops
    ) throws(DetourRefusal) -> Span {
        guard let selector = change.start,
            let start = try place(of: selector, rows, index, stops)
        else { throw .unknownStart }
        if let selector = change.end {
            guard let end = try place(of: selector, rows, index, stops) else { throw .unknownEnd }
            guard end >= start else { throw .endBeforeStart }
            return Span(start: start, removed: start..<(end + 1), change: change)
        }
        // No stop time is replaced. The reference does not say on which side of the start the new stops are: their
        // travel times do, if they have some.
        let reference = max(start - 1, 0)
        let last = change.replacements.compactMap(\.travelTime).last
        let isBefore = last.map { last in
            guard let from = rows[reference].arrival, let to = rows[start].arrival else { return false }
            return from + last < to
        }
        let place = isBefore == true ? start : start + 1
        return Span(start: start, removed: place..<place, change: change)
    }

    /// The index of the stop time that a selector means; nil if there is none.
    private static func place(
        of selector: TripModification.Selector, _ rows: [Timetable.StopTime], _ index: StopTimeIndex,
        _ stops: DetourStops
    ) throws(DetourRefusal) -> Int? {
        let stop = selector.stopID.flatMap(stops.number)
        if let sequence = selector.sequence {
            guard let place = index.place(ofSequence: sequence) else { return nil }
            return selector.stopID == nil || rows[place].stop == stop ? place : nil
        }
        guard let stop else { return nil }
        let places = rows.indices.filter { rows[$0].stop == stop }
        if places.count > 1 { throw .ambiguousStop }
        return places.first
    }

    private mutating func copy(_ rows: [Timetable.StopTime], _ range: Range<Int>, _ delay: Int) {
        for place in range {
            var row = rows[place]
            row.arrival = row.arrival.map { $0 + delay }
            row.departure = row.departure.map { $0 + delay }
            stopTimes.append(row)
            originals.append(place)
        }
    }

    /// Adds stops that replace others.
    ///
    /// - Parameters:
    ///   - reference: the arrival at the reference stop.
    ///   - isFirst: whether that is the trip's first stop, which the vehicle may reach later than the new stops.
    private mutating func insert(
        _ replacements: [TripModification.Replacement], after reference: Int?, isFirst: Bool, _ stops: DetourStops
    ) throws(DetourRefusal) {
        var least = isFirst ? Int.min : 0
        for replacement in replacements {
            guard let stop = replacement.stopID.flatMap(stops.number) else { throw .unknownStop }
            switch stops.kind(stop) {
            case .unknown: throw .unknownStop
            case .other: throw .notAPlatform
            case .platform: break
            }
            var row = Timetable.StopTime()
            row.stop = stop
            if let travelTime = replacement.travelTime {
                if travelTime >= least {
                    row.arrival = reference.map { $0 + travelTime }
                    row.departure = row.arrival
                    least = travelTime
                } else {
                    backwardTimes += 1
                }
            }
            stopTimes.append(row)
            originals.append(nil)
        }
    }
}
