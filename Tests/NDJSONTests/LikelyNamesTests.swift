import NDJSON
import TestSupport
import XCTest

/// A scanner that has read other lines reads a line as one that has read none.
final class LikelyNamesTests: XCTestCase {
    private static let fields = ["a", "trip_id", "stop_sequence", "eight_by", "b", String(repeating: "n", count: 61)]

    private func read(_ line: [UInt8], _ scanner: RecordScanner) -> String {
        line.withUnsafeBytes { bytes in
            do throws(JSONFault) {
                try scanner.scan(bytes)
            } catch {
                return "\(error.offset) \(error.reason)"
            }
            return (0..<scanner.fieldCount).map { String(decoding: scanner[$0].raw, as: UTF8.self) }
                .joined(separator: "|")
        }
    }

    private func check(_ lines: [String], file: StaticString = #filePath, at: UInt = #line) {
        let used = RecordScanner(fields: LikelyNamesTests.fields)
        for line in lines {
            let bytes = Array(line.utf8)
            XCTAssertEqual(
                read(bytes, used), read(bytes, RecordScanner(fields: LikelyNamesTests.fields)), line, file: file,
                line: at)
        }
    }

    func testLinesOfAnyOrderAfterEachOther() {
        var random = SystemRandomNumberGenerator()
        let names =
            LikelyNamesTests.fields + [
                "", "c", "trip_ix", "stop_sequencf", "a\\\\u0062", "trip\\u005fid", "é", "eight_bytes_more",
                String(repeating: "n", count: 62), String(repeating: "m", count: 100),
            ]
        let colons = [":", ":", ":", ":", " :", ": ", "\t: "]
        var lines: [String] = []
        for number in 0..<4000 {
            let chosen = names.shuffled(using: &random).prefix(Int.random(in: 0...names.count, using: &random))
            // Half of the lines are in the same order, as lines of a table are.
            let ordered = number % 2 == 0 ? names.filter(chosen.contains) : Array(chosen)
            let members = ordered.map { "\"\($0)\"\(colons.randomElement(using: &random) ?? ":")\(number)" }
            let line = "{" + members.joined(separator: number % 7 == 0 ? " , " : ",") + "}"
            // Some are cut off in the middle.
            lines.append(number % 11 == 0 ? String(line.prefix(Int.random(in: 0...line.count, using: &random))) : line)
        }
        check(lines)
    }

    func testALikelyNameAtTheEndOfALine() {
        let whole = #"{"a":1,"stop_sequence":2,"trip_id":"x","eight_by":3}"#
        check([whole] + (0...whole.count).map { String(whole.prefix($0)) } + [whole])
    }

    func testMoreNamesThanAreKept() {
        let many = "{" + (0..<2000).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + #","a":1,"b":2}"#
        check([many, many, #"{"b":1,"a":2}"#, many])
    }

    func testANameThatIsRepeated() {
        check([#"{"a":1,"b":2,"a":3}"#, #"{"a":1,"b":2,"a":3}"#, #"{"b":1,"b":2,"a":3,"a":4}"#, #"{"a":5}"#])
    }
}
