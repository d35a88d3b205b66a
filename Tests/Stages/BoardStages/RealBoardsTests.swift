import DecodeRTStage
import DeparturesStage
import NDJSON
import StageKit
import StageTestSupport
import TestSupport
import TimeZones
import XCTest

/// Boards of the real feeds against figures that `scripts/check-boards --expect` computed without linefeed: one in twelve of
/// them, all with LINEFEED_DEEP.
final class RealBoardsTests: XCTestCase {
    private static let names = [
        "stop_id", "trip_id", "start_date", "start_time", "stop_sequence", "scheduled_time", "departure_time", "delay",
        "interpolated", "table",
    ]

    /// FNV-1a over the members of rows that are not interpolated, as the script's `figures` defines it.
    private func figures(_ lines: [String]) throws -> (rows: Int, interpolated: Int, hash: String) {
        let scanner = RecordScanner(fields: RealBoardsTests.names)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var rows = 0
        var interpolated = 0
        for line in lines {
            var copy = line
            try copy.withUTF8 { bytes in
                try scanner.scan(UnsafeRawBufferPointer(bytes))
                guard scanner[9].string == "departures" else { return }
                rows += 1
                if scanner[8].bool == true {
                    interpolated += 1
                    return
                }
                let text = (0..<8).map { index -> String in
                    let value = scanner[index]
                    return value.isPresent ? value.string ?? String(decoding: value.inside, as: UTF8.self) : ""
                }
                for byte in (text.joined(separator: "\t") + "\n").utf8 {
                    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
                }
            }
        }
        let digits = String(hash, radix: 16)
        return (rows, interpolated, String(repeating: "0", count: 16 - digits.count) + digits)
    }

    private func contradictingStops(_ lines: [String]) throws -> Int? {
        let scanner = RecordScanner(fields: ["table", "contradicting_stops"])
        for line in lines {
            var copy = line
            let found: Int? = try copy.withUTF8 { bytes in
                try scanner.scan(UnsafeRawBufferPointer(bytes))
                return scanner[0].string == "match_reports" ? scanner[1].integer : nil
            }
            if let found { return found }
        }
        return nil
    }

    func testBoardsAreAsComputedElsewhere() throws {
        guard let data = RealData.folder else { throw XCTSkip("the real feeds are not here") }
        let table = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/Tests/Golden/real-feeds/departures.tsv"))
        var boards = 0
        var made: [String: RegularUpdates] = [:]
        for (number, line) in table.split(separator: "\n").dropFirst().enumerated()
        where Depth.isDeep || number % 12 == 0 {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            var options = DeparturesOptions()
            options.feed = data + "/static/" + cells[0]
            options.stops = [cells[2]]
            options.at = WrittenTime.instant(try XCTUnwrap(Int(cells[3])))
            options.horizon = try XCTUnwrap(TimeSpan(cells[4])).seconds
            if cells[1].hasPrefix("made:") {
                let words = cells[1].split(separator: ":").map(String.init)
                let updates = try made[cells[0]] ?? RegularUpdates(feed: options.feed)
                made[cells[0]] = updates
                let records = updates.records(rule: words[1], day: words[2], at: cells[3])
                options.realtime = [TemporaryFolder.shared.write(records)]
            } else if cells[1] != "-" {
                var decode = DecodeRTOptions()
                decode.files = cells[1].split(separator: ",").map { data + "/rt/" + $0 }
                let records = try InMemoryRun("decode-rt") { [decode] in try DecodeRT(decode, $0).run() }
                options.realtime = [TemporaryFolder.shared.write(records.output)]
            }
            let run = try InMemoryRun("departures", in: .withFeeds) { try Departures.run(options, $0) }
            let found = try figures(run.lines)
            XCTAssertEqual(
                [String(found.rows), String(found.interpolated), found.hash], Array(cells[5...7]), String(line))
            if cells[1] != "-" { XCTAssertEqual(try contradictingStops(run.lines), Int(cells[8]), String(line)) }
            boards += 1
        }
        XCTAssertGreaterThanOrEqual(boards, Depth.isDeep ? 140 : 11)
    }
}
