import SQLite
import TimeZones

/// The view `service_days`: the days on which each service runs, calendar.txt with the exceptions of
/// calendar_dates.txt, or either alone, as `ServiceCalendar` has it.
///
/// Of rows that repeat a key the first that can be used counts. Rows whose dates are not dates say nothing; a service
/// has a hundred years of days from its first one, so that a file's date cannot make the view go on for ages.
enum StoredDays {
    static let name = "service_days"
    private static let longest = 36_600

    /// The columns that the tables have, or nil for a table that is not there.
    struct Tables: Equatable {
        var calendar: Set<String>?
        var exceptions: Set<String>?
        /// Whether rows of several feeds lie in the tables.
        var hasFeedID: Bool
    }

    /// The statement that makes the view.
    static func view(_ tables: Tables) -> String {
        let feed = tables.hasFeedID ? ", feed_id" : ""
        var week =
            "SELECT NULL AS service_id\(tables.hasFeedID ? ", NULL AS feed_id" : ""), 0 AS first, -1 AS last, "
            + "0 AS days"
        if let columns = tables.calendar, columns.isSuperset(of: ["service_id", "start_date", "end_date"]) {
            let days = weekdays.enumerated().filter { columns.contains($0.element) }
                .map { "(ifnull(\($0.element) = 1, 0) << \($0.offset))" }
            week = """
                SELECT service_id\(feed), \(day("start_date")) AS first, \(day("end_date")) AS last,
                    \(days.isEmpty ? "0" : days.joined(separator: " | ")) AS days, min(_rowid_)
                  FROM calendar
                  WHERE service_id <> '' AND \(isDate("start_date")) AND \(isDate("end_date"))
                  GROUP BY service_id\(feed)
                """
        }
        var exceptions =
            "SELECT NULL AS service_id, NULL AS date\(tables.hasFeedID ? ", NULL AS feed_id" : ""), "
            + "0 AS type"
        if let columns = tables.exceptions, columns.isSuperset(of: ["service_id", "date", "exception_type"]) {
            exceptions = """
                SELECT service_id, date\(feed), exception_type AS type, min(_rowid_)
                  FROM calendar_dates
                  WHERE service_id <> '' AND exception_type IN (1, 2) AND \(isDate("date"))
                  GROUP BY service_id, date\(feed)
                """
        }
        return """
            CREATE VIEW \(name)(service_id, date\(feed)) AS
            WITH RECURSIVE
            week AS (
              \(week)),
            span AS (
              SELECT service_id\(feed), first AS day, min(last, first + \(longest - 1)) AS last, days
              FROM week WHERE first <= last
              UNION ALL SELECT service_id\(feed), day + 1, last, days FROM span WHERE day < last),
            exceptions AS (
              \(exceptions))
            SELECT service_id, strftime('%Y%m%d', day * 86400, 'unixepoch') AS date\(feed)
            FROM span WHERE days >> ((day % 7 + 10) % 7) & 1
            EXCEPT SELECT service_id, date\(feed) FROM exceptions WHERE type = 2
            UNION SELECT service_id, date\(feed) FROM exceptions WHERE type = 1
            """
    }

    private static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }

    /// A date of eight digits as SQLite reads dates.
    private static func iso(_ column: String) -> String {
        "substr(\(column), 1, 4) || '-' || substr(\(column), 5, 2) || '-' || substr(\(column), 7)"
    }

    /// Days after 1970-01-01.
    private static func day(_ column: String) -> String {
        "CAST(strftime('%s', \(iso(column))) AS INTEGER) / 86400"
    }

    /// SQLite takes 30 February for 1 or 2 March, so the day is written again as a date.
    private static func isDate(_ column: String) -> String {
        "length(\(column)) = 8 AND strftime('%Y%m%d', \(iso(column)), '+0 days') IS \(column)"
    }
}

extension Database {
    /// Makes the view over the tables that are there, anew where they have changed; what somebody else called so stays.
    func makeServiceDays(hasFeedID: Bool) throws {
        func names(_ table: String) throws -> Set<String>? {
            let names = try columns(of: table)
            return names.isEmpty ? nil : Set(names)
        }
        let view = StoredDays.view(
            StoredDays.Tables(
                calendar: try names("calendar"), exceptions: try names("calendar_dates"), hasFeedID: hasFeedID))
        let known = try prepare("SELECT type, sql FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE")
        try known.bind(1, copying: StoredDays.name)
        if try known.step() {
            let sql = known.text(1)
            let isOurs = known.text(0) == "view" && sql.hasPrefix("CREATE VIEW \(StoredDays.name)(service_id, date")
            known.reset()
            guard isOurs, sql != view else { return }
            try execute("DROP VIEW \(StoredDays.name)")
        }
        try execute(view)
    }
}
