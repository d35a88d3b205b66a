import CrowdingReports
import Glibc
import StageKit
import TestSupport
import XCTest

/// Runs every folder of `Golden/occupancy-report`: `input.ndjson` (and `feed.ndjson`) with `arguments` gives `expected`.
///
/// With LINEFEED_RECORD=1 the expectations are written anew, and the test fails so that nobody does it unawares.
final class OccupancyReportGoldenTests: XCTestCase {
    static func options(_ arguments: String) throws -> OccupancyReportOptions {
        var options = OccupancyReportOptions()
        var words = arguments.split { $0 == " " || $0 == "\n" }.map(String.init)[...]
        while let flag = words.popFirst() {
            switch flag {
            case "--partial": options.writesPartials = true
            case "--merge": options.mergesPartials = true
            case "--carriages": options.countsCarriages = true
            default:
                let value = try XCTUnwrap(words.popFirst(), flag)
                switch flag {
                case "--by":
                    options.keys = try value.split(separator: ",").map { try XCTUnwrap(.init(rawValue: "\($0)")) }
                case "--timezone": options.timezone = value
                case "--format": options.format = try XCTUnwrap(.init(rawValue: value))
                case "--deduplicate": options.deduplication = try XCTUnwrap(.init(rawValue: value))
                case "--sort": options.sort = .init(value)
                case "--min-observations": options.minimumObservations = try XCTUnwrap(Int(value))
                case "--where": break
                default: XCTFail("no such option: \(flag)")
                }
            }
        }
        return options
    }

    func testEveryCase() throws {
        let root = Checkout.root + "/Tests/Golden/occupancy-report"
        let names = Checkout.names(in: root)
        XCTAssertGreaterThanOrEqual(names.count, 21)
        for name in names {
            let folder = root + "/" + name
            let inputs = Checkout.names(in: folder)
            var options = try OccupancyReportGoldenTests.options(
                XCTUnwrap(TemporaryFolder.text(of: folder + "/arguments"), name))
            if inputs.contains("feed.ndjson") { options.feed = folder + "/feed.ndjson" }
            var common = CommonOptions()
            let words = (TemporaryFolder.text(of: folder + "/arguments") ?? "").split { $0 == " " || $0 == "\n" }
            for (flag, value) in zip(words, words.dropFirst()) where flag == "--where" {
                common.conditions.append(try Condition(String(value)))
            }
            let run = try InMemoryRun("occupancy-report", common) { context in
                try OccupancyReport.run(options, [folder + "/input.ndjson"], context)
            }
            let status = Int32(TemporaryFolder.text(of: folder + "/status")?.split(separator: "\n")[0] ?? "0") ?? 0
            XCTAssertEqual(run.status.rawValue, status, name)
            if getenv("LINEFEED_RECORD") != nil {
                let file = try XCTUnwrap(fopen(folder + "/expected", "w"))
                _ = Array(run.output.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
                fclose(file)
                XCTFail("recorded \(name); run again without LINEFEED_RECORD")
                continue
            }
            XCTAssertEqual(run.output, TemporaryFolder.text(of: folder + "/expected"), name)
        }
    }
}
