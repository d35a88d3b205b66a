import NDJSON
import TestSupport
import XCTest

/// What stages report, under `--where`, of ids that rows refer to: a row that a condition excludes is not absent.
final class WhereFindingsTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// Two agencies with a route, a service, a trip and a shape each. Every reference has its row.
    private static let feed = """
        {"table":"agency","agency_id":"A","agency_name":"Ag","agency_timezone":"UTC"}
        {"table":"agency","agency_id":"B","agency_name":"Be","agency_timezone":"UTC"}
        {"table":"routes","route_id":"R1","agency_id":"A","route_type":3}
        {"table":"routes","route_id":"R2","agency_id":"B","route_type":0}
        {"table":"stops","stop_id":"ST","stop_lat":45,"stop_lon":9,"location_type":1}
        {"table":"stops","stop_id":"S1","stop_lat":45,"stop_lon":9,"location_type":0,"parent_station":"ST"}
        {"table":"stops","stop_id":"S2","stop_lat":45.01,"stop_lon":9,"location_type":0}
        {"table":"stops","stop_id":"S3","stop_lat":45.02,"stop_lon":9,"location_type":0}
        {"table":"calendar","service_id":"WD","monday":1,"start_date":"20260101","end_date":"20261231"}
        {"table":"calendar","service_id":"WE","sunday":1,"start_date":"20260101","end_date":"20261231"}
        {"table":"calendar_dates","service_id":"WD","date":"20260106","exception_type":1}
        {"table":"calendar_dates","service_id":"WE","date":"20260106","exception_type":1}
        {"table":"trips","trip_id":"T1","route_id":"R1","service_id":"WD","shape_id":"P"}
        {"table":"trips","trip_id":"T2","route_id":"R2","service_id":"WE","shape_id":"Q"}
        {"table":"stop_times","trip_id":"T1","stop_sequence":1,"stop_id":"S1","departure_time":"08:00:00"}
        {"table":"stop_times","trip_id":"T1","stop_sequence":2,"stop_id":"S2","arrival_time":"08:05:00"}
        {"table":"stop_times","trip_id":"T2","stop_sequence":1,"stop_id":"S2","departure_time":"09:00:00"}
        {"table":"stop_times","trip_id":"T2","stop_sequence":2,"stop_id":"S3","arrival_time":"09:05:00"}
        {"table":"frequencies","trip_id":"T1","start_time":"08:00:00","end_time":"09:00:00","headway_secs":600}
        {"table":"frequencies","trip_id":"T2","start_time":"09:00:00","end_time":"10:00:00","headway_secs":600}
        {"table":"shapes","shape_id":"P","shape_pt_sequence":1,"shape_pt_lat":45,"shape_pt_lon":9}
        {"table":"shapes","shape_id":"P","shape_pt_sequence":2,"shape_pt_lat":45.01,"shape_pt_lon":9}
        {"table":"shapes","shape_id":"Q","shape_pt_sequence":1,"shape_pt_lat":45.01,"shape_pt_lon":9}
        {"table":"shapes","shape_id":"Q","shape_pt_sequence":2,"shape_pt_lat":45.02,"shape_pt_lon":9}

        """

    /// Rows that refer to a route, a service, a trip, a shape and a station that the feed does not have.
    private static let lost = """
        {"table":"stops","stop_id":"S4","stop_lat":45.03,"stop_lon":9,"location_type":0,"parent_station":"NO"}
        {"table":"trips","trip_id":"T3","route_id":"NO","service_id":"NO","shape_id":"NO"}
        {"table":"trips","trip_id":"T4","route_id":"R1","service_id":"WD","shape_id":"NO"}
        {"table":"stop_times","trip_id":"T4","stop_sequence":1,"stop_id":"S1","departure_time":"08:00:00"}
        {"table":"stop_times","trip_id":"T4","stop_sequence":2,"stop_id":"S4","arrival_time":"08:05:00"}
        {"table":"stop_times","trip_id":"NO","stop_sequence":1,"stop_id":"S1","departure_time":"08:00:00"}
        {"table":"frequencies","trip_id":"NO","start_time":"08:00:00","end_time":"09:00:00","headway_secs":600}

        """

    /// The findings of a run about ids, as `code value`, sorted.
    private func findings(_ stage: String, _ conditions: [String], _ rows: String = "") -> [String] {
        let path = folder.path + "/feed.ndjson"
        TemporaryFolder.put(Array((WhereFindingsTests.feed + rows).utf8), at: path)
        let choice = conditions.map { "--where '\($0)'" }.joined(separator: " ")
        let run = Shell("linefeed \(stage) feed.ndjson \(choice) -q -o out --diagnostics found", in: folder.path)
        XCTAssertEqual(run.status, 0, "\(stage) \(choice): \(run.errors)")
        let scanner = RecordScanner(fields: ["code", "value"])
        return (TemporaryFolder.bytes(of: folder.path + "/found") ?? []).split(separator: 0x0A).compactMap { line in
            Array(line).withUnsafeBytes { bytes -> String? in
                guard (try? scanner.scan(bytes)) != nil, let code = scanner[0].string else { return nil }
                let isOfIDs = code.hasPrefix("unknown_") || code.hasPrefix("excluded_") || code.hasPrefix("no_")
                return isOfIDs ? "\(code) \(scanner[1].string ?? "")" : nil
            }
        }.sorted()
    }

    private let conditions = [
        "route_type=3", "route_id=R1", "agency_name=Ag", "calendar.service_id=WD", "service_id=WD", "trip_id=T1",
        "shapes.shape_id=P", "calendar_dates.service_id=WD",
    ]

    func testServiceLevelsReportNoExcludedRowAsAbsent() {
        for condition in [[]] + conditions.map({ [$0] }) + [["trip_id=T1", "agency_name=Ag"]] {
            XCTAssertEqual(findings("service-levels", condition), [], "\(condition)")
        }
    }

    func testLinesReportNoExcludedRowAsAbsent() {
        let notes = [
            "route_type=3": ["excluded_route R2"], "agency_name=Ag": ["excluded_agency B"],
            "shapes.shape_id=P": ["excluded_shape Q"],
        ]
        for condition in conditions where !condition.hasPrefix("calendar") {
            XCTAssertEqual(findings("build-polylines --geometry auto", [condition]), notes[condition] ?? [], condition)
        }
        for condition in conditions where notes[condition] == nil {
            XCTAssertEqual(findings("build-polylines --geometry auto --date 20260105", [condition]), [], condition)
        }
    }

    func testSelectReportsNoExcludedRowAsAbsent() {
        let notes = ["agency_name=Ag": ["excluded_reference B"], "shapes.shape_id=P": ["excluded_reference Q"]]
        for condition in conditions {
            XCTAssertEqual(findings("select", [condition]), notes[condition] ?? [], condition)
        }
        XCTAssertEqual(findings("select", ["stops.location_type!=1"]), ["excluded_reference ST"])
        XCTAssertFalse((TemporaryFolder.text(of: folder.path + "/out") ?? "").contains("parent_station"))
    }

    /// What the feed really lacks is reported, with a condition as without one.
    func testAbsentRowsAreReported() {
        let lost = WhereFindingsTests.lost
        for conditions in [[], ["calendar.service_id=WD"], ["route_type=3"]] {
            XCTAssertEqual(
                findings("service-levels", conditions, lost),
                ["unknown_route NO", "unknown_service NO", "unknown_shape NO", "unknown_trip NO", "unknown_trip NO"],
                "\(conditions)")
            XCTAssertEqual(
                findings("build-polylines --geometry auto --date 20260105", conditions, lost).filter {
                    $0.hasPrefix("unknown")
                },
                ["unknown_service NO", "unknown_shape NO", "unknown_trip NO", "unknown_trip NO"], "\(conditions)")
            let selection = conditions.isEmpty ? "select --trip T1,T4" : "select"
            XCTAssertEqual(
                findings(selection, conditions, lost), ["unknown_reference NO", "unknown_reference NO"], "\(conditions)"
            )
        }
        XCTAssertEqual(
            findings("build-polylines --geometry auto", ["agency_name=Ag"], lost),
            ["excluded_agency B", "unknown_route NO", "unknown_shape NO", "unknown_trip NO"])
    }
}
