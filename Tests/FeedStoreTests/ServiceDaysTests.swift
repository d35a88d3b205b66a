import GTFSSchedule
import SQLite
import TestSupport
import TimeZones
import XCTest

@testable import FeedStore

/// The view `service_days` against the calendar that boards are made with.
final class ServiceDaysTests: XCTestCase {
    private let folder = TemporaryFolder()
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private func database(_ sql: String, hasFeedID: Bool = false) throws -> Database {
        let database = try Database(folder.path + "/\(Int.random(in: 0 ... .max)).db", mode: .create)
        try database.execute(sql)
        try database.makeServiceDays(hasFeedID: hasFeedID)
        return database
    }

    private func days(_ database: Database, _ columns: String = "service_id || ' ' || date") throws -> [String] {
        let query = try database.prepare("SELECT \(columns) FROM service_days ORDER BY 1")
        var days: [String] = []
        while try query.step() { days.append(query.text(0)) }
        return days
    }

    private let tables = """
        CREATE TABLE calendar(service_id TEXT, monday INTEGER, tuesday INTEGER, wednesday INTEGER, thursday INTEGER,
          friday INTEGER, saturday INTEGER, sunday INTEGER, start_date TEXT, end_date TEXT);
        CREATE TABLE calendar_dates(service_id TEXT, date TEXT, exception_type INTEGER);
        """

    func testRandomCalendarsAreTheProductsOwn() throws {
        var generator = SeededGenerator(seed: 5)
        let dates = [
            "20240226", "20240227", "20240229", "20240230", "20240301", "20230229", "20241231", "20250101", "x",
            "2024-03-01", "", "20240307", "19691229", "19700104",
        ]
        for round in 0..<30 {
            var calendar = ServiceCalendar()
            let services = ["A", "B", "C"]
            let database = try Database(folder.path + "/random-\(round).db", mode: .create)
            try database.execute(tables)
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let service = Int.random(in: 0..<3, using: &generator)
                let flags = (0..<7).map { _ in Int.random(in: 0...2, using: &generator) }
                let first = dates.randomElement(using: &generator)!
                let last = dates.randomElement(using: &generator)!
                try database.execute(
                    "INSERT INTO calendar VALUES('\(services[service])', \(flags.map(String.init).joined(separator: ",")), "
                        + "'\(first)', '\(last)')")
                guard let start = CivilDate(compact: first), let end = CivilDate(compact: last) else { continue }
                var bits: UInt8 = 0
                for (bit, flag) in flags.enumerated() where flag == 1 { bits |= 1 << UInt8(bit) }
                calendar.addWeek(service, weekdays: bits, first: start.daysSinceEpoch, last: end.daysSinceEpoch)
            }
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let service = Int.random(in: 0..<3, using: &generator)
                let date = dates.randomElement(using: &generator)!
                let type = Int.random(in: 0...3, using: &generator)
                try database.execute("INSERT INTO calendar_dates VALUES('\(services[service])', '\(date)', \(type))")
                guard let day = CivilDate(compact: date), type == 1 || type == 2 else { continue }
                calendar.addException(service, day: day.daysSinceEpoch, runs: type == 1)
            }
            try database.makeServiceDays(hasFeedID: false)
            var expected: [String] = []
            for (number, service) in services.enumerated() {
                for day in -10...20_500 where calendar.runs(number, on: day) {
                    expected.append("\(service) \(CivilDate(daysSinceEpoch: day).compactText)")
                }
            }
            XCTAssertEqual(try days(database), expected.sorted(), "round \(round)")
        }
    }

    func testEitherTableAloneAndNeither() throws {
        XCTAssertEqual(try days(database("CREATE TABLE x(a)")), [])
        XCTAssertEqual(
            try days(
                database(
                    "CREATE TABLE calendar_dates(service_id TEXT, date TEXT, exception_type INTEGER);"
                        + "INSERT INTO calendar_dates VALUES('A', '20240229', 1), ('A', '20240301', 2)")),
            ["A 20240229"])
        XCTAssertEqual(
            try days(
                database(
                    "CREATE TABLE calendar(service_id TEXT, saturday INTEGER, start_date TEXT, end_date TEXT);"
                        + "INSERT INTO calendar VALUES('A', 1, '20240301', '20240310')")),
            ["A 20240302", "A 20240309"], "a file need not have all columns")
    }

    func testASpanOfAgesHasAnEnd() throws {
        let database = try database(
            tables + "INSERT INTO calendar VALUES('A', 1,1,1,1,1,1,1, '00010101', '99991231'),"
                + "('B', 1,1,1,1,1,1,1, '20240301', '20240228')")
        XCTAssertEqual(try database.integer("SELECT count(*) FROM service_days"), 36_600)
        XCTAssertEqual(try database.text("SELECT min(date) FROM service_days"), "00010101")
    }

    func testFeedsAreKeptApart() throws {
        let database = try database(
            "CREATE TABLE calendar_dates(feed_id TEXT, service_id TEXT, date TEXT, exception_type INTEGER);"
                + "INSERT INTO calendar_dates VALUES('x', 'A', '20240301', 1), ('y', 'A', '20240301', 2),"
                + "(NULL, 'A', '20240302', 1)", hasFeedID: true)
        XCTAssertEqual(
            try days(database, "date || ifnull(feed_id, '-')"), ["20240301x", "20240302-"])
    }

    func testTheViewFollowsItsTablesAndLeavesOthersAlone() throws {
        let run = try HistoryRun(folder.path + "/h.db")
        run.definitions = []
        try run.append([#"{"table":"calendar_dates","service_id":"A","date":"20240301","exception_type":1}"#])
        XCTAssertEqual(try run.rows("SELECT service_id, date, feed_id FROM service_days"), ["A|20240301|"])
        try run.append([
            #"{"table":"calendar","service_id":"A","friday":1,"start_date":"20240229","end_date":"20240310"}"#
        ])
        XCTAssertEqual(try run.rows("SELECT date FROM service_days ORDER BY 1"), ["20240301", "20240308"])
        try run.append([
            #"{"table":"calendar","service_id":"A","friday":1,"sunday":1,"start_date":"20240229","end_date":"20240310"}"#
        ])
        XCTAssertEqual(
            try run.rows("SELECT date FROM service_days ORDER BY 1"), ["20240301", "20240303", "20240308", "20240310"])
        let other = try Database(folder.path + "/other.db", mode: .create)
        try other.execute(tables + "CREATE TABLE service_days(mine)")
        try other.makeServiceDays(hasFeedID: false)
        XCTAssertEqual(try other.columns(of: "service_days"), ["mine"])
    }
}
