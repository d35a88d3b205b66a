import Foundation
import TestSupport
import XCTest

/// Finds of scripts/check-faults: what the program does where a call of the system's fails, by Tests/Faults/shim.c.
final class FaultTests: XCTestCase {
    private let folder = TemporaryFolder()

    override func setUp() {
        // Swift's own clang, which is where the compiler is.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let built = Shell(
            "clang -std=gnu11 -O1 -shared -fPIC -o '\(folder.path)/shim.so' Tests/Faults/shim.c -ldl",
            environment: ["PATH": path])
        XCTAssertEqual(built.status, 0, built.errors)
    }

    private func run(_ script: String, fault rules: String) -> Shell {
        Shell(
            script, in: folder.path,
            environment: ["LD_PRELOAD": folder.path + "/shim.so", "LINEFEED_FAULT": rules])
    }

    /// A stage's output that could not be read was taken for its end, and what had come of it for all.
    func testAnOutputThatCannotBeReadIsNoEnd() throws {
        _ = folder.write(
            """
            stages:
              - name: numbers
                run: seq 100000
                output: out.txt
            """, "p.yaml")
        let whole = (1...100_000).map { "\($0)\n" }.joined()
        var failed = 0
        // Some reads are of other things, and change nothing.
        for number in 3...10 {
            _ = folder.write("before\n", "out.txt")
            let run = run("linefeed run p.yaml", fault: "read:\(number):EIO")
            let isDone = run.status == 0
            XCTAssertTrue(isDone || run.status == 74, "read \(number): \(run.status) \(run.errors)")
            XCTAssertTrue(
                TemporaryFolder.text(of: folder.path + "/out.txt") == (isDone ? whole : "before\n"), "read \(number)")
            guard !isDone else { continue }
            failed += 1
            XCTAssertTrue(run.errors.contains("Input/output error"), run.errors)
        }
        XCTAssertGreaterThan(failed, 4)
    }
}
