import TestSupport
import XCTest

/// The pipelines as people start them: by cron's lines with an empty environment, and as the scripts of `--print-shell`.
final class PipelineUseTests: XCTestCase {
    /// A city of today, so that boards have departures.
    private static let city: TemporaryFolder = {
        let folder = TemporaryFolder()
        let made = Shell(
            "linefeed simulate --out . --routes 3 --stops 30 --vehicles 10 --minutes 1 --start $(date -u +%FT00:00:00)Z",
            in: folder.path)
        XCTAssertEqual(made.status, 0, made.errors)
        return folder
    }()

    /// Puts the city's snapshots of noon on Brisbane's last service day that has ended into an archive below `data`, named as `fetch` names them.
    static func archiveYesterday(in data: String) -> String {
        """
        linefeed simulate --out yesterday --routes 3 --stops 30 --vehicles 10 --minutes 1 \
          --start "$(TZ=Australia/Brisbane date -d '-31 hours' +%FT12:00:00)+10:00" || exit
        for file in yesterday/vehicles-*.pb; do
          at=${file#*-}; at=${at%.pb}
          day=\(data)/archive/vehicles/$(date -u -d "@$at" +%Y/%m/%d)
          mkdir -p "$day" && cp "$file" "$day/vehicles-$(date -u -d "@$at" +%Y%m%dT%H%M%SZ).pb"
        done
        """
    }

    /// The city's feed with a trip every ten minutes of day and night: a board of now has departures whenever it is looked at.
    private static func addShuttle(to city: String) throws {
        let more = [
            "trips.txt": "R-T1,shuttle,night,Round the clock,0,,,1,1\n",
            "calendar.txt": "shuttle,1,1,1,1,1,1,1,20200101,20991231\n",
            "stop_times.txt": "night,00:00:00,00:00:00,S00-1,1,0,1,,1\nnight,00:05:00,00:05:00,S02-1,2,1,0,,1\n",
        ]
        let feed = try ZipContents(try XCTUnwrap(TemporaryFolder.bytes(of: city + "/feed.zip")))
        let entries = feed.entries.map { name, bytes in
            ZipBuilder.Entry(name, bytes: bytes + Array((more[name] ?? "").utf8))
        }
        let times = ZipBuilder.Entry(
            "frequencies.txt", "trip_id,start_time,end_time,headway_secs,exact_times\nnight,00:00:00,24:00:00,600,1\n")
        TemporaryFolder.put(ZipBuilder(entries + [times]).bytes, at: city + "/around-the-clock.zip")
    }

    private func server() throws -> LoopbackServer {
        let city = PipelineUseTests.city.path
        let names = Checkout.names(in: city)
        func file(_ prefix: String) throws -> LoopbackAnswer {
            let name = try XCTUnwrap(names.first { $0.hasPrefix(prefix) })
            return .ok(try XCTUnwrap(TemporaryFolder.bytes(of: "\(city)/\(name)")), ["ETag: \"\(name)\""])
        }
        return LoopbackServer([
            "/gtfs.zip": [try file("feed.zip")], "/vehicles.pb": [try file("vehicles-")],
            "/trip-updates.pb": [try file("trip-updates-")],
        ])
    }

    // MARK: cron

