import Foundation
import TestSupport
import XCTest

/// The recipes of `docs/cookbook.md` that need no more than a shell, jq and sqlite3 run and print what is shown.
final class CookbookTests: XCTestCase {
    func testItsRecipesPrintWhatIsShown() {
        let run = Shell("scripts/check-cookbook --with 'jq sqlite3'")
        XCTAssertEqual(run.status, 0, run.output + run.errors)
        XCTAssertGreaterThanOrEqual(run.lines.filter { $0.hasPrefix("ok: ") }.count, 12, run.output)
    }

    func testEveryRecipeIsMarkedAndListed() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/cookbook.md"))
        let sections = text.components(separatedBy: "\n### ").dropFirst()
        XCTAssertGreaterThanOrEqual(sections.count, 20)
        for section in sections {
            let title = section.prefix { $0 != "\n" }
            XCTAssertTrue(section.contains("\n<!-- run:") || section.contains("\n<!-- not run: "), "\(title)")
            let anchor = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                .replacingOccurrences(of: " ", with: "-")
            XCTAssertTrue(text.contains("](#\(anchor))"), "Contents: \(anchor)")
        }
        XCTAssertEqual(text.components(separatedBy: "```sh\n").count, text.components(separatedBy: "run: ").count)
    }

    /// What is to find faults finds them.
    func testTheCheckFails() {
        let folder = TemporaryFolder()
        func recipe(_ command: String, _ shown: String) -> String {
            "## R\n<!-- run: -->\n```sh\n\(command)\n```\n```text\n\(shown)\n```\n"
        }
        func check(_ text: String, _ options: String = "--with ''") -> Shell {
            Shell("scripts/check-cookbook \(options) '\(folder.write(text))'")
        }
        XCTAssertEqual(check(recipe("printf 'a\\n[b]*\\nlast'", "a\n…\n[b]*\nl…t")).status, 0)
        XCTAssertEqual(check(recipe("linefeed --version", "…")).status, 0)
        for (command, shown) in [
            ("echo a", "b"), ("printf 'b\\na\\n'", "a\nb"), ("echo a", "a\na"), ("echo ab", "a"),
            ("echo a; exit 3", "a"),
            ("false | cat; echo a", "a"),
        ] {
            XCTAssertEqual(check(recipe(command, shown)).status, 1, command)
        }
        XCTAssertEqual(check("## R\nno recipe\n").status, 1)
        XCTAssertEqual(check("## R\n<!-- run: -->\nno block\n").status, 1)
        XCTAssertEqual(check("## R\n<!-- run: -->\n```sh\necho a\n```\n").status, 1, "nothing is shown")
        XCTAssertEqual(
            check("## R\n<!-- run: no-such-tool -->\n```sh\necho\n```\n", "--with no-such-tool").status, 1)
    }
}
