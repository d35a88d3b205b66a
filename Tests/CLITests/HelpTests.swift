import TestSupport
import XCTest

@testable import linefeed

/// Help in its three sizes: whole, 80 columns wide, and its examples run.
final class HelpTests: XCTestCase {
    /// The stages that `linefeed help stages` lists.
    static let stages: [String] = names(in: Shell("linefeed help stages").output)

    private static func names(in help: String) -> [String] {
        help.matches(of: #/(?m)^  ([a-z][a-z-]+) {2,}/#).map { String($0.1) }
    }

    private func text(_ arguments: String) -> String {
        let run = Shell("linefeed \(arguments)", environment: ["COLUMNS": "80"])
        XCTAssertEqual(run.status, 0, arguments)
        XCTAssertEqual(run.errors, "", arguments)
        return run.output
    }

    private func lines(_ arguments: String) -> [String] {
        let lines = text(arguments).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for line in lines { XCTAssertLessThanOrEqual(line.count, 80, "\(arguments): \(line)") }
        XCTAssertEqual(lines.last, "", arguments)
        return lines.dropLast()
    }

    private func pages() -> [HelpPage] { Linefeed.stages.map { HelpPage.page(of: $0) } }

    // MARK: The first screen

    func testTheFirstScreenFitsATerminal() throws {
        let screen = text("--help")
        for other in ["", "-h", "help"] { XCTAssertEqual(text(other), screen, other) }
        let lines = lines("--help")
        XCTAssertLessThanOrEqual(lines.count, 24)
        for stage in Linefeed.stages { XCTAssertTrue(screen.contains(" \(stage.name) "), stage.name) }
        // A line of stages begins with one, in the form in which programs look for stages.
        let stages = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  linefeed ") }
        XCTAssertEqual(stages.count, HelpTests.names(in: screen).count)
        XCTAssertEqual(Linefeed.groups.count, 5)
        for stage in Linefeed.stages {
            XCTAssertTrue((3...5).contains(stage.manual.brief.split(separator: " ").count), stage.manual.brief)
        }
    }

    func testItsExamplesRun() {
        let examples = lines("").filter { $0.hasPrefix("  linefeed ") }
        XCTAssertEqual(examples.count, 2)
        let folder = TemporaryFolder()
        for example in examples {
            let run = Shell("set -o pipefail; " + example, in: folder.path)
            XCTAssertEqual(run.status, 0, example + run.errors)
        }
        XCTAssertEqual(Checkout.names(in: folder.path), ["demo", "demo.html"])
    }

    func testTheListOfStagesIsWhole() {
        XCTAssertEqual(
            HelpTests.stages, Linefeed.configuration.subcommands.compactMap { $0.configuration.commandName })
        XCTAssertGreaterThan(HelpTests.stages.count, 12)
        _ = lines("help stages")
    }

    // MARK: Stages

    func testEverySummaryFitsAScreen() {
        for page in pages() {
            let lines = lines("\(page.stage) -h")
            XCTAssertTrue(lines[0].hasPrefix("Usage: linefeed \(page.stage)"), page.stage)
            XCTAssertLessThanOrEqual(lines.count, 23, page.stage)
            XCTAssertLessThan(lines.count, self.lines("\(page.stage) --help").count, page.stage)
            let examples = lines.filter { $0.hasPrefix("  # ") }.count
            XCTAssertGreaterThan(examples, 0, page.stage)
            for example in page.manual.examples.prefix(examples) {
                for line in example.command.split(separator: "\n") {
                    XCTAssertTrue(lines.contains("  " + line), "\(page.stage): \(line)")
                }
            }
            let known = (page.options + page.arguments).map(\.mention)
            for name in page.manual.usual.split(separator: " ") {
                XCTAssertTrue(known.contains(String(name)), "\(page.stage) has no \(name)")
            }
            for group in page.manual.groups {
                for name in group.value.split(separator: " ") {
                    XCTAssertTrue(known.contains(String(name)), "\(page.stage): \(group.key): there is no \(name)")
                }
            }
            for (name, _) in page.manual.values {
                XCTAssertTrue(known.contains(name), "\(page.stage) has no \(name)")
            }
        }
    }

    func testEveryManualIsWholeAndFits() {
        for page in pages() {
            let stage = page.stage
            let lines = lines("\(stage) --help")
            XCTAssertEqual(text("help \(stage)"), text("\(stage) --help"))
            XCTAssertTrue(lines[0].hasPrefix("Usage: linefeed \(stage)"), stage)
            XCTAssertTrue(lines.contains(page.manual.abstract), stage)
            for section in ["COMMON OPTIONS", "EXAMPLES", "INPUT", "OUTPUT", "COST", "EXIT STATUS"] {
                XCTAssertTrue(lines.contains(section), "\(stage) lacks \(section)")
            }
            let output = lines.drop { $0 != "OUTPUT" }.prefix { !$0.hasPrefix("COST") }
            if !Trial(stage).is("without-sample") {
                XCTAssertTrue(output.contains { $0.drop { $0 == " " }.hasPrefix("{\"") }, "\(stage): no sample line")
            }
        }
    }

    /// Each option that is declared is explained once, in its group, and the man page has the same.
    func testHelpAndManPageHaveEveryOption() {
        for page in pages() {
            let labels = (page.arguments + page.options).map { "  " + $0.label }
            XCTAssertEqual(Set(labels).count, labels.count, page.stage)
            let lines = lines("\(page.stage) --help")
            for label in labels { XCTAssertEqual(lines.filter { $0 == label }.count, 1, "\(page.stage): \(label)") }
            XCTAssertEqual(page.groups.flatMap(\.options).count, page.options.count, page.stage)
            XCTAssertEqual(page.groups.last?.title, "COMMON OPTIONS", page.stage)
            let man = text("--generate-man-page \(page.stage)").replacing("\\-", with: "-")
            for option in page.options {
                XCTAssertTrue(man.contains("\\fB\(option.names.joined(separator: ", "))\\fR"), option.label)
            }
            for option in page.options + page.arguments {
                XCTAssertFalse(option.text.isEmpty, "\(page.stage): \(option.label)")
                XCTAssertEqual(option.text.last, ".", "\(page.stage): \(option.label)")
            }
        }
    }

    /// The files that the help mentions are those that packages install.
    func testHelpNamesDocumentsThatExist() {
        for page in pages() {
            let help = text("\(page.stage) --help")
            XCTAssertFalse(help.contains("docs/"), page.stage)
            XCTAssertFalse(help.contains("samples/"), page.stage)
            for name in help.matches(of: #/[a-z-]+\.md\b/#).map({ String($0.0) }) {
                XCTAssertNotNil(TemporaryFolder.bytes(of: "\(Checkout.root)/docs/\(name)"), "\(page.stage): \(name)")
            }
        }
    }

    /// The address that examples name, on this machine: plain HTTP, through a proxy that has the samples.
    private static func reachable(_ command: String) -> String {
        command.replacing("https://transit.example.com/", with: "http://transit.example.com/")
            .replacing("https://tiles.example.com/", with: "http://tiles.example.com/")
    }

    private static func web(_ city: TemporaryFolder) -> LoopbackServer {
        let files = ["/feed.zip": "feed.zip", "/vehicles.pb": "vehicles-1772398800.pb"].mapValues {
            TemporaryFolder.bytes(of: city.path + "/demo/" + $0) ?? []
        }
        let tile = [UInt8](WholePNG.gray)
        return LoopbackServer { request in
            if request.host == "tiles.example.com" { return .ok(tile) }
            return files[request.path].map { .ok($0) } ?? .status(404)
        }
    }

    func testEveryExampleRuns() {
        let city = TemporaryFolder()
        // A smaller city, so that it takes less time.
        let size = " --routes 4 --stops 40 --vehicles 12 --minutes 10 --interval 30 -q"
        XCTAssertEqual(Shell(FirstScreen.demo + size, in: city.path).status, 0)
        let web = HelpTests.web(city)
        defer { web.stop() }
        for page in pages() {
            let stage = page.stage
            let commands = page.manual.examples.map(\.command)
            XCTAssertGreaterThanOrEqual(commands.count, 2, "\(stage) has \(commands.count) examples")
            for command in commands {
                let folder = TemporaryFolder()
                // simulate makes it anew.
                let link = stage == "simulate" ? "" : "ln -s '\(city.path)/demo' demo && "
                let run = Shell(
                    "\(link)set -o pipefail; \(HelpTests.reachable(command))",
                    in: folder.path, environment: ["http_proxy": web.url])
                // A reader that has had enough is what an example with head shows.
                // diff says by its status that it found something.
                let expected: Set<Int32> = stage == "diff" ? [1] : [0, 141]
                XCTAssertTrue(expected.contains(run.status), "\(stage): \(command): \(run.status) \(run.errors)")
                let made = Checkout.names(in: folder.path).filter { $0 != "demo" || stage == "simulate" }
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
        let run = Shell("man -l docs/man/linefeed.1 | col -b", environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"])
        for section in ["DESCRIPTION", "STAGES", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"] {
            XCTAssertTrue(run.lines.contains(section), section)
        }
    }

    func testVersionAndHelpGoToStandardOutput() {
        let version = Shell("linefeed --version")
        XCTAssertEqual(Shell("linefeed version").output, version.output)
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
