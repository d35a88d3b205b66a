import Geometry
import Platform

/// Compares stops, routes and agencies with each other.
struct NetworkChecks {
    let checker: FeedChecker
    private var feed: CheckedFeed { checker.feed }
    private var side: SideTables { checker.side }
    private var book: NoticeBook { checker.book }

    init(_ checker: FeedChecker) { self.checker = checker }

    func run() {
        checkStops()
        checkNearness()
        checkRoutes()
        checkAgencies()
        checkURLs()
    }

    private func stopID(_ id: IDSpace.ID) -> (name: String, value: NoticeSample.Value) {
        ("stop_id", .text(feed.stopIDs.text(id)))
    }

    private func line(_ number: Int) -> Int? { number > 0 ? number : nil }

    // MARK: Stops

    private func checkStops() {
        for (group, stop) in feed.groupStops where feed.locationGroupIDs.has(group, CheckedFeed.used) {
            feed.stopIDs.mark(stop, CheckedFeed.calledInGroup)
        }
        let file = checker.file("stops")
        let areCallsReadable = checker.isComplete("stop_times")
        for number in feed.stops.indices where feed.stops[number].isRow {
            let id = IDSpace.ID(number)
            let stop = feed.stops[number]
            checkParent(id, stop, file)
            if stop.type == 0, areCallsReadable, !feed.stopIDs.has(id, CheckedFeed.called | CheckedFeed.calledInGroup) {
                book.add(.stopWithoutStopTime, file: file, line: line(stop.line), [stopID(id)])
            }
            if stop.type != 0, feed.stopIDs.has(id, CheckedFeed.called) {
                book.add(
                    .locationWithUnexpectedStopTime, file: file, line: line(stop.line),
                    [stopID(id), ("location_type", .whole(stop.type))])
            }
            if stop.type == 1, !feed.stopIDs.has(id, CheckedFeed.hasStop) {
                book.add(.unusedStation, file: file, line: line(stop.line), [stopID(id)])
            }
            if stop.type == 0, !stop.hasZone, feed.stopIDs.has(id, CheckedFeed.inZoneFares) {
                book.add(.stopWithoutZoneId, file: file, line: line(stop.line), [stopID(id)])
            }
        }
    }

    /// Tells each stop that lies within a metre of one before it; those in stations may share their station's place.
    private func checkNearness() {
        let file = checker.file("stops")
        // Cells are 1.1 m high, and as wide where they are: what is within a metre is in one of nine.
        let height = 1e-5
        var cells: [UInt64: [IDSpace.ID]] = [:]
        func key(_ row: Int, _ longitude: Double, _ aside: Int) -> UInt64 {
            let width = height / max(cos(Double(row) * height * .pi / 180), 1e-6)
            let column = Int((longitude / width).rounded(.down)) + aside
            return UInt64(UInt32(truncatingIfNeeded: row)) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
        }
        for number in feed.stops.indices where feed.stops[number].isRow && feed.stops[number].type == 0 {
            let id = IDSpace.ID(number)
            guard feed.stops[number].parent.isNone, let place = feed.stops[number].coordinate else { continue }
            let row = Int((place.latitude / height).rounded(.down))
            let near = (-1...1).lazy.flatMap { above in (-1...1).lazy.map { key(row + above, place.longitude, $0) } }
                .compactMap { cell in
                    cells[cell]?.first { other in
                        feed.stops[other.index].coordinate.map { Ellipsoid.distance(place, $0) <= 1 } ?? false
                    }
                }.first
            if let near {
                book.add(
                    .stopsTooClose, file: file, line: line(feed.stops[number].line),
                    [stopID(id), ("other_stop_id", .text(feed.stopIDs.text(near)))])
            }
            // Of many at one place the first ones are enough to be found by.
            if cells[key(row, place.longitude, 0), default: []].count < 16 {
                cells[key(row, place.longitude, 0), default: []].append(id)
            }
        }
    }

    /// Platforms, entrances and nodes are in stations, boarding areas in platforms.
    private func checkParent(_ id: IDSpace.ID, _ stop: CheckedFeed.Stop, _ file: String) {
        guard !stop.parent.isNone, feed.stopIDs.isDefined(stop.parent), stop.type != 1 else { return }
        let type = feed.stop(stop.parent).type
        guard type != (stop.type == 4 ? 0 : 1) else { return }
        book.add(
            .wrongParentLocationType, file: file, line: line(stop.line),
            [
                stopID(id), ("location_type", .whole(stop.type)),
                ("parent_station", .text(feed.stopIDs.text(stop.parent))), ("parent_location_type", .whole(type)),
            ])
    }

