import Glibc
import StageKit
import TestSupport
import TimeZones
import XCTest

@testable import RunStage

/// Pipelines run inside the process: the driver, its pauses, its records.
final class PipelineRunTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func run(
        _ text: String, clock: PausesOnly = PausesOnly(), common: CommonOptions = CommonOptions(),
        _ change: (inout RunOptions) -> Void = { _ in }
    ) throws -> PipelineRun {
        try PipelineRun(text, in: folder, clock: clock, common: common, change)
    }

    private func text(_ name: String) -> String? { TemporaryFolder.text(of: folder.path + "/" + name) }

    func testStagesRunInOrderAndAreRecorded() throws {
        let run = try run(
            """
            name: order
            stages:
              - {name: one, run: echo 1}
              - {name: two, pipe: [echo 2, cat, tr 2 3]}
            """)
        XCTAssertEqual(run.code, 0)
        XCTAssertEqual(run.output, "1\n3\n")
        XCTAssertEqual(run.log, "")
        XCTAssertEqual(
            run.stageRuns,
            [
                #"{"table":"stage_runs","pipeline":"order","stage":"one","turn":1,"status":0,"attempts":1,"bytes_out":2}"#,
                #"{"table":"stage_runs","pipeline":"order","stage":"two","turn":1,"status":0,"attempts":1,"bytes_out":2}"#,
            ])
    }

    func testPausesAreThoseOfTheFile() throws {
        let clock = PausesOnly()
        let run = try run(
            """
            stages:
              - {name: one, run: "true", delay: 3s, hold: 15s}
              - {name: two, run: "true", hold: 9s}
            """, clock: clock)
        XCTAssertEqual(run.code, 0)
        XCTAssertEqual(clock.pauses, [TimeSpan("3s"), TimeSpan("15s")], "no hold before the end")
    }

    func testALoopTurnsUntilAStageFails() throws {
        let clock = PausesOnly()
        let run = try run(
            """
            name: loop
            stages:
              - name: tick
                shell: true
                run: echo $LINEFEED_TURN $LINEFEED_STAGE $LINEFEED_PIPELINE; [ $LINEFEED_TURN -lt 4 ]
                hold: 1m
                next: tick
            """, clock: clock)
        XCTAssertEqual(run.code, 1)
        XCTAssertEqual(run.lines, ["1 tick loop", "2 tick loop", "3 tick loop", "4 tick loop"])
        XCTAssertEqual(clock.pauses, [TimeSpan](repeating: TimeSpan("1m")!, count: 3))
        XCTAssertEqual(run.stageRuns.count, 4)
        XCTAssertTrue(run.log.contains(":5: stage 'tick': 'echo $LINEFEED_TURN"), run.log)
    }

    func testOnceIsOneTurn() throws {
        let clock = PausesOnly()
        let run = try run(
            "stages: [{name: a, run: echo a}, {name: b, run: echo b, hold: 1s, next: a}]", clock: clock
        ) { $0.isOnce = true }
        XCTAssertEqual(run.code, 0)
        XCTAssertEqual(run.lines, ["a", "b"])
        XCTAssertEqual(clock.pauses, [])
    }

    func testRetriesBackOffWithJitter() throws {
        let clock = PausesOnly()
        clock.fraction = 0.5
        let run = try run(
            """
            stages:
              - name: flaky
                shell: true
                run: echo x >> @/tries; exit 69
                retries: 11
                backoff: 1s
            """, clock: clock)
        XCTAssertEqual(run.code, 69)
        XCTAssertEqual(text("tries")?.count, 24)
        XCTAssertEqual(
            clock.pauses.map(\.description),
            ["500ms", "1s", "2s", "4s", "8s", "16s", "32s", "64s", "128s", "150s", "150s"].map {
                TimeSpan($0)!.description
            })
        XCTAssertEqual(run.stageRuns.count, 1)
        XCTAssertTrue(
            run.stageRuns[0].contains(#""status":69,"attempts":12,"bytes_out":0,"error":"'echo x"#), run.stageRuns[0])
    }

    func testARetryThatSucceedsIsASuccess() throws {
        let run = try run(
            """
            stages:
              - name: flaky
                load: sh -c 'echo x >> @/tries'
                shell: false
                run: sh -c '[ $(wc -l < @/tries) -ge 3 ] && echo done'
                output: @/out
                retries: 5
            """)
        XCTAssertEqual(run.code, 0, run.log)
        XCTAssertEqual(text("out"), "done\n")
        XCTAssertEqual(run.log, "", "what was mended is not an error")
        XCTAssertTrue(run.stageRuns[0].contains(#""status":0,"attempts":3,"bytes_out":5}"#), "\(run.stageRuns)")
    }

    func testWhatNoAttemptMendsIsTriedOnce() throws {
        for (command, status) in [
            ("exit 64", 64), ("exit 78", 78), ("exit 126", 126), ("no-such-program-here", 127), ("@/no-program", 127),
            ("exit 65", 65), ("exit 1", 1),
        ] {
            let clock = PausesOnly()
            let run = try run(
                "stages: [{name: a, shell: true, run: '\(command)', retries: 2}]", clock: clock)
            XCTAssertEqual(run.code, Int32(status), command)
            XCTAssertEqual(clock.pauses.count, status == 65 || status == 1 ? 2 : 0, command)
        }
        let plain = try run("stages: [{name: a, run: no-such-program-here x, retries: 2}]")
        XCTAssertEqual(plain.code, 127)
        XCTAssertTrue(plain.log.contains("'no-such-program-here x' was not found"), plain.log)
        folder.write("data", "data")
        let data = try run("stages: [{name: a, run: @/data}]")
        XCTAssertEqual(data.code, 126)
        XCTAssertTrue(data.log.contains("cannot be run: Permission denied"), data.log)
    }

    func testFailuresGoWhereTheyAreSent() throws {
        let run = try run(
            """
            stages:
              - {name: a, run: "false", on_failure: continue}
              - {name: b, shell: true, run: exit 9, on_failure: tell}
              - {name: c, run: echo not reached}
              - {name: tell, shell: true, run: "echo $LINEFEED_FAILED_STAGE $LINEFEED_FAILED_STATUS; exit $LINEFEED_FAILED_STATUS"}
            """)
        XCTAssertEqual(run.lines, ["b 9"])
        XCTAssertEqual(run.code, 9)
        XCTAssertTrue(run.log.contains(":2: stage 'a': 'false' ended with 1; the run continues\n"), run.log)
        XCTAssertTrue(run.log.contains(":3: stage 'b': 'exit 9' ended with 9; the run continues with 'tell'"), run.log)
    }

    func testOutputIsPutInPlaceOnlyWhenEveryMemberSucceeded() throws {
        folder.write("old", "out")
        for (pipe, status) in [
            ("[echo new, sh -c 'cat; exit 3']", 3), ("[sh -c 'echo new; exit 4', cat]", 4), ("[echo new, 'false']", 1),
        ] {
            let run = try run("stages: [{name: a, pipe: \(pipe), output: @/out}]")
            XCTAssertEqual(run.code, Int32(status), pipe)
            XCTAssertEqual(text("out"), "old", pipe)
        }
        XCTAssertEqual(try run("stages: [{name: a, pipe: [echo new, cat], output: @/out}]").code, 0)
        XCTAssertEqual(text("out"), "new\n")
        XCTAssertEqual(try run("stages: [{name: a, run: echo packed, output: @/out.gz}]").code, 0)
        XCTAssertEqual(Shell("gzip -dc '\(folder.path)/out.gz'").output, "packed\n")
        XCTAssertEqual(Checkout.names(in: folder.path), ["log", "out", "out.gz", "p.yaml", "p.yaml.lock"])
        XCTAssertEqual(try run("stages: [{name: a, run: echo x, output: @/none/out}]").code, 73)
        XCTAssertEqual(try run("stages: [{name: a, run: echo x, output: @}]").code, 73)
    }

    func testAppendAddsAllOrNothing() throws {
        let pipeline = "stages: [{name: a, shell: true, run: 'echo one; echo two; exit ${S:-0}', append: @/all}]"
        XCTAssertEqual(try run(pipeline).code, 0)
        XCTAssertEqual(try run(pipeline).code, 0)
        XCTAssertEqual(try run(pipeline) { $0.environment["S"] = "5" }.code, 5)
        XCTAssertEqual(text("all"), "one\ntwo\none\ntwo\n")
        XCTAssertEqual(try run("stages: [{name: a, run: echo x, append: @/none/all}]").code, 73)
        XCTAssertEqual(try run("stages: [{name: a, run: echo x, append: /dev/full}]").code, 74)
    }

    func testWhatAKilledRunHadBegunToAppendIsCutOff() throws {
        let pipeline = "stages: [{name: a, run: echo three, append: @/all}]"
        func begin(_ size: Int64, _ content: String, _ left: String) throws {
            let header = withUnsafeBytes(of: size.littleEndian) { Array($0) }
            folder.write(bytes: header + Array(content.utf8), ".all.abcdefghij.appending")
            folder.write(left, "all")
            XCTAssertEqual(try run(pipeline).code, 0)
            XCTAssertFalse(Checkout.names(in: folder.path).contains(".all.abcdefghij.appending"))
        }
        // A part of it, nothing of it, and all of it had been added when the process was killed.
        try begin(4, "two\ntwo\n", "one\ntwo\nt")
        XCTAssertEqual(text("all"), "one\nthree\n")
        try begin(4, "two\n", "one\n")
        XCTAssertEqual(text("all"), "one\nthree\n")
        try begin(4, "two\n", "one\ntwo\n")
        XCTAssertEqual(text("all"), "one\ntwo\nthree\n")
        // Adding had not begun.
        try begin(-1, "two\n", "one\ntw")
        XCTAssertEqual(text("all"), "one\ntwthree\n")
        // Others have written there meanwhile.
        try begin(4, "two\ntwo\n", "one\nten\n")
        XCTAssertEqual(text("all"), "one\nten\nthree\n")
        try begin(40, "two\n", "one\n")
        XCTAssertEqual(text("all"), "one\nthree\n")
    }

    func testWhatALivingRunAppendsIsLeftAlone() throws {
        let path = folder.write(
            bytes: Array(repeating: 0, count: 8) + Array("one\ntwo\n".utf8), ".all.abcdefghij.appending")
        folder.write("one\n", "all")
        let other = open(path, O_RDONLY)
        defer { close(other) }
        XCTAssertEqual(flock(other, LOCK_EX | LOCK_NB), 0)
        XCTAssertEqual(try run("stages: [{name: a, run: echo three, append: @/all}]").code, 0)
        XCTAssertEqual(text("all"), "one\nthree\n")
        XCTAssertTrue(Checkout.names(in: folder.path).contains(".all.abcdefghij.appending"))
    }

    func testTheLeftmostFailureCountsAndAClosedPipeIsNone() throws {
        for (pipe, status, mark) in [
            ("[sh -c 'exit 5', sh -c 'exit 6']", 5, "member 1 of 2"), ("[sh -c 'exit 5', cat]", 5, "member 1 of 2"),
            ("['yes', head -n 1]", 0, ""), ("[sh -c 'kill -PIPE $$', cat]", 0, ""), ("[sh -c 'exit 141', cat]", 0, ""),
            ("['yes', sh -c 'exit 3']", 3, "member 2 of 2"),
            ("[cat, sh -c 'kill -PIPE $$']", 141, "SIGPIPE, member 2 of 2"),
            ("[sh -c 'kill -KILL $$', cat]", 137, "was killed by SIGKILL, member 1 of 2"),
            ("[no-such-program-here, cat]", 127, "was not found, member 1 of 2"),
        ] {
            let run = try run("stages: [{name: a, pipe: \(pipe)}]")
            XCTAssertEqual(run.code, Int32(status), pipe)
            XCTAssertTrue(mark.isEmpty ? run.log.isEmpty : run.log.contains(mark), "\(pipe): \(run.log)")
        }
    }

    func testWhatTakesTooLongIsEnded() throws {
        let run = try run(
            """
            stages:
              - {name: a, pipe: [sleep 100, cat], duration: 100ms, on_failure: continue}
              - {name: b, load: sleep 100, run: echo no, duration: 100ms, retries: 1}
            """)
        XCTAssertEqual(run.code, 124)
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(run.log.contains("stage 'a': it took longer than 100ms; the run continues"), run.log)
        XCTAssertTrue(run.stageRuns[1].contains(#""status":124,"attempts":2"#), "\(run.stageRuns)")
    }

    func testAFailingLoadIsAFailure() throws {
        let run = try run("stages: [{name: a, load: ['true', 'false', touch @/no], run: echo no}]")
        XCTAssertEqual(run.code, 1)
        XCTAssertEqual(run.output, "")
        XCTAssertNil(text("no"))
    }

    func testQuietStagesPrintOnlyWhenTheyFail() throws {
        let quiet = try run("stages: [{name: a, shell: true, quiet: true, run: 'echo out; echo err >&2'}]")
        XCTAssertEqual([quiet.output, quiet.log], ["", ""])
        let failed = try run(
            "stages: [{name: a, shell: true, quiet: true, load: echo loading, run: 'echo out; echo err >&2; exit 2'}]")
        XCTAssertEqual(failed.output, "")
        XCTAssertTrue(failed.log.hasSuffix("ended with 2\nloading\nout\nerr"), failed.log)
        let file = try run(
            "stages: [{name: a, shell: true, quiet: true, run: 'echo out; echo err >&2; exit 2', output: @/out}]")
        XCTAssertTrue(file.log.hasSuffix("ended with 2\nerr"), file.log)
        var json = CommonOptions()
        json.logFormat = .json
        let logged = try run("stages: [{name: a, shell: true, quiet: true, run: 'echo out; exit 2'}]", common: json)
        XCTAssertEqual(logged.log.split(separator: "\n").count, 2)
        XCTAssertTrue(logged.log.contains(#""code":"stage_output","file":"a","message":"out","count":1}"#), logged.log)
    }

    func testOfMuchOutputTheBeginningAndTheEndAreKept() {
        var kept = HeadAndTail()
        var whole: [UInt8] = []
        var random = SeededGenerator(seed: 2)
        for number in 0..<3000 {
            let piece =
                Array(String(repeating: "\(number % 10)", count: Int.random(in: 0...120, using: &random)).utf8) + [0x0A]
            whole += piece
            piece.withUnsafeBytes { kept.append($0) }
        }
        let lines = kept.lines
        let left = whole.count - (64 << 10)
        XCTAssertTrue(lines.contains("… \(left) bytes omitted …"), "\(lines.count)")
        let text =
            String(decoding: whole.prefix(16 << 10), as: UTF8.self) + "|"
            + String(decoding: whole.suffix(48 << 10), as: UTF8.self)
        let place = lines.firstIndex { $0.hasPrefix("… ") }!
        XCTAssertEqual(
            lines[..<place].joined(separator: "\n") + "|" + lines[(place + 1)...].joined(separator: "\n") + "\n",
            // A line end at the cut belongs to no line of its own.
            text.replacing("\n|", with: "|"))
        var little = HeadAndTail()
        whole.prefix(40_000).withUnsafeBytes { little.append($0) }
        XCTAssertEqual(
            little.lines.joined(separator: "\n").utf8.count, whole.prefix(40_000).last == 0x0A ? 39_999 : 40_000)
        var atOnce = HeadAndTail()
        whole.withUnsafeBytes { atOnce.append($0) }
        XCTAssertEqual(atOnce.lines, lines)
    }

    func testTheClockMayGoBack() throws {
        let clock = PausesOnly()
        var calls = 0
        clock.wall = {
            calls += 1
            return 2_000_000_000 - calls * 3600
        }
        _ = try run("stages: [{name: a, run: 'true', hold: 5s}, {name: b, run: 'true'}]", clock: clock)
        let records = (text("log") ?? "").split(separator: "\n")
        XCTAssertEqual(records.count, 2)
        for record in records {
            let match = try XCTUnwrap(record.firstMatch(of: /"started":([0-9]+),"ended":([0-9]+)/))
            XCTAssertLessThanOrEqual(Int(match.1)!, Int(match.2)!)
            XCTAssertLessThanOrEqual(Int(match.2)!, Int(match.1)! + 60)
        }
        XCTAssertEqual(clock.pauses, [TimeSpan("5s")])
    }

    func testDatesAreThoseOfEachStagesStart() throws {
        let clock = PausesOnly()
        clock.wall = { 1_772_371_805 + clock.pauses.count * 86_400 }
        let run = try run(
            """
            env: {DAY: '${date:%F:-1d}'}
            stages: [{name: a, run: 'echo $DAY ${date:%F}', hold: 1d}, {name: b, run: 'echo $DAY ${date:%F}'}]
            """, clock: clock)
        XCTAssertEqual(run.lines, ["2026-02-28 2026-03-01", "2026-03-01 2026-03-02"])
    }

    func testASignalInAPauseEndsTheRunBeforeItsNextStage() throws {
        // Without a process of its own to die, the driver is asked directly.
        let clock = PausesOnly()
        clock.interruption = (1, 15)
        let file = folder.write(
            "stages: [{name: a, run: 'true', hold: 1h}, {name: b, run: touch \(folder.path)/no}]", "p.yaml")
        let options = RunOptions(file: file)
        let context = try StageContext.inMemory(
            stage: "run", output: MemoryDestination(), world: .test(clock, ["PATH": "/usr/bin:/bin"]))
        XCTAssertThrowsError(
            try RunPipeline.run(options, context)
        ) { error in XCTAssertEqual((error as? Interrupted)?.signal, 15) }
        XCTAssertNil(text("no"))
        let status = try XCTUnwrap(PipelineLock.read(file + ".lock"))
        XCTAssertEqual(status.state, "ended")
        XCTAssertEqual(status.status, 143)
    }

    func testTheLockKeepsASecondRunOut() throws {
        let path = folder.path + "/lock"
        let pipeline = "lock: \(path)\nstages: [{name: a, run: echo ran}]"
        do {
            let lock = try PipelineLock(path: path, pipeline: "first", at: 1_772_371_805)
            let second = try run(pipeline)
            XCTAssertEqual(second.status, .tryLater)
            XCTAssertTrue(
                second.log.contains("first is already running: process \(getpid()) since 2026-03-01T13:30:05Z"),
                second.log)
            let quiet = try run(pipeline) { $0.ifLocked = .quiet }
            XCTAssertEqual([quiet.code.map(String.init), quiet.log, quiet.output], ["0", "", ""])
            XCTAssertEqual(lock.status.state, "running")
        }
        XCTAssertEqual(try run(pipeline).output, "ran\n")
        XCTAssertEqual(try run("lock: \(folder.path)/new/deep/lock\nstages: [{name: a, run: echo x}]").code, 0)
        XCTAssertEqual(
            try run("lock: \(path)/below/a/file\nstages: [{name: a, run: echo x}]").status, .outputUncreatable)
        let none = try run("lock: none\nstages: [{name: a, run: test ! -e @/p.yaml.lock}]")
        XCTAssertEqual(none.code, 0)
    }

    func testStatusTellsHowItWent() throws {
        let pipeline = "name: told\nstages: [{name: a, run: 'true'}, {name: b, shell: true, run: exit 7}]"
        let before = try run(pipeline) { $0.action = .status }
        XCTAssertEqual(
            before.output,
            "{\"table\":\"pipeline_status\",\"pipeline\":\"told\",\"state\":\"never\",\"lock\":\"\(folder.path)/p.yaml.lock\"}\n"
        )
        XCTAssertEqual(try run(pipeline).code, 7)
        let after = try run(pipeline) { $0.action = .status }
        XCTAssertEqual([before.code, after.code], [1, 1], "somebody has to look")
        for mark in [
            "\"state\":\"ended\"", "\"pid\":\(getpid())", "\"since\":1772371805", "\"turn\":1", "\"last_stage\":\"b\"",
            "\"last_status\":7", "\"last_error\":\"'exit 7' ended with 7\"", "\"status\":7,\"failures\":1}",
        ] { XCTAssertTrue(after.output.contains(mark), "\(mark): \(after.output)") }
        XCTAssertEqual(
            try run("lock: none\nstages: [{name: a, run: 'true'}]") { $0.action = .status }.status, .inputMissing)
    }

    func testStatusTellsOfARunThatWasKilled() throws {
        let file = folder.write("stages: [{name: a, run: 'true'}]", "p.yaml")
        // A process that is gone, and one whose number belongs to a later one.
        for holder in ["\"pid\":2147483000", "\"pid\":\(getpid()),\"process_start\":\"1\""] {
            folder.write(
                "{\"table\":\"pipeline_status\",\"pipeline\":\"p\",\"state\":\"running\",\"lock\":\"x\",\(holder)}\nrest of a longer line",
                "p.yaml.lock")
            XCTAssertEqual(PipelineLock.read(file + ".lock")?.state, "killed", holder)
        }
        for torn in ["", "{", "{\"table\":\"pipeline_status\"}\n", "no line end"] {
            folder.write(torn, "p.yaml.lock")
            XCTAssertNil(PipelineLock.read(file + ".lock"), torn)
        }
    }

    func testStatusRecordsComeBackAsTheyWere() throws {
        let path = folder.path + "/lock"
        let lock = try PipelineLock(path: path, pipeline: "p", at: 5)
        lock.status.lastError = String(repeating: "long ", count: 100)
        lock.save()
        lock.status.lastError = "short"
        lock.status.turn = 3
        lock.status.stage = "s"
        lock.save()
        XCTAssertEqual(PipelineLock.read(path), lock.status)
    }

    func testTheOutlineShowsWordsAndMissingPrograms() throws {
        folder.write("", "a b.pb")
        let run = try run(
            """
            name: shown
            env: {NAME: "it's"}
            stages:
              - {name: a, load: mkdir -p x, pipe: ["cat @/*.pb", "tr '|' $NAME"], output: "@/$NAME", duration: 1m, retries: 2, hold: 5s, next: a}
              - {name: b, run: no-such-program-here, on_failure: a}
            """
        ) { $0.action = .show }
        XCTAssertEqual(run.status, .configurationWrong)
        let path = folder.path
        XCTAssertEqual(
            run.output,
            """
            # shown: lock \(path)/p.yaml.lock
            NAME='it'\\''s'

            # a: at most 1m, 2 retries, then hold 5s, then a
            mkdir -p x
            cat '\(path)/a b.pb' | tr '|' 'it'\\''s' > '\(path)/it'\\''s'

            # b: then end, on failure a
            no-such-program-here

            """)
        XCTAssertTrue(run.log.contains(":5: stage 'b': 'no-such-program-here' is not in PATH"), run.log)
        XCTAssertNil(text("log"), "nothing ran")
    }

    func testStrictCountsFailuresThatWereTolerated() throws {
        var strict = CommonOptions()
        strict.strict = true
        let run = try run("stages: [{name: a, run: 'false', on_failure: continue}]", common: strict)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(try self.run("stages: [{name: a, run: 'false', on_failure: continue}]").status, .done)
    }

    /// As logrotate does it, and with a folder in the log's place.
    func testALogThatWasMovedGoesOnUnderItsName() throws {
        let run = try run(
            """
            stages:
              - {name: a, run: 'true'}
              - {name: b, run: mv @/log @/log.1}
              - {name: c, run: 'true'}
              - {name: d, shell: true, run: mv @/log @/log.2; mkdir @/log}
              - {name: e, shell: true, run: rmdir @/log}
              - {name: f, run: 'true'}
            """)
        XCTAssertEqual(run.code, 0, run.log)
        for (name, stages) in [("log.1", ["a"]), ("log.2", ["b", "c", "d"]), ("log", ["e", "f"])] {
            let lines = (text(name) ?? "").split(separator: "\n")
            XCTAssertEqual(lines.compactMap { $0.firstMatch(of: /"stage":"(.)"/).map { String($0.1) } }, stages, name)
        }
    }

    func testALogThatCannotBeWrittenDoesNotStopTheWork() throws {
        let run = try run("stages: [{name: a, run: echo a}, {name: b, run: echo b}]") { $0.log = "/dev/full" }
        XCTAssertEqual(run.lines, ["a", "b"])
        XCTAssertEqual(run.status, .ioFailed)
        XCTAssertEqual(
            try self.run("stages: [{name: a, run: echo a}]") { $0.log = "/none/log" }.status, .outputUncreatable)
    }

    /// Every half minute.
    func testManyFailuresAreSummedUp() throws {
        let clock = PausesOnly()
        clock.wall = { 1_772_371_805 + clock.pauses.count * 30 }
        let run = try run(
            """
            stages:
              - {name: a, shell: true, run: "[ $LINEFEED_TURN -gt 8 ]", hold: 1s, next: end, on_failure: a}
            """, clock: clock)
        XCTAssertEqual(run.code, 0)
        let lines = run.log.split(separator: "\n")
        XCTAssertEqual(lines.count, 4, run.log)
        XCTAssertTrue(lines[0].contains("ended with 1; the run continues"), run.log)
        XCTAssertTrue(lines[1].contains("ended with 1; 3 failures in a row since 2026-03-01T13:30:05Z"), run.log)
        XCTAssertTrue(lines[2].contains("stage 'a' works again after 8 failures in 4 min"), run.log)
        XCTAssertTrue(lines[3].contains("6 more of this kind, 8 in total (stage_failed)"), run.log)
        XCTAssertEqual(run.stageRuns.count, 9, "each of them is in the log")
    }

    func testOneStageAlone() throws {
        let run = try run("stages: [{name: a, run: echo a}, {name: b, run: echo b}, {name: c, run: echo c}]") {
            $0.stage = "b"
        }
        XCTAssertEqual(run.output, "b\n")
        let unknown = try self.run("stages: [{name: a, run: echo a}]") { $0.stage = "z" }
        XCTAssertEqual(unknown.status, .usage)
        XCTAssertTrue(unknown.log.contains("the pipeline has no stage 'z'; its stages are a"), unknown.log)
    }

    func testAWrongZoneFailsTheStage() throws {
        let run = try run("stages: [{name: a, run: 'echo ${date:%F}'}]") { $0.environment["TZ"] = "No/Where" }
        XCTAssertEqual(run.status, .configurationWrong)
        XCTAssertTrue(run.log.contains("p.yaml:1: cannot determine the time zone from TZ"), run.log)
    }
}
