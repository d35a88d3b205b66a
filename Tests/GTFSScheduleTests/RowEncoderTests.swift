import Containers
import Contract
import Hashing
import NDJSON
import TestSupport
import XCTest

@testable import GTFSSchedule

final class RowEncoderTests: XCTestCase {
    /// The JSON a value of a type becomes, and what was noticed.
    private func encode(_ value: String, _ type: FieldType) throws -> (json: String, issue: CellIssue?) {
        let definition = TableDefinition(
            "t", .optional, key: .none, fields: [FieldDefinition("v", type), FieldDefinition("w", .text)])
        let quoted = "\"" + value.replacing("\"", with: "\"\"") + "\""
        let encoder = try encoder("v,w\n\(quoted),x\n", definition)
        let line = String(decoding: encoder.bytes, as: UTF8.self)
        XCTAssertTrue(line.hasPrefix(",\"v\":") && line.hasSuffix(",\"w\":\"x\""), line)
        return (String(line.dropFirst(5).dropLast(8)), encoder.noticed.first?.issue)
    }

    /// An encoder that has encoded the last row of a text.
    private func encoder(_ text: String, _ definition: TableDefinition?, hashesKeys: Bool = false) throws -> RowEncoder
    {
        let reader = CSVReader(PieceSource(text))
        XCTAssertEqual(try reader.next(), .row)
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount), definition: definition,
            reserved: ["table"])
        let encoder = RowEncoder(plan, hashesKeys: hashesKeys)
        while try reader.next() == .row { encoder.encode(reader) }
        return encoder
    }

    func testRecordsThatAreKeptAreThoseThatWereEncoded() throws {
        let rows = (0..<300).map { row in
            let text = String(repeating: row % 3 == 0 ? "\u{1}\"\"" : "é", count: row * row % 97)
            return "\(row),\"\(text)\",\(row % 7)\n"
        }
        let reader = CSVReader(PieceSource("a,b,c\n" + rows.joined()))
        XCTAssertEqual(try reader.next(), .row)
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount), definition: nil,
            reserved: ["table"])
        let kept = RecordWriter(capacity: 64)
        let keeping = RowEncoder(plan, into: kept, head: Array("{\"table\":\"t\"".utf8))
        let alone = RowEncoder(plan)
        var expected = ""
        var row = 0
        while try reader.next() == .row {
            keeping.encode(reader)
            alone.encode(reader)
            XCTAssertTrue(keeping.bytes.elementsEqual(alone.bytes))
            row += 1
            // The next row takes the place of one that is not kept.
            guard row % 5 > 0 else { continue }
            keeping.keep()
            expected += "{\"table\":\"t\"" + String(decoding: alone.bytes, as: UTF8.self) + "}\n"
        }
        XCTAssertEqual(row, 300)
        XCTAssertEqual(String(decoding: kept.bytes, as: UTF8.self), expected)
    }

    private func check(_ type: FieldType, _ cases: [(String, String, CellIssue?)], line: UInt = #line) throws {
        for (value, json, issue) in cases {
            let found = try encode(value, type)
            XCTAssertEqual(found.json, json, "'\(value)'", line: line)
            XCTAssertEqual(found.issue, issue, "'\(value)'", line: line)
        }
    }

    func testTimes() throws {
        try check(
            .time,
            [
                ("07:05:00", "\"07:05:00\"", nil), ("7:05:00", "\"07:05:00\"", .hourPadded),
                ("25:59:59", "\"25:59:59\"", nil), ("99:59:59", "\"99:59:59\"", nil),
                ("100:00:00", "\"100:00:00\"", nil), ("007:00:00", "\"07:00:00\"", .hourPadded),
                ("00:00:00", "\"00:00:00\"", nil), ("25:61:00", "null", .notTime), ("25:00:60", "null", .notTime),
                ("1000:00:00", "null", .notTime), ("7:5:00", "null", .notTime), ("07:05", "null", .notTime),
                ("07-05-00", "null", .notTime), ("0a:05:00", "null", .notTime), ("/7:05:00", "null", .notTime),
                (":7:05:00", "null", .notTime), ("-1:00:00", "null", .notTime), ("07:05:0ü", "null", .notTime),
                ("x", "null", .notTime), ("07:05:00:00", "null", .notTime),
            ])
        try check(
            .localTime,
            [
                ("24:00:00", "\"24:00:00\"", nil), ("9:30:00", "\"09:30:00\"", .hourPadded),
                ("24:00:01", "null", .notLocalTime), ("25:00:00", "null", .notLocalTime),
            ])
    }

    /// The fast path takes exactly what a slow look at each byte would.
    func testTimesOfEightBytesAgainstASlowReading() throws {
        var random = SeededGenerator(seed: 3)
        let bytes = Array("0123456789:/;-5 9".unicodeScalars)
        for _ in 0..<20_000 {
            var scalars = Array("00:00:00".unicodeScalars)
            for position in 0..<8 where position % 3 != 2 || Int.random(in: 0..<20, using: &random) == 0 {
                scalars[position] = bytes.randomElement(using: &random) ?? "0"
            }
            let text = String(String.UnicodeScalarView(scalars))
            if text.hasPrefix(" ") || text.hasSuffix(" ") { continue }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let isTime =
                parts.count == 3 && parts.allSatisfy { $0.count == 2 && $0.allSatisfy("0123456789".contains) }
                && parts[1] < "60" && parts[2] < "60"
            XCTAssertEqual(try encode(text, .time).json, isTime ? "\"\(text)\"" : "null")
        }
    }

    func testDates() throws {
        try check(
            .date,
            [
                ("20240229", "\"20240229\"", nil), ("20230229", "null", .notDate), ("19000229", "null", .notDate),
                ("20000229", "\"20000229\"", nil), ("20241301", "null", .notDate), ("20240431", "null", .notDate),
                ("20240100", "null", .notDate), ("2024-01-01", "null", .notDate), ("2024010", "null", .notDate),
                ("00000000", "null", .notDate), ("202401011", "null", .notDate),
            ])
    }

    func testIntegers() throws {
        try check(
            .nonNegativeInteger,
            [
                ("0", "0", nil), ("7", "7", nil), ("007", "7", nil), ("+5", "5", nil), ("000", "0", nil),
                ("-5", "null", .negative), ("1.0", "null", .notInteger), ("", "", nil), ("+", "null", .notInteger),
                ("1e3", "null", .notInteger), ("9223372036854775807", "9223372036854775807", nil),
                ("9223372036854775808", "null", .integerTooLarge), ("99999999999999999999", "null", .integerTooLarge),
                ("0000000000000000000000000001", "1", nil), ("１", "null", .notInteger),
            ].filter { $0.0 != "" })
        try check(
            .integer,
            [("-12", "-12", nil), ("-012", "-12", nil), ("-9223372036854775808", "-9223372036854775808", nil)])
        try check(.positiveInteger, [("0", "null", .notPositive), ("1", "1", nil), ("-1", "null", .notPositive)])
        try check(.nonZeroInteger, [("0", "null", .zero), ("-1", "-1", nil), ("00", "null", .zero)])
        try check(
            .enumeration, [("1700", "1700", nil), ("-1", "null", .notEnumeration), ("bus", "null", .notEnumeration)])
    }

    func testNumbersKeepTheirDigits() throws {
        try check(
            .float,
            [
                ("-33.8700", "-33.8700", nil), (".5", "0.5", nil), ("-.5", "-0.5", nil), ("5.", "5", nil),
                ("+5", "5", nil), ("007.50", "7.50", nil), ("1e5", "1e5", nil), (".5E-3", "0.5E-3", nil),
                ("5.e3", "5e3", nil),
                ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827", nil),
                ("1e400", "null", .numberTooLarge), ("-1e400", "null", .numberTooLarge), ("1e-400", "1e-400", nil),
                (".", "null", .notNumber), ("-", "null", .notNumber), ("1,5", "null", .notNumber),
                ("NaN", "null", .notNumber), ("inf", "null", .notNumber), ("0x10", "null", .notNumber),
                ("1e", "null", .notNumber), ("1.2.3", "null", .notNumber), ("--1", "null", .notNumber),
            ])
        XCTAssertEqual(try encode(String(repeating: "9", count: 400), .float).issue, .numberTooLarge)
        try check(.nonNegativeFloat, [("-0.1", "null", .negative), ("-0.0", "-0.0", nil), ("0", "0", nil)])
        try check(.positiveFloat, [("0.0", "null", .notPositive), ("0.1", "0.1", nil)])
    }

    func testCoordinatesHaveBounds() throws {
        try check(
            .latitude,
            [
                ("90", "90", nil), ("-90.000", "-90.000", nil), ("90.0001", "null", .notLatitude),
                ("91", "null", .notLatitude), ("8.95e1", "8.95e1", nil), ("9.1e1", "null", .notLatitude),
                ("0.9e3", "null", .notLatitude), ("north", "null", .notLatitude), ("1000000000", "null", .notLatitude),
                ("089.5", "89.5", nil), ("90.000000000000000000000000000001", "90.000000000000000000000000000001", nil),
            ])
        try check(.longitude, [("180", "180", nil), ("-180.5", "null", .notLongitude), ("151.2093", "151.2093", nil)])
    }

    func testTextIsEscapedOnlyWhereItMustBe() throws {
        try check(
            .text,
            [
                ("a\"b\\c/d", "\"a\\\"b\\\\c/d\"", nil), ("x\ny\rz\tw\u{8}\u{C}", "\"x\\ny\\rz\\tw\\b\\f\"", nil),
                ("\u{0}\u{1F}\u{7F}é😀\u{2028}", "\"\\u0000\\u001f\u{7F}é😀\u{2028}\"", nil),
                ("exactly8", "\"exactly8\"", nil), ("seven77", "\"seven77\"", nil), ("nine99999", "\"nine99999\"", nil),
            ])
        try check(
            .color,
            [("00ff0A", "\"00ff0A\"", nil), ("#00ff0a", "\"#00ff0a\"", .notColor), ("red", "\"red\"", .notColor)])
    }

    /// Strings of every length, escapes at every place, against the plain writer.
    func testStringsAgainstThePlainWriter() throws {
        var random = SeededGenerator(seed: 5)
        let alphabet = Array("ab\"\\\n\t\u{1}é日😀 xyz").map { $0 }
        for length in 1..<200 {
            var text = String(
                (0..<length).map { _ in
                    Int.random(in: 0..<6, using: &random) == 0 ? alphabet.randomElement(using: &random) ?? "a" : "k"
                })
            text = "k" + text + "k"
            let writer = RecordWriter()
            writer.string(text)
            XCTAssertEqual(try encode(text, .text).json, String(decoding: writer.bytes, as: UTF8.self))
        }
        let large = String(repeating: "\u{1}", count: 100_000)
        XCTAssertEqual(try encode(large, .text).json.utf8.count, 600_002)
    }

    func testMembersComeInTheReferencesOrderThenTheFiles() throws {
        let encoder = try encoder("zz,stop_name,aa,stop_id\n1,Quay,2,A\n", Tables.Stops.definition)
        XCTAssertEqual(
            String(decoding: encoder.bytes, as: UTF8.self),
            ",\"stop_id\":\"A\",\"stop_name\":\"Quay\",\"zz\":\"1\",\"aa\":\"2\"")
    }

    func testHeadersThatNeedAWord() throws {
        let plan = try encoder("stop_id,stop_id,,table,table_,x,x\n", Tables.Stops.definition).plan
        XCTAssertEqual(plan.members.map(\.name), ["stop_id", "table__", "table_", "x"])
        XCTAssertEqual(
            plan.notices,
            [
                .duplicateColumn(name: "stop_id", cell: 1), .duplicateColumn(name: "x", cell: 6),
                .renamed(from: "table", to: "table__"),
            ])
        XCTAssertEqual(plan.unnamedCells, [2])
        XCTAssertEqual(try encoder("trip_id\n", Tables.StopTimes.definition).plan.missingKeys, ["stop_sequence"])
        XCTAssertEqual(
            try encoder("route_id,trip_id\n", Tables.Trips.definition).plan.notices, [.missingColumn("service_id")])
    }

    func testKeysAreComparedAsTheyAreWritten() throws {
        func hash(_ row: String) throws -> KeyHash? {
            try encoder("trip_id,stop_sequence,stop_id\n\(row)\n", Tables.StopTimes.definition, hashesKeys: true)
                .keyHash
        }
        XCTAssertEqual(try hash("T,1,A"), try hash(" T ,001,B"))
        XCTAssertNotEqual(try hash("T,1,A"), try hash("T,2,A"))
        XCTAssertNotEqual(try hash("T1,1,A"), try hash("T,11,A"))
        XCTAssertNil(try hash("T,x,A"))
        XCTAssertNil(try encoder("agency_id,agency_name\n,B\n", Tables.Agency.definition, hashesKeys: true).keyHash)
    }

    func testATableOfManyKeysForgetsNone() {
        var keys = KeyTable()
        func hash(_ number: Int) -> KeyHash { withUnsafeBytes(of: number) { KeyHash(of: $0) } }
        for number in 0..<50_000 { XCTAssertTrue(keys.recordFirst(hash(number))) }
        for number in 0..<50_000 { XCTAssertFalse(keys.recordFirst(hash(number))) }
        var rows = KeyTable()
        for number in 0..<30_000 { rows.recordUnique(hash(number % 20_000), row: number) }
        XCTAssertFalse(rows.isKept(hash(5), row: 5))
        XCTAssertTrue(rows.isKept(hash(15_000), row: 15_000))
        var last = KeyTable()
        for number in 0..<30_000 { last.recordLast(hash(number % 20_000), row: number) }
        XCTAssertFalse(last.isKept(hash(5), row: 5))
        XCTAssertTrue(last.isKept(hash(5), row: 20_005))
    }
}
