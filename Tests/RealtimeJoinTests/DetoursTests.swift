import XCTest

@testable import RealtimeJoin

/// Which detours are in effect after the messages of an archive, and which of them are news.
final class DetoursTests: XCTestCase {
    private func detour(_ id: String, at time: Int, delay: Int = 0, trips: [String] = ["T"]) -> TripModification {
        var detour = TripModification(id: id, feedTimestamp: time)
        detour.selections = [TripModification.Selection(tripIDs: trips, shapeID: nil)]
        detour.days = [20_649]
        detour.changes = [TripModification.Change(start: TripModification.Selector(sequence: 2), delay: delay)]
        return detour
    }

    private func inEffect(_ detours: Detours) -> [String] { detours.whileReading.modifications.map(\.id) }

    func testADetourIsNewsIfItIsNewOrDiffersOrReturns() {
        var detours = Detours()
        detours.begin(at: 100)
        detours.sawVehicle()
        XCTAssertTrue(detours.take(detour("D", at: 100)), "new")
        detours.begin(at: 200)
        detours.sawVehicle()
        XCTAssertFalse(detours.take(detour("D", at: 200)), "repeated")
        XCTAssertTrue(detours.take(detour("D", at: 200, delay: 60)), "another delay")
        XCTAssertFalse(detours.take(detour("D", at: 100)), "an older statement does not count")
        XCTAssertEqual(detours.modifications.first?.changes.first?.delay, 60)
        detours.begin(at: 300)
        detours.sawVehicle()
        detours.begin(at: 400)
        detours.sawVehicle()
        XCTAssertEqual(inEffect(detours), [], "the message of 300 lacks it")
        XCTAssertTrue(detours.take(detour("D", at: 400, delay: 60)), "it returns")
        XCTAssertEqual(inEffect(detours), ["D"])
    }

    /// A message may list its vehicles before its detours.
    func testAMessageEndsADetourOnlyWhenItHasEnded() {
        var detours = Detours()
        for time in [100, 200] {
            detours.begin(at: time)
            detours.sawVehicle()
            if time == 200 { XCTAssertEqual(inEffect(detours), ["D", "E"]) }
            detours.take(detour("D", at: time))
            if time == 100 { detours.take(detour("E", at: time)) }
        }
        XCTAssertEqual(inEffect(detours), ["D"], "the message states D, but not E so far")
        detours.begin(at: 300)
        detours.sawVehicle()
        XCTAssertEqual(inEffect(detours), ["D"])
        detours.begin(at: 400)
        XCTAssertEqual(inEffect(detours), [])
    }

    /// Comparing an array with itself takes no time, so a trip update of a detoured trip costs the same, however many
    /// trips the detour selects.
    func testARepeatedDetourKeepsTheKnownArrays() throws {
        func storage(_ detours: Detours) throws -> UnsafePointer<String>? {
            try XCTUnwrap(detours.modifications.first?.selections.first).tripIDs.withUnsafeBufferPointer(\.baseAddress)
        }
        var detours = Detours()
        detours.take(detour("D", at: 100, trips: (1...50).map { "T\($0)" }))
        let known = try storage(detours)
        detours.begin(at: 200)
        detours.take(detour("D", at: 200, trips: (1...50).map { "T\($0)" }))
        XCTAssertEqual(try storage(detours), known)
        XCTAssertEqual(detours.modifications.first?.feedTimestamp, 200)
        detours.take(detour("D", at: 200, trips: ["T1"]))
        XCTAssertNotEqual(try storage(detours), known)
    }
}
