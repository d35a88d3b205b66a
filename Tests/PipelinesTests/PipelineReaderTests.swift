import TestSupport
import TimeZones
import XCTest

@testable import Pipelines

final class PipelineReaderTests: XCTestCase {
    private func read(_ text: String, environment: [String: String] = [:], settings: [(String, String)] = [])
        throws -> Pipeline
    {
        try PipelineReader.read(
            Array(text.utf8), fallbackName: "file",
            in: Surroundings(
                environment: environment, settings: settings.map { (name: $0.0, value: $0.1) }, instant: 0))
    }

    private func assertFault(
        _ text: String, line: Int?, _ part: String, settings: [(String, String)] = [], file: StaticString = #filePath,
        at place: UInt = #line
    ) {
        do {
            let pipeline = try read(text, settings: settings)
            XCTFail("read as \(pipeline)", file: file, line: place)
        } catch let fault as PipelineFault {
            XCTAssertEqual(fault.line, line, fault.reason, file: file, line: place)
            XCTAssertTrue(fault.reason.contains(part), fault.reason, file: file, line: place)
        } catch {
            XCTFail("\(error)", file: file, line: place)
        }
    }

    func testEveryKeyIsRead() throws {
        let pipeline = try read(
            """
            name: all
            env:
              A: ${A:-x}
              B: $A-y
            lock: $B.lock
            stages:
              - name: one
                load: [mkdir -p d, "true"]
                run: echo $B
                output: d/$A
                delay: 1s
                duration: ${LIMIT:-2m}
                retries: 3
                backoff: 500ms
                hold: 15s
                next: one
                on_failure: two
                quiet: true
              - name: two
                shell: true
                pipe: ["echo $x | cat", cat]
                append: log
                on_failure: continue
            """)
        XCTAssertEqual(pipeline.name, "all")
        XCTAssertEqual(pipeline.environment.map(\.name), ["A", "B"])
        let scope = try Scope(pipeline.environment, in: Surroundings(environment: ["A": "z"], instant: 0))
        guard case .file(let lock) = pipeline.lock else { return XCTFail("\(pipeline.lock)") }
        XCTAssertEqual(try scope.text(lock), "z-y.lock")
        let one = pipeline.stages[0]
        XCTAssertEqual(one.line, 7)
        XCTAssertEqual(one.load.count, 2)
        XCTAssertEqual(one.delay, TimeSpan("1s"))
        XCTAssertEqual(one.duration, TimeSpan("2m"))
        XCTAssertEqual(one.retries, 3)
        XCTAssertEqual(one.backoff, TimeSpan("500ms"))
        XCTAssertEqual(one.hold, TimeSpan("15s"))
        XCTAssertEqual(one.next, .stage(0))
        XCTAssertEqual(one.onFailure, .stage(1))
        XCTAssertTrue(one.isQuiet)
        guard case .file = one.output else { return XCTFail("\(one.output)") }
        let two = pipeline.stages[1]
        XCTAssertEqual(two.commands.map(\.source), ["echo $x | cat", "cat"])
        XCTAssertEqual(two.commands.map(\.form), [.shell, .shell])
        XCTAssertEqual(two.next, .end)
        XCTAssertEqual(two.onFailure, .proceed)
        guard case .append = two.output else { return XCTFail("\(two.output)") }
    }

    func testWhatIsLeftOut() throws {
        let pipeline = try read("stages: [{name: a, run: 'true'}, {name: b, run: 'true'}]")
        XCTAssertEqual(pipeline.name, "file")
        XCTAssertEqual(pipeline.lock, .beside)
        XCTAssertEqual(pipeline.stages.map(\.next), [.stage(1), .end])
        var expected = PipelineStage(name: "a", line: 1)
        expected.commands = [
            PipelineCommand(line: 1, source: "true", form: .words([Word([.literal("true", isQuoted: false)])]))
        ]
        expected.next = .stage(1)
        XCTAssertEqual(pipeline.stages[0], expected)
        XCTAssertEqual(try read("lock: none\nstages: [{name: a, run: 'true'}]").lock, .none)
    }

