import Glibc
import TestSupport
import XCTest

/// Every case of `Tests/Golden`, run in the process through the parser of the command line.
///
/// With LINEFEED_RECORD=1 the expectations are written anew, and the test fails so that nobody does it unawares.
final class GoldenTests: XCTestCase {
    func testEveryCase() throws {
        XCTAssertGreaterThanOrEqual(GoldenCase.all.count, 176)
        for golden in GoldenCase.all {
            XCTAssertNotNil(golden.command, "\(golden.name) has no cmd")
            let outcome = try golden.run()
            if getenv("LINEFEED_RECORD") != nil {
                golden.record(outcome)
                XCTFail("recorded \(golden.name); look at the difference, and run again without LINEFEED_RECORD")
                continue
            }
            compare(outcome, with: golden, "")
        }
    }

    /// What a feed lies in makes no difference.
    func testEveryWrittenFeedAsRecordsAndAsAStore() throws {
        try XCTSkipIf(getenv("LINEFEED_RECORD") != nil, "recorded from folders")
        for golden in GoldenCase.all where golden.hasWrittenFeed {
            compare(try golden.run(.records), with: golden, " from records")
            compare(try golden.run(.store), with: golden, " from a store")
        }
    }

    private func compare(_ outcome: GoldenCase.Outcome, with golden: GoldenCase, _ form: String) {
        let name = golden.name + form
        let expected = golden.expectedOutput ?? []
        if outcome.output != expected {
            XCTAssertEqual(
                String(decoding: outcome.output, as: UTF8.self), String(decoding: expected, as: UTF8.self), name)
        }
        XCTAssertEqual(outcome.status, golden.expectedStatus, "\(name): \(outcome.messages)")
        for part in golden.expectedMessages {
            XCTAssertTrue(outcome.messages.contains(part), "\(name): '\(part)' is not in\n\(outcome.messages)")
        }
        for file in golden.expectedFiles where outcome.made[file] != golden.expected(file: file) {
            XCTAssertEqual(
                outcome.made[file].map { String(decoding: $0, as: UTF8.self) },
                golden.expected(file: file).map { String(decoding: $0, as: UTF8.self) }, "\(name): \(file)")
        }
    }
}
