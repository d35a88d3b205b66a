import MapTiles
import TestSupport
import XCTest

final class TileMemoryTests: XCTestCase {
    func testWhatWasNotUsedForLongestGoes() {
        let memory = TileMemory<String, Int>(limit: 30)
        for (place, key) in ["a", "b", "c"].enumerated() { memory.keep(place, key, size: 10) }
        XCTAssertEqual(memory.value("a"), 0)
        memory.keep(3, "d", size: 10)
        XCTAssertNil(memory.value("b"))
        XCTAssertEqual(["a", "c", "d"].map { memory.value($0) }, [0, 2, 3])
        memory.keep(4, "e", size: 25)
        XCTAssertEqual(["a", "c", "d", "e"].map { memory.value($0) }, [nil, nil, nil, 4])
        XCTAssertEqual(memory.bytes, 25)
        XCTAssertEqual(memory.count, 1)
    }

    func testAKeyIsKeptOnce() {
        let memory = TileMemory<String, Int>(limit: 30)
        memory.keep(1, "a", size: 20)
        memory.keep(2, "a", size: 5)
        XCTAssertEqual(memory.bytes, 5)
        XCTAssertEqual(memory.value("a"), 2)
        memory.keep(3, "a", size: 31)
        XCTAssertNil(memory.value("a"), "the old one would be wrong, and the new one is too large")
        XCTAssertEqual(memory.bytes, 0)
        memory.keep(4, "a", size: 30)
        XCTAssertEqual(memory.value("a"), 4)
        let none = TileMemory<String, Int>(limit: 0)
        none.keep(1, "a", size: 1)
        XCTAssertNil(none.value("a"))
    }

    /// Against a list that is kept in order by hand.
    func testLikeASlowOne() {
        var random = SeededGenerator(seed: 7)
        let memory = TileMemory<Int, Int>(limit: 100)
        var list: [(key: Int, value: Int, size: Int)] = []
        for turn in 0..<20_000 {
            let key = Int.random(in: 0..<30, using: &random)
            let place = list.firstIndex { $0.key == key }
            if Bool.random(using: &random) {
                XCTAssertEqual(memory.value(key), place.map { list[$0].value })
                if let place { list.append(list.remove(at: place)) }
            } else {
                let size = Int.random(in: 0...40, using: &random)
                memory.keep(turn, key, size: size)
                if let place { list.remove(at: place) }
                while list.reduce(size, { $0 + $1.size }) > 100 { list.removeFirst() }
                list.append((key, turn, size))
            }
            XCTAssertEqual(memory.count, list.count)
            XCTAssertEqual(memory.bytes, list.reduce(0) { $0 + $1.size })
        }
    }

    func testALongChainLetsGoOfItself() {
        let memory = TileMemory<Int, Int>(limit: .max)
        for key in 0..<300_000 { memory.keep(key, key, size: 1) }
        XCTAssertEqual(memory.count, 300_000)
    }
}