    func testWhatTheRunTellsMayBeUsed() {
        XCTAssertNoThrow(try read("stages: [{name: a, run: echo $LINEFEED_TURN $LINEFEED_FAILED_STATUS}]"))
        assertFault("stages: [{name: a, run: echo $LINEFEED_NONE}]", line: 1, "LINEFEED_NONE")
        assertFault("stages: [{name: a, run: echo, hold: $LINEFEED_TURN}]", line: 1, "hold takes a duration")
    }

    func testSettingsWinAndAreSeen() throws {
        let text = "env: {A: x, B: $A}\nstages: [{name: a, run: 'echo $B ${C:-c}', hold: $A}]"
        let pipeline = try read(text, settings: [("A", "7s")])
        XCTAssertEqual(pipeline.stages[0].hold, TimeSpan("7s"))
        let scope = try Scope(
            pipeline.environment,
            in: Surroundings(environment: [:], settings: [("A", "1"), ("A", "2"), ("C", "3")], instant: 0))
        XCTAssertEqual(scope.variables, ["A": "2", "B": "2", "C": "3"])
        assertFault(
            "env: {A: 1s}\nstages: [{name: a, run: 'true'}]", line: nil,
            "--set NO: the pipeline does not use it; env has A",
            settings: [("NO", "1")])
        XCTAssertNoThrow(try read("stages: [{name: a, shell: true, run: 'x $NO'}]", settings: [("NO", "1")]))
    }

    func testWrongFilesAreRefusedWithTheLine() {
        let stage = "stages:\n  - name: a\n    run: 'true'\n"
        assertFault(
            "nme: x\n" + stage, line: 1,
            "'nme' is not a key of a pipeline; the keys are "
                + "name, instance, env, lock, done, on_stale, on_recover, stages")
        assertFault(stage + "    retry: 3\n", line: 4, "'retry' is not a key of a stage")
        assertFault("name: x\n", line: 1, "the key stages is missing")
        assertFault("- a\n", line: 1, "not a list")
        assertFault("stages: []\n", line: 1, "a list of stages")
        assertFault("stages:\n  - a\n", line: 2, "not text")
        assertFault("stages:\n  - run: x\n", line: 2, "no name")
        assertFault("stages:\n  - name: a\n", line: 2, "neither run nor pipe")
        assertFault(stage + "    pipe: [x]\n", line: 4, "cannot have both run and pipe")
        assertFault(stage + "    output: a\n    append: b\n", line: 5, "cannot have both output and append")
        assertFault(stage + "    append: b.gz\n", line: 4, "gzip")
        assertFault(stage + "    output: ''\n", line: 4, "the name of a file")
        assertFault(stage + "    output: '-'\n", line: 4, "the name of a file, not '-'")
        assertFault(stage + "    hold: soon\n", line: 4, "'soon'")
        assertFault(stage + "    hold:\n", line: 4, "not nothing")
        assertFault(stage + "    hold: [1]\n", line: 4, "not a list")
        assertFault(stage + "    duration: 0s\n", line: 4, "must be greater than 0")
        assertFault(stage + "    retries: -1\n", line: 4, "0 to 1000")
        assertFault(stage + "    retries: many\n", line: 4, "'many'")
        assertFault(stage + "    backoff: 1s\n", line: 4, "without retries")
        assertFault(stage + "    quiet: yes\n", line: 4, "true or false, not 'yes'")
        assertFault(stage + "    next: nowhere\n", line: 4, "unknown stage 'nowhere'; the stages are a, and end")
        assertFault(stage + "    on_failure: retry\n", line: 4, "and stop and continue")
        assertFault(stage + "  - name: a\n    run: x\n", line: 4, "already defined in line 2")
        assertFault("stages:\n  - name: end\n    run: x\n", line: 2, "a stage cannot be called 'end'")
        assertFault("stages:\n  - name: a b\n    run: x\n", line: 2, "'a b'")
        assertFault("env: {1A: x}\n" + stage, line: 1, "'1A'")
        assertFault("env: {A: $B}\n" + stage, line: 1, "the variable B is not set")
        assertFault("env: {A: $B, B: x}\n" + stage, line: 1, "the variable B is not set")
        assertFault("env: x\n" + stage, line: 1, "a mapping")
        assertFault("name: ''\n" + stage, line: 1, "one line of text")
        assertFault("stages:\n  - name: a\n    pipe:\n      - x\n      - y | z\n", line: 5, "'|'")
        assertFault("stages:\n  - name: a\n    load: echo $NO\n    run: x\n", line: 3, "NO")
        assertFault("stages: {a: [}\n", line: 1, "flow node")
    }

