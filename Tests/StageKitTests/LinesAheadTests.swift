import Contract
import StageKit
import TestSupport
import XCTest

/// What another thread reads and scans is what one thread would have read and scanned.
final class LinesAheadTests: XCTestCase {
    /// Keeps what it is given; fails at a line where it is told to.
    private struct Keeper: MindsGaps {
        let tables = ["stops"]
        let columns: [any AnyColumn] = [Tables.Stops.columns.stopID, Tables.Stops.columns.stopName]
        let scansAhead: Bool
        var failure = Int.max
        var kept: [String] = []
        var rejected: [Int] = []

        init(scansAhead: Bool) { self.scansAhead = scansAhead }

        mutating func process(_ record: Record) throws {
            if record.line >= failure { throw StageFailure(.dataUnusable, "enough") }
            let name = record.text(Tables.Stops.columns.stopName).map { String(decoding: $0, as: UTF8.self) } ?? "-"
            let id = record[Tables.Stops.columns.stopID].string ?? "-"
            kept.append("\(record.line) \(id) \(name) \(record.bytes.count)")
        }

        mutating func lineRejected() { rejected.append(kept.count) }
        mutating func finish() {}
    }

    /// Records, lines that are none, blank ones, some that are too long, and no end of the last; two megabytes.
    private func text(seed: UInt64) -> String {
        var generator = SeededGenerator(seed: seed)
        var text = "{\"table\":\"stops\",\"stop_id\":\"first\"}\n"
        var number = 0
        while text.utf8.count < 2 << 20 {
            number += 1
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: text += "\n"
            case 1: text += " \t \r\n"
            case 2: text += "{\"table\":\"stops\",\"stop_id\":\n"
            case 3: text += "{\"table\":\"stops\",\"stop_name\":\"\(String(repeating: "x", count: 1200))\"}\n"
            case 4: text += "{\"x\":1}\n"
            case 5: text += "{\"table\":\"others\",\"stop_id\":\"o\"}\n"
            case 6: text += "{\"stop_\\u0069d\":\"key \(number)\",\"table\":\"stops\"}\r\n"
            default:
                let name = String(repeating: "é\\n", count: Int.random(in: 0..<80, using: &generator))
                text += "{\"table\":\"stops\",\"stop_id\":\"\(number)\",\"stop_name\":\"\(name)\"}\n"
            }
        }
        return text + "{\"table\":\"stops\",\"stop_id\":\"last\"}"
    }

    private func run(_ path: String, ahead: Bool, failingAt line: Int = .max) throws -> (InMemoryRun, Keeper) {
        var stage = Keeper(scansAhead: ahead)
        stage.failure = line
        var options = CommonOptions()
        options.maxLineBytes = 1000
        options.verbosity = .verbose
        let run = try InMemoryRun("test", options) { try $0.feed([path], to: &stage) }
        return (run, stage)
    }

    func testTheSameIsReadAheadAndNot() throws {
        for seed in 1...3 {
            let path = TemporaryFolder.shared.write(text(seed: UInt64(seed)))
            for line in [Int.max, 3, 7000] {
                let (expected, one) = try run(path, ahead: false, failingAt: line)
                let (found, two) = try run(path, ahead: true, failingAt: line)
                XCTAssertEqual(two.kept, one.kept)
                XCTAssertEqual(two.rejected, one.rejected)
                XCTAssertEqual(found.status, expected.status)
                XCTAssertEqual(found.log, expected.log)
                XCTAssertEqual(found.summary.read(of: "stops"), expected.summary.read(of: "stops"))
                XCTAssertGreaterThan(one.kept.count, line == 3 ? 0 : 3000)
                if line == .max { XCTAssertEqual(found.summary.bytesIn, expected.summary.bytesIn) }
            }
        }
    }

    func testAnInputThatBreaksOffIsTakenAsFarAsItGoes() throws {
        let folder = TemporaryFolder()
        let path = folder.write(text(seed: 9), "lines")
        let made = Shell("gzip -c lines > lines.gz && head -c 100000 lines.gz > cut.gz", in: folder.path)
        XCTAssertEqual(made.status, 0, made.errors)
        for name in ["lines.gz", "cut.gz"] {
            let (expected, one) = try run(folder.path + "/" + name, ahead: false)
            let (found, two) = try run(folder.path + "/" + name, ahead: true)
            XCTAssertEqual(two.kept, one.kept)
            XCTAssertEqual(found.log, expected.log)
            XCTAssertEqual(found.status, expected.status)
        }
        XCTAssertTrue(path.hasSuffix("lines"))
    }
}