    // MARK: Routes and agencies

    private func checkRoutes() {
        let file = checker.file("routes")
        if checker.isComplete("trips") {
            feed.routeIDs.forEachDefined { id in
                guard !feed.routeIDs.has(id, CheckedFeed.used) else { return }
                book.add(
                    .unusedRoute, file: file, line: line(feed.route(id).line),
                    [("route_id", .text(feed.routeIDs.text(id)))])
            }
        }
        let header = checker.check(of: "routes").header
        if header?.contains("network_id") ?? side.routesHaveNetworks {
            for table in ["route_networks", "networks"] where checker.seen.contains(table) {
                book.add(
                    .routeNetworksSpecifiedInMoreThanOneFile, file: file, line: nil,
                    [("field", .text("network_id")), ("other_file", .text(checker.file(table)))])
            }
        }
    }

    private func checkAgencies() {
        let file = checker.file("agency")
        guard let first = side.agencies.first else { return }
        for agency in side.agencies.dropFirst() {
            if agency.zone != first.zone {
                book.add(
                    .inconsistentAgencyTimezone, file: file, line: agency.line,
                    [("agency_timezone", .text(agency.zone)), ("first_agency_timezone", .text(first.zone))])
            }
        }
        checkLanguages(file)
        checkAgencyIDs(file)
    }

    private func checkLanguages(_ file: String) {
        let agencies = side.agencies.filter { !$0.language.isEmpty }
        if let first = agencies.first {
            for agency in agencies.dropFirst() where agency.language.lowercased() != first.language.lowercased() {
                book.add(
                    .inconsistentAgencyLang, file: file, line: agency.line,
                    [("agency_lang", .text(agency.language)), ("first_agency_lang", .text(first.language))])
            }
        }
        guard let language = side.feedInfos.first?.language, !language.isEmpty, language.lowercased() != "mul" else {
            return
        }
        for agency in agencies where agency.language.lowercased() != language.lowercased() {
            book.add(
                .feedInfoLangAndAgencyLangMismatch, file: file, line: agency.line,
                [("agency_lang", .text(agency.language)), ("feed_lang", .text(language))])
        }
    }

    /// Rows without agency_id: of one agency it is recommended, of several required.
    private func checkAgencyIDs(_ file: String) {
        let rule: Rule = side.agencies.count > 1 ? .missingRequiredAgencyId : .missingRecommendedField
        for agency in side.agencies where agency.id.isNone {
            book.add(rule, file: file, line: agency.line, [("agency_id", .null)])
        }
        for row in side.withoutAgency {
            book.add(
                rule, file: checker.file(row.table), line: row.line,
                [(row.table == "routes" ? "route_id" : "fare_id", .text(row.id)), ("agency_id", .null)])
        }
        for (table, count) in side.countWithoutAgency.sorted(by: { $0.key < $1.key }) where count > NoticeBook.shown {
            book.count(rule, file: checker.file(table), times: count - NoticeBook.shown)
        }
    }

    private func checkURLs() {
        // How many agencies and routes have a URL; each of them counts.
        func count(_ urls: [UInt64]) -> [UInt64: Int] { urls.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        var agencies = count(side.agencies.map(\.url))
        agencies[0] = nil
        let routes = count(side.routeURLs.map(\.url))
        for route in side.routeURLs {
            guard let times = agencies[route.url] else { continue }
            book.add(
                .sameRouteAndAgencyUrl, file: checker.file("routes"), line: line(feed.route(route.id).line),
                count: times, [("route_id", .text(feed.routeIDs.text(route.id)))])
        }
        for (urls, rule) in [(agencies, Rule.sameStopAndAgencyUrl), (routes, .sameStopAndRouteUrl)] {
            for stop in side.stopURLs {
                guard let times = urls[stop.url] else { continue }
                book.add(
                    rule, file: checker.file("stops"), line: line(feed.stop(stop.id).line), count: times,
                    [stopID(stop.id)])
            }
        }
    }
}
