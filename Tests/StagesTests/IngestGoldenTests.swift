import ScheduleStages
import TestSupport
import XCTest

/// Feeds in `Tests/Golden/ingest`, each a folder `feed` beside the records expected of it.
///
/// With LINEFEED_RECORD=1 the expectations are written anew, and the test fails so that nobody does it unawares.
final class IngestGoldenTests: XCTestCase {
    func testGoldenCases() throws {
        let root = Checkout.root + "/Tests/Golden/ingest"
        let names = Checkout.names(in: root)
        XCTAssertFalse(names.isEmpty)
        for name in names {
            var options = IngestOptions()
            options.feed = "\(root)/\(name)/feed"
            let run = try InMemoryRun("ingest") { try Ingest(options, in: $0).run() }
            XCTAssertEqual(run.status, .done, "\(name): \(run.log)")
            if getenv("LINEFEED_RECORD") != nil {
                try run.output.write(toFile: "\(root)/\(name)/expected", atomically: true, encoding: .utf8)
                XCTFail("\(name): recorded")
                continue
            }
            XCTAssertEqual(run.output, TemporaryFolder.text(of: "\(root)/\(name)/expected"), name)
        }
    }
}
