import TestSupport
import XCTest

/// `--feed` of a folder, whose rows are not scanned, says what `--feed` of its records says.
final class FeedRowsTests: XCTestCase {
    private let folder = TemporaryFolder()

    func testCellsOfAllKindsAreReadAsTheirRecordsAre() {
        let run = Shell(
            #"""
            mkdir feed && cd feed
            printf 'agency_id,agency_name,agency_url,agency_timezone\n1,"A ""quoted"" \\ name",http://a,Europe/Berlin\n' > agency.txt
            printf 'stop_id,stop_name,stop_lat,stop_lon,parent_station,location_type\n' > stops.txt
            printf '"a""b","Tab\there",52.5,13.4,,0\na\\b,é, 52.50 ,+13.41,,\n c ,,1e400,13.42,,x\nd,,52.51,1.342e1,"",007\n' >> stops.txt
            printf 'route_id,agency_id,route_short_name,route_type,route_color,table\n"r ""1""",1,007,3,ff0000,stops\nr2,1,,x,zz,trips\n' > routes.txt
            printf 'route_id,service_id,trip_id,trip_headsign,direction_id\n"r ""1""",s,"t\\1","To ""b""",1\nr2,s,t2,,\n' > trips.txt
            printf 'trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type\n' > stop_times.txt
            printf '"t\\1", 8:00:00,8:00:00,"a""b",1,\n"t\\1",8:10:00,,a\\b,02,9\n"t\\1",25:61:00,8:20:00,d,3,0\n' >> stop_times.txt
            printf 't2,8:00:00,8:00:00,"a""b",1,\nt2,8:09:00,8:09:00,d,2,\nt2,8:19:00,8:19:00,"a""b",x,\n' >> stop_times.txt
            printf 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\ns,1,1,1,1,1,1,1,20260301,20260310\n' > calendar.txt
            cd ..
            linefeed ingest -q feed > records.ndjson
            for feed in feed records.ndjson; do
                {
                    linefeed build-polylines -q --pins --by trip --feed $feed
                    linefeed build-polylines -q --by route --feed $feed
                    linefeed departures -q -n --stop d --stop 'a"b' --feed $feed --at 2026-03-02T07:00
                } > out-$(basename $feed .ndjson)
            done
            cmp out-feed out-records && grep -c . out-feed
            grep -o '"departures":[1-9]' out-feed
            grep -c LineString out-feed
            """#, in: folder.path)
        XCTAssertEqual(run.lines.dropFirst(), ["\"departures\":2", "4"], run.output + run.errors)
        XCTAssertGreaterThan(Int(run.lines.first ?? "") ?? 0, 8)
    }
}
