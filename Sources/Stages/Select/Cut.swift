import Contract
import Geometry
import Schedule

/// What stays of a feed: worked out once all of it was looked at.
final class Cut {
    private let survey: FeedSurvey
    private let choice: SelectChoice
    private let options: SelectOptions
    /// By domain the ids that stay.
    private(set) var kept = [Set<Key>](repeating: [], count: Domain.count)
    /// By trip of the survey whether it stays.
    private(set) var trips: [Bool] = []
    /// By place of the survey whether trips are cut to it.
    private var isInside: [Bool] = []
    /// The services that the feed has, on whatever days.
    private let services: Set<Key>
    /// Whether the feed says of no service when it runs: then ids of services refer to nothing, whatever is cut.
    private let hasNoCalendar: Bool
    /// The tables whose values are translated.
    var translated: Set<String> { survey.translated }
    var tripCount: Int { trips.reduce(0) { $0 + ($1 ? 1 : 0) } }

    /// - Parameter hasCalendar: whether the feed has rows that say when services run, those that conditions pass over
    ///   among them.
    init(_ survey: FeedSurvey, _ choice: SelectChoice, _ options: SelectOptions, hasCalendar: Bool) {
        hasNoCalendar = !hasCalendar
        self.survey = survey
        self.choice = choice
        self.options = options
        services = survey.defined[Domain.service.number]
        if hasNoCalendar { defineServices() }
        cutDays()
        chooseTrips()
        keepWhatTripsNeed()
        keepStops()
        keepRoutes()
        keepHeld()
    }

    /// Whether an id of a domain stays.
    func keeps(_ key: Key, _ domain: Domain) -> Bool { kept[domain.number].contains(key) }

    /// Whether the feed has a row of an id that does not stay: `--where` excluded it, or its days.
    func isExcluded(_ key: Key, _ domain: Domain) -> Bool {
        survey.excluded[domain.number].contains(key) || domain == .service && services.contains(key)
    }

    /// Whether a stop time of a trip that stays does.
    func keepsCall(at key: Key) -> Bool {
        guard options.clips else { return true }
        return survey.knownPlace(key).map { isInside[$0] } ?? false
    }

    /// Keeps an id that something needs, if there is such a thing.
    /// - Returns: whether it was not kept before.
    @discardableResult
    private func keep(_ key: Key, _ domain: Domain) -> Bool {
        guard key != 0, survey.defined[domain.number].contains(key) else { return false }
        return kept[domain.number].insert(key).inserted
    }

    // MARK: Services

    /// Takes the services that rows name for those that there are.
    private func defineServices() {
        survey.defined[Domain.service.number] = Set(survey.trips.map(\.service)).subtracting([0])
        for name in CutRule.held {
            let table = CutTable(name)
            for (place, column) in table.columns.enumerated() where column.domain == .service {
                for row in survey.held[name] ?? [] where row[place + 1] != 0 {
                    survey.defined[Domain.service.number].insert(row[place + 1])
                }
            }
        }
    }

    /// Forgets services that do not run on the days that are asked for, and groups of timeframes of which all are of such.
    private func cutDays() {
        guard let dates = options.dates else { return }
        survey.defined[Domain.service.number] = survey.services.running(on: dates)
        let table = CutTable(Tables.Timeframes.name)
        guard let group = table.key?.domain else { return }
        let rows = survey.held[table.name] ?? []
        survey.defined[group.number] = Set(
            rows.filter { survey.defined[Domain.service.number].contains($0[1]) }.map { $0[0] })
    }

    // MARK: Trips

    /// How many trips are left after each thing that is asked of them: their own and their routes' ids, a service that the
    /// feed has, a day.
    private var left = (named: 0, withService: 0, onDays: 0)

