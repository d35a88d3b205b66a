import GTFSSchedule
import StageKit
import StageTestSupport
import TestSupport
import TripDetailsStage
import XCTest

/// What `trip-details` says of departures that nobody knows.
final class TripDetailsRequestTests: XCTestCase {
    func testADepartureThatNamesNoKnownTripIsReported() throws {
        let feed = try WrittenFeed(Checkout.root + "/Tests/Golden/trip-details/unknown-trip/feed.txt")
        var options = TripDetailsOptions()
        options.feed = feed.folder
        options.records = [
            TemporaryFolder.shared.write(#"{"table":"departures","trip_id":"nowhere","start_date":"20260715"}"# + "\n")
        ]
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("trip-details", common, in: .withFeeds) { context in
            try TripDetails.run(options, context)
        }
        XCTAssertEqual(run.status, .dataUnusable, "nothing is left to be shown")
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(run.log.contains("has none of the 1 trips in the departures"), run.log)
        XCTAssertTrue(run.log.contains(":1: trip_id: 'nowhere' is neither a trip of the feed nor one"), run.log)
    }
}
