import Contract
import Hashing
import NDJSON
import Schedule
import StageKit
import TimeZones

/// Rows of a feed's small tables, as far as rules compare them with each other.
///
/// Memory: some 100 bytes a row; of stops and routes 24 bytes for each that has a URL.
final class SideTables {
    /// The number of stop times at zones that were not compared with other stop times of their trips.
    var uncomparedCalls = 0
    /// The number of comparisons of zones that were abandoned.
    var unsettledZones = 0

    struct Agency {
        let line: Int?
        let id: IDSpace.ID
        let zone: String
        let language: String
        let url: UInt64
    }

    struct FeedInfo {
        let line: Int?
        let language: String
        let first: Int?
        let last: Int?
    }

    struct Transfer {
        let line: Int?
        let stops: [IDSpace.ID]
        let trips: [IDSpace.ID]
        let routes: [IDSpace.ID]
        let type: Int

        /// Whether riders stay in the vehicle, or may not, from one trip to the next.
        var isInSeat: Bool { type == 4 || type == 5 }
    }

    struct Pathway {
        let line: Int?
        let id: String
        let from: IDSpace.ID
        let to: IDSpace.ID
        let mode: Int
        let isBidirectional: Bool
    }

    /// A stretch of time of something.
    struct Span {
        let line: Int?
        let start: Int
        let end: Int
        /// Seconds between the runs of a frequency; 0 where not given.
        var headway = 0
        /// Whether the runs of a frequency keep to its times.
        var isExact = false

        /// Whether a run of a frequency begins at a time: a whole number of headways after the start, before the end.
        func hasRun(at time: Int) -> Bool {
            time >= start && time < end && (headway > 0 ? (time - start) % headway == 0 : time == start)
        }

        /// How many trips a frequency stands for.
        var runs: Int { headway > 0 ? 1 + max(end - start - 1, 0) / headway : 1 }
    }

    struct Owned {
        let id: IDSpace.ID
        let url: UInt64
    }

    struct Translation {
        let line: Int?
        let table: String
        let record: IDSpace.ID
    }

    private(set) var facts = FeedFacts()
    private(set) var agencies: [Agency] = []
    private(set) var feedInfos: [FeedInfo] = []
    private(set) var transfers: [Transfer] = []
    private(set) var pathways: [Pathway] = []
    private(set) var frequencies: [IDSpace.ID: [Span]] = [:]
    private(set) var timeframes: [String: [Span]] = [:]
    private(set) var translations: [Translation] = []
    private(set) var stopURLs: [Owned] = []
    private(set) var routeURLs: [Owned] = []
    private(set) var defaultCategories: Set<String> = []
    /// Fare products with the category of riders that each of their rows is for.
    private(set) var products: [(id: String, category: String, line: Int?)] = []
    /// Rows that may mean any agency.
    private(set) var withoutAgency: [(table: String, line: Int?, id: String)] = []
    private(set) var countWithoutAgency: [String: Int] = [:]
    private(set) var routesHaveNetworks = false
    /// The areas of locations.geojson that are sound.
    var zones: [IDSpace.ID: ZoneArea] = [:]
    private var fareMedia: Set<UInt64> = []
    private var routeNames: Set<UInt64> = []

    func take(_ record: Record, table: TableChecks, of feed: FeedChecker) {
        switch table.name {
        case "agency": takeAgency(record, feed)
        case "feed_info": takeFeedInfo(record)
        case "transfers": takeTransfer(record, feed)
        case "pathways": takePathway(record, feed)
        case "frequencies": takeFrequency(record, feed)
        case "timeframes": takeTimeframe(record)
        case "translations": takeTranslation(record, table, feed)
        case "rider_categories": takeCategory(record)
        case "fare_rules": takeFareRule(record, feed)
        case "locations": takeLocation(record, table, feed)
        case "fare_media": takeFareMedium(record, table)
        case "fare_products": takeProduct(record, table)
        case "fare_attributes":
            let row = Tables.FareAttributes.columns
            if !record[row.agencyID].isPresent { noteWithoutAgency(record, table.name, record[row.fareID].string) }
        default: break
        }
    }

    private func noteWithoutAgency(_ record: Record, _ table: String, _ id: String?) {
        countWithoutAgency[table, default: 0] += 1
        // As many as are shown.
        if countWithoutAgency[table, default: 0] <= NoticeBook.shown {
            withoutAgency.append((table, record.lineInSource, id ?? ""))
        }
    }

    static func fingerprint(_ value: JSONValue) -> UInt64 { value.isPresent ? Fingerprint.of(value.inside) : 0 }

