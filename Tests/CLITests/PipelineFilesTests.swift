import TestSupport
import XCTest

/// The files of `pipelines/`: they are read, they name options that there are, and they run.
final class PipelineFilesTests: XCTestCase {
    private static let variables = [
        "FEED_URL": "http://x/feed.zip", "VEHICLES_URL": "http://x/vehicles.pb", "UPDATES_URL": "http://x/updates.pb",
        "ZONE": "Australia/Brisbane", "STOP": "S02", "DATA": "data",
    ]

    private var names: [String] {
        Checkout.names(in: Checkout.root + "/pipelines").filter { $0.hasSuffix(".yaml") }
    }

    func testTheyAreReadAndSayWhatTheyNeed() {
        XCTAssertEqual(
            names,
            [
                "archive-compact.yaml", "archive.yaml", "board.yaml", "expect-weekly.yaml", "occupancy-daily.yaml",
                "performance-daily.yaml",
                "predict-loop.yaml", "timetable.yaml",
            ])
        for name in names {
            let run = Shell("linefeed run pipelines/\(name) --dry-run", environment: PipelineFilesTests.variables)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertTrue(
                run.output.hasPrefix("# \(name.dropLast(5)): lock data/\(name.dropLast(5)).lock\n"), run.output)
            let bare = Shell("linefeed run pipelines/\(name)")
            XCTAssertEqual(bare.status, 78, name)
            XCTAssertTrue(bare.errors.contains(": set it to "), bare.errors)
        }
    }

    func testTheirCommandsHaveTheOptionsTheyName() {
        var checked = 0
        for name in names {
            let run = Shell("linefeed run pipelines/\(name) --dry-run", environment: PipelineFilesTests.variables)
            for line in run.lines where !line.hasPrefix("#") {
                for command in line.split(separator: "|") {
                    let all = command.split(whereSeparator: { " '".contains($0) }).map(String.init)
                    let words = Array(all.drop { $0 != "linefeed" })
                    guard words.count > 1 else { continue }
                    XCTAssertTrue(HelpTests.stages.contains(words[1]), "\(name): \(command)")
                    let help = Shell("linefeed \(words[1]) --help").output
                    for word in words where word.hasPrefix("--") {
                        XCTAssertTrue(help.contains(word), "\(name): \(command)")
                        checked += 1
                    }
                }
            }
        }
        XCTAssertGreaterThan(checked, 25)
    }

    func testCronAndSystemdNameFilesThatAreThere() throws {
        let units = Checkout.names(in: Checkout.root + "/pipelines/systemd").filter { $0.contains("@") }
        let texts =
            [TemporaryFolder.text(of: Checkout.root + "/pipelines/cron/linefeed")]
            + units.map { TemporaryFolder.text(of: Checkout.root + "/pipelines/systemd/" + $0) }
        var found: Set<String> = []
        for text in texts.compactMap({ $0 }) {
            for match in text.matches(of: /linefeed run \/usr\/local\/share\/linefeed\/pipelines\/([a-z-]+\.yaml)/) {
                found.insert(String(match.1))
            }
            XCTAssertFalse(
                text.split(separator: "\n").contains { $0.contains("linefeed run") && $0.contains("%") },
                "cron ends a line there")
        }
        XCTAssertEqual(found.sorted(), names)
        XCTAssertEqual(
            units,
            [
                "linefeed-archive@.service", "linefeed-board@.service", "linefeed-compact@.service",
                "linefeed-compact@.timer", "linefeed-report@.service",
                "linefeed-report@.timer", "linefeed-run@.service", "linefeed-run@.timer",
                "linefeed-timetable@.service", "linefeed-timetable@.timer",
            ])
    }

    /// Every service takes its user, its folder, its settings and its limits from one file.
    func testServicesAreSoundAndConfined() throws {
        try XCTSkipIf(Shell("command -v systemd-analyze").status != 0, "no systemd-analyze here")
        let folder = TemporaryFolder()
        let check = Shell(
            """
            cp -r '\(Checkout.root)'/pipelines/systemd/. . || exit
            sed -i "s|/usr/local/bin/linefeed|$(command -v linefeed)|" *.service
            export SYSTEMD_UNIT_PATH=$PWD:
            for unit in *@.*; do
              systemd-analyze verify --man=no "${unit/@./@city.}" 2>&1 | grep -F linefeed-
            done
            for unit in *@.service; do
              systemd-analyze security --offline=yes --threshold=29 "${unit/@./@city.}" >/dev/null 2>&1 || echo "$unit: too exposed"
            done
            true
            """, in: folder.path)
        XCTAssertEqual(check.output, "", check.errors)
        XCTAssertEqual(check.status, 0, check.errors)
    }

