import TestSupport
import XCTest

/// What a run tells of the feeds that its stages fetch: alerts, status, metrics, and the service manager's protocol.
final class FeedWatchTests: XCTestCase {
    private let folder = TemporaryFolder()
    private let message = TemporaryFolder.bytes(of: Checkout.root + "/samples/vehicles-1772402100.pb") ?? []

    private func run(_ script: String, _ environment: [String: String] = [:]) -> Shell {
        Shell(script, in: folder.path, environment: environment.merging(["no_proxy": "127.0.0.1"]) { _, new in new })
    }

    /// The feed is there while the folder has no file `down`; a second feed always is.
    private func server() -> LoopbackServer {
        let message = message
        let mark = folder.path + "/down"
        let server = LoopbackServer { request in
            request.path == "/v" && TemporaryFolder.bytes(of: mark) != nil ? .status(500) : .ok(message)
        }
        addTeardownBlock { server.stop() }
        return server
    }

    private static let waiting = """
        until_() { for _ in $(seq 1500); do eval "$1" && return; sleep 0.02; done; echo "in vain: $1"; }
        """

    /// `archive.yaml` polls a feed that dies and comes back.
    func testADeadFeedIsToldOnceAndItsRecoveryToo() {
        let server = server()
        let run = run(
            """
            \(FeedWatchTests.waiting)
            archive() { linefeed run '\(Checkout.root)/pipelines/archive.yaml' "$@"; }
            linefeed run '\(Checkout.root)/pipelines/archive.yaml' --metrics m.prom --log log.ndjson 2> errors & child=$!
            trap 'kill $child 2>/dev/null' EXIT
            until_ '[ -e data/archive.feeds/vehicles.json ] && [ -e data/archive.feeds/alerts.json ]'
            archive --status > fresh; echo $?
            touch down; until_ '[ -e alerts ]'; archive --status > stale; echo $?
            until_ 'grep -q "stale.*vehicles.* 1" m.prom'
            rm down; until_ 'grep -q back alerts'; archive --status > again; echo $?
            kill $child; wait $child; echo $?; archive --status > ended; echo $?
            cut -d : -f 1-2 alerts; grep -c '…: HTTP 500' errors; grep -c 'no fetch has succeeded for' errors
            grep -c 'fetched again after' errors; wc -l < errors
            grep -ho '"state":"[a-z]*"' fresh stale again ended | tr '\\n' ' '
            """,
            [
                "VEHICLES_URL": "\(server.url)/v?key=UNSEENKEY1", "ALERTS_URL": "\(server.url)/a", "EVERY": "200ms",
                "ALERT_AFTER": "1s", "ON_STALE": "echo \"stale $LINEFEED_FEEDS: $LINEFEED_ALERT\" >> alerts",
                "ON_RECOVER": "echo \"back $LINEFEED_FEEDS: $LINEFEED_ALERT\" >> alerts",
            ])
        XCTAssertEqual(
            Array(run.lines.prefix(10)),
            [
                "0", "1", "0", "143", "1", "stale vehicles: vehicles", "back vehicles: vehicles", "1", "1", "1",
            ], run.output + run.errors)
        // The count of what was not shown one by one is the only other line.
        XCTAssertEqual(run.lines.dropFirst(10).first, "4", TemporaryFolder.text(of: folder.path + "/errors") ?? "")
        XCTAssertEqual(
            run.lines.last,
            #""state":"running" "state":"fresh" "state":"fresh" "state":"running" "state":"fresh" "state":"stale" "#
                + #""state":"running" "state":"fresh" "state":"fresh" "state":"ended" "state":"fresh" "state":"fresh" "#
        )
        let metrics = TemporaryFolder.text(of: folder.path + "/m.prom") ?? ""
        for name in [
            "linefeed_stage_runs_total{pipeline=\"archive\",stage=\"stale\"} 1",
            "linefeed_stage_last_status{pipeline=\"archive\",stage=\"recovered\"} 0",
            "linefeed_feed_new_contents_total{pipeline=\"archive\",feed=\"vehicles\"} 1",
            "linefeed_feed_stale{pipeline=\"archive\",feed=\"alerts\"} 0",
        ] { XCTAssertTrue(metrics.contains(name), "\(name) in \(metrics)") }
        XCTAssertEqual(self.run("grep -rl UNSEENKEY . ; true").output, "", "no file has the key")
    }

