import GTFSSchedule
import Schedule

/// The alerts about the runs and stops of a timetable.
package final class AlertJoin {
    /// The alerts that hold and are to be shown, in the order in which they are listed.
    package let alerts: [ServiceAlert]
    package let timetable: Timetable
    private var index = AlertIndex()
    private let languages: [String]
    private var wordings: [Int: AlertWording] = [:]
    /// The ids of a stop and its stations, by the id of the stop.
    private var stopChains: [String: [String]] = [:]

    /// How many alerts a departure or a stop of a trip lists, and a board or a trip.
    package static let mostMentions = 20
    package static let mostNotes = 100

    /// - Parameters:
    ///   - all: the alerts that hold.
    ///   - now: the instant at which they are shown, POSIX seconds.
    ///   - languages: the preferred languages of their texts, as BCP 47 tags.
    package init(_ all: [ServiceAlert], _ runs: TripRuns, now: Int, languages: [String]) {
        timetable = runs.timetable
        self.languages = languages
        alerts = all.filter { $0.isShown(at: now) }
        for (place, alert) in alerts.enumerated() {
            for entity in alert.entities {
                for selector in AlertJoin.forms(of: entity, runs) { index.add(selector, place: place) }
            }
        }
    }

    package var isEmpty: Bool { index.isEmpty }

    /// The entity as its run is known here: by service day, and by start time only for a trip of frequencies.
    private static func forms(of entity: AlertSelector, _ runs: TripRuns) -> [AlertSelector] {
        guard entity.startTime != nil else { return [entity] }
        var form = entity
        if let trip = entity.tripID.flatMap({ runs.timetable.tripNumbers[$0] }).map({ runs.timetable[$0] }),
            trip.isListed
        {
            if entity.startDate != nil {
                let start = runs.start(of: entity, trip)
                form.startDate = start.day
                form.startTime = start.time
            }
            if trip.frequencies.isEmpty { form.startTime = nil }
            return [form]
        }
        guard let day = entity.startDate, let time = entity.startTime else { return [form] }
        // 00:15:00 is also 24:15:00 of the day before.
        form.startDate = day - 1
        form.startTime = time + 86_400
        guard time >= 86_400 else { return [entity, form] }
        var later = entity
        later.startDate = day + 1
        later.startTime = time - 86_400
        return [entity, form, later]
    }

    /// Completes a subject with what its route and stop say.
    package func subject(
        tripID: String?, startDate: Int?, startTime: Int?, routeID: String?, directionID: Int?, stopID: String?
    ) -> AlertIndex.Subject {
        var subject = AlertIndex.Subject()
        subject.tripID = tripID
        subject.startDate = startDate
        let trip = tripID.flatMap { timetable.tripNumbers[$0] }.map { timetable[$0] }
        subject.startTime = startTime ?? trip?.firstTime
        subject.routeID = routeID
        subject.directionID = directionID
        if let route = routeID.flatMap({ timetable.routeNumbers[$0] }).map({ timetable[$0] }) {
            subject.routeType = route.type
            subject.agencyID = timetable.agencyID(of: route)
        }
        if let stopID { subject.stopIDs = chain(of: stopID) }
        return subject
    }

    /// A stop and the stations that it is part of.
    private func chain(of stop: String) -> [String] {
        if let known = stopChains[stop] { return known }
        var chain = [stop]
        // A boarding area is in a platform, which is in a station; a chain that leads back into itself ends too.
        while chain.count < 4, let number = timetable.stopNumbers[chain[chain.count - 1]],
            let parent = timetable[number].parentStation, !chain.contains(parent)
        {
            chain.append(parent)
        }
        stopChains[stop] = chain
        return chain
    }

    /// Returns the places in `alerts` of those about a subject that are in force at some time of a span.
    ///
    /// Cost: the lists of alerts with these selectors, up to the last alert that is returned.
    package func places(
        about subject: AlertIndex.Subject, during span: Range<Int>, _ part: AlertIndex.Part = .all, limit: Int
    ) -> (places: [Int], isCut: Bool) {
        let lists = index.lists(of: subject, part)
        guard !lists.isEmpty else { return ([], false) }
        var next = [Int](repeating: 0, count: lists.count)
        var found: [Int] = []
        while true {
            // The lowest place that is not behind; lists rise.
            var lowest = Int32.max
            for (list, place) in zip(lists, next) where place < list.count { lowest = min(lowest, list[place]) }
            guard lowest < Int32.max else { return (found, false) }
            for list in lists.indices where next[list] < lists[list].count && lists[list][next[list]] == lowest {
                next[list] += 1
            }
            guard alerts[Int(lowest)].period(during: span) != nil else { continue }
            guard found.count < limit else { return (found, true) }
            found.append(Int(lowest))
        }
    }

    /// The texts of the alert at a place.
    package func wording(of place: Int) -> AlertWording {
        if let known = wordings[place] { return known }
        let wording = AlertWording(alerts[place], preferred: languages, feed: timetable.feedLanguage)
        wordings[place] = wording
        return wording
    }
}