    /// The process list of the machine shows neither addresses nor header values while the pipelines fetch.
    func testNoSecretIsInAProcessList() throws {
        let folder = TemporaryFolder()
        let server = LoopbackServer { _ in .slowHead(milliseconds: 2000) }
        defer { server.stop() }
        let run = Shell(
            """
            mkdir data
            for pipeline in archive timetable board predict-loop; do
              linefeed run '\(Checkout.root)'/pipelines/$pipeline.yaml --once >/dev/null 2>&1 & run=$!
              until pgrep -P $run >/dev/null; do sleep 0.02; done
              sleep 0.5
              cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' >list
              grep -q "^--expect$" list || echo "$pipeline: no fetch is in the list"
              grep -E 'UNSEENKEY[0-9]' list && echo "$pipeline"
              kill $run; wait $run
            done 2>/dev/null
            true
            """, in: folder.path,
            environment: [
                "FEED_URL": "\(server.url)/feed?key=UNSEENKEY1",
                "VEHICLES_URL": "\(server.url)/vehicles?key=UNSEENKEY2",
                "UPDATES_URL": "\(server.url)/updates?key=UNSEENKEY3",
                "ALERTS_URL": "\(server.url)/alerts?key=UNSEENKEY4",
                "HEADER": "X-Key", "HEADER_VALUE": "UNSEENKEY5",
                "FEED_HEADER": "X-Key", "FEED_HEADER_VALUE": "UNSEENKEY6",
                "STOP": "S02", "no_proxy": "127.0.0.1",
            ])
        XCTAssertEqual(run.output, "", run.errors)
        // They go to the servers all the same.
        for (path, key, header) in [
            ("/feed", "UNSEENKEY1", "UNSEENKEY6"), ("/vehicles", "UNSEENKEY2", "UNSEENKEY5"),
            ("/updates", "UNSEENKEY3", "UNSEENKEY5"), ("/alerts", "UNSEENKEY4", "UNSEENKEY5"),
        ] {
            let request = server.requests.first { $0.path == path }
            XCTAssertEqual(request?.query, "key=" + key)
            XCTAssertEqual(request?.header("x-key"), header)
        }
        XCTAssertEqual(Shell("grep -rl UNSEENKEY data; true", in: folder.path).output, "", "no file has a key")
    }

    // MARK: Running them

    /// Serves `samples/` of the checkout to this machine while `script` runs; `$URL` is where.
    private func serving(_ script: String, in folder: TemporaryFolder) -> Shell {
        Shell(
            """
            python3 -u -c 'import http.server, functools
            handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="\(Checkout.root)/samples")
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            open("port.new", "w").write(str(server.server_address[1]))
            import os; os.rename("port.new", "port"); server.serve_forever()' 2>/dev/null & server=$!
            trap 'kill $server' EXIT
            for _ in $(seq 500); do [ -e port ] && break; sleep 0.02; done
            URL=http://127.0.0.1:$(cat port)
            first=$(ls '\(Checkout.root)'/samples/vehicles-*.pb | head -n 1 | xargs basename)
            export FEED_URL=$URL/feed.zip VEHICLES_URL=$URL/$first UPDATES_URL=$URL/trip-updates-${first#vehicles-}
            \(script)
            """, in: folder.path, environment: ["ZONE": "Australia/Brisbane", "STOP": "S02", "no_proxy": "127.0.0.1"])
    }

    private var pipelines: String { Checkout.root + "/pipelines" }

    func testTimetable() throws {
        let folder = TemporaryFolder()
        let run = serving(
            "linefeed run '\(pipelines)/timetable.yaml' --log data/runs.ndjson || exit; wc -l < data/runs.ndjson; ls data | tr '\\n' ' '",
            in: folder)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(
            run.lines,
            [
                "3",
                "feed.db feed.findings.ndjson feed.zip fetches.ndjson polylines.geojsonl runs.ndjson timetable.feeds timetable.lock ",
            ],
            run.errors)
    }

