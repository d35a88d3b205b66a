import Boards
import GTFSSchedule
import ScheduleStages
import StageKit
import TestSupport
import TimeZones
import XCTest

/// Runs every folder of `Golden/trip-details`: `feed.txt` and `input.ndjson` with `arguments` gives `expected`, worked out by
/// hand in `working.md`, whether the feed lies in a folder, a store or a file of records.
final class TripDetailsGoldenTests: XCTestCase {
    private func options(_ arguments: String) throws -> TripDetailsOptions {
        var options = TripDetailsOptions()
        var words = arguments.split { $0 == " " || $0 == "\n" }.map(String.init)[...]
        while let flag = words.popFirst() {
            let value = try XCTUnwrap(words.popFirst(), flag)
            switch flag {
            case "--trip": options.trip = value
            case "--date": options.day = try XCTUnwrap(CivilDate(compact: value)).daysSinceEpoch
            default: XCTFail("no such option: \(flag)")
            }
        }
        options.reader = IngestedFeed()
        return options
    }

    func testEveryCase() throws {
        let root = Checkout.root + "/Tests/Golden/trip-details"
        let names = Checkout.names(in: root)
        XCTAssertGreaterThanOrEqual(names.count, 12)
        for name in names {
            let folder = root + "/" + name
            let feed = try WrittenFeed(folder + "/feed.txt")
            for (kind, path) in [("folder", feed.folder), ("records", try feed.records()), ("store", try feed.store())]
            {
                var options = try options(XCTUnwrap(TemporaryFolder.text(of: folder + "/arguments"), name))
                options.feed = path
                options.files = ["input.ndjson", "realtime.ndjson"].map { folder + "/" + $0 }
                    .filter { TemporaryFolder.text(of: $0) != nil }
                var common = CommonOptions()
                common.verbosity = .verbose
                let run = try InMemoryRun("trip-details", common) { try TripDetails.run(options, $0) }
                XCTAssertEqual(run.output, TemporaryFolder.text(of: folder + "/expected"), "\(name) from a \(kind)")
                let status = Int32(TemporaryFolder.text(of: folder + "/status")?.split(separator: "\n")[0] ?? "0") ?? 0
                XCTAssertEqual(run.status.rawValue, status, "\(name) from a \(kind)")
                for part in (TemporaryFolder.text(of: folder + "/stderr") ?? "").split(separator: "\n") {
                    XCTAssertTrue(run.log.contains(part), "\(name) from a \(kind): \(run.log)")
                }
            }
        }
    }

    func testADepartureThatNamesNoKnownTripIsReported() throws {
        let feed = try WrittenFeed(Checkout.root + "/Tests/Golden/trip-details/unknown-trip/feed.txt")
        var options = TripDetailsOptions()
        options.feed = feed.folder
        options.reader = IngestedFeed()
        options.files = [
            TemporaryFolder.shared.write(#"{"table":"departures","trip_id":"nowhere","start_date":"20260715"}"# + "\n")
        ]
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("trip-details", common) { context in try TripDetails.run(options, context) }
        XCTAssertEqual(run.status, .dataUnusable, "nothing is left to be shown")
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(run.log.contains("has none of the trips that departures name, 1 in all"), run.log)
        XCTAssertTrue(run.log.contains(":1: trip_id: 'nowhere' is neither a trip of the feed nor one"), run.log)
    }
}