    private func takeAgency(_ record: Record, _ feed: FeedChecker) {
        let row = Tables.Agency.columns
        facts.takeAgency(record)
        agencies.append(
            Agency(
                line: record.lineInSource, id: feed.id(record.id(row.agencyID), feed.feed.agencyIDs),
                zone: record[row.agencyTimezone].string ?? "", language: record[row.agencyLang].string ?? "",
                url: SideTables.fingerprint(record[row.agencyURL])))
    }

    private func takeFeedInfo(_ record: Record) {
        let row = Tables.FeedInfo.columns
        facts.takeInfo(record)
        feedInfos.append(
            FeedInfo(
                line: record.lineInSource, language: record[row.feedLang].string ?? "",
                first: SideTables.day(record[row.feedStartDate]), last: SideTables.day(record[row.feedEndDate])))
    }

    /// A date in days after 1970-01-01.
    static func day(_ value: JSONValue) -> Int? {
        value.kind == .string ? CivilDate(compact: value.inside)?.daysSinceEpoch : nil
    }

    private func takeTransfer(_ record: Record, _ feed: FeedChecker) {
        let row = Tables.Transfers.columns
        let model = feed.feed
        transfers.append(
            Transfer(
                line: record.lineInSource,
                stops: [row.fromStopID, row.toStopID].map { feed.id(record.id($0), model.stopIDs) },
                trips: [row.fromTripID, row.toTripID].map { feed.id(record.id($0), model.tripIDs) },
                routes: [row.fromRouteID, row.toRouteID].map { feed.id(record.id($0), model.routeIDs) },
                type: record[row.transferType].integer ?? 0))
    }

    private func takePathway(_ record: Record, _ feed: FeedChecker) {
        let row = Tables.Pathways.columns
        pathways.append(
            Pathway(
                line: record.lineInSource, id: record[row.pathwayID].string ?? "",
                from: feed.id(record.id(row.fromStopID), feed.feed.stopIDs),
                to: feed.id(record.id(row.toStopID), feed.feed.stopIDs),
                mode: record[row.pathwayMode].integer ?? 0,
                isBidirectional: record[row.isBidirectional].integer == 1))
    }

    private func takeFrequency(_ record: Record, _ feed: FeedChecker) {
        let row = Tables.Frequencies.columns
        let trip = feed.id(record.id(row.tripID), feed.feed.tripIDs)
        guard !trip.isNone else { return }
        feed.feed.change(trip) { $0.hasFrequency = true }
        guard var span = SideTables.span(record, record[row.startTime], record[row.endTime]) else { return }
        span.headway = record[row.headwaySecs].integer ?? 0
        span.isExact = record[row.exactTimes].integer == 1
        frequencies[trip, default: []].append(span)
    }

    private static func span(_ record: Record, _ start: JSONValue, _ end: JSONValue) -> Span? {
        guard start.kind == .string, end.kind == .string, let start = ScheduleTime.seconds(start.inside),
            let end = ScheduleTime.seconds(end.inside)
        else { return nil }
        return Span(line: record.lineInSource, start: start, end: end)
    }

    private func takeTimeframe(_ record: Record) {
        let row = Tables.Timeframes.columns
        guard let group = record[row.timeframeGroupID].string, let service = record[row.serviceID].string else {
            return
        }
        let whole = Span(line: record.lineInSource, start: 0, end: 86_400)
        let span = SideTables.span(record, record[row.startTime], record[row.endTime])
        guard record[row.startTime].kind == .absent || span != nil else { return }
        timeframes[group + "\0" + service, default: []].append(span ?? whole)
    }

    private func takeTranslation(_ record: Record, _ table: TableChecks, _ feed: FeedChecker) {
        let row = Tables.Translations.columns
        guard let name = record[row.tableName].string else { return }
        guard TableDefinition.named(name) != nil else {
            return table.add(.translationUnknownTableName, record, shows: ["table_name"])
        }
        // Another rule reports a row with more than it needs to identify its text.
        guard !record[row.fieldValue].isPresent, name == Tables.StopTimes.name || !record[row.recordSubID].isPresent,
            let space = TableDefinition.translatedKey(of: name), let ids = feed.feed.spaces[space]
        else { return }
        let id = feed.id(record.id(row.recordID), ids)
        if !id.isNone, !ids.isDefined(id) {
            translations.append(Translation(line: record.lineInSource, table: name, record: id))
        }
    }

    private func takeCategory(_ record: Record) {
        let row = Tables.RiderCategories.columns
        guard record[row.isDefaultFareCategory].integer == 1 else { return }
        if let id = record[row.riderCategoryID].string { defaultCategories.insert(id) }
    }

