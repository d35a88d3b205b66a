import DecodeRTStage
import EncodeRTStage
import GTFSRealtime
import StageKit
import TestSupport
import XCTest

/// Holds decode-rt to what another reader of protocol buffers makes of real feeds (scripts/expect-realtime-figures).
final class RealFeedTests: XCTestCase {
    func testEveryByteIsWhatTheBindingsMakeOfIt() throws {
        guard RealData.folder != nil else { throw XCTSkip("no real feeds beside the checkout") }
        let list = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/Tests/Golden/real-feeds/decode-rt.tsv"))
        let rows = list.split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
        XCTAssertEqual(rows.count, 35)
        for row in rows {
            let run = try decode(row[0]) { $0.extensions = .none }
            XCTAssertEqual(run.status, .done, row[0])
            XCTAssertEqual(run.lines.count, Int(row[1]), row[0])
            XCTAssertEqual(String(RealFeedTests.hash(run.lines), radix: 16), RealFeedTests.unpadded(row[2]), row[0])
        }
    }

    func testExtensionsOfRealFeeds() throws {
        guard RealData.folder != nil else { throw XCTSkip("no real feeds beside the checkout") }
        func count(_ text: String, _ file: String) throws -> Int {
            try decode(file) { _ in }.lines.reduce(0) { $0 + $1.ranges(of: text).count }
        }
        // 4457 is how often the number 1001 was counted in the feed.
        XCTAssertEqual(try count("\"nyct_", "nyct-2_delay.pb") - 1, 4457)
        let metro = "tfnsw/metro-vehicle-positions-2026-01-14.pb"
        XCTAssertEqual(try count("\"consist\":[", metro), 22)
        XCTAssertEqual(try count("\"position_in_consist\"", metro), 132)
        XCTAssertEqual(try count("\"tfnsw_vehicle_descriptor\":{", metro), 22)
    }

    func testARealFeedCutAtEveryByteGivesItsWholeEntities() throws {
        guard let path = RealData.path("rt/maglev-raba-vehicle-positions.pb") else {
            throw XCTSkip("no real feeds beside the checkout")
        }
        let feed = try XCTUnwrap(TemporaryFolder.bytes(of: path))
        // Every field is a header or an entity: a tag of one byte, a length of one or two.
        var ends: [Int] = []
        var place = 0
        while place < feed.count {
            let isShort = feed[place + 1] < 0x80
            let length = isShort ? Int(feed[place + 1]) : Int(feed[place + 1] & 0x7F) + Int(feed[place + 2]) << 7
            place += (isShort ? 2 : 3) + length
            ends.append(place)
        }
        XCTAssertEqual(place, feed.count)
        let whole = try Feeds.decode(feed).lines
        XCTAssertEqual(whole.count, ends.count)
        for cut in stride(from: 0, to: feed.count, by: 1) {
            let run = try Feeds.decode(Array(feed[..<cut]))
            let expected = ends.filter { $0 <= cut }.count
            XCTAssertEqual(run.lines.dropFirst(), whole.prefix(expected).dropFirst(), "cut at \(cut)")
            XCTAssertEqual(run.lines.count, expected, "cut at \(cut)")
            XCTAssertEqual(run.status, ends.contains(cut) ? .done : .dataUnusable, "cut at \(cut)")
        }
    }

    func testEveryRealFeedComesBackFromEncoding() throws {
        guard RealData.folder != nil else { throw XCTSkip("no real feeds beside the checkout") }
        let list = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/Tests/Golden/real-feeds/decode-rt.tsv"))
        for row in list.split(separator: "\n").dropFirst() {
            let file = String(row.prefix { $0 != "\t" })
            let nested = try decode(file) { $0.isNested = true }
            let folder = TemporaryFolder()
            let records = folder.write(nested.output)
            for framing in EncodeRTOptions.Framing.allCases {
                let encoded = try EncodeRTTests.encode([records], framing)
                XCTAssertEqual(encoded.status, .done)
                let again = try Feeds.decode(encoded.bytes) { $0.isNested = true }
                XCTAssertEqual(again.lines.dropFirst(), nested.lines.dropFirst(), file)
                XCTAssertEqual(RealFeedTests.hash([again.lines[0]]), RealFeedTests.hash([nested.lines[0]]), file)
            }
        }
    }

    private func decode(_ file: String, _ configure: (inout DecodeRTOptions) -> Void) throws -> InMemoryRun {
        try Feeds.decode {
            $0.files = [RealData.path("rt/" + file)!]
            configure(&$0)
        }
    }

    private static func unpadded(_ hex: String) -> String {
        let digits = hex.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    /// FNV-1a over the lines, without the member that tells where the feed lies.
    private static func hash(_ lines: [String]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            var line = line
            if let start = line.firstRange(of: "\"source\":\""), line.hasPrefix("{\"table\":\"feed_messages\"") {
                let rest = line[start.upperBound...]
                let end = rest.firstIndex(of: "\"").map { rest.index(after: $0) } ?? rest.endIndex
                let comma = end < line.endIndex && line[end] == "," ? line.index(after: end) : end
                line.removeSubrange(start.lowerBound..<comma)
            }
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0x0A) &* 0x100_0000_01B3
        }
        return hash
    }
}
