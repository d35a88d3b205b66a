import IngestStage
import StageKit
import TestSupport
import WriteGTFSStage
import XCTest

/// Every real feed through records into a zip and back; of the large ones only with LINEFEED_DEEP.
final class WriteGTFSDeepTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func write(_ path: String, jobs: Int) throws -> InMemoryRun {
        var options = WriteGTFSOptions()
        options.files = [path]
        var common = CommonOptions()
        common.jobs = jobs
        return try InMemoryRun("write-gtfs", common) { try WriteGTFS.run(options, $0) }
    }

    func testEveryRealFeedComesBack() throws {
        let feeds = RealData.files(in: "static", suffix: ".zip") + RealData.files(in: "bad/gtfs", suffix: ".zip")
        if feeds.isEmpty { throw XCTSkip("the real feeds are not here") }
        for feed in RealData.chosen(feeds) {
            func ingest(_ path: String) throws -> InMemoryRun {
                var options = IngestOptions()
                options.feed = path
                return try InMemoryRun("ingest") { try Ingest.run(options, $0) }
            }
            let first = try ingest(feed)
            guard first.status == .done, !first.bytes.isEmpty else { continue }
            let records = folder.write(first.output)
            let written = try write(records, jobs: 1)
            for jobs in [2, 5] {
                XCTAssertTrue(try write(records, jobs: jobs).bytes == written.bytes, "\(feed), \(jobs) jobs")
            }
            XCTAssertEqual(written.status, .done, "\(feed): \(written.log)")
            XCTAssertEqual(
                written.summary.tables.reduce(0) { $0 + $1.written }, written.summary.tables.reduce(0) { $0 + $1.read })
            let second = try ingest(folder.write(bytes: written.bytes))
            XCTAssertEqual(first.lines.count, second.lines.count, feed)
            for (before, after) in zip(first.lines, second.lines) where before != after {
                guard WriteGTFSDeepTests.isSame(before, after) else { return XCTFail("\(feed)\n\(before)\n\(after)") }
            }
        }
    }

    /// Whether two records differ in nothing but nulls that are absent in the second one.
    private static func isSame(_ before: String, _ after: String) -> Bool {
        var rest = before
        for member in before.split(separator: ",") where member.hasSuffix(":null") || member.hasSuffix(":null}") {
            let text = member.hasSuffix("}") ? String(member.dropLast()) : String(member)
            if !after.contains(text) { rest = rest.replacing("," + text, with: "", maxReplacements: 1) }
        }
        return rest == after
    }
}
