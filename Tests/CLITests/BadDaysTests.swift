import TestSupport
import XCTest

/// Bad days of the table in docs/pipelines.md that no other test has.
final class BadDaysTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func shell(_ script: String, _ environment: [String: String] = [:]) -> Shell {
        Shell(
            """
            until_() { for _ in $(seq 1500); do eval "$1" && return; sleep 0.02; done; echo "in vain: $1"; }
            pipelines='\(Checkout.root)/pipelines'; samples='\(Checkout.root)/samples'

            """ + script, in: folder.path,
            environment: environment.merging(["no_proxy": "127.0.0.1,localhost"]) { _, new in new })
    }

    /// A server whose certificate has expired, and who then renews it.
    func testACertificateExpires() {
        folder.write(
            """
            import http.server, os, ssl, threading, time
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("old.pem", "key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_address[1], flush=True)
            def renew():
                while not os.path.exists("renewed"): time.sleep(0.05)
                context.load_cert_chain("good.pem", "key.pem")
            threading.Thread(target=renew, daemon=True).start()
            server.serve_forever()
            """, "serve.py")
        let run = shell(
            """
            { openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 30
            openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN=localhost; } 2> /dev/null
            echo 'subjectAltName=DNS:localhost' > names
            for one in 'old -1' 'good 30'; do openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial \
                -out ${one% *}.pem -days ${one#* } -extfile names 2> /dev/null; done
            cp "$samples"/vehicles-1772402100.pb v.pb
            python3 serve.py > port 2> /dev/null & server=$!
            until_ '[ -s port ]'
            export CURL_CA_BUNDLE=$PWD/ca.pem VEHICLES_URL="https://localhost:$(cat port)/v.pb?key=UNSEENKEY2"
            linefeed run "$pipelines/archive.yaml" --metrics m.prom 2> errors & child=$!
            trap 'kill $child $server 2>/dev/null' EXIT
            until_ '[ -e alerts ]'; linefeed run "$pipelines/archive.yaml" --status > stale; echo $?
            grep -o '"last_error":"[^"]*"' stale
            touch renewed; until_ 'grep -q back alerts'; linefeed run "$pipelines/archive.yaml" --status > again; echo $?
            kill $child; wait $child; cut -d : -f 1-2 alerts
            grep -c 'certificate has expired' errors; grep -c 'no fetch has succeeded for' errors; grep -c 'fetched again after' errors
            find data/archive -name '*Z.pb' | wc -l; grep -rl UNSEENKEY2 data errors alerts m.prom
            """,
            [
                "EVERY": "200ms", "ALERT_AFTER": "1s", "ON_STALE": "echo \"stale $LINEFEED_FEEDS: \" >> alerts",
                "ON_RECOVER": "echo \"back $LINEFEED_FEEDS: \" >> alerts",
            ])
        XCTAssertEqual(
            run.lines,
            [
                "1", #""last_error":"SSL certificate problem: certificate has expired""#, "0", "stale vehicles: ",
                "back vehicles: ", "2", "1", "1", "1",
            ], run.output + run.errors + (TemporaryFolder.text(of: folder.path + "/errors") ?? ""))
    }

    /// Without zone files the archive goes on, a report says so, and makes up the days when they are back.
    func testTheZoneFilesAreMissing() {
        let message = TemporaryFolder.bytes(of: Checkout.root + "/samples/vehicles-1772402100.pb") ?? []
        let server = LoopbackServer { _ in .ok(message) }
        let run = shell(
            """
            mkdir none; export VEHICLES_URL='\(server.url)/v' ZONE=Australia/Brisbane
            TZDIR=$PWD/none linefeed run "$pipelines/archive.yaml" --once; echo $?
            find data/archive -name '*Z.pb' | wc -l
            cp "$samples/feed.zip" data
            \(PipelineUseTests.archiveYesterday(in: "data"))
            TZDIR=$PWD/none linefeed run "$pipelines/occupancy-daily.yaml" --days 1 2> said; echo $?
            grep -c "cannot look up time zone 'Australia/Brisbane': .*install tzdata, or set TZDIR" said; ls data
            linefeed run "$pipelines/occupancy-daily.yaml" --days 1 2> /dev/null; echo $?
            ls data/occupancy/*.csv | wc -l
            """)
        XCTAssertEqual(
            run.lines,
            ["0", "1", "78", "1", "archive", "archive.feeds", "archive.lock", "feed.zip", "polls", "0", "1"], run.errors
        )
    }

    /// The program's file is replaced under a run, as a package's upgrade does, and the run restarted. Each content that was
    /// served is in the archive once, and the history of the old format is upgraded.
    func testTheProgramIsUpgradedUnderARun() {
        let server = LoopbackServer { request in
            let time = 1_772_402_100 + request.earlier
            var varint: [UInt8] = []
            var rest = time
            while rest > 127 {
                varint.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            varint.append(UInt8(rest))
            let header = [0x0A, 3] + Array("2.0".utf8) + [0x18] + varint
            return .ok([0x0A, UInt8(header.count)] + header)
        }
        let run = shell(
            """
            export VEHICLES_URL='\(server.url)/v' EVERY=100ms
            # No folder in PATH has it, so stages start the program that runs the pipeline, by the path that it had.
            mkdir bin; cp "$(command -v linefeed)" bin/linefeed; path=$(printf '%s' "$PATH" | tr : '\\n' |
                while read -r folder; do [ -x "$folder/linefeed" ] || printf '%s:' "$folder"; done)
            loop() { PATH=$path bin/linefeed run loop.yaml --log loop.ndjson 2>> errors; }
            gzip -dc '\(Checkout.root)/Tests/CLITests/Formats/history-1.db.gz' > h.db
            cat > loop.yaml <<'END'
            stages:
              - {name: poll, run: "linefeed fetch v=${VEHICLES_URL} --archive loop --records polls --retries 0", hold: 50ms}
              - {name: keep, pipe: ["cat polls", "linefeed store h.db"], next: poll}
            END
            PATH=$path bin/linefeed run "$pipelines/archive.yaml" 2>> errors & one=$!
            loop & two=$!
            trap 'kill $one $two 2>/dev/null' EXIT
            files() { find $1 -name '*Z*.pb' 2> /dev/null | wc -l; }
            until_ '[ $(files data) -ge 5 ] && [ $(files loop) -ge 3 ]'
            # As dpkg does it: a new file takes the name.
            { cat bin/linefeed; echo new; } > bin/linefeed.dpkg-new; chmod +x bin/linefeed.dpkg-new; mv bin/linefeed.dpkg-new bin/linefeed
            before=$(files data) loops=$(files loop)
            until_ '[ $(files data) -ge $((before + 5)) ] && [ $(files loop) -ge $((loops + 3)) ]'
            kill -0 $one && kill -0 $two && echo both live
            kill $one; wait $one; PATH=$path bin/linefeed run "$pipelines/archive.yaml" 2>> errors & one=$!
            before=$(files data); until_ '[ $(files data) -ge $((before + 5)) ]'
            kill $one; wait $one; pkill -TERM -P $two; wait $two
            grep -v 'upgraded from format' errors; grep -c 'h.db: upgraded from format 1' errors
            find data loop -name '*Z*.pb' | linefeed decode-rt --paths-from - -q | jq .timestamp | sort -n > seen
            uniq -d seen | wc -l; tail -n 1 seen; wc -l < seen
            sqlite3 h.db 'PRAGMA integrity_check'
            """)
        XCTAssertEqual(run.lines.count, 6, "\(run.lines) \(run.errors)")
        XCTAssertEqual(run.lines.prefix(3), ["both live", "1", "0"], "\(run.lines) \(run.errors)")
        // Nothing that was served is missing, unless the end of a run broke off a response.
        let served = Int(run.lines.dropFirst(3).first ?? "").map { $0 - 1_772_402_100 + 1 } ?? 0
        let kept = Int(run.lines.dropFirst(4).first ?? "") ?? 0
        XCTAssertGreaterThan(kept, 20)
        XCTAssertTrue((served - 3...served).contains(kept), "\(kept) of \(served)")
        XCTAssertEqual(run.lines.last, "ok")
    }

    /// At noon an agency publishes a timetable with other trip ids, and its realtime has them from then on.
    func testTheTripIdsChangeAtNoon() {
        let run = shell(
            """
            linefeed simulate --out city --routes 3 --stops 30 --vehicles 12 --minutes 30 --interval 30 \
                --start 2026-03-02T12:00:00+10:00 || exit
            mkdir -p data/archive/vehicles/2026/03/02 new
            # The new timetable: every trip id begins with N.
            (cd new && unzip -q ../city/feed.zip); for file in new/trips.txt new/stop_times.txt new/frequencies.txt; do
                [ -e $file ] || continue
                python3 - $file <<'END'
            import csv, sys
            rows = list(csv.reader(open(sys.argv[1], encoding="utf-8-sig", newline="")))
            place = rows[0].index("trip_id")
            csv.writer(open(sys.argv[1], "w", encoding="utf-8", newline="")).writerows(
                [rows[0]] + [row[:place] + ["N" + row[place]] + row[place + 1:] for row in rows[1:]])
            END
            done; (cd new && zip -q ../new.zip *.txt); cp new.zip data/feed.zip
            number=0; for file in $(ls city/vehicles-*.pb | sort); do
                at=${file#*-}; at=${at%.pb} number=$((number + 1))
                to=data/archive/vehicles/2026/03/02/vehicles-$(date -u -d "@$at" +%Y%m%dT%H%M%SZ).pb
                if [ $number -le 30 ]; then cp $file $to; else
                    linefeed decode-rt --nested $file -q | sed 's/"trip_id":"/&N/g' | linefeed encode-rt -o $to; fi
            done
            export ZONE=Australia/Brisbane
            report() { linefeed run "$pipelines/performance-daily.yaml" --set DAY=20260302; echo $?
                jq -r 'select(.code == "match_report") | .message' data/performance/2026-03-02.findings.ndjson
                jq -r 'select(.code == "unmatched_trip_id") | .value' data/performance/2026-03-02.findings.ndjson | ids
                gzip -dc data/performance/2026-03-02.visits.ndjson.gz |
                    jq -r 'select(.table == "stop_visits" and .schedule_relationship != "Missing") | .trip_id' | sort -u | ids; }
            ids() { cut -c 1 | sort | uniq -c | awk '{ print $2, $1 }' | tr '\n' ' '; echo; }
            # With the timetable of the afternoon, and the day made up with that of the morning.
            report; FEED=city/feed.zip report
            """)
        XCTAssertEqual(
            run.lines,
            [
                "0", "the feed has 10 of 23 trips, 3 of 3 routes, 30 of 30 stops", "B 5 ", "N 8 ",
                "0", "the feed has 13 of 23 trips, 3 of 3 routes, 30 of 30 stops", "N 5 ", "B 6 R 5 ",
            ], run.errors)
    }
}
