import Platform
import TestSupport
import XCTest

/// Bytes of any number are the same exactly if `memcmp` says so, and the bytes beside them do not matter.
final class SameBytesTests: XCTestCase {
    func testOneOtherByteOfAnyNumber() {
        for count in 0...40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
            XCTAssertTrue(isSame([1] + bytes + [2], [3] + bytes + [4], count))
            for place in 0..<count {
                var other = bytes
                other[place] ^= 0x80
                XCTAssertFalse(isSame([1] + bytes + [2], [1] + other + [2], count), "\(place) of \(count)")
            }
        }
    }

    func testRandomBytes() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<20, using: &random)
            func bytes() -> [UInt8] { (0..<count + 2).map { _ in UInt8.random(in: 0..<2, using: &random) } }
            let (one, two) = (bytes(), bytes())
            XCTAssertEqual(isSame(one, two, count), one[1..<count + 1] == two[1..<count + 1])
        }
    }

    /// Compares `count` bytes from the second on.
    private func isSame(_ first: [UInt8], _ second: [UInt8], _ count: Int) -> Bool {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { hasSameBytes(first.baseAddress! + 1, $0.baseAddress! + 1, count: count) }
        }
    }
}
