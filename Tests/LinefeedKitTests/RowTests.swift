import LinefeedKit
import TestSupport
import XCTest

final class RowTests: XCTestCase {
    func testRowsAreTyped() throws {
        let feed = try Feed(Checkout.root + "/samples/feed.zip")
        let stops = try feed.rows(of: Tables.Stops.self)
        let first = try XCTUnwrap(stops.first { $0.stopID == "S00" })
        XCTAssertEqual(first.stopName, "Larkmere Central")
        XCTAssertEqual(first[Tables.Stops.columns.stopName], first.stopName)
        let latitude: Double = try XCTUnwrap(first.stopLat)
        XCTAssertTrue((-90...90).contains(latitude))
        XCTAssertEqual(first.locationType, 1)
        XCTAssertNil(first.stopURL)
        XCTAssertTrue(stops.findings.isEmpty)
        var count = 0
        try feed.forEachRow(of: Tables.StopTimes.self) { call in
            count += 1
            if let arrival = call.arrivalTime, let departure = call.departureTime {
                XCTAssertLessThanOrEqual(arrival, departure)
            }
        }
        XCTAssertGreaterThan(count, 1000)
    }

    func testFindingsTellWhere() throws {
        let folder = TemporaryFolder.shared.folder()
        TemporaryFolder.put(
            Array("stop_id,stop_name,stop_lat,stop_lon\nA,One,north,10\n,Two,1,1\nC,Three,1,2\n".utf8),
            at: folder + "/stops.txt")
        let stops = try Feed(folder).rows(of: Tables.Stops.self)
        XCTAssertEqual(stops.map(\.stopID), ["A", "C"])
        XCTAssertNil(stops[0].stopLat)
        XCTAssertEqual(stops[0].stopLon, 10)
        let latitude = try XCTUnwrap(stops.findings.first { $0.field == "stop_lat" })
        XCTAssertEqual(latitude.file, "stops.txt")
        XCTAssertEqual(latitude.line, 2)
        XCTAssertEqual(latitude.value, "north")
        XCTAssertTrue(stops.findings.contains { $0.line == 3 && $0.field == "stop_id" }, "\(stops.findings)")
        XCTAssertEqual(try Feed(folder).rows(of: Tables.Trips.self).count, 0)
    }

    func testAMessageHasTypedRows() throws {
        let path = Checkout.root + "/samples/trip-updates-1772402100.pb"
        let messages = try RealtimeMessages(files: [path])
        let update = try XCTUnwrap(messages.tripUpdates.first { !$0.stopTimeUpdates.isEmpty })
        XCTAssertNotNil(update.tripID)
        let stop = try XCTUnwrap(update.stopTimeUpdates.first)
        XCTAssertNotNil(stop.stopID ?? stop.stopSequence.map(String.init))
        XCTAssertTrue(messages.vehiclePositions.isEmpty)
        let bytes = try XCTUnwrap(TemporaryFolder.bytes(of: path))
        let held = try RealtimeMessages(bytes: bytes, name: "answer")
        XCTAssertEqual(held.tripUpdates.map(\.tripID), messages.tripUpdates.map(\.tripID))
        XCTAssertEqual(held.rows(of: Tables.FeedMessages.self).map(\.source), ["answer"])
    }

    func testWhatIsNoMessageIsAnError() {
        XCTAssertThrowsError(try RealtimeMessages(bytes: Array("<html>".utf8), name: "answer")) { error in
            let error = error as? FeedError
            XCTAssertEqual(error?.kind, .unusable)
            XCTAssertTrue(error?.message.contains("answer") ?? false, error?.message ?? "")
        }
        XCTAssertThrowsError(try RealtimeMessages(files: ["/nowhere/vehicles.pb"])) {
            XCTAssertEqual(($0 as? FeedError)?.kind, .missing)
        }
    }
}
