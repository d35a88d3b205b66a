import Glibc
import TestSupport
import XCTest

/// Turn after turn against a server that fails in many ways: 50 turns here, 1,000 in `scripts/check-deep`.
final class FetchDeepTests: XCTestCase {
    private static let turns = getenv("LINEFEED_DEEP") == nil ? 50 : 1000

    /// What the request of that number gets: a content's number, or nil where it goes wrong.
    private static func content(_ request: Int) -> Int? {
        if [0, 4, 6, 9, 12].contains(request % 13) { return nil }
        // Now and then a machine that lags behind answers.
        return request % 10 == 7 ? max(request / 3 - 2, 0) : request / 3
    }

    private static func body(_ content: Int) -> [UInt8] {
        Array("content \(content) ".utf8) + [UInt8](repeating: UInt8(truncatingIfNeeded: content), count: 20_000)
    }

    func testEveryDistinctSnapshotIsKeptOnceAndMemoryStaysFlat() throws {
        let folder = TemporaryFolder()
        let server = LoopbackServer { request in
            if let content = FetchDeepTests.content(request.earlier) {
                return .conditional(request, etag: "\"\(content)\"", FetchDeepTests.body(content))
            }
            let body = FetchDeepTests.body(request.earlier)
            switch request.earlier % 13 {
            case 0: return .status(500, body: Array("<html>".utf8))
            case 4: return .cutOff(body, after: 9000)
            case 6: return .hangUp
            case 9: return .status(429, ["Retry-After: 0"])
            default: return .cutOff(body, after: 100, byReset: true)
            }
        }
        defer { server.stop() }
        let turns = FetchDeepTests.turns
        let run = Shell(
            """
            linefeed fetch n=\(server.url)/feed --archive x --every 100ms --count \(turns) -q > records & child=$!
            for lines in 20 \(turns - 5); do
              until [ "$(wc -l < records)" -ge $lines ]; do sleep 0.05; done
              awk '/^VmRSS/ { print $2 }' /proc/$child/status
            done
            wait $child; echo $?
            """, in: folder.path)
        let figures = run.lines.compactMap { Int($0) }
        XCTAssertEqual(figures.count, 3, run.output + run.errors)
        XCTAssertEqual(figures.last, 0, run.errors)
        let requests = server.requests.count
        XCTAssertGreaterThanOrEqual(requests, FetchDeepTests.turns)
        // libcurl itself asks again where a connection kept open turns out to be dead, so there may be more requests.
        let records = Shell("wc -l < records", in: folder.path).lines.first.flatMap { Int($0) } ?? 0
        XCTAssertTrue((FetchDeepTests.turns...requests).contains(records), "\(records) of \(requests)")
        let expected = Set((0..<requests).compactMap(FetchDeepTests.content)).map { "content \($0)" }.sorted()
        XCTAssertGreaterThan(expected.count, FetchDeepTests.turns / 4)
        let kept = Shell(
            "find x -name '*Z*.bin' | while read -r file; do head -c 24 $file | grep -a -o 'content [0-9]*'; done",
            in: folder.path
        ).lines.sorted()
        XCTAssertEqual(kept, expected, "each once")
        XCTAssertEqual(Shell("find x -size -20000c -name '*Z*.bin'", in: folder.path).output, "", "whole ones only")
        guard figures.count == 3 else { return }
        // KiB: the lists of two days, 300 bytes a content, and nothing else.
        XCTAssertLessThan(figures[1] - figures[0], 1024, "memory grows: \(figures)")
        XCTAssertLessThan(figures[1], 40 << 10)
    }
}
