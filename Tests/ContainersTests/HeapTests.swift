import Containers
import TestSupport
import XCTest

final class HeapTests: XCTestCase {
    func testTheLeastIsAtHand() {
        var generator = SeededGenerator(seed: 9)
        for count in [0, 1, 2, 3, 10, 100, 1000] {
            var heap = Heap<Int>()
            var kept: [Int] = []
            for _ in 0..<count {
                let value = Int.random(in: 0...50, using: &generator)
                heap.insert(value)
                kept.append(value)
                if Bool.random(using: &generator) {
                    kept.sort()
                    XCTAssertEqual(heap.removeFirst(), kept.removeFirst())
                }
                XCTAssertEqual(heap.first, kept.min())
            }
            kept.sort()
            while !heap.isEmpty { XCTAssertEqual(heap.removeFirst(), kept.removeFirst()) }
            XCTAssertTrue(kept.isEmpty)
            XCTAssertNil(heap.first)
        }
    }
}
