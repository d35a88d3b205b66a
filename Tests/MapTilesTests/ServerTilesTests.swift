import Geometry
import Glibc
import HTTP
import MapTiles
import TestSupport
import XCTest

/// A server asked for one tile at a time.
final class ServerTilesTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var posix = 1_800_000_000

    private final class OwnNetwork: Network {
        var random: any RandomNumberGenerator = SeededGenerator(seed: 1)
        func downloads(stop: Int32) throws -> any Downloads { try CurlDownloads(userAgent: "test") }
    }

    private func tiles(_ template: String, cached: Bool = true, retries: Int = 0) throws -> ServerTiles {
        let network = OwnNetwork()
        return ServerTiles(
            try TileTemplate(template), network, try network.downloads(stop: -1),
            cache: cached ? try TileCache(folder.path + "/cache") : nil, timeout: 5_000_000_000, retries: retries,
            now: { [unowned self] in posix },
            monotonic: {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
            })
    }

    private func serve(_ handler: @escaping LoopbackServer.Handler) -> LoopbackServer {
        let server = LoopbackServer(handler)
        addTeardownBlock { server.stop() }
        return server
    }

    func testWhatIsFreshIsNotAskedForAndWhatIsNotIsAskedAbout() throws {
        let body = WholePNG.gray
        let server = serve { request in
            request.path == "/3/1/2.png"
                ? .conditional(request, etag: "\"a\"", body, ["Cache-Control: max-age=60"])
                : .status(404, ["Cache-Control: max-age=60"])
        }
        let tile = Tile(z: 3, x: 1, y: 2)
        let other = Tile(z: 3, x: 2, y: 2)
        let source = try tiles(server.url + "/{z}/{x}/{y}.png")
        for _ in 0..<3 {
            XCTAssertEqual(try source.tile(tile), body)
            XCTAssertNil(try source.tile(other))
        }
        XCTAssertEqual(server.requests.count, 2, "each once")
        posix += 120
        XCTAssertEqual(try source.tile(tile), body)
        XCTAssertEqual(server.requests.count, 3)
        XCTAssertEqual(server.requests[2].header("if-none-match"), "\"a\"")
        XCTAssertEqual(try source.tile(tile), body)
        XCTAssertEqual(server.requests.count, 3, "it holds for another minute")
    }

    func testAnOlderCopyStandsInAndAPageIsNoTile() throws {
        let body = WholePNG.gray
        let isDown = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        isDown.initialize(to: false)
        defer { isDown.deallocate() }
        nonisolated(unsafe) let switched = isDown
        let server = serve { request in
            if request.path.hasSuffix("page") { return .ok("<html></html>") }
            return switched.pointee ? .status(503) : .ok(body, ["Cache-Control: max-age=1"])
        }
        let tile = Tile(z: 0, x: 0, y: 0)
        let source = try tiles(server.url + "/{z}/{x}/{y}")
        XCTAssertEqual(try source.tile(tile), body)
        isDown.pointee = true
        posix += 60
        XCTAssertEqual(try source.tile(tile), body, "the server fails, and the copy is known")
        let unknown = try tiles(server.url + "/other/{z}/{x}/{y}", retries: 1)
        XCTAssertThrowsError(try unknown.tile(tile)) { XCTAssertTrue("\($0)".contains("HTTP 503"), "\($0)") }
        let page = try tiles(server.url + "/{z}/{x}/{y}/page", cached: false)
        XCTAssertThrowsError(try page.tile(tile)) { XCTAssertTrue("\($0)".contains("HTML page"), "\($0)") }
        XCTAssertThrowsError(try page.forEachTile(zooms: 0...1) { _, _ in })
    }
}
