import IngestStage
import TestSupport
import XCTest

extension WrittenFeed {
    /// The feed as records, in the order in which ingest writes them.
    package func records() throws -> String {
        var options = IngestOptions()
        options.feed = folder
        let run = try InMemoryRun("ingest") { context in try Ingest.run(options, context) }
        XCTAssertEqual(run.status, .done)
        return TemporaryFolder.shared.write(run.output)
    }

    /// The feed in a store.
    package func store() throws -> String {
        var options = IngestOptions()
        options.feed = folder
        options.sqlite = folder + ".db"
        let run = try InMemoryRun("ingest") { context in try Ingest.run(options, context) }
        XCTAssertEqual(run.status, .done, run.log)
        return folder + ".db"
    }
}
