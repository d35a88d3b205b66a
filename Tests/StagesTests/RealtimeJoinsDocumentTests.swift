import TestSupport
import XCTest

/// `docs/realtime-joins.md` names a case for each rule: they are there.
final class RealtimeJoinsDocumentTests: XCTestCase {
    func testEveryCaseThatTheDocumentNamesIsThere() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/realtime-joins.md"))
        let departures = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/departures"))
        let trips = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/trip-details"))
        var named = 0
        let boards = text.prefix(upTo: try XCTUnwrap(text.firstRange(of: "## What happened")).lowerBound)
        for line in boards.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.split(separator: "`", omittingEmptySubsequences: false) }
            guard cells.count > 2 else { continue }
            for place in stride(from: 1, to: cells[2].count, by: 2) {
                let name = String(cells[2][place])
                if name.hasSuffix("Tests") {
                    let found = Shell("find Tests -name \(name).swift")
                    XCTAssertFalse(found.output.isEmpty, name)
                } else if name.contains("/") {
                    XCTAssertFalse(Checkout.names(in: Checkout.root + "/Tests/Golden/" + name).isEmpty, name)
                } else if name.hasSuffix("…") {
                    XCTAssertTrue(departures.contains { $0.hasPrefix(name.dropLast()) }, name)
                } else {
                    XCTAssertTrue(departures.contains(name) || trips.contains(name), name)
                }
                if cells[2][place + 1].hasPrefix("†") { XCTAssertTrue(trips.contains(name), "trip-details: \(name)") }
                named += 1
            }
        }
        XCTAssertGreaterThan(named, 50)
    }

    /// The last column of the first table, and the last table, name cases of stop-visits: each is named, each is there. The
    /// tables between them name these cases with their stage.
    func testTheCasesOfStopVisits() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/realtime-joins.md"))
        let cases = Set(Checkout.names(in: Checkout.root + "/Tests/Golden/stop-visits")).subtracting(["trial"])
        var named: Set<String> = []
        let tables = text.split(separator: "\n").count { $0.hasPrefix("| case |") }
        var table = 0
        for line in text.split(separator: "\n") {
            if line.hasPrefix("| case |") { table += 1 }
            guard line.hasPrefix("| "), !line.hasPrefix("| case |") else { continue }
            let cells = line.split(separator: "|")
            let cell = try XCTUnwrap(cells.dropFirst(table == 1 ? 3 : 2).first, String(line))
            let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
            for place in stride(from: 1, to: parts.count, by: 2) {
                let isOfStage = parts[place].hasPrefix("stop-visits/")
                guard table == 1 || table == tables || isOfStage else { continue }
                named.insert(String(isOfStage ? parts[place].dropFirst("stop-visits/".count) : parts[place]))
            }
        }
        XCTAssertGreaterThan(tables, 2)
        XCTAssertEqual(named.subtracting(cases), [])
        XCTAssertEqual(cases.subtracting(named), [])
    }
}
