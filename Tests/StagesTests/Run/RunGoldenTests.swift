import Pipelines
import StageKit
import TestSupport
import XCTest

@testable import Running

/// The cases in `Tests/Golden/run`: `pipeline.yaml` gives `expected`, which has what `--dry-run` shows, what was printed, what
/// was said, and the `stage_runs`; and `script.sh`, which is what `--print-shell` prints after its constant part.
final class RunGoldenTests: XCTestCase {
    func testGoldenCases() throws {
        let root = Checkout.root + "/Tests/Golden/run"
        let names = Checkout.names(in: root)
        XCTAssertGreaterThanOrEqual(names.count, 4)
        for name in names {
            let text = try XCTUnwrap(TemporaryFolder.text(of: "\(root)/\(name)/pipeline.yaml"))
            let folder = TemporaryFolder()
            // Outputs are relative to the process's folder, so they are put elsewhere.
            let pipeline = text.replacing("output: ", with: "output: @/")
            func run(_ action: RunOptions.Action) throws -> PipelineRun {
                try PipelineRun(pipeline, in: folder) {
                    $0.action = action
                    $0.file = folder.path + "/p.yaml"
                }
            }
            let shown = try run(.show)
            let ran = try run(.execute)
            let sections = [
                ("dry run", shown.output), ("output", ran.output), ("errors", ran.log.isEmpty ? "" : ran.log + "\n"),
                ("log", ran.stageRuns.map { $0 + "\n" }.joined()), ("status", "\(ran.code ?? -1)\n"),
            ]
            let found = sections.map { "== \($0.0)\n\($0.1)" }.joined().replacing(folder.path + "/", with: "")
            compare(found, "\(root)/\(name)/expected")
            let script = try run(.printShell).output.replacing(folder.path + "/", with: "")
            let start = try XCTUnwrap(script.firstRange(of: "exec 3>&1"))
            let end = try XCTUnwrap(script.firstRange(of: "load_0()"))
            compare(script[..<start.lowerBound] + "…\n" + script[end.lowerBound...], "\(root)/\(name)/script.sh")
        }
    }

    private func compare(_ found: String, _ path: String) {
        if getenv("LINEFEED_RECORD") != nil {
            guard let file = fopen(path, "w") else { return XCTFail("cannot write \(path)") }
            fputs(found, file)
            fclose(file)
            XCTFail("recorded \(path)")
        } else {
            XCTAssertEqual(found, TemporaryFolder.text(of: path), path)
        }
    }
}
