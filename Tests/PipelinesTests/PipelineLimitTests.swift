import Pipelines
import TestSupport
import XCTest

/// No pipeline file ends the runner, by its stack or by its memory.
final class PipelineLimitTests: XCTestCase {
    private func fault(_ text: String, isForStatus: Bool = false) -> PipelineFault? {
        do {
            _ = try PipelineReader.read(
                Array(text.utf8), fallbackName: "f", in: Surroundings(environment: [:], instant: 0),
                isForStatus: isForStatus)
            return nil
        } catch { return error }
    }

    private func assertFault(_ text: String, line: Int, _ part: String, at place: UInt = #line) {
        let found = fault(text)
        XCTAssertEqual(found?.line, line, found?.reason ?? "read", line: place)
        XCTAssertTrue(found?.reason.contains(part) == true, found?.reason ?? "read", line: place)
    }

    private func stages(_ count: Int) -> String {
        "stages:\n" + (0..<count).map { "- {name: s\($0), run: x, next: s\(($0 + 1) % count), hold: 1s}\n" }.joined()
    }

    func testStages() {
        XCTAssertNil(fault(stages(PipelineLimits.stages)))
        assertFault(stages(PipelineLimits.stages + 1), line: PipelineLimits.stages + 2, "more than 1000 stages")
        XCTAssertNotNil(fault(stages(PipelineLimits.stages + 1), isForStatus: true))
        // A chain without a pause as long as may be: the search for loops goes to its end.
        let chain = (0..<PipelineLimits.stages).map { "- {name: s\($0), run: x}\n" }.joined()
        XCTAssertNil(fault("stages:\n" + chain))
    }

    func testCommands() {
        for key in ["pipe", "load"] {
            let run = key == "load" ? "  run: x\n" : ""
            func file(_ count: Int) -> String {
                "stages:\n- name: a\n\(run)  \(key):\n" + String(repeating: "  - x\n", count: count)
            }
            XCTAssertNil(fault(file(PipelineLimits.commands)))
            let line = 3 + PipelineLimits.commands + (run.isEmpty ? 0 : 1) + 1
            assertFault(file(PipelineLimits.commands + 1), line: line, "\(key) has more than 100 commands")
        }
    }

    func testVariablesInVariables() {
        func file(_ depth: Int, _ quote: String) -> String {
            let value = String(repeating: "${A:-", count: depth) + "x" + String(repeating: "}", count: depth)
            return "stages:\n- name: a\n  run: 'echo \(quote)\(value)\(quote)'"
        }
        for quote in ["", "\""] {
            XCTAssertNil(fault(file(PipelineLimits.depth, quote)))
            assertFault(file(PipelineLimits.depth + 1, quote), line: 3, "more than 32 deep")
            assertFault(file(12_000, quote), line: 3, "more than 32 deep")
        }
    }

    func testWhatVariablesComeTo() {
        let doubling = (0..<40).map { "  V\($0 + 1): ${V\($0)}${V\($0)}\n" }.joined()
        // 2¹⁷ bytes are the most that a value may have.
        assertFault("env:\n  V0: x\n\(doubling)stages: [{name: a, run: x}]", line: 20, "exceeds 128 KiB")
        let large = String(repeating: "x", count: 100_000)
        let ten = String(repeating: "$V", count: 11)
        assertFault("env:\n  V: \(large)\nstages:\n- {name: a, run: 'x \(ten)'}", line: 4, "exceeds 1 MiB")
        let many = (0..<12).map { "  W\($0): $V\n" }.joined()
        assertFault("env:\n  V: \(large)\n\(many)stages: [{name: a, run: x}]", line: 12, "values of env")
        let commands = (0..<30).map { "- {name: s\($0), run: '\(String(repeating: "$V", count: 9))'}\n" }.joined()
        assertFault("env:\n  V: \(large)\nstages:\n\(commands)", line: 22, "exceed 16 MiB")
        assertFault("stages:\n- name: a\n  output: \(large)\(large)\n  run: x", line: 3, "exceeds 128 KiB")
    }

    func testNames() {
        let long = String(repeating: "n", count: PipelineLimits.name + 1)
        assertFault("name: \(long)\nstages: [{name: a, run: x}]", line: 1, "exceeds 200 bytes")
        assertFault("stages:\n- name: \(long)\n  run: x", line: 2, "exceeds 200 bytes")
        let entries = (0...PipelineLimits.variables).map { "  V\($0): x\n" }.joined()
        assertFault("env:\n\(entries)stages: [{name: a, run: x}]", line: 1002, "more than 1000 entries")
        assertFault(
            "stages:\n- name: a\n  shell: true\n  run: '\(String(repeating: "x", count: 1 << 18))'", line: 4, "script")
    }

    /// A word of a megabyte is gone through once, not once for each of its letters.
    func testLongWords() {
        let letters = String(repeating: "x", count: 1 << 19)
        XCTAssertNil(fault("stages:\n- name: a\n  run: \(letters)"))
        XCTAssertNil(fault("stages:\n- name: a\n  run: \(String(repeating: "a'b'", count: 1 << 16))"))
        assertFault("stages:\n- name: a\n  run: \(String(repeating: "${", count: 1 << 18))", line: 3, "not supported")
        assertFault("env: {A: \(String(repeating: "[", count: 1 << 18))", line: 1, "nested")
        assertFault("env: &a {A: *a}\nstages: []", line: 1, "anchors")
    }

    func testTheDocumentsHaveTheLimits() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/pipelines.md"))
        let rows = PipelineLimits.rows.joined(separator: "\n")
        XCTAssertTrue(text.contains(rows + "\n"), "the table has to be:\n\(rows)")
    }

    func testWhatIsAskedOfTheStatusNeedsNoVariables() throws {
        let text = """
            env: {A: "${A:?set it}", B: $A, D: "${D:-data}"}
            lock: $D/l
            stages:
            - {name: a, run: "echo $A $C", output: $C, hold: $E, retries: $F}
            """
        XCTAssertEqual(fault(text)?.line, 1)
        XCTAssertNil(fault(text, isForStatus: true))
        XCTAssertEqual(fault(text.replacing("$D/l", with: "$A/l"), isForStatus: true)?.line, 2)
        XCTAssertEqual(fault(text.replacing("output", with: "outputs"), isForStatus: true)?.line, 4)
    }

    func testWhichPipelinesLast() throws {
        for (stages, lasts) in [
            ("[{name: a, run: x}]", false), ("[{name: a, run: x, next: a, hold: 1s}]", true),
            ("[{name: a, run: x, on_failure: a, hold: 1s}]", true),
            ("[{name: a, run: x, next: end}, {name: b, run: x, next: b, hold: 1s}]", false),
            ("[{name: a, run: x, on_failure: c}, {name: b, run: x}, {name: c, run: x}]", false),
            ("[{name: a, run: x}, {name: b, run: x, next: a, hold: 1s}]", true),
        ] {
            let pipeline = try PipelineReader.read(
                Array("stages: \(stages)".utf8), fallbackName: "f", in: Surroundings(environment: [:], instant: 0))
            XCTAssertEqual(pipeline.lasts, lasts, stages)
        }
    }
}
