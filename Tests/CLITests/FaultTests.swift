import TestSupport
import XCTest

/// The built binary while calls of the system fail, fall short or are interrupted (`Tests/Faults/shim.c`); each case was a
/// fault that `scripts/check-faults` found. That goes through all calls of all stages.
final class FaultTests: XCTestCase {
    private let folder = TemporaryFolder()
    private static let start = """
        cc -O1 -shared -fPIC -o shim.so "$ROOT/Tests/Faults/shim.c" -ldl || exit 9
        faulty() { LINEFEED_FAULT=$1 LD_PRELOAD=$PWD/shim.so "${@:2}"; }

        """

    private func shell(_ script: String) -> Shell {
        Shell(FaultTests.start + script, in: folder.path, environment: ["ROOT": Checkout.root])
    }

    func testAnInterruptedCallIsMadeAgain() {
        let run = shell(
            """
            linefeed ingest "$ROOT/samples/feed.zip" -o whole
            linefeed ingest "$ROOT/samples/feed.zip" --sqlite feed.db
            for rule in open:%2:EINTR open:1:EINTR sync:1:EINTR sync:2:EINTR; do
              faulty $rule linefeed ingest "$ROOT/samples/feed.zip" -o out
              echo "$rule $?"
              cmp whole out
            done
            # What there is of an older store is read all the same.
            faulty read:%2:EINTR linefeed ingest "$ROOT/samples/feed.zip" --sqlite feed.db --force
            echo $?
            faulty 'read:*:short' linefeed ingest "$ROOT/samples/feed.zip" --sqlite feed.db --force
            echo $?
            """)
        XCTAssertEqual(
            run.lines, ["open:%2:EINTR 0", "open:1:EINTR 0", "sync:1:EINTR 0", "sync:2:EINTR 0", "0", "0"], run.errors)
    }

    func testAFetchWhoseWritesFallShortIsWhole() throws {
        let server = try server()
        defer { server.stop() }
        let run = shell(
            """
            faulty 'write:*:short' linefeed fetch a=\(server.url)/a.pb --archive archive --save now.pb --records polls
            echo $?
            cmp now.pb a.pb
            jq -e .sha256 archive/a/newest.json archive/a/*/*/*/fetches.ndjson > /dev/null && echo whole
            """)
        XCTAssertEqual(run.lines, ["0", "whole"], run.errors)
    }

    func testALogWhoseWritesFallShortIsWhole() {
        let run = shell(
            """
            printf 'stages: [{name: a, run: "true"}, {name: b, run: "true"}]\\n' > p.yaml
            for rule in 'write:*:short' write:%2:EINTR; do
              faulty "$rule" linefeed run p.yaml --log log
              echo $?
            done
            jq -r .stage log
            """)
        XCTAssertEqual(run.lines, ["0", "0", "a", "b", "a", "b"], run.errors)
    }

    func testACopyThatCannotBeReadIsNoReasonToRejectAFeed() throws {
        let server = try server()
        defer { server.stop() }
        let run = shell(
            """
            faulty read:1+:EIO linefeed fetch a=\(server.url)/a.pb --archive archive --expect gtfs-rt --records polls
            echo $?
            ls archive/a
            """)
        XCTAssertEqual(run.lines, ["74"], run.errors)
    }

    /// A stage's output that could not be read was taken for its end, and what had come of it for all. Some reads are of
    /// other things, and change nothing.
    func testAnOutputThatCannotBeReadIsNoEnd() {
        let run = shell(
            #"""
            printf 'stages: [{name: numbers, run: seq 100000, output: out.txt}]\n' > p.yaml
            seq 100000 > whole
            for number in {8..15}; do
              echo before > out.txt
              faulty read:$number:EIO linefeed run p.yaml 2> said
              status=$?
              case $status in
                0) cmp whole out.txt && echo done ;;
                74) grep -q 'Input/output error' said && [ "$(cat out.txt)" = before ] && echo told ;;
                *) echo "read $number: $status" ;;
              esac
            done | sort | uniq -c | sort -r
            """#)
        let ends = run.lines.map { $0.split(separator: " ") }
        XCTAssertTrue(ends.allSatisfy { $0.last == "told" || $0.last == "done" }, run.output)
        XCTAssertEqual(ends.compactMap { Int($0[0]) }.reduce(0, +), 8, run.output)
        XCTAssertGreaterThan(ends.first { $0.last == "told" }.flatMap { Int($0[0]) } ?? 0, 4, run.output)
    }

    private func server() throws -> LoopbackServer {
        let message = try XCTUnwrap(TemporaryFolder.bytes(of: Checkout.root + "/samples/vehicles-1772402100.pb"))
        folder.write(bytes: message, "a.pb")
        return LoopbackServer { _ in .ok(message) }
    }
}