    /// Each turn of `board.yaml` is a fetch of its own, and its state outlives it.
    func testALoopOfFetchesTellsADeadFeedOnce() {
        let server = server()
        folder.write("", "down")
        let run = run(
            """
            \(FeedWatchTests.waiting)
            mkdir data; cp '\(Checkout.root)/samples/feed.zip' data/feed.zip
            linefeed run '\(Checkout.root)/pipelines/board.yaml' --log log.ndjson 2> errors & child=$!
            trap 'kill $child 2>/dev/null' EXIT
            until_ '[ -e alerts ]'; until_ '[ "$(grep -c timetable log.ndjson)" -ge 12 ]'
            kill $child; wait $child; cat alerts | wc -l
            grep -c 'HTTP 500; gave up' errors; grep -c "stage 'realtime'" errors; grep -c 'no fetch has succeeded' errors
            """,
            [
                "UPDATES_URL": "\(server.url)/v", "STOP": "S02", "EVERY": "50ms", "ALERT_AFTER": "2s",
                "ON_STALE": "echo stale >> alerts",
            ])
        XCTAssertEqual(
            run.lines, ["1", "1", "0", "1"], run.errors + (TemporaryFolder.text(of: folder.path + "/errors") ?? ""))
    }

    /// An alert that cannot be given is given again; `--stage` tries it.
    func testAnAlertThatFailsIsToldAndCanBeTried() {
        folder.write(
            """
            on_stale: alert
            stages:
              - name: poll
                run: linefeed fetch a=http://127.0.0.1:1/x --archive x --every 100ms --alert-after 1s --retries 0 --records /dev/null
                hold: 1s
                next: poll
              - {name: alert, shell: true, run: 'echo "$LINEFEED_ALERT"; exit 7', quiet: true}
            """, "p.yaml")
        let run = run(
            """
            \(FeedWatchTests.waiting)
            linefeed run p.yaml --stage alert 2>&1 | grep -c 'a test of the stage'
            linefeed run p.yaml 2> errors & child=$!
            until_ 'grep -q "tried again in a minute" errors'
            kill $child; wait $child; grep -c "stage 'alert'.*ended with 7; it is tried again" errors
            grep -c 'a: no fetch has succeeded' errors; cat p.yaml.feeds/alerted 2>/dev/null
            """)
        XCTAssertEqual(
            run.lines, ["1", "1", "1"], run.errors + (TemporaryFolder.text(of: folder.path + "/errors") ?? ""))
    }

    func testStagesOfAlertsAreChecked() {
        for (text, words) in [
            ("on_stale: x\nstages: [{name: a, run: 'true'}]", "1: on_stale: unknown stage 'x'; the stages are a"),
            (
                "on_stale: a\nstages: [{name: a, run: 'true'}]",
                "1: the stages of on_stale and on_recover must stand after"
            ),
            (
                "on_stale: a\nstages: [{name: b, run: 'true'}, {name: a, run: 'true'}, {name: c, run: 'true'}]",
                "1: the stages of on_stale and on_recover must stand after"
            ),
            (
                "on_stale: a\nstages:\n- {name: b, run: 'true', next: a}\n- {name: a, run: 'true'}",
                "3: next: 'a' is the stage of on_stale"
            ),
            (
                "on_recover: a\nstages:\n- {name: b, run: 'true'}\n- {name: a, run: 'true', hold: 1s}",
                "4: hold has no effect"
            ),
            ("done: x\nstages: [{name: b, run: 'true'}]", "1: done has no effect without DAY"),
            (
                "lock: none\non_stale: a\nstages: [{name: b, run: 'true'}, {name: a, run: 'true'}]",
                " on_stale and on_recover need a lock file"
            ),
        ] {
            folder.write(text, "p.yaml")
            let run = run("linefeed run p.yaml")
            XCTAssertEqual(run.status, 78, run.errors)
            XCTAssertTrue(run.errors.contains("p.yaml:" + words), run.errors)
        }
        folder.write("on_stale: a\nstages: [{name: b, run: echo b}, {name: a, run: echo a}]", "p.yaml")
        XCTAssertEqual(run("linefeed run p.yaml").output, "b\n", "it is no part of the chain")
        let script = run("linefeed run p.yaml --print-shell > s.sh; bash s.sh")
        XCTAssertEqual(script.output, "b\n")
        XCTAssertTrue(script.errors.contains("does not run the stages of on_stale"), script.errors)
    }

