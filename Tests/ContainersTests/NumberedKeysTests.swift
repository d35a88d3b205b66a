import Containers
import Hashing
import XCTest

final class NumberedKeysTests: XCTestCase {
    private func isFirst(_ keys: inout NumberedKeys, _ owner: String, _ number: Int, seed: UInt64 = 0) -> Bool {
        Array(owner.utf8).withUnsafeBytes { keys.isFirst($0, number, seed: seed) }
    }

    func testAKeyIsFirstOnce() {
        var keys = NumberedKeys()
        XCTAssertTrue(isFirst(&keys, "T1", 1))
        XCTAssertFalse(isFirst(&keys, "T1", 1))
        XCTAssertTrue(isFirst(&keys, "T2", 1))
        XCTAssertFalse(isFirst(&keys, "T1", 1))
        // The numbers of one page and of others, whatever their sign.
        for number in [0, 2, 63, 64, 127, 128, -1, -64, -65, .max, .min] {
            XCTAssertTrue(isFirst(&keys, "T1", number), "\(number)")
            XCTAssertFalse(isFirst(&keys, "T1", number), "\(number)")
        }
        XCTAssertTrue(isFirst(&keys, "T1", 1, seed: 7))
        XCTAssertFalse(isFirst(&keys, "T1", 1, seed: 7))
        XCTAssertTrue(isFirst(&keys, "", 1))
    }

    /// A set tells the same, for keys in any order that repeat at random.
    func testASetTellsTheSame() {
        var random = SplitMix64(seed: 7)
        var keys = NumberedKeys()
        var known: Set<[Int]> = []
        for _ in 0..<200_000 {
            let owner = Int(random.next() % 500)
            let number = Int(random.next() % 3000) - 1000
            XCTAssertEqual(isFirst(&keys, "trip-\(owner)", number), known.insert([owner, number]).inserted)
        }
    }
}
