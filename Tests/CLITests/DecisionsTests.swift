import TestSupport
import XCTest

/// docs/decisions: numbers, dates, states, and everything that refers to a decision.
final class DecisionsTests: XCTestCase {
    private struct Decision: Equatable {
        var number: Int
        var title: String
        var date: String
        var status: String

        /// The anchor that GitHub makes of the heading.
        var anchor: String {
            let kept = "\(number). \(title)".lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
            return kept.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "-")
        }
    }

    private static let folder = Checkout.root + "/docs/decisions"
    private static let files = Checkout.names(in: folder).filter { $0.hasSuffix(".md") && $0 != "README.md" }

    private static func text(_ file: String) -> String { TemporaryFolder.text(of: folder + "/" + file) ?? "" }

    /// The decisions of a file; a heading without date and status has neither.
    private static func decisions(in file: String) -> [Decision] {
        let lines = text(file).split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            guard let heading = line.wholeMatch(of: #/## (\d+)\. (.+)/#) else { return nil }
            let state = next.wholeMatch(of: #/\*(\d{4}-\d\d-\d\d), (.+)\.\*/#)
            return Decision(
                number: Int(heading.1) ?? 0, title: String(heading.2), date: state.map { String($0.1) } ?? "",
                status: state.map { String($0.2) } ?? "")
        }
    }

    private static let byFile = Dictionary(uniqueKeysWithValues: files.map { ($0, decisions(in: $0)) })
    private static let all = byFile.values.flatMap(\.self)

    func testNumbersRunFromOneAndEachHasDateAndStatus() {
        XCTAssertGreaterThan(Self.all.count, 90)
        XCTAssertEqual(Self.all.map(\.number).sorted(), Array(1...Self.all.count))
        for decision in Self.all {
            XCTAssertFalse(decision.date.isEmpty, "decision \(decision.number) has no line *DATE, STATUS.*")
            XCTAssertTrue(
                decision.status.hasPrefix("accepted") || decision.status.hasPrefix("superseded by ["),
                "decision \(decision.number) is \(decision.status)")
        }
    }

    func testTheIndexHasEachDecision() {
        let index = Self.text("README.md")
        for file in Self.files {
            for decision in Self.byFile[file] ?? [] {
                let status = decision.status.replacing("](#", with: "](\(file)#")
                let row =
                    "| \(decision.number) | [\(decision.title)](\(file)#\(decision.anchor)) | \(decision.date) | \(status) |"
                XCTAssertTrue(index.contains(row), "README.md lacks " + row)
            }
        }
        XCTAssertEqual(index.matches(of: #/\n\| \d+ \| /#).count, Self.all.count)
    }

    /// Links to decisions, from anywhere in docs, name a file and a heading.
    func testLinksLeadToDecisions() {
        var links = 0
        let pages = Checkout.names(in: Checkout.root + "/docs").filter { $0.hasSuffix(".md") }
        let documents =
            pages.map { ("docs/" + $0, "decisions/") }
            + (Self.files + ["README.md"]).map { ("docs/decisions/" + $0, "") }
        for (document, prefix) in documents {
            let text = TemporaryFolder.text(of: Checkout.root + "/" + document) ?? ""
            for link in text.matches(of: #/\]\(([^()#\s]*)#(\d+-[^()\s]*)\)/#) {
                let target = String(link.1)
                guard target.isEmpty ? prefix.isEmpty : target.hasPrefix(prefix) else { continue }
                let file =
                    target.isEmpty
                    ? String(document.split(separator: "/").last ?? "") : String(target.dropFirst(prefix.count))
                XCTAssertTrue(
                    (Self.byFile[file] ?? []).contains { $0.anchor == link.2 }, "\(document): no \(target)#\(link.2)")
                links += 1
            }
        }
        XCTAssertGreaterThan(links, Self.all.count)
    }

    /// "decision 47" in code, documents and tests is a number that there is.
    func testNumbersThatAreNamedExist() {
        let run = Shell(
            "grep -rohE '[Dd]ecisions? [0-9]+(, [0-9]+)*' --include='*.md' --include='*.swift' --include='*.h' --exclude-dir=.build ."
        )
        let numbers = run.output.matches(of: #/\d+/#).compactMap { Int($0.0) }
        XCTAssertGreaterThan(numbers.count, 4)
        for number in numbers {
            XCTAssertTrue((1...Self.all.count).contains(number), "there is no decision \(number)")
        }
    }

    /// What decisions name in the checkout is there.
    func testFilesAndTypesThatAreNamedExist() {
        let text = Self.files.map(Self.text).joined()
        let paths = text.matches(of: #/`((?:Sources|Tests|scripts|docs|pipelines|Plugins)/[^`\s]+)`/#)
            .map { String($0.1) }
        let missing = Shell("for path in \(paths.joined(separator: " ")); do test -e $path || echo $path; done")
        XCTAssertEqual(missing.output, "", "named in docs/decisions, and not there")
        let types = Set(text.matches(of: #/`([A-Z][a-z]+[A-Z][A-Za-z]+)`/#).map { String($0.1) })
        let found = Shell(
            "grep -rohwE '\(types.sorted().joined(separator: "|"))' Sources Tests Package.swift --include='*.swift'")
        let known = Set(found.output.split(separator: "\n").map(String.init))
        XCTAssertEqual(types.subtracting(known).sorted(), [], "named in docs/decisions, and not in the sources")
    }
}
