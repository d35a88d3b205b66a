import TestSupport
import XCTest

/// `docs/realtime-joins.md` names a case for each rule: they are there.
final class RealtimeJoinsDocumentTests: XCTestCase {
    func testEveryCaseThatTheDocumentNamesIsThere() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/realtime-joins.md"))
        let departures = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/departures"))
        let trips = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/trip-details"))
        var named = 0
        for line in text.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.split(separator: "`", omittingEmptySubsequences: false) }
            guard cells.count > 2 else { continue }
            for place in stride(from: 1, to: cells[2].count, by: 2) {
                let name = String(cells[2][place])
                if name.hasSuffix("…") {
                    XCTAssertTrue(departures.contains { $0.hasPrefix(name.dropLast()) }, name)
                } else {
                    XCTAssertTrue(departures.contains(name), name)
                }
                if cells[2][place + 1].hasPrefix("†") { XCTAssertTrue(trips.contains(name), "trip-details: \(name)") }
                named += 1
            }
        }
        XCTAssertGreaterThan(named, 50)
    }
}
