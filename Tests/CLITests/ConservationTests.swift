import TestSupport
import XCTest

/// In every stage's summary read + made = written + rejected + ignored + merged + filtered, over all real and broken feeds.
final class ConservationTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// Runs a pipe whose last stage says its figures, and checks those of every stage in it.
    private func assertBalanced(_ stages: [String], file: StaticString = #filePath, line: UInt = #line) throws {
        let pipe = stages.enumerated().map { "\($1) -q --summary '\(folder.path)/s\($0)'" }.joined(separator: " | ")
        let run = Shell("rm -f '\(folder.path)'/s*; \(pipe) > /dev/null")
        XCTAssertTrue([0, 1, 65].contains(run.status), "\(pipe): \(run.errors)", file: file, line: line)
        for index in stages.indices {
            let text = TemporaryFolder.text(of: folder.path + "/s\(index)") ?? ""
            let figures = try Conservation(text.split(separator: "\n").first.map(String.init) ?? "")
            XCTAssertEqual(figures.read, figures.accounted, "\(stages[index]): \(text)", file: file, line: line)
        }
    }

    func testFeedsAndPolylines() throws {
        try XCTSkipIf(RealData.folder == nil, "no real feeds: set LINEFEED_REAL_DATA")
        let zips = RealData.files(in: "static", suffix: ".zip") + RealData.files(in: "bad/gtfs", suffix: ".zip")
        XCTAssertGreaterThan(zips.count, 40)
        for zip in zips where !zip.hasSuffix("unknown_format.zip") && !zip.hasSuffix("upgrade_translations.zip") {
            try assertBalanced(["linefeed ingest '\(zip)'", "linefeed build-polylines --pins"])
        }
        let seattle = zips.first { $0.contains("seattle") } ?? ""
        for options in [
            "--by trip --geometry auto", "--by route --geometry shapes --simplify 10", "--route nothing",
            "--where stop_id!=1-431 --where direction_id=0,1 --pins",
        ] {
            try assertBalanced(["linefeed ingest '\(seattle)'", "linefeed build-polylines \(options)"])
        }
        for policy in ["first", "last", "reject"] {
            for name in ["duplicate_stop", "duplicate_stop_sequence", "duplicate_schedule_id"] {
                let zip = zips.first { $0.contains(name + ".zip") } ?? ""
                try assertBalanced(["linefeed ingest '\(zip)' --duplicates \(policy)"])
            }
        }
    }

    func testRowsThatAreRejectedOnTheWayToAStage() throws {
        let text = { (name: String, rows: String) in self.folder.write(rows, "feed/" + name + ".txt") }
        mkdir(folder.path + "/feed", 0o755)
        _ = text("agency", "agency_id,agency_name,agency_url,agency_timezone\n1,A,http://a.example,Europe/Oslo\n")
        _ = text("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,A,1,1\nB,B,1,2\n")
        // A row that has a cell too many.
        _ = text("routes", "route_id,route_short_name,route_type\nR,1,3\nS,2,3,4\n")
        _ = text("trips", "trip_id,route_id,service_id\nT,R,X\n")
        _ = text("calendar_dates", "service_id,date,exception_type\nX,20260302,1\n")
        _ = text(
            "stop_times", "trip_id,stop_id,stop_sequence,arrival_time,departure_time\nT,A,1,8:00:00,8:00:00\nT,B,2,,\n")
        for stage in [
            "build-polylines --feed", "check --at 2026-03-02", "service-levels --feed", "select --route R --feed",
            "departures -n --stop A --at 2026-03-02T07:00 --feed", "diff samples/feed.zip",
        ] {
            try assertBalanced(["linefeed \(stage) '\(folder.path)/feed'"])
        }
        // A message with a damaged entity, beside a feed.
        var message = try XCTUnwrap(TemporaryFolder.bytes(of: Checkout.root + "/samples/vehicles-1772402100.pb"))
        message[200] = 0xFF
        let path = folder.write(bytes: Array(message.prefix(4000)))
        try assertBalanced(["linefeed check samples/feed.zip --at 2026-03-02 --realtime '\(path)'"])
    }

    /// Positions of a message without a time are rejected when the message is over, and are not merged as well.
    func testTrackedPositionsWithoutATime() throws {
        let path = folder.write(
            """
            {"table":"feed_messages","gtfs_realtime_version":"1.0"}
            {"table":"vehicle_positions","entity_id":"1","vehicle_id":"1","latitude":47,"longitude":-122}
            {"table":"deleted_entities","entity_id":"9"}
            {"table":"feed_messages","gtfs_realtime_version":"2.0","timestamp":1683547383}
            {"table":"vehicle_positions","feed_timestamp":1683547383,"entity_id":"2","vehicle_id":"2","latitude":42,\
            "longitude":-71}

            """)
        try assertBalanced(["linefeed track '\(path)'"])
    }

    func testMessagesAndReports() throws {
        try XCTSkipIf(RealData.folder == nil, "no real feeds: set LINEFEED_REAL_DATA")
        for name in ["rt", "rt/tfnsw", "rt/oba", "rt/mbta-from-json", "rt/mbta-lamp-series-2023-05-08"] {
            for message in RealData.files(in: name, suffix: ".pb") {
                try assertBalanced(["linefeed decode-rt '\(message)'", "linefeed occupancy-report"])
            }
        }
        let path = RealData.path("rt") ?? ""
        let all = "'\(path)'/*.pb '\(path)'/*/*.pb"
        try assertBalanced([
            "linefeed decode-rt \(all) --explode", "linefeed occupancy-report --carriages --by carriage",
        ])
        try assertBalanced(["linefeed decode-rt \(all) --nested", "linefeed encode-rt"])
        try assertBalanced(["linefeed decode-rt \(all) --entities alerts"])
        try assertBalanced([
            "linefeed decode-rt \(all)",
            "linefeed occupancy-report --where direction_id=0 --where 'occupancy_status<=3'",
        ])
        try assertBalanced([
            "linefeed decode-rt \(all)", "linefeed occupancy-report --partial --by route_id",
            "linefeed occupancy-report --merge --by route_id",
        ])
        try assertBalanced([
            "linefeed decode-rt \(all)", "linefeed occupancy-report --min-observations 50 --pass-through",
        ])
    }
}
