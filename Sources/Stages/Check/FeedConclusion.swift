import Contract

/// What is known once a feed's last row was read.
struct FeedConclusion {
    let checker: FeedChecker
    /// Days since 1970-01-01.
    let today: Int
    private var book: NoticeBook { checker.book }

    init(_ checker: FeedChecker, today: Int) {
        self.checker = checker
        self.today = today
    }

    func run() {
        checkFiles()
        for check in checker.checks where check.rowCount > 0 { check.finish() }
        checkReferences()
        let trips = TripChecks(checker)
        trips.run()
        NetworkChecks(checker).run()
        TransferChecks(checker).run()
        PathwayChecks(checker).run()
        ShapeChecks(checker: checker).run()
        LocationChecks(checker).run()
        ServiceChecks(checker, today: today).run(trips.blockTrips)
        checkSpans()
        checkSides()
    }

    private func has(_ table: String) -> Bool { checker.seen.contains(table) }

    private func checkFiles() {
        let empty = checker.findings.emptyFiles
        func isThere(_ table: String) -> Bool { has(table) || empty.contains { $0.lowercased() == table + ".txt" } }
        for table in ["agency", "stops", "routes", "trips", "stop_times"] where !isThere(table) {
            if table == "stops", has("locations") { continue }
            book.add(.missingRequiredFile, file: table + ".txt", line: nil)
        }
        if !isThere("calendar"), !isThere("calendar_dates") {
            book.add(.missingCalendarAndCalendarDateFiles, file: "calendar.txt", line: nil)
        }
        if !isThere("feed_info") {
            // The language of a translated feed stands there.
            book.add(
                isThere("translations") ? .missingRequiredFile : .missingRecommendedFile, file: "feed_info.txt",
                line: nil)
        }
        for table in ["agency", "stops", "routes", "trips", "stop_times"] where has(table) {
            let check = checker.check(of: table)
            if check.rowCount == 0, !checker.hasRejects(table) { book.add(.emptyFile, file: check.file, line: nil) }
        }
        let info = checker.check(of: "feed_info")
        if info.rowCount > 1 {
            book.add(.moreThanOneEntity, file: info.file, line: nil, [("rows", .whole(info.rowCount))])
        }
    }

    private static let needed: Set<String> = ["agency", "stops", "routes", "trips", "calendar", "calendar_dates"]

    /// Whether it is known what ids tables have. Of one that could be read only in part nobody can say what it does not
    /// have; where one is missing that every feed needs, that is said already.
    private func isKnown(_ tables: [String]) -> Bool {
        checker.isWhole(tables)
            && (tables.contains(where: checker.seen.contains)
                || !tables.contains(where: FeedConclusion.needed.contains))
    }

    private func checkReferences() {
        for reference in checker.references {
            guard isKnown(reference.targets) else { continue }
            let file = checker.file(reference.table)
            reference.forEachBroken { id, count, line in
                book.add(
                    .foreignKeyViolation, file: file, line: line, count: count,
                    [
                        (reference.field, .text(reference.space.text(id))),
                        ("refers_to", .text(reference.targets.map(checker.file).joined(separator: ", "))),
                    ])
            }
        }
        for translation in checker.side.translations {
            // The record_id of a stop time is its trip_id.
            let table = translation.table == Tables.StopTimes.name ? Tables.Trips.name : translation.table
            guard let space = TableDefinition.translatedKey(of: translation.table),
                let ids = checker.feed.spaces[space],
                !ids.isDefined(translation.record), isKnown([table])
            else { continue }
            book.add(
                .translationForeignKeyViolation, file: checker.file("translations"), line: translation.line,
                [("table_name", .text(translation.table)), ("record_id", .text(ids.text(translation.record)))])
        }
    }

    private func checkSpans() {
        let feed = checker.feed
        for (trip, spans) in checker.side.frequencies.sorted(by: { $0.key.number < $1.key.number }) {
            // Of rows that repeat a key the first counts; the others have a notice of their own.
            var starts: Set<Int> = []
            overlaps(spans.filter { starts.insert(Int($0.start)).inserted }) { span in
                book.add(
                    .overlappingFrequency, file: checker.file("frequencies"), line: span.line,
                    [("trip_id", .text(feed.tripIDs.text(trip))), ("start_time", .time(Int32(clamping: span.start)))])
            }
        }
        for (group, spans) in checker.side.timeframes.sorted(by: { $0.key < $1.key }) {
            overlaps(spans) { span in
                book.add(
                    .timeframeOverlap, file: checker.file("timeframes"), line: span.line,
                    [
                        ("timeframe_group_id", .text(String(group.prefix { $0 != "\0" }))),
                        ("start_time", .time(Int32(clamping: span.start))),
                    ])
            }
        }
    }

    /// Calls `body` with each that begins before one that began earlier has ended.
    private func overlaps(_ spans: [SideTables.Span], _ body: (SideTables.Span) -> Void) {
        var end = Int.min
        for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            if span.start < end { body(span) }
            end = max(end, span.end)
        }
    }

    private func checkSides() {
        var defaults: [String: String] = [:]
        for product in checker.side.products where checker.side.defaultCategories.contains(product.category) {
            guard let first = defaults[product.id] else {
                defaults[product.id] = product.category
                continue
            }
            guard first != product.category else { continue }
            book.add(
                .fareProductWithMultipleDefaultRiderCategories, file: checker.file("fare_products"), line: product.line,
                [
                    ("fare_product_id", .text(product.id)), ("rider_category_id", .text(product.category)),
                    ("other_rider_category_id", .text(first)),
                ])
        }
    }
}

extension FeedChecker {
    /// Whether rows of a table could be read, so that what they do not say is not there.
    func isReadable(_ table: String) -> Bool {
        seen.contains(table) && !findings.unreadable.contains(file(table))
    }

    /// Whether a table is there and all of its rows could be read, so that what none says is not so.
    func isComplete(_ table: String) -> Bool { seen.contains(table) && !hasRejects(table) }

    /// Whether rows of a table were left out.
    func hasRejects(_ table: String) -> Bool {
        findings.unreadable.contains(file(table)) || findings.partlyRead.contains(file(table))
            || findings.hasRowsOfNoTable
    }

    /// Whether all rows of those tables could be read, where they are there.
    func isWhole(_ tables: [String]) -> Bool { !tables.contains { seen.contains($0) && hasRejects($0) } }
}
