import LinefeedKit
import TestSupport
import XCTest

final class LineTests: XCTestCase {
    func testLinesHaveTheirStopsAndLength() throws {
        let (lines, _) = try Feed(Checkout.root + "/samples/feed.zip").lines()
        // As `build-polylines` writes it first.
        let line = try XCTUnwrap(lines.first { $0.id == "R-T1:0:f33577ba6376" })
        XCTAssertEqual(line.routeShortName, "T1")
        XCTAssertEqual(line.stopIDs, ["S01-1", "S00-1", "S02-1"])
        XCTAssertEqual(line.tripCount, 251)
        XCTAssertEqual(line.length, 3090.1, accuracy: 0.1)
        XCTAssertEqual(line.parts.map(\.count), [3])
        XCTAssertEqual(line.parts.first?.first?.latitude, -25.295893)
        XCTAssertEqual(line.parts.first?.first?.longitude, 150.239127)
        XCTAssertFalse(line.followsShape)
    }

    func testAFeedWithoutTripsIsAnError() throws {
        let folder = TemporaryFolder.shared.folder()
        TemporaryFolder.put(Array("stop_id,stop_name\nA,One\n".utf8), at: folder + "/stops.txt")
        XCTAssertThrowsError(try Feed(folder).lines()) { error in
            XCTAssertEqual((error as? FeedError)?.kind, .unusable, "\(error)")
        }
    }
}
