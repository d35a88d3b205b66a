import Contract
import NDJSON
import TestSupport
import XCTest

@testable import GTFSSchedule

/// Typed values are those that the encoder writes: the two are compared cell by cell.
final class RowValuesTests: XCTestCase {
    private static let types: [FieldType] = [
        .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color, .date, .time,
        .localTime, .latitude, .longitude, .enumeration, .integer, .nonNegativeInteger, .positiveInteger,
        .nonZeroInteger, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount,
    ]

    /// A row of one value in a column of each type, read both ways.
    private func compare(_ value: String, line: UInt = #line) throws {
        let fields = RowValuesTests.types.enumerated().map { FieldDefinition("c\($0.offset)", $0.element) }
        let definition = TableDefinition("t", .optional, key: .none, fields: fields)
        let header = fields.map(\.name).joined(separator: ",")
        let quoted = "\"" + value.replacing("\"", with: "\"\"") + "\""
        let reader = CSVReader(PieceSource(header + "\n" + fields.map { _ in quoted }.joined(separator: ",") + "\n"))
        XCTAssertEqual(try reader.next(), .row)
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount), definition: definition,
            reserved: ["table"])
        let encoder = RowEncoder(plan)
        let values = RowValues(plan)
        XCTAssertEqual(try reader.next(), .row)
        encoder.encode(reader)
        values.read(reader)
        XCTAssertEqual(encoder.noticed.map(\.issue), values.noticed.map(\.issue), "'\(value)'", line: line)
        XCTAssertEqual(encoder.noticed.map(\.member), values.noticed.map(\.member), "'\(value)'", line: line)

        let texts = (0..<fields.count).map { place -> Int in
            if case .text(let text) = values.row[0, place] { text.count } else { 0 }
        }
        XCTAssertEqual(values.textBytes, texts.reduce(0, +), "'\(value)'", line: line)

        let scanner = RecordScanner(fields: fields.map(\.name))
        let record = Array("{\"table\":\"t\"".utf8) + Array(encoder.bytes) + Array("}".utf8)
        try record.withUnsafeBytes { bytes in
            try scanner.scan(bytes)
            for (index, field) in fields.enumerated() {
                let json = scanner[index]
                let what = "'\(value)' as \(field.type)"
                switch values.row[0, index] {
                case .absent: XCTAssertEqual(json.kind, .absent, what, line: line)
                case .null: XCTAssertEqual(json.kind, .null, what, line: line)
                case .text(let text):
                    XCTAssertEqual(json.string, String(decoding: text, as: UTF8.self), what, line: line)
                case .real(let number): XCTAssertEqual(json.double, number, what, line: line)
                case .integer(let number) where field.type == .time || field.type == .localTime:
                    XCTAssertEqual(json.string.map(seconds), number, what, line: line)
                case .integer(let number):
                    XCTAssertEqual(
                        String(decoding: json.raw, as: UTF8.self).replacing(/^-0$/, with: "0"), "\(number)", what,
                        line: line)
                }
            }
        }
    }

    private func seconds(_ time: String) -> Int {
        time.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? -1) }
    }

    func testValuesThatAreKnownToBeHard() throws {
        for value in [
            "", " ", "0", "-0", "+0", "7", "007", "-7", "+7", "2147483648", "9223372036854775807",
            "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "99999999999999999999", "1.", ".5",
            "-.5", "+1.50", "1e3", "1E-3", "1e400", "-1e-400", "90", "90.0", "90.0000001", "-180", "180.1", "nan",
            "inf",
            "1,5", "12:00:00", "7:05:00", "25:10:00", "100:00:00", "007:00:00", "24:00:00", "24:00:01", "23:60:00",
            "20240229", "20230229", "20241301", "2024010", "FF00aa", "FF00AG", "café", "a\"b\\c\u{1}", "x\u{0}y",
            String(repeating: "9", count: 400), "0." + String(repeating: "1", count: 400),
            String(repeating: "0", count: 300) + "7",
        ] { try compare(value) }
    }

    func testRandomValuesAgree() throws {
        var random = SeededGenerator(seed: 11)
        let alphabet = Array("00112233456789+-.:eE,x\" \u{e9}")
        for _ in 0..<3000 {
            let length = Int.random(in: 1...12, using: &random)
            try compare(String((0..<length).map { _ in alphabet.randomElement(using: &random)! }))
        }
        for _ in 0..<2000 {
            let parts = (0..<3).map { _ in Int.random(in: 0...70, using: &random) }
            try compare(parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":"))
        }
    }

    func testCellsThatARowLacksAreAbsent() throws {
        let definition = TableDefinition(
            "t", .optional, key: .none, fields: [FieldDefinition("a", .integer), FieldDefinition("b", .text)])
        let reader = CSVReader(PieceSource("a,b\n1,x\n2\n"))
        XCTAssertEqual(try reader.next(), .row)
        let values = RowValues(
            RecordPlan(
                header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount), definition: definition,
                reserved: []))
        var seen: [Bool] = []
        while try reader.next() == .row {
            values.read(reader)
            if case .absent = values.row[0, 1] { seen.append(true) } else { seen.append(false) }
        }
        XCTAssertEqual(seen, [false, true])
    }
}
