import Contract
import Hashing
import NDJSON
import StageKit

/// What ids stand for: those of one domain are compared with each other. `stops.stop_id`, `parent_station` and
/// `from_stop_id` are one, and so are `zone_id` and `origin_id`.
struct Domain: Equatable, BitwiseCopyable {
    let number: Int

    private static let names: [String] = {
        var names: [String] = []
        for field in TableDefinition.all.flatMap(\.fields) where field.type == .id {
            let name = field.targets.first?.column ?? field.name
            if !names.contains(name) { names.append(name) }
        }
        return names
    }()
    static let count = names.count

    /// - Parameter name: that of a column which defines ids.
    init(_ name: String) {
        guard let number = Domain.names.firstIndex(of: name) else { preconditionFailure("no ids are called \(name)") }
        self.number = number
    }

    static let stop = Domain("stop_id")
    static let group = Domain("location_group_id")
    static let location = Domain("id")
    static let trip = Domain("trip_id")
    static let route = Domain("route_id")
    static let service = Domain("service_id")
    static let shape = Domain("shape_id")
    static let agency = Domain("agency_id")
    static let network = Domain("network_id")
    static let level = Domain("level_id")
    static let zone = Domain("zone_id")
    static let fare = Domain("fare_id")
    static let bookingRule = Domain("booking_rule_id")
    static let legGroup = Domain("leg_group_id")
}

/// An id of a domain and a feed, as 64 bits. Two ids of one value are a chance of one in 10¹⁹ for each pair.
typealias Key = UInt64

/// Reads ids of records as keys.
struct KeyReader {
    private var feed: [UInt8] = []
    private var seed: UInt64 = 0

    /// Tells which record the ids belong to, and so whose they are.
    mutating func begin(_ record: Record) {
        let value = record[Tables.AnyRecord.columns.feedID]
        guard value.isPresent else {
            if !feed.isEmpty { (feed, seed) = ([], 0) }
            return
        }
        guard !value.inside.elementsEqual(feed) else { return }
        feed = Array(value.inside)
        seed = Fingerprint.of(value.inside)
    }

    /// The key of an id; 0 for none.
    func key(_ bytes: UnsafeRawBufferPointer?, _ domain: Domain) -> Key {
        guard let bytes, !bytes.isEmpty else { return 0 }
        return max(1, Fingerprint.of(bytes, seed: seed &+ UInt64(domain.number)))
    }

    /// The key of a column's id; 0 for none.
    func key(_ column: some AnyColumn, of record: Record, _ domain: Domain) -> Key {
        key(KeyReader.text(column, of: record), domain)
    }

    /// The key of a column's id, by the number of the column's name; 0 for none.
    func key(number: Int, of record: Record, _ domain: Domain) -> Key {
        key(record.values.idText(number: number), domain)
    }

    /// The key of what a stop time calls at, a stop, a group of stops or a location; 0 for none.
    func place(of record: Record) -> (key: Key, domain: Domain) {
        let row = Tables.StopTimes.columns
        let stop = key(row.stopID, of: record, .stop)
        if stop != 0 { return (stop, .stop) }
        let group = key(row.locationGroupID, of: record, .group)
        return group != 0 ? (group, .group) : (key(row.locationID, of: record, .location), .location)
    }

    /// An id's text; a number is read as it is written.
    static func text(_ column: some AnyColumn, of record: Record) -> UnsafeRawBufferPointer? {
        record.values.idText(number: column.number)
    }

    /// The feed at hand, as a number that tells it from others.
    var feedNumber: UInt64 { seed }
}

/// A table of a feed as its rows are cut: its rule, and its columns with ids.
final class CutTable {
    /// Tables of which more is to be known than ids; asked of every row, so no text.
    enum Kind {
        case agency, feedInfo, stops, routes, calendar, calendarDates, trips, stopTimes, locations, locationGroups,
            translations, fareRules
        case other
    }

    struct IDColumn {
        let column: NamedColumn
        let domain: Domain
        let isCondition: Bool
        let isNeed: Bool
        /// Whether a row is nothing without it: required, or where a stop time is.
        var isEssential = false
    }

    let name: String
    let kind: Kind
    /// Whether its rows are kept in memory to learn what they need.
    let isHeld: Bool
    let key: IDColumn?
    /// All but the key.
    let columns: [IDColumn]

    /// A table of the reference, or one that it does not know: there the columns count that are called as an id is.
    init(_ name: String) {
        self.name = name
        kind = CutTable.kinds[name] ?? .other
        isHeld = CutRule.held.contains(name)
        let definition = TableDefinition.named(name)
        guard let definition, let rule = CutRule.all.first(where: { $0.table == name }) else {
            key = nil
            columns =
                definition == nil
                ? CutTable.foreign.map { IDColumn(column: $0, domain: $1, isCondition: true, isNeed: false) } : []
            return
        }
        func column(_ name: String) -> IDColumn? {
            guard let field = definition.fields.first(where: { $0.name == name }) else { return nil }
            return IDColumn(
                column: NamedColumn(name), domain: Domain(field.targets.first?.column ?? name),
                isCondition: rule.conditions.contains(name), isNeed: rule.needs.contains(name),
                isEssential: field.presence == .required || CutTable.limits.contains(name))
        }
        key = rule.key.flatMap(column)
        columns = (rule.conditions + rule.needs).compactMap(column)
    }

    private static let kinds: [String: Kind] = [
        Tables.Agency.name: .agency, Tables.FeedInfo.name: .feedInfo, Tables.Stops.name: .stops,
        Tables.Routes.name: .routes, Tables.Calendar.name: .calendar, Tables.CalendarDates.name: .calendarDates,
        Tables.Trips.name: .trips, Tables.StopTimes.name: .stopTimes, Tables.Locations.name: .locations,
        Tables.LocationGroups.name: .locationGroups,
        Tables.Translations.name: .translations, Tables.FareRules.name: .fareRules,
    ]

    /// Columns that say where a stop time is, or when a fare holds: without them the row would say something else.
    private static let limits = [
        "stop_id", "location_group_id", "location_id", "from_timeframe_group_id", "to_timeframe_group_id",
    ]

    /// Ids by which rows of unknown files hang on what is cut.
    private static let foreign: [(NamedColumn, Domain)] = [
        "stop_id", "trip_id", "route_id", "service_id", "shape_id", "agency_id",
    ].map { (NamedColumn($0), Domain($0)) }

    /// Every column that is looked at in any table.
    static let everyColumn: [any AnyColumn] = {
        var names: [String] = []
        for rule in CutRule.all {
            for name in [rule.key].compactMap({ $0 }) + rule.conditions + rule.needs where !names.contains(name) {
                names.append(name)
            }
        }
        return names.map { NamedColumn($0) }
    }()
}