    func testALoopThatNeverPausesIsRefusedAtItsLink() throws {
        let two = { (first: String, second: String) in
            "stages:\n  - name: a\n    run: x\n\(first)  - name: b\n    run: y\n\(second)"
        }
        assertFault(two("", "    next: a\n"), line: 6, "from 'a' to 'b' never pauses")
        assertFault(two("    next: a\n", ""), line: 4, "from 'a' to 'a'")
        assertFault(two("", "    on_failure: b\n"), line: 6, "from 'b' to 'b'")
        assertFault(two("    on_failure: b\n", "    next: a\n"), line: 7, "never pauses")
        XCTAssertNoThrow(try read(two("    hold: 1s\n", "    next: a\n")))
        XCTAssertNoThrow(try read(two("", "    next: a\n    hold: 1ms\n")))
        XCTAssertNoThrow(try read(two("    delay: 1s\n", "    next: a\n")))
        XCTAssertNoThrow(try read(two("    next: end\n", "    next: a\n")), "b cannot be come to from a")
        // A pause in one loop does not excuse another.
        assertFault(two("    hold: 1s\n", "    next: a\n    on_failure: b\n"), line: 8, "from 'b' to 'b'")
        assertFault(two("    hold: 0s\n", "    next: a\n"), line: 7, "never pauses")
    }

    func testRandomLoopsAreRefusedExactlyWhenTheySpin() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<400 {
            let count = Int.random(in: 1...5, using: &random)
            var stages: [PipelineStage] = (0..<count).map { PipelineStage(name: "s\($0)", line: $0 + 1) }
            for index in stages.indices {
                if Bool.random(using: &random) { stages[index].hold = TimeSpan(seconds: 1) }
                let target = Int.random(in: 0...count, using: &random)
                stages[index].next = target == count ? .end : .stage(target)
                if Int.random(in: 0..<3, using: &random) == 0 {
                    stages[index].onFailure = .stage(Int.random(in: 0..<count, using: &random))
                }
            }
            // A stage spins when it comes back to itself by stages that do not pause.
            func reaches(_ from: Int, _ goal: Int, _ seen: Set<Int>) -> Bool {
                guard stages[from].hold == .zero else { return false }
                return stages[from].links.contains { target, _ in
                    target == goal || (!seen.contains(target) && reaches(target, goal, seen.union([target])))
                }
            }
            let spins = stages.indices.contains { reaches($0, $0, []) }
            XCTAssertEqual((try? Cycles.check(stages)) == nil, spins, "\(stages)")
        }
    }

    func testGarbageIsRefusedAndNeverCrashes() {
        var random = SeededGenerator(seed: 21)
        let base = Array(
            "env:\n  A: ${A:-x}\nstages:\n  - name: a\n    run: echo \"${A}\" '*' \\$x ~\n    hold: 1s\n    next: a\n"
                .utf8)
        var accepted = 0
        for _ in 0..<3000 {
            var bytes = base
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = "${}'\"\\:-|~#\n x0A".utf8.randomElement(
                    using: &random)!
            }
            if (try? PipelineReader.read(bytes, fallbackName: "f", in: Surroundings(environment: [:], instant: 0)))
                != nil
            {
                accepted += 1
            }
        }
        XCTAssertGreaterThan(accepted, 100)
        XCTAssertLessThan(accepted, 2900)
    }

    /// The tables of the documents have the code's keys, in its order.
    func testTheDocumentsHaveTheKeys() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/pipelines.md"))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let names = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        let expected = PipelineField.allCases.map(\.rawValue) + StageField.allCases.map(\.rawValue)
        XCTAssertEqual(Array(names.prefix(expected.count)), expected)
    }
}
