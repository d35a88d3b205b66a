import LinefeedKit
import TestSupport
import XCTest

final class CrowdingTests: XCTestCase {
    private let messages = try? RealtimeMessages(
        files: [100, 160, 220].map { Checkout.root + "/samples/vehicles-1772402\($0).pb" })

    /// As `occupancy-report --by route_id,direction_id` groups them.
    func testGroupsAddUpToThePositions() throws {
        let messages = try XCTUnwrap(messages)
        let groups = try messages.crowding(by: [.routeID, .directionID])
        XCTAssertTrue(groups.contains { $0.group == ["R-T1", "1"] })
        XCTAssertEqual(Set(groups.map(\.group)).count, groups.count)
        let vehicles = Set(messages.vehiclePositions.map { [$0.vehicleID, $0.timestamp.map(String.init)] })
        XCTAssertEqual(groups.map(\.observations).reduce(0, +), vehicles.count)
        for group in groups {
            XCTAssertEqual(
                group.observationsByStatus.reduce(0, +) + group.observationsWithoutStatus, group.observations)
        }
    }

    func testBinsAndStopSequencesAreKeys() throws {
        let messages = try XCTUnwrap(messages)
        let bins = try messages.crowding(by: [.timeBin], timezone: "Australia/Brisbane", binMinutes: 15)
        XCTAssertEqual(bins.map(\.group), [["07:45"]])
        let stops = try messages.crowding(by: [.stopSequence])
        let sequences = messages.vehiclePositions.map { $0.currentStopSequence.map(String.init) }
        XCTAssertEqual(Set(stops.map(\.group)), Set(sequences.map { [$0] }))
    }

    func testWrongRequestsAreErrors() throws {
        let messages = try XCTUnwrap(messages)
        XCTAssertThrowsError(try messages.crowding(by: [.timeBin], binMinutes: 7)) {
            XCTAssertEqual(($0 as? FeedError)?.kind, .wrongRequest)
        }
        XCTAssertThrowsError(try messages.crowding(by: [])) {
            XCTAssertEqual(($0 as? FeedError)?.kind, .wrongRequest)
        }
        XCTAssertThrowsError(try messages.crowding(by: [.hour], timezone: "Nowhere/City")) {
            XCTAssertTrue($0 is FeedError)
        }
    }
}
