import SQLite

/// What a store is known by, and the names that belong to it.
public enum StoreFormat {
    /// `PRAGMA application_id`: the letters LnFd.
    public static let applicationID = 0x4C6E_4664
    /// `PRAGMA user_version`: grows when the tables of a store change their meaning, or others are added that stages use.
    ///
    /// - Format 2: all stores have `service_days`, and those whose rows are in the order of trips `linefeed_trip_rows`.
    /// - Format 3: `linefeed_trip_rows` has one row for 256 trips, and names services by their number in `linefeed_services`.
    public static let version = 3

    /// The tables about the store: one row about the load, one row a table, one row a code of rejected rows.
    static let metaTable = "linefeed_meta"
    static let tablesTable = "linefeed_tables"
    static let rejectedTable = "linefeed_rejected"
    static let ownTables = [metaTable, tablesTable, rejectedTable, tripRows, splitTrips, services]

    /// The table of the trips that rows of `stop_times` belong to, as docs/store.md describes it. With it, an index that has
    /// only the numbers of rows leads to trips and services without looking at the rows. Stores of older versions have
    /// another table or none, and those whose rows are not in the order of trips have none.
    static let tripRows = "linefeed_trip_rows"
    /// The ids of trips that have rows in several places.
    static let splitTrips = "linefeed_split_trips"
    /// The services of `tripRows`, by number.
    static let services = "linefeed_services"

    /// What is appended to a table's name for the view that shows its times as text.
    public static let viewSuffix = "_hms"
    /// What is appended to a table's name for the index over its primary key.
    public static let keySuffix = "_key"

    /// An index beside the key's.
    struct Index: Sendable {
        let name: String
        let table: String
        let columns: [String]
    }

    /// The indexes that boards and lines are read by. Of one with columns that a feed lacks those before them are left.
    ///
    /// Trips find their stop times by `stop_times_key` (trip_id, stop_sequence), shapes their points by `shapes_key`,
    /// frequencies by `frequencies_key` (trip_id, start_time), services their dates by `calendar_dates_key`
    /// (service_id, date).
    static let indexes = [
        Index(name: "stop_times_by_stop", table: "stop_times", columns: ["stop_id", "departure_time"]),
        Index(name: "trips_by_route", table: "trips", columns: ["route_id", "direction_id"]),
        Index(name: "trips_by_service", table: "trips", columns: ["service_id"]),
        Index(name: "calendar_dates_by_date", table: "calendar_dates", columns: ["date"]),
        Index(name: "stops_by_parent", table: "stops", columns: ["parent_station"]),
    ]

    /// A name in the alphabet by which SQLite tells names apart: A to Z are a to z.
    static func folded(_ name: String) -> String {
        String(
            decoding: name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// A name that SQL can hold: it ends at a NUL.
    static func storable(_ name: String) -> String {
        name.utf8.contains(0)
            ? String(decoding: name.utf8.filter { $0 != 0 }, as: UTF8.self) : name
    }
}

extension StoreFault {
    /// That a database of an older format must not be upgraded.
    public static func upgradeRefused(_ path: String, _ what: String, _ version: Int, _ newest: Int) -> StoreFault {
        StoreFault(
            .cannotCreate,
            "\(path) is \(what) of format \(version), and this linefeed writes format \(newest); left unchanged; leave out "
                + "--no-upgrade to upgrade it, or name another file")
    }
}