    /// Each line of `pipelines/cron`, with nothing in the environment but what cron and the file itself put there.
    func testTheCrontabsLinesRunInAnEmptyEnvironment() throws {
        let server = try server()
        defer { server.stop() }
        let folder = TemporaryFolder()
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/pipelines/cron/linefeed"))
        // What is at other places here than where it is installed.
        func here(_ text: String) -> String {
            text.replacing("/usr/local/share/linefeed/pipelines", with: Checkout.root + "/pipelines")
                .replacing("/usr/local/bin", with: Shell.products)
                .replacing("/var/lib/linefeed", with: folder.path + "/lib")
                .replacing("https://transit.example.com", with: server.url)
        }
        var settings: [String] = []
        var commands: [String] = []
        for line in here(text).split(separator: "\n") where !line.hasPrefix("#") {
            if line.first?.isUppercase == true {
                settings.append("'\(line)'")
            } else {
                let words = line.split(separator: " ", maxSplits: 6)
                XCTAssertEqual(words[5], "linefeed", "the user")
                commands.append(String(words[6]))
            }
        }
        XCTAssertEqual(commands.count, 7)
        let copied = Shell(
            PipelineUseTests.archiveYesterday(in: "lib/city"), in: folder.path)
        XCTAssertEqual(copied.status, 0, copied.errors)
        // Visits of one minute are too few to expect anything; PipelineFilesTests has the weekly line with more days.
        for command in commands where !command.contains("expect-weekly") {
            let ends = command.contains("--if-locked") ? " --once" : ""
            let run = Shell(
                "env -i HOME=/tmp LOGNAME=linefeed \(settings.joined(separator: " ")) /bin/sh -c '\(command)\(ends)'",
                in: folder.folder())
            XCTAssertEqual(run.status, 0, command + run.errors)
            XCTAssertEqual(run.output + run.errors, "", "cron would mail it")
        }
        let made = Shell(
            "cd lib/city && ls . && wc -l < runs.ndjson", in: folder.path)
        for name in [
            "feed.db", "feed.zip", "history.db", "occupancy", "performance", "polylines.geojsonl", "predictions.pb",
            "runs.ndjson",
        ] {
            XCTAssertTrue(made.lines.contains(name), "\(name): \(made.output)")
        }
        XCTAssertEqual(made.lines.last, "21")
    }

    /// A line of cron's while the archive runs says nothing, and one that fails says why.
    func testCronHearsOfFailuresOnly() throws {
        let folder = TemporaryFolder()
        let script = """
            run() { env -i PATH='\(Shell.products):/usr/bin:/bin' DATA=data FEED_URL=http://127.0.0.1:1/x VEHICLES_URL=http://x/ \
              linefeed run '\(Checkout.root)/pipelines/'"$@"; }
            mkdir data; exec 9<> data/archive.lock; flock 9
            run archive.yaml --if-locked quiet 2>&1; echo $?
            run archive.yaml 2> /dev/null; echo $?
            exec 9>&-
            run timetable.yaml --stage store 2>&1; echo $?
            """
        let run = Shell(script, in: folder.path)
        XCTAssertEqual(run.lines.prefix(2), ["0", "75"], run.output)
        XCTAssertEqual(run.lines.last, "66", run.output)
        XCTAssertTrue(run.output.contains("data/feed.zip"), run.output)
    }

    // MARK: --print-shell

    /// Runs a pipeline in one folder and its printed script in another, and compares what `look` prints in each.
    private func compare(
        _ name: String, _ server: LoopbackServer, prepare: String = "mkdir data", once: Bool = false,
        file: StaticString = #filePath, line: UInt = #line, _ look: String
    ) throws -> [String] {
        let folder = TemporaryFolder()
        let pipeline = "linefeed run '\(Checkout.root)/pipelines/\(name).yaml'\(once ? " --once" : "")"
        let variables = [
            "FEED_URL": "\(server.url)/gtfs.zip", "VEHICLES_URL": "\(server.url)/vehicles.pb",
            "UPDATES_URL": "\(server.url)/trip-updates.pb", "ZONE": "Australia/Brisbane", "STOP": "S00",
            "CITY": PipelineUseTests.city.path,
        ]
        var seen: [String: [String]] = [:]
        // The third time tells whether the clock alone changes what is seen: then all is done again.
        for attempt in 1...5 {
            for (place, command) in [
                ("run", pipeline), ("script", "\(pipeline) --print-shell > script.sh && bash script.sh"),
                ("again", pipeline),
            ] {
                let run = Shell(
                    """
                    set -o pipefail; mkdir '\(place)-\(attempt)' && cd '\(place)-\(attempt)' || exit 99
                    { \(prepare); } || exit 98
                    { \(command); } || exit
                    \(look)
                    """, in: folder.path, environment: variables)
                XCTAssertEqual(run.status, 0, "\(place): \(run.output)\(run.errors)", file: file, line: line)
                seen[place] = run.lines
            }
            if seen["run"] == seen["again"] { break }
        }
        let lines = try XCTUnwrap(seen["run"])
        XCTAssertFalse(lines.isEmpty, file: file, line: line)
        XCTAssertEqual(seen["script"], lines, file: file, line: line)
        return lines
    }