    /// Why no trip is left, as the rest of a sentence.
    var reason: String {
        let (named, withService, onDays) = left
        if named == 0 || named == withService && withService == onDays {
            return options.clips ? "; --clip needs trips with two stops inside" : ""
        }
        let matches = named == 1 ? ": 1 trip matches the ids, but" : ": \(named) trips match the ids, but"
        if withService == 0 { return matches + " none of their services is in calendar.txt or calendar_dates.txt" }
        if hasNoCalendar { return matches + " the feed has no calendar, so their days are unknown" }
        return onDays == 0 ? matches + " none runs on these days" : ""
    }

    private func chooseTrips() {
        let routes = chosenRoutes()
        let running = survey.defined[Domain.service.number]
        trips = survey.trips.map { trip in
            guard trip.isThere, trip.isChosen, routes.contains(trip.route) else { return false }
            left.named += 1
            guard hasNoCalendar || services.contains(trip.service) else { return false }
            left.withService += 1
            guard running.contains(trip.service) else { return false }
            left.onDays += 1
            return true
        }
        guard options.choosesPlaces else { return }
        let called = places()
        // By trip which of the options it fulfils, and at how many stops it calls that fulfil all.
        var fulfilled = [UInt8](repeating: 0, count: trips.count)
        var inside = [UInt8](repeating: 0, count: trips.count)
        isInside = called.map { $0 == 3 }
        for row in 0..<survey.callers.count {
            let trip = Int(survey.callers[row])
            let place = Int(survey.called[row])
            fulfilled[trip] |= called[place]
            if isInside[place], inside[trip] < 2 { inside[trip] += 1 }
        }
        for trip in trips.indices where trips[trip] {
            trips[trip] = options.clips ? inside[trip] == 2 : fulfilled[trip] == 3
        }
    }

    /// The routes that are asked for, of the agencies that are.
    private func chosenRoutes() -> Set<Key> {
        // A route without an agency is of the feed's only one.
        var only: [UInt64: (count: Int, agency: FeedSurvey.Agency)] = [:]
        var chosen: Set<Key> = []
        for agency in survey.agencies {
            only[agency.feed] = ((only[agency.feed]?.count ?? 0) + 1, agency)
            if agency.isChosen { chosen.insert(agency.key) }
        }
        return Set(
            survey.routes.filter { route in
                guard route.isChosen else { return false }
                guard !choice.agencies.isEmpty else { return true }
                if route.agency != 0 { return chosen.contains(route.agency) }
                return only[route.feed].map { $0.count == 1 && $0.agency.isChosen } ?? false
            }.map(\.key))
    }

    /// By place what of the options it fulfils: 1 for `--stop`, 2 for the area; an option that is not asked for is
    /// fulfilled.
    private func places() -> [UInt8] {
        var called = survey.places.indices.map { place in
            var fulfils: UInt8 = 0
            if choice.stops.isEmpty || isNamed(place, 3) { fulfils |= 1 }
            if let area = choice.area {
                if survey.places[place].isInside || coordinate(of: place).map(area.contains) == true { fulfils |= 2 }
            } else {
                fulfils |= 2
            }
            return fulfils
        }
        // A group stands for its stops.
        for row in survey.held[Tables.LocationGroupStops.name] ?? [] {
            guard let group = survey.knownPlace(row[1]), let stop = survey.knownPlace(row[2]) else { continue }
            called[group] |= called[stop]
        }
        return called
    }

    /// Whether a stop, its station or a station above is named.
    private func isNamed(_ place: Int, _ depth: Int) -> Bool {
        if survey.places[place].isNamed { return true }
        guard depth > 0, let parent = parent(of: place) else { return false }
        return isNamed(parent, depth - 1)
    }

    private func coordinate(of place: Int) -> Coordinate? {
        StopPlace.find(place, own: { survey.places[$0].coordinate }, parent: parent(of:))
    }

    private func parent(of place: Int) -> Int? {
        let key = survey.places[place].parent
        return key == 0 ? nil : survey.knownPlace(key)
    }

    // MARK: What they need

