import Glibc
import TestSupport
import XCTest

/// Every case of `Tests/Golden`, run in the process through the parser of the command line, as a test of its own:
/// `Tests/Golden/departures/after-midnight` is `departures_after_midnight`.
///
///     scripts/test --filter GoldenTests/departures_after_midnight
///
/// A case with a written feed is a test three times: what a feed lies in makes no difference. With LINEFEED_RECORD=1 the
/// expectations are written anew, and the tests fail so that nobody does it unawares.
final class GoldenTests: XCTestCase {
    /// What a case is called as a test, and in which form of its feed it is run.
    struct Named {
        let name: String
        let golden: GoldenCase
        let form: GoldenCase.FeedForm
    }

    /// All tests of cases, in the order of the cases' names.
    static let cases: [Named] = GoldenCase.all.flatMap { golden in
        let name = golden.name.replacing("/", with: "_").replacing("-", with: "_")
        let forms: [GoldenCase.FeedForm] = golden.hasWrittenFeed ? [.folder, .records, .store] : [.folder]
        return forms.map { Named(name: name + $0.ending, golden: golden, form: $0) }
    }

    /// The names that XCTest was given.
    nonisolated(unsafe) static var listed: [String] = []

    /// Were the cases not listed as tests, none would fail.
    func testEveryFolderIsATest() throws {
        XCTAssertGreaterThanOrEqual(GoldenCase.all.count, 400)
        XCTAssertEqual(GoldenTests.listed, GoldenTests.cases.map(\.name))
        XCTAssertEqual(Set(GoldenTests.listed).count, GoldenTests.listed.count, "two cases of one name")
    }

    static func check(_ named: Named) throws {
        let golden = named.golden
        XCTAssertNotNil(golden.command, "\(golden.name) has no cmd")
        if getenv("LINEFEED_RECORD") != nil {
            try XCTSkipIf(named.form != .folder, "recorded from the folder")
            golden.record(try golden.run())
            XCTFail("recorded \(golden.name); look at the difference, and run again without LINEFEED_RECORD")
            return
        }
        let outcome = try golden.run(named.form)
        if let difference = FirstDifference(expected: golden.expectedOutput ?? [], actual: outcome.output) {
            XCTFail("Tests/Golden/\(golden.name)/expected: \(difference)")
        }
        XCTAssertEqual(outcome.status, golden.expectedStatus, "\(golden.name): status; it said\n\(outcome.messages)")
        for part in golden.expectedMessages where !outcome.messages.contains(part) {
            XCTFail("Tests/Golden/\(golden.name)/stderr: '\(part)' is not in\n\(outcome.messages)")
        }
        for file in golden.expectedFiles {
            guard let made = outcome.made[file] else {
                XCTFail("Tests/Golden/\(golden.name)/made/\(file): not made")
                continue
            }
            if let difference = FirstDifference(expected: golden.expected(file: file) ?? [], actual: made) {
                XCTFail("Tests/Golden/\(golden.name)/made/\(file): \(difference)")
            }
        }
    }
}

/// Adds a test for each case to the methods that SwiftPM found in `GoldenTests`.
///
/// The list of tests that SwiftPM writes calls `testCase` for each class. For this class the compiler takes this function,
/// which is nearer than XCTest's for any class; `testEveryFolderIsATest` fails if that ever changes.
func testCase(_ methods: [(String, (GoldenTests) -> () throws -> Void)]) -> XCTestCaseEntry {
    var tests: [(String, XCTestCaseClosure)] = methods.map { name, method in
        (name, { test in try method(XCTUnwrap(test as? GoldenTests))() })
    }
    GoldenTests.listed = GoldenTests.cases.map(\.name)
    tests += GoldenTests.cases.map { named in (named.name, { _ in try GoldenTests.check(named) }) }
    return (GoldenTests.self, tests)
}
