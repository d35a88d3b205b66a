import TestSupport
import XCTest

@testable import StopVisitsStage

final class PositionAgesTests: XCTestCase {
    func testAgesAreAsADictionaryCountsThem() {
        var generator = SeededGenerator(seed: 3)
        for most in [0, 1, 31, 32, 33, 255, 256, 257, 100_000] {
            var ages = PositionAges()
            var counts: [Int: Int] = [:]
            for _ in 0..<500 {
                let age = Int.random(in: -3...most, using: &generator)
                ages.count(age)
                counts[max(age, 0), default: 0] += 1
            }
            XCTAssertEqual(
                ages.sorted.map { [$0.seconds, $0.count] },
                counts.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
        }
        XCTAssertTrue(PositionAges().sorted.isEmpty)
    }
}
