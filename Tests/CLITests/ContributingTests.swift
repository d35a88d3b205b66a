import TestSupport
import XCTest

/// CONTRIBUTING.md names what there is.
final class ContributingTests: XCTestCase {
    private let document = TemporaryFolder.text(of: Checkout.root + "/CONTRIBUTING.md") ?? ""

    /// Files and folders; those with a `<placeholder>` are patterns.
    func testNamedFilesExist() {
        let names = document.matches(of: #/`((?:Sources|Tests|scripts|docs|pipelines|\.ci|\.github)/[^`<…\s]+)/#)
        XCTAssertGreaterThan(names.count, 40)
        for name in names {
            XCTAssertTrue(Self.exists(String(name.1)), "\(name.1) is not there")
        }
    }

    /// Programs that are named without their folder: `check-boards`.
    func testNamedScriptsExist() {
        for name in document.matches(of: #/`(check-[a-z]+)`/#) {
            XCTAssertTrue(Self.exists("scripts/" + name.1), "scripts/\(name.1) is not there")
        }
    }

    /// Each question is answered by a file of sources.
    func testTwelveQuestionsAreAnswered() {
        let answers = document.matches(of: #/\n\| [A-Z][^|]*\? \| `(Sources/[^`]+\.swift)` \|/#)
        XCTAssertEqual(answers.count, 12)
        XCTAssertEqual(Set(answers.map(\.1)).count, 12)
    }

    /// Forks run what everybody runs, and say that they have no real feeds.
    func testTheWorkflowCallsTheSameProgram() throws {
        let workflow = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/.github/workflows/ci.yml"))
        let program = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/.ci/run"))
        XCTAssertTrue(workflow.contains("- run: .ci/run\n"))
        for text in [workflow, program] { XCTAssertTrue(text.contains("LINEFEED_WITHOUT_REAL_DATA")) }
    }

    private static func exists(_ path: String) -> Bool {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        return Checkout.names(in: Checkout.root + "/" + folder).contains {
            path.hasSuffix("/" + $0) || path.hasSuffix("/" + $0 + "/")
        }
    }
}
