import Geometry
import Platform

/// Compares stops, routes, agencies, transfers and pathways with each other.
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
        checkTransfers()
        checkPathways()
    }

    private func stopID(_ id: IDSpace.ID) -> (name: String, value: NoticeSample.Value) {
        ("stop_id", .text(feed.stopIDs.text(id)))
    }

    private func line(_ number: Int) -> Int? { number > 0 ? number : nil }

    // MARK: Stops

    private func checkStops() {
        let file = checker.file("stops")
        let areCallsReadable = checker.isComplete("stop_times")
        for number in feed.stops.indices where feed.stops[number].isRow {
            let id = IDSpace.ID(number)
            let stop = feed.stops[number]
            checkParent(id, stop, file)
            if stop.type == 0, areCallsReadable, !feed.stopIDs.has(id, CheckedFeed.called) {
                book.add(.stopWithoutStopTime, file: file, line: line(stop.line), [stopID(id)])
            }
            if stop.type == 1, !feed.stopIDs.has(id, CheckedFeed.isParent) {
                book.add(.unusedStation, file: file, line: line(stop.line), [stopID(id)])
            }
            if side.faresUseZones, !stop.hasZone, stop.type == 0 {
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
        if side.routesHaveNetworks, checker.seen.contains("networks") || checker.seen.contains("route_networks") {
            book.add(.routeNetworksSpecifiedInMoreThanOneFile, file: file, line: nil, [("field", .text("network_id"))])
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
            if !agency.language.isEmpty, !first.language.isEmpty,
                agency.language.lowercased() != first.language.lowercased()
            {
                book.add(
                    .inconsistentAgencyLang, file: file, line: agency.line,
                    [("agency_lang", .text(agency.language)), ("first_agency_lang", .text(first.language))])
            }
        }
        if side.agencies.count > 1 {
            for agency in side.agencies where agency.id.isNone {
                book.add(.missingRequiredField, file: file, line: agency.line, [("agency_id", .null)])
            }
            for row in side.withoutAgency {
                book.add(
                    .missingRequiredAgencyId, file: checker.file(row.table), line: row.line,
                    [(row.table == "routes" ? "route_id" : "fare_id", .text(row.id)), ("agency_id", .null)])
            }
            for (table, count) in side.countWithoutAgency.sorted(by: { $0.key < $1.key }) where count > NoticeBook.shown
            {
                book.count(.missingRequiredAgencyId, file: checker.file(table), times: count - NoticeBook.shown)
            }
        }
        for info in side.feedInfos {
            let language = info.language.lowercased()
            guard !language.isEmpty, language != "mul",
                let other = side.agencies.first(where: {
                    !$0.language.isEmpty && $0.language.lowercased() != language
                })
            else { continue }
            book.add(
                .feedInfoLangAndAgencyLangMismatch, file: checker.file("feed_info"), line: info.line,
                [("feed_lang", .text(info.language)), ("agency_lang", .text(other.language))])
        }
    }

    private func checkURLs() {
        let agencies = Set(side.agencies.map(\.url)).subtracting([0])
        let routes = Set(side.routeURLs.map(\.url))
        for route in side.routeURLs where agencies.contains(route.url) {
            book.add(
                .sameRouteAndAgencyUrl, file: checker.file("routes"), line: line(feed.route(route.id).line),
                [("route_id", .text(feed.routeIDs.text(route.id)))])
        }
        for (urls, rule) in [(agencies, Rule.sameStopAndAgencyUrl), (routes, .sameStopAndRouteUrl)] {
            for stop in side.stopURLs where urls.contains(stop.url) {
                book.add(rule, file: checker.file("stops"), line: line(feed.stop(stop.id).line), [stopID(stop.id)])
            }
        }
    }

    // MARK: Transfers

    private func checkTransfers() {
        let file = checker.file("transfers")
        let calls = CallsOfTrips(feed)
        for transfer in side.transfers {
            let sides = ["from", "to"]
            for (place, stop) in transfer.stops.enumerated() where feed.stopIDs.isDefined(stop) {
                let type = feed.stop(stop).type
                if type > 1 {
                    book.add(
                        .transferWithInvalidStopLocationType, file: file, line: transfer.line,
                        [("\(sides[place])_stop_id", .text(feed.stopIDs.text(stop))), ("location_type", .whole(type))])
                }
            }
            checkDistance(transfer, file)
            for (place, trip) in transfer.trips.enumerated() where feed.tripIDs.isDefined(trip) {
                let side = sides[place]
                let route = transfer.routes[place]
                if !route.isNone, feed.trip(trip).route != route {
                    book.add(
                        .transferWithInvalidTripAndRoute, file: file, line: transfer.line,
                        [
                            ("\(side)_trip_id", .text(feed.tripIDs.text(trip))),
                            ("\(side)_route_id", .text(feed.routeIDs.text(route))),
                        ])
                }
                let stop = transfer.stops[place]
                if feed.stopIDs.isDefined(stop), checker.isComplete("stop_times"), !calls.has(trip, stop) {
                    book.add(
                        .transferWithInvalidTripAndStop, file: file, line: transfer.line,
                        [
                            ("\(side)_trip_id", .text(feed.tripIDs.text(trip))),
                            ("\(side)_stop_id", .text(feed.stopIDs.text(stop))),
                        ])
                }
            }
        }
    }

    private func checkDistance(_ transfer: SideTables.Transfer, _ file: String) {
        guard let from = feed.coordinate(transfer.stops[0]), let to = feed.coordinate(transfer.stops[1]) else { return }
        let metres = Ellipsoid.distance(from, to)
        guard metres > 10_000 else { return }
        book.add(
            .transferDistanceTooLarge, file: file, line: transfer.line,
            [
                ("from_stop_id", .text(feed.stopIDs.text(transfer.stops[0]))),
                ("to_stop_id", .text(feed.stopIDs.text(transfer.stops[1]))),
                ("distance_km", .number(metres / 1000, decimals: 1)),
            ])
    }

    // MARK: Pathways

    private func checkPathways() {
        let file = checker.file("pathways")
        var ways: [IDSpace.ID: Set<UInt32>] = [:]
        for pathway in side.pathways {
            let name: (name: String, value: NoticeSample.Value) = ("pathway_id", .text(pathway.id))
            if pathway.from == pathway.to, !pathway.from.isNone {
                book.add(.pathwayLoop, file: file, line: pathway.line, [name, stopID(pathway.from)])
            }
            for end in [pathway.from, pathway.to] where feed.stopIDs.isDefined(end) {
                let stop = feed.stop(end)
                if stop.type == 1 {
                    book.add(.pathwayToWrongLocationType, file: file, line: pathway.line, [name, stopID(end)])
                } else if stop.type == 0, feed.stopIDs.has(end, CheckedFeed.hasBoardingArea) {
                    book.add(.pathwayToPlatformWithBoardingAreas, file: file, line: pathway.line, [name, stopID(end)])
                }
            }
            if !pathway.from.isNone, !pathway.to.isNone {
                ways[pathway.from, default: []].insert(pathway.to.number)
                ways[pathway.to, default: []].insert(pathway.from.number)
            }
        }
        for number in feed.stops.indices where feed.stops[number].isRow && feed.stops[number].type == 3 {
            let id = IDSpace.ID(number)
            if ways[id]?.count == 1 {
                book.add(
                    .pathwayDanglingGenericNode, file: checker.file("stops"), line: line(feed.stops[number].line),
                    [stopID(id)])
            }
        }
    }
}

/// At which stops, and in which stations, trips call; the last trips that were asked for are kept.
private final class CallsOfTrips {
    private let feed: CheckedFeed
    private var known: [IDSpace.ID: Set<IDSpace.ID>] = [:]
    private var positions: [Int] = []

    init(_ feed: CheckedFeed) { self.feed = feed }

    func has(_ trip: IDSpace.ID, _ stop: IDSpace.ID) -> Bool {
        if let calls = known[trip] { return calls.contains(stop) }
        feed.stopTimes.positions(of: trip, into: &positions)
        var calls: Set<IDSpace.ID> = []
        for position in positions {
            let called = feed.stopTimes.value(at: position).stop
            guard !called.isNone else { continue }
            calls.insert(called)
            if !feed.stop(called).parent.isNone { calls.insert(feed.stop(called).parent) }
        }
        if known.count >= 1024 { known.removeAll(keepingCapacity: true) }
        known[trip] = calls
        return calls.contains(stop)
    }
}
