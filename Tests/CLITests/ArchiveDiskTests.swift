import TestSupport
import XCTest

/// What an archive needs on disk: contents that are compressed, days that are compacted, products that are removed.
final class ArchiveDiskTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func shell(_ script: String) -> Shell {
        Shell("root='\(Checkout.root)'; " + script, in: folder.path)
    }

    // MARK: Compressed contents

    func testContentsAreCompressedAndReadByStages() {
        let message = TemporaryFolder.bytes(of: Checkout.root + "/samples/vehicles-1772402100.pb") ?? []
        let feed = TemporaryFolder.bytes(of: Checkout.root + "/samples/feed.zip") ?? []
        let server = LoopbackServer { request in
            switch request.path {
            case "/feed.zip": .ok(feed)
            case "/bad.pb": .ok("<html>closed</html>")
            default: .ok(message)
            }
        }
        for (method, ending, dump) in [("gzip", "gz", "gzip -dc"), ("zstd", "zst", "zstd -dc")] {
            let run = shell(
                """
                rm -rf archive records; url='\(server.url)'
                linefeed fetch vehicles=$url/v.pb feed=$url/feed.zip --archive archive --compress \(method) > records; echo $?
                file=$(find archive/vehicles -name '*Z.pb.\(ending)'); echo ${file#archive/vehicles/????/??/??/} | cut -c 1-9
                \(dump) "$file" | cmp - "$root/samples/vehicles-1772402100.pb" && echo same
                [ $(stat -c %s "$file") -lt $(( $(stat -c %s "$root/samples/vehicles-1772402100.pb") * 2 / 3 )) ] && echo smaller
                jq -r 'select(.url | endswith("v.pb")) | .sha256' records |
                    diff - <(sha256sum < "$root/samples/vehicles-1772402100.pb" | cut -d ' ' -f 1) && echo hash
                jq -r 'select(.url | endswith("v.pb")) | .bytes' records |
                    diff - <(stat -c %s "$root/samples/vehicles-1772402100.pb") && echo bytes
                for stage in decode-rt track occupancy-report; do
                    linefeed $stage "$file" -q | sed 's/"source":"[^"]*"//' > a
                    linefeed $stage "$root/samples/vehicles-1772402100.pb" -q | sed 's/"source":"[^"]*"//' > b; cmp a b && echo $stage
                done
                cmp $(find archive/feed -name '*Z.zip') "$root/samples/feed.zip" && echo zip
                # The same content again is known, also without the list of the day, and if it is no longer compressed.
                rm archive/vehicles/newest.json; linefeed fetch vehicles=$url/v.pb --archive archive | jq .unchanged
                rm archive/vehicles/newest.json archive/vehicles/*/*/*/fetches.ndjson
                linefeed fetch vehicles=$url/v.pb --archive archive --compress \(method) | jq .unchanged
                find archive/vehicles -name '*Z*' | wc -l; jq -r .sha256 archive/vehicles/*/*/*/fetches.ndjson |
                    diff - <(sha256sum < "$root/samples/vehicles-1772402100.pb" | cut -d ' ' -f 1) && echo listed
                linefeed fetch bad=$url/bad.pb --archive archive --expect gtfs-rt --compress \(method) --retries 0 -q > /dev/null
                find archive/bad/rejected -name '*.\(ending)' | wc -l
                find archive -name '.*' -type f ! -name .lock | wc -l
                """)
            XCTAssertEqual(
                run.lines,
                [
                    "0", "vehicles-", "same", "smaller", "hash", "bytes", "decode-rt", "track", "occupancy-report",
                    "zip",
                    "true", "true", "1", "listed", "1", "0",
                ], "\(method): \(run.errors)")
        }
        let run = shell(
            """
            linefeed fetch v='\(server.url)/v.pb' -o v.pb --compress gzip; echo $?
            printf 'feeds: [{name: v, url: "\(server.url)/v.pb", archive: one, compress: gzip}]' > feeds.yaml
            linefeed fetch --feeds feeds.yaml --archive two --compress zstd > /dev/null; find one -name '*.gz' | wc -l
            sed -i 's/gzip/lzma/' feeds.yaml; linefeed fetch --feeds feeds.yaml --archive two 2>&1; echo $?
            """)
        XCTAssertEqual(
            run.lines,
            ["64", "1", "linefeed fetch: error: feeds.yaml:1: compress takes none, gzip or zstd", "78"], run.errors)
    }

    // MARK: Records that have changed

    func testOnlyWhatHasChangedIsWritten() {
        let run = shell(
            """
            message() { echo '{"table":"feed_messages","header":{"gtfs_realtime_version":"2.0","incrementality":0,"timestamp":'$1'}}'
                shift; for pair in "$@"; do echo '{"table":"feed_entities","id":"'${pair%=*}'","vehicle":{"vehicle":{"id":"'${pair%=*}'"},
            "position":{"latitude":'${pair#*=}',"longitude":1}}}' | tr -d '\n'; echo; done; }
            message 1772402101 a=1 b=1 | linefeed encode-rt -o 1.pb || exit; message 1772402102 a=1 b=2 | linefeed encode-rt -o 2.pb
            message 1772402103 b=2 | linefeed encode-rt -o 3.pb; message 1772402104 a=1 b=2 | linefeed encode-rt -o 4.pb
            linefeed decode-rt --changed 1.pb 2.pb 3.pb 4.pb --summary sum |
                jq -rc 'select(.table == "vehicle_positions") | [.feed_timestamp % 10, .entity_id, .latitude]'
            jq -c '[.read, .written, .merged]' sum
            linefeed decode-rt --changed --jobs 4 1.pb 2.pb 3.pb 4.pb | cksum > a
            cat 1.pb 2.pb 3.pb 4.pb | linefeed decode-rt --changed - | wc -l
            linefeed decode-rt --changed --jobs 1 1.pb 2.pb 3.pb 4.pb | cksum | diff a - && echo same
            linefeed decode-rt --changed --nested 1.pb; echo $?
            """)
        XCTAssertEqual(
            run.lines,
            [
                #"[1,"a",1]"#, #"[1,"b",1]"#, #"[2,"b",2]"#, #"[4,"a",1]"#,
                #"[{"feed_messages":4,"vehicle_positions":7},{"feed_messages":4,"vehicle_positions":4},{"vehicle_positions":3}]"#,
                "8", "same", "64",
            ], run.errors)
    }

    // MARK: Closed days

    /// Half an hour of a city in an archive of two feeds, on 2026-03-02.
    private let archived = """
        linefeed simulate --out city --routes 3 --stops 30 --vehicles 12 --minutes 20 --interval 15 \
            --start 2026-03-02T12:00:00+10:00 || exit
        for file in city/vehicles-*.pb city/trip-updates-*.pb; do
            kind=${file#city/}; kind=${kind%-*}; at=${file##*-}; at=${at%.pb}
            day=data/archive/$kind/$(date -u -d "@$at" +%Y/%m/%d); mkdir -p "$day"
            cp "$file" "$day/$kind-$(date -u -d "@$at" +%Y%m%dT%H%M%SZ).pb"; echo '{"table":"fetches"}' >> "$day/fetches.ndjson"
        done
        cp -r data whole; compact() { DATA=data linefeed run "$root/pipelines/archive-compact.yaml" --set DAY=20260302 "$@"; }

        """

    func testAClosedDayBecomesRecordsAndTables() {
        let run = shell(
            archived + """
                compact; echo $?; find data -type f ! -name '*.lock' | sort
                for kind in vehicles trip-updates; do
                    gzip -dc data/compact/records/feed=$kind/date=2026-03-02/records.ndjson.gz > records
                    find whole/archive/$kind -name '*.pb' | sort | linefeed decode-rt --changed --paths-from - |
                        sed 's|"source":"whole/|"source":"data/|' | cmp - records && echo $kind
                done
                # The figures of reports are those of the messages, except how old the positions of all messages were.
                gzip -dc data/compact/records/feed=vehicles/date=2026-03-02/records.ndjson.gz > compacted
                find whole/archive/vehicles -name '*.pb' | sort | linefeed decode-rt --paths-from - -o raw
                for options in 'occupancy-report --by route_id,hour --timezone Australia/Brisbane' \
                    'stop-visits --feed city/feed.zip'; do
                    for file in compacted raw; do linefeed $options $file -q | sed 's/,"position_ages":[^}]*//' > $file.out; done
                    cmp compacted.out raw.out && [ -s raw.out ] && echo same
                done
                compact; echo $?
                """)
        let files = [
            "data/compact/2026-03-02.done",
            "data/compact/feed_messages/feed=trip-updates/date=2026-03-02/feed_messages.parquet",
            "data/compact/feed_messages/feed=vehicles/date=2026-03-02/feed_messages.parquet",
            "data/compact/fetches/feed=trip-updates/date=2026-03-02/fetches.ndjson.gz",
            "data/compact/fetches/feed=vehicles/date=2026-03-02/fetches.ndjson.gz",
            "data/compact/records/feed=trip-updates/date=2026-03-02/records.ndjson.gz",
            "data/compact/records/feed=vehicles/date=2026-03-02/records.ndjson.gz",
            "data/compact/trip_updates/feed=trip-updates/date=2026-03-02/trip_updates.parquet",
            "data/compact/vehicle_positions/feed=vehicles/date=2026-03-02/vehicle_positions.parquet",
        ]
        XCTAssertEqual(Array(run.lines.prefix(1 + files.count)), ["0"] + files, run.errors)
        let rest = run.lines.dropFirst(1 + files.count)
        XCTAssertEqual(rest.prefix(2), ["vehicles", "trip-updates"], "\(run.lines) \(run.errors)")
        XCTAssertEqual(rest.count, 5, "\(run.lines) \(run.errors)")
        XCTAssertEqual(rest.last, "0")
    }

    func testNothingIsRemovedUnlessItWasReadBack() {
        let run = shell(
            archived + """
                # A message that is torn.
                torn=$(find data/archive/vehicles -name '*.pb' | sort | sed -n 3p); head -c 200 "$torn" > t; mv t "$torn"
                compact -q; echo $?; find data/archive -name '*.pb' | wc -l; ls data/compact
                cp "whole/${torn#data/}" "$torn"
                # What is written is not what the messages have.
                mkdir bin; printf '#!/bin/sh\\n/bin/gzip "$@" | sed s/bus/bos/\\n' > bin/gzip; chmod +x bin/gzip
                PATH=$PWD/bin:$PATH compact 2>&1 | grep -c 'is not what the messages contain'; find data/archive -name '*.pb' | wc -l
                # REMOVE=no keeps messages; PARQUET=no writes records alone.
                cp -r data kept
                (cd kept; DATA=. REMOVE=no PARQUET=no linefeed run "$root/pipelines/archive-compact.yaml" --set DAY=20260302
                    find . -name '*.pb' | wc -l; find . -name '*.parquet' | wc -l; find . -name records.ndjson.gz | wc -l)
                # Killed while it removes: nothing is made anew from the rest.
                compact --stage records; cksum data/compact/records/*/*/* > before
                : > data/compact/lists/.2026-03-02.trip-updates; find data/archive -name '*.pb' | sort | head -n 60 | xargs rm
                compact --stage records; cksum data/compact/records/*/*/* | diff before - && echo same
                compact; echo $?; cksum data/compact/records/*/*/* | diff before - && echo same; find data/archive -name '*.pb' | wc -l
                # A day that has not ended.
                DATA=data linefeed run "$root/pipelines/archive-compact.yaml" --set DAY=$(date -u +%Y%m%d) 2>&1 |
                    grep -c 'has not ended'
                """)
        XCTAssertEqual(
            run.lines,
            [
                "65", "160", "lists", "records", "1", "160", "160", "0", "2", "same", "0", "same", "0", "1",
            ], run.errors)
    }

    /// The reports of the last seven days may still be made when a day is compacted. In every time zone, so whatever the local
    /// time is now, the oldest of them reads no message of that day.
    func testNoReportOfTheLastWeekReadsACompactedDay() {
        let run = shell(
            """
            compacted=$(DATA=data linefeed run "$root/pipelines/archive-compact.yaml" --dry-run | sed -n 's/^DAY=//p')
            end=$(date -u -d "$compacted + 1 day" +%Y%m%dT%H%M%SZ)
            for zone in GMT-14 GMT-13 GMT-11 GMT-9 GMT-7 GMT-5 GMT-3 GMT-1 GMT+1 GMT+3 GMT+5 GMT+7 GMT+9 GMT+11 GMT+12; do
                for kind in occupancy performance; do
                    report() { ZONE=Etc/$zone linefeed run "$root/pipelines/$kind-daily.yaml" --dry-run "$@"; }
                    oldest=$(date -u -d "$(report | sed -n 's/^DAY=//p') - 6 days" +%Y%m%d)
                    begin=$(report --set DAY="$oldest" | sed -n 's/^FROM=//p')
                    [ -n "$begin" ] && ! [ "$begin" \\< "$end" ] && echo after || echo "$kind $zone reads $begin, before $end"
                done
            done | sort | uniq -c | tr -s ' '
            """)
        XCTAssertEqual(run.lines, [" 30 after"], run.errors)
    }

    // MARK: Products

    func testReportsAndWhatTheyWereMadeFromAreRemovedByAge() {
        let run = shell(
            """
            mkdir -p data/occupancy data/performance/2020-01-01.tides
            for day in 2020-01-01 2026-01-01; do
                touch data/occupancy/$day.positions.ndjson.gz data/occupancy/$day.csv data/performance/$day.visits.ndjson.gz
                touch data/performance/$day.records.ndjson.gz data/performance/$day.html
            done
            touch data/occupancy/mine.csv
            find data -name '2026-*' -exec touch -d '-40 days' {} +
            find data -name '2020-*' -exec touch -d '-4000 days' {} +
            for kind in occupancy performance; do
                ZONE=UTC linefeed run "$root/pipelines/$kind-daily.yaml" --stage tidy; echo $?
            done; find data -mindepth 2 | sort
            touch -d '-40 days' data/occupancy/2026-01-01.csv
            ZONE=UTC KEEP_REPORTS=30d linefeed run "$root/pipelines/occupancy-daily.yaml" --stage tidy; ls data/occupancy
            """)
        XCTAssertEqual(
            run.lines,
            [
                "0", "0", "data/occupancy/2026-01-01.csv", "data/occupancy/mine.csv",
                "data/performance/2026-01-01.html",
                "mine.csv",
            ], run.errors)
    }

    // MARK: The log of stages

    /// logrotate moves the log, makes a new one or none, and sends SIGHUP or nothing.
    func testTheLogGoesOnAfterSIGHUP() {
        let run = shell(
            """
            printf 'stages: [{name: a, run: "true", hold: 100ms, next: a}]' > p.yaml
            setsid linefeed run p.yaml --log log & run=$!
            until [ -s log ]; do sleep 0.1; done; mv log log.1; kill -HUP $run
            for n in $(seq 100); do [ -s log ] && break; sleep 0.1; done
            [ -s log ] && echo goes on; kill -0 $run && echo lives
            jq -s 'map(.turn) | . == [range(1; length + 1)]' log.1 log | head -n 1
            kill -TERM $run; wait $run; echo $?
            cat log.1 log | jq -s 'map(.turn) | . == [range(1; length + 1)]'
            # Without a log there is nothing to open: SIGHUP ends the run, as a closed terminal does.
            setsid linefeed run p.yaml & run=$!; sleep 1; kill -HUP $run; wait $run; echo $?
            """)
        XCTAssertEqual(run.lines, ["goes on", "lives", "true", "143", "true", "129"], run.errors)
    }
}
