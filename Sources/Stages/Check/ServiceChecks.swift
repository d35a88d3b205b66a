import Containers
import GTFSSchedule
import TimeZones

/// Days on which services run, as bits; only the words between the first and the last of them are kept.
struct DaySet: Hashable {
    /// Which word of 64 days the first one is.
    private var start = 0
    private var words: [UInt64] = []

    mutating func insert(_ day: Int) {
        let word = day >> 6
        if words.isEmpty { start = word }
        if word < start {
            words.insert(contentsOf: repeatElement(0, count: start - word), at: 0)
            start = word
        }
        while words.count <= word - start { words.append(0) }
        words[word - start] |= 1 << UInt64(day & 63)
    }

    func intersects(_ other: DaySet) -> Bool {
        let from = max(start, other.start)
        let to = min(start + words.count, other.start + other.words.count)
        guard from < to else { return false }
        for word in from..<to where words[word - start] & other.words[word - other.start] != 0 { return true }
        return false
    }

    /// Calls `body` with each day, in their order.
    func forEachDay(_ body: (Int) -> Void) {
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body((start + place) << 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}

/// Checks on what days services and trips run: expired and empty calendars, gaps, blocks whose trips overlap.
final class ServiceChecks {
    /// Days before and after today that are compared with each other: what is farther off is no timetable's.
    private static let before = 10_000
    private static let after = 3_650
    /// With how many classes of days, of trips of a block that have not ended, the next one is compared.
    private static let open = 64

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook
    private let today: Int
    private let first: Int
    /// By service, a number that services of the same days share, and the days by that number.
    private var classes: [Int] = []
    private var sets: [DaySet] = []
    private var gapsByClass: [Int: [(before: Int, after: Int)]] = [:]

    /// - Parameter today: days since 1970-01-01.
    init(_ checker: FeedChecker, today: Int) {
        self.checker = checker
        feed = checker.feed
        book = checker.book
        self.today = today
        first = today - ServiceChecks.before
        findDays()
    }

    private func findDays() {
        var known: [DaySet: Int] = [:]
        for service in 0..<feed.serviceIDs.count {
            var days = DaySet()
            if let bounds = feed.calendar.bounds(of: service) {
                let window = bounds.clamped(to: first...(today + ServiceChecks.after))
                for day in window where bounds.contains(day) && feed.calendar.runs(service, on: day) {
                    days.insert(day - first)
                }
            }
            let number = known[days] ?? sets.count
            if number == sets.count {
                known[days] = number
                sets.append(days)
            }
            classes.append(number)
        }
    }

    func run(_ blockTrips: [(block: IDSpace.ID, trip: IDSpace.ID, first: Int32, last: Int32)]) {
        checkServices()
        checkExpiry()
        checkFeedDates()
        checkCoverage()
        checkBlocks(blockTrips)
        checkBlockTypes()
    }

    private static func text(_ day: Int) -> NoticeSample.Value {
        .text(CivilDate(daysSinceEpoch: day).compactText)
    }

    /// Whether all rows of both calendars could be read.
    private var isWhole: Bool { checker.isWhole(["calendar", "calendar_dates"]) }

    private func checkServices() {
        feed.serviceIDs.forEachDefined { id in
            let place = id.index < feed.serviceLines.count ? feed.serviceLines[id.index] : (file: "", line: nil)
            let file = place.file.isEmpty ? checker.file("calendar") : place.file
            let service: (name: String, value: NoticeSample.Value) = ("service_id", .text(feed.serviceIDs.text(id)))
            if checker.isComplete("trips"), !feed.serviceIDs.has(id, CheckedFeed.used) {
                book.add(.unusedService, file: file, line: place.line, [service])
            }
            // Of a service with a row that could not be read nobody can say when it runs.
            guard isWhole, !feed.uncertainServices.contains(id) else { return }
            guard let last = feed.calendar.days(of: id.index)?.last else {
                return book.add(.serviceNeverActive, file: file, line: place.line, [service])
            }
            guard feed.serviceIDs.has(id, CheckedFeed.inCalendar) else { return }
            if last > today + 730 {
                book.add(
                    .serviceExtendsFarInTheFuture, file: file, line: place.line,
                    [service, ("last_day", ServiceChecks.text(last))])
            }
            checkGaps(id, file, place.line)
        }
    }

    private func checkGaps(_ id: IDSpace.ID, _ file: String, _ line: Int?) {
        for gap in gaps(classes[id.index]) {
            book.add(
                .bigGapInService, file: file, line: line,
                [
                    ("service_id", .text(feed.serviceIDs.text(id))),
                    ("last_day_before", ServiceChecks.text(first + gap.before)),
                    ("first_day_after", ServiceChecks.text(first + gap.after)),
                ])
        }
    }

    /// The gaps of two weeks or more between days of a class.
    private func gaps(_ number: Int) -> [(before: Int, after: Int)] {
        if let known = gapsByClass[number] { return known }
        var gaps: [(before: Int, after: Int)] = []
        var before: Int?
        sets[number].forEachDay { day in
            if let before, day - before > 14 { gaps.append((before, day)) }
            before = day
        }
        gapsByClass[number] = gaps
        return gaps
    }

    /// Services of calendar_dates.txt alone have expired where all of them have, in a feed without rows of calendar.txt.
    private func checkExpiry() {
        guard isWhole else { return }
        let isDatesOnly = checker.check(of: "calendar").rowCount == 0
        var expired: [(id: IDSpace.ID, last: Int)] = []
        var areAll = true
        feed.serviceIDs.forEachDefined { id in
            guard !feed.uncertainServices.contains(id), let last = feed.calendar.days(of: id.index)?.last else {
                return
            }
            if last >= today {
                areAll = false
            } else if isDatesOnly || feed.serviceIDs.has(id, CheckedFeed.inCalendar) {
                expired.append((id, last))
            }
        }
        guard areAll || !isDatesOnly else { return }
        for (id, last) in expired {
            let place = feed.serviceLines[id.index]
            book.add(
                .expiredCalendar, file: place.file, line: place.line,
                [("service_id", .text(feed.serviceIDs.text(id))), ("last_day", ServiceChecks.text(last))])
        }
    }

    private func checkFeedDates() {
        for info in checker.side.feedInfos {
            guard let last = info.last else { continue }
            let rule: Rule? =
                last < today + 7 ? .feedExpirationDate7Days : last < today + 30 ? .feedExpirationDate30Days : nil
            guard let rule else { continue }
            book.add(
                rule, file: checker.file("feed_info"), line: info.line,
                [("feed_end_date", ServiceChecks.text(last)), ("today", ServiceChecks.text(today))])
        }
        if let info = checker.side.feedInfos.filter({ $0.first != nil }).min(by: { $0.first ?? 0 < $1.first ?? 0 }),
            let start = info.first, start > today
        {
            book.add(
                .futureFeed, file: checker.file("feed_info"), line: info.line,
                [("feed_start_date", ServiceChecks.text(start)), ("today", ServiceChecks.text(today))])
        }
    }

    private func checkCoverage() {
        guard let spans = checker.serviceSpans else { return }
        // By service, how many trips a day it has.
        var trips: [Int: Int] = [:]
        for number in 0..<feed.trips.count where !feed.trips[number].service.isNone {
            let runs = checker.side.frequencies[IDSpace.ID(number)]?.reduce(0) { $0 + $1.runs } ?? 1
            trips[feed.trips[number].service.index, default: 0] += runs
        }
        guard !trips.isEmpty else { return }
        let file = checker.file(checker.seen.contains("calendar") ? "calendar" : "calendar_dates")
        checkMajority(trips)
        guard let (start, end) = checker.serviceWindow else { return }
        if start > today {
            book.add(
                .futureCalendar, file: file, line: nil,
                [("first_day", ServiceChecks.text(start)), ("today", ServiceChecks.text(today))])
        }
        guard let info = checker.side.feedInfos.first, let feedStart = info.first, let feedEnd = info.last else {
            return
        }
        let dates: [(name: String, value: NoticeSample.Value)] = [
            ("feed_start_date", ServiceChecks.text(feedStart)), ("feed_end_date", ServiceChecks.text(feedEnd)),
        ]
        for (service, firstDay, lastDay) in spans where firstDay < feedStart || lastDay > feedEnd {
            let place = feed.serviceLines[service]
            book.add(
                .serviceWindowOutsideFeedPeriod, file: place.file, line: place.line,
                [
                    ("service_id", .text(feed.serviceIDs.text(IDSpace.ID(service)))),
                    ("first_day", ServiceChecks.text(firstDay)), ("last_day", ServiceChecks.text(lastDay)),
                ] + dates)
        }
        if feedStart < start - 14 || feedEnd > end + 14 {
            book.add(
                .feedValidBeyondTotalServiceWindow, file: checker.file("feed_info"), line: info.line,
                dates + [("first_day", ServiceChecks.text(start)), ("last_day", ServiceChecks.text(end))])
        }
    }

    /// Whether the days on which most trips run cover the next week: from the first to the last day with at least three
    /// quarters of the trips of a busy day, which nine of ten days do not pass, and at most thirty.
    private func checkMajority(_ trips: [Int: Int]) {
        var byClass: [Int: Int] = [:]
        for (service, count) in trips { byClass[classes[service], default: 0] += count }
        var byDay = [Int](repeating: 0, count: ServiceChecks.before + ServiceChecks.after + 1)
        for (number, count) in byClass { sets[number].forEachDay { byDay[$0] += count } }
        let counts = byDay.filter { $0 > 0 }.sorted()
        guard !counts.isEmpty else { return }
        let busy = counts[max(counts.count * 9 / 10, counts.count - 30)]
        func isBusy(_ count: Int) -> Bool { count > 0 && count >= busy * 3 / 4 }
        guard let start = byDay.firstIndex(where: isBusy).map({ first + $0 }),
            let end = byDay.lastIndex(where: isBusy).map({ first + $0 }),
            start > today || end < today + 7
        else { return }
        book.add(
            .tripCoverageNotActiveForNext7Days, file: checker.file("trips"), line: nil,
            [
                ("first_day", ServiceChecks.text(start)), ("last_day", ServiceChecks.text(end)),
                ("today", ServiceChecks.text(today)),
            ])
    }

    // MARK: Blocks

    private func checkBlockTypes() {
        guard checker.isReadable("routes") else { return }
        // The first type of each block, and whether there is another.
        var types = [(route: IDSpace.ID, line: UInt32)?](repeating: nil, count: feed.blockIDs.count)
        var isTold = [Bool](repeating: false, count: types.count)
        for number in 0..<feed.trips.count {
            let trip = feed.trips[number]
            guard !trip.block.isNone, !trip.route.isNone, feed.routeIDs.isDefined(trip.route),
                !isTold[trip.block.index]
            else { continue }
            guard let before = types[trip.block.index] else {
                types[trip.block.index] = (trip.route, trip.line)
                continue
            }
            let (type, other) = (feed.route(trip.route).type, feed.route(before.route).type)
            guard type != other else { continue }
            isTold[trip.block.index] = true
            book.add(
                .inconsistentRouteTypeForBlockId, file: checker.file("trips"), line: CheckedFeed.line(trip.line),
                [
                    ("block_id", .text(feed.blockIDs.text(trip.block))),
                    ("route_id", .text(feed.routeIDs.text(trip.route))),
                    ("route_type", type.map { .whole($0) } ?? .null),
                    ("other_route_id", .text(feed.routeIDs.text(before.route))),
                    ("other_route_type", other.map { .whole($0) } ?? .null),
                ])
        }
    }

    /// Counts each pair of trips that overlap on a day, and shows a trip with the one before it that ends last of those.
    private func checkBlocks(
        _ trips: [(block: IDSpace.ID, trip: IDSpace.ID, first: Int32, last: Int32)]
    ) {
        let sorted = trips.sorted { ($0.block.number, $0.first, $0.last) < ($1.block.number, $1.first, $1.last) }
        var open: [OpenTrips] = []
        var block = IDSpace.ID.none
        for trip in sorted {
            if trip.block != block {
                open.removeAll()
                block = trip.block
            }
            let service = feed.trip(trip.trip).service
            guard !service.isNone else { continue }
            let days = classes[service.index]
            // What ended before this trip begins ended before those after it too.
            for place in open.indices { open[place].close(upTo: trip.first) }
            open.removeAll { $0.count == 0 }
            let overlapped = open.filter { sets[$0.days].intersects(sets[days]) }
            if let latest = overlapped.max(by: { ($0.last, $0.trip.number) < ($1.last, $1.trip.number) }) {
                note(trip.trip, latest.trip, block, overlapped.reduce(0) { $0 + $1.count })
            }
            if let same = open.firstIndex(where: { $0.days == days }) {
                open[same].add(trip.trip, trip.last)
                continue
            }
            if open.count >= ServiceChecks.open, let least = open.indices.min(by: { open[$0].last < open[$1].last }) {
                open.remove(at: least)
            }
            open.append(OpenTrips(days: days, trip: trip.trip, last: trip.last))
        }
    }

    /// Trips of a block on the same days, which have not ended.
    private struct OpenTrips {
        let days: Int
        /// The one that ends last.
        private(set) var trip: IDSpace.ID
        private(set) var last: Int32
        private var ends = Heap<Int32>()

        var count: Int { ends.count }

        init(days: Int, trip: IDSpace.ID, last: Int32) {
            self.days = days
            self.trip = trip
            self.last = last
            ends.insert(last)
        }

        mutating func add(_ trip: IDSpace.ID, _ last: Int32) {
            ends.insert(last)
            if last > self.last { (self.trip, self.last) = (trip, last) }
        }

        mutating func close(upTo time: Int32) {
            while let next = ends.first, next <= time { ends.removeFirst() }
        }
    }

    private func note(_ trip: IDSpace.ID, _ other: IDSpace.ID, _ block: IDSpace.ID, _ pairs: Int) {
        book.add(
            .blockTripsWithOverlappingStopTimes, file: checker.file("trips"),
            line: CheckedFeed.line(feed.trip(trip).line), count: pairs,
            [
                ("trip_id", .text(feed.tripIDs.text(trip))), ("other_trip_id", .text(feed.tripIDs.text(other))),
                ("block_id", .text(feed.blockIDs.text(block))),
            ])
    }
}
