import TestSupport
import XCTest

/// Faults that a run survives, through the built binary.
final class RunTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func shell(_ script: String, environment: [String: String] = [:]) -> Shell {
        Shell(script, in: folder.path, environment: environment)
    }

    private func text(_ name: String) -> String? { TemporaryFolder.text(of: folder.path + "/" + name) }

    /// Waits, for ten seconds at most, until a file is there.
    private func until(_ name: String) -> String { "for _ in $(seq 500); do [ -e \(name) ] && break; sleep 0.02; done" }

    /// Waits until no process has the mark on its command line.
    private func untilGone(_ mark: String) -> String {
        "for _ in $(seq 500); do pgrep -f '^sleep \(mark)' > /dev/null || break; sleep 0.02; done; pgrep -f '^sleep \(mark)'"
    }

    func testOfTwoRunsStartedTogetherOneRuns() {
        folder.write(
            "name: p\nstages: [{name: a, shell: true, run: 'echo ran >> ran; until [ -e go ]; do sleep 0.02; done'}]",
            "p.yaml")
        let run = shell(
            """
            for i in 1 2 3; do { linefeed run p.yaml 2> err$i; echo $? > status$i.new; mv status$i.new status$i; } & done
            for _ in $(seq 500); do [ "$(ls status? 2>/dev/null | wc -l)" = 2 ] && break; sleep 0.02; done
            cat status?; touch go; wait; cat status? | sort; cat ran; cat err? | grep -c 'is already running: process [0-9]* since'
            """)
        XCTAssertEqual(run.lines, ["75", "75", "0", "75", "75", "ran", "2"], run.errors)
    }

    func testAfterAKillTheLockIsFreeAndTheMembersEnd() {
        folder.write("old", "out")
        folder.write(
            "stages: [{name: a, load: touch up, pipe: [sleep 7201, sleep 7201, cat], output: out}]", "p.yaml")
        let run = shell(
            """
            linefeed run p.yaml & pid=$!
            \(until("up")); for _ in $(seq 500); do [ "$(pgrep -c -f '^sleep 7201')" = 2 ] && break; sleep 0.02; done
            linefeed run p.yaml --status | grep -o '"state":"[a-z]*"'
            kill -9 $pid; wait $pid 2>/dev/null; echo $?
            \(untilGone("7201"))
            linefeed run p.yaml --status | grep -o '"state":"[a-z]*"'
            cat out
            sed -i s/7201/0/g p.yaml; linefeed run p.yaml; echo $?
            """)
        XCTAssertEqual(
            run.lines, ["\"state\":\"running\"", "137", "\"state\":\"killed\"", "old0"], run.errors)
    }

    func testASignalIsPassedOnAndWaitedFor() {
        folder.write("old", "out")
        folder.write(
            """
            stages:
              - name: a
                shell: true
                run: "trap 'sleep 0.1; echo ended > ended; exit 5' TERM INT HUP; touch up; sleep 7202 & wait"
                output: out
              - {name: b, run: touch never}
            """, "p.yaml")
        for (signal, status) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
            // Without a terminal, SIGHUP says to a run with a log that the log was rotated.
            let isLogged = signal != "HUP"
            let run = shell(
                """
                # Without job control bash starts what is in the background with SIGINT ignored.
                set -m; rm -f up ended log; linefeed run p.yaml \(isLogged ? "--log log" : "") & pid=$!
                \(until("up")); kill -\(signal) $pid; wait $pid; echo $?; cat ended out; ls -A | grep -c '^.out'; ls never
                pkill -f '^sleep 7202'; tail -n 1 log | grep -o '"status":[0-9]*'
                """)
            let told = isLogged ? ["\"status\":5"] : []
            XCTAssertEqual(run.lines, ["\(status)", "ended", "old0"] + told, "\(signal): \(run.errors)")
        }
    }

    func testASecondSignalDoesNotWait() {
        folder.write(
            "stages: [{name: a, shell: true, run: \"trap 'touch refused' TERM; touch up; while :; do sleep 0.02; done\"}]",
            "p.yaml")
        let run = shell(
            """
            linefeed run p.yaml & pid=$!
            \(until("up")); kill $pid; \(until("refused")); kill $pid; wait $pid; echo $?
            """)
        XCTAssertEqual(run.lines, ["143"], run.errors)
    }

    func testControlCAtATerminal() {
        folder.write(
            "stages: [{name: a, shell: true, run: \"trap 'touch ended; exit 1' INT; touch up; while :; do sleep 0.02; done\"}]",
            "p.yaml")
        let run = shell(
            """
            script -qc 'linefeed run p.yaml; echo status $?' /dev/null < <(\(until("up")); printf '\\003'; \(until("ended")); sleep 0.2)
            ls ended
            """)
        XCTAssertTrue(run.output.contains("ended\n"), run.output)
    }

    func testAnInterruptedPauseEndsAtOnce() {
        folder.write("stages: [{name: a, run: touch up, hold: 2h, next: a}]", "p.yaml")
        let run = shell(
            """
            linefeed run p.yaml & pid=$!
            \(until("up")); for _ in $(seq 500); do linefeed run p.yaml --status | grep -q pausing && break; done
            linefeed run p.yaml --status | grep -o '"state":"pausing"'; kill $pid; wait $pid; echo $?
            """)
        XCTAssertEqual(run.lines, ["\"state\":\"pausing\"", "143"], run.errors)
    }

    func testALoopWithoutAHoldIsRefusedWithItsLine() {
        folder.write(
            "stages:\n  - name: a\n    run: touch ran\n  - name: b\n    run: touch ran\n    next: a\n", "p.yaml")
        let run = shell("linefeed run p.yaml; echo $?; ls ran")
        XCTAssertEqual(run.lines, ["78"])
        XCTAssertTrue(run.errors.contains("p.yaml:6: the loop from 'a' to 'b' never pauses"), run.errors)
    }

    func testAGigabyteOnStandardErrorIsBounded() {
        folder.write(
            "stages: [{name: a, shell: true, quiet: true, run: \"echo first >&2; head -c 1000000000 /dev/zero | tr '\\\\0' '\\\\n' >&2; echo last >&2; exit 9\"}]",
            "p.yaml")
        let run = shell(
            "linefeed run p.yaml --summary summary 2> err; echo $?; head -n 2 err | tail -n 1; tail -n 1 err; wc -c < err"
        )
        XCTAssertEqual(Array(run.lines.prefix(3)), ["9", "first", "last"], run.errors)
        XCTAssertLessThan(Int(run.lines.last ?? "") ?? .max, 70_000)
        let peak = (text("summary") ?? "").firstMatch(of: /"peak_rss_bytes":([0-9]+)/).flatMap { Int($0.1) }
        XCTAssertLessThan(peak ?? .max, 60_000_000)
    }

    func testAFullDiskLeavesTheOldFile() {
        folder.write("old", "out")
        folder.write("old", "grown")
        folder.write(
            "stages: [{name: a, run: head -c 1000000 /dev/zero, output: out, on_failure: b}, {name: b, run: head -c 1000000 /dev/zero, append: grown}]",
            "p.yaml")
        let run = shell(
            "ulimit -f 64; linefeed run p.yaml --log log; echo $?; cat out grown; ls -A | tr '\\n' ' '; grep -c '\"status\":74' log"
        )
        XCTAssertEqual(run.lines, ["74", "oldoldgrown log out p.yaml p.yaml.lock 2"], run.errors)
        XCTAssertTrue(
            run.errors.contains("stage 'a': out: cannot write: File too large; the run continues with 'b'"), run.errors)
        folder.write("stages: [{name: a, run: 'yes', output: /dev/full}]", "full.yaml")
        let full = shell("linefeed run full.yaml")
        XCTAssertEqual(full.status, 74)
        XCTAssertTrue(full.errors.contains("No space left on device"), full.errors)
    }

    func testNextToNoEnvironmentIsEnough() {
        folder.write(
            """
            stages:
              - {name: a, run: linefeed --version, output: version}
              - {name: b, shell: true, run: linefeed --version | cmp - version}
              - {name: c, run: ls -d ~, output: home}
            """, "p.yaml")
        let run = shell(
            "exe=$(command -v linefeed); env -i \"$exe\" run p.yaml; echo $?; env -i \"$exe\" run p.yaml --dry-run | grep -c version"
        )
        XCTAssertEqual(run.lines, ["0", "2"], run.errors)
        XCTAssertEqual(text("home")?.hasPrefix("/"), true)
        // Without PATH it may be an installed program of another version.
        XCTAssertEqual(text("version")?.hasPrefix("linefeed "), true)
    }

    func testAReaderThatHasEnoughEndsTheRunQuietly() {
        folder.write("stages: [{name: a, run: 'yes'}, {name: b, run: touch never}]", "p.yaml")
        let run = shell(
            "linefeed run p.yaml --log log | head -n 1; echo ${PIPESTATUS[0]}; linefeed run p.yaml --status | grep -o '\"status\":141'; ls never"
        )
        XCTAssertEqual(run.lines, ["y", "141", "\"status\":141"], run.errors)
        let through = shell("linefeed run p.yaml -o /dev/stdout | head -n 1; echo ${PIPESTATUS[0]}")
        XCTAssertEqual(through.lines, ["y", "141"], through.errors)
    }

    func testOutputOfAllStagesIsOneFile() {
        folder.write("stages: [{name: a, run: echo a}, {name: b, shell: true, run: 'echo b; exit ${S:-0}'}]", "p.yaml")
        XCTAssertEqual(shell("linefeed run p.yaml -o all").status, 0)
        XCTAssertEqual(text("all"), "a\nb\n")
        XCTAssertEqual(shell("linefeed run p.yaml").output, "a\nb\n")
        XCTAssertEqual(shell("linefeed run p.yaml -o all --log -").status, 0)
        XCTAssertEqual(text("all")?.split(separator: "\n").count, 4)
        // What could be made is delivered, as by every stage that goes on to its end.
        XCTAssertEqual(shell("S=3 linefeed run p.yaml -o other").status, 3)
    }

    func testCommandLinesThatMakeNoSense() {
        folder.write("stages: [{name: a, run: 'true'}]", "p.yaml")
        for options in [
            "", "p.yaml --set x", "p.yaml --set 1=2", "p.yaml --set NO=1", "p.yaml --dry-run --status",
            "p.yaml --once --stage a",
            "p.yaml --log x.gz", "p.yaml --if-locked never", "p.yaml --stage z",
        ] {
            XCTAssertEqual(shell("linefeed run \(options)").status, 64, options)
        }
        XCTAssertEqual(shell("linefeed run none.yaml").status, 66)
        XCTAssertEqual(shell("linefeed run .").status, 66)
        XCTAssertEqual(shell("head -c 2000000 /dev/zero | tr '\\0' '#' | linefeed run -").status, 78)
        XCTAssertEqual(
            shell("echo 'stages: [{name: a, run: echo from a pipe}]' | linefeed run -").output, "from a pipe\n")
        XCTAssertEqual(Checkout.names(in: folder.path), ["p.yaml"])
    }

    func testASharedLockIsFlocks() {
        folder.write("lock: l\nstages: [{name: a, run: 'true'}]", "p.yaml")
        let run = shell("flock l linefeed run p.yaml; echo $?; linefeed run p.yaml; echo $?")
        XCTAssertEqual(run.lines, ["75", "0"], run.errors)
    }

    // MARK: The shell script

    /// The same pipeline by the run and by the script that it prints: outputs, statuses, files.
    private func assertEquivalent(
        _ pipeline: String, options: String = "", environment: [String: String] = [:], file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let here = TemporaryFolder()
        here.write(pipeline, "p.yaml")
        let list =
            "; echo status $?; rm -f p.yaml.lock out.lock p.sh; for f in $(find . -type f -o -type p | sort); do echo \"== $f $(stat -c %a \"$f\")\"; case $f in *.gz) gzip -dc \"$f\";; *) cat \"$f\";; esac; done"
        let ran = Shell(
            "cp p.yaml q; mkdir a && cd a && mv ../q p.yaml && linefeed run p.yaml \(options) 2>/dev/null" + list,
            in: here.path, environment: environment)
        let script = Shell(
            "mkdir b && cd b && cp ../p.yaml . && linefeed run p.yaml \(options) --print-shell > p.sh && bash p.sh 2>err; echo status $? > s; cat err >&2; rm err; cat s; rm -f s p.yaml.lock out.lock p.sh"
                + list.replacing("; echo status $?; rm -f p.yaml.lock out.lock p.sh", with: ""), in: here.path,
            environment: environment)
        XCTAssertEqual(ran.output, script.output, script.errors, file: file, line: line)
        XCTAssertTrue(ran.output.contains("status "), file: file, line: line)
        guard Shell("command -v shellcheck").status == 0 else { return }
        let check = Shell(
            "linefeed run p.yaml \(options) --print-shell > p.sh; shellcheck -e SC2016,SC2026,SC2086,SC2089,SC2090 p.sh",
            in: here.path,
            environment: environment)
        XCTAssertEqual(check.output, "", file: file, line: line)
    }

    func testThePrintedScriptDoesTheSame() {
        assertEquivalent(
            """
            name: it's "one"
            env:
              A: ${A:-a b}
              B: $A/c${date:%Y}
              DAY: ${date:%F:-1d}
              LATER: x$DAY
            lock: out.lock
            stages:
              - {name: words, load: [mkdir -p d, echo loading], run: "printf '<%s>' $A \\"$A\\" '$A' d* ${NO:-x y} \\"${NO:-it's}\\" $B $LATER ${date:%Y-%m}"}
              - {name: pipe, pipe: [printf 'b\\na\\n', sort, head -n 1], output: "d/$A.txt"}
              - {name: packed, run: echo packed, output: d/x.gz}
              - {name: add, run: echo more, append: d/all}
              - {name: again, run: echo more, append: d/all}
              - {name: fails, pipe: [echo half, sh -c 'cat; exit 3'], output: d/no, on_failure: tell}
              - {name: not, run: echo never}
              - {name: tell, shell: true, run: "echo $LINEFEED_FAILED_STAGE $LINEFEED_FAILED_STATUS $LINEFEED_STAGE $LINEFEED_PIPELINE"}
              - {name: quiet, shell: true, quiet: true, run: "echo out; echo err >&2"}
              - {name: last, shell: true, run: exit 9}
            """)
        assertEquivalent(
            "stages: [{name: a, shell: true, run: 'echo $LINEFEED_TURN; [ $LINEFEED_TURN -lt 3 ]', hold: 10ms, next: a}]"
        )
        assertEquivalent(
            "stages: [{name: a, run: 'false', on_failure: b}, {name: b, run: echo b, hold: 10ms, next: a}]",
            options: "--once")
        assertEquivalent("stages: [{name: a, run: 'false', hold: 1s, on_failure: a}]", options: "--once")
        assertEquivalent(
            "stages: [{name: a, run: echo a}, {name: b, run: echo b, hold: 1s, on_failure: a}]",
            options: "--stage b")
        assertEquivalent(
            "env: {X: $Y}\nstages: [{name: a, run: \"echo '$X' \\\"$X\\\" ${Z:-z}\"}]",
            options: "--set 'Y=it'\\''s  x' --set Z=2")
        assertEquivalent("stages: [{name: a, shell: true, run: 'echo x >> tries; exit 1', retries: 3, backoff: 1ms}]")
        assertEquivalent("stages: [{name: a, shell: true, run: 'echo x >> tries; exit 64', retries: 3, backoff: 1ms}]")
        assertEquivalent(
            "stages: [{name: a, pipe: [sleep 100, cat], duration: 100ms, output: o, on_failure: continue}, {name: b, run: echo on}]"
        )
        assertEquivalent("stages: [{name: a, pipe: ['yes', head -n 2]}, {name: b, pipe: [sh -c 'exit 5', 'false']}]")
        assertEquivalent(
            "stages: [{name: a, run: no-such-program-here, on_failure: continue}, {name: b, run: echo x, output: none/x}]"
        )
        assertEquivalent(
            "stages: [{name: a, run: 'if x', on_failure: continue}, {name: b, run: \"echo {a,b} ! '*' =x \\\\$HOME\"}]")
        assertEquivalent("stages: [{name: a, run: linefeed --version, output: v}]", environment: ["TZ": "Asia/Tokyo"])
    }

    func testTheScriptsLockKeepsTheRunOut() {
        folder.write(
            "lock: l\nstages: [{name: a, shell: true, run: 'touch up; until [ -e go ]; do sleep 0.02; done'}]", "p.yaml"
        )
        let run = shell(
            """
            linefeed run p.yaml --print-shell > p.sh
            bash p.sh & \(until("up")); linefeed run p.yaml; echo $?; bash p.sh; echo $?; touch go; wait; linefeed run p.yaml; echo $?
            """)
        XCTAssertEqual(run.lines, ["75", "75", "0"], run.errors)
        XCTAssertTrue(run.errors.contains("is already running: process "), run.errors)
    }

    /// A file that cannot take all that is appended is what it was, in a run and in a printed script.
    func testAPartialAppendIsCutOff() {
        folder.write(
            "stages: [{name: a, shell: true, run: 'head -c 3000 /dev/zero', append: out}]", "p.yaml")
        for command in ["linefeed run p.yaml", "bash p.sh"] {
            let run = shell(
                """
                linefeed run p.yaml --print-shell > p.sh
                head -c 2000 /dev/urandom > out; cp out before
                (ulimit -f 4; \(command)) > /dev/null 2>&1; echo $?; cmp out before && echo intact
                \(command) && stat -c %s out; rm out
                """)
            XCTAssertEqual(run.lines.count, 3, run.output + run.errors)
            XCTAssertNotEqual(run.lines.first, "0")
            XCTAssertEqual(Array(run.lines.dropFirst()), ["intact", "5000"], command)
        }
    }

    /// The script waits for a stage that takes a moment to end. The signal may come before the script has kept the number of the
    /// stage that it starts: a pause there makes this sure.
    func testTheScriptPassesASignalOn() {
        folder.write("old", "out")
        folder.write(
            "stages: [{name: a, shell: true, output: out, run: \"trap 'sleep 0.3; echo ended > ended; exit 5' TERM; touch up; while :; do sleep 0.02; done\"}]",
            "p.yaml")
        for change in ["", "/^    group=[$]!/i sleep 0.3"] {
            let run = shell(
                """
                rm -f up ended
                linefeed run p.yaml --print-shell | sed '\(change)' > p.sh
                bash p.sh & pid=$!; \(until("up")); kill $pid; wait $pid; echo $?; cat ended out; ls -A | grep -c '^.out'
                """)
            XCTAssertEqual(run.lines, ["143", "ended", "old0"], run.errors)
        }
    }
}
