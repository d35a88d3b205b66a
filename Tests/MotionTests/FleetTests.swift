import Motion
import TestSupport
import XCTest

final class FleetTests: XCTestCase {
    private enum Position: String, CaseIterable { case absent, idle, entering, updating, pending, exiting }

    private static let calls = [
        "enter", "update", "markRemoval", "recover", "beginExit(generation:)", "remove", "complete(generation:)",
    ]

    private func fleet(_ position: Position) -> Fleet<String> {
        var fleet = Fleet<String>()
        guard position != .absent, let entry = fleet.enter("A"), position != .entering else { return fleet }
        _ = fleet.complete("A", generation: entry)
        switch position {
        case .updating: _ = fleet.update("A")
        case .pending: _ = fleet.markRemoval("A")
        case .exiting: _ = fleet.remove("A")
        default: break
        }
        return fleet
    }

    private func position(_ fleet: Fleet<String>) -> Position {
        guard let state = fleet["A"] else { return .absent }
        return state.isPendingRemoval ? .pending : Position(rawValue: state.phase.rawValue)!
    }

    /// Makes the call with the vehicle's own generation, where it takes one; whether it was not refused.
    private func make(_ call: String, on fleet: inout Fleet<String>) -> Bool {
        let own = fleet["A"]?.generation ?? 0
        switch call {
        case "enter": return fleet.enter("A") != nil
        case "update": return fleet.update("A") != nil
        case "markRemoval": return fleet.markRemoval("A") != nil
        case "recover": return fleet.recover("A") != nil
        case "beginExit(generation:)": return fleet.beginExit("A", generation: own) != nil
        case "remove": return fleet.remove("A") != nil
        default: return fleet.complete("A", generation: own)
        }
    }

    /// The table in `docs/motion.md` is what the code does, call by call and state by state.
    func testTheTableInTheDocuments() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/motion.md"))
        let lines = text.split(separator: "\n").map(String.init)
        let head = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("| call |") })
        func cells(_ line: String) -> [String] {
            line.split(separator: "|").map { String($0.filter { $0 != "`" }.drop { $0 == " " }.prefix { $0 != " " }) }
        }
        let columns = try cells(lines[head]).dropFirst().map { try XCTUnwrap(Position(rawValue: $0), $0) }
        XCTAssertEqual(Set(columns), Set(Position.allCases))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map(cells)
        XCTAssertEqual(rows.map { $0[0] }, FleetTests.calls)
        for row in rows {
            for (column, cell) in zip(columns, row.dropFirst()) {
                var fleet = fleet(column)
                let before = fleet["A"]
                let isAccepted = make(row[0], on: &fleet)
                XCTAssertEqual(isAccepted, cell != "–", "\(row[0]) of \(column)")
                if cell == "–" {
                    XCTAssertEqual(fleet["A"], before, "\(row[0]) of \(column)")
                } else {
                    XCTAssertEqual(position(fleet).rawValue, cell, "\(row[0]) of \(column)")
                    let grows = !row[0].hasPrefix("complete")
                    let generation = fleet["A"]?.generation ?? Int.max
                    XCTAssertEqual(generation > before?.generation ?? 0, grows || cell == "absent", row[0])
                }
            }
        }
    }

    func testTheTableInTheComments() throws {
        let document = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/motion.md"))
        let source = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/Sources/Base/Motion/Fleet.swift"))
        func table(_ text: String, _ mark: String) -> [String] {
            text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(mark + "| ") }.map {
                String($0.dropFirst(mark.count))
            }
            .filter { line in line.hasPrefix("| call |") || FleetTests.calls.contains { line.hasPrefix("| `\($0)`") } }
        }
        XCTAssertEqual(table(document, ""), table(source, "/// "))
    }

    /// Calls in any order, with generations of any age: no generation is given twice to a vehicle, in none of its
    /// lives; what is stale changes nothing; each life has one entry and at most one exit.
    func testWhateverIsCalled() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var fleet = Fleet<String>()
            var given: [String: [Int]] = [:]
            for _ in 0..<60 {
                let id = ["A", "B", "C"].randomElement(using: &random)!
                let before = fleet[id]
                let call = FleetTests.calls.randomElement(using: &random)!
                var new: Int?
                switch call {
                case "enter": new = fleet.enter(id)
                case "update": new = fleet.update(id)
                case "markRemoval": new = fleet.markRemoval(id)
                case "recover": new = fleet.recover(id)
                case "remove": new = fleet.remove(id)
                case "beginExit(generation:)":
                    let generation = given[id]?.randomElement(using: &random) ?? 1
                    new = fleet.beginExit(id, generation: generation)
                    if new != nil { XCTAssertEqual(generation, before?.generation) }
                default:
                    let generation = given[id]?.randomElement(using: &random) ?? 1
                    let isDone = fleet.complete(id, generation: generation)
                    if isDone {
                        XCTAssertEqual(generation, before?.generation)
                    } else {
                        XCTAssertEqual(fleet[id], before)
                    }
                }
                guard let new else { continue }
                XCTAssertGreaterThan(new, given[id]?.last ?? 0, "generations only grow, in all lives of a vehicle")
                given[id, default: []].append(new)
            }
        }
    }

    // MARK: Races that broke a map

    func testRemovalDuringEntry() throws {
        var fleet = Fleet<String>()
        let entry = try XCTUnwrap(fleet.enter("A"))
        let exit = try XCTUnwrap(fleet.remove("A"))
        XCTAssertFalse(fleet.complete("A", generation: entry), "the entry's end does not bring it back")
        XCTAssertEqual(fleet["A"]?.phase, .exiting)
        XCTAssertTrue(fleet.complete("A", generation: exit))
        XCTAssertNil(fleet["A"])
        XCTAssertFalse(fleet.complete("A", generation: exit))
    }

    func testReappearanceDuringExit() throws {
        var fleet = Fleet<String>()
        _ = fleet.enter("A")
        let exit = try XCTUnwrap(fleet.remove("A"))
        let entry = try XCTUnwrap(fleet.enter("A"))
        XCTAssertFalse(fleet.complete("A", generation: exit), "the exit's end does not take it away")
        XCTAssertEqual(fleet["A"]?.phase, .entering)
        XCTAssertTrue(fleet.complete("A", generation: entry))
    }

    func testUpdateDuringExitIsRefused() {
        var fleet = fleet(.exiting)
        XCTAssertNil(fleet.update("A"))
        XCTAssertEqual(fleet["A"]?.phase, .exiting)
    }

    func testALineSwitchedTenTimes() throws {
        var fleet = Fleet<String>()
        var stale: [Int] = []
        for _ in 0..<10 {
            stale.append(try XCTUnwrap(fleet.enter("A")))
            stale.append(try XCTUnwrap(fleet.remove("A")))
        }
        let last = try XCTUnwrap(fleet.enter("A"))
        for generation in stale { XCTAssertFalse(fleet.complete("A", generation: generation)) }
        XCTAssertTrue(fleet.complete("A", generation: last))
        XCTAssertEqual(fleet["A"]?.phase, .idle)
        XCTAssertEqual(stale, Array(1...20))
    }

    func testAFleetTakenUpAgain() {
        var fleet = Fleet<String>(
            resuming: ["A": (7, false), "B": (3, true)], lastGenerationGone: 40)
        XCTAssertEqual(fleet.update("A"), 8)
        XCTAssertNil(fleet.beginExit("B", generation: 2))
        XCTAssertEqual(fleet.beginExit("B", generation: 3), 4)
        XCTAssertEqual(fleet.enter("C"), 41)
        XCTAssertEqual(fleet.count, 3)
    }
}
