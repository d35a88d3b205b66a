import BuildPolylinesStage
import GTFSSchedule
import NDJSON
import StageKit
import StageTestSupport
import TestSupport
import TimeZones
import XCTest

/// Lines of the real feeds, computed by scripts/check-ways and scripts/check-runs, which share nothing with linefeed.
final class RealLinesDeepTests: XCTestCase {
    private struct Line {
        var trips = 0
        var runs = 0
        var length = 0.0
    }

    /// Of each line of routes its figures, by route and direction.
    private func lines(_ feed: String, _ change: (inout BuildPolylinesOptions) -> Void) throws -> [String: Line] {
        var options = BuildPolylinesOptions()
        options.feed = try XCTUnwrap(RealData.folder) + "/static/" + feed
        options.grouping = .route
        change(&options)
        let run = try InMemoryRun("build-polylines", in: .withFeeds) { [options] context in
            try BuildPolylines.run(options, context)
        }
        let outer = RecordScanner(fields: ["properties"])
        let inner = RecordScanner(fields: ["route_id", "direction_id", "trip_count", "runs", "length_m"])
        var lines: [String: Line] = [:]
        for line in run.lines {
            try Array(line.utf8).withUnsafeBytes { bytes in
                try outer.scan(bytes)
                try inner.scan(outer[0].raw)
                let direction = inner[1].integer.map(String.init) ?? ""
                lines[(inner[0].string ?? "") + "\t" + direction] = Line(
                    trips: inner[2].integer ?? 0, runs: inner[3].integer ?? 0, length: inner[4].double ?? 0)
            }
        }
        return lines
    }

    private func table(_ name: String) throws -> [[String]] {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/Tests/Golden/real-feeds/" + name))
        return text.split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The lengths are those of the ways, but for joints: at most two tolerances at each end of a covered stretch, and the
    /// other way a piece of 5 m, by which the ways were counted.
    func testWaysAreAsLongAsCountedElsewhere() throws {
        guard let data = RealData.folder else { throw XCTSkip("the real feeds are not here") }
        var drawn = 0.0
        var counted = 0.0
        var routes = 0
        let feeds = Dictionary(grouping: try table("ways.tsv"), by: { $0[0] }).sorted(by: { $0.key < $1.key })
        for (feed, rows) in feeds where Depth.isDeep || RealData.size(of: data + "/static/" + feed) < 300_000 {
            let lines = try lines(feed) { $0.geometry = .shapes }
            XCTAssertEqual(lines.count, rows.count, feed)
            for row in rows {
                let line = try XCTUnwrap(lines[row[1] + "\t" + row[2]], "\(row)")
                let way = try XCTUnwrap(Double(row[5]))
                let ends = try XCTUnwrap(Double(row[6]))
                XCTAssertGreaterThanOrEqual(line.length, way - 5 * (ends + 1) - 0.002 * way, "\(row)")
                XCTAssertLessThanOrEqual(line.length, way + 40 * ends + 0.002 * way, "\(row)")
                drawn += line.length
                counted += way
                routes += 1
            }
        }
        XCTAssertGreaterThanOrEqual(routes, Depth.isDeep ? 300 : 50)
        // Joints and crossings are a few thousandths of it all.
        XCTAssertEqual(drawn / counted, 1.002, accuracy: Depth.isDeep ? 0.0015 : 0.005)
    }

    func testTripsAndRunsOfADayAreAsCountedElsewhere() throws {
        guard RealData.folder != nil else { throw XCTSkip("the real feeds are not here") }
        var days = 0
        let step = Depth.isDeep ? 1 : 16
        for (number, row) in try table("runs.tsv").enumerated() where number % step == 0 {
            let lines = try lines(row[0]) { $0.date = CivilDate(compact: row[1]) }
            let found = [
                lines.count, lines.values.reduce(0) { $0 + $1.trips }, lines.values.reduce(0) { $0 + $1.runs },
            ]
            XCTAssertEqual(found.map(String.init), Array(row[2...4]), "\(row)")
            days += 1
        }
        XCTAssertGreaterThanOrEqual(days, Depth.isDeep ? 320 : 20)
    }
}
