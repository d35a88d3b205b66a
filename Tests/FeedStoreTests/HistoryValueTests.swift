import Glibc
import NDJSON
import SQLite
import TestSupport
import XCTest

@testable import Contract
@testable import FeedStore

/// Times and numbers as a history reads them.
final class HistoryValueTests: XCTestCase {
    private func seconds(_ json: String, least: Int = 0) -> Int? {
        let line = Array("{\"v\":\(json)}".utf8)
        return line.withUnsafeBytes { bytes in
            var result: Int?
            JSONValue.object(bytes).forEachMember { result = RecordTime.seconds($1, least: least) }
            return result
        }
    }

    func testTimes() {
        XCTAssertEqual(seconds("1700000000"), 1_700_000_000)
        XCTAssertEqual(seconds("1700000000.9"), 1_700_000_000)
        XCTAssertEqual(seconds("1700000000999"), 1_700_000_000)
        XCTAssertEqual(seconds("\"20231114\""), 1_699_920_000)
        XCTAssertEqual(seconds("\"2023-11-14\""), 1_699_920_000)
        XCTAssertEqual(seconds("\"2023-11-14T22:13:20Z\""), 1_700_000_000)
        XCTAssertEqual(seconds("\"2023-11-15T08:13:20.125+10:00\""), 1_700_000_000)
        XCTAssertEqual(seconds("\"2023-11-14T11:13:20-11:00\""), 1_700_000_000)
        XCTAssertEqual(seconds("\"20000229\""), 951_782_400)
        XCTAssertEqual(seconds("\"19700101\""), 0)
    }

    func testWhatIsNoTime() {
        for json in [
            "null", "true", "[1700000000]", "-1", "0", "0.5", "17000000000", "18446744073709551615", "1e400", "\"\"",
            "\"07:05:00\"",
            "\"20231314\"", "\"2023-11-14T22:13:20\"", "\"2023-11-14T22:13:20Zulu\"", "\"2023-11-14 later\"",
        ] {
            XCTAssertNil(seconds(json), json)
        }
        XCTAssertNil(seconds("12.5", least: 100_000_000))
    }

    func testTextThatSQLiteTakesForANumber() throws {
        let database = try Database(TemporaryFolder.shared.path + "/numeric-\(getpid()).db", mode: .create)
        try database.execute("CREATE TABLE t(n INTEGER); BEGIN")
        let insert = try database.prepare("INSERT INTO t VALUES(?1)")
        let query = try database.prepare("SELECT n FROM t ORDER BY rowid DESC LIMIT 1")
        var generator = SeededGenerator(seed: 11)
        let alphabet = Array("0123456789+-.eE \t".utf8)
        var numbers = 0
        for round in 0..<4000 {
            let fixed = [
                "007", "5", "-5", "0", "-0", "1.5", "1.50", "1e5", " 5", "5 ", "+5", "5.", ".5", "0x10", "", "-", "5e",
            ]
            let text =
                round < fixed.count
                ? Array(fixed[round].utf8)
                : (0..<Int.random(in: 1...6, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }
            try text.withUnsafeBytes { try insert.bind(1, copying: $0) }
            try insert.run()
            XCTAssertTrue(try query.step())
            let told = text.withUnsafeBytes { NumericText($0) }
            let isNumber = query.type(0) != .text
            XCTAssertEqual(told.isNumber, isNumber, "'\(String(decoding: text, as: UTF8.self))'")
            if told.isPlain {
                numbers += 1
                XCTAssertEqual(query.text(0), String(decoding: text, as: UTF8.self))
            }
            query.reset()
        }
        XCTAssertGreaterThan(numbers, 100)
    }

    func testDeclaredTypesAreReadAsSQLiteReadsThem() {
        for (declared, type) in [
            ("INTEGER", HistoryDefinition.ColumnType.integer), ("bigint", .integer), ("VARCHAR(10)", .text), ("", .any),
            ("BLOB", .any), ("double precision", .real), ("NUMERIC", .integer), ("CHARINT", .integer),
        ] {
            XCTAssertEqual(HistoryDefinition.ColumnType(declared: declared), type, declared)
        }
    }

    func testEveryTableOfTheReferenceHasAKeyOfItsOwn() {
        XCTAssertEqual(
            Tables.key(of: "stop_times").identity,
            .columns([.init(name: "trip_id", isRequired: true), .init(name: "stop_sequence", isRequired: true)]))
        XCTAssertEqual(Tables.key(of: "feed_info").identity, .content(except: []))
        XCTAssertFalse(Tables.key(of: "feed_info").isTimed)
        XCTAssertEqual(Tables.key(of: "whatever"), .wholeRecord)
    }
}
