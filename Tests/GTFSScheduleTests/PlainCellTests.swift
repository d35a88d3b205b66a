import Contract
import NDJSON
import TestSupport
import XCTest

@testable import GTFSSchedule

/// Cells that need no record are exactly those that `RowEncoder` copies.
final class PlainCellTests: XCTestCase {
    private static let types: [FieldType] = [
        .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode, .color, .date, .time,
        .localTime, .latitude, .longitude, .enumeration, .integer, .nonNegativeInteger, .positiveInteger,
        .nonZeroInteger, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount,
    ]

    /// Compares a value, in a column of each type, with what the encoder writes.
    /// - Returns: the types for which the cell is plain.
    @discardableResult
    private func plainTypes(_ value: String) throws -> [FieldType] {
        let fields = PlainCellTests.types.enumerated().map { FieldDefinition("c\($0.offset)", $0.element) }
        let quoted = "\"" + value.replacing("\"", with: "\"\"") + "\""
        let text =
            fields.map(\.name).joined(separator: ",") + "\n" + fields.map { _ in quoted }.joined(separator: ",") + "\n"
        let reader = CSVReader(PieceSource(text))
        XCTAssertEqual(try reader.next(), .row)
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount),
            definition: TableDefinition("t", .optional, key: .none, fields: fields), reserved: ["table"])
        let encoder = RowEncoder(plan)
        XCTAssertEqual(try reader.next(), .row)
        encoder.encode(reader)
        var written: [Int: [UInt8]] = [:]
        encoder.forEachValue { member, range in
            if let range { written[member] = Array(encoder.bytes[range]) }
        }
        var plain: [FieldType] = []
        for (index, field) in fields.enumerated() where reader.cells[index].count > 0 {
            let cell = reader.cells[index]
            guard let kind = PlainCell.kind(cell, as: field.type) else { continue }
            plain.append(field.type)
            let bytes = Array(cell.bytes)
            XCTAssertEqual(
                written[index], kind == .string ? [0x22] + bytes + [0x22] : bytes, "'\(value)' as \(field.type)")
            XCTAssertFalse(encoder.noticed.contains { $0.member == index }, "'\(value)' as \(field.type)")
        }
        return plain
    }

    func testUsualCellsArePlain() throws {
        for (value, type) in [
            ("08:05:00", FieldType.time), ("25:59:59", .time), ("7", .nonNegativeInteger), ("0", .enumeration),
            ("120", .positiveInteger), ("-33.8612345", .latitude), ("151.2", .longitude), ("0.5", .nonNegativeFloat),
            ("12345.678", .nonNegativeFloat), ("T1", .id), ("Bahnhofstraße", .text), ("3", .nonZeroInteger),
        ] { XCTAssertTrue(try plainTypes(value).contains(type), "'\(value)' as \(type)") }
    }

    func testCellsAtTheEdges() throws {
        for value in [
            "-", "+5", "-5", "-0", "0", "00", "007", "0.5", "00.5", ".5", "5.", "1.", "-.5", "1e5", "1E5", "90", "-90",
            "89.999999999", "90.0", "90.00000000001", "179.5", "180", "180.1", "123456789", "1234567890",
            "999999999999999999", "9999999999999999999", "1.123456789012345", "1.1234567890123456",
            "1.12345678901234567", "8:05:00", "08:60:00", "24:00:01", "99:59:59", "100:00:00", "20260101", "FFFFFF",
            "a\"b", "a\\b", "tab\there", "line\nfeed", "1234567", "12345678", "abcdefgh\"", "Süd", "\u{7F}", "\u{1F}",
            "1 2", "-0.0", "12345678.1", "1.12345678", "1.123456789", "90.", "-90.0000000000000000",
            "90.0000000000000001",
            "-179.99999999999999", "8.0000000/", "8.123456789:", "0.0", "00.1", "1.2.3", "..", "-.",
        ] { try plainTypes(value) }
    }

    func testRandomCells() throws {
        var random = SeededGenerator(seed: 17)
        for alphabet in ["0123456789.", "0123456789.-+eE", "0123456789:", "09:/;", "ab\"\\ü\n\t1-"] {
            let characters = Array(alphabet)
            for _ in 0..<400 {
                let count = Int.random(in: 1...20, using: &random)
                try plainTypes(
                    String((0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] }))
            }
        }
    }
}
