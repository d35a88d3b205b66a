import Foundation
import TestSupport
import XCTest

/// README.md is short, its commands print what is shown, and it names every stage.
final class ReadmeTests: XCTestCase {
    private let readme = TemporaryFolder.text(of: Checkout.root + "/README.md") ?? ""

    func testCommandsPrintWhatIsShown() {
        var blocks: [(kind: String, lines: [String])] = []
        var isInside = false
        for line in readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside { blocks.append((String(line.dropFirst(3)), [])) }
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        // Blocks of sh run in one folder, in their order; a block of json or text right after one is its whole output.
        let folder = TemporaryFolder()
        var compared = 0
        for (index, block) in blocks.enumerated() where block.kind == "sh" {
            let command = block.lines.joined(separator: "\n")
            let run = Shell(
                "ln -sfn '\(Checkout.root)/samples' samples && set -eo pipefail; \(command)", in: folder.path)
            // A reader that closes its input early, as head does, ends the stages before it with 141.
            XCTAssertTrue([0, 141].contains(run.status), "\(command): \(run.status) \(run.errors)")
            guard index + 1 < blocks.count, ["json", "text"].contains(blocks[index + 1].kind) else { continue }
            XCTAssertEqual(run.lines, blocks[index + 1].lines, command)
            compared += 1
        }
        XCTAssertEqual(compared, 7, "three pipes of the first screen, and four jobs")
    }

    func testItIsShortAndNamesEveryStage() {
        XCTAssertLessThanOrEqual(readme.split(separator: "\n", omittingEmptySubsequences: false).count - 1, 250)
        let stages = Checkout.names(in: Checkout.root + "/docs/man").compactMap {
            $0.wholeMatch(of: /linefeed-(.+)\.1/).map { String($0.1) }
        }
        XCTAssertGreaterThan(stages.count, 20)
        for stage in stages {
            XCTAssertTrue(readme.contains("| `\(stage)` | "), "the table of stages lacks \(stage)")
        }
    }
}
