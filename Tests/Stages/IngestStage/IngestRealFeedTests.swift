import Contract
import GTFSSchedule
import IngestStage
import StageKit
import TestSupport
import XCTest

/// Every record of the real feeds against a plain reading of their bytes that shares no code with the stage; of the large
/// ones only with LINEFEED_DEEP.
final class IngestRealFeedTests: XCTestCase {
    private static let feeds =
        RealData.files(in: "static", suffix: ".zip")
        + RealData.files(in: "bad/gtfs", suffix: ".zip").filter {
            !$0.contains("unknown_format") && !$0.contains("upgrade_translations")
        }

    func testEveryRecordOfEveryFeed() throws {
        if IngestRealFeedTests.feeds.isEmpty { throw XCTSkip("the real feeds are not here") }
        for feed in RealData.chosen(IngestRealFeedTests.feeds) {
            var options = IngestOptions()
            options.feed = feed
            let run = try InMemoryRun("ingest") { try Ingest.run(options, $0) }
            XCTAssertEqual(run.status, .done, feed)
            XCTAssertEqual(
                run.summary.tables.reduce(0) { $0 + $1.read },
                run.summary.tables.reduce(0) { $0 + $1.written } + run.summary.rejectedCount, feed)
            XCTAssertGreaterThan(run.summary.bytesIn, 0)
            let archive = try FeedArchive(path: feed, tally: ReadTally())
            var lines: [String: [Substring]] = [:]
            for line in run.output.split(separator: "\n") {
                guard line.utf8.starts(with: "{\"table\":\"".utf8) else { continue }
                let table = line.utf8.dropFirst(10).prefix { $0 != 0x22 }
                lines[String(decoding: table, as: UTF8.self), default: []].append(line)
            }
            for file in archive.files where file.name.hasSuffix(".txt") {
                try compare(file, lines[Tables.name(ofFile: file.name) ?? ""] ?? [], feed)
            }
        }
    }

    private func compare(_ file: FeedFile, _ lines: [Substring], _ feed: String) throws {
        let source = try file.open(ReadTally())
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
            if count == 0 { break }
            bytes += chunk[0..<count]
        }
        let expected = PlainTable.records(bytes, table: Tables.name(ofFile: file.name) ?? "")
        XCTAssertEqual(lines.count, expected.count, "\(feed): \(file.name)")
        for (line, wanted) in zip(lines, expected) where line != wanted {
            return XCTFail("\(feed): \(file.name)\n\(line)\n\(wanted)")
        }
    }
}

/// A naive CSV reader and typing by the rules of the record contract, character by character.
private enum PlainTable {
    static func records(_ bytes: [UInt8], table: String) -> [String] {
        let rows = rows(text(bytes)).filter { $0 != [""] }
        guard let header = rows.first else { return [] }
        let definition = TableDefinition.named(table)
        var columns: [(name: String, cell: Int, type: FieldType)] = []
        for field in definition?.fields ?? [] {
            if let cell = header.firstIndex(of: field.name) { columns.append((field.name, cell, field.type)) }
        }
        for (cell, name) in header.enumerated()
        where !name.isEmpty && header.firstIndex(of: name) == cell && !columns.contains(where: { $0.cell == cell }) {
            columns.append((name, cell, .text))
        }
        let keys = (definition?.requiredKey ?? []).map { header.firstIndex(of: $0) }
        return rows.dropFirst().compactMap { row in
            if row.count > header.count, row[header.count...].contains(where: { !$0.isEmpty }) { return nil }
            func value(_ cell: Int?) -> String { cell.map { $0 < row.count ? row[$0] : "" } ?? "" }
            if keys.contains(where: { value($0).isEmpty }) { return nil }
            var record = "{\"table\":\(json(table))"
            for column in columns where !value(column.cell).isEmpty {
                record += ",\(json(column.name)):\(typed(value(column.cell), column.type))"
            }
            return record + "}"
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let low = bytes[0] == 0xFF
            var units: [UInt16] = []
            for position in stride(from: 2, to: bytes.count - 1, by: 2) {
                let first = UInt16(bytes[position])
                let second = UInt16(bytes[position + 1])
                units.append(low ? second << 8 | first : first << 8 | second)
            }
            return String(decoding: units, as: UTF16.self)
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if let text = String(validating: content, as: UTF8.self) { return text }
        let upper = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
        return String(
            String.UnicodeScalarView(content.map { 0x80..<0xA0 ~= $0 ? upper[Int($0) - 0x80] : Unicode.Scalar($0) }))
    }

    private static func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell: [UInt8] = []
        var quoted = false
        var hadQuotes = false
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        func endCell() {
            while let last = cell.last, isBlank(last) { cell.removeLast() }
            row.append(String(decoding: cell.drop(while: isBlank), as: UTF8.self))
            cell = []
            hadQuotes = false
        }
        func endRow() {
            endCell()
            rows.append(row)
            row = []
        }
        let bytes = Array(text.utf8)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if quoted {
                if byte != 0x22 {
                    cell.append(byte)
                } else if position < bytes.count, bytes[position] == 0x22 {
                    cell.append(byte)
                    position += 1
                } else {
                    quoted = false
                }
                continue
            }
            switch byte {
            case 0x22 where !hadQuotes && cell.allSatisfy(isBlank):
                quoted = true
                hadQuotes = true
                cell = []
            case 0x2C: endCell()
            case 0x0A, 0x0D: endRow()
            default: cell.append(byte)
            }
        }
        if !cell.isEmpty || !row.isEmpty || hadQuotes { endRow() }
        return rows
    }

    private static func json(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func typed(_ value: String, _ type: FieldType) -> String {
        switch type {
        case .time, .localTime:
            let parts = value.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 3, parts.allSatisfy(isDigits), parts[0].count < 4, parts[1].count == 2,
                parts[2].count == 2, parts[1] < "60", parts[2] < "60"
            else { return "null" }
            return "\"" + (parts[0].count == 1 ? "0" : "") + value + "\""
        case .date:
            // All dates of the real feeds that have eight digits are in the calendar.
            return value.count == 8 && isDigits(value[...]) ? json(value) : "null"
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            guard let number = Int(value) else { return "null" }
            switch type {
            case .enumeration, .nonNegativeInteger: return number < 0 ? "null" : String(number)
            case .positiveInteger: return number <= 0 ? "null" : String(number)
            case .nonZeroInteger: return number == 0 ? "null" : String(number)
            default: return String(number)
            }
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .currencyAmount:
            return number(value, type)
        default: return json(value)
        }
    }

    private static func number(_ value: String, _ type: FieldType) -> String {
        guard let number = Double(value), number.isFinite, !value.contains("x") else { return "null" }
        if type == .latitude, number.magnitude > 90 { return "null" }
        if type == .longitude, number.magnitude > 180 { return "null" }
        if type == .nonNegativeFloat, number < 0 { return "null" }
        if type == .positiveFloat, number <= 0 { return "null" }
        let sign = value.hasPrefix("-") ? "-" : ""
        let digits = value.drop { $0 == "-" || $0 == "+" }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        let fraction = parts.count > 1 && !parts[1].isEmpty ? "." + parts[1] : ""
        return sign + (whole.isEmpty || !whole.first!.isNumber ? "0" : "") + whole + fraction
    }
}
