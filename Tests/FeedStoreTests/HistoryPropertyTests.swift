import Glibc
import NDJSON
import SQLite
import TestSupport
import XCTest

@testable import FeedStore

/// Whatever a record has comes back out of the file.
final class HistoryPropertyTests: XCTestCase {
    private var generator = SeededGenerator(seed: 42)

    private func text() -> String {
        let pieces = [
            "a", "é", "😀", "\\n", "\\u0000", "\\\"", "\\\\", " ", "007", "\\ud83d\\ude00", "zebra crossing", "5",
        ]
        return (0..<Int.random(in: 0...4, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
            .joined()
    }

    /// A value as JSON.
    private func value() -> String {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return String(Int.random(in: -5...5, using: &generator))
        case 1: return String(Int.random(in: Int.min...Int.max, using: &generator))
        case 2: return "18446744073709551615"
        case 3:
            return ["1.5", "-0.25", "5.0", "1e3", "0.1", "123456789.123456789", "1e300", "1e999"]
                .randomElement(using: &generator)!
        case 4: return ["true", "false"].randomElement(using: &generator)!
        case 5: return "null"
        case 6: return "[1, \"\(text())\", {\"k\":null}]"
        case 7: return "{\"k\" : \"\(text())\"}"
        case 8:
            return ["\"1.5\"", "\"007\"", "\"12\"", "\"1e5\"", "\" 1\"", "\"-3\"", "\"1.50\""]
                .randomElement(using: &generator)!
        default: return "\"\(text())\""
        }
    }

    func testEveryValueComesBack() throws {
        let folder = TemporaryFolder()
        for round in 0..<12 {
            let run = try HistoryRun(folder.path + "/\(round).db")
            let lines = (0..<120).map { number in
                var members = ["\"n\":\(number)"]
                for column in 0..<6 where Bool.random(using: &generator) { members.append("\"c\(column)\":\(value())") }
                return "{\"table\":\"t\",\(members.joined(separator: ","))}"
            }
            XCTAssertEqual(try run.append(lines).filter { $0 == .merged }.count, 0)
            XCTAssertEqual(try run.append(lines.shuffled(using: &generator)).filter { $0 == .written }.count, 0)
            for (number, line) in lines.enumerated() {
                let query = try run.history.database.prepare("SELECT * FROM t WHERE n = \(number)")
                XCTAssertTrue(try query.step())
                var places: [String: Int] = [:]
                for place in 0..<query.columnCount { places[query.columnName(place)] = place }
                let bytes = Array(line.utf8)
                try bytes.withUnsafeBytes { bytes in
                    try RecordScanner(fields: []).scan(bytes)
                    JSONValue.object(bytes).forEachMember { key, value in
                        guard let name = key.string, name != "table" else { return }
                        guard let place = places[name] else {
                            return XCTAssertEqual(value.kind, .null, line)
                        }
                        XCTAssertTrue(isSame(value, query, place), "\(name) of \(line): \(query.text(place))")
                    }
                }
            }
        }
    }

    /// Whether a column holds what a member says, in one of the forms that lose nothing.
    private func isSame(_ value: JSONValue, _ query: Statement, _ place: Int) -> Bool {
        let type = query.type(place)
        let raw = String(decoding: value.inside, as: UTF8.self)
        switch value.kind {
        case .absent, .null: return type == .null
        case .bool:
            return type == .text
                ? query.text(place) == raw : type != .blob && query.double(place) == (raw == "true" ? 1 : 0)
        case .array, .object: return type == .text && query.text(place) == raw
        case .string:
            let text = value.string ?? ""
            switch type {
            case .text, .blob: return query.text(place) == text
            case .integer: return String(query.integer(place)) == text
            case .real: return Double(text) == query.double(place)
            case .null: return false
            }
        case .number:
            switch type {
            case .integer: return value.integer == query.integer(place)
            case .real:
                return value.integer.map { Int(exactly: query.double(place)) == $0 }
                    ?? (value.double == query.double(place))
            case .text, .blob: return query.text(place) == raw
            case .null: return false
            }
        }
    }
}