    private static let clock = "sed -E 's/\"(at|elapsed_ms)\":[0-9]+,//g'"

    func testTimetableAsAScript() throws {
        let server = try server()
        defer { server.stop() }
        let lines = try compare(
            "timetable", server,
            """
            ls data; sha256sum data/feed.zip data/polylines.geojsonl data/feed.findings.ndjson
            \(PipelineUseTests.clock) data/fetches.ndjson
            sqlite3 data/feed.db 'UPDATE linefeed_meta SET loaded_at = NULL' .dump | sha256sum
            """)
        XCTAssertEqual(lines.first, "feed.db", lines.joined(separator: "\n"))
        XCTAssertEqual(lines.filter { $0.contains("\"fetches\"") }.count, 1)
    }

    func testArchiveAsAScript() throws {
        let server = try server()
        defer { server.stop() }
        let lines = try compare(
            "archive", server, once: true,
            """
            name='s/[0-9]{4}.[0-9]{2}.[0-9]{2}(.(vehicles|trip-updates)-[0-9TZ]*)?/DAY/g'
            find data ! -name '*.lock' | sed -E "$name" | sort
            find data -name '*.pb' -exec sha256sum {} + | cut -c 1-64 | sort
            cat data/polls/* | \(PipelineUseTests.clock) | sed -E "$name" | sort
            """)
        XCTAssertEqual(lines.filter { $0.hasSuffix(".pb") }.count, 2, lines.joined(separator: "\n"))
    }

    func testOccupancyDailyAsAScript() throws {
        let server = try server()
        defer { server.stop() }
        let lines = try compare(
            "occupancy-daily", server,
            prepare: PipelineUseTests.archiveYesterday(in: "data") + "\ncp yesterday/feed.zip data/feed.zip",
            """
            ls data/occupancy data; cat data/occupancy/*.csv
            zcat data/occupancy/*.gz; cat data/occupancy/*.findings.ndjson; sqlite3 data/history.db .dump
            """)
        XCTAssertTrue(lines.contains { $0.hasPrefix("date,route_id,direction_id,hour,") })
        XCTAssertTrue(
            lines.contains { $0.hasPrefix("INSERT INTO occupancy ") }, lines.suffix(5).joined(separator: "\n"))
    }

    func testBoardAsAScript() throws {
        let server = try server()
        defer { server.stop() }
        let prepare = "mkdir data && cp \"$CITY\"/around-the-clock.zip data/feed.zip"
        try PipelineUseTests.addShuttle(to: PipelineUseTests.city.path)
        let look = "sed -E 's/\"countdown_seconds\":-?[0-9]+,//; s/\"at\":[0-9]+,//' data/board.ndjson"
        let lines = try compare("board", server, prepare: prepare, once: true, look)
        XCTAssertTrue(lines.last?.hasPrefix("{\"table\":\"match_reports\"") == true, "\(lines)")
        // Where realtime cannot be had: the timetable.
        let without = try compare(
            "board", server, prepare: prepare + " && export UPDATES_URL=http://127.0.0.1:1/", once: true, look)
        XCTAssertFalse(without.contains { $0.contains("match_reports") })
        for board in [lines, without] {
            XCTAssertGreaterThan(board.filter { $0.hasPrefix("{\"table\":\"departures\"") }.count, 0, "\(board)")
        }
    }
}
