import TestSupport
import XCTest

/// What stages write and report of a feed does not depend on the number of threads that read it, however odd its rows are:
/// rows with missing, wrong and very large values, quoted ids, keys that repeat, and trips that come again.
final class OddRowsTests: XCTestCase {
    private let folder = TemporaryFolder()

    private static let feed = """
        set -e
        mkdir feed && cd feed
        printf 'agency_id,agency_name,agency_url,agency_timezone\\nA,Harbour,https://a.example,Europe/Berlin\\n' > agency.txt
        printf 'route_id,agency_id,route_short_name,route_type\\nR1,A,1,3\\nR2,A,2,3\\n' > routes.txt
        printf 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\\n' > calendar.txt
        printf 'W,1,1,1,1,1,1,1,20260301,20260331\\n' >> calendar.txt
        awk 'BEGIN { print "stop_id,stop_name,stop_lat,stop_lon"
            for (i = 0; i < 60; i++) printf "S%d,Stop %d,%.5f,%.5f\\n", i, i, 52 + i / 100, 13 + (i * i % 70) / 100
            print "\\303\\274,Umlaut,52.3,13.4"; print "\\"a\\"\\"b\\",Quote,52.4,13.5" }' > stops.txt
        # Long ids make the file large enough for several threads.
        long=-of-the-line-along-the-harbour-and-back-again-by-the-bridge
        awk -v long=$long 'BEGIN { print "route_id,service_id,trip_id,direction_id"
            for (i = 0; i < 800; i++) printf "R%d,W,T%d%s,%d\\n", 1 + i % 2, i, long, i % 2 }' > trips.txt
        awk -v long=$long -v columns="$COLUMNS_MORE" 'BEGIN {
            print "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,timepoint," \\
                "shape_dist_traveled" columns
            for (i = 0; i < 800; i++) for (k = 0; k < 20; k++) {
                time = sprintf("%02d:%02d:00", 5 + i % 20, k * 2 + i % 7)
                row = "T" i long "," time "," time ",S" ((i % 3) * 20 + k) "," k ",,,1," k * 500
                n = i * 20 + k
                if (n % 997 == 3) row = "T" i long "," time "," time ",S" k "," k ",7,,2,"
                if (n % 997 == 5) row = "T" i long ",,,S" k "," k ",1,3,0,"
                if (n % 997 == 7) row = "T" i long "," time ",25:61:00,S" k "," k ",2,1,,-1"
                if (n % 997 == 9) row = "T" i long "," time "," time ",," k ",,,,"
                if (n % 997 == 11) row = "T" i long "," time "," time ",S" k ",x,,,,"
                if (n % 997 == 13) row = "," time "," time ",S" k "," k ",,,,"
                if (n % 997 == 15) row = "T" i long "," time "," time ",\\"a\\"\\"b\\"," k ",,,,"
                if (n % 997 == 17) row = "T" i long "," time "," time ",\\303\\274," k ",,,,"
                if (n % 997 == 19) row = "T" i long "," time "," time ",S" k ",5000000000,,,,"
                if (n % 997 == 21) row = "T" i long "," time "," time ",S" k ",0,,,,"
                if (n % 997 == 23) row = "T" i ",2000:00:00,2000:00:00,gone," k ",,,,1e400"
                if (n % 997 == 25) row = "T" (i - 1) long "," time "," time ",S" k "," k ",,,,"
                print row (columns == "" ? "" : n % 500 == 1 ? ",L1,There" : ",,")
            } }' > stop_times.txt
        [ "$(wc -c < stop_times.txt)" -gt 1200000 ]
        cd ..
        for i in $(seq 0 40); do
            time=$((1772424000 + i * 60))
            printf '{"table":"vehicle_positions","trip_id":"T3%s","vehicle_id":"v",' $long
            printf '"timestamp":%d,"latitude":%s,"longitude":13.1,"feed_timestamp":%d}\\n' $time "52.0$i" $time
        done > positions.ndjson
        """

    private static let stages = [
        "build-polylines feed", "build-polylines --feed feed --pins --date 2026-03-02",
        "service-levels --feed feed --by stop_id,hour", "service-levels --feed feed --by route_id",
        "stop-visits positions.ndjson --feed feed", "predict positions.ndjson --feed feed",
        "check feed --at 2026-03-02", "build-polylines feed second", "check feed --at 2026-03-02 --where trip_id='T3*'",
        "build-polylines feed --where route_id=R1",
    ]

    func testTheNumberOfThreadsChangesNothing() {
        for more in ["", ",location_id,stop_headsign"] {
            let made = Shell(
                """
                rm -rf *; export COLUMNS_MORE='\(more)'
                \(OddRowsTests.feed)
                # Another feed with the same ids: trips that come again, and stop times that follow them.
                cp -r feed second; sed -i 's/R1,W/R2,W/' second/trips.txt
                """, in: folder.path)
            XCTAssertEqual(made.status, 0, made.errors)
            var outputs: Set<String> = []
            for stage in OddRowsTests.stages {
                func run(_ jobs: Int) -> Shell {
                    Shell(
                        """
                        linefeed \(stage) --jobs \(jobs) --diagnostics found --rejects rejects --summary summary > out; s=$?
                        sha256sum < out; wc -l < out; cat found rejects
                        sed 's/"elapsed_ms":[0-9]*//; s/"peak_rss_bytes":[0-9]*//' summary
                        exit $s
                        """, in: folder.path)
                }
                let one = run(1)
                XCTAssertTrue([0, 1, 65].contains(one.status), "\(stage): \(one.errors)")
                XCTAssertNotEqual(one.lines.dropFirst().first, "0", stage)
                outputs.insert(one.output)
                let other = run(3)
                XCTAssertEqual(other.status, one.status, stage)
                XCTAssertEqual(other.output, one.output, stage)
                XCTAssertEqual(other.errors, one.errors, stage)
            }
            XCTAssertEqual(outputs.count, OddRowsTests.stages.count)
        }
    }
}