    private func keepWhatTripsNeed() {
        for (number, trip) in survey.trips.enumerated() where trips[number] {
            keep(trip.route, .route)
            keep(trip.service, .service)
            keep(trip.shape, .shape)
        }
        for row in 0..<survey.callers.count where trips[Int(survey.callers[row])] {
            let place = Int(survey.called[row])
            if options.clips, !isInside[place] { continue }
            keep(survey.places[place].key, survey.places[place].domain)
        }
        for (trip, rule) in survey.bookings where trips[Int(trip)] { keep(rule, .bookingRule) }
    }

    /// Tells trips that stay by their keys.
    func keepsTrip(_ key: Key) -> Bool { survey.knownTrip(key).map { trips[$0] } ?? false }

    private func keepStops() {
        // Groups of stops need their stops.
        for row in survey.held[Tables.LocationGroupStops.name] ?? [] where keeps(row[1], .group) { keep(row[2], .stop) }
        // Stops need their stations; stations that stay keep their entrances, nodes and boarding areas. However long a
        // chain of parents is, each stop is looked at once.
        var hanging: [Key: [Key]] = [:]
        for place in survey.places where place.domain == .stop && place.isThere && place.kind > 1 && place.parent != 0 {
            hanging[place.parent, default: []].append(place.key)
        }
        var waiting = Array(kept[Domain.stop.number])
        while let key = waiting.popLast() {
            if let number = survey.knownPlace(key), survey.places[number].domain == .stop, survey.places[number].isThere
            {
                let parent = survey.places[number].parent
                if keep(parent, .stop) { waiting.append(parent) }
            }
            for child in hanging[key] ?? [] where keep(child, .stop) { waiting.append(child) }
        }
        for place in survey.places where place.domain == .stop && keeps(place.key, .stop) {
            keep(place.level, .level)
            if place.zone != 0 { kept[Domain.zone.number].insert(place.zone) }
        }
    }

    private func keepRoutes() {
        var withoutAgency: Set<UInt64> = []
        for route in survey.routes where keeps(route.key, .route) {
            if route.agency == 0 { withoutAgency.insert(route.feed) } else { keep(route.agency, .agency) }
            if route.network != 0 { kept[Domain.network.number].insert(route.network) }
        }
        // The agency of routes that name none.
        for agency in survey.agencies where withoutAgency.contains(agency.feed) {
            if agency.key != 0 { kept[Domain.agency.number].insert(agency.key) }
        }
        for row in survey.held[Tables.RouteNetworks.name] ?? [] where keeps(row[1], .route) { keep(row[2], .network) }
    }

    /// Keeps what the rows of tables that stay need, table after table.
    private func keepHeld() {
        for name in CutRule.held where name != Tables.LocationGroupStops.name && name != Tables.RouteNetworks.name {
            let table = CutTable(name)
            for row in survey.held[name] ?? [] where keepsRow(row, table) {
                for (place, column) in table.columns.enumerated() where column.isNeed {
                    keep(row[place + 1], column.domain)
                }
            }
        }
        // Fares that no rule limits hold for what is left.
        for fare in survey.defined[Domain.fare.number] where !survey.faresWithRules.contains(fare) { keep(fare, .fare) }
    }

    /// Whether a row stays, by its key and the ids of its columns.
    func keepsRow(_ row: [Key], _ table: CutTable) -> Bool {
        if let key = table.key, !keeps(row[0], key.domain) { return false }
        for (place, column) in table.columns.enumerated() where column.isCondition && row[place + 1] != 0 {
            let key = row[place + 1]
            guard column.domain == .trip ? keepsTrip(key) : keeps(key, column.domain) else { return false }
        }
        // What is not there, and the row is nothing without.
        for (place, column) in table.columns.enumerated()
        where column.isEssential && row[place + 1] != 0
            && !survey.defined[column.domain.number].contains(row[place + 1])
        {
            return false
        }
        return true
    }
}
