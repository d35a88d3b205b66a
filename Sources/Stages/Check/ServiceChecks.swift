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

    mutating func formUnion(_ other: DaySet) { for day in other.days { insert(day) } }

    /// The days in it, in their order.
    var days: [Int] {
        words.enumerated().flatMap { place, word in
            (0..<64).filter { word >> UInt64($0) & 1 == 1 }.map { (start + place) << 6 | $0 }
        }
    }
}

/// Checks on what days services and trips run: expired and empty calendars, gaps, blocks whose trips overlap.
final class ServiceChecks {
    /// Days before and after today that are compared with each other: what is farther off is no timetable's.
    private static let before = 10_000
    private static let after = 3_650
    /// How many trips of a block on other days, which have not ended, are compared with the next one.
    private static let open = 64

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook
    private let today: Int
    private let first: Int
    /// By service, a number that services of the same days share, and the days by that number.
    private var classes: [Int] = []
    private var sets: [DaySet] = []

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
        checkFeedDates()
        checkCoverage()
        checkBlocks(blockTrips)
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
            if last < today {
                book.add(
                    .expiredCalendar, file: file, line: place.line,
                    [service, ("last_day", ServiceChecks.text(last))])
            }
        }
    }

    private func checkFeedDates() {
        for info in checker.side.feedInfos {
            guard let last = info.last else { continue }
            let rule: Rule? =
                last <= today + 7 ? .feedExpirationDate7Days : last <= today + 30 ? .feedExpirationDate30Days : nil
            guard let rule else { continue }
            book.add(
                rule, file: checker.file("feed_info"), line: info.line,
                [("feed_end_date", ServiceChecks.text(last)), ("today", ServiceChecks.text(today))])
        }
    }

    private func checkCoverage() {
        guard isWhole, checker.seen.contains("calendar") || checker.seen.contains("calendar_dates") else { return }
        var services: Set<Int> = []
        for number in 0..<feed.trips.count where !feed.trips[number].service.isNone {
            services.insert(feed.trips[number].service.index)
        }
        guard !services.isEmpty, !services.contains(where: { feed.uncertainServices.contains(IDSpace.ID($0)) }) else {
            return
        }
        let spans = services.compactMap { feed.calendar.days(of: $0) }
        let start = spans.map(\.first).min()
        let end = spans.map(\.last).max()
        if start.map({ $0 > today }) ?? true || end.map({ $0 < today + 7 }) ?? true {
            book.add(
                .tripCoverageNotActiveForNext7Days, file: checker.file("trips"), line: nil,
                [
                    ("first_day", start.map(ServiceChecks.text) ?? .null),
                    ("last_day", end.map(ServiceChecks.text) ?? .null), ("today", ServiceChecks.text(today)),
                ])
        }
        var all = DaySet()
        for number in Set(services.map { classes[$0] }) { all.formUnion(sets[number]) }
        let days = all.days
        let file = checker.file(checker.seen.contains("calendar") ? "calendar" : "calendar_dates")
        for (day, next) in zip(days, days.dropFirst()) where next - day > 14 {
            book.add(
                .bigGapInService, file: file, line: nil,
                [
                    ("last_day_before", ServiceChecks.text(first + day)),
                    ("first_day_after", ServiceChecks.text(first + next)),
                ])
        }
    }

    /// A trip is told once, with the one before it that ends last of those that it overlaps.
    private func checkBlocks(
        _ trips: [(block: IDSpace.ID, trip: IDSpace.ID, first: Int32, last: Int32)]
    ) {
        let sorted = trips.sorted { ($0.block.number, $0.first, $0.last) < ($1.block.number, $1.first, $1.last) }
        // Of each class of days the trip of the block that ends last.
        var open: [(days: Int, trip: IDSpace.ID, last: Int32)] = []
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
            open.removeAll { $0.last <= trip.first }
            let overlapped = open.filter { sets[$0.days].intersects(sets[days]) }
                .max { ($0.last, $0.trip.number) < ($1.last, $1.trip.number) }
            if let overlapped { note(trip.trip, overlapped.trip, block) }
            if let same = open.firstIndex(where: { $0.days == days }) {
                if open[same].last < trip.last { open[same] = (days, trip.trip, trip.last) }
                continue
            }
            if open.count >= ServiceChecks.open,
                let least = open.indices.min(by: { open[$0].last < open[$1].last })
            {
                open.remove(at: least)
            }
            open.append((days, trip.trip, trip.last))
        }
    }

    private func note(_ trip: IDSpace.ID, _ other: IDSpace.ID, _ block: IDSpace.ID) {
        book.add(
            .blockTripsWithOverlappingStopTimes, file: checker.file("trips"),
            line: CheckedFeed.line(feed.trip(trip).line),
            [
                ("trip_id", .text(feed.tripIDs.text(trip))), ("other_trip_id", .text(feed.tripIDs.text(other))),
                ("block_id", .text(feed.blockIDs.text(block))),
            ])
    }
}
