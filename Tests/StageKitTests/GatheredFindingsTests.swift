import XCTest

@testable import StageKit

final class GatheredFindingsTests: XCTestCase {
    private func finding(_ line: Int) -> Finding {
        Finding(.warning, "several_feeds", file: "feed", line: line, message: "a second feed")
    }

    func testOneFindingThatTellsOfSeveralIsOne() {
        var gathered = GatheredFindings()
        gathered.add(finding(1), count: 6)
        XCTAssertEqual(gathered.told.map(\.finding.message), ["a second feed"])
        XCTAssertEqual(gathered.told.map(\.count), [6])
    }

    func testFindingsOfACodeAreCountedApartFromWhatTheyTellOf() {
        var gathered = GatheredFindings()
        gathered.add(finding(1), count: 6)
        gathered.add(finding(9), count: 3)
        XCTAssertEqual(
            gathered.told.map(\.finding.message), ["a second feed; 2 like this (several_feeds), also feed:9"])
        XCTAssertEqual(gathered.told.map(\.count), [9])
        XCTAssertTrue(gathered.count("several_feeds", times: 2))
        XCTAssertEqual(
            gathered.told.map(\.finding.message), ["a second feed; 4 like this (several_feeds), also feed:9"])
        XCTAssertEqual(gathered.told.map(\.count), [11])
    }
}