    func testTheStatusOfEachState() {
        folder.write("stages: [{name: a, shell: true, run: 'exit ${CODE:-0}'}]", "p.yaml")
        let run = run(
            """
            status() { linefeed run p.yaml --status > s; echo "$? $(grep -o '"failures":[0-9]*' s)"; }
            status; linefeed run p.yaml; status
            for code in 3 4; do CODE=$code linefeed run p.yaml 2>/dev/null; status; done
            linefeed run p.yaml; status
            """)
        XCTAssertEqual(
            run.lines, ["1 ", #"0 "failures":0"#, #"1 "failures":1"#, #"1 "failures":2"#, #"0 "failures":0"#],
            run.errors)
    }

    /// A stage of a loop that fails again and again is one line, and one when it works again.
    func testAStageThatFailsInALoopIsToldOnce() {
        folder.write(
            """
            stages:
              - {name: a, shell: true, run: 'echo x >> n; [ "$(wc -l < n)" -gt 15 ]', next: b, on_failure: continue}
              - {name: b, shell: true, run: '[ "$(wc -l < n)" -lt 20 ]', hold: 20ms, next: a}
            """, "p.yaml")
        let run = run("linefeed run p.yaml; echo $?")
        XCTAssertEqual(run.lines, ["1"], run.errors)
        XCTAssertEqual(run.errors.ranges(of: "stage 'a'").count, 2, run.errors)
        XCTAssertTrue(run.errors.contains("stage 'a' works again after 15 failures"), run.errors)
    }

    /// The protocol of sd_notify(3), with an abstract address and a path.
    func testAServiceManagerHearsOfTheStartAndOfSignsOfLife() {
        folder.write("stages: [{name: a, shell: true, run: 'env > seen; sleep 1', hold: 1s, next: a}]", "p.yaml")
        folder.write(
            """
            import os, socket, subprocess, sys, time
            for name in (os.getcwd() + "/notify", "@linefeed-test-%d" % os.getpid()):
                for words in (["run", "p.yaml"], ["fetch", "http://127.0.0.1:1/", "--every", "1s", "--archive", "x"]):
                    server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                    server.bind(name.replace("@", "\\0", 1))
                    env = dict(os.environ, NOTIFY_SOCKET=name, WATCHDOG_USEC="600000")
                    process = subprocess.Popen(["linefeed"] + words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    server.settimeout(3)
                    came, times = [], []
                    while time.monotonic() - (times or [time.monotonic()])[0] < 2.5:
                        came.append(server.recv(4096).decode())
                        times.append(time.monotonic())
                    process.terminate()
                    process.wait()
                    while True:
                        try: came.append(server.recv(4096).decode())
                        except TimeoutError: break
                    beats = [at for at, text in zip(times, came) if "WATCHDOG=1" in text]
                    gaps = [b - a for a, b in zip(beats, beats[1:])]
                    print(words[0], came[0].splitlines()[0], len(beats) > 5, max(gaps) < 0.6, came[-1].strip())
                    server.close()
                    if name[0] == "/": os.unlink(name)
            """, "manager.py")
        let run = run("python3 manager.py; grep -c -e NOTIFY_SOCKET -e WATCHDOG seen")
        XCTAssertEqual(
            run.lines,
            [
                "run READY=1 True True STOPPING=1", "fetch READY=1 True True STOPPING=1",
                "run READY=1 True True STOPPING=1", "fetch READY=1 True True STOPPING=1", "0",
            ], run.errors)
        XCTAssertEqual(self.run("NOTIFY_SOCKET=/no/such/socket linefeed run --once p.yaml; echo $?").lines, ["0"])
    }

    /// A list of feeds of the command line's own: on standard input, with what cannot be combined.
    func testAListOfFeeds() {
        let server = server()
        let list = """
            feeds:
              - {name: one, url: "$URL/a?key=quiet", every: 1s, headers: {X-Key: $KEY}}
              - {name: two, url: "$URL/b", archive: other}
              - {name: none, url: "${NONE:-}"}
            """
        folder.write(list, "feeds.yaml")
        let environment = ["URL": server.url, "KEY": "UNSEENKEY1"]
        for command in ["--feeds feeds.yaml", "--feeds - < feeds.yaml"] {
            let run = run(
                "rm -rf x other; linefeed fetch --archive x --count 1 \(command); ls x other | tr '\\n' ' '",
                environment)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.lines.last, "other: two  x: one ", run.output + run.errors)
            XCTAssertFalse((run.output + run.errors).contains("quiet"))
        }
        XCTAssertEqual(server.requests.first { $0.path == "/a" }?.header("x-key"), "UNSEENKEY1")
        XCTAssertNil(server.requests.first { $0.path == "/b" }?.header("x-key"))
        for (command, status, words) in [
            ("--feeds feeds.yaml", 64, "name a place for one"),
            ("--feeds feeds.yaml -o x", 64, "-o works with a single URL"),
            ("--feeds feeds.yaml one=http://x/ --archive x", 64, "would both be called one"),
            ("--feeds - - --archive x", 64, "cannot both be read"), ("--feeds none.yaml --archive x", 66, "none.yaml"),
            ("--feeds /dev/null --archive x", 78, "the file is empty"),
            ("--feeds feeds.yaml --metrics feeds.yaml --archive x", 64, "feeds.yaml"),
        ] {
            let run = run("linefeed fetch \(command)", environment)
            XCTAssertEqual(run.status, Int32(status), "\(command): \(run.errors)")
            XCTAssertTrue(run.errors.contains(words), "\(command): \(run.errors)")
        }
    }
}
