import Glibc
import TestSupport
import XCTest

/// `pipelines/archive.yaml` polls a server that fails in many ways: 20 turns here, 1,000 in `scripts/check-deep`.
final class VehicleArchiveDeepTests: XCTestCase {
    private static let turns = getenv("LINEFEED_DEEP") == nil ? 20 : 1000

    /// What the request of that number gets: a content's number, or nil where it goes wrong.
    private static func content(_ request: Int) -> Int? {
        if [0, 4, 6, 9, 12, 15].contains(request % 17) { return nil }
        // Now and then a machine that lags behind answers.
        return request % 10 == 7 ? max(request / 3 - 2, 0) : request / 3
    }

    /// A FeedMessage of 20 kB: a header with version and timestamp, and an entity whose id names the content.
    private static func body(_ content: Int) -> [UInt8] {
        func varint(_ value: Int) -> [UInt8] {
            value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
        }
        func bytes(_ field: UInt8, _ content: [UInt8]) -> [UInt8] { [field << 3 | 2] + varint(content.count) + content }
        let header = bytes(1, Array("2.0".utf8)) + [0x18] + varint(1_772_402_100 + content)
        let label = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
        let vehicle = bytes(8, bytes(2, label))
        return bytes(1, header) + bytes(2, bytes(1, Array("content \(content) ".utf8)) + bytes(4, vehicle))
    }

    func testEveryDistinctSnapshotIsArchivedOnceAndMemoryStaysFlat() throws {
        let folder = TemporaryFolder()
        let server = LoopbackServer { request in
            if let content = VehicleArchiveDeepTests.content(request.earlier) {
                return .conditional(request, etag: "\"\(content)\"", VehicleArchiveDeepTests.body(content))
            }
            let body = VehicleArchiveDeepTests.body(request.earlier)
            switch request.earlier % 17 {
            case 0: return .status(500, body: Array("<html>".utf8))
            case 4: return .cutOff(body, after: 9000)
            case 6: return .hangUp
            case 9: return .status(429, ["Retry-After: 0"])
            case 12: return .cutOff(body, after: 100, byReset: true)
            default: return .ok("<html>Back soon</html>")
            }
        }
        defer { server.stop() }
        let turns = VehicleArchiveDeepTests.turns
        let run = Shell(
            """
            linefeed run '\(Checkout.root)/pipelines/archive.yaml' --log runs.ndjson 2> errors & child=$!
            trap 'kill $child 2>/dev/null' EXIT
            until [ -e data/polls ]; do sleep 0.01; done
            for lines in 10 \(turns); do
              until [ "$(cat data/polls/* 2>/dev/null | wc -l)" -ge $lines ]; do kill -0 $child || exit; sleep 0.02; done
              awk '/^VmRSS/ { print $2 }' /proc/$child/status
            done
            awk '/^VmRSS/ { print $2 }' /proc/$(pgrep -P $child)/status
            linefeed run '\(Checkout.root)/pipelines/archive.yaml' --if-locked quiet; echo $?
            kill -TERM $child; wait $child; echo $?
            # What the stage's own process takes once all these contents are known.
            linefeed fetch vehicles="$VEHICLES_URL" --archive data/archive --expect gtfs-rt --retries 20 -q \
              -o /dev/null --summary - | grep -o '"peak_rss_bytes":[0-9]*' | cut -d : -f 2
            """, in: folder.path, environment: ["VEHICLES_URL": "\(server.url)/feed", "EVERY": "100ms"])
        let figures = run.lines.compactMap { Int($0) }
        guard figures.count == 6 else { return XCTFail(run.output + run.errors) }
        XCTAssertEqual(figures[3], 0, "the lock keeps a second run out")
        XCTAssertEqual(figures[4], 143)
        // KiB, of the run, and of the fetch in it.
        XCTAssertLessThan(figures[2], 40 << 10)
        XCTAssertLessThan(figures[1] - figures[0], 1024, "memory grows: \(figures)")
        XCTAssertLessThan(figures[1], 40 << 10)
        XCTAssertLessThan(figures[5], 40_000_000)

        let requests = server.requests.count
        let expected = Set((0..<requests).compactMap(VehicleArchiveDeepTests.content)).map { "content \($0)" }.sorted()
        XCTAssertGreaterThan(expected.count, turns / 5)
        let kept = Shell(
            "find data/archive/vehicles/[0-9]* -name '*Z*.pb' -exec grep -a -o -h 'content [0-9]*' {} +",
            in: folder.path
        ).lines.sorted()
        // The signal may have come between an answer and the file.
        let lost = Set(expected).subtracting(kept)
        XCTAssertEqual(kept, Array(Set(kept)).sorted(), "each once")
        XCTAssertTrue(Set(kept).isSubset(of: expected))
        XCTAssertLessThanOrEqual(lost.count, 1, "\(lost)")
        let short = Shell("find data/archive/vehicles/[0-9]* -size -20000c -name '*Z*.pb'", in: folder.path)
        XCTAssertEqual(short.output + short.errors, "", "whole ones only")
        XCTAssertNotEqual(Shell("grep -rl 'Back soon' data/archive/vehicles/rejected", in: folder.path).output, "")

        // Every attempt is a record, those that failed too.
        let records = Shell("cat data/polls/*.ndjson", in: folder.path).lines
        XCTAssertTrue((requests - 25...requests).contains(records.count), "\(records.count) of \(requests)")
        XCTAssertGreaterThan(records.filter { $0.contains("\"status\":500") }.count, 0)
        XCTAssertTrue(records.allSatisfy { $0.hasPrefix("{\"table\":\"fetches\"") && $0.hasSuffix("}") })
        if turns > 20 { print("\(turns) attempts, \(requests) requests, \(kept.count) kept; KiB \(figures)") }
    }
}
