import Geometry

/// Compares transfers with the stops, trips and routes that they name.
struct TransferChecks {
    let checker: FeedChecker
    private var feed: CheckedFeed { checker.feed }
    private var side: SideTables { checker.side }
    private var book: NoticeBook { checker.book }

    init(_ checker: FeedChecker) { self.checker = checker }

    func run() {
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
                } else if type == 1, transfer.isInSeat {
                    book.add(
                        .transferWithInvalidStopLocationType, file: file, line: transfer.line,
                        [
                            ("\(sides[place])_stop_id", .text(feed.stopIDs.text(stop))),
                            ("transfer_type", .whole(transfer.type)),
                        ])
                }
            }
            checkDistance(transfer, file)
            checkRouteTypes(transfer, file)
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
                } else if transfer.isInSeat, feed.stopIDs.isDefined(stop), checker.isComplete("stop_times") {
                    checkEnd(transfer, place, side, file, calls)
                }
            }
        }
    }

    private func checkDistance(_ transfer: SideTables.Transfer, _ file: String) {
        guard let from = feed.coordinate(transfer.stops[0]), let to = feed.coordinate(transfer.stops[1]) else { return }
        let metres = Ellipsoid.distance(from, to)
        guard metres > 2000 else { return }
        book.add(
            metres > 10_000 ? .transferDistanceTooLarge : .transferDistanceAbove2Km, file: file, line: transfer.line,
            [
                ("from_stop_id", .text(feed.stopIDs.text(transfer.stops[0]))),
                ("to_stop_id", .text(feed.stopIDs.text(transfer.stops[1]))),
                ("distance_km", .number(metres / 1000, decimals: 1)),
            ])
    }

    private func checkRouteTypes(_ transfer: SideTables.Transfer, _ file: String) {
        guard transfer.type == 4, transfer.routes.allSatisfy(feed.routeIDs.isDefined) else { return }
        let types = transfer.routes.map { feed.route($0).type ?? -1 }
        guard types[0] != types[1] else { return }
        book.add(
            .inconsistentRouteTypeForInSeatTransfer, file: file, line: transfer.line,
            [
                ("from_route_id", .text(feed.routeIDs.text(transfer.routes[0]))), ("from_route_type", .whole(types[0])),
                ("to_route_id", .text(feed.routeIDs.text(transfer.routes[1]))), ("to_route_type", .whole(types[1])),
            ])
    }

    /// The vehicle goes on where one trip ends and the next begins.
    private func checkEnd(
        _ transfer: SideTables.Transfer, _ place: Int, _ side: String, _ file: String, _ calls: CallsOfTrips
    ) {
        let stop = transfer.stops[place]
        guard feed.stop(stop).type == 0, let ends = calls.ends(of: transfer.trips[place]),
            (place == 0 ? ends.last : ends.first) != stop
        else { return }
        book.add(
            .transferWithSuspiciousMidTripInSeat, file: file, line: transfer.line,
            [
                ("\(side)_trip_id", .text(feed.tripIDs.text(transfer.trips[place]))),
                ("\(side)_stop_id", .text(feed.stopIDs.text(stop))),
            ])
    }
}

/// At which stops, and in which stations, trips call; the last trips that were asked for are kept.
private final class CallsOfTrips {
    private let feed: CheckedFeed
    private struct Calls {
        var stops: Set<IDSpace.ID> = []
        /// The stops of the first and the last call; nil without calls.
        var ends: (first: IDSpace.ID, last: IDSpace.ID)?
    }

    private var known: [IDSpace.ID: Calls] = [:]
    private var callsOfTrip: [CallPatterns.Call] = []

    init(_ feed: CheckedFeed) { self.feed = feed }

    func has(_ trip: IDSpace.ID, _ stop: IDSpace.ID) -> Bool { calls(of: trip).stops.contains(stop) }

    func ends(of trip: IDSpace.ID) -> (first: IDSpace.ID, last: IDSpace.ID)? { calls(of: trip).ends }

    private func calls(of trip: IDSpace.ID) -> Calls {
        if let calls = known[trip] { return calls }
        feed.stopTimes.read(trip, into: &callsOfTrip)
        var calls = Calls()
        for call in callsOfTrip {
            let called = call.stopTime.stop
            guard !called.isNone else { continue }
            calls.stops.insert(called)
            if !feed.stop(called).parent.isNone { calls.stops.insert(feed.stop(called).parent) }
        }
        if let first = callsOfTrip.first, let last = callsOfTrip.last {
            calls.ends = (first.stopTime.stop, last.stopTime.stop)
        }
        if known.count >= 1024 { known.removeAll(keepingCapacity: true) }
        known[trip] = calls
        return calls
    }
}
