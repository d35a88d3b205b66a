import GTFSRealtime
import StageKit
import TestSupport
import XCTest

@testable import FetchStage
@testable import RunStage

/// `pipelines/occupancy-daily.yaml` on archives made by hand: which snapshots are read and what of them is counted.
final class DailyReportTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }

    /// Archives a message as `fetch` does, under the time at which it came.
    private func archive(
        _ fetched: Int, _ name: String = "vehicles", seen: [(vehicle: String, at: Int)], cutBy: Int = 0
    ) {
        let writer = ProtobufWriter()
        writer.message(1) {
            $0.string(1, "2.0")
            $0.unsigned(3, UInt64(fetched))
        }
        for (vehicle, at) in seen {
            writer.message(2) {
                $0.string(1, vehicle)
                $0.message(4) {
                    $0.message(1) { $0.string(5, "R") }
                    $0.unsigned(5, UInt64(at))
                    $0.message(8) { $0.string(1, vehicle) }
                    $0.unsigned(9, 2)
                }
            }
        }
        let root = data + "/archive/vehicles/" + SnapshotName.day(fetched)
        XCTAssertEqual(Shell("mkdir -p '\(root)'").status, 0)
        let file = TemporaryFolder.shared.write(bytes: Array(writer.bytes.dropLast(cutBy)))
        let name = SnapshotName.stem(name, fetched) + ".pb"
        XCTAssertEqual(Shell("mv '\(file)' '\(root)/\(name)'").status, 0)
    }

    private func report(at now: Int, zone: String, day: String? = nil) throws -> PipelineRun {
        XCTAssertEqual(Shell("mkdir -p '\(data)'; cp samples/feed.zip '\(data)'").status, 0)
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/pipelines/occupancy-daily.yaml"))
        let clock = PausesOnly()
        clock.wall = { now }
        return try PipelineRun(text, in: folder, clock: clock) {
            $0.environment["ZONE"] = zone
            $0.environment["DATA"] = data
            if let day { $0.settings = [("DAY", day)] }
        }
    }

    /// Route, hour and observations of each line of the table; the date has to be the one that is asked for.
    private func table(_ date: String, _ key: String) throws -> [String] {
        let text = try XCTUnwrap(TemporaryFolder.text(of: "\(data)/occupancy/\(date).csv"), "no table of \(date)")
        let lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let names = lines[0].map(String.init)
        let places = try ["date", "hour", "observations"].map { try XCTUnwrap(names.firstIndex(of: $0), text) }
        return lines.dropFirst().map { line in
            XCTAssertEqual(String(line[places[0]]), date.replacing("-", with: ""))
            return "\(line[places[1]]):\(line[places[2]])"
        }
    }

    /// Vehicles seen on each side of both midnights, in snapshots that came later; and in mid-day.
    private func checkDay(_ zone: String, from: Int, to: Int, now: Int, _ date: String, hours: [String]) throws {
        var places: [Int] = []
        for (seen, fetched) in [
            (from - 1, from - 1), (from - 2, from + 20), (from, from + 5), (from + 3600, from + 3600),
            ((from + to) / 2, (from + to) / 2), (to - 1, to + 30), (to - 2, to + 1800), (to, to + 5),
            (to + 60, to + 60),
        ] {
            archive(fetched, seen: [("v\(places.count)", seen)])
            places.append(fetched)
        }
        let run = try report(at: now, zone: zone)
        XCTAssertEqual(run.code, 0, zone + run.log)
        XCTAssertEqual(try table(date, "hour"), hours, zone)
        let stored = Shell("sqlite3 '\(data)/history.db' 'SELECT date, sum(observations) FROM occupancy GROUP BY 1'")
        XCTAssertEqual(stored.output, "\(date.replacing("-", with: ""))|5\n", stored.errors)
    }

    func testADayOfBrisbane() throws {
        // 2026-03-01 there is from 14:00 to 14:00 of Universal time.
        try checkDay(
            "Australia/Brisbane", from: 1_772_287_200, to: 1_772_373_600, now: 1_772_398_800, "2026-03-01",
            hours: ["0:1", "1:1", "12:1", "23:2"])
    }

    func testADayOfTwentyFiveHours() throws {
        // London, 2025-10-26: from 23:00 of the day before to 24:00, so parts of three days of Universal time.
        try checkDay(
            "Europe/London", from: 1_761_433_200, to: 1_761_523_200, now: 1_761_548_400, "2025-10-26",
            hours: ["0:1", "1:1", "11:1", "23:2"])
    }

    func testADayOfTwentyThreeHours() throws {
        // London, 2026-03-29: the day ends at 23:00 of Universal time.
        try checkDay(
            "Europe/London", from: 1_774_742_400, to: 1_774_825_200, now: 1_774_850_400, "2026-03-29",
            hours: ["0:1", "2:1", "12:1", "23:2"])
    }

    /// Before seven o'clock the day before yesterday is the last one that has ended; any day can be made up.
    func testTheDayIsTheLastOneThatHasEndedOrTheOneThatIsAskedFor() throws {
        let noon = 1_772_323_200
        for days in 0...2 { archive(noon - days * 86_400, seen: [("v\(days)", noon - days * 86_400)]) }
        let seven = 1_772_398_800
        for (now, day, made) in [
            (seven - 1, nil, "2026-02-28"), (seven, nil, "2026-03-01"), (seven, "20260227", "2026-02-27"),
            (seven, "2026-02-27", "2026-02-27"),
        ] {
            XCTAssertEqual(Shell("rm -rf '\(data)/occupancy'").status, 0)
            let run = try report(at: now, zone: "Australia/Brisbane", day: day)
            XCTAssertEqual(run.code, 0, run.log)
            XCTAssertEqual(try table(made, "hour"), ["10:1"], made)
            XCTAssertEqual(Checkout.names(in: data + "/occupancy").filter { $0.hasSuffix(".done") }, [made + ".done"])
            XCTAssertEqual(run.stageRuns.last?.contains("\"day\":\"\(day ?? made.replacing("-", with: ""))\""), true)
        }
        XCTAssertEqual(try report(at: seven, zone: "Australia/Brisbane", day: "yesterday").status, .configurationWrong)
    }

    func testOneTruncatedFileIsToldAndTheReportMade() throws {
        let noon = 1_772_323_200
        archive(noon, seen: [("a", noon)])
        archive(noon + 15, seen: [("b", noon + 15), ("c", noon + 15)], cutBy: 3)
        let run = try report(at: 1_772_398_800, zone: "Australia/Brisbane")
        XCTAssertEqual(run.code, 0, run.log)
        XCTAssertTrue(run.log.contains("stage 'positions'") && run.log.contains("ended with 65"), run.log)
        XCTAssertTrue(run.log.contains("the run continues"), run.log)
        // What was whole of it counts.
        XCTAssertEqual(try table("2026-03-01", "hour"), ["10:2"])
        let findings = TemporaryFolder.text(of: data + "/occupancy/2026-03-01.positions.findings.ndjson")
        XCTAssertTrue(findings?.contains("\"truncated\"") == true, findings ?? "")
    }

    func testADayWithoutSnapshotsLeavesTheReportsThatAre() throws {
        XCTAssertEqual(Shell("mkdir -p '\(data)/archive/vehicles' '\(data)/occupancy'").status, 0)
        let run = try report(at: 1_772_398_800, zone: "Australia/Brisbane")
        XCTAssertNotEqual(run.code, 0)
        XCTAssertNil(TemporaryFolder.text(of: data + "/occupancy/2026-03-01.csv"))
    }
}