    private func takeFareMedium(_ record: Record, _ table: TableChecks) {
        let row = Tables.FareMedia.columns
        let name = record[row.fareMediaName]
        let key = Fingerprint.of(name.inside, seed: UInt64(truncatingIfNeeded: record[row.fareMediaType].integer ?? -1))
        if !fareMedia.insert(key).inserted {
            table.add(.duplicateFareMedia, record, shows: ["fare_media_name", "fare_media_type"])
        }
    }

    private func takeProduct(_ record: Record, _ table: TableChecks) {
        let row = Tables.FareProducts.columns
        let amount = record[row.amount]
        // Records and stores may have lost zeros at the end.
        if !record.isLine, record.lineInSource != nil, amount.kind == .number, record[row.currency].kind == .string,
            let decimals = CurrencyDecimals.of(record[row.currency].inside),
            decimals != CurrencyDecimals.written(amount.inside)
        {
            table.add(.invalidCurrencyAmount, record, shows: ["amount", "currency"])
        }
        guard let id = record[row.fareProductID].string, let category = record[row.riderCategoryID].string else {
            return
        }
        products.append((id, category, record.lineInSource))
    }

    /// Notes routes that have fares by zone.
    private func takeFareRule(_ record: Record, _ feed: FeedChecker) {
        let row = Tables.FareRules.columns
        guard record[row.originID].isPresent || record[row.destinationID].isPresent || record[row.containsID].isPresent
        else { return }
        let routes = feed.feed.routeIDs
        if let route = record.id(row.routeID) { routes.mark(routes.intern(route), CheckedFeed.inZoneFares) }
    }

    func takeStop(_ record: Record, _ stop: IDSpace.ID) {
        let url = record[Tables.Stops.columns.stopURL]
        if url.isPresent { stopURLs.append(Owned(id: stop, url: SideTables.fingerprint(url))) }
    }

    // MARK: Routes

    func takeRoute(_ record: Record, _ route: IDSpace.ID, _ table: TableChecks) {
        let row = Tables.Routes.columns
        let url = record[row.routeURL]
        if url.isPresent { routeURLs.append(Owned(id: route, url: SideTables.fingerprint(url))) }
        if record[row.networkID].isPresent { routesHaveNetworks = true }
        if !record[row.agencyID].isPresent { noteWithoutAgency(record, "routes", record[row.routeID].string) }
        checkNames(record, table)
        checkColors(record, table)
    }

    private func checkNames(_ record: Record, _ table: TableChecks) {
        let row = Tables.Routes.columns
        let short = record[row.routeShortName].string ?? ""
        let long = record[row.routeLongName].string ?? ""
        if short.count > 12 { table.add(.routeShortNameTooLong, record, shows: ["route_short_name"]) }
        if !short.isEmpty, !long.isEmpty {
            let (shortWords, longWords) = (short.lowercased(), long.lowercased())
            let next = longWords.dropFirst(shortWords.count).first
            if longWords.hasPrefix(shortWords), next.map({ $0.isWhitespace || "-()".contains($0) }) ?? true {
                table.add(.routeLongNameContainsShortName, record, shows: ["route_short_name", "route_long_name"])
            }
        }
        let key = [record[row.agencyID], record[row.routeType], record[row.routeShortName], record[row.routeLongName]]
            .reduce(UInt64(0)) { Fingerprint.of($1.inside, seed: $0 &+ UInt64($1.inside.count)) }
        if !routeNames.insert(key).inserted {
            table.add(.duplicateRouteName, record, shows: ["route_short_name", "route_long_name", "route_type"])
        }
    }

    /// Colours of which one is not given are white and black, as the reference has them.
    private func checkColors(_ record: Record, _ table: TableChecks) {
        let row = Tables.Routes.columns
        guard record[row.routeColor].isPresent, record[row.routeTextColor].isPresent,
            let ground = SideTables.luma(record[row.routeColor].inside),
            let text = SideTables.luma(record[row.routeTextColor].inside)
        else { return }
        if abs(ground - text) < 72 {
            table.add(.routeColorContrast, record, shows: ["route_color", "route_text_color"])
        }
    }

    /// Luma by ITU-R BT.601, from 0 to 255.
    private static func luma(_ color: UnsafeRawBufferPointer) -> Double? {
        guard TextForm.isColor(color), let value = Int(String(decoding: color, as: UTF8.self), radix: 16) else {
            return nil
        }
        return 0.299 * Double(value >> 16) + 0.587 * Double(value >> 8 & 255) + 0.114 * Double(value & 255)
    }
}
