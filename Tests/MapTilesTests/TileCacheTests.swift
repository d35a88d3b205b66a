import SQLite
import TestSupport
import XCTest

@testable import MapTiles

final class TileCacheTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/cache" }

    private func entry(_ body: [UInt8], etag: String? = "\"é\"", status: Int = 200) -> TileCache.Entry {
        TileCache.Entry(
            status: status, etag: etag, lastModified: nil, freshUntil: -5, mayServeStale: true, body: body)
    }

    func testWhatIsKeptIsThereNextTime() throws {
        let all: [(String, TileCache.Entry)] = [
            ("http://h/1", entry([1, 2, 0, 3])), ("http://h/2", entry([], etag: nil, status: 404)),
            ("http://h/1?key=secret", entry(SampleTiles.png())),
        ]
        do {
            let cache = try TileCache(path)
            for (address, entry) in all { try cache.keep(entry, address) }
            XCTAssertEqual(try cache.entry("http://h/1"), all[0].1, "before it is written too")
            try cache.keep(all[0].1, "http://h/1")
            try cache.commit()
        }
        let cache = try TileCache(path)
        for (address, entry) in all { XCTAssertEqual(try cache.entry(address), entry, address) }
        XCTAssertNil(try cache.entry("http://h/3"))
        XCTAssertEqual(Shell("grep -c -e secret -e http: cache", in: folder.path).lines, ["0"])
    }

    func testALaterAnswerTakesTheOldOnesPlace() throws {
        let first = try TileCache(path)
        for turn in 0..<1200 { try first.keep(entry([UInt8(turn & 0xFF)], etag: "\(turn)"), "http://h/\(turn % 7)") }
        try first.commit()
        let second = try TileCache(path)
        for place in 0..<7 {
            let last = (1193..<1200).first { $0 % 7 == place } ?? 0
            XCTAssertEqual(try second.entry("http://h/\(place)")?.etag, "\(last)")
        }
    }

    func testTwoWriteAtOnce() throws {
        let (one, other) = (try TileCache(path), try TileCache(path))
        for turn in 0..<50 {
            try one.keep(entry([1]), "http://h/a\(turn)")
            try other.keep(entry([2]), "http://h/b\(turn)")
            XCTAssertNil(try one.entry("http://h/c\(turn)"), "who looks holds no lock")
            try (turn % 2 == 0 ? one : other).commit()
        }
        try one.commit()
        try other.commit()
        let database = try Database(path, mode: .readOnly)
        XCTAssertEqual(try database.integer("SELECT count(*) FROM answers"), 100)
    }

    func testMoreThanFitsIntoMemory() throws {
        let cache = try TileCache(path)
        let body = [UInt8](repeating: 7, count: 5 << 20)
        for place in 0..<16 { try cache.keep(entry(body + [UInt8(place)]), "\(place)") }
        for place in 0..<16 { XCTAssertEqual(try cache.entry("\(place)")?.body.last, UInt8(place)) }
    }

    func testWhatIsNoCache() throws {
        _ = Shell(
            """
            echo hello there, this is text > text; mkdir d; sqlite3 other 'CREATE TABLE answers (address)'
            sqlite3 view 'PRAGMA application_id = \(0x4C46_5443); CREATE VIEW answers AS SELECT 1 AS address'
            sha256sum text other view > sums
            """, in: folder.path)
        for name in ["text", "d", "other", "view", "no/such"] {
            XCTAssertThrowsError(try TileCache(folder.path + "/" + name), name) { error in
                let kind =
                    (error as? TileFault).map { $0.kind == .cannotCreate }
                    ?? ((error as? StoreFault)?.kind == .cannotCreate)
                XCTAssertTrue(kind, "\(name): \(error)")
            }
        }
        XCTAssertEqual(Shell("sha256sum --quiet -c sums", in: folder.path).status, 0)
        _ = Shell(": > empty", in: folder.path)
        XCTAssertNoThrow(try TileCache(folder.path + "/empty"))
    }
}
