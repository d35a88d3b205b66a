import Glibc
import StageKit
import TestSupport
import XCTest

@testable import RunStage

/// No output of a run is a file that the run lives by, however it is written.
final class RunFilesTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func run(
        _ text: String, common: CommonOptions = CommonOptions(), change: (inout RunOptions) -> Void = { _ in }
    ) throws -> PipelineRun {
        let run = try PipelineRun(text, in: folder, common: common, change)
        XCTAssertEqual(
            TemporaryFolder.text(of: folder.path + "/p.yaml"), text.replacing("@", with: folder.path), "it is intact")
        return run
    }

    func testTheFilesOutputsAndItsLock() throws {
        let stage = "stages:\n- name: a\n  run: touch @/ran\n"
        folder.write("", "held")
        XCTAssertEqual(link(folder.path + "/held", folder.path + "/hard"), 0)
        XCTAssertEqual(symlink("p.yaml", folder.path + "/link"), 0)
        XCTAssertEqual(symlink("held", folder.path + "/to-lock"), 0)
        for (text, line, reason) in [
            ("lock: @/p.yaml\n" + stage, 1, "the pipeline file itself"),
            ("lock: @/./link\n" + stage, 1, "the pipeline file itself"),
            (stage + "  output: @/p.yaml", 4, "output: "), (stage + "  append: @//link", 4, "append: "),
            ("lock: @/held\n" + stage + "  output: @/hard", 5, "is the lock"),
            ("lock: @/held\n" + stage + "  append: @/to-lock", 5, "is the lock"),
            ("lock: @/new/l\n" + stage + "  output: @/new/./l", 5, "is the lock"),
            (stage + "  output: @/p.yaml.lock", 4, "is the lock"),
        ] {
            let run = try run(text) { $0.log = nil }
            XCTAssertEqual(run.status, .configurationWrong, text + run.log)
            XCTAssertTrue(run.log.contains("p.yaml:\(line): ") && run.log.contains(reason), run.log)
        }
        XCTAssertEqual(
            Checkout.names(in: folder.path), ["hard", "held", "link", "p.yaml", "to-lock"], "nothing was made")
        XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/held"), "")
    }

    func testTheCommandLinesFiles() throws {
        let text =
            "lock: @/l\nstages:\n- {name: a, run: touch @/ran, output: @/out}\n- {name: b, run: x, append: @/more}"
        folder.write("old", "out")
        for path in ["/p.yaml", "/./p.yaml", "/l", "/out", "/more"] {
            let log = try run(text) { $0.log = folder.path + path }
            XCTAssertEqual(log.status, .usage, path + log.log)
            XCTAssertTrue(log.log.contains("--log "), log.log)
            for option in [\CommonOptions.output, \.diagnosticsFile, \.rejectsFile, \.summaryFile] {
                var common = CommonOptions()
                common[keyPath: option] = folder.path + path
                let run = try run(text, common: common) { $0.log = nil }
                XCTAssertEqual(run.status, .usage, path + run.log)
            }
        }
        var common = CommonOptions()
        common.summaryFile = folder.path + "/s"
        XCTAssertEqual(try run(text, common: common) { $0.log = folder.path + "/./s" }.status, .usage)
        // Also where the file is wrong, since what is said of it would be written over it.
        common.summaryFile = nil
        common.diagnosticsFile = folder.path + "/p.yaml"
        XCTAssertEqual(try run("stages: 1", common: common) { $0.log = nil }.status, .usage)
        XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/out"), "old")
        XCTAssertEqual(Checkout.names(in: folder.path), ["out", "p.yaml"])
    }

    /// One stage may stand in for another, and devices take any number of outputs.
    func testWhatIsAllowed() throws {
        let run = try run(
            """
            lock: none
            stages:
            - {name: a, shell: true, run: exit 1, output: @/out, on_failure: b}
            - {name: b, run: echo b, output: @/out}
            - {name: c, run: echo c, append: @/out}
            - {name: d, run: echo d, output: /dev/null}
            - {name: e, run: echo e, append: /dev/null}
            """)
        XCTAssertEqual(run.code, 0, run.log)
        XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/out"), "b\nc\n")
    }

    /// A name can change while a loop goes on.
    func testALinkSetWhileTheRunGoesOn() throws {
        let run = try run(
            """
            stages:
            - {name: a, run: ln -s p.yaml @/out}
            - {name: b, run: echo b, output: @/out}
            """)
        XCTAssertEqual(run.code, ExitStatus.configurationWrong.rawValue)
        XCTAssertTrue(run.log.contains("p.yaml:3: ") && run.log.contains("the pipeline file itself"), run.log)
    }

    // MARK: Lines of a run that lasts

    func testLinesOfALoopTellTheTime() throws {
        let loop = "stages:\n- {name: a, shell: true, run: 'echo said >&2; exit 3', quiet: true, next: a, hold: 1s}"
        let run = try run(loop)
        XCTAssertEqual(run.code, 3)
        let lines = run.log.split(separator: "\n")
        XCTAssertEqual(lines.count, 2, run.log)
        for line in lines { XCTAssertTrue(line.hasPrefix("2026-03-01T13:30:05Z "), "\(line)") }
        let once = try self.run(loop) { $0.isOnce = true }
        XCTAssertTrue(once.log.hasPrefix("linefeed run: error: "), once.log)
        // Stages are told that theirs are a part of it.
        let told = "stages:\n- {name: a, shell: true, run: 'echo \"<$LINEFEED_LOG_TIME>\"; exit 1', next: a, hold: 1s}"
        XCTAssertEqual(try self.run(told).output, "<1>\n")
        XCTAssertEqual(try self.run(told) { $0.isOnce = true }.output, "<>\n")
    }

    func testTheStatusNeedsNoVariables() throws {
        let text = """
            env: {URL: "${URL:?set it}", DATA: "${DATA:-@}"}
            lock: $DATA/l
            stages: [{name: a, run: "echo $URL $NOT", hold: $EVERY, next: a}]
            """
        XCTAssertEqual(try run(text).status, .configurationWrong)
        let status = try run(text) { $0.action = .status }
        XCTAssertEqual(status.code, 1, status.log)
        XCTAssertTrue(status.output.contains("\"state\":\"never\""), status.output)
    }

    func testShowingHidesWhatIsSecretInAddresses() throws {
        let text = """
            env: {URL: "${URL}"}
            stages:
            - {name: a, run: 'echo "$URL" http://h/?key=filesecret'}
            - {name: b, shell: true, run: 'echo http://h/?key=filesecret'}
            - {name: c, run: 'false http://h/?key=filesecret'}
            """
        for action in [RunOptions.Action.show, .execute] {
            let run = try run(text) {
                $0.action = action
                $0.environment["URL"] = "https://user:envsecret\u{40}h/?key=querysecret"
            }
            let said = (action == .show ? run.output : "") + run.log + run.stageRuns.joined()
            for secret in ["envsecret", "querysecret", "filesecret"] { XCTAssertFalse(said.contains(secret), said) }
            XCTAssertTrue(said.contains("http://h/?key=…"), said)
        }
    }
}
