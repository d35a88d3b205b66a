import Containers
import TestSupport
import XCTest

/// Ids keep the numbers that they got first, in whatever order they are looked up.
final class IdentifierTableTests: XCTestCase {
    func testIdsAreNumberedInTheOrderInWhichTheyWereSeen() {
        check(nil)
        check(GrowingColumn())
    }

    private func check(_ followers: GrowingColumn<IdentifierFollowers<Any>>?) {
        var random = SeededGenerator(seed: 40)
        var table = IdentifierTable<Any>()
        var known: [String: UInt32] = [:]
        // The same few sequences again and again, with a stranger among them now and then.
        let sequences = (0..<6).map { _ in (0..<12).map { _ in "stop \(Int.random(in: 0..<40, using: &random))" } }
        for _ in 0..<400 {
            for text in sequences.randomElement(using: &random)! {
                let isStranger = Int.random(in: 0..<20, using: &random) == 0
                let text = isStranger ? "stranger \(Int.random(in: 0..<300, using: &random))" : text
                let feed = UInt16.random(in: 0..<2, using: &random)
                let key = "\(feed) \(text)"
                var bytes = Array(text.utf8)
                bytes.withUnsafeMutableBytes { bytes in
                    // Looking one up makes it the last, which the next one follows.
                    if Bool.random(using: &random) {
                        let found = table.find(UnsafeRawBufferPointer(bytes), feed: feed)
                        XCTAssertEqual(found?.number, known[key])
                    }
                    let bytes = UnsafeRawBufferPointer(bytes)
                    // A known hash, and looking ahead, change nothing.
                    let hash = Bool.random(using: &random) ? IdentifierHash(bytes, feed: feed) : nil
                    if let hash { table.prepare(for: [hash, IdentifierHash(hash.value ^ 1)]) }
                    let id =
                        followers.map { table.intern(bytes, feed: feed, $0, hash: hash) }
                        ?? table.intern(bytes, feed: feed)
                    XCTAssertEqual(id.number, known[key] ?? UInt32(known.count))
                    known[key] = id.number
                    XCTAssertEqual(String(decoding: table.text(id), as: UTF8.self), text)
                    XCTAssertEqual(table.feed(id), feed)
                }
            }
        }
        XCTAssertEqual(table.count, known.count)
    }
}
