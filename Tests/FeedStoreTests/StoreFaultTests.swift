import SQLite
import XCTest

final class StoreFaultTests: XCTestCase {
    func testAFaultDescribesItselfByItsMessage() {
        XCTAssertEqual(
            StoreFault(.locked, "feed.db: another process writes to it").description,
            "feed.db: another process writes to it")
    }
}
