import TestSupport
import XCTest

@testable import linefeed

/// Help as a manual: whole, 80 columns wide, and its examples run.
final class HelpTests: XCTestCase {
    /// The stages that `linefeed --help` lists.
    static let stages: [String] = {
        let lines = Shell("linefeed --help").output.split(separator: "\n", omittingEmptySubsequences: false)
        let from = lines.firstIndex { $0.hasPrefix("SUBCOMMANDS") } ?? lines.endIndex
        return lines[from...].prefix { !$0.isEmpty }.compactMap { line in
            guard line.hasPrefix("  "), line.dropFirst(2).first?.isLetter == true else { return nil }
            return line.split(separator: " ").first.map(String.init)
        }
    }()

    private func help(_ stage: String) -> [String] {
        Shell("linefeed \(stage) --help", environment: ["COLUMNS": "80"]).output
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func testTheListOfStagesIsWhole() {
        XCTAssertEqual(
            HelpTests.stages, Linefeed.configuration.subcommands.compactMap { $0.configuration.commandName })
        XCTAssertGreaterThan(HelpTests.stages.count, 12)
    }

    func testEveryManualIsWholeAndFits() {
        for stage in HelpTests.stages {
            let lines = help(stage)
            XCTAssertTrue(lines[0].hasPrefix("OVERVIEW: "), stage)
            for section in ["EXAMPLES", "INPUT", "OUTPUT", "COST", "EXIT STATUS"] {
                XCTAssertTrue(lines.contains(section), "\(stage) lacks \(section)")
            }
            for line in lines { XCTAssertLessThanOrEqual(line.count, 80, "\(stage): \(line)") }
            let output = lines.drop { $0 != "OUTPUT" }.prefix { !$0.hasPrefix("COST") }
            if !["simulate", "write-gtfs", "encode-rt", "map", "render-tiles", "stringline"].contains(stage) {
                XCTAssertTrue(output.contains { $0.drop { $0 == " " }.hasPrefix("{\"") }, "\(stage): no sample line")
            }
        }
    }

    private func examples(_ stage: String) -> [String] {
        var found: [String] = []
        var isInside = false
        var command = ""
        for line in help(stage) {
            if line == "EXAMPLES" {
                isInside = true
                continue
            }
            guard isInside else { continue }
            if line.isEmpty { break }
            if line.hasPrefix("  # ") { continue }
            // A command that is longer than a line goes on after a backslash or a pipe.
            let text = String(line.drop { $0 == " " })
            if text.hasSuffix("\\") || text.hasSuffix("|") {
                command += text.hasSuffix("|") ? text + " " : String(text.dropLast())
                continue
            }
            found.append(command + text)
            command = ""
        }
        return found
    }

    /// The address that examples name, on this machine: plain HTTP, through a proxy that has the samples.
    private static func reachable(_ command: String) -> String {
        command.replacing("https://transit.example/", with: "http://transit.example/")
            .replacing("https://tiles.example/", with: "http://tiles.example/")
    }

    private static func web() -> LoopbackServer {
        let samples = Checkout.root + "/samples/"
        let files = ["/feed.zip": "feed.zip", "/vehicles.pb": "vehicles-1772402100.pb"].mapValues {
            TemporaryFolder.bytes(of: samples + $0) ?? []
        }
        let tile = [UInt8](WholePNG.gray)
        return LoopbackServer { request in
            if request.host == "tiles.example" { return .ok(tile) }
            return files[request.path].map { .ok($0) } ?? .status(404)
        }
    }

    func testEveryExampleRuns() {
        let web = HelpTests.web()
        defer { web.stop() }
        for stage in HelpTests.stages {
            let commands = examples(stage)
            XCTAssertGreaterThanOrEqual(commands.count, 2, "\(stage) has \(commands.count) examples")
            for command in commands {
                let folder = TemporaryFolder()
                let run = Shell(
                    "ln -s '\(Checkout.root)/samples' samples && set -o pipefail; \(HelpTests.reachable(command))",
                    in: folder.path, environment: ["http_proxy": web.url])
                // A reader that has had enough is what an example with head shows.
                // diff says by its status that it found something.
                let expected: Set<Int32> = stage == "diff" ? [1] : [0, 141]
                XCTAssertTrue(expected.contains(run.status), "\(stage): \(command): \(run.status) \(run.errors)")
                let made = Checkout.names(in: folder.path).filter { $0 != "samples" }
                XCTAssertTrue(!run.output.isEmpty || !made.isEmpty, "\(stage): \(command) made nothing")
            }
        }
    }

    func testManPagesRender() throws {
        try XCTSkipIf(Shell("command -v man").status != 0, "no man here")
        for stage in HelpTests.stages {
            let run = Shell(
                "man -l docs/man/linefeed-\(stage).1 | col -b", environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
            XCTAssertTrue(run.output.contains("linefeed-\(stage) - "), run.output.prefix(400) + run.errors)
            XCTAssertTrue(run.output.contains("EXIT STATUS"))
        }
        XCTAssertEqual(
            Shell("man --warnings -l docs/man/linefeed.1 >/dev/null", environment: ["LC_ALL": "C.UTF-8"]).errors, "")
    }

    func testCompletionsAreReadByTheirShells() throws {
        XCTAssertEqual(Shell("bash -n completions/linefeed.bash").status, 0)
        for (shell, file) in [("zsh", "_linefeed"), ("fish", "linefeed.fish")]
        where Shell("command -v \(shell)").status == 0 {
            XCTAssertEqual(Shell("\(shell) -n completions/\(file)").status, 0, shell)
        }
    }

    func testVersionAndHelpGoToStandardOutput() {
        let version = Shell("linefeed --version")
        XCTAssertEqual(version.status, 0)
        XCTAssertEqual(version.errors, "")
        let changelog = TemporaryFolder.text(of: Checkout.root + "/CHANGELOG.md") ?? ""
        // The commit stands behind it where scripts/build made the program.
        let line = version.lines[0].wholeMatch(
            of: /linefeed ([0-9]+\.[0-9]+\.[0-9]+)(?: \([0-9a-f]{12}(\+changes)?\))?/)
        XCTAssertNotNil(line, version.output)
        XCTAssertEqual(version.lines.count, 1)
        XCTAssertTrue(changelog.contains("## Unreleased") || changelog.contains("## \(line?.1 ?? "-")"))
    }
}
