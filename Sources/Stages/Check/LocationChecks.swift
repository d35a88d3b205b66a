/// Compares zones of locations.geojson with each other, with stops and with the stop times at them.
struct LocationChecks {
    /// So many stop times of a trip at zones are compared with each other.
    static let callLimit = 100

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook

    init(_ checker: FeedChecker) {
        self.checker = checker
        feed = checker.feed
        book = checker.book
    }

    func run() {
        checkIDs()
        checkOverlaps()
    }

    /// Stops, groups and zones share one set of ids, as stop times may name any of them.
    private func checkIDs() {
        let spaces = [
            ("stops", feed.stopIDs), ("location_groups", feed.locationGroupIDs), ("locations", feed.locationIDs),
        ]
        for (place, (table, space)) in spaces.enumerated().dropFirst() {
            space.forEachDefined { id in
                let others = spaces[..<place].filter { other in space.withText(id) { other.1.isDefined($0) } }
                // What all three have was told with the second.
                guard let first = others.first, others.count == 1 else { return }
                book.add(
                    .duplicateGeographyId, file: checker.file(table), line: nil,
                    [("id", .text(space.text(id))), ("other_file", .text(checker.file(first.0)))])
            }
        }
    }

    // MARK: Overlaps

    private func checkOverlaps() {
        guard feed.zoneCalls.count > 1, !checker.side.zones.isEmpty else { return }
        var calls = (0..<feed.zoneCalls.count).map { feed.zoneCalls[$0] }
        calls.sort { ($0.trip.number, $0.sequence, $0.line) < ($1.trip.number, $1.sequence, $1.line) }
        var known: [UInt64: Bool] = [:]
        var start = 0
        while start < calls.count {
            let trip = calls[start].trip
            let end = calls[start...].firstIndex { $0.trip != trip } ?? calls.count
            let shown = calls[start..<min(end, start + LocationChecks.callLimit)]
            checker.side.uncomparedCalls += end - shown.endIndex
            for (place, one) in shown.enumerated() {
                for other in shown.dropFirst(place + 1) where isSuspect(one, other) {
                    if overlap(one.location, other.location, &known) { note(one, other) }
                }
            }
            start = end
        }
    }

    /// Whether two calls at different zones are at one time for one purpose.
    private func isSuspect(_ one: CheckedFeed.ZoneCall, _ other: CheckedFeed.ZoneCall) -> Bool {
        one.location != other.location && (one.pickup == other.pickup || one.dropOff == other.dropOff)
            && [one.pickup, one.dropOff, other.pickup, other.dropOff].allSatisfy { $0 >= 0 }
            && one.start < other.end && other.start < one.end
    }

    private func overlap(_ one: IDSpace.ID, _ other: IDSpace.ID, _ known: inout [UInt64: Bool]) -> Bool {
        let key = UInt64(min(one.number, other.number)) << 32 | UInt64(max(one.number, other.number))
        if let same = known[key] { return same }
        guard let first = checker.side.zones[one], let second = checker.side.zones[other] else { return false }
        var isSettled = true
        let overlap = first.overlaps(second, &isSettled)
        if !isSettled { checker.side.unsettledZones += 1 }
        known[key] = overlap
        return overlap
    }

    private func note(_ one: CheckedFeed.ZoneCall, _ other: CheckedFeed.ZoneCall) {
        book.add(
            .overlappingZoneAndPickupDropOffWindow, file: checker.file("stop_times"),
            line: CheckedFeed.line(other.line),
            [
                ("trip_id", .text(feed.tripIDs.text(one.trip))),
                ("stop_sequence", .whole(Int(other.sequence))),
                ("location_id", .text(feed.locationIDs.text(other.location))),
                ("other_stop_sequence", .whole(Int(one.sequence))),
                ("other_location_id", .text(feed.locationIDs.text(one.location))),
            ])
    }
}
