import Schedule

/// A service alert, as one message has it.
package struct ServiceAlert {
    /// A period from `start` to before `end`, POSIX seconds; nil is open.
    package struct Period: Equatable {
        package let start: Int?
        package let end: Int?

        package init(start: Int?, end: Int?) {
            self.start = start
            self.end = end
        }

        package func overlaps(_ span: Range<Int>) -> Bool {
            (start ?? .min) < span.upperBound && span.lowerBound < (end ?? .max)
        }
    }

    /// A text in one language.
    package struct Translation: Equatable {
        package let text: String
        /// The BCP 47 tag; nil if the alert names none.
        package let language: String?

        package init(_ text: String, _ language: String?) {
            self.text = text
            self.language = language
        }
    }

    /// entity_id
    package var id: String
    /// The time of the message, POSIX seconds.
    package var feedTimestamp: Int?
    package var isDeleted = false
    package var cause: Int?
    package var effect: Int?
    package var severity: Int?
    package var header: [Translation] = []
    package var description: [Translation] = []
    package var url: [Translation] = []
    /// When riders are to see it; empty for always (communication_period).
    package var communication: [Period] = []
    /// When service is affected (impact_period, or active_period without it); nil for always. An alert of which all
    /// periods are unusable has none, and is never in force.
    package var periods: [Period]?
    package var entities: [AlertSelector] = []

    package init(id: String) { self.id = id }

    /// The period in which the alert is in force at some time of a span, the first such one in the order of the
    /// alert; nil if it is not.
    package func period(during span: Range<Int>) -> Period? {
        guard let periods else { return Period(start: nil, end: nil) }
        return periods.first { $0.overlaps(span) }
    }

    /// Whether riders are to see it at an instant.
    package func isShown(at instant: Int) -> Bool {
        communication.isEmpty || communication.contains { $0.overlaps(instant..<(instant + 1)) }
    }

    /// The period at an instant, or else the next one, or else the last; nil if the alert has none.
    package func period(nearest instant: Int) -> (period: Period, isNow: Bool)? {
        if let now = period(during: instant..<(instant + 1)) { return (now, true) }
        let next = periods?.filter { ($0.start ?? .min) > instant }.min { ($0.start ?? .min) < ($1.start ?? .min) }
        return (next ?? periods?.max { ($0.end ?? .max) < ($1.end ?? .max) }).map { ($0, false) }
    }

    /// The order in which alerts are listed: severity, then start, then id.
    package static func precedes(_ left: ServiceAlert, _ right: ServiceAlert) -> Bool {
        func rank(_ alert: ServiceAlert) -> (Int, Int) {
            let start = alert.periods.map { $0.map { $0.start ?? .min }.min() ?? .max } ?? .min
            return (-(alert.severity ?? 1), start)
        }
        let (first, second) = (rank(left), rank(right))
        return first == second ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8) : first < second
    }
}

/// An informed entity: what is given holds together; nil is any.
package struct AlertSelector: Hashable {
    package var agencyID: String?
    package var routeID: String?
    package var routeType: Int?
    package var directionID: Int?
    package var tripID: String?
    /// Days since 1970-01-01.
    package var startDate: Int?
    /// Seconds of the service day.
    package var startTime: Int?
    package var stopID: String?

    package init() {}

    package var isEmpty: Bool { self == AlertSelector() }

    /// The id of a kind that it names.
    package func id(_ kind: IdentifierKind) -> String? {
        switch kind {
        case .trip: tripID
        case .route: routeID
        case .stop: stopID
        }
    }

    /// Whether it names nothing but a stop.
    package var isStopAlone: Bool {
        var rest = self
        rest.stopID = nil
        return stopID != nil && rest.isEmpty
    }
}
