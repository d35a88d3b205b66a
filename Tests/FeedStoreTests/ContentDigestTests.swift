import FeedStore
import GTFSSchedule
import Hashing
import TestSupport
import XCTest

final class ContentDigestTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func parts(_ path: String) throws -> [ContentDigest.Part] {
        try FeedArchive(path: path, tally: ReadTally()).files.map { ContentDigest.Part(name: $0.name, file: $0) }
    }

    private func digest(_ path: String, threaded: Bool = false) throws -> String {
        let digest = ContentDigest(try parts(path), limit: 1 << 20)
        if threaded { digest.start() }
        return try digest.value()
    }

    func testThePackingDoesNotCount() throws {
        let feed = "# stops.txt\nstop_id\nA\n# agency.txt\nagency_name\nHarbour\n"
        let plain = folder.write(bytes: ZipBuilder(feed: feed).bytes)
        var other = ZipBuilder(feed: feed)
        other.entries.reverse()
        for index in other.entries.indices { other.entries[index].isDeflated = false }
        let repacked = folder.write(bytes: other.bytes)
        let unpacked = TemporaryFolder()
        unpacked.write("stop_id\nA\n", "stops.txt")
        unpacked.write("agency_name\nHarbour\n", "agency.txt")

        let expected = Array(
            ("agency.txt\u{0}20\u{0}agency_name\nHarbour\n" + "stops.txt\u{0}10\u{0}stop_id\nA\n").utf8
        ).withUnsafeBytes { SHA256.digest($0) }
        XCTAssertEqual(try digest(plain), expected)
        XCTAssertEqual(try digest(plain, threaded: true), expected)
        XCTAssertEqual(try digest(repacked), expected)
        XCTAssertEqual(try digest(unpacked.path), expected)
    }

    func testNamesAndBytesCount() throws {
        let texts = [
            "# stops.txt\nstop_id\nA\n", "# stops.txt\nstop_id\nB\n", "# levels.txt\nstop_id\nA\n",
            "# stops.txt\nstop_id\nA\n# levels.txt\n",
        ]
        let digests = try texts.map { try digest(folder.write(bytes: ZipBuilder(feed: $0).bytes)) }
        XCTAssertEqual(Set(digests).count, texts.count)
    }

    func testAFileThatCannotBeReadIsAFault() throws {
        var builder = ZipBuilder(feed: "# stops.txt\nstop_id\nA\n")
        builder.entries[0].checksum = 1
        let path = folder.write(bytes: builder.bytes)
        for threaded in [false, true] {
            XCTAssertThrowsError(try digest(path, threaded: threaded)) { XCTAssertTrue($0 is FeedFault, "\($0)") }
        }
    }

    func testAThreadThatNobodyWaitsForEnds() throws {
        let path = folder.write(bytes: ZipBuilder(feed: "# stops.txt\nstop_id\nA\n").bytes)
        for _ in 0..<50 {
            let digest = ContentDigest(try parts(path), limit: 1 << 20)
            digest.start()
            digest.cancel()
        }
    }
}