    func testArchiveAndOccupancyDaily() throws {
        let folder = TemporaryFolder()
        let run = serving(
            """
            linefeed run '\(pipelines)/archive.yaml' --once || exit
            find data/archive -name '*.pb' | wc -l
            cp '\(Checkout.root)/samples/feed.zip' data/feed.zip
            \(PipelineUseTests.archiveYesterday(in: "data"))
            linefeed run '\(pipelines)/occupancy-daily.yaml' || exit
            head -n 1 data/occupancy/*.csv | cut -c 1-31; ls data | tr '\\n' ' '
            """, in: folder)
        XCTAssertEqual(run.status, 0, run.errors)
        // Vehicle positions and trip updates.
        XCTAssertEqual(run.lines.first, "2")
        XCTAssertEqual(run.lines.dropFirst().first, "date,route_id,direction_id,hour")
        XCTAssertTrue(run.lines.last?.contains("history.db") == true, run.output)
    }

    /// The true visits of eight days, in files as performance-daily.yaml writes them, below a folder with a space. No visits
    /// and too few days are failures that say so.
    func testExpectWeekly() throws {
        let folder = TemporaryFolder()
        let run = Shell(
            """
            linefeed simulate -q --out city --routes 3 --stops 30 --vehicles 10 --start 2026-03-02T07:00:00 \
              --service-days 8 --interval 3600 --truth || exit
            mkdir -p 'da ta/performance' && cp city/feed.zip 'da ta' || exit
            export DATA='da ta'
            split() { grep '"service_date":"'"$1"'"' city/truth.ndjson | gzip >"$DATA/performance/$2.visits.ndjson.gz"; }
            linefeed run '\(pipelines)/expect-weekly.yaml' --set DAY=20260309 2>errors; echo $?
            for day in 02 03 04 05 06 07 08 09; do split 202603$day 2026-03-$day; done
            linefeed run '\(pipelines)/expect-weekly.yaml' --set DAY=20260309 2>>errors || { cat errors; exit; }
            ls "$DATA/expected"; wc -l <"$DATA/expected/days.list"
            head -n 1 "$DATA/expected/occupancies.txt"
            unzip -p "$DATA/expected/observed.zip" trips.txt | head -n 1
            linefeed departures -n --feed city/feed.zip --stop S00 --at 2026-03-16T08:00 \
              --typical "$DATA/expected/typical.ndjson" | grep -c '"typical_occupancy_status":[0-6]'
            linefeed run '\(pipelines)/expect-weekly.yaml' --set DAY=20260402 --log - 2>>errors |
              grep '"stage":"typical"' | grep -o '"status":[0-9]*'
            wc -l <"$DATA/expected/days.list"
            """, in: folder.path, environment: ["ZONE": "Australia/Brisbane", "STOP": "S02"])
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(
            run.lines,
            [
                "65", "2026-03-09.done", "board.ndjson", "check.findings.ndjson", "check.ndjson", "days.list",
                "observed.findings.ndjson", "observed.zip", "occupancies.txt", "typical.ndjson", "8",
                "trip_id,stop_sequence,occupancy_status,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
                "route_id,service_id,trip_id,trip_headsign,direction_id,block_id,shape_id,wheelchair_accessible,bikes_allowed,observed_days",
                "39", "\"status\":65", "4",
            ], run.errors)
    }

    func testPredictLoop() throws {
        let folder = TemporaryFolder()
        let run = serving(
            """
            mkdir data; cp '\(Checkout.root)/samples/feed.zip' data/feed.zip
            linefeed run '\(pipelines)/predict-loop.yaml' --once || exit
            linefeed decode-rt data/predictions.pb | grep -c '"table":"trip_updates"'
            cp data/predictions.pb first.pb
            VEHICLES_URL=http://127.0.0.1:1/none linefeed run '\(pipelines)/predict-loop.yaml' --once 2>errors
            cmp first.pb data/predictions.pb && ls data | tr '\\n' ' '
            """, in: folder)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertGreaterThan(run.lines.first.flatMap { Int($0) } ?? 0, 5, run.output)
        XCTAssertEqual(
            run.lines.last, "feed.zip predict-loop.feeds predict-loop.lock predict.state predictions.pb vehicles.pb ",
            run.errors)
    }

    func testBoard() throws {
        let folder = TemporaryFolder()
        let run = serving(
            """
            mkdir data; cp '\(Checkout.root)/samples/feed.zip' data/feed.zip
            linefeed run '\(pipelines)/board.yaml' --once || exit; ls data | tr '\\n' ' '
            UPDATES_URL=http://127.0.0.1:1/none linefeed run '\(pipelines)/board.yaml' --once --log - | grep -c '"stage":"timetable"'
            """, in: folder)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.lines, ["board.feeds board.lock board.ndjson feed.zip trip-updates.pb 1"], run.errors)
    }
}
